"""Before anybody reads: what a sample can show, and how many rows a wished claim takes.

The claim is one-sided and about this finite set: "with 95 % confidence at most 5 % of the pairs are wrong". A
*plan* says after how many rows the claim may be made, and with how many wrong ones among them at most. Three kinds:

- single: read n rows; the claim stands with c wrong ones or fewer.
- double: read n rows; with few wrong ones it stands at once, with many it falls at once, and only between is a second
  batch read.
- sequential: look after each batch; stop as soon as it is clear either way.

All probabilities are exact for drawing without replacement from a finite set; where strata are drawn in proportion,
the true ones are a little better. A plan's *risk* is the probability that the claim is made though one pair more
than the limit is wrong; it never exceeds what the level leaves, over all looks together. Its *power* is the
probability that the claim is made when the set is as good as is hoped.

Looking twice and taking the better look is not free: a plan that allows several looks spends its risk in parts.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import ceil, exp, floor, lgamma

from goldkeeper.audit.intervals import at_most, tail_of
from goldkeeper.model.audit_plans import Look
from goldkeeper.model.proportions import LEVEL

_FIRST_LOOKS = 20  # places of the first of two looks that are tried
_DEARER = 1.25  # times the rows of a single look: more at the worst and nobody would call it a saving
_ROUNDING = 1e-9  # of sums of floating-point numbers
_STEPS = 40  # rows grow by this part of themselves, so that no plan reads one in forty too many
DEFAULT_POWER = 0.8  # the usual one in the design of studies


@dataclass(frozen=True, slots=True)
class Plan:
    """When to look, and what to conclude.

    Attributes:
        kind: `single`, `double` or `sequential`.
        size: pairs of the set.
        limit: so many of them may be wrong for the claim to be true.
        looks: by rows read; at the last one it is decided.
    """

    kind: str
    size: int
    limit: int
    looks: tuple[Look, ...]

    @property
    def most_rows(self) -> int:
        """Rows that are read if it stays open to the end."""
        return self.looks[-1].read

    def power(self, wrong: int) -> float:
        """The probability that the claim is made when so many pairs of the set are wrong."""
        return self._run(wrong)[0]

    def mean_rows(self, wrong: int) -> float:
        """Rows that are read on average when so many pairs of the set are wrong."""
        return self._run(wrong)[1]

    @property
    def risk(self) -> float:
        """The probability that the claim is made when one pair more than the limit is wrong."""
        return self.power(self.limit + 1) if self.limit < self.size else 0.0

    def _run(self, wrong: int) -> tuple[float, float]:
        """Probability of acceptance and mean rows; the paths are added up look by look."""
        open_: dict[int, float] = {0: 1.0}
        read = 0
        accepted = rows = 0.0
        for look in self.looks:
            open_ = _read_on(open_, read=read, more=look.read - read, wrong=wrong, size=self.size)
            read = look.read
            yes = sum(odds for found, odds in open_.items() if found <= look.accept_up_to)
            no = sum(odds for found, odds in open_.items() if found >= look.reject_from)
            accepted += yes
            rows += (yes + no) * read
            open_ = {found: odds for found, odds in open_.items() if look.accept_up_to < found < look.reject_from}
        return accepted, rows


def rows_to_rule_out(wrong: int, size: int, *, found: int = 0, level: float = LEVEL) -> int:
    """The fewest rows of which, if no more than `found` are wrong, so many wrong pairs in the set are ruled out.

    All of the set where nothing less will do.

    >>> rows_to_rule_out(5, 100), rows_to_rule_out(1, 50)
    (45, 48)
    """
    tail = tail_of(level, sides=1)

    def ruled_out(rows: int) -> bool:
        return at_most(found, read=rows, of_wrong=wrong, size=size) < tail

    least, most = found, min(size, found + 1)
    while most < size and not ruled_out(most):  # from below: the numbers of ways grow with the rows
        least, most = most + 1, min(size, 2 * most)
    while least < most:
        middle = (least + most) // 2
        if ruled_out(middle):
            most = middle
        else:
            least = middle + 1
    return least


def limit_of(size: int, share: float) -> int:
    """The largest number of pairs that is no more than this share of the set.

    >>> limit_of(100, 0.05), limit_of(50, 0.05), limit_of(10, 0.29)
    (5, 2, 2)
    """
    return floor(Fraction(str(share)) * size)


def single_plan(size: int, share: float, *, found: int = 0, level: float = LEVEL) -> Plan:
    """Read so many rows that with `found` wrong ones at most the claim "at most this share" may be made.

    >>> single_plan(412, 0.05).looks
    (Look(read=54, accept_up_to=0, reject_from=1),)
    """
    limit = limit_of(size, share)
    if limit >= size:
        return Plan("single", size, size, (Look(0, 0, 1),))
    rows = rows_to_rule_out(limit + 1, size, found=found, level=level)
    return Plan("single", size, limit, (Look(rows, found, found + 1),))


def plan_with_power(
    size: int, share: float, *, hoped: float, power: float = DEFAULT_POWER, level: float = LEVEL
) -> Plan:
    """The single plan with the fewest rows that also makes the claim often enough when the set is as good as hoped.

    Reading until nothing may be wrong is cheap and fragile: at 2 % wrong, 54 rows without a wrong one are luck.

    Args:
        hoped: the share that is hoped to be wrong, 0..1, below `share`.
        power: how often the claim is to be made then, 0..1.
    """
    found = 0
    while True:
        plan = single_plan(size, share, found=found, level=level)
        if plan.power(hoped_of(plan, hoped)) >= power or plan.most_rows >= size:
            return plan
        found += 1


def double_plan(size: int, share: float, *, hoped: float, power: float = DEFAULT_POWER, level: float = LEVEL) -> Plan:
    """Two batches: of the ways to look once before the end, the one that reads fewest rows if all is as hoped.

    Of those that read as many then, the one that reads fewest where twice the limit is wrong: on small sets a first
    look can often only give the claim up, which spends no risk.
    """
    whole = plan_with_power(size, share, hoped=hoped, power=power, level=level)
    good, bad = hoped_of(whole, hoped), twice_the_limit(whole)
    wished = min(power, whole.power(good))
    risk = float(tail_of(level, sides=1))
    last = whole.looks[-1].accept_up_to
    firsts = sorted({whole.most_rows * n // _FIRST_LOOKS for n in range(1, _FIRST_LOOKS)} - {0})
    plans = [whole]
    for accept in (last, last + 1):
        for first in firsts:
            for early in range(-1, min(accept, whole.limit)):
                plan = _of_two_looks(whole, first, early=early, accept=accept, risk=risk)
                if plan is not None and plan.power(good) >= wished - _ROUNDING:
                    plans.append(plan)
    return min(plans, key=lambda plan: (round(plan.mean_rows(good)), plan.mean_rows(bad), plan.most_rows))


def hoped_of(plan: Plan, share: float) -> int:
    """Wrong pairs of a set that is as good as hoped: the nearest whole number, and no more than are allowed.

    >>> [hoped_of(single_plan(size, 0.05), 0.01) for size in (412, 60, 9)]
    [4, 1, 0]
    """
    return min(plan.limit, floor(Fraction(str(share)) * plan.size + Fraction(1, 2)))


def twice_the_limit(plan: Plan) -> int:
    """Wrong pairs of a set that should be refused: twice as many pairs wrong as are allowed, and one more."""
    return min(plan.size, 2 * plan.limit + 1)


def _of_two_looks(whole: Plan, first: int, *, early: int, accept: int, risk: float) -> Plan | None:
    """With the fewest rows that keep the risk; None where the first look spends it all, or too many rows are needed."""
    least, most = first + 1, min(whole.size, ceil(_DEARER * whole.most_rows))

    def of(rows: int) -> Plan:
        reject = accept + 1
        return Plan("double", whole.size, whole.limit, (Look(first, early, reject), Look(rows, accept, reject)))

    if least > most or accept > whole.limit or of(most).risk > risk * (1 + _ROUNDING):
        return None
    while least < most:
        middle = (least + most) // 2
        if of(middle).risk <= risk * (1 + _ROUNDING):
            most = middle
        else:
            least = middle + 1
    return of(least)


def sequential_plan(
    size: int, share: float, *, hoped: float, power: float = DEFAULT_POWER, level: float = LEVEL, batch: int = 10
) -> Plan:
    """A look after each batch; the rows are those of the single plan and as many more as the looks cost.

    Its power is the wished one, or that of the single plan; it reads all of the set at most.
    """
    whole = plan_with_power(size, share, hoped=hoped, power=power, level=level)
    looks = max(2, ceil(whole.most_rows / batch))
    risk = float(tail_of(level, sides=1))
    # Spent with the rows squared: little at first, when a claim would rest on few rows.
    risks = [risk * (n / looks) ** 2 for n in range(1, looks + 1)]
    wrong = hoped_of(whole, hoped)
    wished = min(power, whole.power(wrong))
    rows = whole.most_rows
    while True:
        ends = [ceil(rows * n / looks) for n in range(1, looks + 1)]
        plan = _spent(whole, dict(zip(ends, risks, strict=True)))
        if plan.power(wrong) >= wished or rows >= whole.size:
            return plan
        rows = min(whole.size, rows + max(1, rows // _STEPS))


def _spent(whole: Plan, allowed: Mapping[int, float]) -> Plan:
    """Acceptance numbers look by look, each as large as the risk allowed so far bears."""
    open_: dict[int, float] = {0: 1.0}
    size, limit = whole.size, whole.limit
    spent, read, accept = 0.0, 0, -1
    found: list[tuple[int, int]] = []
    for end, risk in allowed.items():
        open_ = _read_on(open_, read=read, more=end - read, wrong=limit + 1, size=size)
        read = end
        for wrong in sorted(open_):
            if spent + open_[wrong] > risk * (1 + _ROUNDING):
                break
            spent += open_[wrong]
            accept = wrong
        if end >= size:
            accept = limit  # all is read: it is no longer a matter of chance
        found.append((end, accept))
        open_ = {wrong: odds for wrong, odds in open_.items() if wrong > accept}
    return Plan("sequential", size, limit, tuple(Look(end, yes, accept + 1) for end, yes in found))


def _read_on(open_: Mapping[int, float], *, read: int, more: int, wrong: int, size: int) -> dict[int, float]:
    """So many rows more, from what is left of the set."""
    result: dict[int, float] = {}
    for found, odds in open_.items():
        left = wrong - found
        for hit in range(min(more, left) + 1):
            chance = _hypergeometric(hit, more, left, size - read)
            if chance:
                result[found + hit] = result.get(found + hit, 0.0) + odds * chance
    return result


@cache
def _hypergeometric(hit: int, read: int, wrong: int, size: int) -> float:
    if read - hit > size - wrong:
        return 0.0
    return exp(_ways(wrong, hit) + _ways(size - wrong, read - hit) - _ways(size, read))


def _ways(of: int, taken: int) -> float:
    return lgamma(of + 1) - lgamma(taken + 1) - lgamma(of - taken + 1)
