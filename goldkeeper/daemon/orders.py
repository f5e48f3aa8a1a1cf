"""What the daemon asks of a worker, and what comes back; both cross from one process to another."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from goldkeeper.model.happenings import Happening
from goldkeeper.settings import Project


@dataclass(frozen=True, slots=True)
class Job:
    """A run of the timetable: what, and the moment it was due."""

    label: str
    job: str
    slot: datetime
    missed: bool = False


@dataclass(frozen=True, slots=True)
class Order:
    """Work on one project.

    Attributes:
        name: the project's.
        project: with the settings in force, which a bad edit of the file does not touch.
        causes: why.
        followed: the branch that scans stayed with up to now; empty before the first.
        job: a run of the timetable other than a scan; None checks the gold set.
    """

    name: str
    project: Project
    causes: tuple[str, ...]
    followed: str = ""
    job: Job | None = None


class Ending(StrEnum):
    """How work came to its end."""

    DONE = "done"
    POSTPONED = "postponed"  # the repository is in the middle of something, or somebody else is at work
    DATABASE_AWAY = "database away"
    FAILED = "failed"
    ABANDONED = "abandoned"  # the daemon ended it


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of an order.

    Attributes:
        ending: how it ended.
        happenings: what is to be told of it, in order.
        problem: a sentence where it did not come to its end.
        code: a stable name of the problem.
        followed: the branch that was scanned; empty where there is none.
        checked_out: the branch that is checked out; empty for none, None where nobody looked.
        said: for a job, its outcome in one sentence.
    """

    ending: Ending
    happenings: tuple[Happening, ...] = ()
    problem: str = ""
    code: str = ""
    followed: str = ""
    checked_out: str | None = None
    said: str = ""
