"""A project's timetable at work: what is due, what was claimed, what waits to be run."""

from dataclasses import dataclass, field
from datetime import datetime

from goldkeeper.daemon.orders import Job
from goldkeeper.daemon.timetable import Cron, due_slot, next_slot
from goldkeeper.model.errors import BadRequest
from goldkeeper.settings.daemon import TimetableEntry

LATE_SECONDS = 300.0  # a run that starts later than this was missed, and says so


@dataclass
class Calendar:
    """The entries of one project.

    Attributes:
        entries: as configured.
        last: by label the newest slot that is known to be claimed, or when the entry was declared.
        waiting: claimed runs, in the order of their slots.
    """

    entries: tuple[TimetableEntry, ...]
    last: dict[str, datetime] = field(default_factory=dict)
    waiting: list[Job] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._crons = {entry.label: Cron(entry.cron, entry.zone) for entry in self.entries}
        self._jobs = {entry.label: entry.job for entry in self.entries}

    @property
    def labels(self) -> tuple[str, ...]:
        """What the entries are called."""
        return tuple(self._crons)

    def known(self, last: dict[str, datetime], unfinished: dict[str, datetime]) -> tuple[Job, ...]:
        """Take in what the ledger says; the runs that somebody began and never ended."""
        self.last = dict(last)
        return tuple(
            Job(label, self._jobs[label], slot, missed=True)
            for label, slot in sorted(unfinished.items())
            if label in self._jobs
        )

    def due(self, now: datetime) -> tuple[Job, ...]:
        """The runs to be claimed now; each is given once."""
        found = []
        for label, cron in self._crons.items():
            last = self.last.get(label)
            slot = due_slot(cron, last, now) if last is not None else None
            if slot is not None:
                # A clock that was set back shows a slot again: the ledger knows that it was claimed.
                self.last[label] = slot
                missed = (now - slot).total_seconds() > LATE_SECONDS
                found.append(Job(label, self._jobs[label], slot, missed=missed))
        return tuple(found)

    def next_runs(self, now: datetime) -> tuple[tuple[str, datetime], ...]:
        """When each entry runs next, soonest first."""
        runs = ((label, next_slot(cron, now)) for label, cron in self._crons.items())
        return tuple(sorted(((label, at) for label, at in runs if at is not None), key=lambda run: (run[1], run[0])))


def make_calendar(entries: tuple[TimetableEntry, ...], now: datetime) -> Calendar:
    """The calendar of a configuration.

    Raises:
        BadRequest: an expression that is none, or a day that never comes.
    """
    calendar = Calendar(entries)
    runs = dict(calendar.next_runs(now))
    for entry in entries:
        if entry.label not in runs:
            raise BadRequest(f"timetable cron {entry.cron!r}", "no such day ever comes", "correct day and month")
    return calendar
