"""What judges say of a question before it is decided."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta
from random import Random
from threading import Barrier

import pytest

from goldkeeper.model.errors import AnswerGiven, ItemNotOpen, TargetMoved, UnknownItem
from goldkeeper.model.reviews import POLICY, Answer, ItemState, ReviewItem, Target
from goldkeeper.ports import ReviewQueue
from goldkeeper.stores.database import Database
from goldkeeper.stores.queue import DatabaseQueue
from tests.builders import NOON, a_candidate, a_chunk_id, a_decision, a_match, a_proposal

JUDGES = 20
ITEMS = 200  # reports/review.md has what 2,000 took
HERE = Target(a_chunk_id("src/basket.py:10-14:Basket.total"), "d1")
THERE = Target(a_chunk_id("src/trolley.py:1-5:Trolley.total"), "d2")
PROPOSALS = [a_proposal(f"src/{n}.py:1-2:f", match=a_match(f"src/{n}.py:1-2:f", a_candidate())) for n in range(3)]


def asked(queue: ReviewQueue) -> None:
    queue.add(PROPOSALS, scan="s1", now=NOON)


@pytest.fixture
def two(database: Database) -> DatabaseQueue:
    """A queue in which two have to agree."""
    queue = DatabaseQueue(database, "gold", judges=2)
    asked(queue)
    return queue


def says(
    queue: ReviewQueue, judge: str, *targets: Target, answer: Answer = Answer.ACCEPT, reason: str = ""
) -> ReviewItem:
    decision = a_decision(1, answer, *targets, judge=judge, reason=reason)
    return queue.decide(decision, expected=queue.item(1).proposal.content_key)


def log(queue: ReviewQueue, number: int = 1) -> list[tuple[str, str, str]]:
    return [(who, what, why) for _, who, what, why in queue.log(number)][1:]


def test_who_is_not_sure_leaves_the_question_open(queue: ReviewQueue) -> None:
    asked(queue)
    assert says(queue, "ada", answer=Answer.UNSURE, reason="two of them").state is ItemState.WAITING
    assert [one.judge for one in queue.opinions()[1]] == ["ada"]
    assert log(queue) == [("ada", "unsure", "two of them")]
    assert says(queue, "ada", HERE).state is ItemState.DECIDED
    assert queue.opinions() == {}


def test_that_one_was_not_sure_can_be_taken_back(queue: ReviewQueue) -> None:
    asked(queue)
    says(queue, "ada", answer=Answer.UNSURE)
    assert queue.undo(1, judge="ada", now=NOON).state is ItemState.WAITING
    assert queue.opinions() == {}
    with pytest.raises(ItemNotOpen):
        queue.undo(1, judge="ada", now=NOON)


def test_a_note_stands_in_the_log_whatever_the_state(queue: ReviewQueue) -> None:
    asked(queue)
    says(queue, "ada", answer=Answer.REJECT)
    queue.note(1, "see the ticket", who="ben", now=NOON)
    assert log(queue)[-1] == ("ben", "note", "see the ticket")
    with pytest.raises(UnknownItem):
        queue.note(99, "x", who="ben", now=NOON)


def test_of_two_judges_the_first_decides_nothing_and_the_second_who_agrees_does(two: DatabaseQueue) -> None:
    waiting = says(two, "ada", HERE, reason="same body")
    assert (waiting.state, waiting.decision) == (ItemState.WAITING, None)
    decided = says(two, "ben", HERE)
    assert decided.state is ItemState.DECIDED
    assert decided.decision is not None
    assert decided.decision.judges == ("ada", "ben")
    assert decided.decision.reason == "same body"


def test_nobody_reads_in_the_log_what_another_said_of_an_open_question(two: DatabaseQueue) -> None:
    says(two, "ada", HERE, reason="same body")
    assert log(two) == [("ada", "answered", "")]
    says(two, "ben", HERE)
    assert log(two)[-1] == ("ada + ben", "accept", "same body")


def test_a_judge_answers_once(two: DatabaseQueue) -> None:
    says(two, "ada", HERE)
    with pytest.raises(AnswerGiven, match="you answered it already, it waits for another judge"):
        says(two, "ada", HERE)
    assert len(two.opinions()[1]) == 1


def test_a_judge_who_spells_their_name_anew_is_no_second_judge(two: DatabaseQueue) -> None:
    says(two, "Jos\xe9", HERE)
    with pytest.raises(AnswerGiven):
        says(two, "JOSE\u0301", HERE)
    assert two.item(1).state is ItemState.WAITING


def test_a_third_settles_what_two_differ_about(two: DatabaseQueue) -> None:
    says(two, "ada", HERE)
    assert says(two, "ben", THERE).state is ItemState.WAITING
    decided = says(two, "cyd", THERE)
    assert decided.decision is not None
    assert decided.decision.judges == ("ben", "cyd")
    assert decided.decision.targets == (THERE,)


def test_a_judge_takes_back_their_own_answer_and_no_other(two: DatabaseQueue) -> None:
    says(two, "ada", HERE)
    two.undo(1, judge="ada", now=NOON)
    assert two.opinions() == {}
    says(two, "ada", HERE)
    says(two, "ben", HERE)
    assert two.undo(1, judge="ada", now=NOON).state is ItemState.WAITING
    assert [one.judge for one in two.opinions()[1]] == ["ben"]
    assert says(two, "cyd", HERE).state is ItemState.DECIDED


def test_whoever_answered_nothing_takes_back_all_of_it(two: DatabaseQueue) -> None:
    says(two, "ada", HERE)
    says(two, "ben", HERE)
    two.undo(1, judge="dan", now=NOON)
    assert two.opinions() == {}


def test_to_put_it_off_is_for_oneself_where_two_judge(two: DatabaseQueue) -> None:
    assert says(two, "ada", answer=Answer.DEFER).state is ItemState.WAITING
    says(two, "ben", HERE)
    assert says(two, "ada", HERE).state is ItemState.DECIDED


def test_a_rule_needs_nobody_to_agree(two: DatabaseQueue) -> None:
    assert says(two, f"{POLICY}identical", HERE).state is ItemState.DECIDED


def test_an_answer_to_another_question_is_not_kept(two: DatabaseQueue) -> None:
    with pytest.raises(TargetMoved):
        two.decide(a_decision(1, Answer.ACCEPT, HERE), expected="another")
    moved = [replace(one, match=a_match(one.chunk_id, a_candidate(THERE.chunk_id))) for one in PROPOSALS]
    says(two, "ada", HERE)
    two.add(moved, scan="s2", now=NOON + timedelta(hours=1))
    assert two.opinions() == {}
    with pytest.raises(ItemNotOpen):
        says(two, "ben", HERE)


@pytest.mark.parametrize("judges", [1, 2])
def test_of_many_judges_in_a_race_no_item_is_decided_twice_and_none_is_lost(database: Database, judges: int) -> None:
    queue = DatabaseQueue(database, "gold", judges=judges)
    paths = [f"src/{n}.py:1-2:f" for n in range(ITEMS)]
    queue.add([a_proposal(path, match=a_match(path, a_candidate())) for path in paths], scan="s1", now=NOON)
    keys = {item.number: item.proposal.content_key for item in queue.items()}
    start = Barrier(JUDGES)

    def judged(n: int) -> list[int]:
        """Every judge is at three neighbours' items too, in an order of their own."""
        share = ITEMS // JUDGES
        mine = [number % ITEMS + 1 for number in range(n * share, (n + judges + 1) * share)]
        Random(n).shuffle(mine)
        start.wait()
        done = []
        for number in mine:
            try:
                item = queue.decide(a_decision(number, Answer.REJECT, judge=f"j{n}"), expected=keys[number])
            except ItemNotOpen:
                continue
            if item.state is ItemState.DECIDED:
                done.append(number)
        return done

    with ThreadPoolExecutor(JUDGES) as pool:
        done = [number for numbers in pool.map(judged, range(JUDGES)) for number in numbers]
    assert sorted(done) == list(range(1, ITEMS + 1))
    for item in queue.items():
        assert item.decision is not None
        assert len(item.decision.judges) == judges


