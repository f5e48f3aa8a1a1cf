"""Top-level code: statements in no definition, gathered into runs that become chunks of kind module."""

from collections.abc import Iterable, Iterator
from operator import itemgetter
from typing import Final, NamedTuple

from tree_sitter import Node

from goldkeeper.chunking.found import Found, end_without_space, make
from goldkeeper.chunking.rules.base import MODULE_SYMBOL
from goldkeeper.model.chunks import ChunkKind

_START: Final = itemgetter(0)  # of a `Piece`


class Piece(NamedTuple):
    """A top-level statement from its first node to its last; a border between runs has no nodes.

    Attributes:
        qualifier: the symbol of what it stands in, a namespace.
    """

    start_byte: int
    first: Node | None
    last: Node | None
    qualifier: str


def module_runs(pieces: Iterable[Piece], data: bytes, separator: str) -> Iterator[Found]:
    """Runs of statements with the same qualifier and no definition between them."""
    run: list[Piece] = []
    for piece in [*sorted(pieces, key=_START), Piece(0, None, None, "")]:
        if run and (piece.first is None or piece.qualifier != run[0].qualifier):
            yield _run_chunk(run, data, separator)
            run = []
        if piece.first is not None:
            run.append(piece)


def _run_chunk(run: list[Piece], data: bytes, separator: str) -> Found:
    first, last, qualifier = run[0].first, run[-1].last, run[0].qualifier
    assert first is not None
    assert last is not None
    end_byte, end_row = end_without_space(last, data)
    symbol = qualifier + separator + MODULE_SYMBOL if qualifier else MODULE_SYMBOL
    ends = first.start_byte, end_byte, first.start_point[0], end_row
    return make(Found, (*ends, symbol, ChunkKind.MODULE, False, False, 0))
