import pytest

from goldkeeper.audit.intervals import most_wrong, tail_of
from goldkeeper.audit.planning import plan_audit
from goldkeeper.audit.sampling import Sampling
from goldkeeper.model.audits import DrawMethod, Risk
from tests.audit.samples import a_frame, a_pair


def test_a_plan_shows_what_this_very_draw_would_show() -> None:
    one_stratum = plan_audit([a_pair(n) for n in range(1, 101)], Sampling("plan"))
    assert [(one.wrong, one.most) for one in one_stratum.showings] == [(0, 24), (1, 38), (2, 49), (3, 59)]
    assert one_stratum.showings[0].share == 0.24
    many = plan_audit(a_frame(412), Sampling("plan"))
    as_one = most_wrong(0, 42, 412, tail=tail_of(0.95, sides=1))
    assert many.showings[0].most > as_one  # some strata are read more thinly than others
    assert [one.most for one in many.showings] == sorted(one.most for one in many.showings)


def test_a_risk_weighted_plan_tells_its_price() -> None:
    frame = a_frame(412)
    weighted = plan_audit(frame, Sampling("plan", method=DrawMethod.RISK_WEIGHTED))
    assert weighted.showings[0].most > plan_audit(frame, Sampling("plan")).showings[0].most


def test_the_sets_own_numbers_are_in_it() -> None:
    plan = plan_audit(a_frame(80), Sampling("plan", size=20), limit=0.1, hoped=0.02)
    assert (plan.size, plan.rows, plan.limit) == (80, 20, 8)
    assert sum(plan.risks.values()) == 80
    assert set(plan.risks) == set(Risk)
    assert sum(stratum.drawn for stratum in plan.strata) == 20
    assert [one.kind for one in plan.plans] == ["bare", "single", "double", "sequential"]
    assert all(one.risk <= 0.05 + 1e-9 for one in plan.plans)


@pytest.mark.parametrize("size", [1, 2, 5, 11])
def test_a_tiny_set_has_a_plan(size: int) -> None:
    plan = plan_audit(a_frame(size), Sampling("plan"))
    assert all(1 <= one.most_rows <= size for one in plan.plans)
    assert all(one.power == pytest.approx(1.0) for one in plan.plans)  # nothing wrong is hoped for in so few


def test_looks_that_cost_more_rows_than_they_save_are_not_offered() -> None:
    assert [plan.kind for plan in plan_audit(a_frame(1), Sampling("x")).plans] == ["bare", "single"]
    assert [plan.kind for plan in plan_audit(a_frame(10), Sampling("x")).plans][2:] == ["double", "sequential"]
    large = plan_audit(a_frame(412), Sampling("x"))
    assert [plan.kind for plan in large.plans] == ["bare", "single", "double", "sequential"]


@pytest.mark.parametrize("size", [10, 20, 30, 42, 50, 60])
def test_looking_early_pays_on_small_sets_too(size: int) -> None:
    plan = plan_audit(a_frame(size), Sampling("x"), limit=0.1, hoped=0.03)
    once = next(one for one in plan.plans if one.kind == "single")
    for looks in (one for one in plan.plans if one.kind in {"double", "sequential"}):
        assert looks.rows_if_bad < 0.8 * once.rows_if_bad
        assert looks.rows_if_good <= once.rows_if_good + 1.0
        assert looks.power >= min(0.8, once.power) - 1e-9
