"""A thread that does for one project what may take time, one thing after the other, away from the daemon's own.

A database that is locked answers after half a minute, a mount that hangs never. The daemon goes on
meanwhile, and so do the other projects, which have threads of their own.
"""

import queue
import threading
from collections.abc import Callable

Post = Callable[[Callable[[], None]], None]  # hand a call to the daemon's thread


class SideThread:
    """One project's thread; it ends with the process, whatever it waits for."""

    def __init__(self, name: str, post: Post) -> None:
        self._post = post
        self._work: queue.SimpleQueue[tuple[Callable[[], object], Callable[[object], None]] | None]
        self._work = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name=f"beside {name}", daemon=True)
        self._thread.start()

    def ask(self, work: Callable[[], object], answer: Callable[[object], None]) -> None:
        """Do it here; the answer, a result or the exception, is called in the daemon's thread."""
        self._work.put((work, answer))

    def close(self, seconds: float) -> bool:
        """Let it finish what was asked; False when that took longer than it may."""
        self._work.put(None)
        self._thread.join(seconds)
        return not self._thread.is_alive()

    def _run(self) -> None:
        while (asked := self._work.get()) is not None:
            work, answer = asked
            found: object
            try:
                found = work()
            except Exception as problem:  # noqa: BLE001 - the daemon decides what it means
                found = problem
            self._post(lambda answer=answer, found=found: answer(found))  # type: ignore[misc]  # bound now, called later
