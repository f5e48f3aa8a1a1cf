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
from goldkeeper.model.gold import GoldSet
from goldkeeper.settings import WORK_TREE
from goldkeeper.stores.ref_stamp import RefStamp
from goldkeeper.web.card_rack import CardRack
from goldkeeper.web.kept import Kept, stamp_of
from goldkeeper.web.shelf import Shelf
from goldkeeper.wiring import Keeper
from goldkeeper.wiring.desk import ProjectSurroundings, make_looks
from goldkeeper.workflow.desk import ReviewDesk
from goldkeeper.workflow.looks import Looks
from goldkeeper.workflow.status import Status

HEAD = "HEAD"
MOST_KEPT = 8  # each holds a few open files and what it has read of the code


@dataclass(frozen=True, slots=True)
class Workplace:
    """A keeper with its desk; `state` names what they see, empty where that may change at any time."""

    keeper: Keeper
    desk: ReviewDesk
    state: str
    rack: CardRack
    kept: Kept

    def standing(self) -> Status:
        """How fresh the last scan is, read once for each scan and state; its report is large."""
        if not self.state:
            return self.keeper.status()
        return self.kept.of("standing", f"{self.state} {self.scan_stamp}", self.keeper.status)

    @property
    def scan_stamp(self) -> str:
        """Changes with every scan."""
        return stamp_of(self.keeper.memory.file)

    def shelf(self, judge: str) -> Shelf:
        """What waits, one card a cause, in the order of work; of a large queue perhaps a moment old."""
        return self.rack.shelf(self.desk, judge, self.state)


class _OneState(ProjectSurroundings):
    """The surroundings of a desk that serves one request at a time: the office has looked, and what it saw holds."""

    def __init__(self, keeper: Keeper, state: str, kept: Kept) -> None:
        """Look through a keeper.

        Args:
            keeper: sees one state of the project.
            state: names it, the gold file included; empty where it can't be named.
            kept: what those who see the same state share.
        """
        super().__init__(keeper)
        self._state, self._kept = state, kept

    def gold_set(self) -> GoldSet:
        """The gold file, read once for all who see it so: reading two thousand pairs takes longer than a page."""
        return self._kept.of("gold", self._state, super().gold_set) if self._state else super().gold_set()

    def look_anew(self) -> None:
        """Stay with the state that the request began with."""


class Office:
    """Keepers for requests, each for one at a time."""

    def __init__(self, open_keeper: Callable[[], Keeper]) -> None:
        """Begin with none.

        Args:
            open_keeper: makes a keeper that has not looked at anything yet.
        """
        self._open = open_keeper
        self._stamp: RefStamp | None = None
        self._root: Keeper | None = None  # whose database and queue all others use
        self.rack, self.kept = CardRack(), Kept()
        self._looks: Looks | None = None  # shared, as all desks use one queue
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

    @property
    def gold(self) -> str:
        """The gold set's name; empty before the first request."""
        return self._root.scope if self._root is not None else ""

    def warm_up(self) -> None:
        """Read queue, report and one question before judges wait for it; what stands in the way is told to them."""
        with suppress(GoldkeeperError), self.workplace() as place:
            lines = place.shelf("").lines
            place.standing()
            if lines.start is not None:
                place.desk.page(lines.start, "")

    def close(self) -> None:
        """Close what lies idle; what is in use is closed when it comes back."""
        with self._lock:
            idle, self._idle, self._closed = self._idle, [], True
        for place in idle:
            place.keeper.close()
        if self._root is not None:
            self._root.close()

    def _take(self) -> Workplace:
        fresh = self._open()
        with self._lock:
            if self._root is None:
                self._root = self._open()
                self._looks = make_looks(self._root)
            fresh.share_queue(self._root)
        state = self._state_of(fresh)
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
            return Workplace(
                fresh, ReviewDesk(_OneState(fresh, state, self.kept), self._looks), state, self.rack, self.kept
            )
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

    def _state_of(self, keeper: Keeper) -> str:
        """Names what a keeper would see, without looking at files one by one; empty where that takes a look.

        Files on disk change without a word, so that a keeper of the work tree serves one request.
        """
        with suppress(GoldkeeperError, OSError):
            if keeper.history is None or keeper.revision == WORK_TREE:
                return ""
            if keeper.revision != HEAD:
                head = str(keeper.history.resolve(keeper.named_revision()))
            else:
                if self._stamp is None:
                    self._stamp = RefStamp(keeper.history)
                head = self._stamp.now()
            gold = keeper.gold_path.stat()
            return f"{head} {gold.st_mtime_ns} {gold.st_size} {gold.st_ino}" if head else ""
        return ""
