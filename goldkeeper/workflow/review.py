"""Reviewing: judges answer questions of the queue, one at a time or many at once.

To accept is to say yes to what the proposal asks: a remap goes to its first candidate, a split to
all of its parts, an edited chunk stays with its new text, a gone one leaves the gold set. Each target is
held against the code as it is now before an answer is recorded, because a proposal may wait for
weeks. Three things are never said yes to in passing: a tie between candidates, a removal, and a chunk
that does something else now.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext, suppress
from dataclasses import dataclass, replace
from datetime import datetime
from typing import assert_never

from goldkeeper.model.chunks import ChunkId
from goldkeeper.model.drifts import CUT_OTHERWISE
from goldkeeper.model.errors import BadRequest, GoldkeeperError, ItemNotOpen, NoTarget, TargetMoved
from goldkeeper.model.gold import Grade, QueryId
from goldkeeper.model.proposals import Action, Candidate
from goldkeeper.model.reviews import OPEN_STATES, POLICY, TOGETHER, Answer, Decision, ItemState, ReviewItem, Target
from goldkeeper.ports import Answers, Clock, ReviewQueue
from goldkeeper.workflow.parting import Part, part

DigestOf = Callable[[ChunkId], str | None]
Renew = Callable[[Sequence[ChunkId]], Mapping[ChunkId, int]]


@dataclass(frozen=True, slots=True)
class Desk:
    """Where a judge sits: who it is, what waits, and how the code looks now.

    Attributes:
        digest_of: digest of the chunk that bears this very ID now; None when there is none.
        renew: scans anew; number of the open item for each of these gold chunks that has one.
        prepare: told which chunks will be looked up, before many are.
    """

    queue: Answers
    judge: str
    now: Clock
    digest_of: DigestOf
    renew: Renew | None = None
    prepare: Callable[[Sequence[ChunkId]], None] | None = None

    def __post_init__(self) -> None:
        if not self.judge.strip():
            raise BadRequest(
                "--by",
                "nobody answers",
                "pass --by NAME, or set review.judge in the configuration, or git config user.name",
            )
        if self.judge.startswith(POLICY):
            raise BadRequest("--by", f"{self.judge!r} is the name of a rule", "pass the name of a person")
        if TOGETHER in self.judge:
            raise BadRequest("--by", f"{self.judge!r} reads as several people", "pass the name of one")


@dataclass(frozen=True, slots=True)
class Skipped:
    """An item that was asked for and not answered, with the reason as an error would give it."""

    item: ReviewItem
    problem: GoldkeeperError


@dataclass(frozen=True, slots=True)
class Outcome:
    """What answering many items came to, each by number."""

    answered: tuple[ReviewItem, ...] = ()
    skipped: tuple[Skipped, ...] = ()


@dataclass(frozen=True, slots=True)
class Wish:
    """What a judge says beyond yes or no.

    Attributes:
        targets: named successors; a grade of None keeps each pair's own.
        candidate: the candidate meant, counted from 1 as `review show` counts.
        grade: for every target that brings none of its own.
        queries: the answer holds for these alone.
        parts: queries that go another way than the rest; where the wish names nothing for the rest, that is
            asked again.
        include_retire: removals may be accepted among many.
        include_changed: so may chunks whose behaviour changed.
        unseen: a whole group is answered with its odd members though they were not looked at.
    """

    targets: tuple[tuple[ChunkId, Grade | None], ...] = ()
    candidate: int | None = None
    grade: Grade | None = None
    queries: tuple[QueryId, ...] | None = None
    parts: tuple[Part, ...] = ()
    reason: str = ""
    include_retire: bool = False
    include_changed: bool = False
    unseen: bool = False

    @property
    def names_successors(self) -> bool:
        """Whether it says what takes the place for all queries that no part names."""
        return bool(self.targets) or self.candidate is not None or self.grade is not None


NO_WISH = Wish()


def accept(
    items: Sequence[ReviewItem], desk: Desk, wish: Wish = NO_WISH, *, singly: bool, told: bool = False
) -> Outcome:
    """Do what the proposals ask.

    Args:
        items: the questions.
        desk: who answers.
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
        if not singly:
            _check_grade_holds(item, wish)
        return _record(item, desk, *_asked(item, wish, singly=singly), wish)

    return _each(items, desk, accepted, raising=singly and not told)


