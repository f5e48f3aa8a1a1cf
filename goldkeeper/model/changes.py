"""What differs between two states of a repository."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

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
