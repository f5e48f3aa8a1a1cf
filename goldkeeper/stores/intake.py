"""What taking in a scan does to the questions that are already there: the rules, without a database.

A chunk has at most one unsettled item (waiting, deferred or decided). A proposal with that item's
content key is the same question and changes nothing; any other one takes its place, and what was
decided on the old one stays to be read there. A "no" holds for its content key for good: when the
code goes away and comes back (a branch is switched twice), the rejected item comes back with it.
Any other answer comes back only if nothing else was asked about the chunk in between.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from goldkeeper.model.proposals import AUDIT_CAUSE, RemapProposal
from goldkeeper.model.reviews import OPEN_STATES, UNSETTLED_STATES, Answer, ItemState


@dataclass(frozen=True, slots=True)
class KnownItem:
    """As much of an item as the rules look at.

    Attributes:
        chunk: any name of the gold chunk that is equal for equal chunks.
        answer: the answer that stands or stood last.
    """

    number: int
    chunk: str
    key: str
    state: ItemState
    answer: Answer | None


@dataclass(slots=True)
class Intake:
    """What to do, in this order: close, reinstate, refresh, ask.

    Attributes:
        close: item, the state it leaves, and why.
        reinstate: decided items that were superseded and hold again.
        refresh: open items that ask the same; the newest proposal says it with the newest commits.
        ask: new questions, each with the item whose place it takes.
        held: proposals that are answered already.
    """

    close: list[tuple[KnownItem, str]] = field(default_factory=list)
    reinstate: list[KnownItem] = field(default_factory=list)
    refresh: list[tuple[KnownItem, RemapProposal]] = field(default_factory=list)
    ask: list[tuple[RemapProposal, int | None]] = field(default_factory=list)
    held: int = 0


def plan_intake(
    known: Iterable[KnownItem], proposals: Sequence[tuple[str, RemapProposal]], *, beside: bool = False
) -> Intake:
    """Hold a scan's proposals against the items there are.

    Args:
        known: of each chunk at least the unsettled item, the newest one, and every rejected one.
        proposals: with the chunk's name as in `known`; a chunk at most once.
        beside: they are no scan's but an audit's: nothing is closed for them, and nothing is asked about a chunk
            that something else is asked about.

    Raises:
        ValueError: two proposals for one chunk.
    """
    past: dict[str, list[KnownItem]] = {}
    for item in sorted(known, key=lambda item: item.number):
        past.setdefault(item.chunk, []).append(item)
    intake = Intake()
    asked: set[str] = set()
    for chunk, proposal in proposals:
        if chunk in asked:
            raise ValueError(f"two proposals for {proposal.chunk_id}")
        asked.add(chunk)
        earlier = past.get(chunk, [])
        other = _unsettled(earlier)
        if beside and other is not None and other.answer is not Answer.REJECT and other.key != proposal.content_key:
            intake.held += 1
            continue
        _take_in(intake, earlier, proposal)
    for chunk, earlier in () if beside else past.items():
        unsettled = _unsettled(earlier)
        if unsettled is not None and unsettled.key.startswith(AUDIT_CAUSE):
            continue  # a scan sees where chunks are, not whether their grades are right
        # A "no" costs nothing while nothing is asked, and has to be there when it is asked again.
        if chunk not in asked and unsettled is not None and unsettled.answer is not Answer.REJECT:
            intake.close.append((unsettled, "nothing is asked about this chunk any more"))
    return intake


def _take_in(intake: Intake, earlier: list[KnownItem], proposal: RemapProposal) -> None:
    key = proposal.content_key
    unsettled = _unsettled(earlier)
    if unsettled is not None and unsettled.key == key:
        if unsettled.state in OPEN_STATES:
            intake.refresh.append((unsettled, proposal))
        else:
            intake.held += 1
        return
    if unsettled is not None:
        intake.close.append((unsettled, "the code or the proposal changed"))
    rejected = next((item for item in reversed(earlier) if item.key == key and item.answer is Answer.REJECT), None)
    newest = earlier[-1] if earlier else None
    stands = rejected or (newest if newest is not None and _was_answered(newest) and newest.key == key else None)
    if stands is not None:
        if stands.state is ItemState.SUPERSEDED:
            intake.reinstate.append(stands)
        intake.held += 1
        return
    before = unsettled or (newest if newest is not None and newest.state is ItemState.SUPERSEDED else None)
    intake.ask.append((proposal, before.number if before is not None else None))


def _unsettled(items: list[KnownItem]) -> KnownItem | None:
    return next((item for item in items if item.state in UNSETTLED_STATES), None)


def _was_answered(item: KnownItem) -> bool:
    """Superseded after an answer. An applied one is done: if its question returns, the gold file was put back."""
    return item.state is ItemState.SUPERSEDED and item.answer not in {None, Answer.DEFER}
