"""One base chunk in several head chunks, or several in one: split, extraction, merge.

Lines tell how much of a chunk lies in each; what holds too little to be seen by that is found by who calls it
(`extraction.py`).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from goldkeeper.matching.extraction import by_name, taken_out
from goldkeeper.matching.landscape import Landscape
from goldkeeper.matching.lines import covered, share
from goldkeeper.model.chunks import Chunk

MOST_PARTS = 4  # called and born, beside the first; a longer list nobody reads
MIN_PART_LINES = 2  # lines of the base chunk that a part holds and the first does not
MIN_PART_SHARE = 0.15  # of the base chunk's lines
MAX_REMAINDER = 0.85  # a first candidate that holds more is the whole chunk
MIN_MERGED_SHARE = 0.5  # of each chunk's lines that the merged one holds
MIN_MERGED_LINES = 2  # one line alone, `return None`, is in every other function


@dataclass(frozen=True, slots=True)
class Part:
    """A head chunk that holds part of a base chunk.

    Attributes:
        share: of the base chunk's telling lines found here, 0..1.
        added: of those, the ones found in no earlier part.
        lines: how many lines `added` is.
    """

    head: int
    share: float
    added: float
    lines: int


class Parts:
    """Finds the parts of base chunks in a landscape."""

    def __init__(self, land: Landscape) -> None:
        self._land = land
        self._called: dict[tuple[int, int], Sequence[int]] = {}

    @cached_property
    def _born(self) -> Mapping[str, Sequence[Chunk]]:
        """Name → the head chunks that are nobody's successor."""
        return by_name(chunk for n, chunk in enumerate(self._land.head) if n not in self._land.claimant)

    def called_and_born(self, base: int, first: int) -> Sequence[int]:
        """Chunks born in this change that the first candidate names and the base chunk did not: see `taken_out`."""
        found = self._called.get((base, first))
        if found is None:
            land = self._land
            parts = taken_out(land.base[base], land.head[first], lambda name: self._born.get(name, ()), land.lexicon)
            found = self._called[base, first] = [land.head_index[part.chunk.id] for part in parts]
        return found

    def split(self, base: int, first: int, others: Iterable[int]) -> list[Part]:
        """How the base chunk's lines lie in the first candidate and then in the others, largest part first.

        Others that add too little are left out; only chunks that no other base chunk became count.
        """
        lines = self._base_lines(base)
        if not lines:
            return []
        held = covered(lines, self._head_lines(first))
        parts = [Part(first, len(held) / len(lines), len(held) / len(lines), len(held))]
        sets = {
            h: covered(lines, self._head_lines(h))
            for h in others
            if h != first and self._land.claimant.get(h, base) == base
        }
        while sets:
            best = max(sorted(sets), key=lambda h: len(sets[h] - held))
            new = sets.pop(best) - held
            if len(new) < MIN_PART_LINES or len(new) < MIN_PART_SHARE * len(lines):
                break
            held |= new
            parts.append(Part(best, share(lines, self._head_lines(best)), len(new) / len(lines), len(new)))
        return parts

    def merged(self, base: int, rival: int, head: int) -> bool:
        """Whether both base chunks lie in the head chunk, so that it is the successor of either."""
        return all(self.holds(n, head) >= MIN_MERGED_SHARE for n in (base, rival))

    def holds(self, base: int, head: int) -> float:
        """Share of a base chunk's lines that a head chunk holds; 0 for chunks of hardly a line."""
        lines = self._base_lines(base)
        found = len(covered(lines, self._head_lines(head)))
        return found / len(lines) if found >= MIN_MERGED_LINES else 0.0

    def absorbed(self, base: int, survivor: int, head: int) -> float:
        """Share of a base chunk's lines that a surviving chunk took in: it holds them now and did not before."""
        lines = self._base_lines(base)
        new = covered(lines, self._head_lines(head)) - covered(lines, self._base_lines(survivor))
        return len(new) / len(lines) if len(new) >= MIN_MERGED_LINES else 0.0

    def _base_lines(self, n: int) -> Sequence[str]:
        return self._land.base_profile(n).lines

    def _head_lines(self, n: int) -> Sequence[str]:
        return self._land.head_profile(n).lines
