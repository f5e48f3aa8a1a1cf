"""The queue as one judge sees it, for every face that lists or shows questions.

A judge must not learn the answer before giving one. So a question whose answer is known is shown as it is asked of this
judge, its history without what would tell; and where several judges have to agree, nobody reads in the history of an
open question what another said of it, even if it was decided once and taken back.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from goldkeeper.model.known_answers import KnownKind
from goldkeeper.model.reviews import OPEN_STATES, UNSETTLED_STATES, Answer, Decision, ItemState, LogLine, ReviewItem
from goldkeeper.ports import ReviewQueue
from goldkeeper.workflow.knowing import KnownQuestions, Mixed

ANSWERED = "answered"  # what the history says of an answer that must not be read yet
_TELLING = frozenset(answer.value for answer in Answer if answer not in {Answer.UNSURE, Answer.DEFER})
_HARMLESS = frozenset({"asked", "reworded"})


@dataclass(frozen=True, slots=True)
class SeenQueue:
    """A judge before a queue; reads it anew each time.

    Attributes:
        known: questions whose answer is known; None where none are mixed in.
    """

    queue: ReviewQueue
    judge: str
    known: KnownQuestions | None = None

    def mixed(self, opinions: Mapping[int, Sequence[Decision]] | None = None) -> Mixed:
        """What waits or is decided, with the questions of this judge whose answer is known."""
        items = self.queue.items(UNSETTLED_STATES)
        if self.known is None:
            return Mixed(items, {})
        return self.known.mix(items, self.judge, self.queue.opinions() if opinions is None else opinions)

    def items(self, states: Iterable[ItemState] | None = None) -> tuple[ReviewItem, ...]:
        """Items by number, of the given states or of all; the state is the one that this judge sees."""
        if self.known is None:
            return self.queue.items(states)
        wanted = frozenset(ItemState if states is None else states)
        settled = self.queue.items(wanted - UNSETTLED_STATES) if wanted - UNSETTLED_STATES else ()
        unsettled = [item for item in self.mixed().items if item.state in wanted]
        return tuple(sorted([*settled, *unsettled], key=lambda item: item.number))

    def item(self, number: int) -> ReviewItem:
        """One item; raises UnknownItem."""
        item = self.queue.item(number)
        if self.known is None or item.state not in UNSETTLED_STATES:
            return item
        return next((one for one in self.mixed().items if one.number == number), item)

    def known_kinds(self) -> Mapping[int, tuple[KnownKind, ReviewItem]]:
        """By number, of the questions of this judge whose answer is known, which kind and the question as it is."""
        return self.mixed().known

    def log(self, item: ReviewItem) -> tuple[LogLine, ...]:
        """What this judge may read of what happened to an item, as they see it; oldest first."""
        lines = self.queue.log(item.number)
        if item.state not in OPEN_STATES:
            return lines
        if self.known is not None and item != self.queue.item(item.number):
            return tuple(
                line for line in lines if line[2] in _HARMLESS or (line[2] == "note" and line[1] == self.judge)
            )
        return tuple(map(self._blind, lines)) if self.queue.judges > 1 else lines

    def before(self, item: ReviewItem) -> ReviewItem | None:
        """The item whose place it took; what was said to that is not shown where several judges answer unseen."""
        if item.supersedes is None:
            return None
        before = self.queue.item(item.supersedes)
        return replace(before, decision=None) if self.queue.judges > 1 and item.state in OPEN_STATES else before

    def recent(self, most: int) -> tuple[tuple[int, *LogLine], ...]:
        """What this judge may read of what happened last to any item, with its number; newest first."""
        lines = self.queue.recent(most)
        if self.known is None and self.queue.judges == 1:
            return lines
        kept = {number: frozenset(self.log(self.item(number))) for number in {line[0] for line in lines}}
        shown = ((line[0], form) for line in lines for form in (line[1:], self._blind(line[1:])))
        return tuple({(number, *form): None for number, form in shown if form in kept[number]})

    def _blind(self, line: LogLine) -> LogLine:
        at, who, what, _ = line
        if who == self.judge or what not in _TELLING | {"undo"}:
            return line
        return (at, who, what, "") if what == "undo" else (at, who, ANSWERED, "")
