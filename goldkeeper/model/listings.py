"""A list of chunks that somebody else's chunker made, as far as its own words go."""

from dataclasses import dataclass

from goldkeeper.model.chunks import ChunkId, ChunkKind, Span


@dataclass(frozen=True, slots=True)
class ListedChunk:
    """One entry of a chunk list.

    Attributes:
        path: from the repository's top, with `/`.
        span: lines counted from 1, both ends included, however the list counts.
        symbol: empty where the list names none.
        line: of the list, from 1; of an entry that stands there several times the first.
    """

    path: str
    span: Span
    symbol: str
    line: int

    @property
    def id(self) -> ChunkId:
        """The ID under which a gold set names it."""
        return ChunkId(self.path, self.span, self.symbol)


@dataclass(frozen=True, slots=True)
class ListedFile:
    """What a list says of one file.

    Attributes:
        chunks: how many of it are listed.
        last: the last line that any of them names.
        line: of the list, where the file is named first.
    """

    path: str
    chunks: int
    last: int
    line: int


def kind_of(symbol: str) -> ChunkKind:
    """The sort of a listed chunk: what a list calls its kinds is its own affair, and another list's are others."""
    return ChunkKind.FUNCTION if symbol else ChunkKind.MODULE
