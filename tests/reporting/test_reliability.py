"""Said against right, and the threshold that a sample promises."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldkeeper.model.calibrations import Source, Trial
from goldkeeper.model.changes import ChangeKind
from goldkeeper.reporting.reliability import (
    Row,
    binding,
    by_band,
    by_label,
    calibration_error,
    carried,
    nearest,
    passings,
    recommend,
)
from tests.builders import a_chunk_id


def a_trial(
    said: float = 0.99,
    *,
    right: bool = True,
    source: Source = Source.SNAPSHOTS,
    change: ChangeKind = ChangeKind.MOVED,
    passable: bool = True,
) -> Trial:
    return Trial(source, a_chunk_id(), said, right, change, "name", passable)


def some(number: int, said: float, *, wrong: int = 0, source: Source = Source.SNAPSHOTS) -> list[Trial]:
    return [a_trial(said, right=n >= wrong, source=source) for n in range(number)]


def both(number: int, said: float, *, wrong: int = 0) -> list[Trial]:
    return [
        trial
        for source in (Source.SNAPSHOTS, Source.THINNED)
        for trial in some(number, said, wrong=wrong, source=source)
    ]


def test_the_error_is_the_mean_distance_of_said_and_right_weighted_by_answers() -> None:
    # A worked case: 0.75·|0.9 - 0.8| + 0.25·|0.5 - 0.7|.
    rows = [Row("high", 30, 27, 0.8), Row("low", 10, 5, 0.7), Row("none", 0, 0, 0.0)]

    assert calibration_error(rows) == pytest.approx(0.125)
    assert calibration_error([]) == 0.0


def test_answers_stand_in_the_band_that_their_confidence_opens() -> None:
    rows = by_band(
        [a_trial(0.995), a_trial(0.95, right=False), a_trial(0.9799), a_trial(0.0, right=False), a_trial(1.0)]
    )

    assert [(row.label, row.answers, row.right) for row in rows] == [
        ("0.995 and more", 2, 2),
        ("0.95 to 0.98", 2, 1),
        ("0 to 0.5", 1, 0),
    ]


@given(st.lists(st.tuples(st.floats(0, 1), st.booleans())))
def test_every_answer_stands_in_one_band(answers: Sequence[tuple[float, bool]]) -> None:
    rows = by_band([a_trial(said, right=right) for said, right in answers])

    assert sum(row.answers for row in rows) == len(answers)
    assert sum(row.right for row in rows) == sum(right for _, right in answers)
    assert 0 <= calibration_error(rows) <= 1


def test_groups_stand_by_size_then_name() -> None:
    trials = [
        a_trial(change=change) for change in (ChangeKind.SAME, ChangeKind.MOVED, ChangeKind.RENAMED, ChangeKind.SAME)
    ]

    assert [row.label for row in by_label(trials, lambda trial: str(trial.change))] == ["same", "moved", "renamed"]


def test_what_may_not_pass_unseen_is_left_to_people_however_sure_it_is() -> None:
    first = passings([a_trial(0.999), a_trial(0.999, passable=False), a_trial(0.3)])[0]

    assert (first.threshold, first.passed, first.wrong, first.left) == (0.995, 1, 0, 2)


@given(st.lists(st.tuples(st.floats(0, 1), st.booleans(), st.booleans())))
def test_a_lower_threshold_never_lets_less_pass(answers: Sequence[tuple[float, bool, bool]]) -> None:
    held = passings([a_trial(said, right=right, passable=passable) for said, right, passable in answers])

    assert [one.passed for one in held] == sorted(one.passed for one in held)
    assert [one.wrong for one in held] == sorted(one.wrong for one in held)
    assert {one.passed + one.left for one in held} == {len(answers)}


def test_a_threshold_needs_368_right_ones_to_promise_99_percent() -> None:
    assert recommend(both(367, 0.96), 0.99).threshold is None
    assert recommend(both(368, 0.96), 0.99).threshold == 0.95


def test_the_lowest_threshold_that_holds_is_taken() -> None:
    found = carried(passings([*some(400, 0.99), *some(30, 0.91), *some(60, 0.85, wrong=30)]), 0.99)

    assert found is not None
    assert (found.threshold, found.passed, found.wrong) == (0.9, 430, 0)


def test_where_nothing_was_seen_nothing_is_promised() -> None:
    found = carried(passings(some(4000, 0.99)), 0.99)

    assert found is not None
    assert found.threshold == 0.99


def test_many_sure_answers_do_not_make_up_for_a_doubtful_one_that_was_wrong() -> None:
    found = carried(passings([*some(4000, 0.99), *some(1, 0.6, wrong=1)]), 0.99)

    assert found is not None
    assert found.threshold == 0.99


def test_where_the_replays_differ_the_higher_threshold_is_taken() -> None:
    trials = [
        *some(400, 0.96),
        *some(400, 0.991, source=Source.THINNED),
        *some(9, 0.96, wrong=9, source=Source.THINNED),
    ]

    assert recommend(trials, 0.99).threshold == 0.99


def test_a_replay_that_promises_nothing_leaves_no_threshold() -> None:
    trials = [*some(400, 0.99), *some(5, 0.99, source=Source.THINNED)]

    found = recommend(trials, 0.99)

    assert found.threshold is None
    assert [one is None for _, one in found.by_source] == [False, True]
    worst = binding(trials, found)
    assert worst is not None
    assert worst.passed == 5


def test_without_a_replay_nothing_is_recommended() -> None:
    assert recommend(some(900, 0.99, source=Source.DECISIONS), 0.99).threshold is None


def test_answers_of_people_can_speak_against_a_threshold_and_a_single_no_cannot() -> None:
    replayed = both(400, 0.99)

    assert recommend([*replayed, *some(20, 0.99, wrong=1, source=Source.DECISIONS)], 0.99).threshold == 0.99
    opposed = recommend([*replayed, *some(20, 0.99, wrong=6, source=Source.DECISIONS)], 0.99)
    assert (opposed.threshold, opposed.opposed) == (None, True)


def test_how_many_more_it_takes_is_counted_where_the_fewest_lack() -> None:
    near = nearest(passings([*some(100, 0.99), *some(50, 0.96)]), 0.99)

    assert near is not None
    assert (near.threshold, near.passed, near.missing(0.99)) == (0.95, 150, 218)
    assert nearest(passings([]), 0.99) is None


@given(st.lists(st.tuples(st.sampled_from([0.4, 0.85, 0.93, 0.97, 0.985, 0.999]), st.booleans()), max_size=60))
def test_nothing_is_recommended_that_its_lower_bound_does_not_carry(answers: Sequence[tuple[float, bool]]) -> None:
    trials = [a_trial(said, right=right) for said, right in answers]

    found = carried(passings(trials), 0.8)

    if found is not None:
        held = [trial for trial in trials if trial.said >= found.threshold]
        assert sum(trial.right for trial in held) / len(held) >= 0.8
        assert found.interval[0] >= 0.8
