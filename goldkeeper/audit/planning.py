"""A gold set and a wish → what the audit would be: the draw's shape, what it shows, and what else it would take."""

from collections import Counter
from collections.abc import Sequence

from goldkeeper.audit.plans import (
    Plan,
    double_plan,
    limit_of,
    plan_with_power,
    sequential_plan,
    single_plan,
    what_it_shows,
)
from goldkeeper.audit.sampling import Sampling, planned_strata
from goldkeeper.model.audit_plans import AuditPlan, PlanFigures
from goldkeeper.model.audits import AuditPair, Risk
from goldkeeper.model.proportions import LEVEL

DEFAULT_LIMIT = 0.05  # the share of wrong pairs that most releases bear
DEFAULT_HOPED = 0.01  # of a set that has been kept; a former audit knows better
DEFAULT_POWER = 0.8  # the usual one in the design of studies
_BATCH = 10  # rows between two looks; fewer and nobody stops to look


def plan_audit(
    frame: Sequence[AuditPair],
    wish: Sampling,
    *,
    limit: float = DEFAULT_LIMIT,
    hoped: float = DEFAULT_HOPED,
    power: float = DEFAULT_POWER,
    level: float = LEVEL,
) -> AuditPlan:
    """What would be drawn, and four ways to the wished claim.

    Args:
        frame: every pair that may be drawn.
        wish: how the sample is wished.
        limit: the claim is "at most this share is wrong", 0..1.
        hoped: what is hoped to be wrong, 0..1; a former audit's estimate is a good one.
        power: how often the claim is to be made then, 0..1.
    """
    size = len(frame)
    strata = planned_strata(frame, wish)
    rows = sum(stratum.drawn for stratum in strata)
    risks = Counter(pair.risk for pair in frame)
    plans: list[PlanFigures] = []
    if size:
        asked = {"hoped": hoped, "power": power, "level": level}
        plans = [
            _figures("bare", single_plan(size, limit, level=level), hoped),
            _figures("single", plan_with_power(size, limit, **asked), hoped),
            _figures("double", double_plan(size, limit, **asked), hoped),
            _figures("sequential", sequential_plan(size, limit, batch=_BATCH, **asked), hoped),
        ]
    return AuditPlan(
        size=size,
        rows=rows,
        strata=strata,
        risks={risk: risks[risk] for risk in Risk},
        showings=what_it_shows(size, rows, level=level),
        level=level,
        limit_share=limit,
        limit=limit_of(size, limit),
        hoped_share=hoped,
        plans=tuple(plans),
    )


def _figures(kind: str, plan: Plan, hoped: float) -> PlanFigures:
    good, bad = limit_of(plan.size, hoped), min(plan.size, 2 * plan.limit + 1)
    return PlanFigures(kind, plan.looks, plan.risk, plan.power(good), plan.mean_rows(good), plan.mean_rows(bad))
