"""What is known of a chunk's candidates → how often such an answer is right.

Weights order candidates; how sure the first one is, is another question. Three things may be true: the
first candidate is right, nothing is left of the chunk, or neither (another candidate is right, or none
that was seen). Each of the first two has its own sum of curves over what stands in the outlook, "neither"
has 0 bits, and their shares are the confidences. The curves are fitted on cases whose weights came from a
model that had not seen their repository (`fitted.py`, with its reliability figures).
"""

from collections.abc import Mapping, Sequence
from math import exp2
from typing import NamedTuple

from goldkeeper.matching.curves import bits
from goldkeeper.matching.fitted import OUTLOOK

SURE = 0.997  # share right in 889 cases of same text, unique and unclaimed, and in 3,307 of own place, none nearer
SURE_GONE = 0.97  # "gone is hardly ever sure": at 0.98 said, 0.967 right
FIRST = "first: "  # prefix of the curves that speak for the first candidate
GONE = "gone: "  # and of those that speak for there being no successor
PRIOR = "prior"  # before anything is seen
FARTHEST = 40.0  # bits; beyond, nothing becomes surer


class Confidence(NamedTuple):
    """Shares of one whole: the first candidate is right, nothing is left, neither."""

    first: float
    gone: float
    neither: float


def confidence_of(outlook: Mapping[str, float]) -> Confidence:
    """How often the first is right, and how often the chunk is gone, where things look like this.

    Args:
        outlook: curve, with its prefix → value; without any for the first, there is no candidate.
    """
    first = _odds(outlook, FIRST) if any(name.startswith(FIRST) for name in outlook) else 0.0
    gone = _odds(outlook, GONE)
    whole = 1.0 + first + gone
    return Confidence(min(SURE, first / whole), min(SURE_GONE, gone / whole), 1.0 / whole)


def _odds(outlook: Mapping[str, float], prefix: str) -> float:
    found = [
        bits(OUTLOOK[name], value) for name, value in outlook.items() if name.startswith(prefix) and name in OUTLOOK
    ]
    return exp2(max(-FARTHEST, min(FARTHEST, OUTLOOK[prefix + PRIOR][0][1] + sum(found))))


def shares_of_rest(rest: float, weights: Sequence[float]) -> list[float]:
    """What "neither" leaves to the candidates behind the first, by their odds; one share stays with none of them."""
    odds = [exp2(max(-FARTHEST, min(FARTHEST, weight))) for weight in weights]
    return [rest * share / (1.0 + sum(odds)) for share in odds]
