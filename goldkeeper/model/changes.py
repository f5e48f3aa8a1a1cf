"""What differs between two states of a repository."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import NamedTuple

from goldkeeper.model.chunks import BlobId, CommitId, Snapshot


@dataclass(frozen=True, slots=True)
class FileChange:
    """One path that differs; a None blob means that the file is not there on that side."""

    path: str
    base_blob: BlobId | None
    head_blob: BlobId | None


@dataclass(frozen=True, slots=True)
class CommitNote:
    """A commit as people are shown it; the date is the author's."""

    commit: CommitId
    author: str
    date: datetime
    subject: str


@dataclass(frozen=True)
class Change:
    """Two states, chunked: every file that differs, on both sides.

    Attributes:
        base, head: hold the files that differ, and may hold more.
        renames: base path → head path, for files whose path vanished and whose content went on; the matcher
            finds them where none are given.
    """

    base: Snapshot
    head: Snapshot
    renames: Mapping[str, str] = field(default_factory=dict)


class ChangeKind(StrEnum):
    """Where a chunk went: what the matcher infers."""

    SAME = "same"  # same path and symbol
    RENAMED = "renamed"
    MOVED = "moved"
    MOVED_RENAMED = "moved and renamed"
    SPLIT = "split"
    MERGED = "merged"
    GONE = "gone"


class Place(NamedTuple):
    """Where a chunk stands, and under what name."""

    path: str
    container: str
    name: str


def change_between(old: Place, new: Place, is_outer_renamed: Callable[[], bool]) -> ChangeKind:
    """What happened to a chunk's name and place: a class that is only called otherwise moved nothing.

    Args:
        old, new: of one chunk, before and after.
        is_outer_renamed: whether the two containers are one under another name; only asked where they differ in a file.
    """
    is_apart = old.path != new.path
    outer_renamed = not is_apart and old.container != new.container and is_outer_renamed()
    moved = is_apart or (old.container != new.container and not outer_renamed)
    if old.name != new.name:
        return ChangeKind.MOVED_RENAMED if moved else ChangeKind.RENAMED
    if moved:
        return ChangeKind.MOVED
    return ChangeKind.RENAMED if outer_renamed else ChangeKind.SAME
