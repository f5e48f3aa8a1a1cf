"""Fitted curves → goldkeeper/matching/fitted.py, as literal numbers that people can read and compare."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

import numpy as np

from goldkeeper.matching.scoring import PRIOR, READ_AS
from tests.bench.fit_curves import Fitted
from tests.bench.fit_pairs import Compared

STRAIGHT = 0.02  # bits; a point this near the line between its neighbours says nothing
SILENT = 0.02  # bits; a curve that never reaches it weighs nothing
# Every pair has exactly one value of each group, so what all its curves share can stand in the prior.
GROUPS = (("body", "short body"), ("rare runs",), ("name",), ("container",), ("path",), ("size",), ("lead",))


@dataclass(frozen=True, slots=True)
class Sample:
    """What was fitted on, and how it did on repositories that were left out."""

    day: date
    cases: int
    repositories: int
    figures: Sequence[str]
    reliability: Sequence[tuple[float, float, int, float]]  # said from, to, cases, share right


def centred(curves: Fitted, data: Compared) -> Fitted:
    """The same weights with 0 bits for what wrong candidates look like on average; the prior takes the rest."""
    wrong = ~data.hit
    shifted = dict(curves)
    prior = curves[PRIOR][-1][1]
    for group in GROUPS:
        names = [way for name in group for way in (name, *(read for read, _, _ in READ_AS.get(name, ())))]
        heights = np.full(len(wrong), np.nan)
        for name in names:
            if name in curves:
                known = ~np.isnan(data.columns[name])
                knots, bits = zip(*curves[name], strict=True)
                heights[known] = np.interp(data.columns[name][known], knots, bits)
        mean = float(np.nanmean(heights[wrong]))
        prior += mean
        for name in names:
            if name in curves:
                shifted[name] = tuple((knot, height - mean) for knot, height in curves[name])
    return shifted | {PRIOR: ((1.0, prior),)}


def write_fitted(place: Path, curves: Fitted, outlook: Fitted, sample: Sample) -> None:
    """The module; it is data, and nothing in it is to be edited by hand."""
    figures = "\n".join(f"    {line}" for line in sample.figures)
    said = "\n".join(f"    ({low}, {high}, {count}, {right:.4f})," for low, high, count, right in sample.reliability)
    text = f'''"""Fitted numbers of the matcher, written by tests/bench/fit_matching.py: not to be edited by hand.

Fitted on {sample.day.isoformat()}, on {sample.cases:,} labelled cases of {sample.repositories} repositories.
On repositories left out of the fit:

{figures}

`CURVES` are points (value, bits) of each likeness, read by `scoring.py`; `OUTLOOK` those of the confidence,
read by `calibration.py`; `RELIABILITY` is, for confidences said from .. to, how many answers there were and
what share of them was right.
"""

from collections.abc import Mapping
from types import MappingProxyType

CURVES: Mapping[str, tuple[tuple[float, float], ...]] = MappingProxyType(
    {{
{_literal(curves)}
    }}
)

OUTLOOK: Mapping[str, tuple[tuple[float, float], ...]] = MappingProxyType(
    {{
{_literal(outlook)}
    }}
)

RELIABILITY: tuple[tuple[float, float, int, float], ...] = (
{said}
)
'''
    place.write_text(text, encoding="utf-8")


def _literal(curves: Fitted) -> str:
    told = {name: _plain(curve) for name, curve in sorted(curves.items())}
    return "\n".join(
        f'        "{name}": ({", ".join(f"({x:g}, {y:.2f})" for x, y in curve)}{"," * (len(curve) == 1)}),'
        for name, curve in told.items()
        if name.endswith(PRIOR) or any(abs(height) > SILENT for _, height in curve)
    )


def _plain(curve: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """Without the points that lie on the line between their neighbours."""
    kept = list(curve)
    at = 1
    while at < len(kept) - 1:
        (left, low), (here, height), (right, high) = kept[at - 1 : at + 2]
        if abs(low + (high - low) * (here - left) / (right - left) - height) < STRAIGHT:
            del kept[at]
            at = max(1, at - 1)
        else:
            at += 1
    return kept
