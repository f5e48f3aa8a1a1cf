"""The gate: may this gold set be released? What is known, what is asked, and what came of it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from goldkeeper.model.audit_records import GateOverride
from goldkeeper.model.audits import Estimate


class GateCheck(StrEnum):
    """What the gate looks at, in the order in which people would mend it; the values are names for scripts."""

    SCAN = "scan-fresh"
    PASSPORT = "passport-unchanged"
    DAMAGE = "gold-sound"
    DRIFT = "drift-resolved"
    APPLIED = "decisions-applied"
    AUDIT = "audit-drawn"
    FINISHED = "audit-finished"
    OVERDUE = "audit-recent"
    UNCHANGED = "gold-unchanged"
    MENDED = "errors-mended"
    BOUND = "errors-bounded"
    AGREEMENT = "judges-agree"


@dataclass(frozen=True, slots=True)
class GatePolicy:
    """What a release takes.

    Attributes:
        max_wrong: the bound on the share of wrong pairs may be so much at most, 0..1.
        min_alpha: ordinal alpha of the judges, at least; -1 asks for none.
        max_audit_days: an audit older than this is overdue.
        audit_each_release: whether each release takes an audit of its own.
        changed_pairs: so many pairs may have changed since the audit, apart from those that it found wrong.
        open_questions: so many questions may wait in the review queue, deferred ones included.
        override_days: somebody's word counts for so many days.
    """

    max_wrong: float
    min_alpha: float
    max_audit_days: int
    audit_each_release: bool
    changed_pairs: int
    open_questions: int
    override_days: int = 30


@dataclass(frozen=True, slots=True)
class AuditFacts:
    """What the gate knows of an audit.

    Attributes:
        open_rows, to_decide: rows that are not settled, and those of them that wait for a third judge.
        size, read, wrong: pairs of the set, settled ones, wrong ones.
        most: so many may be wrong, one-sided at `level`.
        rows_needed: so many rows of another draw, none of them wrong, would bring the bound to the limit.
        changed: pairs that changed since the draw, apart from those found wrong.
        mended, standing: pairs found wrong that the gold file has otherwise now, and that it has as before.
        made_otherwise: whether model or chunker of the index are others than when it was drawn.
        place: which audit of its release it is, from 1.
        left_open: earlier audits of its release that found pairs wrong which stand as before, and how many.
    """

    name: str
    release: str
    drawn_at: datetime
    rows: int
    open_rows: int
    size: int
    read: int
    wrong: int
    most: int
    rows_needed: int
    level: float
    alpha: Estimate
    raw: Estimate
    changed: int
    mended: int
    standing: int
    made_otherwise: bool
    place: int = 1
    to_decide: int = 0
    left_open: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class GatePlace:
    """A line of the gold file that a check is about; from 1."""

    line: int
    sentence: str


@dataclass(frozen=True)
class GateFacts:
    """What is known at the moment of asking.

    Attributes:
        scanned_at: when the last scan ran; None before the first.
        fresh: it saw this very state.
        moved: from which commit to which the code went since, short; empty where it did not, or nobody can tell.
        failing: why scans fail, and since when, in one sentence; empty where they don't.
        unsound: the gold file has damage, or IDs that can't be checked.
        open_questions: waiting and deferred ones.
        to_apply: decisions that are not in the gold file.
        upgrades: what changed of the index's passport and no scan has checked, each a sentence.
        audit: the one that counts; None where there is none.
        places: lines of the gold file that a check is about.
        audits_due: why an audit was asked for that nobody has drawn yet.
        index_known: whether anybody says how the index was made.
        judges_named: whether the configuration says who reads.
        newborn: the state was made just now, as in a fresh clone: what was scanned and read elsewhere is not in it.
    """

    gold: str
    gold_digest: str
    now: datetime
    scanned_at: datetime | None
    fresh: bool
    unsound: bool
    open_questions: int
    to_apply: int
    upgrades: tuple[str, ...]
    audit: AuditFacts | None
    places: Mapping[GateCheck, tuple[GatePlace, ...]] = field(default_factory=dict)
    audits_due: tuple[str, ...] = ()
    moved: str = ""
    failing: str = ""
    index_known: bool = True
    judges_named: bool = True
    newborn: bool = False


@dataclass(frozen=True, slots=True)
class CheckOutcome:
    """One look.

    Attributes:
        passed: None where it can't be said before something else is mended; then nothing is held against it.
        sentence: what was seen.
        remedy: what would do, where it failed, in words; empty where the commands say it.
        commands: what would do, in the order in which it is done; each can be pasted.
        places: lines of the gold file that it is about, by line; none where it is about the whole.
    """

    check: GateCheck
    passed: bool | None
    sentence: str
    remedy: str = ""
    commands: tuple[str, ...] = ()
    places: tuple[GatePlace, ...] = ()

    @classmethod
    def good(cls, check: GateCheck, sentence: str) -> "CheckOutcome":
        """Nothing against it."""
        return cls(check, passed=True, sentence=sentence)

    @classmethod
    def bad(cls, check: GateCheck, sentence: str, *commands: str, remedy: str = "") -> "CheckOutcome":
        """It stands in the way, and these would do."""
        return cls(check, passed=False, sentence=sentence, remedy=remedy, commands=commands)

    @classmethod
    def open(cls, check: GateCheck, sentence: str) -> "CheckOutcome":
        """It can't be said yet."""
        return cls(check, passed=None, sentence=sentence)

    @property
    def reason(self) -> str:
        """Name and sentence in one line; an override keeps it."""
        return f"{self.check}: {self.sentence}"

    @property
    def advice(self) -> str:
        """What would do, in one line; empty where nothing has to be done."""
        commands = ", then ".join(self.commands)
        return ": ".join(part for part in (self.remedy, commands) if part)


@dataclass(frozen=True, slots=True)
class LapsedWord:
    """Somebody's word that was given for this release and counts no more, and why."""

    word: GateOverride
    why: str


@dataclass(frozen=True)
class GateVerdict:
    """Whether a release may go out.

    Attributes:
        outcomes: every check, in order.
        override: who let it pass, where it was refused and somebody did.
        lapsed: where it is refused although somebody let it pass before: the newest such word.
    """

    release: str
    gold: str
    at: datetime
    outcomes: tuple[CheckOutcome, ...]
    policy: GatePolicy
    override: GateOverride | None = None
    lapsed: LapsedWord | None = None

    @property
    def failed(self) -> tuple[CheckOutcome, ...]:
        """Why it is refused; nothing where it is not."""
        return tuple(outcome for outcome in self.outcomes if outcome.passed is False)

    @property
    def passed(self) -> bool:
        """Whether it may go out, by its own merits or by somebody's word."""
        return not self.failed or self.override is not None
