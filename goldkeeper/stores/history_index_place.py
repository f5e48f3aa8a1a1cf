"""Where the history index of a repository lies that belongs to no project: in the user's cache folder."""

import hashlib
import os
from contextlib import suppress
from datetime import timedelta
from pathlib import Path

from goldkeeper.stores.clock import utc_now
from goldkeeper.stores.git_history import GitHistory

MAX_AGE = timedelta(days=90)  # of an index that nobody asked for; what a chunk cache keeps
_ENDING = ".history.sqlite"
_KEY_DIGITS = 16


def index_place(history: GitHistory) -> Path | None:
    """A file in `$XDG_CACHE_HOME/goldkeeper` or `~/.cache/goldkeeper`, the same for all work trees of a repository.

    Returns:
        None where the user has no home.
    """
    folder = _cache_folder()
    if folder is None:
        return None
    repository = os.path.realpath(history.git_directory)
    key = hashlib.sha256(os.fsencode(repository)).hexdigest()[:_KEY_DIGITS]
    return folder / f"{key}{_ENDING}"


def forget_old_indexes(used: Path) -> None:
    """Take away what nobody used in a long time beside an index that is used now."""
    oldest = (utc_now() - MAX_AGE).timestamp()
    with suppress(OSError):
        os.utime(used)
        for file in sorted(used.parent.glob(f"*{_ENDING}")):
            if file.stat().st_mtime < oldest:
                for ending in ("", "-wal", "-shm"):
                    with suppress(FileNotFoundError):
                        file.with_name(file.name + ending).unlink()


def _cache_folder() -> Path | None:
    named = os.environ.get("XDG_CACHE_HOME", "")
    if os.path.isabs(named):  # noqa: PTH117  # another one is to be ignored, as the standard says
        return Path(named) / "goldkeeper"
    try:
        return Path.home() / ".cache" / "goldkeeper"
    except RuntimeError:
        return None
