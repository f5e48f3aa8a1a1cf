"""What a scan is given: the code as it is, and the gold file with what lies beside it."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from goldkeeper.model.chunks import CommitId
from goldkeeper.ports import AnchorStore, ChunkCache, Chunker, GoldStore, History, SourceTree

if TYPE_CHECKING:  # a scan that finds nothing new follows no chunk, and needn't load what would
    from goldkeeper.workflow.lineage.walked import Past


@dataclass(frozen=True, slots=True)
class Code:
    """A state of the code with what it takes to look back from it.

    Attributes:
        history: None for a folder without git.
        head: the state to scan.
        head_commit: the commit that `head` is, or that a work tree stands on; None outside git.
        past: of the history, for following chunks; None: none is followed.
    """

    history: History | None
    head: SourceTree
    head_commit: CommitId | None
    chunker: Chunker
    cache: ChunkCache | None
    past: "Past | None" = None

    def knows(self, path: str) -> bool:
        """Whether there is a file of that path, or ever was up to the commit that is scanned.

        An ID that can be read in two ways is decided by this, and its file may have moved since.
        """
        if path in self.head.files():
            return True
        if self.history is None or self.head_commit is None or not _is_inside(path):
            return False
        return next(iter(self.history.file_history(path, self.head_commit)), None) is not None


def _is_inside(path: str) -> bool:
    """Whether git can be asked about a path: relative, and never out of the repository."""
    parts = path.split("/")
    return not path.startswith("/") and "\0" not in path and not {"", ".", ".."} & set(parts)


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
