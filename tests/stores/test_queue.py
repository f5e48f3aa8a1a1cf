"""What any review queue does, whatever it is kept in."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

import pytest

from goldkeeper.model.changes import ChangeKind
from goldkeeper.model.drifts import DriftKind
from goldkeeper.model.errors import ItemNotOpen, TargetMoved, UnknownItem
from goldkeeper.model.gold import QueryId
from goldkeeper.model.proposals import Action, Cause, RemapProposal
from goldkeeper.model.reviews import Answer, Decision, ItemState, ReviewItem, Target
from goldkeeper.ports import QueueChange, ReviewQueue
from tests.builders import (
    NOON,
    a_candidate,
    a_chunk_id,
    a_commit_note,
    a_decision,
    a_drift,
    a_gold_pair,
    a_match,
    a_proposal,
)

LATER = NOON + timedelta(hours=1)
CART = "src/cart.py:3-7:Cart.total"
BASKET = "src/basket.py:10-14:Basket.total"
TROLLEY = "src/trolley.py:1-5:Trolley.total"


def to(target: str, chunk: str = CART, cause: Cause | None = None) -> RemapProposal:
    return a_proposal(chunk, match=a_match(chunk, a_candidate(target)), cause=cause)


def scanned(queue: ReviewQueue, *proposals: RemapProposal, scan: str = "s1") -> QueueChange:
    return queue.add(proposals, scan=scan, now=NOON)


def answered(queue: ReviewQueue, number: int, answer: Answer, *targets: Target, judge: str = "ada") -> ReviewItem:
    decision = replace(a_decision(number, answer, *targets, judge=judge, reason="seen"), at=LATER)
    return queue.decide(decision, expected=queue.item(number).proposal.content_key)


def states(queue: ReviewQueue) -> list[tuple[int, str]]:
    return [(item.number, item.state.value) for item in queue.items()]


def whats(queue: ReviewQueue, number: int) -> list[str]:
    return [what for _, _, what, _ in queue.log(number)]


def test_a_scan_is_taken_in_once_however_often_it_runs(queue: ReviewQueue) -> None:
    first = scanned(queue, to(BASKET), to(TROLLEY, "src/a.py:1-2:f"))
    again = scanned(queue, to(BASKET), to(TROLLEY, "src/a.py:1-2:f"), scan="s2")
    assert first == QueueChange((1, 2), (), (), 0)
    assert again == QueueChange((), (1, 2), (), 0)
    assert states(queue) == [(1, "waiting"), (2, "waiting")]
    assert whats(queue, 1) == ["asked"]


def test_an_item_gives_back_what_was_asked(queue: ReviewQueue) -> None:
    proposal = replace(to(BASKET), commits=(a_commit_note(),))
    scanned(queue, proposal)
    assert queue.item(1) == ReviewItem(1, "g1", ItemState.WAITING, proposal, NOON)


def test_the_same_question_in_newer_words_keeps_its_number_and_says_the_newer_ones(queue: ReviewQueue) -> None:
    scanned(queue, to(BASKET))
    pairs = (a_gold_pair(CART), a_gold_pair(CART, query_id="q9"))
    newer = replace(to(BASKET, cause=Cause("other", "another reason")), pairs=pairs)
    assert scanned(queue, newer, scan="s2") == QueueChange((), (1,), (), 0)
    assert queue.item(1).proposal == newer
    assert queue.item(1).group == "g2"


def test_a_waiting_item_whose_target_moved_again_is_superseded_and_the_chain_kept(queue: ReviewQueue) -> None:
    scanned(queue, to(BASKET))
    change = scanned(queue, to(TROLLEY), scan="s2")
    assert change == QueueChange((2,), (), (1,), 0)
    assert states(queue) == [(1, "superseded"), (2, "waiting")]
    assert queue.item(2).supersedes == 1
    assert queue.log(1)[-1][1:3] == ("scan s2", "superseded")


def test_waiting_and_deferred_items_are_superseded_when_nothing_is_asked_any_more(queue: ReviewQueue) -> None:
    scanned(queue, to(BASKET), to(TROLLEY, "src/a.py:1-2:f"))
    answered(queue, 2, Answer.DEFER)
    assert scanned(queue, scan="s2") == QueueChange((), (), (1, 2), 0)
    assert states(queue) == [(1, "superseded"), (2, "superseded")]


def test_a_question_that_comes_back_gets_a_new_number_and_the_chain(queue: ReviewQueue) -> None:
    scanned(queue, to(BASKET))
    scanned(queue, scan="s2")
    assert scanned(queue, to(BASKET), scan="s3") == QueueChange((2,), (), (), 0)
    assert queue.item(2).supersedes == 1


def test_a_deferred_item_stays_deferred_while_it_asks_the_same(queue: ReviewQueue) -> None:
    scanned(queue, to(BASKET))
    answered(queue, 1, Answer.DEFER)
    assert scanned(queue, to(BASKET), scan="s2") == QueueChange((), (1,), (), 0)
    assert queue.item(1).state is ItemState.DEFERRED
    scanned(queue, to(TROLLEY), scan="s3")
    assert states(queue) == [(1, "superseded"), (2, "waiting")]


def test_a_rejected_proposal_is_not_asked_again_until_its_content_changes(queue: ReviewQueue) -> None:
    scanned(queue, to(BASKET))
    answered(queue, 1, Answer.REJECT)
    assert scanned(queue, to(BASKET), scan="s2") == QueueChange((), (), (), 1)
    assert scanned(queue, to(TROLLEY), scan="s3") == QueueChange((2,), (), (1,), 0)
    assert queue.item(2).supersedes == 1
    old = queue.item(1).decision
    assert old is not None
    assert old.answer is Answer.REJECT


def test_a_no_outlives_a_branch_that_is_left_and_entered_again(queue: ReviewQueue) -> None:
    scanned(queue, to(BASKET))
    answered(queue, 1, Answer.REJECT)
    scanned(queue, to(TROLLEY), scan="s2")
    assert scanned(queue, to(BASKET), scan="s3") == QueueChange((), (), (2,), 1)
    assert states(queue) == [(1, "decided"), (2, "superseded")]
    assert whats(queue, 1) == ["asked", "reject", "superseded", "reinstated"]


def test_a_no_stays_while_nothing_is_asked(queue: ReviewQueue) -> None:
    scanned(queue, to(BASKET))
    answered(queue, 1, Answer.REJECT)
    assert scanned(queue, scan="s2") == QueueChange((), (), (), 0)
    assert scanned(queue, to(BASKET), scan="s3") == QueueChange((), (), (), 1)


def test_an_applied_no_holds_too(queue: ReviewQueue) -> None:
    scanned(queue, to(BASKET))
    answered(queue, 1, Answer.REJECT)
    queue.mark_applied([1], now=LATER)
    assert scanned(queue, to(BASKET), scan="s2") == QueueChange((), (), (), 1)
    assert states(queue) == [(1, "applied")]


def test_a_decision_that_waits_to_be_applied_is_held_by_the_same_question(queue: ReviewQueue) -> None:
    scanned(queue, to(BASKET))
    answered(queue, 1, Answer.ACCEPT, Target(a_chunk_id(BASKET), "d"))
    assert scanned(queue, to(BASKET), scan="s2") == QueueChange((), (), (), 1)
    assert states(queue) == [(1, "decided")]


def test_a_decision_whose_question_changed_before_it_was_applied_is_asked_again_and_stays_readable(
    queue: ReviewQueue,
) -> None:
    scanned(queue, to(BASKET))
    decided = answered(queue, 1, Answer.ACCEPT, Target(a_chunk_id(BASKET), "d"))
    assert scanned(queue, to(TROLLEY), scan="s2") == QueueChange((2,), (), (1,), 0)
    assert queue.item(2).supersedes == 1
    assert queue.item(1).decision == decided.decision


def test_a_decision_survives_a_scan_that_could_not_see_its_chunk(queue: ReviewQueue) -> None:
    scanned(queue, to(BASKET))
    answered(queue, 1, Answer.ACCEPT, Target(a_chunk_id(BASKET), "d"))
    assert scanned(queue, scan="s2").superseded == (1,)
    assert scanned(queue, to(BASKET), scan="s3") == QueueChange((), (), (), 1)
    assert states(queue) == [(1, "decided")]


def test_an_answer_does_not_come_back_when_something_else_was_asked_in_between(queue: ReviewQueue) -> None:
    scanned(queue, to(BASKET))
    answered(queue, 1, Answer.ACCEPT, Target(a_chunk_id(BASKET), "d"))
    scanned(queue, to(TROLLEY), scan="s2")
    assert scanned(queue, to(BASKET), scan="s3") == QueueChange((3,), (), (2,), 0)
    assert queue.item(3).supersedes == 2


def test_a_question_returns_when_the_gold_file_was_put_back_after_applying(queue: ReviewQueue) -> None:
    scanned(queue, to(BASKET))
    answered(queue, 1, Answer.ACCEPT, Target(a_chunk_id(BASKET), "d"))
    queue.mark_applied([1], now=LATER)
    assert scanned(queue, to(BASKET), scan="s2") == QueueChange((2,), (), (), 0)
    assert queue.item(2).supersedes is None


def test_numbers_are_never_used_twice(queue: ReviewQueue) -> None:
    for scan in range(5):
        scanned(queue, to(BASKET if scan % 2 else TROLLEY), scan=f"s{scan}")
        scanned(queue, scan=f"e{scan}")
    assert [item.number for item in queue.items()] == [1, 2, 3, 4, 5]


def test_two_proposals_for_one_chunk_are_a_mistake_and_change_nothing(queue: ReviewQueue) -> None:
    with pytest.raises(ValueError, match="two proposals"):
        scanned(queue, to(BASKET), to(TROLLEY))
    assert queue.items() == ()


def test_a_cause_keeps_its_group_over_scans(queue: ReviewQueue) -> None:
    moved, gone = Cause("move:src", "src moved"), Cause("gone:c1", "c1 removed it")
    scanned(queue, to(BASKET, "a.py:1-2:f", moved), to(BASKET, "b.py:1-2:f", gone))
    scanned(queue, to(TROLLEY, "b.py:1-2:f", gone), to(TROLLEY, "c.py:1-2:f", moved), scan="s2")
    assert [item.group for item in queue.items()] == ["g1", "g2", "g2", "g1"]


def test_an_answer_is_kept_with_who_when_and_why(queue: ReviewQueue) -> None:
    scanned(queue, to(BASKET))
    target = Target(a_chunk_id(BASKET), "d")
    decision = Decision(1, Answer.AMEND, (target,), "Ada Ł", LATER, "it is *that* one 篮子", (QueryId("q1"),))
    item = queue.decide(decision, expected=queue.item(1).proposal.content_key)
    assert item.state is ItemState.DECIDED
    assert queue.item(1).decision == decision
    assert queue.log(1)[-1] == (LATER, "Ada Ł", "amend", "it is *that* one 篮子")


def test_a_name_that_is_no_unicode_does_not_break_the_log(queue: ReviewQueue) -> None:
    scanned(queue, to("src/caf\udce9.py:1-2:f", "src/\udcff.py:1-2:f"))
    answered(queue, 1, Answer.REJECT, judge="Ren\udce9")
    assert queue.item(1).proposal.chunk_id.path == "src/\udcff.py"
    assert len(queue.log(1)) == 2


def test_an_answered_item_takes_no_second_answer(queue: ReviewQueue) -> None:
    scanned(queue, to(BASKET))
    answered(queue, 1, Answer.REJECT, judge="ada")
    with pytest.raises(ItemNotOpen, match="item 1: already decided by ada"):
        answered(queue, 1, Answer.ACCEPT, judge="bob")
    assert whats(queue, 1) == ["asked", "reject"]


def test_an_answer_to_another_question_than_the_one_that_was_read_is_refused(queue: ReviewQueue) -> None:
    scanned(queue, to(BASKET))
    with pytest.raises(TargetMoved):
        queue.decide(a_decision(1, Answer.ACCEPT), expected="another key")
    assert queue.item(1).state is ItemState.WAITING


def test_a_superseded_item_takes_no_answer(queue: ReviewQueue) -> None:
    scanned(queue, to(BASKET))
    queue.supersede(1, expected=to(BASKET).content_key, reason="the target moved", now=LATER)
    with pytest.raises(ItemNotOpen, match="already superseded;"):
        answered(queue, 1, Answer.ACCEPT)
    with pytest.raises(ItemNotOpen):
        queue.supersede(1, expected=to(BASKET).content_key, reason="again", now=LATER)
    assert queue.log(1)[-1] == (LATER, "goldkeeper", "superseded", "the target moved")


def test_a_stale_look_does_not_close_what_somebody_answered(queue: ReviewQueue) -> None:
    scanned(queue, to(BASKET))
    answered(queue, 1, Answer.ACCEPT)
    with pytest.raises(ItemNotOpen, match="already decided by ada"):
        queue.supersede(1, expected=to(BASKET).content_key, reason="the target moved", now=LATER)
    assert queue.item(1).state is ItemState.DECIDED
    assert whats(queue, 1) == ["asked", "accept"]


def test_a_stale_look_does_not_close_what_asks_something_else(queue: ReviewQueue) -> None:
    scanned(queue, to(BASKET))
    with pytest.raises(TargetMoved):
        queue.supersede(1, expected="another key", reason="the target moved", now=LATER)
    assert queue.item(1).state is ItemState.WAITING


def test_a_deferred_item_that_no_longer_fits_the_code_is_closed(queue: ReviewQueue) -> None:
    scanned(queue, to(BASKET))
    answered(queue, 1, Answer.DEFER)
    queue.supersede(1, expected=to(BASKET).content_key, reason="the target moved", now=LATER)
    assert queue.item(1).state is ItemState.SUPERSEDED


def test_items_to_which_something_ever_happened_are_found_at_once(queue: ReviewQueue) -> None:
    scanned(queue, to(BASKET), to(TROLLEY, "src/a.py:1-2:f"), to(TROLLEY, "src/b.py:1-2:f"))
    for number in (1, 3):
        answered(queue, number, Answer.REJECT)
        queue.undo(number, judge="bob", now=LATER)
    answered(queue, 1, Answer.ACCEPT)
    assert queue.ever("undo") == {1, 3}
    assert queue.ever("applied") == frozenset()


def test_a_deferred_item_can_be_answered(queue: ReviewQueue) -> None:
    scanned(queue, to(BASKET))
    answered(queue, 1, Answer.DEFER)
    answered(queue, 1, Answer.DEFER, judge="bob")
    assert answered(queue, 1, Answer.ACCEPT).state is ItemState.DECIDED
    assert whats(queue, 1) == ["asked", "defer", "defer", "accept"]


@pytest.mark.parametrize("answer", [Answer.ACCEPT, Answer.REJECT, Answer.DEFER])
def test_an_answer_can_be_taken_back_until_it_is_applied(queue: ReviewQueue, answer: Answer) -> None:
    scanned(queue, to(BASKET))
    answered(queue, 1, answer)
    item = queue.undo(1, judge="bob", now=LATER)
    assert item.state is ItemState.WAITING
    assert item.decision is None
    assert queue.log(1)[-1] == (LATER, "bob", "undo", f"{answer.value} by ada")
    assert scanned(queue, to(BASKET), scan="s2").unchanged == (1,)


def test_there_is_nothing_to_take_back_from_a_waiting_item(queue: ReviewQueue) -> None:
    scanned(queue, to(BASKET))
    with pytest.raises(ItemNotOpen, match="already waiting"):
        queue.undo(1, judge="bob", now=LATER)


def test_an_applied_answer_is_not_taken_back(queue: ReviewQueue) -> None:
    scanned(queue, to(BASKET))
    answered(queue, 1, Answer.ACCEPT, Target(a_chunk_id(BASKET), "d"))
    queue.mark_applied([1], now=LATER)
    queue.mark_applied([1], now=LATER)
    with pytest.raises(ItemNotOpen, match="already applied by ada"):
        queue.undo(1, judge="bob", now=LATER)
    assert whats(queue, 1) == ["asked", "accept", "applied"]


def test_what_has_no_decision_can_not_be_applied_and_keeps_nothing_else_from_it(queue: ReviewQueue) -> None:
    scanned(queue, to(BASKET), to(TROLLEY, "src/a.py:1-2:f"))
    answered(queue, 2, Answer.ACCEPT)
    with pytest.raises(ItemNotOpen, match="item 1"):
        queue.mark_applied([1, 2], now=LATER)
    assert states(queue) == [(1, "waiting"), (2, "applied")]


def test_items_are_listed_by_state(queue: ReviewQueue) -> None:
    scanned(queue, *(to(BASKET, f"src/{name}.py:1-2:f") for name in "abcd"))
    answered(queue, 2, Answer.REJECT)
    answered(queue, 3, Answer.DEFER)
    assert [item.number for item in queue.items([ItemState.WAITING])] == [1, 4]
    assert [item.number for item in queue.items([ItemState.DEFERRED, ItemState.DECIDED])] == [2, 3]
    assert queue.items([]) == ()


@pytest.mark.parametrize("number", [0, 7, -1])
def test_an_item_that_is_not_there_is_named(queue: ReviewQueue, number: int) -> None:
    scanned(queue, to(BASKET))
    calls: Sequence[tuple[str, object]] = (
        ("item", lambda: queue.item(number)),
        ("log", lambda: queue.log(number)),
        ("undo", lambda: queue.undo(number, judge="bob", now=LATER)),
        ("decide", lambda: queue.decide(a_decision(number), expected="key")),
        ("supersede", lambda: queue.supersede(number, expected="", reason="", now=LATER)),
        ("mark_applied", lambda: queue.mark_applied([number], now=LATER)),
    )
    for name, call in calls:
        assert callable(call), name
        with pytest.raises(UnknownItem, match=f"no item '{number}'"):
            call()


def regrade(chunk: str = CART, *, audit: str = "v1.4", grade: int = 3) -> RemapProposal:
    return a_proposal(
        chunk,
        drift=a_drift(DriftKind.INTACT, chunk=chunk),
        match=a_match(chunk, a_candidate(chunk), change=ChangeKind.SAME),
        action=Action.REGRADE,
        pairs=[a_gold_pair(chunk, grade=grade)],
        cause=Cause(f"audit:{audit}", f"audit {audit}: judges gave another grade"),
    )


def audited(queue: ReviewQueue, *proposals: RemapProposal) -> QueueChange:
    return queue.ask_beside(proposals, who="audit v1.4", now=NOON)


def test_what_an_audit_asks_closes_nothing(queue: ReviewQueue) -> None:
    scanned(queue, to(BASKET))
    assert audited(queue, regrade("src/a.py:1-2:f")) == QueueChange((2,), (), (), 0)
    assert states(queue) == [(1, "waiting"), (2, "waiting")]
    assert queue.log(2)[0][1:3] == ("audit v1.4", "asked")


def test_what_an_audit_asks_is_asked_once(queue: ReviewQueue) -> None:
    audited(queue, regrade())
    assert audited(queue, regrade()) == QueueChange((), (1,), (), 0)
    answered(queue, 1, Answer.AMEND)
    assert audited(queue, regrade()) == QueueChange((), (), (), 1)


def test_an_audit_asks_nothing_about_a_chunk_that_is_asked_about(queue: ReviewQueue) -> None:
    scanned(queue, to(BASKET))
    assert audited(queue, regrade()) == QueueChange((), (), (), 1)
    assert states(queue) == [(1, "waiting")]


def test_a_scan_that_sees_nothing_leaves_an_audits_decision_alone(queue: ReviewQueue) -> None:
    audited(queue, regrade())
    answered(queue, 1, Answer.AMEND)
    assert scanned(queue).superseded == ()
    assert states(queue) == [(1, "decided")]


def test_a_scan_that_asks_about_the_chunk_takes_an_audits_place(queue: ReviewQueue) -> None:
    audited(queue, regrade())
    answered(queue, 1, Answer.AMEND)
    assert scanned(queue, to(BASKET)).superseded == (1,)
    assert states(queue) == [(1, "superseded"), (2, "waiting")]


def test_what_was_turned_down_is_not_asked_by_the_same_audit_again(queue: ReviewQueue) -> None:
    audited(queue, regrade())
    answered(queue, 1, Answer.REJECT)
    assert audited(queue, regrade()).held == 1
    assert audited(queue, regrade(audit="v1.5")).added == (2,)
    assert states(queue) == [(1, "superseded"), (2, "waiting")]


def test_what_happened_last_is_told_newest_first_and_grows(queue: ReviewQueue) -> None:
    assert (queue.newest_event(), queue.recent(5)) == (0, ())
    queue.add([a_proposal()], scan="s", now=NOON)
    before = queue.newest_event()
    queue.decide(a_decision(1, reason="so"), expected=queue.item(1).proposal.content_key)
    assert queue.newest_event() > before
    told = queue.recent(5)
    item, _, *rest = told[0]
    assert (item, *rest) == (1, "ada", "accept", "so")
    assert [what for _, _, _, what, _ in told] == ["accept", "asked"]
    assert queue.recent(1) == told[:1]


def test_items_read_again_show_every_change(queue: ReviewQueue) -> None:
    queue.add([a_proposal()], scan="s", now=NOON)
    first = queue.items()
    assert queue.items() == first
    decided = queue.decide(a_decision(1), expected=first[0].proposal.content_key)
    assert queue.items() == (decided,)
    queue.undo(1, judge="ada", now=NOON)
    assert queue.items() == first
