"""A gold set and a wish → what the audit would be: the draw's shape, what it shows, and what else it would take."""

from collections import Counter
from collections.abc import Sequence

from goldkeeper.audit.intervals import StratumCount, tail_of
from goldkeeper.audit.plans import (
    DEFAULT_POWER,
    Plan,
    double_plan,
    hoped_of,
    limit_of,
    plan_with_power,
    sequential_plan,
    single_plan,
    twice_the_limit,
)
from goldkeeper.audit.sampling import BATCH, Sampling, planned_strata
from goldkeeper.audit.stratified import most_wrong_of_strata
from goldkeeper.model.audit_plans import AuditPlan, PlanFigures, Showing
from goldkeeper.model.audits import AuditPair, DrawnStratum, Risk
from goldkeeper.model.proportions import LEVEL

DEFAULT_LIMIT = 0.05  # the share of wrong pairs that most releases bear
DEFAULT_HOPED = 0.01  # of a set that has been kept; a former audit knows better
_ROW = 0.5  # of mean rows; less is none where they are printed
_MOST_WRONG = 3  # found in the sample, as far as the plan tells; more is another plan


def plan_audit(
    frame: Sequence[AuditPair],
    wish: Sampling,
    *,
    limit: float = DEFAULT_LIMIT,
    hoped: float = DEFAULT_HOPED,
    power: float = DEFAULT_POWER,
    level: float = LEVEL,
) -> AuditPlan:
    """What would be drawn, and up to four ways to the wished claim; looks that save no rows are left out.

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
        once = _figures("single", plan_with_power(size, limit, **asked), hoped)
        looks = [
            _figures("double", double_plan(size, limit, **asked), hoped),
            _figures("sequential", sequential_plan(size, limit, batch=BATCH, **asked), hoped),
        ]
        plans = [_figures("bare", single_plan(size, limit, level=level), hoped), once]
        plans += [plan for plan in looks if _saves_rows(plan, once)]
    return AuditPlan(
        size=size,
        rows=rows,
        strata=strata,
        risks={risk: risks[risk] for risk in Risk},
        showings=_showings(strata, level),
        level=level,
        limit_share=limit,
        limit=limit_of(size, limit),
        hoped_share=hoped,
        plans=tuple(plans),
    )


def _saves_rows(plan: PlanFigures, once: PlanFigures) -> bool:
    """Whether several looks pay; on small sets they often cost more rows than one, however it turns out."""
    return plan.rows_if_good < once.rows_if_good - _ROW or plan.rows_if_bad < once.rows_if_bad - _ROW


def _showings(strata: Sequence[DrawnStratum], level: float) -> tuple[Showing, ...]:
    """The bounds of this very draw, if the wrong ones turn up in the largest strata, one in each."""
    size, rows = sum(one.size for one in strata), sum(one.drawn for one in strata)
    largest = sorted(strata, key=lambda one: (-one.size, one.stratum.label))
    wrong: Counter[int] = Counter()
    found = []
    for number in range(min(_MOST_WRONG, rows) + 1):
        if number:
            free = [place for place, one in enumerate(largest) if wrong[place] < one.drawn]
            wrong[min(free, key=lambda place: (wrong[place], place))] += 1
        counts = [StratumCount(one.size, one.drawn, wrong[place]) for place, one in enumerate(largest)]
        found.append(Showing(rows, number, most_wrong_of_strata(counts, tail=tail_of(level, sides=1))[0], size))
    return tuple(found)


def _figures(kind: str, plan: Plan, hoped: float) -> PlanFigures:
    good, bad = hoped_of(plan, hoped), twice_the_limit(plan)
    return PlanFigures(
        kind, plan.looks, plan.risk, plan.power(good), plan.mean_rows(good), plan.mean_rows(bad), good=good, bad=bad
    )
