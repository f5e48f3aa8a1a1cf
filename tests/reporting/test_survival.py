"""The survival curve, held against the remission times that every textbook works through.

Freireich et al. (1963), Blood 21(6): weeks in remission of 21 children on 6-mercaptopurine and 21 on placebo;
the estimates are those of Kalbfleisch and Prentice (1980) and of R's `survfit` (log-log interval).
"""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldkeeper.reporting.survival import Life, survival_of

MERCAPTOPURINE = "6 6 6 6+ 7 9+ 10 10+ 11+ 13 16 17+ 19+ 20+ 22 23 25+ 32+ 32+ 34+ 35+"
PLACEBO = "1 1 2 2 3 4 4 5 5 8 8 8 8 11 11 12 12 15 17 22 23"


def _lives(text: str) -> list[Life]:
    return [Life(float(word.rstrip("+")), not word.endswith("+")) for word in text.split()]


def test_the_remission_times_of_the_textbook_come_out_as_published() -> None:
    found = survival_of(_lives(MERCAPTOPURINE))
    rows = [(step.time, step.at_risk, step.ended, round(step.share, 3)) for step in found.steps]
    assert rows == [
        (6, 21, 3, 0.857),
        (7, 17, 1, 0.807),
        (10, 15, 1, 0.753),
        (13, 12, 1, 0.690),
        (16, 11, 1, 0.627),
        (22, 7, 1, 0.538),
        (23, 6, 1, 0.448),
    ]
    assert found.half_life == 23
    assert (round(found.steps[0].low, 3), round(found.steps[0].high, 3)) == (0.620, 0.952)
    assert (round(found.steps[-1].low, 3), round(found.steps[-1].high, 3)) == (0.188, 0.680)


def test_without_survivors_the_curve_is_the_plain_share_and_ends_at_nothing() -> None:
    found = survival_of(_lives(PLACEBO))
    assert found.half_life == 8
    assert round(found.share_at(8), 3) == 0.381
    assert found.share_at(0.5) == 1.0
    assert found.steps[-1].share == 0


def test_where_most_are_alive_there_is_no_half_life() -> None:
    found = survival_of([Life(3, True), Life(9, False), Life(9, False)])
    assert found.half_life is None
    assert found.longest == 9
    assert survival_of([]).steps == ()


@given(st.lists(st.builds(Life, st.integers(0, 50).map(float), st.booleans()), max_size=40))
def test_the_curve_only_falls_and_lies_in_its_interval_whatever_the_order(lives: list[Life]) -> None:
    found = survival_of(lives)
    shares = [1.0, *(step.share for step in found.steps)]
    assert all(before >= after for before, after in itertools.pairwise(shares))
    for step in found.steps:
        assert 0 <= step.low <= step.share + 1e-9
        assert step.share <= step.high + 1e-9 <= 1 + 1e-6
    assert survival_of(reversed(lives)) == found


def test_a_life_that_ends_when_another_was_last_seen_ends_among_both() -> None:
    assert survival_of([Life(5, True), Life(5, False)]).steps[0].share == pytest.approx(0.5)
