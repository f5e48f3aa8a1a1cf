"""What happens while goldkeeper runs in the background, as values: made once, told in many ways.

A happening says what is so, in a sentence, and carries the facts behind it for logs, metrics and
messages. Whoever tells people decides which of them are worth a message; none is sent twice for one
cause (`ScanFailing` comes with the first failure and not with each retry).
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, fields
from datetime import datetime, timedelta
from enum import StrEnum
from typing import ClassVar


class Gravity(StrEnum):
    """How much a happening asks of people."""

    ROUTINE = "routine"  # goes into the log
    NEWS = "news"  # somebody may want to know
    TROUBLE = "trouble"  # somebody has to look, or nothing gets better


@dataclass(frozen=True, slots=True)
class Happening:
    """Something that happened to one project, or to the daemon itself.

    Attributes:
        project: its name as the daemon was told (`repository/gold file`); empty for the daemon itself.
        at: when, in UTC.
    """

    gravity: ClassVar[Gravity] = Gravity.ROUTINE

    project: str
    at: datetime

    @property
    def kind(self) -> str:
        """A stable name for logs and filters.

        >>> from datetime import UTC
        >>> ScanRecovered("shop", datetime(2026, 1, 1, tzinfo=UTC), attempts=3, failing_since=None).kind
        'scan_recovered'
        """
        return re.sub(r"(?<!^)(?=[A-Z])", "_", type(self).__name__).lower()

    @property
    def sentence(self) -> str:
        """What is so, for people; one line without the project's name."""
        raise NotImplementedError

    def record(self) -> dict[str, object]:
        """Kind, gravity, sentence and every fact as JSON values; moments in ISO form, durations in seconds."""
        facts = {field.name: _json(getattr(self, field.name)) for field in fields(self)}
        return {"kind": self.kind, "gravity": str(self.gravity), "sentence": self.sentence, **facts}


@dataclass(frozen=True, slots=True)
class ScanStarted(Happening):
    """A scan begins; `causes` say why, each in a few words (`refs/heads/main changed`, `timetable: nightly`)."""

    causes: tuple[str, ...]

    @property
    def sentence(self) -> str:
        """See `Happening`."""
        return f"scanning: {'; '.join(self.causes)}"


@dataclass(frozen=True, slots=True)
class ScanFinished(Happening):
    """A scan came to its end, or saw that nothing had changed.

    Attributes:
        scan: its name; that of the last scan when nothing had changed.
        commit: the commit that was scanned; None for a work tree or a folder.
        headline: what it saw in one sentence.
        causes: why it ran.
        unchanged: everything was as the last scan saw it, so nothing was done.
        needs_a_person: drift or damage that nobody has settled.
        drifted: gold chunks that are not intact.
        asked: questions that this scan added to the queue.
        waiting: questions open after it.
        seconds: from its start to its end, wall time.
        lag_seconds: from the settled change to the end of the scan; None where no change caused it.
        report: files it left.
    """

    scan: str
    commit: str | None
    headline: str
    causes: tuple[str, ...]
    unchanged: bool
    needs_a_person: bool
    drifted: int
    asked: int
    waiting: int
    seconds: float
    lag_seconds: float | None = None
    report: tuple[str, ...] = ()

    @property
    def sentence(self) -> str:
        """See `Happening`."""
        if self.unchanged:
            return f"nothing changed since the last scan: {self.headline}"
        return f"scanned in {self.seconds:.1f} s: {self.headline}"


@dataclass(frozen=True, slots=True)
class NewDrift(Happening):
    """A scan asked questions that were not asked before: one message for all of them.

    Attributes:
        scan: the scan's name.
        headline: what it saw in one sentence.
        asked: questions added.
        waiting: questions open now, the new ones included.
        groups: the causes behind them, each in one line, the largest first; at most ten.
    """

    gravity: ClassVar[Gravity] = Gravity.NEWS

    scan: str
    headline: str
    asked: int
    waiting: int
    groups: tuple[str, ...] = ()

    @property
    def sentence(self) -> str:
        """See `Happening`."""
        return f"{self.asked} new question{'s' * (self.asked != 1)}, {self.waiting} open: {self.headline}"


@dataclass(frozen=True, slots=True)
class ScanPostponed(Happening):
    """The repository is in the middle of something (a rebase, a lock, half a file); tried again once settled."""

    reason: str

    @property
    def sentence(self) -> str:
        """See `Happening`."""
        return f"the scan waits: {self.reason}"


@dataclass(frozen=True, slots=True)
class ScanFailing(Happening):
    """A scan failed; told at the first failure, and again only when the problem is another one.

    Attributes:
        problem: the sentence that says what is wrong and what would do.
        code: a stable name of the problem: the class of the error, `Crashed`, `TimedOut` or `DiskFull`.
        attempts: failures so far.
        retry_at: when it is tried again.
    """

    gravity: ClassVar[Gravity] = Gravity.TROUBLE

    problem: str
    code: str
    attempts: int
    retry_at: datetime

    @property
    def sentence(self) -> str:
        """See `Happening`."""
        return f"the scan failed and is tried again at {self.retry_at:%H:%M:%S} UTC: {self.problem}"


