"""A chunk followed through history: where it went, commit by commit."""

from dataclasses import dataclass
from enum import StrEnum

from goldkeeper.model.changes import ChangeKind
from goldkeeper.model.chunks import BlobId, Chunk, CommitId
from goldkeeper.model.proposals import Evidence


class StepKind(StrEnum):
    """How it is known what became of a chunk in one commit."""

    EDITED = "edited"  # path and symbol stayed, and the text is alike
    CARRIED = "carried"  # the file's whole content stands under another path
    FILE_MOVED = "file moved"  # most of the file stands under another path, the chunk under its symbol there
    WEIGHED = "weighed"  # held against all else that the commit changed
    GONE = "gone"  # nothing in the commit has become of it


@dataclass(frozen=True, slots=True)
class Step:
    """What one commit did to a chunk; a commit that only moved its lines up or down is no step.

    Attributes:
        commit: None for the step from the last commit to the files on disk.
        before, after: the chunk on either side; `after` is None where it is gone.
        confidence: 0..1, that this is right.
        change: what the matcher called it.
        ambiguous: others fit as well.
        certain: nothing else fits at all.
        share: of the old lines that `after` holds, 0..1, where the chunk was split.
        evidence: why, where it was weighed.
    """

    commit: CommitId | None
    kind: StepKind
    before: Chunk
    after: Chunk | None
    confidence: float
    change: ChangeKind = ChangeKind.SAME
    ambiguous: bool = False
    certain: bool = True
    share: float | None = None
    evidence: Evidence = ()


@dataclass(frozen=True, slots=True)
class Heir:
    """A chunk at the end of a way that forked.

    Attributes:
        chunk: where that way ends.
        confidence: 0..1, that of the fork, this branch is the one.
        share: of the lines that stood there before the fork, 0..1; None where it isn't a part but another candidate.
        evidence: what spoke for the branch at the fork.
    """

    chunk: Chunk
    confidence: float
    share: float | None = None
    evidence: Evidence = ()


@dataclass(frozen=True, slots=True)
class Track:
    """A chunk's way from one state to another.

    Attributes:
        start: the chunk as it was.
        end: as it is; None where it is gone, or where the way could not be followed to its end.
        end_blob: the content it stands in there.
        steps: in the order walked.
        commits: how many commits lie on the way.
        touches: how many of them touched the chunk's file.
        broken: why the way could not be followed, as a sentence for people; empty where it could.
        copies: chunks elsewhere whose file had the very same content as the chunk's when it was moved.
        parts: what was taken out of the chunk on the way.
        others: what else it may have become, likeliest first.
        again: for one that went, what stands in its place at the end: it may have been put back.
    """

    start: Chunk
    end: Chunk | None
    end_blob: BlobId
    steps: tuple[Step, ...]
    commits: int
    touches: int
    broken: str = ""
    copies: tuple[Chunk, ...] = ()
    parts: tuple[Heir, ...] = ()
    others: tuple[Heir, ...] = ()
    again: Chunk | None = None

    @property
    def removal(self) -> Step | None:
        """The step in which it went; None where it did not."""
        return self.steps[-1] if self.steps and self.steps[-1].after is None else None

    @property
    def confidence(self) -> float:
        """That every step is right, if steps err independently of one another."""
        product = 1.0
        for step in self.steps:
            product *= step.confidence
        return product
