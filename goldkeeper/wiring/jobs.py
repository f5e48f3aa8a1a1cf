"""Jobs of the timetable other than the scan: what each does with a project, by name.

Each is called with the project's keeper and the moment it was due. It gives back its outcome in one
sentence and what is to be told.
"""

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta

from goldkeeper.model.audits import Disposition
from goldkeeper.model.errors import GoldkeeperError
from goldkeeper.model.errors_audits import AuditExists
from goldkeeper.model.happenings import AuditDue, GateFailed, Happening, WorkWaits
from goldkeeper.model.upgrades import AuditDue as AsksForAudit
from goldkeeper.reporting.wording import count, verb
from goldkeeper.wiring.auditing import Auditing, DrawAsked
from goldkeeper.wiring.gating import check_release, standing_of
from goldkeeper.wiring.keeper import Keeper


@dataclass(frozen=True, slots=True)
class JobResult:
    """What a job came to."""

    outcome: str
    happenings: tuple[Happening, ...] = ()


def audit(keeper: Keeper, slot: datetime) -> JobResult:
    """Draw the sample of the calendar's audit, named for its day, and remind of reading it.

    While the one before waits for its judges, people are reminded of that one, and no other is drawn. Where the
    configuration names no judges, nothing can be drawn: it is asked for, until somebody draws one.
    """
    now, today = keeper.clock(), f"{slot:%Y-%m-%d}"
    waits = waiting_audit(keeper)
    if waits is not None and waits[0] != today:  # else this very slot has drawn it, and was killed
        name, rest = waits
        reason = f"on {today}, and audit {name} is not finished: {rest}"
        return JobResult(f"reminded of the audit {name}", (AuditDue("", now, reason, name),))
    if not keeper.settings.audit.judges:
        asked = f"the calendar said so on {today}"
        if all(due.upgrade is not None for due in keeper.audit_requests.due()):
            keeper.audit_requests.ask(asked, upgrade=None, at=now)
        reason = f"{asked}; draw it with goldkeeper audit draw, or name audit.judges to have it drawn"
        return JobResult("reminded of the audit", (AuditDue("", now, reason),))
    name, reason = _drawn(keeper, today)
    return JobResult(f"drew the audit {name}", (AuditDue("", now, reason, name),))


def audit_of_upgrade(keeper: Keeper, due: AsksForAudit) -> AuditDue:
    """Draw the sample that an upgrade asks for, where judges are configured, and remind of it.

    What can't be drawn, of a gold set without pairs, stays asked for.
    """
    reason, name = due.reason, ""
    if keeper.settings.audit.judges and due.upgrade is not None:
        with suppress(GoldkeeperError):  # the scan has ended well, whatever keeps the sample from being drawn
            name, drawn = _drawn(keeper, f"upgrade-{due.upgrade}")
            reason = f"{reason}; {drawn}"
    return AuditDue("", keeper.clock(), reason, name)


def waiting_audit(keeper: Keeper) -> tuple[str, str] | None:
    """The newest audit, and what of it waits for whom; None where nothing does.

    One that is older than a release may bear is not waited for any more: another is due then, and says so.
    """
    auditing = Auditing(keeper)
    names = auditing.book.names()
    if not names:
        return None
    found = auditing.status(names[-1])
    if keeper.clock() - found.record.draw.drawn_at > timedelta(days=keeper.settings.gate.max_audit_days):
        return None
    parts = [f"{one.judge} has {count(one.unread, 'row')} to read" for one in found.progress if one.unread]
    third = len(found.rows(Disposition.ARBITRATE))
    parts += [f"{count(third, 'row waits', 'rows wait')} for a third judge"] if third else []
    if not parts:
        wrong = len(standing_of(keeper, found.record))
        left = f"{count(wrong, 'pair')} that it found wrong {verb(wrong, 'is', 'are')} to be settled"
        parts += [left] if wrong else []
    return (names[-1], ", ".join(parts)) if parts else None


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
    return JobResult(f"{release} is refused", (GateFailed("", keeper.clock(), release, reasons),))


def digest(keeper: Keeper, slot: datetime) -> JobResult:  # noqa: ARG001 - jobs are called alike
    """Say what waits, once; where nothing does, nobody is told."""
    found = keeper.status()
    oldest = found.oldest.total_seconds() if found.oldest is not None else None
    unread = waiting_audit(keeper)
    audits: tuple[str, ...] = (f"audit {unread[0]}: {unread[1]}",) if unread is not None else ()
    audits += tuple(f"an audit is to be drawn: {due.reason}" for due in keeper.audit_requests.due())
    waits = WorkWaits("", keeper.clock(), found.waiting + found.deferred, found.to_apply, oldest, audits)
    return JobResult(waits.sentence, (waits,) if waits.waiting or waits.to_apply or audits else ())


JOBS: Mapping[str, Callable[[Keeper, datetime], JobResult]] = {"audit": audit, "digest": digest, "gate": gate}
