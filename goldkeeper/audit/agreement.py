"""Do two judges mean the same by a grade? Raw agreement, Cohen's kappa, Krippendorff's alpha, each with its interval.

Kappa asks how much more two judges agree than two would who had the same habits and threw dice. Weighted, one grade
apart is half a miss (linear) or a small one (quadratic). Alpha asks the same of any number of judges, with readings
missing, and without taking each judge's habits for granted; ordinal is the one for grades.

**Where there is no answer.** If all labels are one and the same, chance alone would agree every time, and kappa and
alpha are 0 divided by 0. That is not 1 ("perfect") and not 0 ("no better than chance"): nothing was distinguished,
so nothing is known. Such an estimate is undefined and says why; the raw agreement stands beside it.

**Intervals.** Raw agreement is a share: Clopper-Pearson, exact. For kappa and alpha the rows are resampled
(percentile bootstrap, from a seed, so the same every time): the closed formulas for weighted kappa hold for large
samples only, and for alpha with missing readings there is none. Resamples in which it is undefined are left out,
and where they are many there is no interval.

Sources:
    Cohen (1960), Educational and Psychological Measurement 20(1); Cohen (1968), Psychological Bulletin 70(4), weights;
    Krippendorff (2011), Computing Krippendorff's Alpha-Reliability.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from typing import TypeVar

from goldkeeper.audit.chance import Chance
from goldkeeper.audit.intervals import share_estimate
from goldkeeper.model.audit_results import Agreement, Leaning, Scale, Weights
from goldkeeper.model.audits import Estimate, Reading
from goldkeeper.model.proportions import LEVEL

RESAMPLES = 1000  # the ends of a 95 % interval then rest on 25 each
_FEWEST_DEFINED = 0.9  # of the resamples; with fewer an interval would be about the lucky ones
_SEED = "agreement"

_Row = TypeVar("_Row")
Labels = Sequence[int | None]  # of one row, one a judge; None where a judge gave none


def kappa(first: Sequence[int], second: Sequence[int], weights: Weights = Weights.NONE) -> float | None:
    """Cohen's kappa of two judges over the same rows; None where it is not defined.

    >>> kappa([1, 1, 1, 1, 0], [1, 1, 1, 1, 1]), kappa([2, 2], [2, 2]), kappa([1, 0, 1, 0], [0, 1, 0, 1])
    (0.0, None, -1.0)
    """
    rows = len(first)
    if rows != len(second):
        raise ValueError(f"{rows} labels beside {len(second)}")
    cost = _COSTS[weights]
    seen = sum(cost(a, b) for a, b in zip(first, second, strict=True))
    ones, others = Counter(first), Counter(second)
    # Whole numbers up to here, so that "never by chance" is exactly 0 and not nearly.
    by_chance = sum(cost(a, b) * ones[a] * others[b] for a in ones for b in others)
    return 1 - seen * rows / by_chance if by_chance else None


def alpha(rows: Sequence[Labels], scale: Scale = Scale.ORDINAL) -> float | None:
    """Krippendorff's alpha; rows with fewer than two labels tell nothing and are left out. None where not defined."""
    return _alpha(Counter(tuple(sorted(label for label in row if label is not None)) for row in rows), scale)


def kappa_estimate(
    first: Sequence[int],
    second: Sequence[int],
    weights: Weights = Weights.NONE,
    *,
    level: float = LEVEL,
    resamples: int = RESAMPLES,
) -> Estimate:
    """Cohen's kappa with its interval."""
    pairs = list(zip(first, second, strict=True))

    def of(drawn: Sequence[tuple[int, int]]) -> float | None:
        return kappa([a for a, _ in drawn], [b for _, b in drawn], weights)

    why = "No row has both labels." if not pairs else _one_label({label for pair in pairs for label in pair}, "kappa")
    return _bootstrapped(pairs, of, f"Cohen's kappa, {weights}", why, level=level, resamples=resamples)


def alpha_estimate(
    rows: Sequence[Labels], scale: Scale = Scale.ORDINAL, *, level: float = LEVEL, resamples: int = RESAMPLES
) -> Estimate:
    """Krippendorff's alpha with its interval."""
    units = [tuple(sorted(label for label in row if label is not None)) for row in rows]
    units = [unit for unit in units if len(unit) > 1]

    def of(drawn: Sequence[tuple[int, ...]]) -> float | None:
        return _alpha(Counter(drawn), scale)

    why = "No row has two labels." if not units else _one_label({label for unit in units for label in unit}, "alpha")
    return _bootstrapped(units, of, f"Krippendorff's alpha, {scale}", why, level=level, resamples=resamples)


def agreement_of(readings: Sequence[Reading], *, level: float = LEVEL, resamples: int = RESAMPLES) -> Agreement:
    """How far the blind readings agree; arbitrations saw the others' grades and don't count."""
    blind = [one for one in readings if not one.arbitration and one.grade is not None]
    judges = sorted({one.judge for one in blind})
    by_row: dict[int, dict[str, int]] = {}
    for one in blind:
        by_row.setdefault(one.row, {})[one.judge] = int(one.grade or 0)
    rows = [[by_row[row].get(judge) for judge in judges] for row in sorted(by_row) if len(by_row[row]) > 1]
    apart = Counter(_spread(row) for row in rows)
    same, near = apart[0], apart[1]
    kappas = {}
    if len(judges) == 2:  # kappa is about two
        first, second = [row[0] or 0 for row in rows], [row[1] or 0 for row in rows]
        kappas = {one: kappa_estimate(first, second, one, level=level, resamples=resamples) for one in Weights}
    return Agreement(
        rows=len(rows),
        same=same,
        one_apart=near,
        further=len(rows) - same - near,
        raw=share_estimate(same, len(rows), level=level),
        alphas={one: alpha_estimate(rows, one, level=level, resamples=resamples) for one in Scale},
        kappas=kappas,
    )


