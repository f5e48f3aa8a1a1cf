"""What the daemon keeps beyond its own life: who looks after a gold set, and which runs were claimed."""

from collections.abc import Mapping
from datetime import datetime
from typing import Protocol

from goldkeeper.model.tenure import Holder, Tenure


class Ledger(Protocol):
    """The daemon's book of one gold set; shared by all daemons that can reach it."""

    def look(self) -> Tenure | None:
        """Who has it; None when nobody ever had."""

    def take(self, me: Holder, *, replacing: Tenure | None, now: datetime) -> bool:
        """Take it, if it still stands as it was seen; False when somebody else was faster or showed life."""

    def beat(self, me: Holder, *, state: str, now: datetime) -> bool:
        """A sign of life with what there is to say; False when somebody else took over."""

    def release(self, me: Holder) -> None:
        """Give it back; nothing happens when somebody else has it."""

    def follow(self, branch: str) -> None:
        """Remember the branch that scans stay with."""

    def declare(self, job: str, *, now: datetime) -> None:
        """Runs of a job are owed from now on; nothing happens when it is known."""

    def last_slots(self) -> Mapping[str, datetime]:
        """By job its newest slot that was claimed, or when it was declared."""

    def claim(self, job: str, slot: datetime, *, me: Holder, now: datetime) -> bool:
        """Be the one who runs it: true for one caller of all, and again for who comes after a dead one."""

    def end(self, job: str, slot: datetime, *, outcome: str, now: datetime) -> None:
        """The run came to its end."""

    def unfinished(self, *, me: Holder) -> Mapping[str, datetime]:
        """By job the newest slot that another daemon claimed and never ended."""
