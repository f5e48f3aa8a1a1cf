"""Strata that were read with different chances → how many wrong pairs the whole set may hold.

For one stratum the answer is the hypergeometric bound. For several the same question has a nuisance in it: the
chance to find so few wrong ones depends on *where* the wrong ones lie. If the calm pairs are read thinly, they may
hide more. An honest bound takes the worst place: a total of D wrong pairs is ruled out only if wherever they lay,
finding as little as was found would have been rarer than the tail. (A bound from the variance, p ± 1.96 se,
promises far more than it holds when few are wrong, and says "none" when none was found. A bound as if all strata
had been read alike fails where they were not.)

"As little as was found" is the estimated total, each wrong pair weighed by the pairs it stands for; that it is the
same figure that is reported makes bound and estimate agree.

The worst place is found like this. Where nothing was found wrong, the chance is a product over the strata whose
logarithm is concave in each, and putting the wrong ones one by one where they hide best is exactly right. Otherwise
it is a search: from two starts, wrong pairs are moved between strata, many at a time and then one by one, as long
as that hides them better. Small sets can be enumerated, and there the search finds the same
(`tests/audit/test_stratified.py`); over many seeds the bound covers as it promises (`reports/audit.md`). Weights
are rounded onto a grid, always to the safe side. With many wrong pairs the grid would be large and the question
easy: there Wilson's interval with the effective number of rows is taken, and named.

Source:
    Wright (1991), Exact Confidence Bounds when Sampling from Small Finite Universes, for test inversion with the worst
    split; Kish (1965), Survey Sampling, and Korn and Graubard (1998), Survey Methodology 24(2), for the effective
    number of rows.
"""

from collections.abc import Sequence
from fractions import Fraction
from math import ceil, floor, sqrt
from statistics import NormalDist

from goldkeeper.audit.intervals import (
    EXACT_FINITE,
    StratumCount,
    fewest_wrong,
    most_wrong,
    standard_error,
    tail_of,
)
from goldkeeper.audit.worst_place import place_of_few, place_of_many
from goldkeeper.model.audit_results import WrongPairs
from goldkeeper.model.audits import Estimate
from goldkeeper.model.proportions import LEVEL

STRATIFIED = "stratified, worst place of the wrong pairs over exact hypergeometric tails"
MANY_WRONG = "stratified Wilson with the effective number of rows"

_MANY = 15  # wrong pairs found; from here on the distribution is near enough to normal
_LONGEST = 60  # strata times wrong pairs found; beyond it the search takes seconds, and the normal way covers as well


def wrong_pairs(counts: Sequence[StratumCount], *, level: float = LEVEL) -> WrongPairs:
    """The wrong pairs of a set that was read by strata, or as one.

    The share is the stratified (Horvitz-Thompson) estimate: each wrong pair found counts for all those that it stands
    for. It is unbiased whatever the strata were read with. A stratum of which nothing was read tells nothing: the
    estimate leaves it out, and the bounds hold that all of it, or none, may be wrong.

    Args:
        counts: strata; their order is of no matter.
    """
    size = sum(count.size for count in counts)
    read = [count for count in counts if count.read]
    rows, found = sum(count.read for count in counts), sum(count.wrong for count in counts)
    if not read:
        nothing = Estimate.undefined("Nothing has been read.", level=level, method=EXACT_FINITE)
        return WrongPairs(size, 0, 0, nothing, size, 0)
    likely = sum(count.weight * count.wrong for count in read) / sum(count.size for count in read)
    two_sided, one_sided = tail_of(level, sides=2), tail_of(level, sides=1)
    high, method = most_wrong_of_strata(counts, tail=two_sided)
    low, _ = fewest_wrong_of_strata(counts, tail=two_sided)
    estimate = Estimate(float(likely), low / size, high / size, level, method)
    most, fewest = most_wrong_of_strata(counts, tail=one_sided)[0], fewest_wrong_of_strata(counts, tail=one_sided)[0]
    return WrongPairs(size, rows, found, estimate, most, fewest, effective_rows(read))


