"""The code that a gold set points into, as one scan sees it."""

from dataclasses import dataclass

from goldkeeper.model.chunks import CommitId
from goldkeeper.ports import ChunkCache, Chunker, History, SourceTree


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
