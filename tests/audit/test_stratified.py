from fractions import Fraction
from itertools import product
from math import comb

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from goldkeeper.audit.intervals import StratumCount, most_wrong
from goldkeeper.audit.stratified import (
    MANY_WRONG,
    STRATIFIED,
    fewest_wrong_of_strata,
    most_wrong_of_strata,
    wrong_pairs,
)

TAIL = Fraction(1, 20)
Splits = list[tuple[int, ...]]


def a_pmf(size: int, read: int, wrong: int) -> dict[int, Fraction]:
    return {
        found: Fraction(comb(wrong, found) * comb(size - wrong, read - found), comb(size, read))
        for found in range(max(0, read - size + wrong), min(read, wrong) + 1)
    }


def the_worst(counts: list[StratumCount], total: int, *, least: bool) -> Fraction:
    """By looking at every split and every outcome: how likely it is at best to find as little, or as much."""
    found = sum(count.weight * count.wrong for count in counts)
    room = [range(count.wrong, count.size - count.read + count.wrong + 1) for count in counts]
    best = Fraction(0)
    for split in product(*room):
        if sum(split) != total:
            continue
        chance = Fraction(0)
        pmfs = [a_pmf(count.size, count.read, wrong) for count, wrong in zip(counts, split, strict=True)]
        for outcome in product(*(pmf.items() for pmf in pmfs)):
            seen = sum(count.weight * hits for count, (hits, _) in zip(counts, outcome, strict=True))
            if seen <= found if least else seen >= found:
                odds = Fraction(1)
                for _, one in outcome:
                    odds *= one
                chance += odds
        best = max(best, chance)
    return best


def enumerated(counts: list[StratumCount]) -> tuple[int, int]:
    least = sum(count.wrong for count in counts)
    most = sum(count.size - count.read + count.wrong for count in counts)
    high = max(total for total in range(least, most + 1) if the_worst(counts, total, least=True) >= TAIL)
    low = min(total for total in range(least, most + 1) if the_worst(counts, total, least=False) >= TAIL)
    return low, high


SMALL = st.lists(
    st.integers(2, 9).flatmap(
        lambda size: st.integers(1, min(4, size - 1)).flatmap(
            lambda read: st.integers(0, min(2, read)).map(lambda wrong: StratumCount(size, read, wrong))
        )
    ),
    min_size=2,
    max_size=3,
)


@settings(max_examples=60, deadline=None)
@given(SMALL)
@example([StratumCount(5, 1, 1), StratumCount(6, 2, 0), StratumCount(9, 4, 1)])  # rounded, it was two pairs off
def test_the_bounds_of_small_sets_are_those_of_looking_at_every_split(counts: list[StratumCount]) -> None:
    low, high = enumerated(counts)
    found_low, found_high = fewest_wrong_of_strata(counts, tail=TAIL)[0], most_wrong_of_strata(counts, tail=TAIL)[0]
    assert (found_low, found_high) == (low, high)


def test_one_stratum_is_the_finite_set() -> None:
    found = wrong_pairs([StratumCount(412, 42, 2)])
    assert found.most == most_wrong(2, 42, 412, tail=TAIL)


def test_a_thinly_read_stratum_may_hide_more_than_a_simple_sample() -> None:
    thin = wrong_pairs([StratumCount(80, 6, 0), StratumCount(20, 4, 0)])
    simple = wrong_pairs([StratumCount(100, 10, 0)])
    assert thin.most > simple.most
    assert thin.estimate.method == STRATIFIED


def test_a_stratum_that_was_not_read_may_be_wrong_altogether() -> None:
    some = wrong_pairs([StratumCount(50, 10, 0), StratumCount(7, 0, 0)])
    without = wrong_pairs([StratumCount(50, 10, 0)])
    assert some.most == without.most + 7
    assert some.fewest == 0


def test_a_stratum_that_was_read_whole_adds_what_was_found() -> None:
    found = wrong_pairs([StratumCount(5, 5, 2), StratumCount(40, 8, 0)])
    alone = wrong_pairs([StratumCount(40, 8, 0)])
    assert (found.fewest, found.most) == (2, alone.most + 2)
    assert found.estimate.value == pytest.approx(2 / 45)


def test_each_wrong_pair_counts_for_those_it_stands_for() -> None:
    found = wrong_pairs([StratumCount(90, 9, 1), StratumCount(10, 5, 2)])
    assert found.estimate.value == pytest.approx((10 + 4) / 100)


def test_many_wrong_pairs_are_bounded_by_the_normal_way_and_it_is_named() -> None:
    found = wrong_pairs([StratumCount(400, 40, 20), StratumCount(300, 30, 15)])
    assert found.estimate.method == MANY_WRONG
    assert found.estimate.low is not None
    assert found.estimate.high is not None
    assert found.estimate.low < 0.5 < found.estimate.high
    assert (found.fewest, found.most) == (282, 418)


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(st.integers(3, 60), st.integers(1, 8), st.integers(0, 2)), min_size=2, max_size=5))
def test_bounds_hold_the_estimate_and_what_was_seen(rows: list[tuple[int, int, int]]) -> None:
    counts = [StratumCount(size, min(read, size), min(wrong, read, size)) for size, read, wrong in rows]
    found = wrong_pairs(counts)
    assert found.estimate.value is not None
    assert found.estimate.low is not None
    assert found.estimate.high is not None
    seen = sum(count.wrong for count in counts)
    assert seen <= found.fewest <= found.most <= found.size - sum(count.read - count.wrong for count in counts)
    assert found.estimate.low <= found.fewest / found.size
    assert found.most_share <= found.estimate.high
    assert found.estimate.low - 1e-9 <= found.estimate.value <= found.estimate.high + 1e-9
