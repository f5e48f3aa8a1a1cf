"""A review desk over stand-ins: a queue in memory, and code that is a dictionary of chunks."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from datetime import datetime

from goldkeeper.model.chunks import Chunk, ChunkId, CommitId, Span
from goldkeeper.model.gold import GoldSet
from goldkeeper.model.proposals import RemapProposal
from goldkeeper.ports import LookBook, ReviewQueue
from goldkeeper.workflow.desk import ReviewDesk
from goldkeeper.workflow.knowing import KnownQuestions
from tests.builders import NOON, a_gold_set
from tests.fakes import InMemoryQueue


class FakeWorld:
    """The code as it is now, by ID, and what was judged."""

    def __init__(
        self,
        proposals: Sequence[RemapProposal],
        chunks: Iterable[Chunk] = (),
        *,
        queue: ReviewQueue | None = None,
        judged: Mapping[str, str] | None = None,
        remote: str = "",
    ) -> None:
        self.queue: ReviewQueue = queue if queue is not None else InMemoryQueue()
        self.clock: Callable[[], datetime] = lambda: NOON
        self.now = {chunk.id: chunk for chunk in chunks}
        self.judged = dict(judged or {})
        self.looks = 0
        self.held: Collection[ChunkId] = ()
        self.known: KnownQuestions | None = None
        self.look_book: LookBook | None = None
        self.renewed: list[ChunkId] = []
        self.remote = remote
        self.queue.add(proposals, scan="s1", now=NOON)
        self._gold = a_gold_set(*(pair for one in proposals for pair in one.pairs))

    def gold_set(self) -> GoldSet:
        return self._gold

    def holding(self) -> Collection[ChunkId]:
        return self.held

    def look_anew(self) -> None:
        self.looks += 1

    def prepare(self, chunk_ids: Sequence[ChunkId]) -> None:
        pass

    def chunk(self, chunk_id: ChunkId) -> Chunk | None:
        return self.now.get(chunk_id)

    def chunks(self) -> Iterable[Chunk]:
        return self.now.values()

    def judged_text(self, proposal: RemapProposal) -> str | None:
        return self.judged.get(str(proposal.chunk_id), getattr(proposal.drift.anchor, "text", None))

    def renew(self, chunk_ids: Sequence[ChunkId]) -> Mapping[ChunkId, int]:
        self.renewed += chunk_ids
        return {}

    def url(self, commit: CommitId | None, path: str = "", span: Span | None = None) -> str | None:
        return f"{self.remote}/{commit}/{path}#{span}" if self.remote and commit else None


def a_desk(world: FakeWorld) -> ReviewDesk:
    return ReviewDesk(world)
