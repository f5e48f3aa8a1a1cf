"""How much a count of right answers says about the share that is right: exact intervals of a binomial share.

Nearly all answers that matter here are right, and there the usual intervals (normal, Wilson) promise more than
they hold; the exact one never covers less than it says.
"""

from math import exp, inf, lgamma, log, log1p

LEVEL = 0.95  # of an interval: of a hundred of them five may miss what they are about
_HALVINGS = 60  # of the interval 0..1; further down are no floating-point numbers


def exact_interval(hits: int, trials: int, *, level: float = LEVEL) -> tuple[float, float]:
    """Bounds of a share, of which each is missed by at most half of what `level` leaves.

    Args:
        hits: what came out right, 0 ≤ hits ≤ trials.
        trials: at least 0; nothing tried says nothing, 0 to 1.
        level: how often such an interval holds the true share, 0..1.

    Returns:
        Lower and upper bound, each a share in 0..1.

    Raises:
        ValueError: hits lies outside 0..trials.

    Source:
        Clopper and Pearson (1934), Biometrika 26(4), the central exact interval.

    >>> [round(bound, 4) for bound in exact_interval(8, 10)]
    [0.4439, 0.9748]
    """
    if not 0 <= hits <= trials:
        raise ValueError(f"{hits} of {trials} is no share")
    tail = (1 - level) / 2
    return _lower(hits, trials, tail), 1 - _lower(trials - hits, trials, tail)


def share_at(hits: int, trials: int, tail: float) -> tuple[float, float]:
    """The two ends that a share may have at one place of its exact confidence distribution.

    Args:
        hits, trials: as for `exact_interval`.
        tail: the place, 0..1: near 0 the share is as small as it may be, near 1 as large.

    Returns:
        The shares under which so many hits or more, and more hits than that, are as rare as `tail`; both grow with it.

    >>> [round(share, 4) for share in share_at(8, 10, 0.025)]
    [0.4439, 0.555]
    """
    return _lower(hits, trials, tail), _lower(hits + 1, trials, tail) if hits < trials else 1.0


def trials_needed(misses: int, share: float, *, level: float = LEVEL) -> int:
    """How many trials it takes, with so many misses among them, until the lower bound reaches a share.

    Args:
        misses: trials that came out wrong.
        share: 0..1, below 1.

    Raises:
        ValueError: the share is 1 or more, which no sample shows.

    >>> trials_needed(0, 0.99), trials_needed(1, 0.99)
    (368, 555)
    """
    if share >= 1:
        raise ValueError("no sample shows that nothing is ever wrong")
    least, most = misses, misses + 1
    while exact_interval(most - misses, most, level=level)[0] < share:
        least, most = most, 2 * most
    while most - least > 1:
        middle = (least + most) // 2
        if exact_interval(middle - misses, middle, level=level)[0] < share:
            least = middle
        else:
            most = middle
    return most


def _lower(hits: int, trials: int, tail: float) -> float:
    """The share under which so many hits or more are as rare as `tail`."""
    if hits == 0:
        return 0.0
    low, high = 0.0, 1.0
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        if _at_least(hits, trials, middle) < tail:
            low = middle
        else:
            high = middle
    return low


def _at_least(hits: int, trials: int, share: float) -> float:
    """Probability of so many hits or more; the shorter tail is summed."""
    if trials - hits < hits:
        return min(1.0, sum(_exactly(k, trials, share) for k in range(hits, trials + 1)))
    return max(0.0, 1 - sum(_exactly(k, trials, share) for k in range(hits)))


def _exactly(hits: int, trials: int, share: float) -> float:
    ways = lgamma(trials + 1) - lgamma(hits + 1) - lgamma(trials - hits + 1)
    hit = hits * (log(share) if share > 0 else -inf) if hits else 0.0
    miss = (trials - hits) * (log1p(-share) if share < 1 else -inf) if trials > hits else 0.0
    return exp(ways + hit + miss)
