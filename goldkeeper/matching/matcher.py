"""Where base chunks went: the whole change is read, then each wanted chunk is looked up in it.

Stages, each a file of its own: `landscape` (survivors claim their own), `blocking` (candidates),
`evidence` with `context` (likenesses, and against whom), `assignment` (rival claims), `scoring`
(bits), `calibration` (confidence), `parts` (split, merge, twin).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from goldkeeper.matching.assignment import Rivals
from goldkeeper.matching.blocking import Blocking
from goldkeeper.matching.calibration import SURE, confidences
from goldkeeper.matching.context import Context
from goldkeeper.matching.evidence import Pair, Values, compare, leads, scaled
from goldkeeper.matching.landscape import Landscape
from goldkeeper.matching.lines import covered
from goldkeeper.matching.parts import MAX_REMAINDER, MIN_MERGED_SHARE, MOST_PARTS, Parts
from goldkeeper.matching.profiles import Lexicon
from goldkeeper.matching.projection import project
from goldkeeper.matching.renames import detect_renames
from goldkeeper.matching.scoring import IDENTITY, identity, weigh, weight_of
from goldkeeper.matching.survey import survey
from goldkeeper.model.changes import Change, ChangeKind
from goldkeeper.model.chunks import Chunk, ChunkId
from goldkeeper.model.proposals import Candidate, EvidencePart, Match

COMPARED_WITH_RIVALS = 6  # candidates that are held against rivals; the others are too far behind
SHOWN = 8  # candidates of a match: the truth is among the first five in 0.99, and nobody reads a longer list
NEAR_TIE = 1.5  # bits; below, first and second can't be told apart
NEAR_GONE = 1.0  # bits; the same for the first and "gone"
ALONE = 0.6  # a scaled lead; only a candidate without a near second is a merge's target
NOT_GONE = round(1 - SURE, 4)  # of what stands where it stood
SHORTEST_CERTAIN = 30  # tokens: a shorter text that turns up in another place may be anybody's one-liner
NAME_ALONE = 0.3  # body likeness; below, a name is all that two chunks share, and names are given anew
NAME_ALONE_ELSEWHERE = 0.5  # the same in another file: every program has a `main`
FEW_RUNS = 0.15  # and of the token runs that tell chunks apart hardly any are shared


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
    """A candidate on its way; `rival` is the best rival claim, where it was held against them."""

    pair: Pair
    chunk: Chunk
    values: Values
    weight: float
    confidence: float
    margin: float
    twin: bool
    rival: int | None

    @property
    def candidate(self) -> Candidate:
        """As it is shown; most are not, so the evidence is only written here."""
        return Candidate(
            self.chunk.id,
            self.chunk.digest,
            round(self.weight, 3),
            round(0.0 if self.twin else self.confidence, 4),
            round(self.margin, 3),
            weigh(self.values),
            twin=self.twin,
        )


class Matcher:
    """One change, surveyed; answers for any of its base chunks."""

    def __init__(self, change: Change) -> None:
        self._change = change
        self.land: Landscape = survey(change, Lexicon())
        self._context = Context(self.land)
        self._parts = Parts(self.land)

    def match(self, wanted: Sequence[Chunk]) -> dict[ChunkId, Match]:
        """See `match_chunks`."""
        matches: dict[ChunkId, Match] = {}
        asked = [n for chunk in wanted if (n := self.land.base_index.get(chunk.id)) is not None]
        cut_otherwise = {n: found for n in asked if not self._in_place(n) and (found := self._projected(n)) is not None}
        moved = [n for n in asked if not self._stands(n) and n not in cut_otherwise]
        pairs = self._compared(moved)
        rivals = Rivals(self.land, (pair.head for found in pairs.values() for pair in found[:COMPARED_WITH_RIVALS]))
        for chunk in wanted:
            n = self.land.base_index.get(chunk.id)
            if n is None:
                itself = [(chunk, None)]
                matches[chunk.id] = _settled(chunk, ChangeKind.SAME, itself, "its file did not change", certain=True)
            elif n in cut_otherwise:
                matches[chunk.id] = cut_otherwise[n]
            elif n in pairs:
                matches[chunk.id] = self._decide(n, pairs[n], rivals)
            else:
                matches[chunk.id] = self._standing(n)
        return matches

    def _in_place(self, n: int) -> bool:
        """Whether the chunk's own place, after file renames, says the same."""
        own = self.land.own_place.get(n)
        return own is not None and self.land.image.get(n) == own and self.land.same(n, own)

    def _stands(self, n: int) -> bool:
        """Whether it does, and no other has as good a claim: nothing is to be asked.

        Where the file was renamed and the text was also put elsewhere, it has two heirs.
        """
        if not self._in_place(n):
            return False
        base, own = self.land.base[n], self.land.head[self.land.own_place[n]]
        return base.path == own.path or self.land.head_copies[base.digest] <= self.land.copies[base.digest]

    def _standing(self, n: int) -> Match:
        base, own = self.land.base[n], self.land.own_place[n]
        note = "the same text at the same place"
        return _settled(base, self._change_between(n, own), [(self.land.head[own], None)], note, certain=True)

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
        return _settled(base, found.change, found.parts, "the same lines of a file that says the same", certain=False)

    def _compared(self, wanted: Sequence[int]) -> dict[int, list[Pair]]:
        """For each wanted chunk its candidates, likest first."""
        blocking = Blocking(self.land, wanted)
        found: dict[int, list[Pair]] = {}
        for n in wanted:
            hits = blocking.candidates(n, self._context.file_votes(n))
            pairs = [compare(self.land, self._context, n, hit) for hit in hits.values()]
            found[n] = sorted(pairs, key=lambda pair: (-weight_of(pair.values), self.land.head[pair.head].id))
        return found

    def _decide(self, n: int, pairs: list[Pair], rivals: Rivals) -> Match:
        base = self.land.base[n]
        scored = self._scored(n, pairs, rivals)
        if not scored:
            return Match(base.id, ChangeKind.GONE, (), gone=confidences([])[1], ambiguous=False)
        first = scored[0]
        alternatives = [other for other in scored[1:] if not other.twin]
        gone = self._gone(scored)
        if first.twin or gone > first.confidence:
            near = not first.twin and abs(first.weight) < NEAR_GONE
            return Match(base.id, ChangeKind.GONE, _shown(scored), gone, ambiguous=near)
        split = self._as_split(n, scored)
        if split is not None:
            return Match(base.id, ChangeKind.SPLIT, split, gone, ambiguous=False)
        tie = bool(alternatives) and first.weight - alternatives[0].weight < NEAR_TIE
        ambiguous = (
            tie
            or first.weight < NEAR_GONE
            or first.values.get("other operator", 0.0) > 0
            or self._is_name_alone(n, first)
            or self._has_equal_heir(n, first, alternatives)
            or self._code_went_elsewhere(n, first, alternatives)
        )
        merged = self._was_merged(n, first)
        change = ChangeKind.MERGED if merged else self._change_between(n, first.pair.head)
        certain = not ambiguous and not merged and self._is_certain(n, first.pair.head)
        return Match(base.id, change, self._with_parts(n, scored), gone, ambiguous, certain)

    def _scored(self, n: int, pairs: list[Pair], rivals: Rivals) -> list[_Scored]:
        """Candidates with the comparison in, best first; ties by ID."""
        weighed = []
        for rank, (pair, lead) in enumerate(zip(pairs, leads(pairs), strict=True)):
            values = {**pair.values, "lead": lead}
            rival = rivals.best_against(n, pair.head) if rank < COMPARED_WITH_RIVALS else None
            if rank < COMPARED_WITH_RIVALS:
                values |= self._against_rival(n, pair, rival, alone=lead > ALONE)
            weighed.append((weight_of(values), values, pair, rival[1] if rival else None))
        shares, _ = confidences([weight for weight, *_ in weighed])
        best = sorted((weight for weight, *_ in weighed), reverse=True)
        scored = []
        for (weight, values, pair, rival_base), confidence in zip(weighed, shares, strict=True):
            runner_up = (best[1] if len(best) > 1 else 0.0) if weight == best[0] else best[0]
            twin, chunk = self._is_twin(n, pair.head), self.land.head[pair.head]
            margin = weight - runner_up
            scored.append(_Scored(pair, chunk, values, round(weight, 3), confidence, margin, twin, rival_base))
        return sorted(scored, key=lambda s: (s.twin, -s.weight, s.chunk.id))

    def _against_rival(self, n: int, pair: Pair, rival: tuple[float, int] | None, *, alone: bool) -> dict[str, float]:
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
        return round(confidences([s.weight for s in scored if not s.twin])[1], 4)

    def _code_went_elsewhere(self, n: int, first: _Scored, others: Sequence[_Scored]) -> bool:
        """The name leads and another, free chunk says what the chunk said: no number decides between the two."""
        if _says_the_same(first):
            return False
        free = (other for other in others if self.land.claimant.get(other.pair.head, n) == n)
        return any(_says_the_same(other) for other in free)

    def _is_name_alone(self, n: int, first: _Scored) -> bool:
        """A chunk that bears the name and does something else."""
        body = first.values.get("body", 1.0)
        if self.land.base[n].path == first.chunk.path:
            return body < NAME_ALONE
        return body < NAME_ALONE_ELSEWHERE and first.values["rare runs"] < FEW_RUNS

    def _has_equal_heir(self, n: int, first: _Scored, others: Sequence[_Scored]) -> bool:
        """Two chunks that nobody else claims say what the chunk said."""
        land = self.land
        return land.same(n, first.pair.head) and any(
            land.same(n, other.pair.head) and land.claimant.get(other.pair.head, n) == n for other in others
        )

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
        if not land.same(n, head):
            return False
        if land.own_place.get(n) != head and land.base_profile(n).size < SHORTEST_CERTAIN:
            return False
        digest = land.base[n].digest
        once = land.copies[digest] == 1 == land.head_copies[digest]
        return once and land.claimant.get(head, n) == n

    def _was_merged(self, n: int, first: _Scored) -> bool:
        head, rival = first.pair.head, first.rival
        claimant = self.land.claimant.get(head)
        if claimant not in {None, n}:
            return self._parts.absorbed(n, claimant, head) >= MIN_MERGED_SHARE
        if self.land.own_place.get(n) == head:
            return False
        return rival is not None and claimant is None and self._parts.merged(n, rival, head)

    def _change_between(self, n: int, head: int) -> ChangeKind:
        """What happened to the name and the place: a class that is only called otherwise moved nothing."""
        land = self.land
        old, new = land.base[n], land.head[head]
        outer, other = land.base_containers[n], land.head_containers[head]
        renamed_outer = self._is_renamed_container(old.path, outer, other) if outer != other else False
        moved = old.path != new.path or (outer != other and not renamed_outer)
        if land.base_names[n] != land.head_names[head]:
            return ChangeKind.MOVED_RENAMED if moved else ChangeKind.RENAMED
        if moved:
            return ChangeKind.MOVED
        return ChangeKind.RENAMED if renamed_outer else ChangeKind.SAME

    def _is_renamed_container(self, path: str, outer: str, other: str) -> bool:
        """Whether of two containers of a file only one stands there on either side."""
        land = self.land
        return bool(outer and other) and (path, outer) not in land.head_scopes and (path, other) not in land.base_scopes

    def _as_split(self, n: int, scored: Sequence[_Scored]) -> tuple[Candidate, ...] | None:
        """The candidates of a split: its parts with their shares, then the others; None where it is none."""
        first = scored[0]
        others = [s.pair.head for s in scored[1:SHOWN]]
        others += self._parts.called_and_born(n, first.pair.head)
        parts = self._parts.split(n, first.pair.head, dict.fromkeys(others))
        if len(parts) < 2 or parts[0].share > MAX_REMAINDER:  # a split has two parts at least
            return None
        by_head = {s.pair.head: s for s in scored}
        theirs = [0.0 if by_head[p.head].twin else by_head[p.head].confidence for p in parts if p.head in by_head]
        together = round(min(SURE, sum(theirs)), 4)
        candidates = [
            replace(self._candidate(part.head, by_head), share=round(part.share, 4), confidence=together)
            for part in parts
        ]
        named = {part.head for part in parts}
        rest = [s for s in scored if s.pair.head not in named]
        return (*candidates, *_shown(rest)[: max(0, SHOWN - len(candidates))])

    def _with_parts(self, n: int, scored: Sequence[_Scored]) -> tuple[Candidate, ...]:
        """The first, then what it calls and what was born, then the others."""
        by_head = {s.pair.head: s for s in scored}
        first = scored[0]
        called = self._parts.called_and_born(n, first.pair.head)
        lines = self._parts.base_lines(n)
        called.sort(key=lambda h: -len(covered(lines, self._parts.head_lines(h))))
        parts = [h for h in called[:MOST_PARTS] if h != first.pair.head]
        rest = [s for s in scored[1:] if s.pair.head not in parts]
        return (first.candidate, *(self._candidate(h, by_head) for h in parts), *_shown(rest))[:SHOWN]

    def _candidate(self, head: int, scored: Mapping[int, _Scored]) -> Candidate:
        """A head chunk as a candidate; parts of a split that nothing spoke for have no weight."""
        if head in scored:
            return scored[head].candidate
        chunk = self.land.head[head]
        part = EvidencePart("called", 1.0, 0.0, "the remaining original names it, and it was born in this change")
        return Candidate(chunk.id, chunk.digest, 0.0, 0.0, 0.0, (part,))


def _says_the_same(scored: _Scored) -> bool:
    return scored.pair.values["tokens"] > 0


def _shown(scored: Sequence[_Scored]) -> tuple[Candidate, ...]:
    return tuple(s.candidate for s in scored[:SHOWN])


def _settled(
    base: Chunk, change: ChangeKind, parts: Iterable[tuple[Chunk, float | None]], note: str, *, certain: bool
) -> Match:
    """The match of what is known to be there: nothing was weighed. Shares are given where it lies in several."""
    candidates = tuple(
        Candidate(
            part.id,
            part.digest,
            IDENTITY,
            SURE,
            IDENTITY,
            identity(note),
            share=None if share is None else round(share, 4),
        )
        for part, share in parts
    )
    return Match(base.id, change, candidates, gone=NOT_GONE, ambiguous=False, certain=certain)
