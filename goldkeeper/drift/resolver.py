"""A chunk ID held against a snapshot: which chunk does it name?

Exactly, most of the time. But gold sets outlive chunkers, and another one may let a span begin at the
decorator or the comment before it, or write `A::b` where ours writes `A.b`. Such an ID still means a
chunk; the answer then says which one it was taken for.
"""

import re
from dataclasses import dataclass

from goldkeeper.model.chunks import Chunk, ChunkId, Snapshot, last_name, without_ordinal

# Below this share of common lines a span is another place and not another spelling.
MIN_OVERLAP = 0.25

_PARAMETERS = re.compile(r"\(\)(?:const)?$")
_JOINT = re.compile(r"::|->|[.#/]")


@dataclass(frozen=True, slots=True)
class Resolution:
    """The chunk that an ID names; `exact` is False where it was taken for it."""

    chunk: Chunk
    exact: bool

    @property
    def taken_for(self) -> ChunkId | None:
        """The chunk's own ID, where the gold file spells it differently."""
        return None if self.exact else self.chunk.id


def resolve(chunk_id: ChunkId, snapshot: Snapshot) -> Resolution | None:
    """The chunk that an ID names, exactly or spelled a little differently.

    Lenient is: same path, same last name, and the best span overlap, at least `MIN_OVERLAP`; a
    symbol that is equal but for `.`, `::`, `#` goes before one whose last name alone is equal.

    Returns:
        None when nothing in that file can be meant.
    """
    exact = snapshot.get(chunk_id)
    if exact is not None:
        return Resolution(exact, exact=True)
    best: tuple[bool, float, int] | None = None
    taken: Chunk | None = None
    name = last_name(chunk_id.symbol)
    for chunk in snapshot.in_file(chunk_id.path):
        same = same_symbol(chunk.symbol, chunk_id.symbol)
        overlap = chunk.span.overlap(chunk_id.span)
        named = same or _spelled(chunk.name) == _spelled(name)
        if overlap < MIN_OVERLAP or not named:
            continue
        rank = (same, overlap, -chunk.span.start)
        if best is None or rank > best:
            best, taken = rank, chunk
    return Resolution(taken, exact=False) if taken is not None else None


def same_symbol(one: str, other: str) -> bool:
    """Whether two spellings name the same symbol; case and punctuation of a name count.

    >>> same_symbol("A::B#c", "A.B.c"), same_symbol("operator==", "operator!="), same_symbol("run#2", "run")
    (True, False, True)
    """
    return one == other or joined(one) == joined(other)


def _spelled(name: str) -> str:
    """A name without what one chunker writes and another doesn't.

    >>> [_spelled(name) for name in ("operator <", "operator bool() const", "operator ()", "operators")]
    ['operator<', 'operatorbool', 'operator()', 'operators']
    """
    if not name.startswith("operator"):
        return name
    bare = "".join(name.removeprefix("operator").split())
    return "operator" + (bare if bare == "()" else _PARAMETERS.sub("", bare))


def joined(symbol: str) -> tuple[str, ...]:
    """The names of a symbol, outer to inner, without ordinal, whatever joins them.

    >>> joined("ns::Box::operator()")
    ('ns', 'Box', 'operator()')
    """
    bare = without_ordinal(symbol)
    name = last_name(bare)
    outer = bare[: len(bare) - len(name)]
    return (*(part for part in _JOINT.split(outer) if part), name)
