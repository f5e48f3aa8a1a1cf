"""Exact binomial intervals: published values, and what holds of all of them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldkeeper.model.proportions import exact_interval, trials_needed


@pytest.mark.parametrize(
    ("hits", "trials", "low", "high"),
    [
        # Newcombe (1998), Statistics in Medicine 17, table I, method 5: the four samples all methods are shown on.
        (81, 263, 0.2527, 0.3676),
        (15, 148, 0.0578, 0.1617),
        (0, 20, 0.0, 0.1684),
        (1, 29, 0.0009, 0.1776),
    ],
)
def test_bounds_are_those_of_the_published_table(hits: int, trials: int, low: float, high: float) -> None:
    bounds = exact_interval(hits, trials)

    assert [round(bound, 4) for bound in bounds] == [low, high]


def test_another_level_has_other_bounds() -> None:
    # All of n right: the lower bound is the n-th root of the tail, a closed form.
    assert exact_interval(299, 299, level=0.90)[0] == pytest.approx(0.05 ** (1 / 299))


def test_nothing_tried_says_nothing() -> None:
    assert exact_interval(0, 0) == (0.0, 1.0)


def test_a_share_above_one_is_refused() -> None:
    with pytest.raises(ValueError, match="4 of 3 is no share"):
        exact_interval(4, 3)


@given(st.integers(0, 400), st.integers(0, 400))
def test_the_interval_holds_the_share_seen_and_mirrors(hits: int, misses: int) -> None:
    low, high = exact_interval(hits, hits + misses)
    mirrored = exact_interval(misses, hits + misses)

    assert 0 <= low <= high <= 1
    if hits + misses:
        assert low <= hits / (hits + misses) <= high
    assert mirrored == pytest.approx((1 - high, 1 - low))


@given(st.integers(0, 300), st.integers(0, 60))
def test_another_right_one_never_promises_less(hits: int, misses: int) -> None:
    trials = hits + misses

    assert exact_interval(hits + 1, trials + 1)[0] >= exact_interval(hits, trials)[0] - 1e-12


@given(st.integers(0, 5), st.sampled_from([0.5, 0.8, 0.9, 0.95, 0.99]))
def test_so_many_trials_reach_the_share_and_one_less_does_not(misses: int, share: float) -> None:
    needed = trials_needed(misses, share)

    assert exact_interval(needed - misses, needed)[0] >= share
    assert exact_interval(needed - 1 - misses, needed - 1)[0] < share


def test_certainty_is_not_to_be_had() -> None:
    with pytest.raises(ValueError, match="nothing is ever wrong"):
        trials_needed(0, 1.0)
