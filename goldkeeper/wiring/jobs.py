"""Jobs of the timetable other than the scan: what each does with a project, by name.

Each is called with the project's keeper and the moment it was due. It gives back its outcome in one
sentence and what is to be told.
"""

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime

from goldkeeper.model.errors import GoldkeeperError
from goldkeeper.model.errors_audits import AuditExists
from goldkeeper.model.happenings import AuditDue, GateFailed, Happening, WorkWaits
from goldkeeper.model.upgrades import AuditDue as AsksForAudit
from goldkeeper.wiring.auditing import Auditing, DrawAsked
from goldkeeper.wiring.gating import check_release
from goldkeeper.wiring.keeper import Keeper


@dataclass(frozen=True, slots=True)
class JobResult:
    """What a job came to."""

    outcome: str
    happenings: tuple[Happening, ...] = ()


def audit(keeper: Keeper, slot: datetime) -> JobResult:
    """Draw the sample of the calendar's audit, named for its day, and remind of reading it.

    Where the configuration names no judges, nothing can be drawn, and people are reminded of that.
    """
    if not keeper.settings.audit.judges:
        reason = "the calendar says so; draw it with goldkeeper audit draw, or name audit.judges to have it drawn"
        return JobResult("reminded of the audit", (AuditDue("", keeper.clock(), reason=reason),))
    name, reason = _drawn(keeper, f"{slot:%Y-%m-%d}")
    return JobResult(f"drew the audit {name}", (AuditDue("", keeper.clock(), reason=reason),))


def audit_of_upgrade(keeper: Keeper, due: AsksForAudit) -> AuditDue:
    """Draw the sample that an upgrade asks for, where judges are configured, and remind of it.

    What can't be drawn, of a gold set without pairs, stays asked for.
    """
    reason = due.reason
    if keeper.settings.audit.judges and due.upgrade is not None:
        with suppress(GoldkeeperError):  # the scan has ended well, whatever keeps the sample from being drawn
            reason = f"{reason}; {_drawn(keeper, f'upgrade-{due.upgrade}')[1]}"
    return AuditDue("", keeper.clock(), reason=reason)


def _drawn(keeper: Keeper, name: str) -> tuple[str, str]:
    """The name of an audit that is drawn, now or before, and what people are told of it."""
    auditing = Auditing(keeper)
    try:
        drawn = auditing.draw(DrawAsked(release=name, seed=name)).draw
    except AuditExists:  # drawn by hand, or by a run that was killed before it could say so
        drawn = auditing.named(name).draw
    return drawn.name, f"the sample {drawn.name} is drawn; write its sheets with goldkeeper audit sheets {drawn.name}"


def gate(keeper: Keeper, slot: datetime) -> JobResult:  # noqa: ARG001 - jobs are called alike
    """Hold the release of the newest audit against the gate; what stands against it is told."""
    names = Auditing(keeper).book.names()
    if not names:
        return JobResult("no audit was drawn yet, so there is no release to judge")
    release = Auditing(keeper).named(names[-1]).draw.release
    verdict = check_release(keeper, release)
    if verdict.passed:
        return JobResult(f"{release} may be released")
    reasons = tuple(outcome.sentence for outcome in verdict.failed)
    return JobResult(f"{release} is refused", (GateFailed("", keeper.clock(), reasons=reasons),))


def digest(keeper: Keeper, slot: datetime) -> JobResult:  # noqa: ARG001 - jobs are called alike
    """Say what waits, once; where nothing does, nobody is told."""
    found = keeper.status()
    oldest = found.oldest.total_seconds() if found.oldest is not None else None
    waits = WorkWaits("", keeper.clock(), found.waiting + found.deferred, found.to_apply, oldest)
    return JobResult(waits.sentence, (waits,) if waits.waiting or waits.to_apply else ())


JOBS: Mapping[str, Callable[[Keeper, datetime], JobResult]] = {"audit": audit, "digest": digest, "gate": gate}
