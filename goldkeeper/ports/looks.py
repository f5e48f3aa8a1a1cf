"""Which questions judges had before them."""

from collections.abc import Mapping
from datetime import datetime
from typing import Protocol


class LookBook(Protocol):
    """Kept beside the queue, for all processes that show it."""

    def keep(self, judge: str, keys: Mapping[int, str], *, now: datetime) -> bool:
        """Write down that a judge had these questions before them, each by number with its key.

        Nobody waits for it: False where somebody else is writing just now, and nothing was kept.
        """

    def seen(self, judge: str, *, since: datetime) -> Mapping[int, str]:
        """What a judge had before them since a moment: number → key as it was last."""
