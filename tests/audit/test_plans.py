from fractions import Fraction
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goldkeeper.audit.plans import (
    Plan,
    double_plan,
    limit_of,
    plan_with_power,
    rows_to_rule_out,
    sequential_plan,
    single_plan,
)
from goldkeeper.model.audit_plans import Look
from tests.audit.samples import reference

STREAM = 10_000_000  # pairs; drawing without replacement is then as good as with it


def test_rows_without_an_error_are_those_of_the_reference() -> None:
    for row in reference("audit_sample_size_for_zero_errors", "finite"):
        assert rows_to_rule_out(row["wrong_at_least"], row["N"]) == row["n"]


def test_a_set_without_end_takes_what_the_reference_says() -> None:
    for row in reference("audit_sample_size_for_zero_errors", "infinite"):
        assert rows_to_rule_out(round(row["rate"] * STREAM), STREAM) == row["n"]


def test_plans_with_power_are_the_acceptance_plans_of_the_reference() -> None:
    """The smallest n, then c, that accept the good with 95 % and the bad with 10 % at most; binomial there."""
    for row in reference("acceptance_plans", "plans"):
        plan = plan_with_power(STREAM, row["bad_rate"], hoped=row["good_rate"], power=0.95, level=0.9)
        assert plan.looks == (Look(row["n"], row["accept_up_to"], row["accept_up_to"] + 1),)


def test_a_limit_is_the_share_as_it_is_written() -> None:
    assert limit_of(100, 0.29) == 29
    assert limit_of(59, 0.05) == 2


def test_at_most_five_of_a_hundred_takes_thirty_nine_rows_without_an_error() -> None:
    plan = single_plan(100, 0.05)
    assert plan.looks == (Look(39, 0, 1),)
    # By hand: with 6 wrong of 100, none among 39 is likelier than not to be rarer than 5 %.
    assert plan.risk == pytest.approx(comb(94, 39) / comb(100, 39))
    assert comb(94, 38) / comb(100, 38) > 0.05 > plan.risk


@settings(max_examples=30, deadline=None)
@given(st.integers(10, 300), st.sampled_from([0.02, 0.05, 0.1]), st.booleans())
def test_no_plan_takes_more_risk_than_the_level_leaves(size: int, share: float, looser: bool) -> None:
    level = 0.9 if looser else 0.95
    for plan in (
        single_plan(size, share, level=level),
        plan_with_power(size, share, hoped=0.01, level=level),
        double_plan(size, share, hoped=0.01, level=level),
        sequential_plan(size, share, hoped=0.01, level=level),
    ):
        assert plan.risk <= 1 - level + 1e-9
        assert plan.most_rows <= size
        assert plan.looks[-1].reject_from == plan.looks[-1].accept_up_to + 1  # at the end it is decided
        assert [look.read for look in plan.looks] == sorted({look.read for look in plan.looks})


def counted(plan: Plan, wrong: int) -> tuple[Fraction, Fraction]:
    """How often the claim is made and how many rows are read, by counting every place that the wrong pairs may have."""
    paths, read, accepted, rows = {0: 1}, 0, Fraction(0), Fraction(0)
    every = comb(plan.size, wrong)
    for look in plan.looks:
        more: dict[int, int] = {}
        for found, ways in paths.items():
            for hits in range(min(look.read - read, wrong - found) + 1):
                more[found + hits] = more.get(found + hits, 0) + ways * comb(look.read - read, hits)
        read, paths = look.read, {}
        for found, ways in more.items():
            chance = Fraction(ways * comb(plan.size - read, wrong - found), every)
            if found <= look.accept_up_to:
                accepted += chance
            if found <= look.accept_up_to or found >= look.reject_from:
                rows += chance * read
            else:
                paths[found] = ways
    return accepted, rows


@pytest.mark.parametrize("size", [1, 2, 3, 7, 10, 17, 20, 31, 42, 60, 80])
@pytest.mark.parametrize(("share", "hoped"), [(0.0, 0.0), (0.05, 0.01), (0.1, 0.03), (0.2, 0.05)])
def test_risk_power_and_rows_of_every_plan_are_those_of_counting_every_place(
    size: int, share: float, hoped: float
) -> None:
    for plan in (
        single_plan(size, share),
        plan_with_power(size, share, hoped=hoped),
        double_plan(size, share, hoped=hoped),
        sequential_plan(size, share, hoped=hoped),
    ):
        for wrong in range(size + 1):
            accepted, rows = counted(plan, wrong)
            assert plan.power(wrong) == pytest.approx(float(accepted), abs=1e-9)
            assert plan.mean_rows(wrong) == pytest.approx(float(rows), abs=1e-9)
            assert wrong <= plan.limit or accepted <= Fraction(1, 20)


def test_power_is_asked_for_and_kept() -> None:
    for plan in (
        plan_with_power(412, 0.05, hoped=0.01),
        double_plan(412, 0.05, hoped=0.01),
        sequential_plan(412, 0.05, hoped=0.01),
    ):
        assert plan.power(limit_of(412, 0.01)) >= 0.8


def test_a_bad_set_is_given_up_early() -> None:
    single, sequential = plan_with_power(412, 0.05, hoped=0.01), sequential_plan(412, 0.05, hoped=0.01)
    assert sequential.mean_rows(41) < single.mean_rows(41) / 2


@pytest.mark.parametrize("size", [10, 20, 30, 42, 50, 60])
def test_a_small_set_is_given_up_after_few_rows(size: int) -> None:
    """Nothing may be wrong there, so a first look can't make the claim; it can give it up."""
    single, double = plan_with_power(size, 0.05, hoped=0.0), double_plan(size, 0.05, hoped=0.0)
    assert double.mean_rows(0) == single.mean_rows(0)
    assert double.mean_rows(2 * double.limit + 1) < 0.8 * single.most_rows


def test_two_looks_read_less_than_one_when_all_is_well() -> None:
    single, double = plan_with_power(412, 0.05, hoped=0.01), double_plan(412, 0.05, hoped=0.01)
    assert double.mean_rows(4) < single.mean_rows(4)


def test_a_plan_of_two_looks_is_reckoned_path_by_path() -> None:
    plan = Plan("double", 10, 2, (Look(2, 0, 2), Look(4, 1, 2)))
    # By hand, 3 wrong of 10: accepted with 0 of 2, or with 1 of 2 and then 0 of 2 out of 8 with 2 wrong.
    first = comb(7, 2) / comb(10, 2)
    between = 3 * 7 / comb(10, 2)
    second = between * comb(6, 2) / comb(8, 2)
    assert plan.power(3) == pytest.approx(first + second)
    assert plan.mean_rows(3) == pytest.approx(2 + 2 * between)


def test_a_claim_that_cannot_fail_takes_no_rows() -> None:
    assert single_plan(10, 1.0).most_rows == 0
    assert single_plan(10, 1.0).power(10) == 1.0
