"""Where base chunks went: the whole change is read, then each wanted chunk is looked up in it.

Stages, each a file of its own: `survey` (survivors claim their own, in a `landscape`), `blocking` (candidates),
`evidence` with `context` (likenesses, and against whom), `assignment` (rival claims), `scoring`
(bits), `calibration` (confidence), `verdict` (gone, ambiguous), `successors` with `parts` (split, merge) and
`extraction` (what was taken out).
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cached_property

from goldkeeper.matching.assignment import Rivals
from goldkeeper.matching.blocking import Blocking
from goldkeeper.matching.calibration import SURE
from goldkeeper.matching.context import Context
from goldkeeper.matching.evidence import Pair, compare, held_against, scaled
from goldkeeper.matching.landscape import Landscape
from goldkeeper.matching.parts import MIN_MERGED_SHARE, Parts
from goldkeeper.matching.profiles import Lexicon
from goldkeeper.matching.projection import project
from goldkeeper.matching.renames import detect_renames
from goldkeeper.matching.scoring import IDENTITY, identity, weight_of
from goldkeeper.matching.successors import Successors, as_candidates
from goldkeeper.matching.survey import survey
from goldkeeper.matching.verdict import Asked, Seen, decide
from goldkeeper.model.changes import Change, ChangeKind
from goldkeeper.model.chunks import Chunk, ChunkId
from goldkeeper.model.proposals import Candidate, Match

COMPARED_WITH_RIVALS = 6  # candidates that are held against rivals; the others are too far behind
ALONE = 0.6  # a scaled lead; only a candidate without a near second is a merge's target
HALF_CLAIMED = 0.5  # a claim by a chunk that took this one in speaks against it half as much
NOT_GONE = round(1 - SURE, 4)  # of what stands where it stood
SHORTEST_CERTAIN = 30  # tokens: a shorter text that turns up in another place may be anybody's one-liner


def match_chunks(wanted: Sequence[Chunk], change: Change) -> dict[ChunkId, Match]:
    """Where chunks of the base went.

    Args:
        wanted: chunks of `change.base`.
        change: both sides; without renames they are found here.

    Returns:
        A match for each wanted chunk, by its ID, in the order given.
    """
    return Matcher(with_renames(change)).match(wanted)


def with_renames(change: Change) -> Change:
    """The change with its file renames, found where none are given."""
    if change.renames:
        return change
    base, head = change.base.files, change.head.files
    vanished = {path: file for path, file in base.items() if path not in head}
    appeared = {path: file for path, file in head.items() if path not in base}
    return replace(change, renames=detect_renames(vanished, appeared))


class Matcher:
    """One change, surveyed; answers for any of its base chunks."""

    def __init__(self, change: Change) -> None:
        self._change = change
        self.land: Landscape = survey(change, Lexicon())
        self._context = Context(self.land)
        self._parts = Parts(self.land)
        self.successors = Successors(self.land, self._parts)

    @cached_property
    def _blocking(self) -> Blocking:
        return Blocking(self.land, self._context)

    @cached_property
    def _rivals(self) -> Rivals:
        return Rivals(self.land)

    def match(self, wanted: Sequence[Chunk]) -> dict[ChunkId, Match]:
        """See `match_chunks`."""
        settled = self.settled(wanted)
        asked = [self.land.base_index[chunk.id] for chunk in wanted if chunk.id not in settled]
        answers = settled | {self.land.base[n].id: self._answer(n, seen) for n, seen in self.seen(asked).items()}
        return {chunk.id: answers[chunk.id] for chunk in wanted}

    def settled(self, wanted: Sequence[Chunk]) -> dict[ChunkId, Match]:
        """The matches of those chunks whose successor is plain, so that nothing is to be weighed."""
        matches: dict[ChunkId, Match] = {}
        for chunk in wanted:
            n = self.land.base_index.get(chunk.id)
            if n is None:
                itself = [(chunk, None)]
                matches[chunk.id] = _settled(chunk, ChangeKind.SAME, itself, "its file did not change", certain=True)
            elif not self._in_place(n) and (cut_otherwise := self._projected(n)) is not None:
                matches[chunk.id] = cut_otherwise
            elif self._stands(n):
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
        return _settled(base, self.successors.change_between(n, own), [(self.land.head[own], None)], note, certain=True)

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
        self._blocking.expect(wanted)
        found: dict[int, list[Pair]] = {}
        for n in wanted:
            hits = self._blocking.candidates(n, self._context.file_votes(n))
            pairs = [compare(self.land, self._context, n, hit) for hit in hits.values()]
            found[n] = sorted(pairs, key=lambda pair: (-weight_of(pair.values), self.land.head[pair.head].id))
        return found

    def _answer(self, n: int, seen: Sequence[Seen]) -> Match:
        base = self.land.base[n]
        verdict = decide(self.asked(n), seen)
        ranked, gone = verdict.ranked, verdict.gone
        if verdict.is_gone:
            return Match(base.id, ChangeKind.GONE, as_candidates(ranked), gone, verdict.ambiguous)
        first = ranked[0].seen
        split = self.successors.as_split(n, ranked)
        if split is not None:
            return Match(base.id, ChangeKind.SPLIT, split, gone, ambiguous=False)
        merged = self.successors.was_merged(n, first)
        change = ChangeKind.MERGED if merged else self.successors.change_between(n, first.head)
        certain = not verdict.ambiguous and not merged and self._is_certain(n, first.head)
        return Match(base.id, change, self.successors.with_parts(n, ranked), gone, verdict.ambiguous, certain)

    def asked(self, n: int) -> Asked:
        """A base chunk as the verdict knows it."""
        base = self.land.base[n]
        return Asked(base.id, base.kind, self.land.base_profile(n).size)

    def seen(self, wanted: Sequence[int]) -> dict[int, list[Seen]]:
        """For each wanted base chunk its candidates, compared with one another and with their rivals."""
        pairs = self._compared(wanted)
        self._rivals.expect(pair.head for found in pairs.values() for pair in found[:COMPARED_WITH_RIVALS])
        return {n: self._held_against(n, found) for n, found in pairs.items()}

    def _held_against(self, n: int, pairs: Sequence[Pair]) -> list[Seen]:
        land, seen = self.land, []
        for rank, (pair, compared) in enumerate(zip(pairs, held_against(land, n, pairs), strict=True)):
            values = {**pair.values, **compared}
            rival = self._rivals.best_against(n, pair.head) if rank < COMPARED_WITH_RIVALS else None
            if rank < COMPARED_WITH_RIVALS:
                values |= self._against_rival(n, pair, rival, alone=values["lead"] > ALONE)
            chunk, h = land.head[pair.head], pair.head
            seen.append(
                Seen(
                    h,
                    chunk.id,
                    chunk.digest,
                    values,
                    twin=self._is_twin(n, h),
                    same=land.same(n, h),
                    free=land.claimant.get(h, n) == n,
                    rival=rival[1] if rival else None,
                )
            )
        return seen

    def _against_rival(self, n: int, pair: Pair, rival: tuple[float, int] | None, *, alone: bool) -> dict[str, float]:
        if rival is None:
            return {"rival": 1.0}
        likeness, other = rival
        if alone and self.land.claimant.get(pair.head) is None and self._parts.merged(n, other, pair.head):
            return {"rival": 0.5, "merged": 1.0}
        values = {"rival": scaled(pair.plain - likeness)}
        claimant = self.land.claimant.get(pair.head)
        if claimant not in {None, n} and self._parts.absorbed(n, claimant, pair.head) >= MIN_MERGED_SHARE:
            values |= {"claimed": min(HALF_CLAIMED, pair.values["claimed"]), "merged": 1.0}
        return values

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
