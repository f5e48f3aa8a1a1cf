"""What became of each gold chunk, as one row: drift, proposal and queue seen together."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from goldkeeper.model.anchors import Anchor, NeverResolved
from goldkeeper.model.changes import ChangeKind
from goldkeeper.model.chunks import ChunkId
from goldkeeper.model.drifts import Drift, DriftKind
from goldkeeper.model.gold import GoldPair
from goldkeeper.model.proposals import Action, Candidate, RemapProposal
from goldkeeper.model.scans import ScanReport
from goldkeeper.model.staleness import Edit
from goldkeeper.reporting.waterfall import Waterfall, waterfall_of


class Standing(StrEnum):
    """Whether people still owe an answer about a gold chunk."""

    NOTHING_ASKED = "nothing asked"
    WAITING = "waiting"  # an open item of the queue
    REJECTED = "turned down"  # the gold stays as it is
    ANSWERED = "answered"  # decided, and not yet in the gold file


class Ending(StrEnum):
    """Where a drifted chunk went, as it is counted: each chunk under one of these."""

    SAME = "same"
    MOVED = "moved"
    RENAMED = "renamed"
    MOVED_RENAMED = "moved and renamed"
    SPLIT = "split"
    MERGED = "merged"
    AMBIGUOUS = "ambiguous"
    GONE = "gone"
    UNKNOWN = "unknown"  # nothing is proposed: obscured, never resolved, or not matched

    @property
    def label(self) -> str:
        """Behind a number of chunks."""
        return "at the old path and name" if self is Ending.SAME else self.value


_WAYS = {
    Ending.SAME: "now",
    Ending.MOVED: "moved to",
    Ending.RENAMED: "renamed to",
    Ending.MOVED_RENAMED: "moved and renamed to",
    Ending.SPLIT: "split into",
    Ending.MERGED: "merged into",
    Ending.AMBIGUOUS: "either",
    Ending.GONE: "gone",
    Ending.UNKNOWN: "perhaps",
}


@dataclass(frozen=True, slots=True)
class GoldOutcome:
    """One gold chunk after a scan.

    Attributes:
        pairs: the judgements that name it, in the gold file's order.
        proposal: None when the chunk is intact, or nothing can be proposed.
        number: of the open review item.
        judged_at: author date of the commit of its anchor, where known.
    """

    drift: Drift
    pairs: tuple[GoldPair, ...]
    proposal: RemapProposal | None
    number: int | None
    standing: Standing
    judged_at: datetime | None

    @property
    def chunk_id(self) -> ChunkId:
        """The gold chunk."""
        return self.drift.chunk_id

    @property
    def intact(self) -> bool:
        """It is where it was and says what it said."""
        return self.drift.kind is DriftKind.INTACT

    @property
    def says_something_else(self) -> bool:
        """The ID resolves, and what it names is not what was judged: the dangerous sort."""
        return self.drift.resolves and self.drift.kind not in {DriftKind.INTACT, DriftKind.OBSCURED}

    @property
    def ambiguous(self) -> bool:
        """Two successors that can't be told apart."""
        return self.proposal is not None and self.proposal.match.ambiguous

    @property
    def certain(self) -> bool:
        """The same bytes, found once on each side, claimed by nobody else."""
        return self.proposal is not None and self.proposal.match.certain and not self.ambiguous

    @property
    def edit(self) -> Edit | None:
        """What sort of edit its text saw; None for the same text, and where it can't be told."""
        return self.proposal.edit if self.proposal is not None else None

    @property
    def waterfall(self) -> Waterfall | None:
        """What the estimate is made of, where a person has to judge it; what is certain needs no weighing."""
        if self.proposal is None or self.certain or self.standing is not Standing.WAITING:
            return None
        return waterfall_of(self.proposal)

    @property
    def ending(self) -> Ending | None:
        """Where it went; None for an intact chunk."""
        if self.intact:
            return None
        if self.proposal is None:
            return Ending.UNKNOWN
        return Ending.AMBIGUOUS if self.ambiguous else Ending(self.proposal.match.change.value)

    @property
    def lost(self) -> bool:
        """Nothing is left to find: it is gone, or never was."""
        return self.drift.kind is DriftKind.NEVER or self.ending is Ending.GONE

    @property
    def candidates(self) -> tuple[Candidate, ...]:
        """What the proposal would put in its place: the parts of a split, else the best; none when gone."""
        if self.proposal is None or self.proposal.action is Action.RETIRE or self.lost:
            return ()
        found = self.proposal.match.candidates
        if self.proposal.action is Action.SPLIT or self.proposal.match.change is ChangeKind.SPLIT:
            return tuple(candidate for candidate in found if candidate.share is not None) or found[:1]
        return found[:1]

    @property
    def successors(self) -> tuple[str, ...]:
        """The IDs at which it is to be found now, as text; none when there is nothing to be found."""
        if self.candidates:
            return tuple(str(candidate.chunk_id) for candidate in self.candidates)
        found = self.drift.found
        return (str(found.id),) if self.proposal is None and found is not None else ()

    @property
    def way(self) -> str:
        """How it came to its successors, as words before their IDs; alone where the ID stayed."""
        return "same ID, other text" if self.same_id else _WAYS[self.ending or Ending.SAME]

    @property
    def same_id(self) -> bool:
        """Whether the successor bears the very ID, so that only the text is in question."""
        return self.successors == (str(self.chunk_id),)

    @property
    def without_successor(self) -> str:
        """Why there is none, in words."""
        if self.proposal is not None and self.proposal.match.change is ChangeKind.GONE:
            return "gone"
        if self.drift.kind is DriftKind.OBSCURED:
            return self.note or "the file can't be parsed there"
        return self.note or "nothing proposed"

    @property
    def perhaps_gone(self) -> bool:
        """Of an ambiguous chunk with a successor: the other answer is that there is none."""
        if self.proposal is None or not (self.ambiguous and self.candidates):
            return False
        second = self.proposal.match.candidates[1:2]
        return not second or self.proposal.match.gone > second[0].confidence

    @property
    def runner_up(self) -> Candidate | None:
        """The next best successor, where it is so near that both have to be looked at."""
        if self.proposal is None or not self.ambiguous or self.perhaps_gone:
            return None
        return next(iter(self.proposal.match.candidates[len(self.candidates) :]), None)

    @property
    def alternative(self) -> str:
        """What it is as likely to be, as an ID or `gone`; empty unless it is ambiguous."""
        if self.runner_up is not None:
            return str(self.runner_up.chunk_id)
        return "gone" if self.perhaps_gone else ""

    @property
    def confidence(self) -> float | None:
        """0..1, of what is proposed: of the successor, or of there being none."""
        if self.proposal is None:
            return None
        if not self.candidates:
            return self.proposal.match.gone
        return self.candidates[0].confidence

    @property
    def note(self) -> str:
        """Why nothing is claimed of it, for people; else empty."""
        if isinstance(self.drift.anchor, NeverResolved):
            return self.drift.note or self.drift.anchor.reason
        return self.drift.note


def outcomes_of(report: ScanReport) -> tuple[GoldOutcome, ...]:
    """One outcome a drift, in the report's order."""
    proposals = {proposal.chunk_id: proposal for proposal in report.proposals}
    pairs = report.gold_set.pairs_by_chunk
    return tuple(
        GoldOutcome(
            drift=drift,
            pairs=pairs.get(drift.chunk_id, ()),
            proposal=proposals.get(drift.chunk_id),
            number=report.numbers.get(str(drift.chunk_id)),
            standing=_standing(drift, proposals.get(drift.chunk_id), report),
            judged_at=_judged_at(drift, report),
        )
        for drift in report.drifts
    )


def _standing(drift: Drift, proposal: RemapProposal | None, report: ScanReport) -> Standing:
    text = str(drift.chunk_id)
    if text in report.numbers:
        return Standing.WAITING
    if text in report.rejected:
        return Standing.REJECTED
    return Standing.NOTHING_ASKED if proposal is None else Standing.ANSWERED


def _judged_at(drift: Drift, report: ScanReport) -> datetime | None:
    anchor = drift.anchor
    if not isinstance(anchor, Anchor) or anchor.commit is None:
        return None
    return report.anchor_dates.get(anchor.commit)
