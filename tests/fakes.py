"""Stand-ins for the ports: plain, in memory, and held to the same contract as the real ones."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime

from goldkeeper.model.errors import ItemNotOpen, TargetMoved, UnknownItem
from goldkeeper.model.proposals import RemapProposal
from goldkeeper.model.reviews import Answer, Decision, ItemState, ReviewItem
from goldkeeper.ports import QueueChange

OPEN = (ItemState.WAITING, ItemState.DEFERRED)
UNSETTLED = (*OPEN, ItemState.DECIDED)


class InMemoryQueue:
    """A review queue in two lists; shares no rule with the real one, so that each checks the other."""

    def __init__(self) -> None:
        self._items: list[ReviewItem] = []
        self._causes: list[str] = []
        self._events: list[tuple[int, datetime, str, str, str]] = []

    def add(self, proposals: Sequence[RemapProposal], *, scan: str, now: datetime) -> QueueChange:
        added: list[int] = []
        unchanged: list[int] = []
        superseded: list[int] = []
        held = 0
        who = f"scan {scan}"
        if len({proposal.chunk_id for proposal in proposals}) < len(proposals):
            raise ValueError("two proposals for one chunk")
        for proposal in proposals:
            group = self._group(proposal.cause.key)
            past = [item for item in self._items if item.proposal.chunk_id == proposal.chunk_id]
            current = next((item for item in past if item.state in UNSETTLED), None)
            same = [item for item in past if item.proposal.content_key == proposal.content_key]
            if current in same and current is not None:
                if current.state is ItemState.DECIDED:
                    held += 1
                else:
                    unchanged.append(current.number)
                    self._put(replace(current, proposal=proposal, group=group))
                continue
            if current is not None:
                self._change(current.number, UNSETTLED, ItemState.SUPERSEDED)
                self._tell(current.number, now, who, "superseded", "the code or the proposal changed")
                superseded.append(current.number)
            no = [item for item in same if item.decision and item.decision.answer is Answer.REJECT]
            answered = [
                item
                for item in same
                if item is past[-1]
                and item.state is ItemState.SUPERSEDED
                and item.decision is not None
                and item.decision.answer is not Answer.DEFER
            ]
            if no or answered:
                held += 1
                old = (no or answered)[-1]
                if old.state is ItemState.SUPERSEDED:
                    self._change(old.number, (ItemState.SUPERSEDED,), ItemState.DECIDED)
                    self._tell(old.number, now, who, "reinstated", "the question is the one that was answered before")
                continue
            before = current or (past[-1] if past and past[-1].state is ItemState.SUPERSEDED else None)
            number = len(self._items) + 1
            self._items.append(
                ReviewItem(number, group, ItemState.WAITING, proposal, now, None, before.number if before else None)
            )
            self._tell(number, now, who, "asked", proposal.cause.sentence)
            added.append(number)
        asked = {proposal.chunk_id for proposal in proposals}
        for item in tuple(self._items):
            turned_down = item.decision is not None and item.decision.answer is Answer.REJECT
            if item.state in UNSETTLED and item.proposal.chunk_id not in asked and not turned_down:
                self._change(item.number, UNSETTLED, ItemState.SUPERSEDED)
                self._tell(item.number, now, who, "superseded", "nothing is asked about this chunk any more")
                superseded.append(item.number)
        return QueueChange(tuple(added), tuple(sorted(unchanged)), tuple(sorted(superseded)), held)

    def items(self, states: Iterable[ItemState] | None = None) -> tuple[ReviewItem, ...]:
        wanted = set(ItemState if states is None else states)
        return tuple(item for item in self._items if item.state in wanted)

    def item(self, number: int) -> ReviewItem:
        if not 1 <= number <= len(self._items):
            raise UnknownItem("item", str(number))
        return self._items[number - 1]

    def decide(self, decision: Decision, *, expected: str) -> ReviewItem:
        item = self.item(decision.item)
        if item.state in OPEN and item.proposal.content_key != expected:
            raise TargetMoved(item.number, str(item.proposal.chunk_id))
        state = ItemState.DEFERRED if decision.answer is Answer.DEFER else ItemState.DECIDED
        self._change(item.number, OPEN, state)
        self._put(replace(self.item(item.number), decision=decision))
        self._tell(item.number, decision.at, decision.judge, decision.answer.value, decision.reason)
        return self.item(item.number)

    def undo(self, number: int, *, judge: str, now: datetime) -> ReviewItem:
        before = self.item(number).decision
        self._change(number, (ItemState.DECIDED, ItemState.DEFERRED), ItemState.WAITING)
        self._put(replace(self.item(number), decision=None))
        if before is not None:
            self._tell(number, now, judge, "undo", f"{before.answer.value} by {before.judge}")
        return self.item(number)

    def mark_applied(self, numbers: Sequence[int], *, now: datetime) -> None:
        found = [self.item(number) for number in sorted(set(numbers))]
        for item in found:
            if item.state is ItemState.DECIDED:
                self._change(item.number, (ItemState.DECIDED,), ItemState.APPLIED)
                self._tell(item.number, now, "apply", "applied", "")
        for item in found:
            if item.state not in {ItemState.DECIDED, ItemState.APPLIED}:
                raise ItemNotOpen(item.number, item.state.value)

    def supersede(self, number: int, *, reason: str, now: datetime) -> None:
        self._change(number, UNSETTLED, ItemState.SUPERSEDED)
        self._tell(number, now, "goldkeeper", "superseded", reason)

    def log(self, number: int) -> tuple[tuple[datetime, str, str, str], ...]:
        self.item(number)
        return tuple((at, who, what, why) for of, at, who, what, why in self._events if of == number)

    def _group(self, cause: str) -> str:
        if cause not in self._causes:
            self._causes.append(cause)
        return f"g{self._causes.index(cause) + 1}"

    def _change(self, number: int, leaves: Iterable[ItemState], state: ItemState) -> None:
        item = self.item(number)
        if item.state not in set(leaves):
            settled = item.state in {ItemState.DECIDED, ItemState.APPLIED}
            raise ItemNotOpen(number, item.state.value, item.decision.judge if item.decision and settled else "")
        self._put(replace(item, state=state))

    def _put(self, item: ReviewItem) -> None:
        self._items[item.number - 1] = item

    def _tell(self, number: int, now: datetime, who: str, what: str, why: str) -> None:
        self._events.append((number, now, who, what, why))
