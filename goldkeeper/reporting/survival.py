"""How long gold IDs live: the Kaplan-Meier curve, with an interval and the half-life.

An ID that still resolves has lived *at least* so long; leaving it out, or counting it as dead today, would
both be wrong. The product-limit estimate takes from each what it tells.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Life:
    """One thing that was watched.

    Attributes:
        time: how long, ≥ 0, in any unit.
        ended: whether it ended then; otherwise it was alive when last seen.
    """

    time: float
    ended: bool


@dataclass(frozen=True, slots=True)
class SurvivalStep:
    """The curve behind one moment at which something ended.

    Attributes:
        at_risk: how many were watched just before.
        ended: how many ended.
        share: of all that are still alive behind it, 0..1.
        low, high: 95 % interval of the share, 0..1.
    """

    time: float
    at_risk: int
    ended: int
    share: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Survival:
    """A survival curve.

    Attributes:
        steps: by time; none where nothing ended.
        watched: how many there were.
        ended: how many of them ended.
        longest: the longest time that anything was watched.
    """

    steps: tuple[SurvivalStep, ...]
    watched: int
    ended: int
    longest: float

    @property
    def half_life(self) -> float | None:
        """The first time by which half has ended; None where more than half was alive to the end."""
        return next((step.time for step in self.steps if step.share <= 0.5 + 1e-12), None)

    def share_at(self, time: float) -> float:
        """The share alive behind a moment, 0..1."""
        return next((step.share for step in reversed(self.steps) if step.time <= time), 1.0)


def survival_of(lives: Iterable[Life], *, z: float = 1.959964) -> Survival:
    """The Kaplan-Meier estimate of some lives.

    Args:
        lives: in any order. Of those that end at the very time at which others were last seen alive, the ends
            come first, as is the custom.
        z: normal quantile of the interval.

    Returns:
        Shares with a log-log interval, which stays within 0..1 (`conf.type = "log-log"` of R's survival).

    Source:
        Kaplan and Meier (1958), JASA 53(282); variance by Greenwood (1926); interval by Kalbfleisch and
        Prentice (1980), The Statistical Analysis of Failure Time Data, section 1.4.

    >>> [round(step.share, 2) for step in survival_of([Life(1, True), Life(2, False), Life(3, True)]).steps]
    [0.67, 0.0]
    """
    known = sorted(lives, key=lambda life: life.time)
    steps: list[SurvivalStep] = []
    share, variance, place = 1.0, 0.0, 0
    while place < len(known):
        time, at_risk = known[place].time, len(known) - place
        ended = 0
        while place < len(known) and known[place].time == time:
            ended += known[place].ended
            place += 1
        if not ended:
            continue
        share *= 1 - ended / at_risk
        if at_risk > ended:
            variance += ended / (at_risk * (at_risk - ended))
        low, high = _interval(share, variance, z)
        steps.append(SurvivalStep(time, at_risk, ended, share, low, high))
    longest = known[-1].time if known else 0.0
    return Survival(tuple(steps), len(known), sum(life.ended for life in known), longest)


def _interval(share: float, variance: float, z: float) -> tuple[float, float]:
    """Where the logarithm of the logarithm of the share lies; nothing is known of a share of 0."""
    if share <= 0:
        return 0.0, 0.0
    spread = math.exp(z * math.sqrt(variance) / math.log(share))
    return share ** (1 / spread), share**spread
