"""What `goldkeeper audit plan` prints."""

from collections.abc import Iterator

from goldkeeper.model.audit_plans import AuditPlan, PlanFigures
from goldkeeper.reporting.audit_words import at_most, share
from goldkeeper.reporting.wording import count, percent

_KINDS = {
    "bare": "none may be wrong",
    "single": "once",
    "double": "in two batches",
    "sequential": "ten at a time",
}


def plan_lines(plan: AuditPlan) -> Iterator[str]:
    """The set, what the sample shows, and the ways to the claim."""
    if not plan.size:
        yield "no usable gold pair, so nothing to audit"
        return
    drawn = percent(plan.rows, plan.size)
    yield f"{count(plan.size, 'gold pair')}; {plan.rows:,} would be drawn ({drawn}) from {_strata(plan)}"
    risks = [f"{number:,} {risk.value}" for risk, number in plan.risks.items() if number]
    yield f"  {', '.join(risks)}"
    yield ""
    yield f"If of these {plan.rows:,} so many are wrong, then of all {plan.size:,} at most ({share(plan.level)} sure):"
    for one in plan.showings:
        found = "none" if one.wrong == 0 else f"{one.wrong:,}"
        yield f"  {found:>4} wrong  {one.most:>6,} pairs  {at_most(one.most, one.size):>7}"
    yield ""
    yield f"To claim that at most {share(plan.limit_share)} ({count(plan.limit, 'pair')}) are wrong, read"
    yield f"  {'':<18} {'rows, up':>9} {'of them':>8} {'succeeds':>9} {'rows if':>8} {'rows if':>8}"
    yield f"  {'looking':<18} {'to':>9} {'wrong':>8} {'if good':>9} {'good':>8} {'bad':>8}"
    for figures in plan.plans:
        yield _plan_line(figures)
    yield from _cases(plan)
    for figures in plan.plans:
        if len(figures.looks) > 1:
            yield ""
            yield from _look_lines(figures)


def _cases(plan: AuditPlan) -> Iterator[str]:
    """What good and bad stand for, and what the rows are."""
    case = plan.plans[0]
    good = f"good: {case.good:,} wrong, as is hoped ({share(plan.hoped_share)}); bad: {case.bad:,} wrong"
    yield f"  {good}; rows are means,"
    yield "  for a draw without strata; strata that are read unequally take a few more"


def _look_lines(figures: PlanFigures) -> Iterator[str]:
    """When to stop: rows are read in the order of their numbers, and looked at together; `audit status` counts them."""
    yield f"Looking {_KINDS[figures.kind]}: after so many rows, by number, with so many wrong"
    for look in figures.looks:
        last = look is figures.looks[-1]
        good = "" if look.accept_up_to < 0 else f"claim it with {look.accept_up_to}; "
        bad = "more is too many" if last else f"give it up with {look.reject_from}"
        yield f"  {look.read:>6,}  {good}{bad}"


def _plan_line(figures: PlanFigures) -> str:
    last = figures.looks[-1]
    kind = _KINDS.get(figures.kind, figures.kind)
    rows = f"{figures.most_rows:>9,} {'0..' * bool(last.accept_up_to) + str(last.accept_up_to):>8}"
    return f"  {kind:<18} {rows} {figures.power:>9.0%} {figures.rows_if_good:>8.0f} {figures.rows_if_bad:>8.0f}"


def _strata(plan: AuditPlan) -> str:
    return count(len(plan.strata), "stratum", "strata")
