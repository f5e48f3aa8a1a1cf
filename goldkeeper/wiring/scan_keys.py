"""What a scan depends on, as short names: equal names, equal findings."""

import hashlib
from collections.abc import Iterable
from pathlib import Path

from goldkeeper.model.chunks import CommitId
from goldkeeper.ports import SourceTree
from goldkeeper.settings import WORK_TREE
from goldkeeper.stores.git_history import GitHistory


def named(*parts: str) -> str:
    """A name of all the parts together."""
    return hashlib.blake2b("\0".join(parts).encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


def file_state(file: Path) -> str:
    """Names a file's bytes, or that there is none; what can't be read is told by whoever has to read it."""
    try:
        return hashlib.blake2b(file.read_bytes(), digest_size=16).hexdigest()
    except FileNotFoundError:
        return "none"
    except OSError as problem:
        return f"unreadable {problem.errno}"


def database_state(database: Path) -> str:
    """Changes with every write. A file's times say that without opening the database."""
    files = (database, database.with_name(f"{database.name}-wal"))
    return " ".join(f"{at.st_mtime_ns} {at.st_size}" for file in files if file.exists() and (at := file.stat()).st_size)


def code_state(history: GitHistory | None, revision: str, commit: CommitId | None, folder: SourceTree | None) -> str:
    """Names the code that is scanned.

    Args:
        history: None for a folder without git.
        revision: as configured.
        commit: that it names.
        folder: the files, where there is no git.
    """
    if folder is not None:
        entries = folder.files()
        return "\n".join(f"{path} {entries[path].blob}" for path in sorted(entries))
    if history is not None and revision == WORK_TREE:
        return history.work_state()
    return str(commit)


def same_files(seen: SourceTree, now: SourceTree, *, top: Path, but: Iterable[Path]) -> bool:
    """Whether two looks at the files on disk saw the same.

    Args:
        seen, now: the looks.
        top: where their paths start.
        but: files and folders that may differ.
    """
    before, after, own = seen.files(), now.files(), set(but)
    differ = [
        path
        for path in before.keys() | after.keys()
        if path not in before or path not in after or before[path].blob != after[path].blob
    ]
    return all(own & {top / path, *(top / path).parents} for path in differ)
