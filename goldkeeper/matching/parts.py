"""One base chunk in several head chunks, or several in one: split, extraction, merge.

A helper of three lines that was taken out of a long function shares no rare token run with it. What
gives it away is that the function's remains call it: identifiers that are new there and name a chunk
born in this change. Lines tell how much of the old chunk each part holds.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from goldkeeper.matching.extraction import called_more
from goldkeeper.matching.landscape import Landscape
from goldkeeper.matching.lines import covered, telling_lines
from goldkeeper.matching.renames import path_nearness
from goldkeeper.model.chunks import ChunkKind, last_name

MOST_PARTS = 4  # called and born, beside the first; a longer list nobody reads
MOST_OF_A_NAME = 24  # chunks born under one name that are looked at for one part
MIN_RUNS = 0.25  # of the token runs of what a part calls that lie in the base chunk; below, it is new code
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
        self._lines: dict[tuple[bool, int], list[str]] = {}

    @cached_property
    def _born_by_name(self) -> dict[tuple[ChunkKind, str], list[int]]:
        born: dict[tuple[ChunkKind, str], list[int]] = defaultdict(list)
        for n, chunk in enumerate(self._land.head):
            if n not in self._land.claimant:
                born[chunk.kind, self._land.head_names[n]].append(n)
        return born

    def called_and_born(self, base: int, first: int) -> list[int]:
        """Chunks born in this change that the first candidate names and the base chunk does not, or calls less often.

        Those come first that hold most of the base chunk's lines, then those that lie most in it, in its own
        file before others. Elsewhere one is taken for each name, since `get` is born in ten classes.
        """
        land = self._land
        theirs = land.head_profile(first)
        more = called_more(land.base[base].text, land.head[first].text)
        words = [word for word in land.lexicon.words(theirs) if word != theirs.name or word in more]
        known = frozenset((*land.lexicon.words(land.base_profile(base)), theirs.name))
        kind, path = land.head[first].kind, land.head[first].path
        helpers = {word for word in words if word not in known and (ChunkKind.CLASS, word) in self._born_by_name}
        found: dict[int, tuple[float, float, bool]] = {}
        for word in words:
            named = [h for h in self._born_by_name.get((kind, word), ()) if h != first]
            if word in known:  # `parse` was called before, but now it is that of a class that is new here
                named = [
                    h
                    for h in named
                    if last_name(land.head_containers[h] or "-") in helpers or (word in more and self._beside(h, first))
                ]
            here = [h for h in named if land.head[h].path == path]
            likely = here or self._nearest(named, path)
            ranked = sorted((*self._held(base, h), -h) for h in likely)
            if ranked:
                lines, runs, number = ranked[-1]
                found[-number] = (lines, runs, bool(here))
        for h in list(found):  # what was taken out was cut up in turn
            found |= self._born_in_turn(base, h, but={first, *found})
        return sorted(found, key=lambda h: (*(-value for value in found[h]), h))

    def _born_in_turn(self, base: int, part: int, *, but: Collection[int]) -> dict[int, tuple[float, float, bool]]:
        """What a part names that was born in its file and holds lines of the base chunk too."""
        land = self._land
        known = frozenset(land.lexicon.words(land.base_profile(base)))
        kind, path = land.head[part].kind, land.head[part].path
        words = [word for word in land.lexicon.words(land.head_profile(part)) if word not in known]
        named = [h for word in words for h in self._born_by_name.get((kind, word), ()) if land.head[h].path == path]
        held = {h: self._held(base, h) for h in named if h != part and h not in but}
        return {h: (lines, runs, True) for h, (lines, runs) in held.items() if lines or runs >= MIN_RUNS}

    def _beside(self, head: int, other: int) -> bool:
        """Whether two head chunks stand in one container of one file."""
        land = self._land
        here, there = land.head_containers[head], land.head_containers[other]
        return here == there and land.head[head].path == land.head[other].path

    def _nearest(self, heads: Sequence[int], path: str) -> Sequence[int]:
        paths = {h: path_nearness(path, self._land.head[h].path) for h in heads}
        return sorted(heads, key=lambda h: (-paths[h], h))[:MOST_OF_A_NAME]

    def _held(self, base: int, head: int) -> tuple[float, float]:
        """Share of a base chunk's lines that a head chunk holds, and of the head chunk's token runs that lie in it."""
        lines = self.base_lines(base)
        ours, theirs = self._land.base_profile(base).trigrams, self._land.head_profile(head).trigrams
        return len(covered(lines, self.head_lines(head))) / max(1, len(lines)), len(ours & theirs) / max(1, len(theirs))

    def split(self, base: int, first: int, others: Iterable[int]) -> list[Part]:
        """How the base chunk's lines lie in the first candidate and then in the others, largest part first.

        Others that add too little are left out; only chunks that no other base chunk became count.
        """
        lines = self.base_lines(base)
        if not lines:
            return []
        held = covered(lines, self.head_lines(first))
        parts = [Part(first, len(held) / len(lines), len(held) / len(lines), len(held))]
        sets = {
            h: covered(lines, self.head_lines(h))
            for h in others
            if h != first and self._land.claimant.get(h, base) == base
        }
        while sets:
            best = max(sorted(sets), key=lambda h: len(sets[h] - held))
            new = sets.pop(best) - held
            if len(new) < MIN_PART_LINES or len(new) < MIN_PART_SHARE * len(lines):
                break
            held |= new
            share = len(covered(lines, self.head_lines(best))) / len(lines)
            parts.append(Part(best, share, len(new) / len(lines), len(new)))
        return parts

    def merged(self, base: int, rival: int, head: int) -> bool:
        """Whether both base chunks lie in the head chunk, so that it is the successor of either."""
        return all(self.holds(n, head) >= MIN_MERGED_SHARE for n in (base, rival))

    def holds(self, base: int, head: int) -> float:
        """Share of a base chunk's lines that a head chunk holds; 0 for chunks of hardly a line."""
        lines = self.base_lines(base)
        found = len(covered(lines, self.head_lines(head)))
        return found / len(lines) if found >= MIN_MERGED_LINES else 0.0

    def absorbed(self, base: int, survivor: int, head: int) -> float:
        """Share of a base chunk's lines that a surviving chunk took in: it holds them now and did not before."""
        lines = self.base_lines(base)
        new = covered(lines, self.head_lines(head)) - covered(lines, self.base_lines(survivor))
        return len(new) / len(lines) if len(new) >= MIN_MERGED_LINES else 0.0

    def base_lines(self, n: int) -> list[str]:
        """The telling lines of a base chunk."""
        return self._of(n, head=False)

    def head_lines(self, n: int) -> list[str]:
        """The telling lines of a head chunk."""
        return self._of(n, head=True)

    def _of(self, n: int, *, head: bool) -> list[str]:
        if (head, n) not in self._lines:
            chunk = (self._land.head if head else self._land.base)[n]
            self._lines[head, n] = telling_lines(chunk.text)
        return self._lines[head, n]
