"""What a project needs of the daemon, and how it asks."""

from collections.abc import Callable
from dataclasses import dataclass

from goldkeeper.daemon.clocks import Clocks
from goldkeeper.daemon.orders import Order, Outcome
from goldkeeper.daemon.workers import Worker
from goldkeeper.model.happenings import Happening

Answer = Callable[[object], None]  # takes a result, or the exception in its place


@dataclass(frozen=True, slots=True)
class Care:
    """What a project needs of the daemon.

    Attributes:
        ask: do something that may take time, elsewhere; the answer comes later, in the daemon's thread.
        start: a worker for an order; its outcome comes later, in the daemon's thread.
        tell: a happening.
    """

    clocks: Clocks
    ask: Callable[[Callable[[], object], Answer], None]
    start: Callable[[Order, Callable[[Outcome], None], float], Worker]
    tell: Callable[[Happening], None]


class Questions:
    """Asks a question once until it is answered: a disk that hangs is not asked every second."""

    def __init__(self, care: Care) -> None:
        self._care = care
        self._open: set[str] = set()

    def is_open(self, question: str) -> bool:
        """Whether its answer has not come yet."""
        return question in self._open

    def ask(self, question: str, work: Callable[[], object], answer: Answer) -> None:
        """Ask, unless the same question is still open."""
        if question in self._open:
            return
        self._open.add(question)

        def answered(found: object) -> None:
            self._open.discard(question)
            answer(found)

        self._care.ask(work, answered)
