"""Where requests get a keeper from.

A keeper looks at one state of the project and stays with it, which is what a request wants; two threads must
not use one at a time. So each request has one of its own, taken from those that earlier ones left and that
still see the project as it is; what they have read and cut of the code is then at hand.
"""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from goldkeeper.model.errors import GoldkeeperError
from goldkeeper.settings import WORK_TREE
from goldkeeper.wiring import Keeper

MOST_KEPT = 8  # each holds a few open files and what it has read of the code


class Office:
    """Keepers for requests, each for one at a time."""

    def __init__(self, open_keeper: Callable[[], Keeper]) -> None:
        """Begin with none.

        Args:
            open_keeper: makes a keeper that has not looked at anything yet.
        """
        self._open = open_keeper
        self._idle: list[tuple[str, Keeper]] = []
        self._lock = threading.Lock()
        self._closed = False

    @contextmanager
    def keeper(self) -> Iterator[Keeper]:
        """A keeper that sees the project as it is now, for one request."""
        keeper, state = self._take()
        try:
            yield keeper
        except BaseException:
            keeper.close()
            raise
        self._leave(keeper, state)

    def close(self) -> None:
        """Close what lies idle; what is in use is closed when it comes back."""
        with self._lock:
            idle, self._idle, self._closed = self._idle, [], True
        for _, keeper in idle:
            keeper.close()

    def _take(self) -> tuple[Keeper, str]:
        fresh = self._open()
        state = state_of(fresh)
        outdated: list[Keeper] = []
        found: Keeper | None = None
        with self._lock:
            while self._idle and found is None:
                known, keeper = self._idle.pop()
                if state and known == state:
                    found = keeper
                else:
                    outdated.append(keeper)
        for keeper in outdated:
            keeper.close()
        return found or fresh, state

    def _leave(self, keeper: Keeper, state: str) -> None:
        if state:
            with self._lock:
                if not self._closed and len(self._idle) < MOST_KEPT:
                    self._idle.append((state, keeper))
                    return
        keeper.close()


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
