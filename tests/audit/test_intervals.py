from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldkeeper.audit.intervals import (
    StratumCount,
    at_most,
    fewest_wrong,
    most_wrong,
    share_estimate,
    standard_error,
    tail_of,
)
from goldkeeper.audit.stratified import wrong_pairs
from goldkeeper.model.proportions import exact_interval
from tests.audit.samples import reference


def test_the_bounds_of_a_finite_set_are_those_of_the_reference() -> None:
    for row in reference("audit_hypergeometric", "table"):
        found = wrong_pairs([StratumCount(row["N"], row["n"], row["x"])])
        assert (found.most, found.fewest) == (row["upper_95_wrong"], row["lower_95_wrong"])
        assert found.most_share == pytest.approx(row["upper_95_share"], abs=1e-6)


def test_exact_shares_are_those_of_the_reference() -> None:
    for row in reference("audit_clopper_pearson", "table"):
        low, high = row["two_sided_95"]
        found = share_estimate(row["errors"], row["n"])
        assert (found.low, found.high) == pytest.approx((low, high), abs=1e-6)
        upper = exact_interval(row["errors"], row["n"], level=0.9)[1]
        assert upper == pytest.approx(row["upper_95_one_sided"], abs=1e-6)


def test_none_wrong_of_ten_of_a_hundred_leaves_twenty_four() -> None:
    found = wrong_pairs([StratumCount(100, 10, 0)])
    assert (found.most, found.fewest, found.estimate.value) == (24, 0, 0.0)


def test_a_set_that_was_read_whole_leaves_no_doubt() -> None:
    found = wrong_pairs([StratumCount(30, 30, 4)])
    assert (found.fewest, found.most) == (4, 4)
    assert (found.estimate.low, found.estimate.high) == (4 / 30, 4 / 30)


def test_nothing_read_is_no_estimate_and_says_so() -> None:
    found = wrong_pairs([StratumCount(30, 0, 0)])
    assert found.estimate.reason == "Nothing has been read."
    assert (found.estimate.value, found.fewest, found.most) == (None, 0, 30)


def test_an_empty_set_has_no_wrong_pairs() -> None:
    found = wrong_pairs([])
    assert (found.size, found.most, found.most_share, found.estimate.value) == (0, 0, 0.0, None)


def test_counts_that_cannot_be_are_refused() -> None:
    with pytest.raises(ValueError, match="3 wrong of 2 read"):
        StratumCount(5, 2, 3)


def test_a_tail_is_the_number_that_was_written() -> None:
    assert tail_of(0.95, sides=2) == Fraction(1, 40)


@given(st.integers(1, 60), st.data())
def test_the_bounds_miss_no_oftener_than_they_say(size: int, data: st.DataObject) -> None:
    read = data.draw(st.integers(1, size))
    wrong = data.draw(st.integers(0, size))
    tail = Fraction(1, 20)
    missed = Fraction(0)
    for found in range(min(read, wrong) + 1):
        if read - found <= size - wrong and most_wrong(found, read, size, tail=tail) < wrong:
            here = at_most(found, read=read, of_wrong=wrong, size=size)
            missed += here - at_most(found - 1, read=read, of_wrong=wrong, size=size) if found else here
    assert missed <= tail


@given(st.integers(1, 80), st.data())
def test_right_and_wrong_are_mirrored(size: int, data: st.DataObject) -> None:
    read = data.draw(st.integers(0, size))
    wrong = data.draw(st.integers(0, read))
    tail = Fraction(1, 40)
    low, high = fewest_wrong(wrong, read, size, tail=tail), most_wrong(wrong, read, size, tail=tail)
    assert wrong <= low <= high <= size - (read - wrong)


def test_a_spread_takes_two_rows_a_stratum() -> None:
    assert standard_error([StratumCount(10, 1, 0), StratumCount(20, 5, 1)]) is None
    # By hand: W = 1/2 each, 1 - f = 1/2, p(1 - p)/(n - 1) = 0.16/4 and 0.
    assert standard_error([StratumCount(10, 5, 1), StratumCount(10, 5, 0)]) == pytest.approx(0.005**0.5)
