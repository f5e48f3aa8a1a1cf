"""A review desk over one project, for the faces that stay open: terminal and web."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import RLock

from goldkeeper.model.chunks import Chunk, ChunkId, CommitId, Snapshot, Span
from goldkeeper.model.gold import GoldSet
from goldkeeper.model.proposals import RemapProposal
from goldkeeper.ports import Clock, KnownBook, LookBook, ReviewQueue
from goldkeeper.settings import WORK_TREE
from goldkeeper.wiring.code_links import CodeLinks
from goldkeeper.wiring.keeper import Keeper, open_keeper
from goldkeeper.workflow.desk import ReviewDesk
from goldkeeper.workflow.knowing import KnownQuestions
from goldkeeper.workflow.looks import Looks
from goldkeeper.workflow.snapshot import cut_snapshot


class ProjectSurroundings:
    """`workflow.surroundings.Surroundings` of one project.

    Git and the chunk cache are asked by one thread at a time; the queue takes care of itself.
    """

    def __init__(self, keeper: Keeper) -> None:
        self._keeper = keeper
        self._lock = RLock()
        self._gold: tuple[tuple[int, int], GoldSet] | None = None
        self._whole: Snapshot | None = None
        self._holding: tuple[tuple[int, str], Collection[ChunkId]] | None = None
        self.queue: ReviewQueue = keeper.queue
        self.clock: Clock = keeper.clock
        self.known = known_questions(keeper)
        self.look_book = look_book(keeper)
        self._links = CodeLinks(keeper)

    def gold_set(self) -> GoldSet:
        """The gold file as it lies there, read again when it was written."""
        with self._lock:
            stat = self._keeper.gold_path.stat() if self._keeper.gold_path.exists() else None
            state = (stat.st_mtime_ns, stat.st_size) if stat is not None else (0, 0)
            if self._gold is None or self._gold[0] != state:
                self._gold = (state, self._keeper.gold.file.read())
            return self._gold[1]

    def holding(self) -> Collection[ChunkId]:
        """Gold chunks that hold back a release, looked up again after every answer."""
        from goldkeeper.wiring.gating import holding_chunks

        gold_set = self.gold_set()
        with self._lock:
            seen = (self.queue.newest_event(), gold_set.digest)
            if self._holding is None or self._holding[0] != seen:
                self._holding = (seen, holding_chunks(self._keeper, gold_set))
            return self._holding[1]

    def look_anew(self) -> None:
        """See whether the branch moved; files on disk may have changed at any time."""
        keeper = self._keeper
        with self._lock:
            history = keeper.history if keeper.revision != WORK_TREE else None
            if history is not None and history.resolve(keeper.named_revision()) == keeper.head_commit:
                return
            keeper.look_anew()
            self._whole = None

    def chunk(self, chunk_id: ChunkId) -> Chunk | None:
        """The chunk that bears this very ID now."""
        with self._lock:
            return self._keeper.now.chunk(chunk_id)

    def prepare(self, chunk_ids: Sequence[ChunkId]) -> None:
        """Read the files of these chunks at once."""
        with self._lock:
            self._keeper.now.prepare(chunk_ids)

    def judged_text(self, proposal: RemapProposal) -> str | None:
        """What the gold chunk said when it was judged."""
        with self._lock:
            return self._keeper.text_of(proposal, None)

    def chunks(self) -> Iterable[Chunk]:
        """Every chunk of the code as it is now; read once a state."""
        with self._lock:
            if self._whole is None:
                code = self._keeper.code
                self._whole = cut_snapshot(code.head, code.chunker, code.cache)
            return self._whole.chunks()

    def renew(self, chunk_ids: Sequence[ChunkId]) -> Mapping[ChunkId, int]:
        """Scan anew; see `Keeper.renew`."""
        with self._lock:
            return self._keeper.renew(chunk_ids)

    def url(self, commit: CommitId | None, path: str = "", span: Span | None = None) -> str | None:
        """A permanent link into the code host; None outside git, or for a host that nobody told of."""
        with self._lock:
            return self._links.url(commit, path, span)


def known_questions(keeper: Keeper) -> KnownQuestions | None:
    """Questions whose right answer is known, as far as some are to be mixed in."""
    share = keeper.settings.review.known_share
    return KnownQuestions(known_book(keeper), share, keeper.scope) if share > 0 else None


def known_book(keeper: Keeper) -> KnownBook:
    """What judges said to such questions."""
    from goldkeeper.stores.known_book import DatabaseKnownBook

    return DatabaseKnownBook(keeper.database, keeper.scope)


def look_book(keeper: Keeper) -> LookBook:
    """Which questions judges had before them."""
    from goldkeeper.stores.look_book import DatabaseLookBook

    return DatabaseLookBook(keeper.database, keeper.scope)


def make_looks(keeper: Keeper) -> Looks:
    """Looks that several desks over one queue share; the keeper has to stay open."""
    return Looks(keeper.clock, look_book(keeper))


def make_desk(keeper: Keeper) -> ReviewDesk:
    """A desk over an open keeper, which has to stay open."""
    return ReviewDesk(ProjectSurroundings(keeper))


@contextmanager
def open_desk(config: Path | None = None) -> Iterator[ReviewDesk]:
    """The desk of a configuration file's project (None looks for one)."""
    with open_keeper(config) as keeper:
        yield make_desk(keeper)
