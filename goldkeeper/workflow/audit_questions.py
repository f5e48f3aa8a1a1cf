"""What an audit wishes of the gold file, as items of the review queue.

A wish that the judges have settled (another grade, out of the set) is decided at once by the rule `audit`, with what
each of them said as the reason. That a chunk is cut at the wrong place they can say, and not which is the right one:
that becomes a question with their notes beside it. A scan leaves either be.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from goldkeeper.model.changes import ChangeKind
from goldkeeper.model.chunks import ChunkId, ChunkKind
from goldkeeper.model.errors import ItemNotOpen, TargetMoved
from goldkeeper.model.gold import GoldPair, Grade
from goldkeeper.model.proposals import AUDIT_CAUSE, Action, Candidate, Cause, Match, RemapProposal
from goldkeeper.model.reviews import POLICY, UNSETTLED_STATES, Answer, Decision, ItemState, ReviewItem, Target
from goldkeeper.ports import ReviewQueue
from goldkeeper.workflow.audit_frame import Frame

RULE = f"{POLICY}audit"  # two people read it blind, or a third decided: that is more than one judge's word
SCAN_FIRST = "goldkeeper scan, review and apply come first"


class Want(StrEnum):
    """What is to become of gold pairs."""

    GRADE = "regrade"
    OUT = "retire"
    OTHER_CUT = "recut"


_ACTIONS = {Want.GRADE: Action.REGRADE, Want.OUT: Action.RETIRE, Want.OTHER_CUT: Action.REMAP}
_WORDS = {
    Want.GRADE: "gave another grade than the gold file",
    Want.OUT: "found it not to be gold",
    Want.OTHER_CUT: "say that the chunk is cut at the wrong place",
}


@dataclass(slots=True)
class Wish:
    """Gold pairs of one chunk that want the same.

    Attributes:
        grade: with GRADE, the new one.
        rows: of the audit, for which it is wished.
        reasons: what was said, a row each.
        notes: what judges wrote beside it.
        of_query: they leave because their query does; its rows are settled when all its pairs are.
    """

    chunk_id: ChunkId
    want: Want
    grade: Grade | None = None
    rows: list[int] = field(default_factory=list)
    pairs: list[GoldPair] = field(default_factory=list)
    reasons: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    of_query: bool = False


class Questions:
    """Puts the wishes of one audit into the queue.

    Args:
        name: the audit's.
        keep: is told of each wish that is carried out, with the item's number.
        hold: is told of each that can't be, with the reason.
    """

    def __init__(
        self,
        name: str,
        frame: Frame,
        queue: ReviewQueue,
        now: datetime,
        *,
        keep: Callable[[Wish, int], None],
        hold: Callable[[Wish, str], None],
    ) -> None:
        self._name, self._frame, self._queue, self._now = name, frame, queue, now
        self._keep, self._hold = keep, hold

    def ask(self, wishes: Sequence[Wish]) -> None:
        """Of several wishes about one chunk the first goes in, the others when it is applied."""
        first: dict[ChunkId, Wish] = {}
        for wish in wishes:
            if wish.chunk_id in first:
                self._hold(wish, "another pair of this chunk comes first; apply, then settle again")
            else:
                first[wish.chunk_id] = wish
        proposals = {chunk_id: self._proposal(wish) for chunk_id, wish in first.items()}
        change = self._queue.ask_beside(list(proposals.values()), who=f"audit {self._name}", now=self._now)
        about = {item.proposal.chunk_id: item for item in self._queue.items(UNSETTLED_STATES)}
        for chunk_id, wish in first.items():
            item = about.get(chunk_id)
            if item is not None and item.number in change.added:
                for note in wish.notes:
                    self._queue.note(item.number, note, who=f"audit {self._name}", now=self._now)
            self._put(wish, proposals[chunk_id], item)

    def _put(self, wish: Wish, proposal: RemapProposal, item: ReviewItem | None) -> None:
        if item is None or item.proposal.content_key != proposal.content_key:
            number = f"item {item.number}" if item is not None else "another item"
            self._hold(wish, f"{number} asks about {wish.chunk_id}: {SCAN_FIRST}")
            return
        decision = item.decision
        is_carried_out = decision is not None and decision.judge == RULE  # of a query that was dropped in part
        if wish.want is Want.OTHER_CUT or is_carried_out:
            self._keep(wish, item.number)
        elif item.state is not ItemState.WAITING:
            answer = decision.answer.value if decision is not None else item.state.value
            self._hold(wish, f"item {item.number} was answered by hand: {answer}")
        else:
            self._decide(wish, proposal, item.number)

    def _decide(self, wish: Wish, proposal: RemapProposal, number: int) -> None:
        try:
            self._queue.decide(self._decision(wish, proposal, number), expected=proposal.content_key)
        except (ItemNotOpen, TargetMoved) as problem:
            self._hold(wish, str(problem))
            return
        self._keep(wish, number)

    def _decision(self, wish: Wish, proposal: RemapProposal, number: int) -> Decision:
        targets: tuple[Target, ...] = ()
        if wish.grade is not None and proposal.kept is not None:
            targets = (Target(*proposal.kept, wish.grade),)
        reason = f"audit {self._name}: {'; '.join(wish.reasons)}"
        queries = tuple(pair.query_id for pair in wish.pairs)
        answer = Answer.AMEND if wish.want is Want.GRADE else Answer.RETIRE
        return Decision(number, answer, targets, RULE, self._now, reason, queries)

    def _proposal(self, wish: Wish) -> RemapProposal:
        others = self._cut_otherwise(wish.chunk_id) if wish.want is Want.OTHER_CUT else ()
        ambiguous = wish.want is Want.OTHER_CUT  # a person names the right one
        return RemapProposal(
            drift=self._frame.drifts[wish.chunk_id],
            match=Match(wish.chunk_id, ChangeKind.SAME, others, gone=0.0, ambiguous=ambiguous),
            action=_ACTIONS[wish.want],
            pairs=tuple(wish.pairs),
            head_commit=self._frame.head_commit,
            cause=Cause(
                f"{AUDIT_CAUSE}{self._name}:{wish.want.value}", f"audit {self._name}: the judges {_WORDS[wish.want]}"
            ),
        )

    def _cut_otherwise(self, chunk_id: ChunkId) -> tuple[Candidate, ...]:
        """The chunks that hold a chunk or lie in it, those of about its length first; none is likelier than another."""
        found = self._frame.drifts[chunk_id].found
        if found is None:
            return ()
        others = [chunk for chunk in self._frame.head.in_file(found.path) if chunk.id != found.id]
        others = [chunk for chunk in others if chunk.span.holds(found.span) or found.span.holds(chunk.span)]
        length = found.span.lines
        others.sort(key=lambda chunk: (chunk.kind is ChunkKind.MODULE, abs(chunk.span.lines - length), chunk.id))
        alike = round(1 / (len(others) + 1), 4)  # or something else again
        return tuple(Candidate(chunk.id, chunk.digest, 0.0, alike, 0.0, ()) for chunk in others)
