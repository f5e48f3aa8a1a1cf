"""A total of wrong pairs → the strata in which they would best explain what was found.

The distribution of what is found, each wrong pair counted with the weight of its stratum, is the convolution of the
strata's hypergeometric ones, cut off above what matters. Weights are whole steps of a grid. Where that takes many,
they are rounded so that the event "as little as was found" (or "as much") can only grow; the bound can only be on the
safe side for it. In small sets nothing is rounded, and every split is looked at.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate, product
from math import ceil, exp, floor, lcm, lgamma, prod

from goldkeeper.audit.intervals import StratumCount

_STEPS_A_PAIR = 12  # of the grid, for a wrong pair of mean weight; more moved no bound of random sets by a pair
_GRID = (24, 120)  # steps to what was found, at least and at most
_EXACT = 400  # steps to what was found up to which the grid holds every weight as it is, so that nothing is rounded
_FEW_SPLITS = 3_000  # of all totals together; so many are looked at one by one, more are searched
_ROUNDS = 40  # of moves at one width; more were never needed

_A_TIE = 1 - 1e-9  # of sums of floating-point numbers; decided for the wider bound

_Split = tuple[int, ...]
_Sums = dict[int, float]  # steps → probability


class WorstPlace:
    """Looks for the split of a total under which the event is likeliest.

    Args:
        counts: strata of which something was read and something was not.
        steps: of the grid, for one wrong pair of each stratum.
        top: the event is a sum of at most so many steps, or its opposite.
        opposite: it is the opposite.
    """

    def __init__(self, counts: Sequence[StratumCount], steps: Sequence[int], top: int, *, opposite: bool) -> None:
        self._counts, self._steps, self._top, self._opposite = counts, steps, top, opposite
        self._least = tuple(count.wrong for count in counts)  # what was seen is certain
        self._most = tuple(count.size - count.read + count.wrong for count in counts)
        self._are_few = _are_few(counts)
        self._pmfs: dict[tuple[int, int], list[float]] = {}
        self._known: dict[int, float] = {}

    def last(self, tail: float) -> int:
        """The largest total under which the event is not rarer than the tail; it only gets rarer with the total."""
        least, most = sum(self._least), sum(self._most)
        return self._turning(least, most, lambda total: self.likeliest(total) < tail * _A_TIE) - 1

    def first(self, tail: float) -> int:
        """The smallest total under which the event is not rarer than the tail; it only gets likelier."""
        least, most = sum(self._least), sum(self._most)
        return self._turning(least, most, lambda total: self.likeliest(total) >= tail * _A_TIE)

    def _turning(self, least: int, most: int, holds: Callable[[int], bool]) -> int:
        """The smallest total from which on something holds; one more than `most` where it never does.

        Begun at twice the estimate, in growing steps: each look is dear, and the answer is seldom far from there.
        """
        below, above = least - 1, most + 1
        step = max(1, (most - least) // 32)
        look = min(most, max(least, 2 * round(_found(self._counts))))
        while above - below > 1:
            if holds(look):
                above = look
                look = max(above - step, (below + above) // 2) if below < least else (below + above) // 2
            else:
                below = look
                look = min(below + step, (below + above + 1) // 2) if above > most else (below + above) // 2
            step *= 2
            look = min(max(look, below + 1), above - 1)
        return above

    def likeliest(self, total: int) -> float:
        """The probability of the event where the wrong pairs lie worst."""
        if total not in self._known:
            found = self._all_splits(total) if self._are_few else map(self._climbed, self._starts(total))
            self._known[total] = max(found)
        return self._known[total]

    def _all_splits(self, total: int) -> Iterator[float]:
        rooms = (range(least, most + 1) for least, most in zip(self._least, self._most, strict=True))
        return (self.chance(split) for split in product(*rooms) if sum(split) == total)

    def chance(self, split: Sequence[int]) -> float:
        """The probability of the event under one split."""
        sums: _Sums = {0: 1.0}
        for index, wrong in enumerate(split):
            sums = self._added(sums, index, wrong)
        return self._told(sum(sums.values()))

    def _told(self, at_most: float) -> float:
        return 1 - at_most if self._opposite else at_most

    def _starts(self, total: int) -> set[_Split]:
        """All in the strata that were read most thinly, and spread by size."""
        room = [most - least for least, most in zip(self._least, self._most, strict=True)]
        rest = total - sum(self._least)
        thin, spread = list(self._least), list(self._least)
        left = rest
        for index in sorted(range(len(room)), key=lambda index: (-self._counts[index].weight, index)):
            taken = min(left, room[index])
            thin[index] += taken
            left -= taken
        for index, free in enumerate(room):
            spread[index] += rest * free // sum(room)
        for index in sorted(range(len(room)), key=lambda index: (-self._counts[index].weight, index)):
            if sum(spread) < total and spread[index] < self._most[index]:
                spread[index] += 1
        return {tuple(thin), tuple(spread)}

    def _climbed(self, start: _Split) -> float:
        """Move wrong pairs between strata while that makes the event likelier."""
        split, value = start, self.chance(start)
        width = max(1, (sum(split) - sum(self._least)) // 2)
        while width:
            for _ in range(_ROUNDS):
                better = self._best_move(split, value, width)
                if better is None:
                    break
                split, value = better
            width //= 2
        return value

    def _best_move(self, split: _Split, value: float, width: int) -> tuple[_Split, float] | None:
        """The move of so many pairs that promises most, if it holds what it promises."""
        more, less = self._one_changed(split, width)
        givers = sorted((index for index in less), key=lambda index: -less[index])[:2]
        takers = sorted((index for index in more), key=lambda index: -more[index])[:2]
        found = None
        for giver in givers:
            for taker in takers:
                if giver != taker:
                    moved = list(split)
                    moved[giver] -= width
                    moved[taker] += width
                    reached = self.chance(moved)
                    if reached > value + 1e-12:  # rounding would move them round and round
                        value, found = reached, tuple(moved)
        return (found, value) if found is not None else None

    def _one_changed(self, split: _Split, width: int) -> tuple[dict[int, float], dict[int, float]]:
        """The event's probability with so many more, and so many fewer, in each stratum that has the room."""
        before: list[_Sums] = [{0: 1.0}]
        for index, wrong in enumerate(split):
            before.append(self._added(before[-1], index, wrong))
        after: _Sums = {0: 1.0}
        more: dict[int, float] = {}
        less: dict[int, float] = {}
        for index in reversed(range(len(split))):
            keys = sorted(after)
            heaped = [0.0, *accumulate(after[key] for key in keys)]
            for changed, kept in ((split[index] + width, more), (split[index] - width, less)):
                if self._least[index] <= changed <= self._most[index]:
                    with_it = self._added(before[index], index, changed)
                    kept[index] = self._told(
                        sum(odds * heaped[bisect_right(keys, self._top - key)] for key, odds in with_it.items())
                    )
            after = self._added(after, index, split[index])
        return more, less

    def _added(self, sums: _Sums, index: int, wrong: int) -> _Sums:
        """One stratum more; what is over the top is left out."""
        step, top = self._steps[index], self._top
        result: _Sums = {}
        for found, odds in enumerate(self._pmf(index, wrong)):
            if odds:
                for key, other in sums.items():
                    place = key + step * found
                    if place <= top:
                        result[place] = result.get(place, 0.0) + odds * other
        return result

    def _pmf(self, index: int, wrong: int) -> list[float]:
        """How likely it is to find 0, 1, 2 … of the stratum's wrong pairs, as far as it matters."""
        known = self._pmfs.get((index, wrong))
        if known is None:
            count, step = self._counts[index], self._steps[index]
            most = min(count.read, wrong, self._top // step if step else count.read)
            known = [_exactly(found, count.read, wrong, count.size) for found in range(most + 1)]
            self._pmfs[index, wrong] = known
        return known


@lru_cache(maxsize=128)
def place_of_few(counts: tuple[StratumCount, ...]) -> WorstPlace:
    """The event that no more is found than was; kept, for one set of counts is asked about at several levels."""
    found, grid = _found(counts), _grid(counts)
    return WorstPlace(counts, [floor(count.weight * grid / found) for count in counts], grid, opposite=False)


@lru_cache(maxsize=128)
def place_of_many(counts: tuple[StratumCount, ...]) -> WorstPlace:
    """The event that no less is found than was."""
    found, grid = _found(counts), _grid(counts)
    return WorstPlace(counts, [ceil(count.weight * grid / found) for count in counts], grid - 1, opposite=True)


def _found(counts: Sequence[StratumCount]) -> Fraction:
    return sum((count.weight * count.wrong for count in counts), Fraction())


def _are_few(counts: Sequence[StratumCount]) -> bool:
    """Whether every split of every total can be looked at."""
    return prod(count.size - count.read + 1 for count in counts) <= _FEW_SPLITS


def _grid(counts: Sequence[StratumCount]) -> int:
    exact = _found(counts) * lcm(*(count.weight.denominator for count in counts))
    if _are_few(counts) and exact <= _EXACT:  # a search may miss the worst place by a little, and wants the rounding
        return int(exact)
    mean = sum(count.size for count in counts) / sum(count.read for count in counts)
    least, most = _GRID
    return min(most, max(least, ceil(_STEPS_A_PAIR * _found(counts) / mean)))


def _exactly(found: int, read: int, wrong: int, size: int) -> float:
    if read - found > size - wrong:
        return 0.0
    return exp(_ways(wrong, found) + _ways(size - wrong, read - found) - _ways(size, read))


def _ways(of: int, taken: int) -> float:
    return lgamma(of + 1) - lgamma(taken + 1) - lgamma(of - taken + 1)
