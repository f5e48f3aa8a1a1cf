from dataclasses import replace
from itertools import permutations
from math import log2

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldkeeper.audit.disposition import dispose_all
from goldkeeper.audit.effect import measure_effect, shift_bounds
from goldkeeper.model.audits import AuditPair, Outcome
from goldkeeper.model.gold import GoldPair
from tests.audit.samples import a_draw, a_frame, a_pair, both


def ndcg(ranking: tuple[int, ...], grades: list[int]) -> float:
    """Of chunks by number."""
    gained = sum(grades[n] / log2(rank + 1) for rank, n in enumerate(ranking, start=1))
    ideal = sum(grade / log2(rank + 1) for rank, grade in enumerate(sorted(grades, reverse=True), start=1))
    return gained / ideal if ideal else 0.0


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=1, max_size=3))
def test_the_bounds_of_a_query_are_those_of_trying_every_ranking(grades: list[tuple[int, int]]) -> None:
    old, new = [a for a, _ in grades], [b for _, b in grades]
    numbers = range(len(grades))
    rankings = [order for length in range(len(grades) + 1) for order in permutations(numbers, length)]
    shifts = {ndcg(order, new) - ndcg(order, old) for order in rankings}
    low, high = shift_bounds(old, new)
    assert (low, high) == pytest.approx((min(shifts), max(shifts)))


def gold_of(frame: list[AuditPair]) -> list[GoldPair]:
    return [
        GoldPair(pair.query_id, pair.chunk_id, pair.grade, n, str(pair.chunk_id))
        for n, pair in enumerate(frame, 1)
        if pair.grade is not None
    ]


def threes(size: int) -> list[AuditPair]:
    """Three chunks a query: where there is but one, no grade of it moves anything."""
    frame = a_frame(size)
    return [replace(pair, query_id=frame[n // 3].query_id, query=frame[n // 3].query) for n, pair in enumerate(frame)]


def read(frame: list[AuditPair], *, wrong: int = 0, share: float = 0.3) -> tuple[Outcome, ...]:
    draw = a_draw(frame, share=share)
    grades = [int(row.pair.grade or 0) for row in draw.rows]
    changed = [4 - grade if n < wrong and grade != 2 else grade for n, grade in enumerate(grades)]
    return dispose_all(draw, [one for row, grade in zip(draw.rows, changed, strict=True) for one in both(row, grade)])


def test_more_errors_move_the_measure_further() -> None:
    frame = threes(60)
    few, many = measure_effect(gold_of(frame), read(frame)), measure_effect(gold_of(frame), read(frame, wrong=15))
    assert few.low is not None
    assert few.high is not None
    assert many.low is not None
    assert many.high is not None
    assert many.high - many.low > few.high - few.low
    assert few.low <= 0 <= few.high


def test_a_set_that_was_read_whole_and_found_right_moves_nothing() -> None:
    frame = a_frame(20)
    found = measure_effect(gold_of(frame), read(frame, share=1.0))
    assert (found.low, found.high) == (0.0, 0.0)


def test_a_run_is_moved_less_than_any_run_could_be() -> None:
    frame = threes(60)
    gold = gold_of(frame)
    run = {str(pair.query_id): [other.written for other in gold if other.query_id == pair.query_id] for pair in gold}
    outcomes = read(frame, wrong=10)
    free, bound = measure_effect(gold, outcomes), measure_effect(gold, outcomes, run=run, run_name="bm25")
    assert free.low is not None
    assert free.high is not None
    assert bound.low is not None
    assert bound.high is not None
    assert free.low <= bound.low <= bound.high <= free.high
    assert bound.run == "bm25"


def test_it_is_the_same_every_time() -> None:
    frame = a_frame(40)
    assert measure_effect(gold_of(frame), read(frame)) == measure_effect(gold_of(frame), read(frame))


def test_nothing_read_says_nothing() -> None:
    frame = a_frame(20)
    assert measure_effect(gold_of(frame), dispose_all(a_draw(frame), [])).reason == "Nothing has been read."
    assert measure_effect([], read(frame)).reason == "The gold set is empty."


def two_read(*, size: int, grades: tuple[int, ...] = (3, 3)) -> tuple[list[GoldPair], tuple[Outcome, ...], list[str]]:
    """Two pairs of one query, graded 3 and 1, both read; more pairs of other queries, all of them read and right."""
    frame = [replace(a_pair(n + 1, grade=(3, 1)[n % 2]), query_id=a_pair(1 + n // 2).query_id) for n in range(size)]
    draw = a_draw(frame, share=1.0)
    said = {frame[n].key: grade for n, grade in enumerate(grades)}
    readings = [one for row in draw.rows for one in both(row, said.get(row.pair.key, int(row.pair.grade or 0)))]
    return gold_of(frame), dispose_all(draw, readings), [str(pair.chunk_id) for pair in frame]


def test_what_was_read_whole_moves_a_run_by_what_it_takes_by_hand() -> None:
    """Ranked second-first: 1 + 3/log2(3) of 3 + 1/log2(3) is shown; with two threes it is the ideal, 1."""
    gold, outcomes, (first, second) = two_read(size=2)
    found = measure_effect(gold, outcomes, run={"q1": [second, first]})
    by_hand = 1 - (1 + 3 / log2(3)) / (3 + 1 / log2(3))
    assert [found.low, found.high] == pytest.approx([by_hand] * 2)
    gold, outcomes, (first, second, *_) = two_read(size=8)
    found = measure_effect(gold, outcomes, run={"q1": [second, first]})  # three other queries, which nothing moves
    assert [found.low, found.high] == pytest.approx([by_hand / 4] * 2)


def test_where_nothing_was_found_wrong_nothing_may_have_moved() -> None:
    """A prior under which each grade has some wrong pairs would put the near end beyond nothing."""
    frame = threes(240)
    ranked = {
        str(pair.query_id): [str(one.chunk_id) for one in frame if one.query_id == pair.query_id] for pair in frame
    }
    found = measure_effect(gold_of(frame), read(frame, share=0.1), run=ranked)
    assert found.low is not None
    assert found.high is not None
    assert found.low <= 0 <= found.high
