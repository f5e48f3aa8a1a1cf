"""The timetable's runs of one project: claimed in the ledger, waiting their turn, ended."""

from datetime import datetime

from goldkeeper.daemon.calendar import Calendar
from goldkeeper.daemon.care import Care
from goldkeeper.daemon.holding import Holding
from goldkeeper.daemon.orders import Job
from goldkeeper.daemon.tenancy import Tenancy


class Runs:
    """What the calendar asks for.

    Attributes:
        calendar: of the settings in force.
    """

    def __init__(self, calendar: Calendar, tenancy: Tenancy, care: Care, holding: Holding) -> None:
        self.calendar = calendar
        self._tenancy, self._care, self._holding = tenancy, care, holding
        self._not_before = float("-inf")

    @property
    def wait(self) -> bool:
        """Some are claimed and not done."""
        return bool(self.calendar.waiting)

    def change(self, calendar: Calendar) -> None:
        """Other entries hold from now on; what was claimed of those that stay is still to be done."""
        calendar.last = self.calendar.last
        calendar.waiting = [job for job in self.calendar.waiting if job.label in calendar.labels]
        self.calendar = calendar

    def claim_due(self, now: datetime) -> None:
        """Claim what has come due."""
        for job in self.calendar.due(now):
            self.claim(job)

    def claim(self, job: Job) -> None:
        """Be the one who does it, unless another daemon is."""

        def answered(found: object) -> None:
            if found is True:
                self.calendar.waiting.append(job)
                self.calendar.waiting.sort(key=lambda one: one.slot)
            elif isinstance(found, BaseException):
                self._holding.refused(found)
                self.calendar.last.pop(job.label, None)
                self._holding.ask("slots")

        self._care.ask(lambda: self._tenancy.claim(job.label, job.slot), answered)

    def due(self, at: float) -> Job | None:
        """The one to do now."""
        return self.calendar.waiting[0] if self.calendar.waiting and at >= self._not_before else None

    def next_tick(self) -> float:
        """When there is one to do."""
        return self._not_before if self.calendar.waiting else float("inf")

    def put_off(self, until: float) -> None:
        """None before that."""
        self._not_before = until

    def ended(self, job: Job, said: str) -> None:
        """It came to its end."""
        if job in self.calendar.waiting:  # its entry may have been taken out meanwhile
            self.calendar.waiting.remove(job)
        self._care.ask(lambda: self._tenancy.end(job.label, job.slot, said), lambda _: None)
