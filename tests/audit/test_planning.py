import pytest

from goldkeeper.audit.planning import plan_audit
from goldkeeper.audit.plans import what_it_shows
from goldkeeper.audit.sampling import Sampling
from goldkeeper.model.audits import DrawMethod, Risk
from tests.audit.samples import a_frame, a_pair


def test_a_plan_shows_what_this_very_draw_would_show() -> None:
    one_stratum = plan_audit([a_pair(n) for n in range(1, 101)], Sampling("plan"))
    assert one_stratum.showings == what_it_shows(100, 10)
    many = plan_audit(a_frame(412), Sampling("plan"))
    assert many.showings[0].most > what_it_shows(412, 42)[0].most  # some strata are read more thinly than others
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
    small = plan_audit(a_frame(42), Sampling("x"))
    assert [plan.kind for plan in small.plans] == ["bare", "single", "sequential"]
    assert [plan.kind for plan in plan_audit(a_frame(1), Sampling("x")).plans] == ["bare", "single"]
    large = plan_audit(a_frame(412), Sampling("x"))
    assert [plan.kind for plan in large.plans] == ["bare", "single", "double", "sequential"]
