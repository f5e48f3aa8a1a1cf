"""When an answer stands."""

from dataclasses import replace

import pytest

from goldkeeper.adjudication.verdicts import in_dispute, settle
from goldkeeper.model.gold import Grade, QueryId
from goldkeeper.model.reviews import Answer, Decision, Target
from tests.builders import NOON, a_chunk_id, a_decision

HERE = Target(a_chunk_id("src/a.py:1-4:f"), "d1")
THERE = Target(a_chunk_id("src/b.py:1-4:f"), "d2")


def says(judge: str, *targets: Target, answer: Answer = Answer.ACCEPT, reason: str = "") -> Decision:
    return a_decision(1, answer, *targets, judge=judge, reason=reason)


def test_one_judge_is_enough_where_one_is_asked_for() -> None:
    assert settle([says("ada", HERE)], judges=1) == says("ada", HERE)


def test_of_two_judges_one_decides_nothing() -> None:
    assert settle([says("ada", HERE)], judges=2) is None


def test_two_who_agree_decide_in_both_names_and_with_both_reasons() -> None:
    found = settle(
        [says("ada", HERE, reason="same body"), says("ben", HERE, answer=Answer.AMEND, reason="seen")], judges=2
    )
    assert found is not None
    assert found.judges == ("ada", "ben")
    assert found.reason == "same body; seen"


def test_two_who_differ_wait_for_a_third_who_settles_it() -> None:
    two = [says("ada", HERE), says("ben", THERE)]
    assert settle(two, judges=2) is None
    assert in_dispute(two)
    third = settle([*two, says("cyd", THERE)], judges=2)
    assert third is not None
    assert third.judges == ("ben", "cyd")
    assert settle([*two, says("cyd", answer=Answer.REJECT)], judges=2) is None


def test_other_grades_texts_or_queries_are_other_answers() -> None:
    for other in (replace(HERE, grade=Grade(1)), replace(HERE, digest="d9")):
        assert settle([says("ada", HERE), says("ben", other)], judges=2) is None
    some = replace(says("ben", HERE), queries=(QueryId("q1"),))
    assert settle([says("ada", HERE), some], judges=2) is None


def test_the_order_of_successors_is_no_difference() -> None:
    assert settle([says("ada", HERE, THERE), says("ben", THERE, HERE)], judges=2) is not None


def test_to_leave_it_and_to_take_it_out_are_no_agreement() -> None:
    assert settle([says("ada", answer=Answer.REJECT), says("ben", answer=Answer.RETIRE)], judges=2) is None


def test_who_is_not_sure_counts_for_nothing() -> None:
    unsure = says("ada", answer=Answer.UNSURE)
    assert settle([unsure], judges=1) is None
    assert settle([unsure, says("ben", HERE)], judges=1) is not None
    assert not in_dispute([unsure, says("ben", HERE)])


def parted(judge: str, *targets: Target, queries: tuple[str, ...]) -> Decision:
    return Decision(1, Answer.AMEND, targets, judge, NOON, queries=tuple(map(QueryId, queries)))


def for_query(target: Target, *queries: str) -> Target:
    return replace(target, queries=tuple(map(QueryId, queries)))


def test_who_sends_each_query_the_same_way_agrees_however_it_was_put() -> None:
    one = parted("ada", for_query(HERE, "q1", "q2"), for_query(THERE, "q2"), queries=("q1", "q2", "q3"))
    two = parted("ben", for_query(THERE, "q2"), for_query(HERE, "q2", "q1"), queries=("q3", "q2", "q1"))
    assert settle([one, two], judges=2) is not None


def test_who_takes_a_query_along_that_another_left_alone_disagrees() -> None:
    one = parted("ada", for_query(HERE, "q1"), for_query(THERE, "q2"), queries=("q1", "q2"))
    two = parted("ben", for_query(HERE, "q1"), for_query(THERE, "q2"), queries=("q1", "q2", "q3"))
    assert in_dispute([one, two])


def test_successors_for_some_queries_need_a_decision_that_names_them_all() -> None:
    with pytest.raises(ValueError, match="names all"):
        says("ada", for_query(HERE, "q1"))
