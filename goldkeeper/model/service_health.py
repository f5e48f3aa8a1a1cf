"""How the daemon's work on a project goes, as progress and not as liveness: what came to its end, and when."""

from dataclasses import asdict, dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any


class Phase(StrEnum):
    """What the daemon does for a project right now."""

    STARTING = "starting"
    STANDING_BY = "standing by"  # another daemon has it
    WATCHING = "watching"
    SETTLING = "settling"  # something changed and is left to settle
    SCANNING = "scanning"
    RETRYING = "retrying"  # the last try failed
    DATABASE_AWAY = "database away"


@dataclass(frozen=True, slots=True)
class ProjectHealth:
    """One project, at one moment.

    Attributes:
        project: its name as the daemon was told.
        phase: what is done for it right now.
        followed: the branch that scans stay with; empty where there is none.
        finished_at: when a check last came to its end; None before the first.
        scan: the name of the scan that holds; empty before the first.
        scanned_commit: what it saw; None for a work tree.
        pending_since: when the oldest change came that no scan has seen yet; None when all was seen.
        failures: in a row, up to now.
        failed: scans that failed since the daemon started.
        failing_since: when the first of them was; None when the last check came to its end.
        problem: of the last failure; empty when it did not fail.
        retry_at: when it is tried again; None when nothing failed.
        polling: changes are looked for in intervals, wholly or in part.
        next_runs: label of each timetable entry → its next run.
    """

    project: str
    phase: Phase
    followed: str = ""
    finished_at: datetime | None = None
    scan: str = ""
    scanned_commit: str | None = None
    pending_since: datetime | None = None
    failures: int = 0
    failed: int = 0
    failing_since: datetime | None = None
    problem: str = ""
    retry_at: datetime | None = None
    polling: bool = False
    next_runs: tuple[tuple[str, datetime], ...] = ()

    def record(self) -> dict[str, Any]:
        """As JSON values."""
        facts: dict[str, Any] = asdict(self)
        for name in ("finished_at", "pending_since", "failing_since", "retry_at"):
            facts[name] = facts[name].isoformat() if facts[name] is not None else None
        facts["phase"] = self.phase.value
        facts["next_runs"] = {label: at.isoformat() for label, at in self.next_runs}
        return facts
