"""What happens to the daemon itself: its start and end, its locks, its database, what it watches; see `Happening`."""

from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar

from goldkeeper.model.happenings import Gravity, Happening


@dataclass(frozen=True, slots=True)
class DaemonStarted(Happening):
    """The daemon looks after so many projects from now on."""

    version: str
    projects: tuple[str, ...]

    @property
    def sentence(self) -> str:
        """See `Happening`."""
        count = len(self.projects)
        return f"goldkeeper {self.version} looks after {count} project{'s' * (count != 1)}"


@dataclass(frozen=True, slots=True)
class DaemonStopping(Happening):
    """The daemon ends."""

    reason: str

    @property
    def sentence(self) -> str:
        """See `Happening`."""
        return f"stopping: {self.reason}"


@dataclass(frozen=True, slots=True)
class WatchLimited(Happening):
    """The system refuses more watches, so that these folders are looked at in intervals.

    Attributes:
        limit: the name of the setting, `fs.inotify.max_user_watches`.
        present: its value; None where it can't be read.
        remedy: how to raise it.
        polling_seconds: between two looks.
    """

    gravity: ClassVar[Gravity] = Gravity.TROUBLE

    limit: str
    present: int | None
    remedy: str
    polling_seconds: float

    @property
    def sentence(self) -> str:
        """See `Happening`."""
        value = f" ({self.present})" if self.present is not None else ""
        return (
            f"{self.limit}{value} is used up, so changes are looked for every {self.polling_seconds:g} s; {self.remedy}"
        )


@dataclass(frozen=True, slots=True)
class DatabaseAway(Happening):
    """The database can't be used; work waits for it. Told once."""

    gravity: ClassVar[Gravity] = Gravity.TROUBLE

    problem: str

    @property
    def sentence(self) -> str:
        """See `Happening`."""
        return f"waiting for the database: {self.problem}"


@dataclass(frozen=True, slots=True)
class DatabaseBack(Happening):
    """The database can be used again."""

    gravity: ClassVar[Gravity] = Gravity.NEWS

    away_since: datetime

    @property
    def sentence(self) -> str:
        """See `Happening`."""
        return f"the database is back; it was away since {self.away_since:%Y-%m-%d %H:%M:%S} UTC"


@dataclass(frozen=True, slots=True)
class TookOverLock(Happening):
    """Another daemon had this project and shows no life any more; `holder` says who it was."""

    gravity: ClassVar[Gravity] = Gravity.NEWS

    holder: str
    silent_seconds: float

    @property
    def sentence(self) -> str:
        """See `Happening`."""
        return f"took over from {self.holder}, which was silent for {self.silent_seconds:.0f} s"


@dataclass(frozen=True, slots=True)
class LockHeldElsewhere(Happening):
    """Another daemon looks after this project; this one stands by and tries again. Told once."""

    gravity: ClassVar[Gravity] = Gravity.NEWS

    holder: str

    @property
    def sentence(self) -> str:
        """See `Happening`."""
        return f"standing by: {self.holder} looks after this project"


@dataclass(frozen=True, slots=True)
class ConfigReloaded(Happening):
    """A changed configuration holds from now on."""

    gravity: ClassVar[Gravity] = Gravity.NEWS

    @property
    def sentence(self) -> str:
        """See `Happening`."""
        return "the configuration was read anew"


@dataclass(frozen=True, slots=True)
class ConfigRefused(Happening):
    """A changed configuration is no good; the old one stays in force."""

    gravity: ClassVar[Gravity] = Gravity.TROUBLE

    problem: str

    @property
    def sentence(self) -> str:
        """See `Happening`."""
        return f"the changed configuration is refused and the old one kept: {self.problem}"


@dataclass(frozen=True, slots=True)
class BranchLeft(Happening):
    """Another branch is checked out than the one that is scanned, which scans stay with. Told once a switch."""

    followed: str
    checked_out: str

    @property
    def sentence(self) -> str:
        """See `Happening`."""
        return f"{self.checked_out} is checked out; scans stay with {self.followed}"


@dataclass(frozen=True, slots=True)
class BranchGone(Happening):
    """The branch that scans stayed with was deleted or renamed, and they go with the one that is checked out."""

    gravity: ClassVar[Gravity] = Gravity.TROUBLE

    gone: str
    followed: str

    @property
    def sentence(self) -> str:
        """See `Happening`."""
        return f"{self.gone} is gone; scans stay with {self.followed} from now on, unless daemon.follow names another"
