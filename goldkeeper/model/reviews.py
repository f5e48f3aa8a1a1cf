"""Questions in the queue and the answers people give."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from goldkeeper.model.chunks import ChunkId
from goldkeeper.model.gold import Grade, QueryId
from goldkeeper.model.proposals import RemapProposal

TOGETHER = " + "  # between the names of judges who agree
POLICY = "policy:"  # opens the name of a judge that is no person

LogLine = tuple[datetime, str, str, str]  # what happened to an item: when, who, what, why


class Answer(StrEnum):
    """What a judge says to a proposal."""

    ACCEPT = "accept"  # do what the proposal asks
    AMEND = "amend"  # do something like it: other targets, other grades
    REJECT = "reject"  # wrong; leave the gold as it is
    RETIRE = "retire"  # the pair leaves the gold set
    DEFER = "defer"  # not now
    UNSURE = "unsure"  # looked, and can't tell: somebody else should


class ItemState(StrEnum):
    """Where an item stands."""

    WAITING = "waiting"
    DEFERRED = "deferred"
    DECIDED = "decided"
    SUPERSEDED = "superseded"  # a newer proposal for the same chunk took its place
    APPLIED = "applied"  # the decision is in the gold file


OPEN_STATES = frozenset({ItemState.WAITING, ItemState.DEFERRED})  # an answer is still wanted
UNSETTLED_STATES = OPEN_STATES | {ItemState.DECIDED}  # of each gold chunk at most one item


@dataclass(frozen=True, slots=True)
class Target:
    """A successor that a decision names.

    Attributes:
        digest: of the text that was confirmed.
        grade: None keeps the grade that each pair had.
        queries: it is a successor for these alone, of those that the decision is about; None for all of them.
    """

    chunk_id: ChunkId
    digest: str
    grade: Grade | None = None
    queries: tuple[QueryId, ...] | None = None


@dataclass(frozen=True, slots=True)
class Decision:
    """The answer that stands: who, when, why.

    Attributes:
        targets: successors; empty for reject, retire and defer.
        judge: a person's name, or `policy:identical`.
        at: in UTC.
        queries: the answer holds for the pairs of these queries alone; None for all of them. Where a target is for
            some queries, all that the answer is about are named here: a query for which no target stands
            loses the pair, and nobody loses one unnamed.
    """

    item: int
    answer: Answer
    targets: tuple[Target, ...]
    judge: str
    at: datetime
    reason: str = ""
    queries: tuple[QueryId, ...] | None = None

    @property
    def judges(self) -> tuple[str, ...]:
        """Who gave it: with several judges, all that agreed."""
        return tuple(self.judge.split(TOGETHER))

    def __post_init__(self) -> None:
        if self.parted and self.queries is None:
            raise ValueError("a successor for some queries needs a decision that names all that it is about")

    @property
    def parted(self) -> bool:
        """Whether different queries go different ways."""
        return any(target.queries is not None for target in self.targets)

    def targets_for(self, query_id: QueryId) -> tuple[Target, ...]:
        """What takes the chunk's place for one query of those that it is about, as if it were for all."""
        return tuple(
            Target(one.chunk_id, one.digest, one.grade)
            for one in self.targets
            if one.queries is None or query_id in one.queries
        )

    @property
    def ways(self) -> tuple[tuple[tuple[QueryId, ...] | None, tuple[Target, ...]], ...]:
        """Which queries go which way, in the order of the queries; one way, as it was decided, where all go it."""
        if not self.parted or self.queries is None:
            return ((self.queries, self.targets),)
        found: dict[tuple[Target, ...], list[QueryId]] = {}
        for query_id in self.queries:
            found.setdefault(self.targets_for(query_id), []).append(query_id)
        return tuple((tuple(queries), targets) for targets, queries in found.items())

    @property
    def counts(self) -> bool:
        """Whether something follows from it; to put off and not to be sure leave the question open."""
        return self.answer not in {Answer.DEFER, Answer.UNSURE}


@dataclass(frozen=True, slots=True)
class ReviewItem:
    """A proposal in the queue.

    Attributes:
        number: how people name it; never used twice.
        group: the cause's short name, `g` and a number; stable over scans.
        supersedes: the item whose place it took.
    """

    number: int
    group: str
    state: ItemState
    proposal: RemapProposal
    created: datetime
    decision: Decision | None = None
    supersedes: int | None = None

    @property
    def asks_for_change(self) -> bool:
        """Whether its decision is one that applying would carry out."""
        decision = self.decision
        return self.state is ItemState.DECIDED and decision is not None and decision.answer is not Answer.REJECT
