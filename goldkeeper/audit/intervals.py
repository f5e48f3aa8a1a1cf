"""Counts of an audit → bounds: how many pairs of a finite set may be wrong when so many of those read were.

The set is finite and drawn from without replacement, so the hypergeometric distribution is the right one: with 100
pairs, 10 read and none wrong, up to 24 may be wrong, not 26. All is whole numbers until the last division, so no
rounding decides a case at the edge.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb, sqrt

from goldkeeper.model.audits import Estimate
from goldkeeper.model.proportions import LEVEL, exact_interval

EXACT_FINITE = "hypergeometric, exact for a finite set"
EXACT_SHARE = "Clopper-Pearson, exact"


@dataclass(frozen=True, slots=True)
class StratumCount:
    """One stratum as it was read.

    Attributes:
        size: its pairs.
        read: those that were read and settled, 0 ≤ read ≤ size.
        wrong: of these, 0 ≤ wrong ≤ read.
    """

    size: int
    read: int
    wrong: int

    def __post_init__(self) -> None:
        if not 0 <= self.wrong <= self.read <= self.size:
            raise ValueError(f"{self.wrong} wrong of {self.read} read of {self.size} can't be")

    @property
    def weight(self) -> Fraction:
        """Pairs for which each pair that was read stands; only where something was read."""
        return Fraction(self.size, self.read)


def tail_of(level: float, *, sides: int) -> Fraction:
    """What an interval may miss on one side: 0.95 with two sides is exactly 1/40.

    >>> tail_of(0.95, sides=1)
    Fraction(1, 20)
    """
    return (1 - Fraction(str(level))) / sides


def at_most(wrong: int, *, read: int, of_wrong: int, size: int) -> Fraction:
    """Probability to find so many wrong or fewer.

    Args:
        wrong: pairs found wrong.
        read: pairs read, drawn without replacement.
        of_wrong: wrong pairs of the set.
        size: pairs of the set.

    >>> at_most(0, read=10, of_wrong=24, size=100) >= Fraction(1, 20)
    True
    """
    right = size - of_wrong
    first = max(0, read - right)
    if wrong < first:
        return Fraction(0)
    if wrong >= min(read, of_wrong):
        return Fraction(1)
    ways = comb(of_wrong, first) * comb(right, read - first)
    total = ways
    for found in range(first, wrong):
        # The next term from the last one; it divides evenly because both are numbers of ways.
        ways = ways * (of_wrong - found) * (read - found) // ((found + 1) * (right - read + found + 1))
        total += ways
    return Fraction(total, comb(size, read))


def most_wrong(wrong: int, read: int, size: int, *, tail: Fraction) -> int:
    """The largest number of wrong pairs in the set that is not ruled out; all that was not read where read is 0.

    >>> most_wrong(0, 10, 100, tail=Fraction(1, 20))
    24
    """
    least, most = wrong, size - (read - wrong)  # what was seen is certain
    while least < most:
        middle = (least + most + 1) // 2
        if at_most(wrong, read=read, of_wrong=middle, size=size) >= tail:
            least = middle
        else:
            most = middle - 1
    return least


def fewest_wrong(wrong: int, read: int, size: int, *, tail: Fraction) -> int:
    """The smallest number of wrong pairs in the set that is not ruled out.

    >>> fewest_wrong(2, 10, 100, tail=Fraction(1, 20))
    5
    """
    return size - most_wrong(read - wrong, read, size, tail=tail)  # the right ones are as many as can be


def share_estimate(hits: int, trials: int, *, level: float = LEVEL) -> Estimate:
    """A share of something that is not drawn from a finite set, such as how often two judges agree.

    >>> share_estimate(0, 0).reason
    'There is nothing to count.'
    """
    if trials == 0:
        return Estimate.undefined("There is nothing to count.", level=level, method=EXACT_SHARE)
    low, high = exact_interval(hits, trials, level=level)
    return Estimate(hits / trials, low, high, level, EXACT_SHARE)


def standard_error(counts: Sequence[StratumCount]) -> float | None:
    """Of the estimated share, 0..1, from the strata's own spread, with the correction for a finite set.

    None where a stratum that was not read whole has fewer than two rows: one row shows no spread, and a number
    made up for it would be worse than none.

    Source:
        Cochran (1977), Sampling Techniques, 3rd edition, formula 5.7 with p(1 - p)n/(n - 1).
    """
    size = sum(count.size for count in counts)
    variance = 0.0
    for count in counts:
        if count.read == count.size:
            continue
        if count.read < 2:  # a spread takes two
            return None
        share = count.wrong / count.read
        rest = 1 - count.read / count.size
        variance += (count.size / size) ** 2 * rest * share * (1 - share) / (count.read - 1)
    return sqrt(variance)
