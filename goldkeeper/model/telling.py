"""What people are told of: news, the messages made of them, and the memory that tells nothing twice."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, time, timedelta, tzinfo
from enum import StrEnum

# What fails once and works at the next try, minutes later, is nobody's news.
FAILING_GRACE = timedelta(minutes=10)


class NewsKind(StrEnum):
    """Why somebody is told."""

    DRIFT = "drift"  # gold chunks drifted, and people have not heard of it
    AUDIT_DUE = "audit_due"
    GATE_FAILED = "gate_failed"
    SCAN_FAILING = "scan_failing"  # a scan, a job of the timetable, or the database beneath them
    RECOVERED = "recovered"  # they work again, after a failure that people heard of
    REMINDER = "reminder"  # the timetable's digest: what waits
    UPGRADE = "upgrade"  # the index is made by another model or chunker


@dataclass(frozen=True, slots=True)
class News:
    """Something that happened, as one sentence.

    Attributes:
        key: what makes it the same news: told once, however often it is noticed.
        at: when it was noticed first, in UTC.
        text: one sentence without an end; it also serves as a title.
        subject: what fails or works again (`scan`, `database`, `job nightly`); empty for other news.
        command: what to type about it; empty where nothing helps.
    """

    kind: NewsKind
    key: str
    at: datetime
    text: str
    subject: str = ""
    command: str = ""

    @property
    def ripe(self) -> datetime:
        """From when on it is worth a message."""
        return self.at + FAILING_GRACE if self.kind is NewsKind.SCAN_FAILING else self.at


@dataclass(frozen=True, slots=True)
class CauseLine:
    """One cause of new drift.

    Attributes:
        chunks: gold chunks that drifted by it.
        to_judge: those of them that somebody has to read.
        group: its name in the queue; empty where several groups are told as one.
    """

    chunks: int
    to_judge: int
    sentence: str
    group: str

    @property
    def told(self) -> int:
        """How many are told of: those to read, or all where none is."""
        return self.to_judge or self.chunks


@dataclass(frozen=True, slots=True)
class DriftNews:
    """Questions that people were not told of yet.

    Attributes:
        chunks: gold chunks that are newly asked about.
        queries: whose gold they are.
        gone: of the chunks, those with no successor.
        unchanged: of the chunks, those that moved byte for byte.
        harmless: of the chunks, those whose edit leaves no doubt in the grade.
        waiting: all open questions, those told of before included.
        causes: of what has to be read, most first; of all where nothing has.
        others: chunks of causes that are not listed; `other_causes` says of how many.
        commit: the state that was scanned, short; empty without git.
    """

    chunks: int
    queries: int
    gone: int
    unchanged: int
    harmless: int
    waiting: int
    causes: tuple[CauseLine, ...]
    others: int
    other_causes: int
    commit: str

    @property
    def to_judge(self) -> int:
        """Chunks that somebody has to read."""
        return self.chunks - self.unchanged - self.harmless


@dataclass(frozen=True, slots=True)
class Digest:
    """Everything there is to tell of one gold set at one moment.

    Attributes:
        project: how people call it.
        gold: the gold file as configured.
        at: in UTC.
        news: oldest first.
    """

    project: str
    gold: str
    at: datetime
    drift: DriftNews | None
    news: tuple[News, ...]


@dataclass(frozen=True, slots=True)
class Message:
    """A digest in words: one line, a short text for chats and pagers, and Markdown for who can show it."""

    title: str
    text: str
    markdown: str


@dataclass(frozen=True, slots=True)
class Unsent:
    """A message that one receiver hasn't got yet.

    Attributes:
        target: the receiver, by a name that gives nothing away.
        made: when the message was written.
        tries: how often it was refused.
        due: when it is tried next.
    """

    target: str
    message: Message
    made: datetime
    tries: int
    due: datetime


@dataclass(frozen=True, slots=True)
class Told:
    """A question that people heard of: its number, and when it was open last."""

    item: int
    seen: datetime


@dataclass(frozen=True, slots=True)
class Memory:
    """What was told and what is still to tell; outlives the process.

    Attributes:
        questions: content key → the question that was told.
        news: key of each told news → when it was told.
        look: a scan has settled since the queue was looked at for new questions.
        pending: news that wait for their hour, oldest first.
        failing: subject → key of the failure that people heard of and that has not ended.
        spoke: when the last message was written.
    """

    questions: Mapping[str, Told] = field(default_factory=dict)
    news: Mapping[str, datetime] = field(default_factory=dict)
    look: bool = False
    pending: tuple[News, ...] = ()
    failing: Mapping[str, str] = field(default_factory=dict)
    spoke: datetime | None = None
    unsent: tuple[Unsent, ...] = ()


@dataclass(frozen=True, slots=True)
class QuietHours:
    """Hours of the day in which nothing is sent, by the clock on the wall.

    Attributes:
        begin, end: from and to, the end not included; over midnight where the end is earlier.
    """

    begin: time
    end: time
    zone: tzinfo

    def covers(self, moment: datetime) -> bool:
        """Whether a moment lies in them."""
        clock = moment.astimezone(self.zone).time()
        if self.begin < self.end:
            return self.begin <= clock < self.end
        return clock >= self.begin or clock < self.end

    def over(self, moment: datetime) -> datetime:
        """When they end that cover a moment; the moment itself where none do."""
        if not self.covers(moment):
            return moment
        local = moment.astimezone(self.zone)
        day = local.date() if local.time() < self.end else local.date() + timedelta(days=1)
        return datetime.combine(day, self.end, self.zone).astimezone(moment.tzinfo)


@dataclass(frozen=True, slots=True)
class Manners:
    """When to speak, and of what.

    Attributes:
        gap: shortest time between two messages.
    """

    kinds: frozenset[NewsKind] = frozenset(NewsKind)
    quiet: QuietHours | None = None
    gap: timedelta = timedelta()

    def may_speak_at(self, memory: Memory, now: datetime) -> datetime:
        """The first moment from now on at which a message may be sent."""
        after_gap = max(now, memory.spoke + self.gap) if memory.spoke is not None else now
        return self.quiet.over(after_gap) if self.quiet is not None else after_gap
