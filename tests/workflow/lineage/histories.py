"""Histories told commit by commit, in memory, and chunks followed through them."""

from collections.abc import Iterable, Iterator, Mapping

from goldkeeper.model.chunks import BlobId, Chunk, CommitId, FileChunks, SkipReason
from goldkeeper.model.lineage import Track
from goldkeeper.model.proposals import Match
from goldkeeper.ports import SourceTree
from goldkeeper.wiring import make_chunker
from goldkeeper.workflow.lineage.contents import Contents
from goldkeeper.workflow.lineage.routes import Route
from goldkeeper.workflow.lineage.walked import Past
from goldkeeper.workflow.lineage.walking import Walker
from tests.fakes import DictTree, FakeCommit, FakeHistory, FakeHistoryIndex, blob_of


class Story(FakeHistory):
    """Commits with parents; each is told by what it changes against its first parent."""

    def __init__(self, *changes: Mapping[str, str | None]) -> None:
        super().__init__()
        self._told: list[FakeCommit] = []
        self._said: dict[BlobId, bytes] = {}
        for files in changes:
            self.commit(files)

    def commit(
        self, files: Mapping[str, str | None], *, on: Iterable[CommitId] | None = None, is_cut_off: bool = False
    ) -> CommitId:
        """One more commit, on top of the newest or of the parents given; None takes a file away."""
        parents = tuple(on) if on is not None else tuple(self.commits[-1:])
        state = {**(self.states[parents[0]] if parents else {}), **files}
        kept = {path: text for path, text in state.items() if text is not None}
        name = self.add(kept)
        blobs = {path: blob_of(text.encode()) for path, text in kept.items()}
        self._said |= {blobs[path]: text.encode() for path, text in kept.items()}
        self._told.append(FakeCommit(name, parents, blobs, is_cut_off))
        return name

    def lose(self, text: str) -> None:
        """A content that this clone has not."""
        del self._said[blob_of(text.encode())]

    def read_blobs(self, blobs: Iterable[BlobId]) -> Iterator[tuple[BlobId, bytes | SkipReason]]:
        return ((blob, self._said.get(blob, SkipReason.OBJECT_MISSING)) for blob in blobs)

    @property
    def index(self) -> FakeHistoryIndex:
        return FakeHistoryIndex(*self._told)

    @property
    def past(self) -> Past:
        return Past(lambda: self.index, self, make_chunker(), None)

    def chunk(self, path: str, symbol: str, commit: CommitId) -> tuple[Chunk, BlobId]:
        """A chunk at a commit, with the content it stands in."""
        blob = blob_of(self.states[commit][path].encode())
        file = make_chunker().chunk_file(path, blob, self._said[blob])
        assert isinstance(file, FileChunks)
        (found,) = (chunk for chunk in file.chunks if chunk.symbol == symbol)
        return found, blob

    def follow(self, path: str, symbol: str, start: CommitId | None = None, goal: CommitId | None = None) -> Track:
        """The way of a chunk from one commit (None: the oldest) to another (None: the newest)."""
        start, goal = start or self.commits[0], goal or self.commits[-1]
        index = self.index
        numbers = index.number(start), index.number(goal)
        assert numbers[0] is not None
        assert numbers[1] is not None
        route = Route.between(index, numbers[0], numbers[1])
        assert route is not None
        walker = Walker(index, Contents(self, make_chunker()))
        return walker.follow(*self.chunk(path, symbol, start), route)

    def match(
        self, path: str, symbol: str, start: CommitId | None = None, goal: CommitId | SourceTree | None = None
    ) -> Match | None:
        """Where history leads from one state (None: the oldest) to another (None: the newest)."""
        start, goal = start or self.commits[0], goal or self.commits[-1]
        head, head_commit = (self.tree(goal), goal) if isinstance(goal, str) else (goal, self.head)
        chunk, blob = self.chunk(path, symbol, start)
        return self.past.to(head, head_commit).match(chunk, blob, start)

    def on_disk(self, files: Mapping[str, str | None]) -> DictTree:
        """The newest commit with edits that nobody has committed."""
        state = {**self.states[self.head], **files}
        return DictTree({path: text for path, text in state.items() if text is not None})


def end_of(track: Track) -> str:
    """Where a way ends, without lines; why it does not, where it does not."""
    if track.end is None:
        return track.broken or "gone"
    return f"{track.end.path}:{track.end.symbol}"


def offered(match: Match | None) -> list[str]:
    """The candidates, without lines."""
    assert match is not None
    return [f"{one.chunk_id.path}:{one.chunk_id.symbol}" for one in match.candidates]


def is_sure(match: Match | None) -> bool:
    """Whether nobody need look."""
    return match is not None and match.certain and not match.ambiguous
