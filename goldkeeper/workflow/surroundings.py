"""What a review desk asks of the world."""

from collections.abc import Collection, Iterable, Sequence
from typing import Protocol

from goldkeeper.model.chunks import Chunk, ChunkId
from goldkeeper.model.gold import GoldSet
from goldkeeper.ports import Clock, LookBook, ReviewQueue
from goldkeeper.workflow.knowing import KnownQuestions
from goldkeeper.workflow.pages import CodeView
from goldkeeper.workflow.wishes import Renew, Sitting


class Surroundings(CodeView, Protocol):
    """What the desk asks of the world; safe to be asked by several threads."""

    @property
    def queue(self) -> ReviewQueue:
        """The questions."""

    @property
    def clock(self) -> Clock:
        """Now."""

    def gold_set(self) -> GoldSet:
        """The gold file as it lies there."""

    def chunks(self) -> Iterable[Chunk]:
        """Every chunk of the code as it is now."""

    def holding(self) -> Collection[ChunkId]:
        """Gold chunks that hold back a release."""

    def look_anew(self) -> None:
        """Find out whether the code moved on, and forget what was seen of it if so."""

    def prepare(self, chunk_ids: Sequence[ChunkId]) -> None:
        """Read the files of these chunks at once; they are asked for next."""

    @property
    def known(self) -> KnownQuestions | None:
        """Questions whose right answer is known; None where none are mixed in."""

    @property
    def look_book(self) -> LookBook | None:
        """Keeps which questions judges had before them; None where nothing outlives the process."""

    @property
    def renew(self) -> Renew:
        """Scans anew; see `wishes.Sitting`."""


def sitting_of(world: Surroundings, judge: str) -> Sitting:
    """Where a judge sits who answers in it; raises BadRequest for a name that nobody may answer in."""

    def digest_of(chunk_id: ChunkId) -> str | None:
        found = world.chunk(chunk_id)
        return found.digest if found is not None else None

    return Sitting(world.queue, judge, world.clock, digest_of, world.renew, world.prepare)
