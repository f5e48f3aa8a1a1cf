"""Reviewing: judges answer questions of the queue, one at a time or many at once.

To accept is to say yes to what the proposal asks: a remap goes to its first candidate, a split to
all of its parts, an edited chunk stays with its new text, a gone one leaves the gold set. Each target is
held against the code as it is now before an answer is recorded, because a proposal may wait for
weeks. Three things are never said yes to in passing: a tie between candidates, a removal, and a chunk
that does something else now. The latter two go along with many once the judge has looked at them.
"""

from collections.abc import Callable, Sequence
from contextlib import nullcontext, suppress
from dataclasses import replace
from datetime import datetime

from goldkeeper.model.drifts import CUT_OTHERWISE
from goldkeeper.model.errors import BadRequest, ItemNotOpen, NoTarget, TargetMoved
from goldkeeper.model.proposals import Action
from goldkeeper.model.reviews import OPEN_STATES, POLICY, Answer, Decision, ItemState, ReviewItem, Target
from goldkeeper.ports import ReviewQueue
from goldkeeper.workflow.named_targets import (
    amended_targets,
    as_target,
    asked_targets,
    check_for_some,
    check_grade_holds,
    named_target,
)
from goldkeeper.workflow.parting import check_parts_named, no_pair_here, part, parts_of
from goldkeeper.workflow.wishes import NO_WISH, Outcome, Sitting, Skipped, Wish


def accept(
    items: Sequence[ReviewItem], sitting: Sitting, wish: Wish = NO_WISH, *, singly: bool, told: bool = False
) -> Outcome:
    """Do what the proposals ask.

    Args:
        items: the questions.
        sitting: who answers.
        wish: `candidate` settles a tie, for a single item.
        singly: the judge named one item and has looked at it: a removal then needs no more words,
            and what stands in the way is raised instead of skipped.
        told: even then it is handed back, for a face that tells it in its place.

    Raises:
        BadRequest: one candidate for many items, or parts: to part queries is an amendment.
        ItemNotOpen, NoTarget, TargetMoved: for a single item.
    """
    if not singly and wish.candidate is not None:
        raise BadRequest("review accept", "--candidate with many items", "name a single item")
    if wish.parts:
        raise BadRequest("review accept", "parts the queries", "amend parts them")

    def accepted(item: ReviewItem) -> ReviewItem:
        looked = item.number in sitting.looked
        if not singly and not looked:
            check_grade_holds(item, wish)
        meant = replace(wish, include_retire=wish.include_retire or looked)
        return _record(item, sitting, *asked_targets(item, meant, singly=singly), wish)

    return _each(items, sitting, accepted, raising=singly and not told)


def amend(
    items: Sequence[ReviewItem], sitting: Sitting, wish: Wish = NO_WISH, *, singly: bool, told: bool = False
) -> Outcome:
    """Do something like what the proposals ask: other targets, another grade.

    Several gold chunks may be sent to one target: methods that were folded into one. Of many items that are parted by
    query, each goes where its own queries are sent; one of which no query is named goes with the rest, or is left out.

    Raises:
        BadRequest: nothing is amended, one candidate is named for many items, or a query that none of them has.
        ItemNotOpen, NoTarget, TargetMoved: for a single item.
    """
    if not wish.names_successors and not wish.parts:
        raise BadRequest(
            "review amend", "nothing to change", "pass --to ID, --candidate N, --grade G or --for QUERY=ID"
        )
    if not singly:
        check_parts_named(items, wish.parts)
    if wish.targets and wish.candidate is not None:
        raise BadRequest("review amend", "--to and --candidate both name the target", "pass one of them")
    if not singly and wish.candidate is not None:
        raise BadRequest("review amend", "--candidate with many items", "name a single item, or say --to ID")

    def amended(item: ReviewItem) -> ReviewItem:
        if not wish.parts:
            return _record(item, sitting, Answer.AMEND, amended_targets(item, wish, sitting, singly=singly), wish)
        parts = wish.parts if singly else parts_of(item, wish.parts, has_rest=wish.names_successors)
        if not parts and wish.names_successors:
            return _record(item, sitting, Answer.AMEND, amended_targets(item, wish, sitting, singly=singly), wish)
        rest = amended_targets(item, wish, sitting, singly=singly) if wish.names_successors else None
        targets, queries = part(item, parts, rest, wish.queries, named=lambda one: named_target(item, one, sitting))
        return _record(
            item, sitting, Answer.AMEND if targets else Answer.RETIRE, targets, replace(wish, queries=queries)
        )

    return _each(items, sitting, amended, raising=singly and not told)


