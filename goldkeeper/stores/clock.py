"""The one place that asks what time it is."""

from datetime import UTC, datetime


def utc_now() -> datetime:
    """Now, in UTC; what `ports.Clock` asks for."""
    return datetime.now(UTC)
