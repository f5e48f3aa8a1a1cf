"""Both stages together, each left out by repository: what `fit` writes and `report` tells."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from goldkeeper.matching.calibration import SURE, SURE_GONE, Confidence
from tests.bench.fit_cases import Case, read_rows
from tests.bench.fit_confidence import Ranked, as_outcomes, rank, shapes_of
from tests.bench.fit_curves import Fitted, Floats, Penalty
from tests.bench.fit_pairs import Compared, PairModel, as_compared, folds_of, left_out
from tests.bench.fit_shapes import CHOSEN, CHOSEN_OUTLOOK, shapes_for

OF_PAIRS = Penalty(bends=2.0, heights=0.1)
OF_CASES = Penalty(bends=8.0, heights=0.2)


@dataclass(frozen=True, slots=True)
class Seen:
    """The compared cases under one fit: in order of `Whole.data`."""

    bits: Floats
    ranked: Sequence[Ranked]
    confidence: Sequence[Confidence]


@dataclass(frozen=True, slots=True)
class Whole:
    """Everything that was fitted.

    Attributes:
        cases: all collected cases, each with its `row`.
        inside: with the numbers that are written.
        outside: with numbers fitted without the case's repository.
    """

    cases: Sequence[Mapping[str, Any]]
    data: Compared
    folds: Any
    curves: Fitted
    outlook: Fitted
    inside: Seen
    outside: Seen


def fit_whole(cases: Sequence[Case], collected: Path) -> Whole:
    """Fit weights, then confidences on the weights of models that had not seen the case's repository."""
    rows = {row["id"]: row for row in read_rows(collected)}
    known = [{**case, "row": rows[case["id"]]} for case in cases if case["id"] in rows]
    data = as_compared(known)
    folds = folds_of(data.cases)
    pairs = PairModel(data, shapes_for(data.columns), OF_PAIRS)
    steps, out_bits = left_out(pairs, folds)
    in_bits = pairs.weights(steps)
    out_ranked = rank(data, out_bits)
    out_data = as_outcomes(data, out_ranked)
    outlook = PairModel(out_data, shapes_of(out_data.columns), OF_CASES)
    out_steps, left = left_out(outlook, folds)
    in_ranked = rank(data, in_bits)
    in_data = as_outcomes(data, in_ranked)
    inside = outlook.design.matrix({name: in_data.columns[name] for name in outlook.design.shapes})
    return Whole(
        known,
        data,
        folds,
        {**pairs.curves(steps), **CHOSEN},
        {**outlook.curves(out_steps), **CHOSEN_OUTLOOK},
        Seen(in_bits, in_ranked, _confidences(in_data, np.asarray(inside @ (outlook.design.heights_of @ out_steps)))),
        Seen(out_bits, out_ranked, _confidences(out_data, left)),
    )


def _confidences(data: Compared, bits: Floats) -> list[Confidence]:
    """Two rows a case, the first and then "gone"; one where there is no candidate."""
    odds = np.exp2(np.clip(bits, -40.0, 40.0))
    found: list[list[float]] = [[] for _ in data.cases]
    for owner, one in zip(data.owner.tolist(), odds.tolist(), strict=True):
        found[owner].append(one)
    both = [(0.0, *one) if len(one) == 1 else tuple(one) for one in found]
    return [
        Confidence(
            min(SURE, first / (1 + first + gone)), min(SURE_GONE, gone / (1 + first + gone)), 1 / (1 + first + gone)
        )
        for first, gone in both
    ]
