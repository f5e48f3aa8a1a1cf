"""Errors of the gold → how far nDCG@10 could move if the rest of the set is as wrong as what was read.

A wrong grade moves a measure in two ways: the chunk earns another gain where a run ranks it, and the ideal ranking,
by which all is divided, earns another too. With a run both are worked out. Without one, the question is how far
*any* run could be moved: for one query the shift is a sum over its gold chunks of a number times a discount, so the
ranking that is lifted most puts the largest numbers on top and leaves out those below zero. That is exact, and
holds for every run there is or will be.

Which pairs are wrong is not known for those that nobody read. So the set is completed some hundred times: the share
of wrong pairs of each grade is drawn from what the readings leave possible, wrong pairs by that share, and new
grades as judges gave them. Pairs that were read have the grade that was found. The interval holds the middle 95 % of
the completed sets. Three things keep it honest where few were read (`reports/audit.md` has a simulation):

- The share comes from the exact (Clopper-Pearson) confidence distribution, from its lower or its upper end by a toss,
  and not from a prior, under which a grade without a wrong pair would always have some.
- In one completed set all grades are as good, or as bad, as each other: the share stands at the same place of each
  grade's distribution. Drawn apart, bad luck would even out, and a set with next to no wrong pair would never come up.
- How wrong pairs turn out is drawn as well (Bayesian bootstrap), and one grade up or down counts for one pair more:
  what one wrong pair became, not all have to become.

A grade of which nothing was read is as the rest.

A pair whose query is ambiguous, or whose span is wrong, earns nothing any more.

nDCG here is the one of trec_eval: the gain is the grade, the discount 1/log2(rank + 1), a query without relevant
chunks has 0, the mean is over all queries of the gold set.

Source:
    Järvelin and Kekäläinen (2002), ACM TOIS 20(4), cumulated gain; Rubin (1981), Annals of Statistics 9(1), the
    Bayesian bootstrap.
"""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from math import ceil, floor, inf, log, log1p, log2

from goldkeeper.audit.chance import Chance
from goldkeeper.model.audit_results import MeasureEffect
from goldkeeper.model.audits import Outcome
from goldkeeper.model.gold import HIGHEST_GRADE, GoldPair
from goldkeeper.model.proportions import LEVEL, share_at

DEPTH = 10  # of nDCG@10
COMPLETIONS = 400  # completed sets; the ends of the interval then rest on ten each
_PLACES = 80  # of a share's distribution; a 95 % interval cuts off two at either end
_HAIR = 1e-9  # of rounding, next to a whole number

Ranking = Sequence[str]  # chunk IDs, best first


def measure_effect(
    pairs: Sequence[GoldPair],
    outcomes: Sequence[Outcome],
    *,
    run: Mapping[str, Ranking] | None = None,
    run_name: str = "",
    level: float = LEVEL,
    completions: int = COMPLETIONS,
    seed: str = "effect",
) -> MeasureEffect:
    """How far the mean nDCG@10 could move, true minus shown.

    Args:
        pairs: the whole gold set.
        outcomes: of the audit's rows.
        run: query ID → chunk IDs as the gold file spells them, best first; None: for any run.
    """
    name = f"nDCG@{DEPTH}"
    settled = [one for one in outcomes if one.settled and not one.row.decoy]
    if not settled or not pairs:
        why = "Nothing has been read." if pairs else "The gold set is empty."
        return MeasureEffect(name, run_name, None, None, level, "", why)
    known = {one.row.pair.key: _worth(one) for one in settled}
    habits = {grade: _Habit.of(grade, settled) for grade in range(HIGHEST_GRADE + 1)}
    held = _Held.of(pairs, known, run)
    chance = Chance(seed)
    shifts = [held.shift(_completed(held, habits, chance)) for _ in range(completions)]
    cut = int(completions * (1 - level) / 2)
    lows, highs = sorted(low for low, _ in shifts), sorted(high for _, high in shifts)
    method = f"{completions} completed sets" + ("" if run is not None else ", the worst ranking of each query")
    return MeasureEffect(name, run_name, lows[cut], highs[-1 - cut], level, method)


@dataclass(frozen=True, slots=True)
class _Held:
    """The gold set by query, with what the audit knows of it.

    Attributes:
        queries: query ID → numbers of its pairs.
        found: the grade of each pair as far as it was read, else the gold file's.
        unread: numbers of the pairs that nobody read, by grade.
        sure: what the pairs that were read shift of each query.
    """

    pairs: Sequence[GoldPair]
    run: Mapping[str, Ranking] | None
    queries: Mapping[str, Sequence[int]]
    found: Sequence[int]
    unread: Mapping[int, Sequence[int]]
    sure: dict[str, tuple[float, float]] = field(default_factory=dict)

    @classmethod
    def of(cls, pairs: Sequence[GoldPair], known: Mapping[str, int], run: Mapping[str, Ranking] | None) -> "_Held":
        ordered = sorted(pairs, key=lambda pair: (pair.query_id, str(pair.chunk_id)))
        queries: dict[str, list[int]] = defaultdict(list)
        unread: dict[int, list[int]] = defaultdict(list)
        found = []
        for number, pair in enumerate(ordered):
            queries[pair.query_id].append(number)
            grade = known.get(f"{pair.query_id}\t{pair.chunk_id}")
            if grade is None:
                unread[pair.grade].append(number)
            found.append(int(pair.grade) if grade is None else grade)
        held = cls(ordered, run, queries, found, unread)
        held.sure.update({query_id: held.shift_of(query_id, {}) for query_id in queries})
        return held

    def shift(self, changed: Mapping[int, int]) -> tuple[float, float]:
        """The mean over the queries when these pairs have other grades."""
        touched = {self.pairs[number].query_id for number in changed}
        shifts = self.sure | {query_id: self.shift_of(query_id, changed) for query_id in sorted(touched)}
        number = len(self.queries)
        return sum(low for low, _ in shifts.values()) / number, sum(high for _, high in shifts.values()) / number

    def shift_of(self, query_id: str, changed: Mapping[int, int]) -> tuple[float, float]:
        """How far nDCG of one query falls and rises."""
        numbers = self.queries[query_id]
        old = [int(self.pairs[number].grade) for number in numbers]
        new = [changed.get(number, self.found[number]) for number in numbers]
        if self.run is None:
            return shift_bounds(old, new)
        shift = _shift([self.pairs[number].written for number in numbers], old, new, self.run.get(query_id, ()))
        return shift, shift


