"""Having a gold set: asking for it, keeping it by signs of life, losing it."""

from typing import Protocol

from goldkeeper.daemon.care import Care, Questions
from goldkeeper.daemon.tenancy import Standing, Tenancy
from goldkeeper.daemon.troubles import Troubles
from goldkeeper.model.errors import DatabaseUnusable, GoldkeeperError

BEAT_SECONDS = 20.0  # between signs of life; `tenancy.SILENT_SECONDS` says how many may be missed
TAKE_AGAIN_SECONDS = 10.0  # while another daemon has the project
AWAY_SECONDS = 5.0  # before a database that is away is tried again


class Owner(Protocol):
    """Who wants the gold set."""

    @property
    def labels(self) -> tuple[str, ...]:
        """Of the timetable."""

    @property
    def retry_seconds(self) -> float:
        """Before something that failed is tried again."""

    def state(self) -> str:
        """What goes out with a sign of life."""

    def noted(self, cause: str) -> None:
        """Something is to be looked at."""

    def has_it(self, standing: Standing, *, is_new: bool) -> None:
        """It is ours, or still is."""

    def lost_it(self) -> None:
        """Somebody else has it now."""


class Holding:
    """One project's gold set, from the daemon's side.

    Attributes:
        held: it is ours.
        stands_by: another daemon has it, and we wait.
        holder: who that is.
    """

    def __init__(self, owner: Owner, tenancy: Tenancy, care: Care, questions: Questions, troubles: Troubles) -> None:
        self._owner, self._tenancy, self._care = owner, tenancy, care
        self._questions, self._troubles = questions, troubles
        self.held = self.stands_by = self._was_ever_held = False
        self.holder = ""
        self._next_take = self._next_beat = float("-inf")

    def tick(self, at: float) -> None:
        """Ask for it, or give a sign of life, when it is time."""
        if not self.held:
            if at >= self._next_take:
                self.ask("take")
        elif at >= self._next_beat:
            self._next_beat = at + BEAT_SECONDS
            state = self._owner.state()
            self._questions.ask("beat", lambda: self._tenancy.beat(state), self._beaten)

    def ask(self, question: str) -> None:
        """Ask whether it is ours, and what the ledger knows of the timetable."""
        labels = self._owner.labels
        self._questions.ask(question, lambda: self._tenancy.take(labels), self._took)

    def next_tick(self) -> float:
        """When there is something to do again."""
        if self.held:
            return self._next_beat
        return self._next_take if not self._questions.is_open("take") else float("inf")

    def put_off(self, until: float) -> None:
        """Nothing before that."""
        self._next_take = self._next_beat = until

    def beat_soon(self) -> None:
        """Let others see at once how it goes."""
        self._next_beat = min(self._next_beat, self._care.clocks.ticks())

    def hurry(self) -> None:
        """Ask again at once, if it is not ours."""
        self._next_take = float("-inf")

    def refused(self, problem: object) -> float:
        """A call of the ledger did not come through; seconds to wait."""
        if isinstance(problem, DatabaseUnusable):
            self._troubles.database_away(str(problem))
            return AWAY_SECONDS
        code = problem.code if isinstance(problem, GoldkeeperError) else type(problem).__name__
        self._troubles.failing(str(problem), code, 1, self._care.clocks.moment(self._next_take))
        return self._owner.retry_seconds

    def _took(self, found: object) -> None:
        at = self._care.clocks.ticks()
        self._next_take = at + TAKE_AGAIN_SECONDS
        if not isinstance(found, Standing):
            self._next_take = at + self.refused(found)
            return
        if not found.held:
            self.stands_by, self.held, self.holder = True, False, found.holder
            self._troubles.held_elsewhere(found.holder)
            return
        self._troubles.ours(found.holder, found.silent_seconds)
        self._troubles.database_is_back()
        was_held, self.held, self.stands_by = self.held, True, False
        self._owner.has_it(found, is_new=not was_held)
        if was_held:
            return
        self._next_beat = at + BEAT_SECONDS
        if self._was_ever_held:
            self._owner.noted("ours again")
        self._was_ever_held = True

    def _beaten(self, found: object) -> None:
        if found is True:
            if self._troubles.database_is_back():
                self._owner.noted("the database is back")
        elif found is False:
            self.held = False
            self._next_take = self._care.clocks.ticks()
            self._owner.lost_it()
            self._questions.ask("release", self._tenancy.release, lambda _: None)
        else:
            self.refused(found)
