"""A chunk to be, as the walk finds it."""

from typing import Final, NamedTuple

from tree_sitter import Node

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


make: Final = tuple.__new__  # `make(Found, (…))`: of named tuples there are so many that their own constructor shows

_SPACE: Final = 0x20  # bytes up to this one are white space


def end_without_space(node: Node, data: bytes) -> tuple[int, int]:
    """End byte and row of a node without white space: some grammars count the blank lines after a node to it."""
    end, row = node.end_byte, node.end_point[0]
    if data[end - 1] > _SPACE:
        return end, row
    start, stripped = node.start_byte, end
    while stripped > start + 1 and data[stripped - 1] <= _SPACE:
        stripped -= 1
    return stripped, row - data.count(b"\n", stripped, end)
