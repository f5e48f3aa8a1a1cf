"""The cards of a large queue, made once for all who look at the same moment.

Ordering two thousand questions by what hangs on them takes a tenth of a second, and twenty judges change the queue
twenty times in that time. So the cards of a large queue may be a moment old, less what was answered since; a
small queue is ordered anew after every change. An answer is never decided by them: it brings along what was shown.
"""

import threading
import time
from collections.abc import Callable, Collection
from dataclasses import dataclass, replace

from goldkeeper.adjudication.cards import Card
from goldkeeper.model.reviews import OPEN_STATES
from goldkeeper.web.shelf import Shelf
from goldkeeper.workflow.desk import ReviewDesk

LARGE = 400  # questions; fewer are ordered in the time that a page takes anyway
MAY_BE_OLD_SECONDS = 10.0  # a judge reads two or three questions in that time
MOST_KEPT = 64  # judges with opinions of their own


@dataclass(frozen=True, slots=True)
class _Held:
    """Cards as they were ordered, and the same less what was answered since.

    Attributes:
        seen: names the state and the newest event when they were ordered.
        at: when.
        newest: names what `shelf` is true of.
        numbers: of all open questions of `cards`.
    """

    seen: str
    cards: tuple[Card, ...]
    at: float
    newest: str
    shelf: Shelf
    numbers: frozenset[int]

    @property
    def is_large(self) -> bool:
        return len(self.numbers) >= LARGE


class CardRack:
    """Cards by judge; where nobody's opinion waits for another's, all judges see the same."""

    def __init__(self, seconds: Callable[[], float] = time.monotonic) -> None:
        """Begin empty.

        Args:
            seconds: a clock that only goes forward.
        """
        self._seconds = seconds
        self._held: dict[str, _Held] = {}
        self._making: dict[str, threading.Lock] = {}
        self._lock = threading.Lock()

    def shelf(self, desk: ReviewDesk, judge: str, state: str) -> Shelf:
        """The cards in the order of work; see `ReviewDesk.cards`.

        Args:
            desk: whose queue it is.
            judge: for whom.
            state: names the project's state; empty where it can't be named, and the cards are made anew.
        """
        if not state:
            return Shelf(desk.cards(judge))
        newest = f"{state} {desk.mark}"  # before all else: what happens from now on is seen next time
        whose = judge if desk.is_personal else ""
        found = self._found(desk, whose, newest, state)
        if found is not None:
            return found
        with self._lock:
            making = self._making.setdefault(whose, threading.Lock())
        if not making.acquire(blocking=False):  # somebody orders them anew; older ones do meanwhile
            found = self._found(desk, whose, newest, state, however_old=True)
            if found is not None:
                return found
            making.acquire()
        try:
            found = self._found(desk, whose, newest, state)  # somebody may have made them while we waited
            if found is None:
                cards = desk.cards(judge)
                found = Shelf(cards)
                if len(self._held) >= MOST_KEPT:
                    self._held.clear()
                self._held[whose] = _Held(newest, cards, self._seconds(), newest, found, frozenset(found.order))
            return found
        finally:
            making.release()

    def _found(
        self, desk: ReviewDesk, whose: str, newest: str, state: str, *, however_old: bool = False
    ) -> Shelf | None:
        """Cards that will do; None where they have to be ordered anew."""
        held = self._held.get(whose)
        if held is None:
            return None
        if held.seen == newest:
            return held.shelf if held.newest == newest else Shelf(held.cards)
        young = however_old or self._seconds() - held.at < MAY_BE_OLD_SECONDS
        if not (young and held.is_large and held.seen.startswith(f"{state} ")):
            return None
        if held.newest == newest:
            return held.shelf
        waiting = {item.number for item in desk.world.queue.items(OPEN_STATES)}
        if not whose and not waiting <= held.numbers:  # something was taken back, or is asked since
            return None
        shelf = Shelf(_without_answered(held.cards, waiting))
        self._held[whose] = replace(held, newest=newest, shelf=shelf)
        return shelf


def _without_answered(cards: tuple[Card, ...], waiting: Collection[int]) -> tuple[Card, ...]:
    """Cards without the questions that were answered since they were made; those that are done go to the end."""
    left: list[Card] = []
    done: list[Card] = []
    for card in cards:
        members = tuple(member for member in card.members if member.number in waiting)
        kept = card if len(members) == len(card.members) else replace(card, members=members)
        (left if members or not card.members else done).append(kept)
    settled = [card for card in left if not card.members]
    return (*(card for card in left if card.members), *done, *settled)
