"""Two releases of a package as a repository of two commits: all the history an index knows."""

import shutil
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path

from goldkeeper.model.chunks import CommitId
from goldkeeper.model.stories import StoryFacts
from goldkeeper.stores.demo_story import GOLD_FILE, commit_all, start_repository
from goldkeeper.stores.package_index import Release

_UNDATED = datetime(2020, 1, 1, 12, tzinfo=UTC)  # for archives that tell no date: fixed, so that commit IDs are too


def write_releases(folder: Path, base: Release, head: Release, *, gold: bytes, replace: bool = False) -> StoryFacts:
    """Commit one release with its gold file, then the other in its place.

    Raises:
        FolderTaken: something else lies in the folder.
        GitMissing: there is no git.
    """
    start_repository(folder, replace=replace)
    began = base.date or _UNDATED
    # Archives of later releases may be older, or undated; history reads forwards all the same.
    ended = max(head.date or began + timedelta(days=1), began + timedelta(seconds=1))
    _lay_out(folder, base.files)
    (folder / GOLD_FILE).write_bytes(gold)
    first = _commit(folder, base, began)
    for top in {path.partition("/")[0] for path in base.files}:
        _remove(folder / top)
    _lay_out(folder, head.files)
    last = _commit(folder, head, ended)
    return StoryFacts(str(folder.resolve()), GOLD_FILE, first, last, commits=2, fates={})


def _commit(folder: Path, release: Release, moment: datetime) -> CommitId:
    author = (f"{release.name} authors", "releases@package-index.example")
    return commit_all(folder, f"{release.name} {release.version}", author=author, date=moment.isoformat())


def _lay_out(folder: Path, files: Mapping[str, bytes]) -> None:
    for path, data in files.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)


def _remove(path: Path) -> None:
    if path.is_dir():
        shutil.rmtree(path)
    else:
        path.unlink()