def amend(
    items: Sequence[ReviewItem], desk: Desk, wish: Wish = NO_WISH, *, singly: bool, told: bool = False
) -> Outcome:
    """Do something like what the proposals ask: other targets, another grade.

    Several gold chunks may be sent to one target: methods that were folded into one.

    Raises:
        BadRequest: nothing is amended, or one candidate is named for many items.
        ItemNotOpen, NoTarget, TargetMoved: for a single item.
    """
    if not wish.names_successors and not wish.parts:
        raise BadRequest(
            "review amend", "nothing to change", "pass --to ID, --candidate N, --grade G or --for QUERY=ID"
        )
    if wish.parts and not singly:
        raise BadRequest("review amend", "queries parted for many items", "name a single item")
    if wish.targets and wish.candidate is not None:
        raise BadRequest("review amend", "--to and --candidate both name the target", "pass one of them")
    if not singly and wish.candidate is not None:
        raise BadRequest("review amend", "--candidate with many items", "name a single item, or say --to ID")

    def amended(item: ReviewItem) -> ReviewItem:
        if not wish.parts:
            return _record(item, desk, Answer.AMEND, _amended(item, wish, desk, singly=singly), wish)
        rest = _amended(item, wish, desk, singly=singly) if wish.names_successors else None
        targets, queries = part(item, wish.parts, rest, wish.queries, named=lambda one: _named(item, one, desk))
        return _record(item, desk, Answer.AMEND if targets else Answer.RETIRE, targets, replace(wish, queries=queries))

    return _each(items, desk, amended, raising=singly and not told)


def reject(
    items: Sequence[ReviewItem], desk: Desk, wish: Wish = NO_WISH, *, singly: bool, told: bool = False
) -> Outcome:
    """Leave the gold as it is; the same proposal is not made again until its content changes."""
    return _plainly(Answer.REJECT, items, desk, wish, raising=singly and not told)


def retire(
    items: Sequence[ReviewItem], desk: Desk, wish: Wish = NO_WISH, *, singly: bool, told: bool = False
) -> Outcome:
    """Take the pairs out of the gold set, whatever was proposed."""
    return _plainly(Answer.RETIRE, items, desk, wish, raising=singly and not told)


def defer(
    items: Sequence[ReviewItem], desk: Desk, wish: Wish = NO_WISH, *, singly: bool, told: bool = False
) -> Outcome:
    """Not now: out of the way until it is named again or its content changes."""
    return _plainly(Answer.DEFER, items, desk, wish, raising=singly and not told)


def unsure(
    items: Sequence[ReviewItem], desk: Desk, wish: Wish = NO_WISH, *, singly: bool, told: bool = False
) -> Outcome:
    """Looked, and can't tell: the items wait on, for this judge behind all others."""
    return _plainly(Answer.UNSURE, items, desk, wish, raising=singly and not told)


def _plainly(answer: Answer, items: Sequence[ReviewItem], desk: Desk, wish: Wish, *, raising: bool) -> Outcome:
    """An answer without targets."""
    if wish.parts:
        raise BadRequest("review", f"{answer.value} with parts", "amend parts the queries")
    if wish.queries is not None and answer is not Answer.RETIRE:
        # The item would count as answered, and nobody would be asked about the other queries again.
        problem = f"{answer.value} for some queries only"
        raise BadRequest("--query", problem, "accept, amend or retire the others first; what is left is asked again")
    looks_at_none = replace(desk, prepare=None)
    return _each(items, looks_at_none, lambda item: _record(item, desk, answer, (), wish), raising=raising)


def undo(items: Sequence[ReviewItem], desk: Desk, *, singly: bool) -> Outcome:
    """Take answers back that are not in the gold file yet; the items wait again.

    Raises:
        ItemNotOpen: for a single item: nothing to take back, or too late.
    """

    def taken_back(item: ReviewItem) -> ReviewItem:
        return desk.queue.undo(item.number, judge=desk.judge, now=desk.now())

    return _each(items, replace(desk, prepare=None), taken_back, raising=singly)


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
        targets = (_as_target(proposal.match.candidates[0]),)
        reason = "the same text, found once on either side" if certain else CUT_OTHERWISE
        decision = Decision(item.number, Answer.ACCEPT, targets, POLICY + policy, now, reason)
        with suppress(ItemNotOpen, TargetMoved):
            answered.append(queue.decide(decision, expected=proposal.content_key))
    return tuple(answered)


def _each(
    items: Sequence[ReviewItem], desk: Desk, answer: Callable[[ReviewItem], ReviewItem], *, raising: bool
) -> Outcome:
    """Answer each; what stands in the way is kept for the end, and one new scan serves all that moved."""
    answered: list[ReviewItem] = []
    skipped: list[Skipped] = []
    if desk.prepare is not None and len(items) > 1:  # before anything is held
        desk.prepare([chunk_id for item in items for chunk_id in item.proposal.proposed])
    with desk.queue.together() if len(items) > 1 else nullcontext():
        for item in items:
            try:
                answered.append(answer(item))
            except (ItemNotOpen, NoTarget, TargetMoved) as problem:
                skipped.append(Skipped(item, problem))
    skipped = _renewed(skipped, desk)
    if raising and skipped:
        raise skipped[0].problem
    return Outcome(tuple(answered), tuple(skipped))


