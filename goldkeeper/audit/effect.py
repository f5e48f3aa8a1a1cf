"""Errors of the gold → how far nDCG@10 could move if the rest of the set is as wrong as what was read.

A wrong grade moves a measure in two ways: the chunk earns another gain where a run ranks it, and the ideal ranking,
by which all is divided, earns another too. With a run both are worked out. Without one, the question is how far
*any* run could be moved: for one query the shift is a sum over its gold chunks of a number times a discount, so the
ranking that is lifted most puts the largest numbers on top and leaves out those below zero. That is exact, and
holds for every run there is or will be.

Which pairs are wrong is not known for those that nobody read. So the set is completed some hundred times: the share
of wrong pairs of each grade is drawn from what the readings leave possible (uniform prior: after n read and x
wrong, Beta(x + 1, n - x + 1)), wrong pairs by that share, and new grades as judges gave them. Where none was found
wrong, a wrong one is one grade off, up or down. Pairs that were read have the grade that was found. The interval
holds the middle 95 % of the completed sets.

A pair whose query is ambiguous, or whose span is wrong, earns nothing any more.

nDCG here is the one of trec_eval: the gain is the grade, the discount 1/log2(rank + 1), a query without relevant
chunks has 0, the mean is over all queries of the gold set.

Source:
    Järvelin and Kekäläinen (2002), ACM TOIS 20(4), cumulated gain.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import ceil, log, log1p, log2

from goldkeeper.audit.chance import Chance
from goldkeeper.model.audit_results import MeasureEffect
from goldkeeper.model.audits import Outcome
from goldkeeper.model.gold import HIGHEST_GRADE, GoldPair
from goldkeeper.model.proportions import LEVEL

DEPTH = 10  # of nDCG@10
COMPLETIONS = 400  # completed sets; the ends of the interval then rest on ten each

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


@dataclass(frozen=True)
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
    for grade in sorted(held.unread):
        numbers, habit = held.unread[grade], habits[grade]
        share = habit.share(chance)
        place = int(log(chance.uniform()) / log1p(-share))
        while place < len(numbers):
            changed[numbers[place]] = habit.turned(chance)
            place += 1 + int(log(chance.uniform()) / log1p(-share))
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

    def __init__(self, grade: int, read: int, wrong: int, turned: Sequence[int]) -> None:
        self._read, self._wrong = read, wrong
        near = [other for other in (grade - 1, grade + 1) if 0 <= other <= HIGHEST_GRADE]
        self._turned = list(turned) or near

    @classmethod
    def of(cls, grade: int, settled: Sequence[Outcome]) -> "_Habit":
        """From the rows of one grade, each weighed by the pairs that it stands for."""
        rows = [one for one in settled if one.row.pair.grade == grade]
        wrong = [one for one in rows if _worth(one) != grade]
        weight = sum(1 / one.row.inclusion for one in rows)
        share = sum(1 / one.row.inclusion for one in wrong) / weight if rows else 0.0
        return cls(grade, len(rows), ceil(share * len(rows) - 1e-9), [_worth(one) for one in wrong])

    def share(self, chance: Chance) -> float:
        """A share of wrong pairs that the readings leave possible.

        The (x + 1)-th of n + 1 uniform numbers by size is distributed as Beta(x + 1, n - x + 1).
        """
        return sorted(chance.uniform() for _ in range(self._read + 1))[self._wrong]

    def turned(self, chance: Chance) -> int:
        """What a wrong pair is worth in a completed set."""
        return self._turned[chance.below(len(self._turned))]


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