@dataclass(frozen=True, slots=True)
class ScanRecovered(Happening):
    """A scan came to its end after failures."""

    gravity: ClassVar[Gravity] = Gravity.NEWS

    attempts: int
    failing_since: datetime | None

    @property
    def sentence(self) -> str:
        """See `Happening`."""
        since = f" since {self.failing_since:%Y-%m-%d %H:%M} UTC" if self.failing_since else ""
        return f"scans work again, after {self.attempts} failure{'s' * (self.attempts != 1)}{since}"


@dataclass(frozen=True, slots=True)
class UpgradeSeen(Happening):
    """The index is made otherwise than before.

    Attributes:
        upgrade: its name or number in the database.
        what: `embedding`, `chunker`, `commit` or several of them, joined with `, `.
        before, after: the two passports in a few words.
    """

    gravity: ClassVar[Gravity] = Gravity.NEWS

    upgrade: str
    what: str
    before: str
    after: str

    @property
    def sentence(self) -> str:
        """See `Happening`."""
        return f"upgrade of the {self.what}: {self.before} → {self.after}"


@dataclass(frozen=True, slots=True)
class UpgradeDone(Happening):
    """What an upgrade asks for was done; `outcome` says it in one sentence."""

    gravity: ClassVar[Gravity] = Gravity.NEWS

    upgrade: str
    outcome: str

    @property
    def sentence(self) -> str:
        """See `Happening`."""
        return f"the upgrade was checked: {self.outcome}"


@dataclass(frozen=True, slots=True)
class AuditDue(Happening):
    """An audit should be drawn or read.

    Attributes:
        audit: the one that is drawn and should be read; empty where none is drawn.
    """

    gravity: ClassVar[Gravity] = Gravity.NEWS

    reason: str
    audit: str = ""

    @property
    def sentence(self) -> str:
        """See `Happening`."""
        return f"an audit is due: {self.reason}"


@dataclass(frozen=True, slots=True)
class GateFailed(Happening):
    """The gold set may not be released as `release`; `reasons` as the gate names them."""

    gravity: ClassVar[Gravity] = Gravity.TROUBLE

    release: str
    reasons: tuple[str, ...]

    @property
    def said(self) -> str:
        """All reasons in one sentence."""
        return "; ".join(reason.rstrip(".") for reason in self.reasons)

    @property
    def sentence(self) -> str:
        """See `Happening`."""
        return f"the gate is closed for {self.release}: {self.said}"


@dataclass(frozen=True, slots=True)
class WorkWaits(Happening):
    """What waits for people, said by the calendar.

    Attributes:
        waiting: open questions, those put off included.
        to_apply: answers that are not in the gold file.
        oldest_seconds: how long the oldest question has waited; None where none waits.
        audits: what waits of audits, each in a few words.
    """

    gravity: ClassVar[Gravity] = Gravity.NEWS

    waiting: int
    to_apply: int
    oldest_seconds: float | None
    audits: tuple[str, ...] = ()

    @property
    def sentence(self) -> str:
        """See `Happening`."""
        parts = []
        if self.waiting:
            days = int((self.oldest_seconds or 0.0) // 86400)
            since = f", the oldest for {days} day{'s' * (days != 1)}" if days else ""
            parts.append(f"{self.waiting} question{'s' * (self.waiting != 1)} open{since}")
        if self.to_apply:
            parts.append(f"{self.to_apply} answer{'s' * (self.to_apply != 1)} to apply")
        return "; ".join([*parts, *self.audits]) or "nothing waits"


@dataclass(frozen=True, slots=True)
class JobFinished(Happening):
    """A job of the timetable came to its end.

    Attributes:
        job: its name in the configuration.
        slot: the moment it was due; `missed` when that passed while nobody was awake.
        outcome: in one sentence.
    """

    job: str
    slot: datetime
    outcome: str
    missed: bool = False

    @property
    def sentence(self) -> str:
        """See `Happening`."""
        late = " (missed, made up for)" if self.missed else ""
        return f"{self.job}, due {self.slot:%Y-%m-%d %H:%M} UTC{late}: {self.outcome}"


@dataclass(frozen=True, slots=True)
class JobFailed(Happening):
    """A job of the timetable failed; its next slot tries again."""

    gravity: ClassVar[Gravity] = Gravity.TROUBLE

    job: str
    slot: datetime
    problem: str

    @property
    def sentence(self) -> str:
        """See `Happening`."""
        return f"{self.job}, due {self.slot:%Y-%m-%d %H:%M} UTC, failed: {self.problem}"


def _json(value: object) -> object:
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, timedelta):
        return value.total_seconds()
    if isinstance(value, Mapping):
        return {str(key): _json(entry) for key, entry in value.items()}
    if isinstance(value, tuple):
        return [_json(entry) for entry in value]
    return value
