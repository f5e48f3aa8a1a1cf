"""Chunks by path, symbol and text, for a judge who knows better where one went."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from heapq import nsmallest

from rapidfuzz.distance import OSA

from goldkeeper.model.chunks import Chunk

SHORT, LONG = 4, 8  # letters: shorter words are near to half of all, in longer ones two slips leave it plain
MOST_FOUND = 50  # shown; more asks for another word

_PART = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[^\W\d_A-Z]+|\d+")


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
    text; among equals by ID. Where nothing holds them all, a word that no path and symbol holds is taken for the
    nearest that some do: a letter more, less or another, two letters that changed places, in long words twice.

    Args:
        chunks: of one state.
        wanted: words between blanks; none finds nothing.
        most: how many at most.
    """
    words = wanted.casefold().split()
    if not words:
        return ()
    held = list(chunks)
    found = _holding(held, words, most)
    if not found:
        meant = _as_meant(held, words)
        found = _holding(held, meant, most) if meant != words else ()
    return found


def _holding(chunks: Iterable[Chunk], words: list[str], most: int) -> tuple[Found, ...]:
    """The chunks that hold every word, the likeliest meant first."""
    fitting = ((rank, chunk) for chunk in chunks if (rank := _rank(chunk, words)) is not None)
    best = nsmallest(most, fitting, key=lambda one: (one[0], one[1].path, one[1].span, one[1].symbol))
    return tuple(Found(chunk, _line(chunk, words)) for _, chunk in best)


def _as_meant(chunks: Iterable[Chunk], words: list[str]) -> list[str]:
    """The words, those that are in no name replaced by the nearest that is."""
    known = {
        part.casefold()
        for name in {name for chunk in chunks for name in (chunk.path, chunk.symbol)}
        for part in _PART.findall(name)
    }
    return [word if any(word in part for part in known) else _nearest(word, known) for word in words]


def _nearest(word: str, known: set[str]) -> str:
    """The known word that a slip makes this one of; itself where there is none."""
    slips = 0 if len(word) < SHORT else 1 if len(word) < LONG else 2
    near = [
        (distance, part)
        for part in known
        if slips
        and abs(len(part) - len(word)) <= slips
        and (distance := OSA.distance(word, part, score_cutoff=slips)) <= slips
    ]
    return min(near, default=(0, word))[1]


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
