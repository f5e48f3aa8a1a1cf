"""The queue of questions that wait for people."""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from goldkeeper.model.proposals import RemapProposal
from goldkeeper.model.reviews import Decision, ItemState, LogLine, ReviewItem


@dataclass(frozen=True, slots=True)
class QueueChange:
    """What taking in a scan did to the queue, as item numbers; `held` counts proposals not asked again."""

    added: tuple[int, ...]
    unchanged: tuple[int, ...]
    superseded: tuple[int, ...]
    held: int


class Answers(Protocol):
    """Where a judge's answers go."""

    def together(self) -> AbstractContextManager[None]:
        """Within it this thread's answers are written at once, all of them or, on an error that leaves it, none.

        One that is refused is undone alone. Nobody else can answer meanwhile, so nothing slow belongs in it.
        """

    def decide(self, decision: Decision, *, expected: str) -> ReviewItem:
        """Record an answer on an open item whose proposal's content key is `expected`.

        Where several judges have to agree, the item stays open until they do.
        """

    def undo(self, number: int, *, judge: str, now: datetime) -> ReviewItem:
        """Take a decision back that is not applied yet; the item waits again."""

    def supersede(self, number: int, *, expected: str, reason: str, now: datetime) -> None:
        """Close an open item whose proposal's content key is `expected` and that no longer fits the code."""


class ReviewQueue(Answers, Protocol):
    """Questions waiting for people; every change of state is one statement that names the state it leaves."""

    def add(self, proposals: Sequence[RemapProposal], *, scan: str, now: datetime) -> QueueChange:
        """Take in a scan's proposals: the same once, changed ones superseding, rejected ones not again.

        Waiting items whose chunk has no proposal in this scan any more are superseded too.
        """

    def ask_beside(self, proposals: Sequence[RemapProposal], *, who: str, now: datetime) -> QueueChange:
        """Ask what no scan asks (an audit does), the same once, and leave all else as it is.

        A chunk about which something else is asked or decided is held; so is what was rejected before. The next
        scan leaves these items alone unless it has to ask about the same chunk.
        """

    @property
    def judges(self) -> int:
        """How many have to give the same answer before it stands."""

    def items(self, states: Iterable[ItemState] | None = None) -> tuple[ReviewItem, ...]:
        """Items by number."""

    def item(self, number: int) -> ReviewItem:
        """One item; raises UnknownItem."""

    def opinions(self) -> Mapping[int, tuple[Decision, ...]]:
        """What was said of items that are still open, by item and in the order it was said."""

    def note(self, number: int, text: str, *, who: str, now: datetime) -> None:
        """Write something beside an item, whatever its state; it stands in its log as `note`."""

    def mark_applied(self, numbers: Sequence[int], *, now: datetime) -> None:
        """The decisions are in the gold file."""

    def log(self, number: int) -> tuple[LogLine, ...]:
        """Everything that happened to an item: when, who, what, why; oldest first."""

    def ever(self, what: str) -> frozenset[int]:
        """Numbers of the items to which something of that name (`undo`, …) ever happened."""

    def recent(self, most: int) -> tuple[tuple[int, *LogLine], ...]:
        """What happened last to any item: which, when, who, what, why; newest first."""

    def newest_event(self) -> int:
        """Grows with everything that happens to an item; 0 where nothing ever did."""