def _completed(held: _Held, habits: Mapping[int, "_Habit"], chance: Chance) -> dict[int, int]:
    """Grades of those unread pairs that are wrong in one completed set.

    From one wrong pair to the next it is a geometric gap, so the cost is that of the wrong ones alone.
    """
    changed: dict[int, int] = {}
    place_of_all, upper = chance.below(_PLACES), bool(chance.below(2))
    for grade in sorted(held.unread):
        numbers, habit = held.unread[grade], habits[grade]
        share, turned = habit.share(place_of_all, upper=upper), habit.turning(chance)
        if share <= 0:
            continue
        gap = log1p(-share) if share < 1 else -inf
        place = int(log(chance.uniform()) / gap)
        while place < len(numbers):
            changed[numbers[place]] = turned(chance.uniform())
            place += 1 + int(log(chance.uniform()) / gap)
    return changed


def shift_bounds(old: Sequence[int], new: Sequence[int], *, depth: int = DEPTH) -> tuple[float, float]:
    """How far nDCG of one query can fall and rise over all rankings when its grades change.

    >>> shift_bounds([3, 2], [3, 2])
    (0.0, 0.0)
    >>> [round(bound, 4) for bound in shift_bounds([1], [2])]
    [0.0, 0.0]
    >>> [round(bound, 4) for bound in shift_bounds([3, 1], [3, 3])]
    [-0.2131, 0.3377]
    """
    before, after = _ideal(old, depth), _ideal(new, depth)
    pulls = [_part(b, after) - _part(a, before) for a, b in zip(old, new, strict=True)]
    rises = sorted((pull for pull in pulls if pull > 0), reverse=True)[:depth]
    falls = sorted(pull for pull in pulls if pull < 0)[:depth]
    return _discounted(falls), _discounted(rises)


class _Habit:
    """How pairs of one grade turn out: how many are wrong, and what they are then."""

    def __init__(self, grade: int, wrong: float, read: float, turned: Sequence[int]) -> None:
        rows = max(1, round(read))
        hits = wrong / read * rows
        self._ends = [
            (share_at(floor(hits + _HAIR), rows, tail)[0], share_at(ceil(hits - _HAIR), rows, tail)[1])
            for tail in ((place + 0.5) / _PLACES for place in range(_PLACES))
        ]
        near = [other for other in (grade - 1, grade + 1) if 0 <= other <= HIGHEST_GRADE]
        self._turned = [(other, 1.0) for other in turned] + [(other, 1 / len(near)) for other in near]

    @classmethod
    def of(cls, grade: int, settled: Sequence[Outcome]) -> "_Habit":
        """From the rows of one grade, each weighed by the pairs that it stands for; of all grades where it has none."""
        rows = [one for one in settled if one.row.pair.grade == grade]
        turned = [_worth(one) for one in rows if _worth(one) != grade]
        rows = rows or list(settled)
        weights = [1 / one.row.inclusion for one in rows]
        wrong = sum(
            weight for one, weight in zip(rows, weights, strict=True) if _worth(one) != int(one.row.pair.grade or 0)
        )
        effective = sum(weights) ** 2 / sum(weight**2 for weight in weights)  # Kish
        return cls(grade, wrong / sum(weights) * effective, effective, turned)

    def share(self, place: int, *, upper: bool) -> float:
        """The share of wrong pairs at a place of its distribution, 0..1."""
        return self._ends[place][upper]

    def turning(self, chance: Chance) -> Callable[[float], int]:
        """What wrong pairs are worth in one completed set: a number in 0..1 → a grade."""
        weights = [-log(chance.uniform()) * weight for _, weight in self._turned]
        heaped, whole = list(accumulate(weights)), sum(weights)

        def turned(place: float) -> int:
            return self._turned[min(bisect_right(heaped, place * whole), len(heaped) - 1)][0]

        return turned


def _worth(outcome: Outcome) -> int:
    if outcome.grade is None or outcome.wrong_span:
        return 0
    return int(outcome.grade)


def _shift(chunks: Sequence[str], old: Sequence[int], new: Sequence[int], ranking: Ranking) -> float:
    before, after = _ideal(old, DEPTH), _ideal(new, DEPTH)
    pulls = {chunk: _part(b, after) - _part(a, before) for chunk, a, b in zip(chunks, old, new, strict=True)}
    return sum(pulls.get(chunk, 0.0) / log2(rank + 1) for rank, chunk in enumerate(ranking[:DEPTH], start=1))


def _part(grade: int, ideal: float) -> float:
    return grade / ideal if ideal else 0.0


def _ideal(grades: Sequence[int], depth: int) -> float:
    return _discounted(sorted((float(grade) for grade in grades), reverse=True)[:depth])


def _discounted(gains: Sequence[float]) -> float:
    return sum(gain / log2(rank + 1) for rank, gain in enumerate(gains, start=1)) + 0.0
