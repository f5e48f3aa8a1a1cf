"""Chunks by path, symbol and text, for a judge who knows better where one went."""

from collections.abc import Iterable
from dataclasses import dataclass
from heapq import nsmallest

from goldkeeper.model.chunks import Chunk

MOST_FOUND = 50  # shown; more asks for another word


@dataclass(frozen=True, slots=True)
class Found:
    """A chunk that fits what was looked for.

    Attributes:
        line: the first line of its text that holds a word which neither path nor symbol does; else its first.
    """

    chunk: Chunk
    line: str


def find_chunks(chunks: Iterable[Chunk], wanted: str, *, most: int = MOST_FOUND) -> tuple[Found, ...]:
    """The chunks that hold every word in path, symbol or text, whatever the case; the likeliest meant first.

    Those whose own name is a word come first, then those with the words in the symbol, in the path, in the
    text; among equals by ID.

    Args:
        chunks: of one state.
        wanted: words between blanks; none finds nothing.
        most: how many at most.
    """
    words = wanted.casefold().split()
    if not words:
        return ()
    fitting = ((rank, chunk) for chunk in chunks if (rank := _rank(chunk, words)) is not None)
    best = nsmallest(most, fitting, key=lambda one: (one[0], one[1].path, one[1].span, one[1].symbol))
    return tuple(Found(chunk, _line(chunk, words)) for _, chunk in best)


def _rank(chunk: Chunk, words: list[str]) -> int | None:
    symbol, path = chunk.symbol.casefold(), chunk.path.casefold()
    named = f"{path} {symbol} {chunk.id}".casefold()
    missing = [word for word in words if word not in named]
    if missing:
        text = chunk.text.casefold()
        return 3 if all(word in text for word in missing) else None
    if chunk.name.casefold() in words:
        return 0
    return 1 if any(word in symbol for word in words) else 2


def _line(chunk: Chunk, words: list[str]) -> str:
    named = f"{chunk.path} {chunk.symbol}".casefold()
    sought = [word for word in words if word not in named]
    lines = chunk.text.split("\n")
    found = next((line for line in lines if any(word in line.casefold() for word in sought)), lines[0])
    return found.strip()
