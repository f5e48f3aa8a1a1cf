"""The cards of a large queue, made once for all who look at the same moment.

Ordering two thousand questions by what hangs on them takes a tenth of a second, and twenty judges change the queue
twenty times in that time. So the cards of a large queue may be a moment old, less what was answered since; a
small queue is ordered anew after every change. An answer is never decided by them: it brings along what was shown.
"""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from goldkeeper.adjudication.cards import Card
from goldkeeper.model.reviews import OPEN_STATES
from goldkeeper.wiring import Keeper
from goldkeeper.workflow.desk import ReviewDesk
from goldkeeper.workflow.status import Status

LARGE = 400  # questions; fewer are ordered in the time that a page takes anyway
MAY_BE_OLD_SECONDS = 2.0
MOST_KEPT = 64  # judges with opinions of their own


@dataclass(frozen=True, slots=True)
class _Held:
    seen: str
    cards: tuple[Card, ...]
    at: float

    @property
    def is_large(self) -> bool:
        return sum(len(card.members) for card in self.cards) >= LARGE


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
        self._standing: tuple[str, Status] | None = None

    def cards(self, desk: ReviewDesk, judge: str, state: str) -> tuple[Card, ...]:
        """The cards in the order of work; see `ReviewDesk.cards`.

        Args:
            desk: whose queue it is.
            judge: for whom.
            state: names the project's state; empty where it can't be named, and the cards are made anew.
        """
        if not state:
            return desk.cards(judge)
        whose = judge if desk.is_personal else ""
        seen = f"{state} {desk.mark}"
        held = self._held.get(whose)
        if held is not None and (held.seen == seen or self._will_do(held, state)):
            return held.cards if held.seen == seen else _without_answered(held.cards, desk)
        with self._lock:
            making = self._making.setdefault(whose, threading.Lock())
        with making:
            held = self._held.get(whose)  # somebody may have made them while we waited
            if held is None or held.seen != seen:
                if held is not None and self._will_do(held, state):
                    return _without_answered(held.cards, desk)
                held = _Held(seen, desk.cards(judge), self._seconds())
                if len(self._held) >= MOST_KEPT:
                    self._held.clear()
                self._held[whose] = held
            return held.cards

    def standing(self, keeper: Keeper, state: str) -> Status:
        """How fresh the last scan is, read once for each scan and state; its report is large."""
        seen = f"{state} {_changed(keeper.memory.file)}"
        held = self._standing
        if not state or held is None or held[0] != seen:
            held = self._standing = (seen, keeper.status())
        return held[1]

    def _will_do(self, held: _Held, state: str) -> bool:
        young = self._seconds() - held.at < MAY_BE_OLD_SECONDS
        return young and held.is_large and held.seen.startswith(f"{state} ")


def _without_answered(cards: tuple[Card, ...], desk: ReviewDesk) -> tuple[Card, ...]:
    """Cards without the questions that were answered since they were made; those that are done go to the end."""
    waiting = {item.number for item in desk.world.queue.items(OPEN_STATES)}
    left: list[Card] = []
    done: list[Card] = []
    for card in cards:
        members = tuple(member for member in card.members if member.number in waiting)
        kept = card if len(members) == len(card.members) else replace(card, members=members)
        (left if members or not card.members else done).append(kept)
    settled = [card for card in left if not card.members]
    return (*(card for card in left if card.members), *done, *settled)


def _changed(file: Path) -> str:
    try:
        told = file.stat()
    except OSError:
        return "none"
    return f"{told.st_mtime_ns}-{told.st_size}-{told.st_ino}"
