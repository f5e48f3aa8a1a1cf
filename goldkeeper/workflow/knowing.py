"""Questions whose right answer is known, as the desk mixes them in among the others.

They are questions of the queue in other clothes, under their own numbers and in their own groups, so that nothing
tells them apart. What is said to them goes into a book of its own. Only where a judge named the right chunk is the
question itself answered with it; else it comes back as it is, when the judge has nothing else to do.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from datetime import datetime

from goldkeeper.adjudication.known import agreed, is_drawn, is_right, names_alone, swapped
from goldkeeper.model.known_answers import KnownAnswer, KnownKind
from goldkeeper.model.reviews import OPEN_STATES, Answer, Decision, ItemState, ReviewItem
from goldkeeper.ports import KnownBook


@dataclass(frozen=True, slots=True)
class Mixed:
    """The queue as one judge sees it.

    Attributes:
        items: in the order given.
        known: by number, of the questions whose right answer is known, which kind and the question as it is.
        answered: numbers of those that this judge answered and that are shown as answered.
    """

    items: tuple[ReviewItem, ...]
    known: Mapping[int, tuple[KnownKind, ReviewItem]]
    answered: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class KnownQuestions:
    """The share that is mixed in, and the book in which the answers are kept.

    Attributes:
        share: 0..1, of the questions whose answer is known; 0 mixes none in.
        seed: of the drawing; the gold set's name.
    """

    book: KnownBook
    share: float
    seed: str

    def mix(self, items: Sequence[ReviewItem], judge: str, opinions: Mapping[int, Sequence[Decision]]) -> Mixed:
        """The queue as a judge sees it.

        Args:
            items: all that are open or decided.
            judge: who looks.
            opinions: what was said of open items; who spoke of one has seen it as it is.
        """
        if self.share <= 0 or not judge:
            return Mixed(tuple(items), {})
        given = {one.item: one for one in self.book.answers(judge)}
        spoke = {number for number, said in opinions.items() if any(one.judge == judge for one in said)}
        by_group: dict[str, list[ReviewItem]] = defaultdict(list)
        for item in items:
            by_group[item.group].append(item)
        known: dict[int, tuple[KnownKind, ReviewItem]] = {}
        shown: dict[int, ReviewItem] = {}
        for item in items:
            if item.number in given or item.number in spoke:
                continue
            if not is_drawn(item, judge=judge, seed=self.seed, share=self.share):
                continue
            for kind, dressed in (
                (KnownKind.SWAPPED, swapped(item, by_group[item.group])),
                (KnownKind.AGREED, agreed(item, judge)),
            ):
                if dressed is not None:
                    known[item.number], shown[item.number] = (kind, item), dressed
        returned = {number for number in given if given[number].kind is KnownKind.SWAPPED}
        waiting = [item for item in items if item.state in OPEN_STATES]
        busy = bool(known) or any(item.number not in returned and item.number not in spoke for item in waiting)
        answered: set[int] = set()
        for item in waiting if busy else ():
            if item.number in returned:
                shown[item.number] = _as_answered(item, given[item.number].decision)
                answered.add(item.number)
        return Mixed(tuple(shown.get(item.number, item) for item in items), known, frozenset(answered))

    def hear(self, kind: KnownKind, item: ReviewItem, said: Decision) -> Decision | None:
        """Keep what was said to one.

        Args:
            kind: what was shown.
            item: the question as it is.
            said: the answer to what was shown.

        Returns:
            What answers the question itself: the right chunk was named, or nothing was said of any.
        """
        self.book.keep(KnownAnswer(kind, said, is_right(kind, item, said)))
        if kind is KnownKind.AGREED:
            return None
        right = names_alone(said, item.proposal.match.candidates[0].chunk_id)
        return said if right or said.answer in {Answer.DEFER, Answer.UNSURE} else None

    def said_since(self, judge: str, since: datetime | None) -> set[int]:
        """Numbers of those that a judge answered since a moment, or ever."""
        return {one.item for one in self.book.answers(judge) if since is None or one.at >= since}


class Catcher:
    """Takes an answer to what was shown, and hands it back; `ports.Answers`."""

    def __init__(self, items: Iterable[ReviewItem]) -> None:
        self._items = {item.number: item for item in items}

    def together(self) -> AbstractContextManager[None]:
        """Nothing is written."""
        return nullcontext()

    def decide(self, decision: Decision, *, expected: str) -> ReviewItem:
        """The question as answered."""
        item = self._items[decision.item]
        assert item.proposal.content_key == expected  # it was looked at a moment ago
        return _as_answered(item, decision)

    def undo(self, number: int, *, judge: str, now: datetime) -> ReviewItem:
        """Nothing was decided."""
        del judge, now
        return self._items[number]

    def supersede(self, number: int, *, expected: str, reason: str, now: datetime) -> None:
        """A question in other clothes is not closed."""


def _as_answered(item: ReviewItem, said: Decision) -> ReviewItem:
    if said.answer is Answer.UNSURE:
        return item
    state = ItemState.DEFERRED if said.answer is Answer.DEFER else ItemState.DECIDED
    return replace(item, state=state, decision=said)
