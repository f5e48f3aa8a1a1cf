"""Where base chunks went: the whole change is read, then each wanted chunk is looked up in it.

Stages, each a file of its own: `landscape` (survivors claim their own), `blocking` (candidates),
`evidence` with `context` (likenesses, and against whom), `assignment` (rival claims), `scoring`
(bits), `calibration` (confidence), `parts` (split, merge, twin).
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from goldkeeper.matching.assignment import Rivals
from goldkeeper.matching.blocking import Blocking
from goldkeeper.matching.calibration import SURE, confidences
from goldkeeper.matching.context import Context
from goldkeeper.matching.evidence import Pair, compare, leads, scaled
from goldkeeper.matching.landscape import Landscape, survey
from goldkeeper.matching.lines import covered
from goldkeeper.matching.parts import MAX_REMAINDER, MIN_MERGED_SHARE, MOST_PARTS, Parts
from goldkeeper.matching.profiles import Lexicon
from goldkeeper.matching.projection import project
from goldkeeper.matching.renames import detect_renames
from goldkeeper.matching.scoring import total, weigh
from goldkeeper.model.changes import Change, ChangeKind
from goldkeeper.model.chunks import Chunk, ChunkId
from goldkeeper.model.proposals import Candidate, EvidencePart, Match

COMPARED_WITH_RIVALS = 6  # candidates that are held against rivals; the others are too far behind
SHOWN = 8  # candidates of a match
NEAR_TIE = 1.5  # bits; below, first and second can't be told apart
NEAR_GONE = 1.0  # bits; the same for the first and "gone"
ALONE = 0.6  # a scaled lead; only a candidate without a near second is a merge's target
NOT_GONE = round(1 - SURE, 4)  # of what stands where it stood
SHORTEST_CERTAIN = 4  # tokens: `pass` alone is certain of nothing


def match_chunks(wanted: Sequence[Chunk], change: Change) -> dict[ChunkId, Match]:
    """Where chunks of the base went.

    Args:
        wanted: chunks of `change.base`.
        change: both sides; without renames they are found here.

    Returns:
        A match for each wanted chunk, by its ID, in the order given.
    """
    if not change.renames:
        vanished = {path: file for path, file in change.base.files.items() if path not in change.head.files}
        appeared = {path: file for path, file in change.head.files.items() if path not in change.base.files}
        change = replace(change, renames=detect_renames(vanished, appeared))
    return Matcher(change).match(wanted)


@dataclass(frozen=True, slots=True)
class _Scored:
    """A candidate on its way."""

    pair: Pair
    candidate: Candidate


class Matcher:
    """One change, surveyed; answers for any of its base chunks."""

    def __init__(self, change: Change) -> None:
        self._change = change
        self.land: Landscape = survey(change, Lexicon())
        self._context = Context(self.land)
        self._parts = Parts(self.land)

    @cached_property
    def _base_digests(self) -> Counter[str]:
        return Counter(chunk.digest for chunk in self.land.base)

    @cached_property
    def _head_digests(self) -> Counter[str]:
        return Counter(chunk.digest for chunk in self.land.head)

    def match(self, wanted: Sequence[Chunk]) -> dict[ChunkId, Match]:
        """See `match_chunks`."""
        matches: dict[ChunkId, Match] = {}
        asked = [n for chunk in wanted if (n := self.land.base_index.get(chunk.id)) is not None]
        cut_otherwise = {n: found for n in asked if not self._stands(n) and (found := self._projected(n)) is not None}
        moved = [n for n in asked if not self._stands(n) and n not in cut_otherwise]
        pairs = self._compared(moved)
        rivals = Rivals(self.land, (pair.head for found in pairs.values() for pair in found[:COMPARED_WITH_RIVALS]))
        for chunk in wanted:
            n = self.land.base_index.get(chunk.id)
            if n is None:
                matches[chunk.id] = unchanged(chunk)
            elif n in cut_otherwise:
                matches[chunk.id] = cut_otherwise[n]
            elif n in pairs:
                matches[chunk.id] = self._decide(n, pairs[n], rivals)
            else:
                matches[chunk.id] = self._standing(n)
        return matches

    def _stands(self, n: int) -> bool:
        """Whether the chunk's own place, after file renames, says the same: nothing is to be asked."""
        own = self.land.own_place.get(n)
        return own is not None and self.land.image.get(n) == own and self.land.same(n, own)

    def _standing(self, n: int) -> Match:
        head = self.land.head[self.land.own_place[n]]
        evidence = weigh({"place": 1.0, "text": 1.0})
        candidate = Candidate(head.id, head.digest, total(evidence), SURE, total(evidence), evidence)
        change = change_between(self.land.base[n], head)
        return Match(self.land.base[n].id, change, (candidate,), gone=NOT_GONE, ambiguous=False, certain=True)

    def _projected(self, n: int) -> Match | None:
        """The match of a chunk whose file says the same and is cut otherwise; None where the file changed."""
        base = self.land.base[n]
        before = self._change.base.files[base.path]
        after = self._change.head.files.get(self.land.head_path(base.path))
        if after is None or not before.source or after.source != before.source:
            return None
        found = project(base, after.chunks)
        if found is None:
            return None
        evidence = weigh({"place": 1.0, "text": 1.0})
        candidates = tuple(
            Candidate(part.id, part.digest, total(evidence), SURE, total(evidence), evidence, round(share, 4))
            for part, share in found.parts
        )
        return Match(base.id, found.change, candidates, gone=NOT_GONE, ambiguous=False)

    def _compared(self, wanted: Sequence[int]) -> dict[int, list[Pair]]:
        """For each wanted chunk its candidates, likest first."""
        blocking = Blocking(self.land, wanted)
        found: dict[int, list[Pair]] = {}
        for n in wanted:
            hits = blocking.candidates(n, self._context.file_votes(n))
            pairs = [compare(self.land, self._context, n, hit) for hit in hits.values()]
            found[n] = sorted(pairs, key=lambda pair: (-total(weigh(pair.values)), self.land.head[pair.head].id))
        return found

    def _decide(self, n: int, pairs: list[Pair], rivals: Rivals) -> Match:
        base = self.land.base[n]
        scored = self._scored(n, pairs, rivals)
        if not scored:
            return Match(base.id, ChangeKind.GONE, (), gone=confidences([])[1], ambiguous=False)
        first = scored[0]
        alternatives = [other for other in scored[1:] if not other.candidate.twin]
        gone = self._gone(scored)
        if first.candidate.twin or gone > first.candidate.confidence:
            near = not first.candidate.twin and abs(first.candidate.weight) < NEAR_GONE
            return Match(base.id, ChangeKind.GONE, _shown(scored), gone, ambiguous=near)
        split = self._as_split(n, scored)
        if split is not None:
            return Match(base.id, ChangeKind.SPLIT, split, gone, ambiguous=False)
        tie = bool(alternatives) and first.candidate.weight - alternatives[0].candidate.weight < NEAR_TIE
        ambiguous = tie or self._code_went_elsewhere(n, first, alternatives) or first.candidate.weight < NEAR_GONE
        merged = self._was_merged(n, first.pair.head, rivals)
        change = ChangeKind.MERGED if merged else change_between(base, self.land.head[first.pair.head])
        certain = not ambiguous and not merged and self._is_certain(n, first.pair.head)
        return Match(base.id, change, self._with_parts(n, scored), gone, ambiguous, certain)

    def _scored(self, n: int, pairs: list[Pair], rivals: Rivals) -> list[_Scored]:
        """Candidates with the comparison in, best first; ties by ID."""
        near = pairs[:COMPARED_WITH_RIVALS]
        by_lead = dict(zip((pair.head for pair in pairs), leads(pairs), strict=True))
        weighed = []
        for pair in pairs:
            values = dict(pair.values)
            values["lead"] = by_lead[pair.head]
            if pair in near:
                values |= self._against_rivals(n, pair, rivals, alone=by_lead[pair.head] > ALONE)
            evidence = weigh(values)
            weighed.append((total(evidence), evidence, pair))
        shares, _ = confidences([weight for weight, _, _ in weighed])
        best = sorted((weight for weight, _, _ in weighed), reverse=True)
        scored = []
        for (weight, evidence, pair), confidence in zip(weighed, shares, strict=True):
            head = self.land.head[pair.head]
            runner_up = (best[1] if len(best) > 1 else 0.0) if weight == best[0] else best[0]
            twin = self._is_twin(n, pair.head)
            candidate = Candidate(
                head.id,
                head.digest,
                round(weight, 3),
                round(0.0 if twin else confidence, 4),
                round(weight - runner_up, 3),
                evidence,
                twin=twin,
            )
            scored.append(_Scored(pair, candidate))
        return sorted(scored, key=lambda s: (s.candidate.twin, -s.candidate.weight, s.candidate.chunk_id))

    def _against_rivals(self, n: int, pair: Pair, rivals: Rivals, *, alone: bool) -> dict[str, float]:
        rival = rivals.best_against(n, pair.head)
        if rival is None:
            return {"rival": 1.0}
        likeness, other = rival
        if alone and self.land.claimant.get(pair.head) is None and self._parts.merged(n, other, pair.head):
            return {"rival": 0.5, "merged": 1.0}
        values = {"rival": scaled(pair.plain - likeness)}
        claimant = self.land.claimant.get(pair.head)
        if claimant not in {None, n} and self._parts.absorbed(n, claimant, pair.head) >= MIN_MERGED_SHARE:
            values |= {"claimed": min(0.5, pair.values["claimed"]), "merged": 1.0}
        return values

    def _gone(self, scored: Sequence[_Scored]) -> float:
        return round(confidences([s.candidate.weight for s in scored if not s.candidate.twin])[1], 4)

    def _code_went_elsewhere(self, n: int, first: _Scored, others: Sequence[_Scored]) -> bool:
        """The name leads and another, free chunk says what the chunk said: no number decides between the two."""
        if _says_the_same(first):
            return False
        free = (other for other in others if self.land.claimant.get(other.pair.head, n) == n)
        return any(_says_the_same(other) for other in free)

    def _is_twin(self, n: int, head: int) -> bool:
        """The same text, while its original lives: it stood there before, or the chunk stands where it stood."""
        if not self.land.same(n, head) or self.land.own_place.get(n) == head:
            return False
        claimant = self.land.claimant.get(head)
        if claimant is not None and claimant != n:
            return self.land.same(claimant, head) and self.land.own_place.get(claimant) == head
        return self._stands(n)

    def _is_certain(self, n: int, head: int) -> bool:
        land = self.land
        if not land.same(n, head) or land.base_profile(n).size < SHORTEST_CERTAIN:
            return False
        digest = land.base[n].digest
        once = self._base_digests[digest] == 1 == self._head_digests[digest]
        return once and land.claimant.get(head, n) == n

    def _was_merged(self, n: int, head: int, rivals: Rivals) -> bool:
        claimant = self.land.claimant.get(head)
        if claimant not in {None, n}:
            return self._parts.absorbed(n, claimant, head) >= MIN_MERGED_SHARE
        if self.land.own_place.get(n) == head:
            return False
        rival = rivals.best_against(n, head)
        return rival is not None and claimant is None and self._parts.merged(n, rival[1], head)

    def _as_split(self, n: int, scored: Sequence[_Scored]) -> tuple[Candidate, ...] | None:
        """The candidates of a split: its parts with their shares, then the others; None where it is none."""
        first = scored[0]
        others = [s.pair.head for s in scored[1:SHOWN]]
        others += self._parts.called_and_born(n, first.pair.head)
        parts = self._parts.split(n, first.pair.head, dict.fromkeys(others))
        if len(parts) < 2 or parts[0].share > MAX_REMAINDER:  # a split has two parts at least
            return None
        by_head = {s.pair.head: s.candidate for s in scored}
        together = round(min(SURE, sum(by_head[p.head].confidence for p in parts if p.head in by_head)), 4)
        candidates = [
            replace(
                by_head.get(part.head) or self._unscored(part.head), share=round(part.share, 4), confidence=together
            )
            for part in parts
        ]
        named = {candidate.chunk_id for candidate in candidates}
        rest = [s.candidate for s in scored if s.candidate.chunk_id not in named]
        return (*candidates, *rest[: max(0, SHOWN - len(candidates))])

    def _with_parts(self, n: int, scored: Sequence[_Scored]) -> tuple[Candidate, ...]:
        """The first, then what it calls and what was born, then the others."""
        by_head = {s.pair.head: s.candidate for s in scored}
        first = scored[0]
        called = self._parts.called_and_born(n, first.pair.head)
        lines = self._parts.base_lines(n)
        called.sort(key=lambda h: -len(covered(lines, self._parts.head_lines(h))))
        parts = [by_head.get(h) or self._unscored(h) for h in called[:MOST_PARTS]]
        named = {first.candidate.chunk_id, *(part.chunk_id for part in parts)}
        rest = [s.candidate for s in scored[1:] if s.candidate.chunk_id not in named]
        return (first.candidate, *parts, *rest)[:SHOWN]

    def _unscored(self, head: int) -> Candidate:
        chunk = self.land.head[head]
        part = EvidencePart("called", 1.0, 0.0, "the remaining original names it, and it was born in this change")
        return Candidate(chunk.id, chunk.digest, 0.0, 0.0, 0.0, (part,))


def _says_the_same(scored: _Scored) -> bool:
    return scored.pair.values["tokens"] > 0


def _shown(scored: Sequence[_Scored]) -> tuple[Candidate, ...]:
    return tuple(s.candidate for s in scored[:SHOWN])


def unchanged(chunk: Chunk) -> Match:
    """The match of a chunk whose file did not change."""
    evidence = weigh({"place": 1.0, "text": 1.0})
    candidate = Candidate(chunk.id, chunk.digest, total(evidence), SURE, total(evidence), evidence)
    return Match(chunk.id, ChangeKind.SAME, (candidate,), gone=NOT_GONE, ambiguous=False, certain=True)


def change_between(base: Chunk, head: Chunk) -> ChangeKind:
    """What happened to the name and the place; a move may be to another file or another class."""
    moved = base.path != head.path or base.container != head.container
    if base.name == head.name:
        return ChangeKind.MOVED if moved else ChangeKind.SAME
    return ChangeKind.MOVED_RENAMED if moved else ChangeKind.RENAMED
