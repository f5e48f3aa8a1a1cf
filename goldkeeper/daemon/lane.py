"""One project's way from a change to a finished scan, as a value: what waits, what runs, what failed.

Pure: moments come in, in seconds of a clock that never goes back. One scan runs at a time; what
changes meanwhile waits for the next. After a failure the causes wait again, longer with each
failure; a new change may be the mending of it, so it is tried once that has settled, but not
sooner than the first retry would be.
"""

from dataclasses import dataclass, replace
from math import isinf

from goldkeeper.daemon.settling import Burst, joined

MOST_DOUBLINGS = 16  # beyond that the longest wait holds anyway


@dataclass(frozen=True, slots=True)
class Pace:
    """How long is waited, in seconds; see `DaemonSettings`."""

    quiet: float
    max_wait: float
    retry: float
    max_retry: float


@dataclass(frozen=True, slots=True)
class Lane:
    """Where a project stands.

    Attributes:
        burst: changes that no scan has seen yet.
        running: the causes of the scan that is under way; None when none is.
        settled: when the changes behind that scan had settled.
        news: something changed since the last try.
        failures: in a row, up to now.
        retry: when it is tried again; None when nothing failed.
        not_before: even if something changed meanwhile.
    """

    burst: Burst | None = None
    running: tuple[str, ...] | None = None
    settled: float | None = None
    news: bool = False
    failures: int = 0
    retry: float | None = None
    not_before: float = 0.0

    def noted(self, cause: str, at: float) -> "Lane":
        """A change came."""
        return replace(self, burst=joined(self.burst, cause, at), news=True)

    def hurried(self) -> "Lane":
        """What waits has settled already."""
        return self if self.burst is None else replace(self, burst=replace(self.burst, first=float("-inf")))

    def due(self, pace: Pace) -> float | None:
        """When the next scan should start; None while one runs or nothing asks for one."""
        if self.running is not None or self.burst is None:
            return None
        settled = self.burst.due(quiet=pace.quiet, max_wait=pace.max_wait)
        if self.retry is None:
            return settled
        return min(self.retry, max(settled, self.not_before)) if self.news else self.retry

    def begun(self, at: float, pace: Pace) -> "Lane":
        """The scan of what waited begins."""
        if self.burst is None:
            raise ValueError("nothing waits")
        due = self.burst.due(quiet=pace.quiet, max_wait=pace.max_wait)
        settled = at if isinf(due) else min(at, due)  # what was hurried had settled at an unknown time
        return replace(self, burst=None, running=self.burst.causes, settled=settled, news=False)

    def done(self) -> "Lane":
        """It came to its end."""
        return Lane(burst=self.burst, news=self.news)

    def put_back(self, at: float, *, again: float) -> "Lane":
        """It could not be done now and is no failure: the causes wait until `again`."""
        return replace(self._waiting_again(at), retry=again, not_before=at)

    def failed_at(self, at: float, pace: Pace) -> "Lane":
        """It failed: the causes wait, each time twice as long."""
        wait = min(pace.max_retry, pace.retry * 2 ** min(self.failures, MOST_DOUBLINGS))
        return replace(self._waiting_again(at), failures=self.failures + 1, retry=at + wait, not_before=at + pace.retry)

    def _waiting_again(self, at: float) -> "Lane":
        burst = self.burst
        for cause in self.running or ():
            burst = joined(burst, cause, at if burst is None else burst.last)
        return replace(self, burst=burst, running=None, settled=None)
