"""Stories with a known end: what the demo's gold chunks went through, so that a scan can be held against it."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from goldkeeper.model.chunks import CommitId


class Happening(StrEnum):
    """What the authors of a story did to a chunk."""

    UNTOUCHED = "untouched"
    SHIFTED = "shifted"
    EDITED = "edited"  # where it was, with other text: reformatted, other signature, other behaviour
    RENAMED = "renamed"
    MOVED = "moved"
    MOVED_RENAMED = "moved and renamed"
    SPLIT = "split"
    MERGED = "merged"
    DELETED = "deleted"


@dataclass(frozen=True, slots=True)
class Fate:
    """The true end of one gold chunk.

    Attributes:
        successors: chunk IDs as text, by ID; several for a split, none when it was deleted, the
            ID itself when nobody touched it.
    """

    happening: Happening
    successors: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class StoryFacts:
    """A repository that was built to be scanned.

    Attributes:
        folder: where it lies, as an absolute path.
        gold: the gold file, relative to the folder.
        base, head: its first and its last commit.
        fates: gold chunk ID as text → its true end; empty where nobody knows it.
    """

    folder: str
    gold: str
    base: CommitId
    head: CommitId
    commits: int
    fates: Mapping[str, Fate]
