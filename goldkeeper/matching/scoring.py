"""Likenesses → match weight in bits: what each piece of evidence adds, by a table anyone can read.

A weight is log2 odds that a head chunk is the successor, against "there is none". Each piece of
evidence has a few points (value, bits) with straight lines between. The tables were chosen by hand and
then moved towards a conditional logit, each curve kept running one way, fitted on some 1,300 labelled
cases of thirteen public repositories in nine languages (and the same with their successor taken away, so
that a look-alike left over is not taken for it). Left out one repository at a time, the first candidate or
"gone" was right in 0.95. Provisional: fitted tables can take their place row by row.
"""

import itertools
from collections.abc import Mapping
from math import log2
from types import MappingProxyType

from goldkeeper.matching.calibration import SURE
from goldkeeper.model.proposals import Evidence, EvidencePart

Curve = tuple[tuple[float, float], ...]  # (value 0..1, bits), by value

PRIOR = -3.8  # bits before anything is seen: most candidates are not it
HEARD = 0.05  # bits; less is printed as 0.0
IDENTITY = round(log2(SURE / (1 - SURE)), 3)  # bits

CURVES: Mapping[str, Curve] = MappingProxyType(
    {
        "place": ((0.0, 0.0), (1.0, 3.8)),
        "symbol": ((0.0, 0.0), (1.0, 0.6)),
        "followed": ((0.0, 0.0), (1.0, 2.5)),
        "text": ((0.0, 0.0), (1.0, 3.0)),
        "tokens": ((0.0, 0.0), (1.0, 1.2)),
        "body": ((0.0, -2.5), (0.4, 0.3), (0.6, 0.9), (0.8, 1.4), (1.0, 2.9)),
        "short body": ((0.0, -1.6), (0.5, -1.2), (0.8, 0.2), (1.0, 1.7)),
        "rare runs": ((0.0, -1.8), (0.5, 1.4), (1.0, 2.6)),
        "name": ((0.0, -2.8), (0.5, -0.8), (0.99, 1.0), (1.0, 3.8)),
        "other operator": ((0.0, 0.0), (1.0, -6.0)),
        "container": ((0.0, -0.4), (0.5, 0.3), (1.0, 0.3)),
        "path": ((0.0, 0.2), (0.8, 0.2), (1.0, 0.3)),
        "siblings": ((0.0, 0.0), (1.0, 1.9)),
        "neighbours": ((0.0, 0.0), (0.5, 0.5), (1.0, 0.6)),
        "members": ((0.0, 0.0), (0.3, 3.2), (1.0, 4.4)),
        "parameters": ((0.0, -1.3), (0.5, -0.6), (1.0, -0.6)),
        "size": ((0.0, -0.2), (0.5, -0.2), (1.0, -0.2)),
        "claimed": ((0.0, 0.0), (0.5, -2.0), (1.0, -4.8)),
        "known before": ((0.0, 0.0), (1.0, -0.9)),
        "lead": ((0.0, -1.3), (0.5, -1.3), (0.7, 1.6), (1.0, 1.6)),
        "rival": ((0.0, -2.2), (0.4, 0.4), (0.5, 1.9), (0.7, 1.9), (1.0, 1.9)),
    }
)

NOTES: Mapping[str, str] = MappingProxyType(
    {
        "prior": "before anything is seen: most candidates are not it",
        "place": "same path and symbol",
        "text": "the same text",
        "tokens": "the same but for comments, layout and its own name",
        "other operator": "`!=` does not become `<`, however alike they are written",
        "claimed": "another chunk is its origin",
        "known before": "a chunk of that name was there before",
    }
)


def weight_of(values: Mapping[str, float]) -> float:
    """Match weight in bits: the prior, and what each likeness adds; values without a table weigh nothing."""
    return PRIOR + sum(bits(CURVES[name], value) for name, value in values.items() if name in CURVES)


def weigh(values: Mapping[str, float]) -> Evidence:
    """What speaks for and against, heaviest first (by absolute weight, then name), and the prior last.

    What adds nothing to be seen (less than `HEARD`) is left out.
    """
    parts = [
        EvidencePart(name, round(value, 4), weight, NOTES.get(name, "") if value else "")
        for name, value in values.items()
        if name in CURVES and abs(weight := round(bits(CURVES[name], value), 3)) >= HEARD
    ]
    prior = EvidencePart("prior", 1.0, PRIOR, NOTES["prior"])
    return (*sorted(parts, key=lambda part: (-abs(part.weight), part.name)), prior)


def identity(note: str) -> Evidence:
    """The evidence of what needs no weighing: one part, as heavy as such cases are sure."""
    return (EvidencePart("identity", 1.0, IDENTITY, note),)


def bits(curve: Curve, value: float) -> float:
    """The curve's height at a value; flat outside its ends.

    >>> bits(((0.0, -1.0), (1.0, 1.0)), 0.75)
    0.5
    """
    if value <= curve[0][0]:
        return curve[0][1]
    for (left, low), (right, high) in itertools.pairwise(curve):
        if value <= right:
            return low + (high - low) * (value - left) / (right - left)
    return curve[-1][1]
