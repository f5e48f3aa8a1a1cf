"""Audits in a row: is the set getting better, or is that chance?"""

from collections.abc import Sequence
from fractions import Fraction
from math import comb

from goldkeeper.model.audit_results import TrendPoint, TrendStep, WrongPairs


def step_of(points: Sequence[TrendPoint]) -> TrendStep | None:
    """The last audit beside the one before; None with fewer than two that have a figure."""
    held = [point for point in points if point.wrong_pairs.estimate.value is not None]
    if len(held) < 2 or held[-1] is not points[-1]:  # a step takes two
        return None
    before, after = held[-2].wrong_pairs, held[-1].wrong_pairs
    change = (after.estimate.value or 0.0) - (before.estimate.value or 0.0)
    return TrendStep(change, fisher_exact(*_as_plain(before), *_as_plain(after)))


def _as_plain(held: WrongPairs) -> tuple[int, int]:
    """Wrong pairs and rows of a plain sample that says the same.

    What was drawn by risk finds more wrong pairs than one that was not, of the very same set: the rows themselves
    can't be held beside each other.
    """
    rows = max(1, round(held.effective or held.read))
    return min(rows, round((held.estimate.value or 0.0) * rows)), rows


def fisher_exact(first_hits: int, first: int, second_hits: int, second: int) -> float:
    """How often two samples of one and the same share would come out as far apart or further, two-sided.

    All tables with these sums that are no likelier than this one are added up; whole numbers, so a tie is one.

    Source:
        Fisher (1935), The Logic of Inductive Inference; the classical tea-tasting table 3 of 4 against 1 of 4 gives
        34/70.

    >>> round(fisher_exact(3, 4, 1, 4), 6)
    0.485714
    """
    hits, total = first_hits + second_hits, first + second
    here = comb(first, first_hits) * comb(second, second_hits)
    as_far = 0
    for k in range(max(0, hits - second), min(hits, first) + 1):
        ways = comb(first, k) * comb(second, hits - k)
        if ways <= here:
            as_far += ways
    return float(Fraction(as_far, comb(total, hits)))
