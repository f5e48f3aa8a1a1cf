"""Where requests get a keeper and its desk from.

A keeper looks at one state of the project and stays with it, which is what a request wants; two threads must
not use one at a time. So each request has one of its own, taken from those that earlier ones left and that
still see the project as it is; what they have read and cut of the code is then at hand.
"""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass

from goldkeeper.model.errors import GoldkeeperError
from goldkeeper.settings import WORK_TREE
from goldkeeper.wiring import Keeper
from goldkeeper.wiring.desk import make_desk
from goldkeeper.workflow.desk import ReviewDesk

MOST_KEPT = 8  # each holds a few open files and what it has read of the code


@dataclass(frozen=True, slots=True)
class Workplace:
    """A keeper with its desk; `state` names what they see, empty where that may change at any time."""

    keeper: Keeper
    desk: ReviewDesk
    state: str


class Office:
    """Keepers for requests, each for one at a time."""

    def __init__(self, open_keeper: Callable[[], Keeper]) -> None:
        """Begin with none.

        Args:
            open_keeper: makes a keeper that has not looked at anything yet.
        """
        self._open = open_keeper
        self._idle: list[Workplace] = []
        self._lock = threading.Lock()
        self._closed = False

    @contextmanager
    def workplace(self) -> Iterator[Workplace]:
        """A keeper that sees the project as it is now, with its desk, for one request."""
        place = self._take()
        try:
            yield place
        except BaseException:
            place.keeper.close()
            raise
        self._leave(place)

    def close(self) -> None:
        """Close what lies idle; what is in use is closed when it comes back."""
        with self._lock:
            idle, self._idle, self._closed = self._idle, [], True
        for place in idle:
            place.keeper.close()

    def _take(self) -> Workplace:
        fresh = self._open()
        state = state_of(fresh)
        outdated: list[Workplace] = []
        found: Workplace | None = None
        with self._lock:
            while self._idle and found is None:
                place = self._idle.pop()
                if state and place.state == state:
                    found = place
                else:
                    outdated.append(place)
        for place in outdated:
            place.keeper.close()
        if found is not None:
            fresh.close()
            return found
        try:
            return Workplace(fresh, make_desk(fresh), state)
        except BaseException:
            fresh.close()
            raise

    def _leave(self, place: Workplace) -> None:
        if place.state:
            with self._lock:
                if not self._closed and len(self._idle) < MOST_KEPT:
                    self._idle.append(place)
                    return
        place.keeper.close()


def state_of(keeper: Keeper) -> str:
    """Names what a keeper would see, without looking at files one by one; empty where that takes a look.

    Files on disk change without a word, so that a keeper of the work tree serves one request.
    """
    with suppress(GoldkeeperError, OSError):
        if keeper.history is None or keeper.revision == WORK_TREE:
            return ""
        gold = keeper.gold_path.stat()
        return f"{keeper.head_commit} {gold.st_mtime_ns} {gold.st_size} {gold.st_ino}"
    return ""
