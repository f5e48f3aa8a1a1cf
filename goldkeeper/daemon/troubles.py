"""What went wrong with a project, told once for each cause and taken back when it is over."""

from collections.abc import Callable
from datetime import datetime

from goldkeeper.daemon.clocks import Clocks
from goldkeeper.daemon.orders import Ending, Outcome
from goldkeeper.model.daemon_happenings import DatabaseAway, DatabaseBack, LockHeldElsewhere, TookOverLock
from goldkeeper.model.happenings import Happening, ScanFailing, ScanPostponed, ScanRecovered

PATIENCE = 3  # tries, over a quarter of a minute and more
_SOON_OVER = frozenset({"PassportSourceUnreadable", "PassportSourceMissing"})


class Troubles:
    """The troubles of one project."""

    def __init__(self, project: str, clocks: Clocks, tell: Callable[[Happening], None]) -> None:
        self._project, self._clocks, self._tell = project, clocks, tell
        self._code = ""
        self._since: datetime | None = None
        self._away_since: datetime | None = None
        self._away_tries = 0
        self._waits_for = ""
        self._wait_tries = 0
        self._holder = ""
        self.problem = ""

    @property
    def since(self) -> datetime | None:
        """When the first failure was that no check has come to its end after; None when all is well."""
        return self._since or self._away_since

    @property
    def is_database_away(self) -> bool:
        """The database could not be used the last time."""
        return self._away_since is not None

    def failing(self, problem: str, code: str, attempts: int, retry_at: datetime) -> None:
        """A try failed; another problem than the last is told, the same again is not."""
        self.problem = problem
        now = self._clocks.now()
        self._since = self._since or now
        if code != self._code:
            self._code = code
            self._tell(ScanFailing(self._project, now, problem, code, attempts, retry_at))

    def works_again(self, attempts: int) -> None:
        """A check came to its end."""
        self.database_is_back()
        if self._code:
            now = self._clocks.now()
            self._tell(ScanRecovered(self._project, now, attempts=max(1, attempts), failing_since=self._since))
        self._code, self._since, self.problem = "", None, ""
        self._waits_for, self._wait_tries = "", 0

    def has_no_patience(self, outcome: Outcome) -> bool:
        """Whether what was put off should have been over by now: a file is not half-written for minutes."""
        return outcome.code in _SOON_OVER and self._wait_tries >= PATIENCE and outcome.ending is Ending.POSTPONED

    def postponed(self, reason: str) -> int:
        """A try has to wait for somebody; how many before it had to."""
        if reason != self._waits_for:
            self._waits_for = reason
            self._tell(ScanPostponed(self._project, self._clocks.now(), reason))
        self._wait_tries += 1
        return self._wait_tries - 1

    def database_away(self, problem: str) -> int:
        """The database can't be used; how many tries before could not either."""
        self.problem = problem
        if self._away_since is None:
            self._away_since = self._clocks.now()
            self._tell(DatabaseAway(self._project, self._away_since, problem))
        self._away_tries += 1
        return self._away_tries - 1

    def database_is_back(self) -> bool:
        """It can be used; whether that is news."""
        since, self._away_since, self._away_tries = self._away_since, None, 0
        if since is None:
            return False
        self.problem = ""
        self._tell(DatabaseBack(self._project, self._clocks.now(), away_since=since))
        return True

    def held_elsewhere(self, holder: str) -> None:
        """Another daemon has the project."""
        if holder != self._holder:
            self._holder = holder
            self._tell(LockHeldElsewhere(self._project, self._clocks.now(), holder))

    def ours(self, holder: str, silent_seconds: float | None) -> None:
        """We have it; `silent_seconds` when it was taken over."""
        self._holder = ""
        if silent_seconds is not None:
            self._tell(TookOverLock(self._project, self._clocks.now(), holder, silent_seconds))