def _renewed(skipped: list[Skipped], desk: Desk) -> list[Skipped]:
    """Where a target moved, the sentence names the item that asks anew."""
    moved = [one.item.proposal.chunk_id for one in skipped if isinstance(one.problem, TargetMoved)]
    numbers = desk.renew(moved) if moved and desk.renew is not None else {}
    return [
        replace(one, problem=TargetMoved(problem.number, problem.target, renewed=f"item {number}"))
        if isinstance(problem := one.problem, TargetMoved)
        and (number := numbers.get(one.item.proposal.chunk_id)) is not None
        else one
        for one in skipped
    ]


def _record(item: ReviewItem, desk: Desk, answer: Answer, targets: tuple[Target, ...], wish: Wish) -> ReviewItem:
    """Write an answer down, after a look at the code: a target that moved closes the question instead."""
    if item.state not in OPEN_STATES:
        who = item.decision.judge if item.decision is not None and item.state is not ItemState.SUPERSEDED else ""
        raise ItemNotOpen(item.number, item.state.value, who)
    known = {pair.query_id for pair in item.proposal.pairs}
    for query_id in wish.queries or ():
        if query_id not in known:
            raise NoTarget(
                item.number, f"query {query_id} has no pair here", f"its queries: {', '.join(sorted(known))}"
            )
    if wish.queries:
        _check_for_some(item, targets, wish.queries)
    key = item.proposal.content_key
    for target in targets:
        if desk.digest_of(target.chunk_id) != target.digest:
            reason = f"{target.chunk_id} moved or changed before it was confirmed"
            desk.queue.supersede(item.number, expected=key, reason=reason, now=desk.now())
            raise TargetMoved(item.number, str(target.chunk_id))
    decision = Decision(item.number, answer, targets, desk.judge, desk.now(), wish.reason, wish.queries)
    return desk.queue.decide(decision, expected=key)


def _check_for_some(item: ReviewItem, targets: Sequence[Target], queries: Sequence[QueryId]) -> None:
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


def _asked(item: ReviewItem, wish: Wish, *, singly: bool) -> tuple[Answer, tuple[Target, ...]]:
    """What saying yes means; a candidate other than the proposed one is an amendment."""
    proposal, candidates = item.proposal, item.proposal.match.candidates
    if wish.candidate is not None:
        target = _as_target(_candidate(item, wish.candidate))
        proposed = proposal.action is Action.REMAP and wish.candidate == 1
        return (Answer.ACCEPT if proposed else Answer.AMEND), (target,)
    if proposal.match.ambiguous and (not singly or proposal.action in {Action.REMAP, Action.SPLIT}):
        rivals = " and ".join(str(candidate.chunk_id) for candidate in candidates[:2]) or "nothing sure"
        remedy = f"name the one: review accept {item.number} --candidate N, or review amend {item.number} --to ID"
        raise NoTarget(item.number, f"ambiguous between {rivals}", remedy)
    match proposal.action:
        case Action.REMAP:
            return Answer.ACCEPT, (_as_target(_candidate(item, 1)),)
        case Action.SPLIT:
            parts = tuple(_as_target(c) for c in candidates if c.share is not None and not c.twin)
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


def _check_grade_holds(item: ReviewItem, wish: Wish) -> None:
    """Among many, a chunk that does something else now needs a look of its own."""
    edit = item.proposal.edit
    if edit is not None and not edit.staleness.holds and not wish.include_changed:
        why = f" ({edit.note})" if edit.note else ""
        remedy = f"look at it: review show {item.number}, then review accept {item.number}; or add --include-changed"
        raise NoTarget(item.number, f"its behaviour changed{why}, and the grade may not hold", remedy)


def _amended(item: ReviewItem, wish: Wish, desk: Desk, *, singly: bool) -> tuple[Target, ...]:
    if wish.targets:
        named = [replace(_named(item, chunk_id, desk), grade=grade) for chunk_id, grade in wish.targets]
    elif item.proposal.action is Action.REGRADE and wish.candidate is None:
        named = [_found(item)]
    else:
        named = list(_asked(item, wish, singly=singly)[1])
    if not named:
        raise NoTarget(item.number, "nothing is left to grade", f"review amend {item.number} --to ID names a successor")
    return tuple(target if target.grade is not None else replace(target, grade=wish.grade) for target in named)


def _named(item: ReviewItem, chunk_id: ChunkId, desk: Desk) -> Target:
    """A successor that the judge spelled out: what they were shown under that ID, else what is there now."""
    shown = {candidate.chunk_id: candidate.digest for candidate in item.proposal.match.candidates}
    if item.proposal.drift.found is not None:
        shown[item.proposal.drift.found.id] = item.proposal.drift.found.digest
    digest = shown.get(chunk_id) or desk.digest_of(chunk_id)
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


def _as_target(candidate: Candidate) -> Target:
    return Target(candidate.chunk_id, candidate.digest)
