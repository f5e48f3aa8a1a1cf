"""Judges answer questions: what yes means, what is never said in passing, and what happens when the code moved."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from goldkeeper.model.changes import ChangeKind
from goldkeeper.model.chunks import ChunkId
from goldkeeper.model.drifts import CUT_OTHERWISE, DriftKind
from goldkeeper.model.errors import BadRequest, ItemNotOpen, NoTarget, TargetMoved
from goldkeeper.model.gold import Grade, QueryId
from goldkeeper.model.proposals import Action, RemapProposal
from goldkeeper.model.reviews import Answer, Decision, ItemState, ReviewItem, Target
from goldkeeper.model.staleness import Edit, Staleness
from goldkeeper.workflow.review import accept, amend, confirm_certain, defer, reject, retire, undo
from goldkeeper.workflow.wishes import Outcome, Renew, Sitting, Wish
from tests.builders import (
    NOON,
    a_candidate,
    a_chunk,
    a_chunk_id,
    a_digest,
    a_drift,
    a_gold_pair,
    a_match,
    a_proposal,
    a_recut,
)
from tests.fakes import InMemoryQueue

LATER = NOON + timedelta(hours=2)
BASKET = "src/basket.py:10-14:Basket.total"
TROLLEY = "src/trolley.py:1-5:Trolley.total"


class Head:
    """The code as it is now: chunk ID → digest of its text; unknown IDs say what was proposed."""

    def __init__(self) -> None:
        self.changed: dict[str, str | None] = {}
        self.asked: list[str] = []

    def digest_of(self, chunk_id: ChunkId) -> str | None:
        self.asked.append(str(chunk_id))
        return self.changed.get(str(chunk_id), a_digest(str(chunk_id)))


def a_desk(
    queue: InMemoryQueue, head: Head | None = None, *, judge: str = "ada", renew: Renew | None = None
) -> Sitting:
    head = head or Head()
    return Sitting(queue, judge, lambda: LATER, head.digest_of, renew)


def a_queue(*proposals: RemapProposal) -> InMemoryQueue:
    queue = InMemoryQueue()
    queue.add(proposals, scan="s1", now=NOON)
    return queue


def remap(chunk: str = "src/cart.py:3-7:Cart.total", *, to: str = BASKET, certain: bool = False) -> RemapProposal:
    return a_proposal(chunk, match=a_match(chunk, a_candidate(to), certain=certain))


def tie(chunk: str = "src/tie.py:1-5:f") -> RemapProposal:
    return a_proposal(chunk, match=a_match(chunk, a_candidate(BASKET), a_candidate(TROLLEY), ambiguous=True))


def gone(chunk: str = "src/gone.py:1-5:f") -> RemapProposal:
    return a_proposal(chunk, match=a_match(chunk, change=ChangeKind.GONE))


def edited(chunk: str = "src/edit.py:1-5:f") -> RemapProposal:
    match = a_match(chunk, a_candidate(chunk), change=ChangeKind.SAME)
    return a_proposal(chunk, drift=a_drift(DriftKind.EDITED, chunk=chunk), match=match)


def decision_of(queue: InMemoryQueue, number: int = 1) -> Decision:
    decision = queue.item(number).decision
    assert decision is not None
    return decision


def to(*ids: str) -> tuple[Target, ...]:
    return tuple(Target(a_chunk_id(one), a_digest(one)) for one in ids)


def reasons(outcome: Outcome) -> list[tuple[int, str]]:
    return [(skipped.item.number, skipped.problem.code) for skipped in outcome.skipped]


def test_yes_to_a_remap_goes_to_its_first_candidate() -> None:
    queue, head = a_queue(remap()), Head()
    outcome = accept(queue.items(), a_desk(queue, head), Wish(reason="moved"), singly=True)
    assert decision_of(queue) == Decision(1, Answer.ACCEPT, to(BASKET), "ada", LATER, "moved")
    assert outcome.answered == (queue.item(1),)
    assert head.asked == [BASKET]


def test_yes_to_a_split_goes_to_every_part_and_to_no_twin() -> None:
    chunk = "src/cart.py:3-7:Cart.total"
    parts = (
        a_candidate(BASKET, share=0.6),
        a_candidate(TROLLEY, share=0.4),
        a_candidate("src/copy.py:1-5:f", share=1.0, twin=True),
        a_candidate("src/other.py:1-5:f"),
    )
    queue = a_queue(a_proposal(chunk, match=a_match(chunk, *parts, change=ChangeKind.SPLIT)))
    accept(queue.items(), a_desk(queue), singly=True)
    assert decision_of(queue).targets == to(BASKET, TROLLEY)


def test_yes_to_an_edited_chunk_keeps_it_with_its_new_text() -> None:
    queue, head = a_queue(edited()), Head()
    found = queue.item(1).proposal.drift.found
    assert found is not None
    head.changed[str(found.id)] = found.digest
    accept(queue.items(), a_desk(queue, head), singly=True)
    assert decision_of(queue).targets == (Target(found.id, found.digest),)


def test_of_overloads_the_one_with_the_chunks_own_id_is_kept_and_not_the_likeliest() -> None:
    own = "src/edit.py:1-5:f"
    drift = replace(a_drift(DriftKind.EDITED, chunk=own), found=a_chunk("f", path="src/edit.py", start=9))
    queue = a_queue(a_proposal(own, drift=drift, match=a_match(own, a_candidate(own), change=ChangeKind.SAME)))
    assert queue.item(1).proposal.action is Action.KEEP

    accept(queue.items(), a_desk(queue), singly=True)

    assert decision_of(queue).targets == to(own)


def test_yes_to_a_removal_names_no_target_and_looks_at_no_code() -> None:
    queue, head = a_queue(gone()), Head()
    accept(queue.items(), a_desk(queue, head), singly=True)
    assert decision_of(queue).answer is Answer.ACCEPT
    assert decision_of(queue).targets == ()
    assert head.asked == []


def test_among_many_ties_and_removals_are_left_out_and_said() -> None:
    queue = a_queue(remap(), tie(), gone())
    outcome = accept(queue.items(), a_desk(queue), singly=False)
    assert [item.number for item in outcome.answered] == [1]
    assert reasons(outcome) == [(2, "NoTarget"), (3, "NoTarget")]
    assert "ambiguous between" in str(outcome.skipped[0].problem)
    assert "--candidate N" in str(outcome.skipped[0].problem)
    assert "--include-retire" in str(outcome.skipped[1].problem)


def test_removals_are_accepted_among_many_when_that_is_said() -> None:
    queue = a_queue(gone(), gone("src/a.py:1-2:f"))
    outcome = accept(queue.items(), a_desk(queue), Wish(include_retire=True), singly=False)
    assert len(outcome.answered) == 2


def test_among_many_a_chunk_that_does_something_else_now_is_left_out_unless_that_is_said() -> None:
    queue = a_queue(
        replace(remap(), edit=Edit(Staleness.BEHAVIOUR, "3 became 4")),
        replace(remap("src/b.py:1-5:g", to=TROLLEY), edit=Edit(Staleness.REFACTORED)),
    )

    outcome = accept(queue.items(), a_desk(queue), singly=False)

    assert [item.number for item in outcome.answered] == [2]
    assert "3 became 4" in str(outcome.skipped[0].problem)
    assert "--include-changed" in str(outcome.skipped[0].problem)
    assert accept([queue.item(1)], a_desk(queue), Wish(include_changed=True), singly=False).answered == (queue.item(1),)


def test_alone_a_chunk_that_does_something_else_now_is_accepted_by_whoever_looked_at_it() -> None:
    queue = a_queue(replace(remap(), edit=Edit(Staleness.BEHAVIOUR)))

    assert accept(queue.items(), a_desk(queue), singly=True).answered == (queue.item(1),)


def test_a_doubtful_removal_is_not_accepted_among_many_whatever_is_said() -> None:
    chunk = "src/gone.py:1-5:f"
    match = a_match(chunk, a_candidate(BASKET), change=ChangeKind.GONE, ambiguous=True)
    queue = a_queue(a_proposal(chunk, match=match))
    assert reasons(accept(queue.items(), a_desk(queue), Wish(include_retire=True), singly=False)) == [(1, "NoTarget")]


def test_a_tie_is_not_settled_by_a_plain_yes() -> None:
    queue = a_queue(tie())
    with pytest.raises(NoTarget, match=f"item 1: ambiguous between {BASKET} and {TROLLEY}"):
        accept(queue.items(), a_desk(queue), singly=True)
    assert queue.item(1).state is ItemState.WAITING


@pytest.mark.parametrize(("number", "target", "answer"), [(1, BASKET, Answer.ACCEPT), (2, TROLLEY, Answer.AMEND)])
def test_a_tie_is_settled_by_naming_the_candidate(number: int, target: str, answer: Answer) -> None:
    queue = a_queue(tie())
    accept(queue.items(), a_desk(queue), Wish(candidate=number), singly=True)
    assert decision_of(queue).targets == to(target)
    assert decision_of(queue).answer is answer  # the proposer was right only if its first was meant


def test_a_candidate_that_is_not_there_is_named() -> None:
    queue = a_queue(tie())
    with pytest.raises(NoTarget, match="has 2 candidates, not one numbered 3"):
        accept(queue.items(), a_desk(queue), Wish(candidate=3), singly=True)


def test_one_candidate_is_not_taken_for_many_items() -> None:
    queue = a_queue(remap(), tie())
    with pytest.raises(BadRequest, match="--candidate with many items"):
        accept(queue.items(), a_desk(queue), Wish(candidate=1), singly=False)


def test_a_target_that_moved_is_not_confirmed_and_the_question_is_closed() -> None:
    queue, head = a_queue(remap()), Head()
    head.changed[BASKET] = None
    with pytest.raises(TargetMoved, match="run goldkeeper scan for a new proposal"):
        accept(queue.items(), a_desk(queue, head), singly=True)
    assert queue.item(1).state is ItemState.SUPERSEDED
    assert queue.log(1)[-1][2:] == ("superseded", f"{BASKET} moved or changed before it was confirmed")


def test_a_target_that_says_something_else_is_not_confirmed_either() -> None:
    queue, head = a_queue(remap()), Head()
    head.changed[BASKET] = a_digest("another body")
    with pytest.raises(TargetMoved):
        accept(queue.items(), a_desk(queue, head), singly=True)


def test_one_fresh_scan_asks_anew_about_everything_that_moved() -> None:
    queue, head = (
        a_queue(remap(), remap("src/b.py:1-2:f", to=TROLLEY), remap("src/c.py:1-2:f", to="src/d.py:1-2:f")),
        Head(),
    )
    head.changed |= {BASKET: None, TROLLEY: None}
    scans: list[Sequence[ChunkId]] = []

    def renew(chunk_ids: Sequence[ChunkId]) -> Mapping[ChunkId, int]:
        scans.append(chunk_ids)
        added = queue.add([remap(to="src/new.py:1-5:Cart.total"), remap("src/c.py:1-2:f")], scan="s2", now=LATER).added
        return {queue.item(number).proposal.chunk_id: number for number in added}

    outcome = accept(queue.items(), a_desk(queue, head, renew=renew), singly=False)
    assert len(scans) == 1
    assert [item.number for item in outcome.answered] == [3]
    assert [str(skipped.problem).split("; ")[-1] for skipped in outcome.skipped] == [
        "look at item 4",
        "run goldkeeper scan for a new proposal",
    ]
    assert queue.item(4).supersedes == 1


def test_who_was_first_is_said_to_who_was_not() -> None:
    queue = a_queue(remap())
    seen = queue.items()
    accept(seen, a_desk(queue, judge="ada"), singly=True)
    with pytest.raises(ItemNotOpen, match="already decided by ada"):
        reject(seen, a_desk(queue, judge="bob"), singly=True)
    assert reasons(reject(seen, a_desk(queue, judge="bob"), singly=False)) == [(1, "ItemNotOpen")]


def test_an_amendment_sends_the_chunk_where_the_judge_says() -> None:
    queue = a_queue(gone())
    wish = Wish(targets=((a_chunk_id(TROLLEY), Grade(1)), (a_chunk_id(BASKET), None)), grade=Grade(2))
    amend(queue.items(), a_desk(queue), wish, singly=True)
    assert decision_of(queue).answer is Answer.AMEND
    assert [(str(t.chunk_id), t.digest, t.grade) for t in decision_of(queue).targets] == [
        (TROLLEY, a_digest(TROLLEY), 1),
        (BASKET, a_digest(BASKET), 2),
    ]


def test_an_amendment_to_nothing_that_exists_is_refused() -> None:
    queue, head = a_queue(remap()), Head()
    head.changed[TROLLEY] = None
    with pytest.raises(NoTarget, match=f"{TROLLEY} names no chunk"):
        amend(queue.items(), a_desk(queue, head), Wish(targets=((a_chunk_id(TROLLEY), None),)), singly=True)


def test_an_amendment_to_a_candidate_means_the_text_that_was_shown() -> None:
    queue, head = a_queue(remap()), Head()
    head.changed[BASKET] = a_digest("another body")
    with pytest.raises(TargetMoved):
        amend(queue.items(), a_desk(queue, head), Wish(targets=((a_chunk_id(BASKET), None),)), singly=True)


def test_a_grade_or_one_target_may_be_amended_of_many_items_at_once() -> None:
    queue = a_queue(remap(), remap("src/b.py:1-2:f"), tie())
    outcome = amend(queue.items(), a_desk(queue), Wish(grade=Grade(1)), singly=False)
    assert [decision_of(queue, number).targets[0].grade for number in (1, 2)] == [1, 1]
    assert reasons(outcome) == [(3, "NoTarget")]
    folded = a_queue(remap(), remap("src/b.py:1-2:f"), tie())
    amend(folded.items(), a_desk(folded), Wish(targets=((a_chunk_id(BASKET), None),)), singly=False)
    assert [decision_of(folded, number).targets for number in (1, 2, 3)] == [to(BASKET)] * 3
    with pytest.raises(BadRequest, match="--candidate with many items"):
        amend(queue.items(), a_desk(queue), Wish(candidate=1), singly=False)


def test_a_regrade_asks_for_the_grade() -> None:
    chunk = "src/edit.py:1-5:f"
    proposal = a_proposal(chunk, drift=a_drift(DriftKind.EDITED, chunk=chunk), action=Action.REGRADE)
    queue, head = a_queue(proposal), Head()
    found = proposal.drift.found
    assert found is not None
    head.changed[str(found.id)] = found.digest
    with pytest.raises(NoTarget, match="--grade G"):
        accept(queue.items(), a_desk(queue, head), singly=True)
    amend(queue.items(), a_desk(queue, head), Wish(grade=Grade(0)), singly=True)
    assert decision_of(queue).targets == (Target(found.id, found.digest, Grade(0)),)


@pytest.mark.parametrize("wish", [Wish(), Wish(reason="why"), Wish(targets=((a_chunk_id(BASKET), None),), candidate=1)])
def test_an_amendment_has_to_say_one_thing(wish: Wish) -> None:
    queue = a_queue(remap())
    with pytest.raises(BadRequest):
        amend(queue.items(), a_desk(queue), wish, singly=True)


def test_an_answer_may_hold_for_some_queries() -> None:
    pairs = [a_gold_pair(query_id="q1"), a_gold_pair(query_id="q2")]
    queue = a_queue(a_proposal(pairs=pairs))
    accept(queue.items(), a_desk(queue), Wish(queries=(QueryId("q2"),)), singly=True)
    assert decision_of(queue).queries == ("q2",)


@pytest.mark.parametrize("proposal", [edited(), remap(to="src/edit.py:1-5:f")], ids=["keep", "amended to itself"])
def test_a_chunk_that_keeps_its_place_is_judged_for_all_queries_or_none(proposal: RemapProposal) -> None:
    queue, head = a_queue(proposal), Head()
    own = str(proposal.chunk_id)
    head.changed[own] = proposal.drift.found.digest if proposal.drift.found is not None else a_digest(own)
    wish = Wish(targets=((proposal.chunk_id, None),), queries=(QueryId("q1"),))

    with pytest.raises(NoTarget, match=r"answer without --query.*review amend 1 --query q1 --to ID"):
        amend(queue.items(), a_desk(queue, head), wish, singly=True)
    if proposal.action is Action.KEEP:
        with pytest.raises(NoTarget, match=f"{own} keeps its place"):
            accept(queue.items(), a_desk(queue, head), Wish(queries=(QueryId("q1"),)), singly=True)

    assert queue.item(1).state is ItemState.WAITING


def test_some_queries_may_leave_a_chunk_that_keeps_its_place() -> None:
    queue = a_queue(edited())
    wish = Wish(targets=((a_chunk_id(TROLLEY), None),), queries=(QueryId("q1"),))
    amend(queue.items(), a_desk(queue), wish, singly=True)
    assert decision_of(queue).queries == ("q1",)


def test_a_stale_look_leaves_the_answer_that_was_given_meanwhile() -> None:
    queue, head = a_queue(remap()), Head()
    seen = queue.items()
    accept(seen, a_desk(queue, judge="ada"), singly=True)
    head.changed[BASKET] = None

    with pytest.raises(ItemNotOpen, match="already decided by ada"):
        accept(seen, a_desk(queue, head, judge="bob"), singly=True)

    assert queue.item(1).state is ItemState.DECIDED


def test_a_query_without_a_pair_here_is_named() -> None:
    queue = a_queue(remap())
    with pytest.raises(NoTarget, match="query q7 has no pair here; its queries: q1"):
        retire(queue.items(), a_desk(queue), Wish(queries=(QueryId("q7"),)), singly=True)


@pytest.mark.parametrize("answer", [reject, defer])
def test_a_no_holds_for_all_queries_or_none(answer: object) -> None:
    assert callable(answer)
    queue = a_queue(remap())
    with pytest.raises(BadRequest, match="for some queries only"):
        answer(queue.items(), a_desk(queue), Wish(queries=(QueryId("q1"),)), singly=True)


def test_no_retire_and_later_need_no_target() -> None:
    queue, head = a_queue(remap(), tie(), gone()), Head()
    sitting = a_desk(queue, head)
    reject(queue.items()[:1], sitting, Wish(reason="a copy"), singly=True)
    retire(queue.items()[1:2], sitting, singly=True)
    defer(queue.items()[2:], sitting, singly=True)
    assert [item.state.value for item in queue.items()] == ["decided", "decided", "deferred"]
    assert [decision_of(queue, number).answer.value for number in (1, 2, 3)] == ["reject", "retire", "defer"]
    assert head.asked == []


def test_what_was_answered_is_taken_back_by_name() -> None:
    queue = a_queue(remap(), tie())
    reject(queue.items(), a_desk(queue), singly=False)
    undo(queue.items()[:1], a_desk(queue, judge="bob"), singly=True)
    assert [item.state.value for item in queue.items()] == ["waiting", "decided"]
    with pytest.raises(ItemNotOpen):
        undo(queue.items()[:1], a_desk(queue), singly=True)


@pytest.mark.parametrize("judge", ["", "  ", "policy:identical"])
def test_a_judge_is_a_person_with_a_name(judge: str) -> None:
    with pytest.raises(BadRequest, match="--by"):
        a_desk(InMemoryQueue(), judge=judge)


def test_the_rule_confirms_what_is_certain_and_nothing_else() -> None:
    queue = a_queue(remap(certain=True), remap("src/b.py:1-2:f"), tie(), gone())
    answered = confirm_certain(queue, policy="identical", now=LATER)
    assert [item.number for item in answered] == [1]
    assert decision_of(queue).judge == "policy:identical"
    assert decision_of(queue).targets == to(BASKET)
    assert confirm_certain(queue, now=LATER) == ()


def test_what_only_the_chunker_cuts_otherwise_passes_by_a_rule_of_its_own() -> None:
    queue = a_queue(
        a_recut(), remap("src/b.py:1-2:f", certain=True), a_recut("src/c.py:3-7:C.f", "src/c.py:2-6:C.f", share=0.8)
    )
    assert [item.number for item in confirm_certain(queue, policy="identical", now=LATER)] == [2]
    assert [item.number for item in confirm_certain(queue, policy="recut", now=LATER)] == [1]
    assert decision_of(queue).reason == CUT_OTHERWISE
    assert decision_of(queue).judge == "policy:recut"


def test_the_rule_leaves_to_people_what_a_person_took_back_or_put_off() -> None:
    queue = a_queue(remap(certain=True), remap("src/b.py:1-2:f", certain=True))
    defer(queue.items()[1:], a_desk(queue), singly=True)
    confirm_certain(queue, now=LATER)
    undo(queue.items()[:1], a_desk(queue), singly=True)
    assert confirm_certain(queue, now=LATER) == ()
    assert [item.state.value for item in queue.items()] == ["waiting", "deferred"]


def test_the_rule_gives_way_to_a_reviewer_who_is_first() -> None:
    class Raced(InMemoryQueue):
        def decide(self, decision: Decision, *, expected: str) -> ReviewItem:
            raise ItemNotOpen(decision.item, "decided", "ada")

    queue = Raced()
    queue.add([remap(certain=True)], scan="s1", now=NOON)
    assert confirm_certain(queue, now=datetime.now(tz=NOON.tzinfo)) == ()


def test_a_rule_that_does_not_exist_is_named() -> None:
    with pytest.raises(BadRequest, match="no rule 'all'"):
        confirm_certain(InMemoryQueue(), policy="all", now=LATER)
