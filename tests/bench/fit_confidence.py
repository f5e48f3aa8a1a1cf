"""How often is the first candidate right, how often is the chunk gone: the second stage, over whole cases.

It is fitted on weights of models that had not seen the case's repository: with the weights of the final
model every answer would look surer than it is.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from goldkeeper.matching.calibration import FIRST, GONE
from goldkeeper.matching.verdict import Asked, Seen, best_first, outlook
from goldkeeper.model.chunks import ChunkKind
from tests.bench.fit_cases import as_chunk_id
from tests.bench.fit_curves import FLAG, Floats, Shape
from tests.bench.fit_made_up import weight_of_case
from tests.bench.fit_pairs import Compared
from tests.bench.fit_shapes import CHOSEN_OUTLOOK

ODDS = (-20.0, -8.0, -4.0, -2.0, 0.0, 2.0, 4.0, 8.0, 20.0)
PLAIN = (0.0, 0.5, 0.9, 1.0)
SHAPES = {
    "odds": Shape(ODDS),
    "gone": Shape(ODDS),
    "weight": Shape(ODDS),
    "margin": Shape((0.0, 1.0, 2.0, 4.0, 8.0, 20.0)),
    "near": Shape((0.0, 1.0, 3.0), anchored=True),
    "second is free": Shape(FLAG, anchored=True),
    "class": Shape(FLAG, anchored=True),
    "size": Shape((0.0, 0.05, 0.15, 0.5, 1.0)),
}


@dataclass(frozen=True, slots=True)
class Ranked:
    """A case as the verdict sees it: what was asked, and candidates with weights, best first."""

    asked: Asked
    ranked: Sequence[tuple[Seen, float]]
    truths: Sequence[Sequence[int]]  # of each candidate, in that order


def rank(data: Compared, bits: Floats) -> list[Ranked]:
    """The cases with these weights."""
    starts = np.searchsorted(data.owner, np.arange(len(data.cases) + 1))
    found = []
    for number, case in enumerate(data.cases):
        chunk, kind, size = case["row"]["asked"]
        asked = Asked(as_chunk_id(chunk), ChunkKind(kind), size)
        weights = iter(bits[starts[number] : starts[number + 1]].tolist())
        seen, truth = [], {}
        for at, candidate in enumerate(case["row"]["candidates"]):
            twin, same, free, _ = candidate["flags"]
            one = Seen(at, as_chunk_id(candidate["id"]), "", candidate["values"], twin, same, free)
            truth[at] = candidate["truth"]
            seen.append((one, -99.0 if twin else next(weights)))
        ranked = best_first(seen)
        found.append(Ranked(asked, ranked, [truth[one.head] for one, _ in ranked]))
    return found


def as_outcomes(data: Compared, ranked: Sequence[Ranked]) -> Compared:
    """Each case as a choice among "the first", "gone" and "neither", in rows of the outlook."""
    rows: list[dict[str, float]] = []
    owner, hit = [], []
    neither = np.zeros(len(data.cases), dtype=bool)
    for number, one in enumerate(ranked):
        found = outlook(one.asked, one.ranked)
        links = [truth for (seen, _), truth in zip(one.ranked, one.truths, strict=True) if not seen.twin]
        outcomes = [(FIRST, bool(links) and bool(links[0])), (GONE, bool(data.gone[number]))]
        for prefix, right in outcomes:
            values = {name: value for name, value in found.items() if name.startswith(prefix)}
            if values:
                rows.append(values | {prefix + "prior": 1.0})
                owner.append(number)
                hit.append(right)
        neither[number] = not any(right for _, right in outcomes)
    names = sorted({name for row in rows for name in row})
    columns = {name: np.array([row.get(name, np.nan) for row in rows]) for name in names}
    weight = np.array([weight_of_case(case) for case in data.cases])
    return Compared(data.cases, columns, np.array(owner), np.array(hit, dtype=bool), neither, weight)


def shapes_of(columns: dict[str, Floats]) -> dict[str, Shape]:
    """A shape for each curve of the outlook."""
    return {
        name: SHAPES.get(name.split(": ")[1], Shape(PLAIN, anchored=True))
        for name in columns
        if name not in CHOSEN_OUTLOOK
    }
