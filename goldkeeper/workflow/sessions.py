"""A judge's session by command: nobody opens or closes one, so a long pause does."""

from collections.abc import Iterable
from datetime import datetime, timedelta

PAUSE = timedelta(hours=1)  # who answers again after a longer one has begun anew


def session_start(moments: Iterable[datetime]) -> datetime | None:
    """When the last session began; None where nothing was said.

    Args:
        moments: when a judge said something, in any order.

    >>> from datetime import UTC
    >>> day = datetime(2026, 3, 14, tzinfo=UTC)
    >>> session_start([day, day + timedelta(hours=5), day + timedelta(hours=5.5)]).hour
    5
    """
    start: datetime | None = None
    for moment in sorted(moments, reverse=True):
        if start is not None and start - moment > PAUSE:
            break
        start = moment
    return start
