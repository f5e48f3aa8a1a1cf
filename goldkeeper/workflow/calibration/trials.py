"""Answers of the remapper, held against what became of the chunk or against what people said."""

from collections.abc import Sequence

from goldkeeper.model.calibrations import Source, Trial
from goldkeeper.model.changes import ChangeKind
from goldkeeper.model.chunks import ChunkId
from goldkeeper.model.proposals import Action, EvidencePart, Match
from goldkeeper.model.reviews import POLICY, Answer, ItemState, ReviewItem
from goldkeeper.workflow.calibration.strict_track import Fate

IN_ONE_PIECE = frozenset({ChangeKind.SAME, ChangeKind.RENAMED, ChangeKind.MOVED, ChangeKind.MOVED_RENAMED})
NOTHING = "nothing alike"
NO_EVIDENCE = EvidencePart("nothing named", 0.0, 0.0)


def trial_of(source: Source, asked: ChunkId, fate: Fate, match: Match) -> Trial:
    """An answer held against the chunk that it should name, or should not; of a split it may be any part."""
    answered = match.candidates if match.change is ChangeKind.SPLIT else match.candidates[:1]
    is_gone = match.change is ChangeKind.GONE or not match.candidates
    end = fate.end
    found = not is_gone and end is not None and end.id in {candidate.chunk_id for candidate in answered}
    return Trial(
        source,
        asked,
        match.gone if is_gone else match.candidates[0].confidence,
        is_gone if end is None else found,
        ChangeKind.GONE if is_gone else match.change,
        carrier(match),
        passable=_is_passable(match),
    )


def decided_trials(items: Sequence[ReviewItem]) -> tuple[Trial, ...]:
    """What people answered, as trials: whether the chunk is where the proposal said.

    An amendment that names the proposed place and another grade found the place right. Answers of a rule, and those
    that say nothing of the place (put off, or a pair that leaves the set whatever became of its chunk), count not.
    """
    return tuple(trial for item in items if (trial := _decided(item)) is not None)


def _decided(item: ReviewItem) -> Trial | None:
    decision, proposal = item.decision, item.proposal
    if item.state not in {ItemState.DECIDED, ItemState.APPLIED} or decision is None:
        return None
    if decision.judge.startswith(POLICY) or decision.answer in {Answer.DEFER, Answer.RETIRE}:
        return None
    match = proposal.match
    right = decision.answer is Answer.ACCEPT
    if decision.answer is Answer.AMEND:
        named = {target.chunk_id for target in decision.targets}
        right = named == _proposed(item)
    is_gone = proposal.action is Action.RETIRE or not match.candidates
    return Trial(
        Source.DECISIONS,
        proposal.chunk_id,
        match.gone if is_gone else match.candidates[0].confidence,
        right,
        match.change,
        carrier(match),
        passable=_is_passable(match),
    )


def _proposed(item: ReviewItem) -> set[ChunkId]:
    proposal = item.proposal
    match proposal.action:
        case Action.KEEP | Action.REGRADE:
            return {proposal.kept[0]} if proposal.kept is not None else set()
        case Action.SPLIT:
            return {one.chunk_id for one in proposal.match.candidates if one.share is not None and not one.twin}
        case _:
            return {one.chunk_id for one in proposal.match.candidates[:1]}


def _is_passable(match: Match) -> bool:
    return match.change in IN_ONE_PIECE and not match.ambiguous and bool(match.candidates)


def carrier(match: Match) -> str:
    """What an answer stands on: the riskiest step of a way, as of a chain its weakest link, or the weightiest evidence.

    A way without a step went by commits that only moved the chunk's lines.
    """
    if match.lineage:
        return min(match.lineage, key=lambda passage: passage.confidence).change
    if match.change is ChangeKind.GONE or not match.candidates:
        return NOTHING
    return max(match.candidates[0].evidence, key=lambda part: part.weight, default=NO_EVIDENCE).name