def test_answers_together_are_written_at_once_and_one_that_is_refused_is_undone_alone(database: Database) -> None:
    queue, other = DatabaseQueue(database, "gold"), DatabaseQueue(database, "gold")
    asked(queue)
    keys = [item.proposal.content_key for item in queue.items()]
    with queue.together():
        queue.decide(a_decision(1, Answer.REJECT), expected=keys[0])
        with pytest.raises(TargetMoved):
            queue.decide(a_decision(2, Answer.REJECT), expected="another question")
        queue.decide(a_decision(3, Answer.REJECT), expected=keys[2])
        assert [item.state.value for item in other.items()] == ["waiting"] * 3
    assert [item.state.value for item in other.items()] == ["decided", "waiting", "decided"]


def test_of_answers_together_that_end_in_an_error_none_is_written(database: Database) -> None:
    queue = DatabaseQueue(database, "gold")
    asked(queue)
    key = queue.item(1).proposal.content_key

    def answer_and_fail() -> None:
        with queue.together():
            queue.decide(a_decision(1, Answer.REJECT), expected=key)
            queue.undo(99, judge="ada", now=NOON)

    with pytest.raises(UnknownItem):
        answer_and_fail()
    assert queue.item(1).state is ItemState.WAITING
    queue.decide(a_decision(1, Answer.REJECT), expected=queue.item(1).proposal.content_key)
    assert queue.item(1).state is ItemState.DECIDED


def test_of_two_who_answer_a_whole_group_at_once_each_question_has_one_answer(database: Database) -> None:
    queue = DatabaseQueue(database, "gold")
    asked(queue)
    items, ready = queue.items(), Barrier(2)

    def answer(judge: str) -> int:
        ready.wait()
        given = 0
        with queue.together():
            for item in items:
                try:
                    queue.decide(
                        a_decision(item.number, Answer.REJECT, judge=judge), expected=item.proposal.content_key
                    )
                    given += 1
                except ItemNotOpen:
                    pass
        return given

    with ThreadPoolExecutor(2) as pool:
        assert sorted(pool.map(answer, ["ada", "ben"])) == [0, 3]