def reject(
    items: Sequence[ReviewItem], sitting: Sitting, wish: Wish = NO_WISH, *, singly: bool, told: bool = False
) -> Outcome:
    """Leave the gold as it is; the same proposal is not made again until its content changes."""
    return _plainly(Answer.REJECT, items, sitting, wish, raising=singly and not told)


def retire(
    items: Sequence[ReviewItem], sitting: Sitting, wish: Wish = NO_WISH, *, singly: bool, told: bool = False
) -> Outcome:
    """Take the pairs out of the gold set, whatever was proposed."""
    return _plainly(Answer.RETIRE, items, sitting, wish, raising=singly and not told)


def defer(
    items: Sequence[ReviewItem], sitting: Sitting, wish: Wish = NO_WISH, *, singly: bool, told: bool = False
) -> Outcome:
    """Not now: out of the way until it is named again or its content changes."""
    return _plainly(Answer.DEFER, items, sitting, wish, raising=singly and not told)


def unsure(
    items: Sequence[ReviewItem], sitting: Sitting, wish: Wish = NO_WISH, *, singly: bool, told: bool = False
) -> Outcome:
    """Looked, and can't tell: the items wait on, for this judge behind all others."""
    return _plainly(Answer.UNSURE, items, sitting, wish, raising=singly and not told)


def _plainly(answer: Answer, items: Sequence[ReviewItem], sitting: Sitting, wish: Wish, *, raising: bool) -> Outcome:
    """An answer without targets."""
    if wish.parts:
        raise BadRequest("review", f"{answer.value} with parts", "amend parts the queries")
    if wish.queries is not None and answer is not Answer.RETIRE:
        # The item would count as answered, and nobody would be asked about the other queries again.
        problem = f"{answer.value} for some queries only"
        raise BadRequest("--query", problem, "accept, amend or retire the others first; what is left is asked again")
    looks_at_none = replace(sitting, prepare=None)
    return _each(items, looks_at_none, lambda item: _record(item, sitting, answer, (), wish), raising=raising)


def undo(items: Sequence[ReviewItem], sitting: Sitting, *, singly: bool) -> Outcome:
    """Take answers back that are not in the gold file yet; the items wait again.

    Raises:
        ItemNotOpen: for a single item: nothing to take back, or too late.
    """

    def taken_back(item: ReviewItem) -> ReviewItem:
        return sitting.queue.undo(item.number, judge=sitting.judge, now=sitting.now())

    return _each(items, replace(sitting, prepare=None), taken_back, raising=singly)


def confirm_certain(queue: ReviewQueue, *, policy: str = "identical", now: datetime) -> tuple[ReviewItem, ...]:
    """Let a rule answer what it may.

    `identical` says yes to byte-identical, unique moves; `recut` also to what only the chunker cuts otherwise.
    What a person took back is left to people. Safe beside reviewers: who is first, answers.

    Returns:
        The items that were answered, by number.

    Raises:
        BadRequest: no rule of that name.
    """
    if policy not in {"identical", "recut"}:
        raise BadRequest("auto_confirm", f"no rule {policy!r}", 'write "identical" or "recut", or leave it out')
    answered = []
    taken_back = queue.ever("undo")
    for item in queue.items([ItemState.WAITING]):
        proposal = item.proposal
        recut = policy == "recut" and proposal.only_recut
        certain = proposal.match.certain and not proposal.match.ambiguous and proposal.action is Action.REMAP
        if not (certain or recut):
            continue
        if not proposal.match.candidates or item.number in taken_back:
            continue
        targets = (as_target(proposal.match.candidates[0]),)
        reason = "the same text, found once on either side" if certain else CUT_OTHERWISE
        decision = Decision(item.number, Answer.ACCEPT, targets, POLICY + policy, now, reason)
        with suppress(ItemNotOpen, TargetMoved):
            answered.append(queue.decide(decision, expected=proposal.content_key))
    return tuple(answered)


