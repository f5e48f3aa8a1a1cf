"""What a scan is given: the code as it is, and the gold file with what lies beside it."""

from dataclasses import dataclass

from goldkeeper.model.chunks import CommitId
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
