"""What a scan is given: the code as it is, and the gold file with what lies beside it."""

from dataclasses import dataclass

from goldkeeper.model.anchors import Anchor
from goldkeeper.model.chunks import ChunkId, CommitId, FileChunks, SkipReason
from goldkeeper.ports import AnchorStore, ChunkCache, Chunker, GoldStore, History, SourceTree


@dataclass(frozen=True, slots=True)
class Code:
    """A state of the code with what it takes to look back from it.

    Attributes:
        history: None for a folder without git.
        head: the state to scan.
        head_commit: the commit that `head` is, or that a work tree stands on; None outside git.
    """

    history: History | None
    head: SourceTree
    head_commit: CommitId | None
    chunker: Chunker
    cache: ChunkCache | None

    def knows(self, path: str) -> bool:
        """Whether there is a file of that path, or ever was up to the commit that is scanned.

        An ID that can be read in two ways is decided by this, and its file may have moved since.
        """
        if path in self.head.files():
            return True
        if self.history is None or self.head_commit is None:
            return False
        return next(iter(self.history.file_history(path, self.head_commit)), None) is not None


@dataclass(frozen=True, slots=True)
class GoldFileHistory:
    """The gold file over time, where it is under version control.

    Attributes:
        history: of the repository that holds the gold file.
        path: of the gold file in there.
        head: the commit to look back from.
        same_repository: whether the IDs point into that repository too.
    """

    history: History
    path: str
    head: CommitId
    same_repository: bool


@dataclass(frozen=True, slots=True)
class GoldPlace:
    """A gold file with what lies beside it.

    Attributes:
        history: of the gold file itself, where it is under version control.
    """

    file: GoldStore
    anchors: AnchorStore
    history: GoldFileHistory | None


def judged_text(anchor: Anchor, history: History | None, chunker: Chunker) -> str | None:
    """What a gold chunk said when it was judged; None where nothing can give it back any more."""
    if anchor.text is not None or anchor.blob is None or history is None:
        return anchor.text
    ((_, data),) = history.read_blobs([anchor.blob])
    made = data if isinstance(data, SkipReason) else chunker.chunk_file(anchor.path, anchor.blob, data)
    if not isinstance(made, FileChunks):
        return None
    place = ChunkId(anchor.path, anchor.span, anchor.symbol)
    return next((chunk.text for chunk in made.chunks if chunk.id == place), None)