def leanings(readings: Sequence[Reading]) -> tuple[Leaning, ...]:
    """Who grades higher or lower than the others on the same rows; by judge."""
    blind = [one for one in readings if not one.arbitration and one.grade is not None]
    by_row: dict[int, dict[str, int]] = {}
    for one in blind:
        by_row.setdefault(one.row, {})[one.judge] = int(one.grade or 0)
    gaps: dict[str, list[int]] = {one.judge: [] for one in blind}
    for grades in by_row.values():
        for own, other in combinations(sorted(grades), 2):
            gaps[own].append(grades[own] - grades[other])
            gaps[other].append(grades[other] - grades[own])
    return tuple(_leaning(judge, gaps[judge]) for judge in sorted(gaps))


def _leaning(judge: str, gaps: Sequence[int]) -> Leaning:
    higher, lower = sum(gap > 0 for gap in gaps), sum(gap < 0 for gap in gaps)
    mean = sum(gaps) / len(gaps) if gaps else None
    return Leaning(judge, len(gaps), higher, lower, mean, _sign_test(higher, lower))


def _sign_test(higher: int, lower: int) -> float | None:
    tosses = higher + lower
    if not tosses:
        return None
    ways, tail = 1, 0
    for heads in range(min(higher, lower) + 1):
        tail += ways
        ways = ways * (tosses - heads) // (heads + 1)
    return float(min(1.0, 2 * tail / 2**tosses))


def _spread(row: Labels) -> int:
    labels = [label for label in row if label is not None]
    return max(labels) - min(labels)


_COSTS: Mapping[Weights, Callable[[int, int], int]] = {
    Weights.NONE: lambda a, b: int(a != b),
    Weights.LINEAR: lambda a, b: abs(a - b),
    Weights.QUADRATIC: lambda a, b: (a - b) ** 2,
}


def _alpha(units: Mapping[tuple[int, ...], int], scale: Scale) -> float | None:
    """From rows with equal labels counted together.

    A row of m labels gives each of its ordered pairs the weight 1/(m - 1), so that every label counts once.
    """
    totals: Counter[int] = Counter()
    seen: dict[tuple[int, int], float] = {}
    for unit, times in units.items():
        if len(unit) < 2:  # one label agrees with nobody
            continue
        held = Counter(unit)
        for label, number in held.items():
            totals[label] += number * times
        for a, b in combinations(sorted(held), 2):
            seen[a, b] = seen.get((a, b), 0.0) + times * held[a] * held[b] / (len(unit) - 1)
    if len(totals) < 2:  # nothing was told apart
        return None
    distance = _distances(totals, scale)
    observed = sum(odds * distance[pair] for pair, odds in seen.items())
    expected = sum(totals[a] * totals[b] * distance[a, b] for a, b in distance)
    return 1 - (sum(totals.values()) - 1) * observed / expected


def _distances(totals: Mapping[int, int], scale: Scale) -> dict[tuple[int, int], float]:
    """Squared distance of every two labels that occur; ordinal: how many labels lie between them."""
    labels = sorted(totals)
    found: dict[tuple[int, int], float] = {}
    for a, b in combinations(labels, 2):
        if scale is Scale.NOMINAL:
            found[a, b] = 1.0
        elif scale is Scale.INTERVAL:
            found[a, b] = float(a - b) ** 2
        else:
            between = sum(totals[label] for label in labels if a <= label <= b)
            found[a, b] = (between - (totals[a] + totals[b]) / 2) ** 2
    return found


def _one_label(labels: set[int], what: str) -> str:
    if len(labels) > 1:
        return ""
    label = next(iter(labels))
    return f"Every label is {label}: nothing was told apart, so {what} is 0 divided by 0."


def _bootstrapped(
    rows: Sequence[_Row],
    statistic: Callable[[Sequence[_Row]], float | None],
    name: str,
    why: str,
    *,
    level: float,
    resamples: int,
) -> Estimate:
    value = statistic(rows)
    if value is None:
        return Estimate.undefined(why, level=level, method=name)
    chance = Chance(f"{_SEED}\0{name}")
    drawn = [[rows[chance.below(len(rows))] for _ in rows] for _ in range(resamples)]
    found = sorted(figure for one in drawn if (figure := statistic(one)) is not None)
    method = f"{name}; percentile bootstrap over rows, {resamples} resamples"
    if len(found) < _FEWEST_DEFINED * resamples:
        return Estimate(value, None, None, level, method, "Too few rows for an interval.")
    if found[0] == found[-1]:
        reason = "Resampling shows no spread, so it gives no interval; the raw agreement's says what this is worth."
        return Estimate(value, None, None, level, method, reason)
    cut = int(len(found) * (1 - level) / 2)
    return Estimate(value, found[cut], found[-1 - cut], level, method)
