"""Time as the daemon sees it: the wall clock for the calendar, and ticks for everything that waits.

Ticks never go back, whatever is done to the wall clock, so a clock that is set neither hurries nor
holds up a scan. Both are handed in, and a test lets a year pass in a minute.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from goldkeeper.ports import Clock
from goldkeeper.stores.clock import utc_now

Ticks = Callable[[], float]  # seconds, from any start, never going back


@dataclass(frozen=True, slots=True)
class Clocks:
    """Both clocks."""

    now: Clock = utc_now
    ticks: Ticks = time.monotonic

    def moment(self, at: float) -> datetime:
        """The moment at which the ticks will say `at`, as far as the wall clock is to be trusted."""
        return self.now() + timedelta(seconds=at - self.ticks())
