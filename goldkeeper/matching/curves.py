"""A curve: a few points with straight lines between, so that anyone can read off what a value is worth."""

from bisect import bisect_left

Curve = tuple[tuple[float, float], ...]  # (value, bits), by value


def bits(curve: Curve, value: float) -> float:
    """The curve's height at a value; flat outside its ends.

    >>> bits(((0.0, -1.0), (1.0, 1.0)), 0.75)
    0.5
    """
    # Most values are 0 or 1, and this is asked a thousand times a chunk.
    if value <= curve[0][0]:
        return curve[0][1]
    if value >= curve[-1][0]:
        return curve[-1][1]
    at = bisect_left(curve, (value,))
    (left, low), (right, high) = curve[at - 1], curve[at]
    return low + (high - low) * (value - left) / (right - left)
