"""Health as progress: not whether a process runs, but whether the gold set keeps being checked."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from goldkeeper.model.chunks import CommitId
from goldkeeper.model.reviews import ItemState


@dataclass(frozen=True, slots=True)
class GoodScan:
    """The last scan that came to its end.

    Attributes:
        at: when it began, in UTC.
        commit: what was scanned; None for a folder, or files on disk.
        passport: digest of the index's passport it was held against, chunker included; empty where none was kept.
        gold: digest of the gold file that was checked.
        seconds: wall time.
        drift: drift → gold chunks.
    """

    at: datetime
    commit: CommitId | None
    passport: str
    gold: str
    seconds: float
    drift: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Lag:
    """How far head has gone since the last good scan.

    Attributes:
        commits: that it lacks.
        since: when the first of them was there to be scanned; None where there are none.
    """

    commits: int
    since: datetime | None


@dataclass(frozen=True, slots=True)
class Failing:
    """Scans fail, since when, how often, and why."""

    since: datetime
    attempts: int
    problem: str


@dataclass(frozen=True, slots=True)
class Heartbeat:
    """A daemon that looks after the gold set.

    Attributes:
        holder: who, for people.
        seen: its last sign of life.
        alive: that sign is young enough.
    """

    holder: str
    seen: datetime
    alive: bool


@dataclass(frozen=True, slots=True)
class Health:
    """How one gold set is looked after, at one moment.

    Attributes:
        gold: the gold set's name.
        at: the moment, in UTC.
        last_good: None before the first scan.
        lag: None where git can't tell.
        queue: state → questions; settled ones are left out.
        oldest: how long the oldest waiting question has waited.
        failing: None while scans come to their end.
        daemon: None where none ever looked after it.
        due: when the next scan has to be done at the latest; None where nobody promised one.
        upgrades: index upgrades that are not checked yet.
        audits: audits that are due.
        failures: failed scans since the daemon started; None where nobody counts.
        unseen: the name of what keeps it from being looked at; empty when it was.
    """

    gold: str
    at: datetime
    last_good: GoodScan | None
    lag: Lag | None = None
    queue: Mapping[ItemState, int] = field(default_factory=dict)
    oldest: timedelta | None = None
    failing: Failing | None = None
    daemon: Heartbeat | None = None
    due: datetime | None = None
    upgrades: int = 0
    audits: int = 0
    failures: int | None = None
    unseen: str = ""

    @property
    def behind(self) -> timedelta | None:
        """How long head has held something that no scan saw; None where git can't tell."""
        if self.lag is None:
            return None
        return self.at - self.lag.since if self.lag.since is not None else timedelta()

    @property
    def concerns(self) -> tuple[str, ...]:
        """What keeps it from being relied upon, each in a few words; none when all is well."""
        if self.unseen:
            return (f"can't be looked at: {self.unseen}",)
        said = []
        if self.last_good is None:
            said.append("no scan yet")
        if self.failing is not None:
            said.append(f"scans fail since {self.failing.since:%Y-%m-%d %H:%M} UTC")
        if self.due is not None and self.at > self.due:
            said.append(f"a scan was due at {self.due:%Y-%m-%d %H:%M} UTC")
        if self.daemon is not None and not self.daemon.alive:
            said.append(f"no sign of the daemon since {self.daemon.seen:%Y-%m-%d %H:%M} UTC")
        return tuple(said)