def _each(
    items: Sequence[ReviewItem], sitting: Sitting, answer: Callable[[ReviewItem], ReviewItem], *, raising: bool
) -> Outcome:
    """Answer each; what stands in the way is kept for the end, and one new scan serves all that moved."""
    answered: list[ReviewItem] = []
    skipped: list[Skipped] = []
    if sitting.prepare is not None and len(items) > 1:  # before anything is held
        sitting.prepare([chunk_id for item in items for chunk_id in item.proposal.proposed])
    with sitting.queue.together() if len(items) > 1 else nullcontext():
        for item in items:
            try:
                answered.append(answer(item))
            except (ItemNotOpen, NoTarget, TargetMoved) as problem:
                skipped.append(Skipped(item, problem))
    skipped = _renewed(skipped, sitting)
    if raising and skipped:
        raise skipped[0].problem
    return Outcome(tuple(answered), tuple(skipped))


def with_successors(outcome: Outcome, queue: ReviewQueue) -> Outcome:
    """The same; where a newer scan asks instead of an item, its sentence names the one that does."""
    late = {
        one.item.number
        for one in outcome.skipped
        if isinstance(one.problem, ItemNotOpen) and one.item.state is ItemState.SUPERSEDED
    }
    if not late:
        return outcome
    after = {item.supersedes: item.number for item in queue.items() if item.supersedes in late}
    return replace(
        outcome,
        skipped=tuple(
            replace(one, problem=ItemNotOpen(one.item.number, one.item.state.value, successor=after[one.item.number]))
            if one.item.number in late and one.item.number in after
            else one
            for one in outcome.skipped
        ),
    )


def _renewed(skipped: list[Skipped], sitting: Sitting) -> list[Skipped]:
    """Where a target moved, the sentence names the item that asks anew."""
    moved = [one.item.proposal.chunk_id for one in skipped if isinstance(one.problem, TargetMoved)]
    numbers = sitting.renew(moved) if moved and sitting.renew is not None else {}
    return [
        replace(one, problem=TargetMoved(problem.number, problem.target, renewed=f"item {number}"))
        if isinstance(problem := one.problem, TargetMoved)
        and (number := numbers.get(one.item.proposal.chunk_id)) is not None
        else one
        for one in skipped
    ]


def _record(item: ReviewItem, sitting: Sitting, answer: Answer, targets: tuple[Target, ...], wish: Wish) -> ReviewItem:
    """Write an answer down, after a look at the code: a target that moved closes the question instead."""
    if item.state not in OPEN_STATES:
        who = item.decision.judge if item.decision is not None and item.state is not ItemState.SUPERSEDED else ""
        raise ItemNotOpen(item.number, item.state.value, who)
    known = {pair.query_id for pair in item.proposal.pairs}
    for query_id in wish.queries or ():
        if query_id not in known:
            raise no_pair_here(item, query_id)
    if wish.queries:
        check_for_some(item, targets, wish.queries)
    key = item.proposal.content_key
    for target in targets:
        if sitting.digest_of(target.chunk_id) != target.digest:
            reason = f"{target.chunk_id} moved or changed before it was confirmed"
            sitting.queue.supersede(item.number, expected=key, reason=reason, now=sitting.now())
            raise TargetMoved(item.number, str(target.chunk_id))
    decision = Decision(item.number, answer, targets, sitting.judge, sitting.now(), wish.reason, wish.queries)
    return sitting.queue.decide(decision, expected=key)
