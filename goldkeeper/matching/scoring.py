"""Likenesses → match weight in bits: what each piece of evidence adds, by curves anyone can read.

A weight is log2 odds that a head chunk is the successor, against "there is none". Each piece of evidence
has a few points (value, bits) with straight lines between, and the weight is their sum. The points are
fitted (`fitted.py`); what they are fitted to, and which way a curve may run, is said by the command that
fits them. What no curve stands for weighs nothing.

Some likenesses mean something else beside others: half a body in common says little under another name and
much under the own one. Such a likeness has several curves (`READ_AS`), and the first that fits is read.
"""

from collections.abc import Mapping
from math import log2
from types import MappingProxyType

from goldkeeper.matching.calibration import SURE
from goldkeeper.matching.curves import bits
from goldkeeper.matching.fitted import CURVES
from goldkeeper.model.proposals import Evidence, EvidencePart

PRIOR = "prior"  # before anything is seen
HEARD = 0.05  # bits; less is printed as 0.0
IDENTITY = round(log2(SURE / (1 - SURE)), 3)  # bits

# Likeness → (the curve it is read by, the other likeness that decides, what that has to reach), first fit first.
_OF_CLASSES = ("of a class", "members", 0.0)
_BY_PLACE = (("at its place", "place", 1.0), ("under its name", "name", 1.0))
READ_AS: Mapping[str, tuple[tuple[str, str, float], ...]] = MappingProxyType(
    {
        name: tuple((f"{name} {how}", other, least) for how, other, least in ways)
        for name, ways in {
            "body": (_OF_CLASSES, *_BY_PLACE),
            "short body": (_OF_CLASSES, *_BY_PLACE),
            "rare runs": (_OF_CLASSES, *_BY_PLACE),
            "name": (_OF_CLASSES, ("of a short chunk", "short body", 0.0)),
            "container": (("under its name", "name", 1.0),),
            "lead": (("at its place", "place", 1.0),),
            "rival": (("at its place", "place", 1.0),),
        }.items()
    }
)

NOTES: Mapping[str, str] = MappingProxyType(
    {
        PRIOR: "before anything is seen: most candidates are not it",
        "place": "same path and symbol",
        "text": "the same text",
        "tokens": "the same but for comments, layout and its own name",
        "other operator": "`!=` does not become `<`, however alike they are written",
        "claimed": "another chunk is its origin",
        "known before": "a chunk of that name was there before",
    }
)


_PRIOR = CURVES[PRIOR][0][1]


def read(values: Mapping[str, float]) -> dict[str, float]:
    """Curve → the value it is read at.

    >>> read({"body": 0.5, "name": 1.0})
    {'body under its name': 0.5, 'name': 1.0}
    """
    return {_curve_of(name, values): value for name, value in values.items()}


def _curve_of(name: str, values: Mapping[str, float]) -> str:
    for curve, other, least in READ_AS.get(name, ()):
        if values.get(other, -1.0) >= least:
            return curve
    return name


def weight_of(values: Mapping[str, float]) -> float:
    """Match weight in bits: the prior, and what each likeness adds; values without a curve weigh nothing."""
    weight = _PRIOR
    for name, value in values.items():
        curve = CURVES.get(_curve_of(name, values) if name in READ_AS else name)
        if curve is not None:
            weight += bits(curve, value)
    return weight


def weigh(values: Mapping[str, float]) -> Evidence:
    """What speaks for and against, heaviest first (by absolute weight, then name), and the prior last.

    What adds nothing to be seen (less than `HEARD`) is left out.
    """
    parts = [
        EvidencePart(name, round(value, 4), weight, NOTES.get(name, "") if value else "")
        for name, value in read(values).items()
        if name in CURVES and abs(weight := round(bits(CURVES[name], value), 3)) >= HEARD
    ]
    prior = EvidencePart(PRIOR, 1.0, _PRIOR, NOTES[PRIOR])
    return (*sorted(parts, key=lambda part: (-abs(part.weight), part.name)), prior)


def identity(note: str) -> Evidence:
    """The evidence of what needs no weighing: one part, as heavy as such cases are sure."""
    return (EvidencePart("identity", 1.0, IDENTITY, note),)
