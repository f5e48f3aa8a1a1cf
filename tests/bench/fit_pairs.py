"""Which candidate is it, or none: a conditional logit over the curves of all values.

Candidates of one case exclude one another, and "gone" stands among them with 0 bits; the fit makes the
truth of each case as likely as it can.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from goldkeeper.matching.scoring import PRIOR, read
from tests.bench.fit_curves import Design, Fitted, Floats, Penalty, Shape, minimise
from tests.bench.fit_made_up import made_up, plain_of, weight_of_case

Ints = NDArray[np.int64]
LN2 = float(np.log(2.0))
HOPELESS = 1e-3  # a share; nine candidates in ten have less


@dataclass
class Compared:
    """Labelled cases with their candidates, in one row a candidate.

    Attributes:
        cases: the labelled case, with what was collected of it as `row`.
        columns: value name → one number a row, NaN where the pair has no such value.
        owner: row → its case.
        hit: row → whether it is what weights are to put first; twins, which are never the answer, are no rows.
        gone: case → whether "gone" is right.
        weight: case → how much it counts: cases of one pair of commits are hardly more than one.
    """

    cases: list[Mapping[str, Any]]
    columns: dict[str, Floats]
    owner: Ints
    hit: NDArray[np.bool_]
    gone: NDArray[np.bool_]
    weight: Floats

    @property
    def fitting(self) -> NDArray[np.bool_]:
        """Cases with their truth among the candidates; from the others nothing is to be learnt about pairs."""
        return self.gone | (np.bincount(self.owner, self.hit, len(self.cases)) > 0)


def as_compared(cases: Sequence[Mapping[str, Any]]) -> Compared:
    """Arrays of those cases whose candidates were compared, and of what is made up from them."""
    kept = [case for case in cases if case["row"]["state"] == "compared"]
    kept += [made for case in kept for made in made_up(case)]
    values: list[Mapping[str, float]] = []
    owner: list[int] = []
    hit: list[bool] = []
    for number, case in enumerate(kept):
        aim = _aim(case)
        for candidate in case["row"]["candidates"]:
            if not candidate["flags"][0]:
                values.append(read(candidate["values"]))
                owner.append(number)
                hit.append(candidate is aim)
    names = sorted({name for row in values for name in row})
    columns = {name: np.array([row.get(name, np.nan) for row in values]) for name in names}
    columns[PRIOR] = np.ones(len(values))
    together = Counter(_pair(case) for case in kept)
    weight = np.array([together[_pair(case)] ** -0.5 * weight_of_case(case) for case in kept])
    return Compared(
        kept,
        columns,
        np.array(owner, dtype=np.int64),
        np.array(hit, dtype=bool),
        np.array([not case["new"] or bool(case.get("gone_ok")) for case in kept], dtype=bool),
        weight / weight.mean(),
    )


def _aim(case: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """The candidate that weights are to put first; None where the chunk is gone, or its code went into another's.

    Of several truths (an extraction) that is what remains of the original, not what was taken out.
    """
    right: list[Mapping[str, Any]] = [one for one in case["row"]["candidates"] if one["truth"]]
    if not right or case.get("gone_ok"):
        return None
    return max(right, key=lambda one: (one["values"]["name"] == 1.0, plain_of(one)))


def _pair(case: Mapping[str, Any]) -> tuple[str, ...]:
    return case["repo"], case["old_commit"], case["new_commit"]


class PairModel:
    """The conditional logit; `fit` it on some cases, then ask for the weight of every row."""

    def __init__(self, data: Compared, shapes: Mapping[str, Shape], penalty: Penalty) -> None:
        self.data = data
        self.design = Design(shapes, penalty)
        self.matrix = self.design.matrix(data.columns)

    def fit(self, chosen: NDArray[np.bool_], start: Floats | None = None) -> Floats:
        """The steps that make the chosen cases likeliest."""
        data = self.data
        cases = np.flatnonzero(chosen & data.fitting)
        number = np.full(len(data.cases), -1, dtype=np.int64)
        number[cases] = np.arange(len(cases))
        rows = np.flatnonzero(number[data.owner] >= 0)
        matrix, owner, hit = self.matrix[rows], number[data.owner[rows]], data.hit[rows]
        gone, weight = data.gone[cases].astype(float), data.weight[cases]
        transposed, size, heights_of = matrix.T.tocsr(), len(cases), self.design.heights_of

        def loss(steps: Floats) -> tuple[float, Floats, Floats]:
            odds = np.exp(np.clip((matrix @ (heights_of @ steps)) * LN2, -60.0, 60.0))
            whole = 1.0 + np.bincount(owner, odds, size)
            right = gone + np.bincount(owner, odds * hit, size)
            shares = odds / whole[owner]
            value = float(weight @ (np.log(whole) - np.log(right)))
            slope = transposed @ (weight[owner] * (shares - odds * hit / right[owner]) * LN2)
            # What is left out of the bends, hopeless rows and the spread among several truths, is small; the
            # second would make them negative.
            near = np.flatnonzero(shares > HOPELESS)
            close, held = matrix[near], shares[near]
            means = sparse.csr_matrix((held, (owner[near], np.arange(len(near)))), shape=(size, len(near))) @ close
            counted = close.T @ sparse.diags_array(weight[owner[near]] * held) @ close
            bends = (counted - means.T @ sparse.diags_array(weight) @ means).toarray() * LN2**2
            pull = self.design.penalty @ steps
            return (
                value + 0.5 * float(steps @ pull),
                heights_of.T @ slope + pull,
                heights_of.T @ bends @ heights_of + self.design.penalty,
            )

        return minimise(loss, self.design.bounds, np.zeros(self.design.width) if start is None else start)

    def weights(self, steps: Floats) -> Floats:
        """Bits of every row."""
        return np.asarray(self.matrix @ (self.design.heights_of @ steps))

    def curves(self, steps: Floats) -> Fitted:
        """The fitted curves."""
        return self.design.curves(steps)


def folds_of(cases: Sequence[Mapping[str, Any]], *, alone: int = 90, shared: int = 5) -> Ints:
    """Case → fold: repositories of `alone` cases and more each by themselves, the others in a few."""
    often = Counter(case["repo"] for case in cases)
    large = sorted(repo for repo, count in often.items() if count >= alone)
    number = {repo: at for at, repo in enumerate(large)}
    loads = [0] * shared
    for repo in sorted(often.keys() - number.keys(), key=lambda repo: (-often[repo], repo)):
        least = min(range(shared), key=loads.__getitem__)
        number[repo] = len(large) + least
        loads[least] += often[repo]
    return np.array([number[case["repo"]] for case in cases], dtype=np.int64)


def left_out(model: PairModel, folds: Ints) -> tuple[Floats, Floats]:
    """The steps fitted on all cases, and for every row the bits of a model that never saw its repository."""
    everything = model.fit(np.ones(len(model.data.cases), dtype=bool))
    bits = np.zeros(len(model.data.owner))
    for fold in sorted(set(folds.tolist())):
        steps = model.fit(folds != fold, everything)
        rows = folds[model.data.owner] == fold
        bits[rows] = model.weights(steps)[rows]
    return everything, bits
