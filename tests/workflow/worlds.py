"""Everything a use case touches, in memory, kept over calls as disks keep it."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime

from goldkeeper.model.scans import ScanReport
from goldkeeper.wiring import make_chunker
from goldkeeper.workflow.code import Code, GoldFileHistory, GoldPlace
from goldkeeper.workflow.scan import scan
from tests.builders import NOON
from tests.fakes import (
    DictTree,
    FakeHistory,
    InMemoryAnchors,
    InMemoryCache,
    InMemoryGold,
    InMemoryJournal,
    InMemoryQueue,
)
from tests.projects import CODE, GOLD


class Killed(BaseException):
    """The process ends here."""


@dataclass
class World:
    """A gold set, its code and its queue; `head` goes before the history's newest commit."""

    history: FakeHistory | None
    gold: InMemoryGold = field(default_factory=lambda: InMemoryGold(GOLD.encode()))
    anchors: InMemoryAnchors = field(default_factory=InMemoryAnchors)
    queue: InMemoryQueue = field(default_factory=InMemoryQueue)
    cache: InMemoryCache = field(default_factory=InMemoryCache)
    journal: InMemoryJournal = field(default_factory=InMemoryJournal)
    head: DictTree | None = None

    @property
    def place(self) -> GoldPlace:
        past = None
        if self.history is not None:
            past = GoldFileHistory(self.history, "gold.jsonl", self.history.head, same_repository=True)
        return GoldPlace(self.gold, self.anchors, past)

    @property
    def code(self) -> Code:
        if self.history is None:
            return Code(None, self.head or DictTree(CODE), None, make_chunker(), self.cache)
        head = self.head or self.history.tree(self.history.head)
        return Code(self.history, head, self.history.head, make_chunker(), self.cache)

    def scan(self, confirm: Callable[[datetime], None] | None = None) -> ScanReport:
        return scan(self.place, self.code, self.queue, repository="shop", clock=lambda: NOON, confirm=confirm)
