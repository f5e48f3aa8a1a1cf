"""Classes that name one another in their heads: a method that is pulled up or pushed down goes to kin.

Only the text between a class's beginning and its first member is looked at, for words that are class
names; which of them is a base class, an interface or a bound is not asked.
"""

import re
from collections.abc import Mapping, Sequence
from functools import cached_property

from goldkeeper.matching.landscape import Landscape, Owner
from goldkeeper.model.chunks import Chunk, ChunkKind, last_name

MOST_HEAD = 600  # characters of a class; its head is over by then
_WORD = re.compile(r"[^\W\d]\w*")


class Heritage:
    """Which classes are kin, on either side."""

    def __init__(self, land: Landscape) -> None:
        self._land = land

    def kin(self, n: int, head: int) -> float | None:
        """Whether the class a base chunk stood in and the class a head chunk stands in name one another.

        Returns:
            1 or 0; None where either stands in none, or both in the same.
        """
        land = self._land
        ours, theirs = land.base_containers[n], land.head_containers[head]
        old, new = last_name(ours) if ours else "", last_name(theirs) if theirs else ""
        if not old or not new or old == new:
            return None
        here, there = land.base[n].path, land.head[head].path
        left = (self._base_heads.get((here, ours), ()), self._head_heads.get((land.head_path(here), ours), ()))
        return 1.0 if any(new in words for words in left) or old in self._head_heads.get((there, theirs), ()) else 0.0

    @cached_property
    def _base_heads(self) -> Mapping[Owner, frozenset[str]]:
        return _class_heads(self._land.base)

    @cached_property
    def _head_heads(self) -> Mapping[Owner, frozenset[str]]:
        return _class_heads(self._land.head)


def _class_heads(chunks: Sequence[Chunk]) -> dict[Owner, frozenset[str]]:
    """Path and symbol of each class → the words of its head."""
    return {
        (chunk.path, chunk.symbol): frozenset(_WORD.findall(_head_of(chunk.text, chunk.name)))
        for chunk in chunks
        if chunk.kind is ChunkKind.CLASS
    }


def _head_of(text: str, name: str) -> str:
    """From a class's name to where its body begins."""
    start = text.find(name) + len(name)
    behind = text[start : start + MOST_HEAD]
    stop = min((at for mark in ("{", ":\n", "\n\n") if (at := behind.find(mark)) >= 0), default=len(behind))
    return behind[:stop]
