"""What became of a chunk whose first candidate is accepted: one chunk, several, or part of one; and its name and place.

The original comes first, then what it calls and what was born with it, then the other candidates.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from goldkeeper.matching.calibration import SURE
from goldkeeper.matching.landscape import Landscape
from goldkeeper.matching.parts import MAX_REMAINDER, MIN_MERGED_SHARE, MOST_PARTS, Parts
from goldkeeper.matching.scoring import weigh
from goldkeeper.matching.verdict import Judged, Seen
from goldkeeper.model.changes import ChangeKind, Place, change_between
from goldkeeper.model.proposals import Candidate, EvidencePart

SHOWN = 8  # candidates of a match: the truth is among the first five in 0.99, and nobody reads a longer list


class Successors:
    """Reads off a landscape what a chunk and its candidates are to one another."""

    def __init__(self, land: Landscape, parts: Parts) -> None:
        self._land = land
        self._parts = parts

    def was_merged(self, n: int, first: Seen) -> bool:
        """Whether the first candidate took in another chunk too."""
        head, rival = first.head, first.rival
        claimant = self._land.claimant.get(head)
        if claimant not in {None, n}:
            return self._parts.absorbed(n, claimant, head) >= MIN_MERGED_SHARE
        if self._land.own_place.get(n) == head:
            return False
        return rival is not None and claimant is None and self._parts.merged(n, rival, head)

    def change_between(self, n: int, head: int) -> ChangeKind:
        """What happened to the name and the place."""
        land = self._land
        outer, other = land.base_containers[n], land.head_containers[head]
        old = Place(land.base[n].path, outer, land.base_names[n])
        new = Place(land.head[head].path, other, land.head_names[head])
        return change_between(old, new, lambda: self._is_renamed_container(old.path, outer, other))

    def _is_renamed_container(self, path: str, outer: str, other: str) -> bool:
        """Whether of two containers of a file only one stands there on either side."""
        land = self._land
        return bool(outer and other) and (path, outer) not in land.head_scopes and (path, other) not in land.base_scopes

    def as_split(self, n: int, ranked: Sequence[Judged]) -> tuple[Candidate, ...] | None:
        """The candidates of a split: its parts with their shares, then the others; None where it is none."""
        first = ranked[0].seen.head
        others = [judged.seen.head for judged in ranked[1:SHOWN]]
        others += self._parts.called_and_born(n, first)
        parts = self._parts.split(n, first, dict.fromkeys(others))
        if len(parts) < 2 or parts[0].share > MAX_REMAINDER:  # a split has two parts at least
            return None
        by_head = {judged.seen.head: judged for judged in ranked}
        theirs = [by_head[p.head].confidence for p in parts if p.head in by_head and not by_head[p.head].seen.twin]
        together = round(min(SURE, sum(theirs)), 4)
        candidates = [
            replace(self._candidate(part.head, by_head), share=round(part.share, 4), confidence=together)
            for part in parts
        ]
        named = {part.head for part in parts}
        called = [h for h in self.called(n, first) if h not in named]  # too little of it to be a part, if it is one
        candidates += [self._candidate(h, by_head) for h in called]
        named.update(called)
        rest = [judged for judged in ranked if judged.seen.head not in named]
        return (*candidates, *as_candidates(rest)[: max(0, SHOWN - len(candidates))])

    def with_parts(self, n: int, ranked: Sequence[Judged]) -> tuple[Candidate, ...]:
        """The first, then what it calls and what was born, then the others."""
        by_head = {judged.seen.head: judged for judged in ranked}
        parts = [self._candidate(h, by_head) for h in self.called(n, ranked[0].seen.head)]
        named = {part.chunk_id for part in parts}
        rest = [judged for judged in ranked[1:] if judged.seen.chunk_id not in named]
        return (_as_candidate(ranked[0]), *parts, *as_candidates(rest))[:SHOWN]

    def called(self, n: int, first: int) -> Sequence[int]:
        """What the first candidate calls and what was born, and may hold part of the chunk: most lines first."""
        return self._parts.called_and_born(n, first)[:MOST_PARTS]

    def _candidate(self, head: int, ranked: Mapping[int, Judged]) -> Candidate:
        """A head chunk as a candidate; parts of a split that nothing spoke for have no weight."""
        if head in ranked:
            return _as_candidate(ranked[head])
        chunk = self._land.head[head]
        part = EvidencePart("called", 1.0, 0.0, "the remaining original names it, and it was born in this change")
        return Candidate(chunk.id, chunk.digest, 0.0, 0.0, 0.0, (part,))


def _as_candidate(judged: Judged) -> Candidate:
    """As it is shown; most are not, so the evidence is only written here."""
    seen = judged.seen
    return Candidate(
        seen.chunk_id,
        seen.digest,
        round(judged.weight, 3),
        round(0.0 if seen.twin else judged.confidence, 4),
        round(judged.margin, 3),
        weigh(seen.values),
        twin=seen.twin,
    )


def as_candidates(ranked: Sequence[Judged]) -> tuple[Candidate, ...]:
    """The best of them, as they are shown."""
    return tuple(_as_candidate(judged) for judged in ranked[:SHOWN])
