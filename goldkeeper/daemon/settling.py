"""Bursts settle into one wake-up: a checkout makes hundreds of events in a tenth of a second, a save makes five.

Each event puts the wake-up off by the quiet time, but never further from the first than the maximum
wait, or a build that writes without end would keep the scan away for ever. Pure: moments come in.
"""

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Burst:
    """Changes that wait to settle.

    Attributes:
        first, last: when the first and the newest came, in seconds of a clock that never goes back.
        causes: what they were, each once, in the order of their coming; some only.
    """

    first: float
    last: float
    causes: tuple[str, ...]

    def due(self, *, quiet: float, max_wait: float) -> float:
        """When it has settled, unless more comes.

        >>> Burst(10.0, 10.5, ("HEAD",)).due(quiet=2, max_wait=60)
        12.5
        >>> Burst(10.0, 69.0, ("HEAD",)).due(quiet=2, max_wait=60)
        70.0
        """
        return min(self.last + quiet, self.first + max_wait)


KEPT_CAUSES = 5  # a checkout changes hundreds of files; people want to know what kind of thing woke us


def joined(burst: Burst | None, cause: str, at: float) -> Burst:
    """The burst with one more change in it, or a new one."""
    if burst is None:
        return Burst(at, at, (cause,))
    causes = burst.causes
    if cause not in causes and len(causes) < KEPT_CAUSES:
        causes = (*causes, cause)
    return replace(burst, last=max(at, burst.last), causes=causes)
