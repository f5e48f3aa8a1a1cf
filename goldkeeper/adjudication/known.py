"""Which questions are asked though their answer is known, what is shown then, and what counts as right.

A judge who says yes to everything is right as often as the remapper is, and nobody would notice. So some of the
byte-identical, unique moves are shown with a wrong chunk in front: of these the right answer is certain, and a yes to
the wrong one says that nobody looked. And some of the questions that two judges answered alike are asked once more. All
that the rest of the page says stays as it is: who reads the two texts sees which it is.

Drawn by a digest of seed, judge and question, so that the same judge meets the same ones, and no two judges warn
each other.
"""

import hashlib
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from goldkeeper.adjudication.verdicts import effect_of
from goldkeeper.model.changes import ChangeKind
from goldkeeper.model.chunks import ChunkId
from goldkeeper.model.known_answers import JudgeTally, KnownAnswer, KnownKind
from goldkeeper.model.proposals import Action, Candidate
from goldkeeper.model.reviews import POLICY, Answer, Decision, ItemState, ReviewItem

_RANGE = 2**64


def is_drawn(item: ReviewItem, *, judge: str, seed: str, share: float) -> bool:
    """Whether a question belongs to the share that is mixed in for a judge; share is 0..1."""
    name = "\0".join([seed, judge, str(item.number), item.proposal.content_key])
    digest = hashlib.blake2b(name.encode("utf-8", "surrogatepass"), digest_size=8).digest()
    return int.from_bytes(digest, "big") < share * _RANGE


def swapped(item: ReviewItem, others: Sequence[ReviewItem]) -> ReviewItem | None:
    """A waiting question with a wrong chunk in front of the right one; None where its answer is not certain.

    Args:
        item: the question as it is.
        others: questions of the same cause, from which the wrong chunk is taken where there is no runner-up.
    """
    proposal, match = item.proposal, item.proposal.match
    moved = proposal.action is Action.REMAP and match.change is not ChangeKind.SAME
    certain = match.certain and not match.ambiguous and moved
    if not certain or item.state is not ItemState.WAITING or not match.candidates:
        return None
    right = match.candidates[0]
    wrong = _wrong_one(item, right, others)
    if wrong is None:
        return None
    # In the right one's clothes: what is believed of it is what a hurried judge would go by.
    front = replace(right, chunk_id=wrong.chunk_id, digest=wrong.digest)
    behind = replace(right, weight=wrong.weight, confidence=wrong.confidence, margin=-abs(right.margin))
    rest = [one for one in match.candidates[1:] if one.chunk_id != wrong.chunk_id]
    return replace(
        item, proposal=replace(proposal, match=replace(match, candidates=(front, behind, *rest), lineage=None))
    )


def _wrong_one(item: ReviewItem, right: Candidate, others: Sequence[ReviewItem]) -> Candidate | None:
    """A chunk that is surely not the one: another text, in reach of the question."""
    runners_up = [one for one in item.proposal.match.candidates[1:] if not one.twin]
    neighbours = [
        other.proposal.match.candidates[0]
        for other in sorted(others, key=lambda other: abs(other.number - item.number))
        if other.number != item.number and other.proposal.match.candidates and not other.proposal.match.ambiguous
    ]
    fits = (one for one in (*runners_up, *neighbours) if one.digest != right.digest and one.chunk_id != right.chunk_id)
    found = next(fits, None)
    return None if found is None else replace(found, weight=min(found.weight, 0.0), confidence=1 - right.confidence)


def agreed(item: ReviewItem, judge: str) -> ReviewItem | None:
    """A decided question as if nobody had answered; None where no two people agreed, or this judge was one of them."""
    decision = item.decision
    if item.state is not ItemState.DECIDED or decision is None or decision.answer is Answer.DEFER:
        return None
    people = [one for one in decision.judges if not one.startswith(POLICY)]
    if len(people) < 2 or judge in people:
        return None
    return replace(item, state=ItemState.WAITING, decision=None)


def is_right(kind: KnownKind, item: ReviewItem, said: Decision) -> bool | None:
    """Whether an answer to what was shown is the right one; None for who was not sure.

    Args:
        kind: what was shown.
        item: the question as it is.
        said: the answer to what was shown. Of a swapped one it is enough to say no to the wrong chunk.
    """
    if not said.counts:
        return None
    if kind is KnownKind.AGREED:
        return item.decision is not None and effect_of(said) == effect_of(item.decision)
    return said.answer is Answer.REJECT or names_alone(said, item.proposal.match.candidates[0].chunk_id)


def names_alone(said: Decision, chunk_id: ChunkId) -> bool:
    """Whether an answer sends all pairs to this chunk and nowhere else."""
    return said.queries is None and [target.chunk_id for target in said.targets] == [chunk_id]


def tally(answers: Iterable[KnownAnswer]) -> tuple[JudgeTally, ...]:
    """By judge: all kinds together first, then each kind that was asked."""
    counts: Counter[tuple[str, KnownKind | None, bool | None]] = Counter()
    for one in answers:
        counts[one.judge, None, one.right] += 1
        counts[one.judge, one.kind, one.right] += 1
    rows = sorted({(judge, kind) for judge, kind, _ in counts}, key=lambda row: (row[0], row[1] or ""))
    return tuple(
        JudgeTally(judge, kind, counts[judge, kind, True], counts[judge, kind, False], counts[judge, kind, None])
        for judge, kind in rows
    )
