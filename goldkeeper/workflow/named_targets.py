"""Where an answer sends a chunk: what a yes means, and the successors that a judge names instead."""

from collections.abc import Sequence
from dataclasses import replace
from typing import assert_never

from goldkeeper.model.chunks import ChunkId
from goldkeeper.model.errors import NoTarget
from goldkeeper.model.gold import QueryId
from goldkeeper.model.proposals import Action, Candidate
from goldkeeper.model.reviews import Answer, ReviewItem, Target
from goldkeeper.workflow.wishes import Sitting, Wish


def check_for_some(item: ReviewItem, targets: Sequence[Target], queries: Sequence[QueryId]) -> None:
    """A chunk has one anchor: kept with its new text for one query, it would count as judged for all."""
    if any(target.queries is not None for target in targets) and set(item.proposal.query_ids) <= set(queries):
        return  # parted, and not one was left unasked
    own = {item.proposal.chunk_id}
    if item.proposal.action is Action.KEEP and item.proposal.kept is not None:
        own.add(item.proposal.kept[0])  # a gold file may spell the ID otherwise
    kept = next((target.chunk_id for target in targets if target.chunk_id in own), None)
    if kept is not None:
        some, number = " ".join(f"--query {query}" for query in queries), item.number
        raise NoTarget(
            number,
            f"{kept} keeps its place, and its text of now would count as judged for every query, asked or not",
            f"answer without --query; or part these queries from it, and the others are asked again:"
            f" review amend {number} {some} --to ID, or review retire {number} {some}",
        )


def asked_targets(item: ReviewItem, wish: Wish, *, singly: bool) -> tuple[Answer, tuple[Target, ...]]:
    """What saying yes means; a candidate other than the proposed one is an amendment."""
    proposal, candidates = item.proposal, item.proposal.match.candidates
    if wish.candidate is not None:
        target = as_target(_candidate(item, wish.candidate))
        proposed = proposal.action is Action.REMAP and wish.candidate == 1
        return (Answer.ACCEPT if proposed else Answer.AMEND), (target,)
    if proposal.match.ambiguous and (not singly or proposal.action in {Action.REMAP, Action.SPLIT}):
        rivals = " and ".join(str(candidate.chunk_id) for candidate in candidates[:2]) or "nothing sure"
        remedy = f"name the one: review accept {item.number} --candidate N, or review amend {item.number} --to ID"
        raise NoTarget(item.number, f"ambiguous between {rivals}", remedy)
    match proposal.action:
        case Action.REMAP:
            return Answer.ACCEPT, (as_target(_candidate(item, 1)),)
        case Action.SPLIT:
            parts = tuple(as_target(c) for c in candidates if c.share is not None and not c.twin)
            if not parts:
                raise NoTarget(item.number, "no part was found", f"review amend {item.number} --to ID")
            return Answer.ACCEPT, parts
        case Action.KEEP:
            return Answer.ACCEPT, (_found(item),)
        case Action.REGRADE:
            raise NoTarget(item.number, "asks for a new grade", f"review amend {item.number} --grade G")
        case Action.RETIRE:
            if not singly and not wish.include_retire:
                remedy = f"add --include-retire, or review accept {item.number}"
                raise NoTarget(item.number, "would take its pairs out of the gold set", remedy)
            return Answer.ACCEPT, ()
        case _:
            assert_never(proposal.action)


def check_grade_holds(item: ReviewItem, wish: Wish) -> None:
    """Among many, a chunk that does something else now needs a look of its own."""
    edit = item.proposal.edit
    if edit is not None and not edit.staleness.holds and not wish.include_changed:
        why = f" ({edit.note})" if edit.note else ""
        remedy = f"look at it: review show {item.number}, then review accept {item.number}; or add --include-changed"
        raise NoTarget(item.number, f"its behaviour changed{why}, and the grade may not hold", remedy)


def amended_targets(item: ReviewItem, wish: Wish, sitting: Sitting, *, singly: bool) -> tuple[Target, ...]:
    """The successors that a judge names, each held against the code as it is."""
    if wish.targets:
        named = [replace(named_target(item, chunk_id, sitting), grade=grade) for chunk_id, grade in wish.targets]
    elif item.proposal.action is Action.REGRADE and wish.candidate is None:
        named = [_found(item)]
    else:
        named = list(asked_targets(item, wish, singly=singly)[1])
    if not named:
        raise NoTarget(item.number, "nothing is left to grade", f"review amend {item.number} --to ID names a successor")
    return tuple(target if target.grade is not None else replace(target, grade=wish.grade) for target in named)


def named_target(item: ReviewItem, chunk_id: ChunkId, sitting: Sitting) -> Target:
    """A successor that the judge spelled out: what they were shown under that ID, else what is there now."""
    shown = {candidate.chunk_id: candidate.digest for candidate in item.proposal.match.candidates}
    if item.proposal.drift.found is not None:
        shown[item.proposal.drift.found.id] = item.proposal.drift.found.digest
    digest = shown.get(chunk_id) or sitting.digest_of(chunk_id)
    if digest is None:
        remedy = f"take one that review show {item.number} lists, or goldkeeper chunk prints"
        raise NoTarget(item.number, f"{chunk_id} names no chunk of the code as it is now", remedy)
    return Target(chunk_id, digest)


def _candidate(item: ReviewItem, number: int) -> Candidate:
    candidates = item.proposal.match.candidates
    if not 1 <= number <= len(candidates):
        there = f"has {len(candidates)} candidates" if candidates else "has no candidate"
        raise NoTarget(item.number, f"{there}, not one numbered {number}", f"review show {item.number} counts them")
    return candidates[number - 1]


def _found(item: ReviewItem) -> Target:
    kept = item.proposal.kept
    if kept is None:
        raise NoTarget(item.number, "its place was not found", f"review amend {item.number} --to ID")
    return Target(*kept)


def as_target(candidate: Candidate) -> Target:
    """A candidate as a successor, with the text that it had when it was found."""
    return Target(candidate.chunk_id, candidate.digest)
