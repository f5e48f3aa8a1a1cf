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
from math import ceil, log2

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
    queries: dict[str, list[GoldPair]] = defaultdict(list)
    for pair in sorted(pairs, key=lambda pair: (pair.query_id, str(pair.chunk_id))):
        queries[pair.query_id].append(pair)
    lows, highs = [], []
    chance = Chance(seed)
    for _ in range(completions):
        shares = {grade: habit.share(chance) for grade, habit in habits.items()}
        low = high = 0.0
        for query_id, held in queries.items():
            old = [int(pair.grade) for pair in held]
            new = [
                known[key]
                if (key := f"{pair.query_id}\t{pair.chunk_id}") in known
                else habits[pair.grade].next_grade(shares[pair.grade], chance)
                for pair in held
            ]
            if new == old:
                continue
            if run is None:
                least, most = shift_bounds(old, new)
            else:
                least = most = _shift(held, old, new, run.get(query_id, ()))
            low += least
            high += most
        lows.append(low / len(queries))
        highs.append(high / len(queries))
    cut = int(completions * (1 - level) / 2)
    method = f"{completions} completed sets" + ("" if run is not None else ", the worst ranking of each query")
    return MeasureEffect(name, run_name, sorted(lows)[cut], sorted(highs)[-1 - cut], level, method)


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
        self._grade, self._read, self._wrong = grade, read, wrong
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

    def next_grade(self, share: float, chance: Chance) -> int:
        """What one pair is worth in a completed set."""
        if chance.uniform() >= share:
            return self._grade
        return self._turned[chance.below(len(self._turned))]


def _worth(outcome: Outcome) -> int:
    if outcome.grade is None or outcome.wrong_span:
        return 0
    return int(outcome.grade)


def _shift(pairs: Sequence[GoldPair], old: Sequence[int], new: Sequence[int], ranking: Ranking) -> float:
    before, after = _ideal(old, DEPTH), _ideal(new, DEPTH)
    pulls = {pair.written: _part(b, after) - _part(a, before) for pair, a, b in zip(pairs, old, new, strict=True)}
    return sum(pulls.get(chunk, 0.0) / log2(rank + 1) for rank, chunk in enumerate(ranking[:DEPTH], start=1))


def _part(grade: int, ideal: float) -> float:
    return grade / ideal if ideal else 0.0


def _ideal(grades: Sequence[int], depth: int) -> float:
    return _discounted(sorted((float(grade) for grade in grades), reverse=True)[:depth])


def _discounted(gains: Sequence[float]) -> float:
    return sum(gain / log2(rank + 1) for rank, gain in enumerate(gains, start=1)) + 0.0
