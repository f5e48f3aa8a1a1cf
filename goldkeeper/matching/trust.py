"""A way through history → a match with its confidence.

A walk is a chain of small steps, most of which are certain. What makes one doubtful is its riskiest step, how many
such steps there were, and how long the way is.
"""

from collections.abc import Sequence
from dataclasses import replace
from math import log2, prod

from goldkeeper.matching.calibration import SURE
from goldkeeper.matching.successors import SHOWN
from goldkeeper.model.changes import ChangeKind
from goldkeeper.model.chunks import Chunk, ChunkId
from goldkeeper.model.lineage import Heir, Step, StepKind, Track
from goldkeeper.model.proposals import EDITED_IN_PLACE, Candidate, Evidence, EvidencePart, Match, Passage

LEAST = 0.001  # confidence; of what was ruled out on the way
AGAIN = 0.5  # confidence; that who put a chunk back meant the one that was judged. Chosen: nobody has counted


def match_of(track: Track, change: ChangeKind) -> Match | None:
    """What a walk found; None where the way could not be followed.

    Args:
        change: what happened between start and end, or what was put back; a split or merge on the way goes before it.
    """
    if track.broken:
        return None
    ambiguous = any(step.ambiguous for step in track.steps)
    if track.removal is not None:
        gone = track.removal.confidence * _sure_before(track)
        others = [_candidate(heir, heir.confidence) for heir in track.others]
        if track.again is not None:
            ranked, gone, ambiguous = _ranked([_added_again(track.again)], others), min(gone, 1 - AGAIN), True
        else:
            ranked, change = _ranked([], others), ChangeKind.GONE
        return Match(track.start.id, change, ranked, round(gone, 4), ambiguous, lineage=_lineage(track))
    if track.end is None:
        return None
    sure = min(SURE, track.confidence)
    one_of = sure / (1 + len(track.copies))  # equal heirs have equal shares
    first = _first(track, track.end, one_of)
    others = [_candidate(Heir(copy, one_of), one_of) for copy in track.copies]
    was_split = any(step.change is ChangeKind.SPLIT for step in track.steps)
    others += [_candidate(part, sure if was_split else min(part.confidence, 1 - sure)) for part in track.parts]
    others += [_candidate(heir, min(heir.confidence, 1 - sure)) for heir in track.others]
    kinds = {step.change for step in track.steps}
    if track.copies:
        ambiguous = True
    for special in (ChangeKind.SPLIT, ChangeKind.MERGED):
        if special in kinds:
            change = special
    certain = not ambiguous and track.end.digest == track.start.digest and all(step.certain for step in track.steps)
    ranked = _ranked([first], others)
    return Match(track.start.id, change, ranked, round(1 - sure, 4), ambiguous, certain, _lineage(track))


def _lineage(track: Track) -> tuple[Passage, ...]:
    return tuple(
        Passage(step.commit, _told(step), step.after.id if step.after is not None else None, round(step.confidence, 4))
        for step in track.steps
    )


def _told(step: Step) -> str:
    return EDITED_IN_PLACE if step.change is ChangeKind.SAME else step.change.value


def _sure_before(track: Track) -> float:
    return replace(track, steps=track.steps[:-1]).confidence


def _first(track: Track, end: Chunk, sure: float) -> Candidate:
    weight = _bits(sure)
    shares = [step.share for step in track.steps if step.share is not None]
    share = round(prod(shares), 4) if shares else None
    return Candidate(end.id, end.digest, weight, round(sure, 4), 0.0, _evidence(track, weight), share)


def _candidate(heir: Heir, confidence: float) -> Candidate:
    sure = round(min(SURE, max(LEAST, confidence)), 4)
    weight = _bits(sure)
    evidence = _balanced(heir.evidence, weight, "what happened to it on the rest of its way")
    return Candidate(heir.chunk.id, heir.chunk.digest, weight, sure, 0.0, evidence, heir.share)


def _added_again(chunk: Chunk) -> Candidate:
    weight = _bits(AGAIN)
    note = "it was taken out; this was put back later, or copied from it before"
    evidence = EvidencePart("added again", AGAIN, weight, note)
    return Candidate(chunk.id, chunk.digest, weight, AGAIN, 0.0, (evidence,))


def _ranked(first: Sequence[Candidate], others: Sequence[Candidate]) -> tuple[Candidate, ...]:
    """Each chunk once, in the order given, with the bits by which it leads the next."""
    seen: dict[ChunkId, Candidate] = {}
    for candidate in (*first, *others):
        seen.setdefault(candidate.chunk_id, candidate)
    ranked = list(seen.values())[:SHOWN]
    best = ranked[0].weight if ranked else 0.0
    second = max((candidate.weight for candidate in ranked[1:]), default=0.0)
    return tuple(
        replace(candidate, margin=round(candidate.weight - (second if n == 0 else best), 3))
        for n, candidate in enumerate(ranked)
    )


def _evidence(track: Track, weight: float) -> Evidence:
    """What spoke for the riskiest step, and what the rest of the way adds; the sum is the weight."""
    weighed = [step for step in track.steps if step.kind is StepKind.WEIGHED]
    plain = sum(step.kind is not StepKind.WEIGHED for step in track.steps)
    note = (
        f"followed commit by commit: {track.touches} touched its file, {plain} changed it plainly,"
        f" {len(weighed)} had to be weighed"
    )
    riskiest = min(weighed, key=lambda step: step.confidence, default=None)
    return _balanced(riskiest.evidence if riskiest is not None else (), weight, note)


def _balanced(parts: Evidence, weight: float, note: str) -> Evidence:
    rest = round(weight - sum(part.weight for part in parts), 3)
    return (*parts, EvidencePart("history", 1.0, rest, note))


def _bits(confidence: float) -> float:
    bounded = min(1 - 1e-6, max(1e-6, confidence))
    return round(log2(bounded / (1 - bounded)), 3)