def effective_rows(counts: Sequence[StratumCount]) -> float:
    """What unequal weights leave of the rows, whatever the strata's own spread says; all of them where there are none.

    Args:
        counts: strata of which something was read.

    Source:
        Kish (1965), Survey Sampling, section 11.7.

    >>> effective_rows([StratumCount(100, 10, 0), StratumCount(50, 5, 1)])
    15.0
    """
    size = sum(count.size for count in counts)
    return float(size**2 / sum(count.size * count.weight for count in counts))


def most_wrong_of_strata(counts: Sequence[StratumCount], *, tail: Fraction) -> tuple[int, str]:
    """The largest number of wrong pairs that is not ruled out, and the method's name."""
    unread = sum(count.size for count in counts if not count.read)
    read = [count for count in counts if count.read]
    open_ = [count for count in read if count.read < count.size]
    certain = sum(count.wrong for count in read if count.read == count.size)
    if len(open_) <= 1:
        bound = sum(most_wrong(one.wrong, one.read, one.size, tail=tail) for one in open_)
        return unread + certain + bound, EXACT_FINITE
    if not any(count.wrong for count in open_):
        return unread + certain + _none_found(open_, float(tail)), STRATIFIED
    if _many(open_):
        return unread + certain + _wilson(open_, tail, upper=True), MANY_WRONG
    return unread + certain + place_of_few(_ordered(open_)).last(float(tail)), STRATIFIED


def fewest_wrong_of_strata(counts: Sequence[StratumCount], *, tail: Fraction) -> tuple[int, str]:
    """The smallest number of wrong pairs that is not ruled out, and the method's name."""
    open_ = [count for count in counts if 0 < count.read < count.size]
    certain = sum(count.wrong for count in counts if count.read == count.size)
    if len(open_) <= 1:
        return certain + sum(fewest_wrong(one.wrong, one.read, one.size, tail=tail) for one in open_), EXACT_FINITE
    if not any(count.wrong for count in open_):
        return certain, STRATIFIED
    if _many(open_):
        return certain + _wilson(open_, tail, upper=False), MANY_WRONG
    return certain + place_of_many(_ordered(open_)).first(float(tail)), STRATIFIED


def _none_found(counts: Sequence[StratumCount], tail: float) -> int:
    """Put the wrong ones one by one where they hide best, until finding none would be too rare."""
    placed = [0] * len(counts)
    chance = 1.0
    while True:
        best, place = 0.0, -1
        for index, count in enumerate(counts):
            left = count.size - placed[index]
            if left > count.read and (hidden := (left - count.read) / left) > best:
                best, place = hidden, index
        chance *= best
        if place < 0 or chance < tail * (1 - 1e-9):  # a hair's breadth of rounding decides for the larger bound
            return sum(placed)
        placed[place] += 1


def _ordered(counts: Sequence[StratumCount]) -> tuple[StratumCount, ...]:
    return tuple(sorted(counts, key=lambda count: (count.size, count.read, count.wrong)))


def _many(counts: Sequence[StratumCount]) -> bool:
    found = sum(count.wrong for count in counts)
    return found >= _MANY or found * len(counts) > _LONGEST


def _wilson(counts: Sequence[StratumCount], tail: Fraction, *, upper: bool) -> int:
    """Wilson's bound with as many rows as a simple sample of the same spread would have."""
    size, rows = sum(count.size for count in counts), sum(count.read for count in counts)
    share = float(sum(count.weight * count.wrong for count in counts)) / size
    effective = effective_rows(counts)  # few rows show too little of a spread
    spread = standard_error(counts)
    if spread:
        effective = min(effective, share * (1 - share) / spread**2)
    z = NormalDist().inv_cdf(1 - float(tail))
    middle = share + z * z / (2 * effective)
    half = z * sqrt(share * (1 - share) / effective + (z / (2 * effective)) ** 2)
    bound = (middle + half if upper else middle - half) / (1 + z * z / effective) * size
    found = sum(count.wrong for count in counts)
    if upper:
        return min(ceil(bound), size - rows + found)
    return max(floor(bound), found)
