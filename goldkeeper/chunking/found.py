"""A chunk to be, as the walk finds it."""

from typing import NamedTuple

from goldkeeper.model.chunks import ChunkKind


class Found(NamedTuple):
    """A chunk to be, in bytes and in rows from 0, both ends as tree-sitter counts them.

    Attributes:
        end_byte: after the last byte that is not white space; `end_row` is the row of that byte.
        damaged: the parser met an error within.
        joined, level: as in the rules' `Named`; `outline.py` acts on them after the walk.
    """

    start_byte: int
    end_byte: int
    start_row: int
    end_row: int
    symbol: str
    kind: ChunkKind
    damaged: bool
    joined: bool = False
    level: int = 0
