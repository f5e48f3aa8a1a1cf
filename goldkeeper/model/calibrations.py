"""Answers of the remapper held against what is known otherwise: what a calibration is made of."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from goldkeeper.model.changes import ChangeKind
from goldkeeper.model.chunks import ChunkId, CommitId


class Source(StrEnum):
    """What was hidden from the remapper, or who knew better."""

    SNAPSHOTS = "two snapshots"  # it saw both ends and no history
    THINNED = "thinned history"  # it saw every so-many-th commit
    DECISIONS = "decisions"  # people answered what it proposed


@dataclass(frozen=True, slots=True)
class Trial:
    """One answer whose truth is known.

    Attributes:
        asked: the chunk as it was.
        said: the confidence of the answer, 0..1.
        right: whether the answer is the truth.
        change: what the answer calls it.
        carried_by: what the answer stands on: the name of the weightiest evidence, or the change in the riskiest step.
        passable: whether a rule might confirm such an answer unseen: one successor, and no second that fits as well.
    """

    source: Source
    asked: ChunkId
    said: float
    right: bool
    change: ChangeKind
    carried_by: str
    passable: bool


@dataclass(frozen=True, slots=True)
class Replay:
    """What was replayed.

    Attributes:
        head: the commit that chunks were followed to.
        states: the older commits that they were taken from, oldest first.
        commits: how many commits lie between the oldest of them and head.
        every: of the thinned history one commit in so many was left.
        drawn: chunks whose way was looked at.
        known: those of which it is beyond doubt what became of them.
        trials: the answers about these, by source, then in the order drawn.
        notes: what was left out and why, each a whole sentence.
    """

    head: CommitId
    states: tuple[CommitId, ...]
    commits: int
    every: int
    drawn: int
    known: int
    trials: tuple[Trial, ...]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CalibrationNote:
    """What is remembered of a calibration.

    Attributes:
        at: when, in UTC.
        head: the commit that was replayed up to; None where only decisions were looked at.
        wished: the share of right answers that was asked for, 0..1.
        threshold: the confidence from which the sample promises that share; None where it promises it nowhere.
        passed, wrong: answers of the sample at or above the threshold, and how many of them were wrong; of all
            answers that a rule might confirm where there is no threshold.
    """

    at: datetime
    head: CommitId | None
    wished: float
    threshold: float | None
    passed: int
    wrong: int
