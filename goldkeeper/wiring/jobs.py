"""Jobs of the timetable other than the scan: what each does with a project, by name.

Each is called with the project's keeper and the moment it was due. It gives back its outcome in one
sentence and what is to be told. A job that is not bound yet says so.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime

from goldkeeper.model.happenings import AuditDue, Happening, WorkWaits
from goldkeeper.wiring.keeper import Keeper


@dataclass(frozen=True, slots=True)
class JobResult:
    """What a job came to."""

    outcome: str
    happenings: tuple[Happening, ...] = ()


def audit(keeper: Keeper, slot: datetime) -> JobResult:
    """Remind that an audit is due by the calendar."""
    reason = f"the calendar says so ({slot:%Y-%m-%d %H:%M} UTC)"
    return JobResult("reminded of the audit", (AuditDue("", keeper.clock(), reason=reason),))


def digest(keeper: Keeper, slot: datetime) -> JobResult:  # noqa: ARG001 - jobs are called alike
    """Say what waits, once; where nothing does, nobody is told."""
    found = keeper.status()
    oldest = found.oldest.total_seconds() if found.oldest is not None else None
    waits = WorkWaits("", keeper.clock(), found.waiting + found.deferred, found.to_apply, oldest)
    return JobResult(waits.sentence, (waits,) if waits.waiting or waits.to_apply else ())


JOBS: Mapping[str, Callable[[Keeper, datetime], JobResult]] = {"audit": audit, "digest": digest}
