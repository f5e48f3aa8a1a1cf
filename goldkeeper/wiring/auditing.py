"""The audit bound to a project: its book, its sheets, its code."""

from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from goldkeeper.audit.findings import find
from goldkeeper.audit.planning import DEFAULT_HOPED, DEFAULT_LIMIT, plan_audit
from goldkeeper.audit.plans import DEFAULT_POWER
from goldkeeper.audit.sampling import Sampling
from goldkeeper.model.audit_plans import AuditPlan
from goldkeeper.model.audit_records import AuditRecord, ReadingChange
from goldkeeper.model.audit_results import AuditFindings, TrendPoint
from goldkeeper.model.audits import DrawMethod, Outcome
from goldkeeper.model.errors import BadRequest
from goldkeeper.model.errors_audits import AuditUnknown
from goldkeeper.model.gold import QueryId
from goldkeeper.model.judge_names import known_as
from goldkeeper.model.reviews import ItemState
from goldkeeper.model.sheets import Answers
from goldkeeper.ports import AuditBook, Progress
from goldkeeper.wiring.audit_sheets import AuditSheets
from goldkeeper.wiring.code_links import CodeLinks
from goldkeeper.wiring.keeper import Keeper
from goldkeeper.workflow.audit import DrawWish, Redraw, draw, redraw
from goldkeeper.workflow.audit_arbitration import arbitrate, decidable_by
from goldkeeper.workflow.audit_frame import Frame, make_frame, remap_evidence
from goldkeeper.workflow.audit_reading import (
    AuditStatus,
    answer,
    findings,
    readings_wanted,
    row_named,
    status,
    trend,
    unread,
)
from goldkeeper.workflow.audit_settling import Settled, settle
from goldkeeper.workflow.audit_shelf import AuditShelf, shelf_of


@dataclass(frozen=True, slots=True)
class DrawAsked:
    """What a person says of a draw; None and empty take what the configuration says."""

    release: str
    judges: tuple[str, ...] = ()
    share: float | None = None
    size: int | None = None
    seed: str = ""
    whole: bool = False
    risk_weighted: bool = False
    decoys: int | None = None
    rotate: bool = True
    name: str = ""


@dataclass(frozen=True, slots=True)
class PlanAsked:
    """What a person wishes to claim.

    Attributes:
        limit: at most this share is wrong, 0..1.
        hoped: what is hoped to be wrong; None takes what the last audit found.
        power: how often the claim is to be made then.
    """

    limit: float = DEFAULT_LIMIT
    hoped: float | None = None
    power: float = DEFAULT_POWER
    share: float | None = None
    size: int | None = None
    risk_weighted: bool = False

    def __post_init__(self) -> None:
        for name, value in (("--limit", self.limit), ("--power", self.power)):
            if not 0 < value < 1:
                raise BadRequest(name, f"{value:g} is no share", "a number between 0 and 1, such as 0.05")
        if self.hoped is not None and not 0 <= self.hoped < self.limit:
            raise BadRequest("--hoped", f"{self.hoped:g} is not below the limit", f"less than {self.limit:g}")


class Auditing:
    """All that `goldkeeper audit` asks of a project; other faces may ask the same."""

    def __init__(self, keeper: Keeper) -> None:
        self._keeper = keeper
        self._settings = keeper.settings.audit

    @cached_property
    def book(self) -> AuditBook:
        """The audits of this gold set."""
        from goldkeeper.stores.audit_book import DatabaseAuditBook

        return DatabaseAuditBook(self._keeper.database, self._keeper.scope)

    def shelf(self) -> AuditShelf:
        """Every audit, and those that are damaged."""
        return shelf_of(self.book)

    def named(self, name: str = "") -> AuditRecord:
        """An audit; without a name the newest. Raises AuditUnknown."""
        names = self.book.names()
        if not name and not names:
            raise AuditUnknown("", ())
        return self.book.audit(name or names[-1])

    @cached_property
    def sheets(self) -> AuditSheets:
        """What judges are handed, and what comes back."""
        return AuditSheets(self._keeper, self.book)

    def frame(self, *, progress: Progress | None = None) -> Frame:
        """Every pair that may be drawn now, with its risk."""
        keeper = self._keeper
        return make_frame(keeper.gold, keeper.code, keeper.queue, self.book, progress=progress)

    def draw(self, asked: DrawAsked, *, progress: Progress | None = None) -> AuditRecord:
        """Draw a sample and put it on record; raises AuditExists, BadRequest."""
        keeper, settings = self._keeper, self._settings
        method = DrawMethod(settings.method)
        if asked.whole or asked.risk_weighted:
            method = DrawMethod.WHOLE if asked.whole else DrawMethod.RISK_WEIGHTED
        wish = DrawWish(
            release=asked.release,
            judges=asked.judges or settings.judges,
            share=settings.share if asked.share is None else asked.share,
            size=asked.size,
            seed=asked.seed,
            method=method,
            decoys=settings.decoys if asked.decoys is None else asked.decoys,
            rotate=asked.rotate,
            name=asked.name,
        )
        frame = self.frame(progress=progress)
        digest, link = self._passport_digest(), CodeLinks(keeper).url
        record = draw(frame, wish, keeper.code, self.book, link=link, passport_digest=digest, clock=keeper.clock)
        keeper.audit_requests.settle(by=f"audit {record.draw.name}", at=record.draw.drawn_at)
        return record

    def _passport_digest(self) -> str | None:
        """Of what is known of the index now; the book keeps the passport itself."""
        from goldkeeper.wiring.passport_check import note_passport

        note_passport(self._keeper)
        standing = self._keeper.passport_book.standing()
        return standing.passport.digest if standing is not None else None

    def redraw(self, name: str = "") -> Redraw:
        """Whether the draw can be redone; raises AuditUnknown."""
        return redraw(self.named(name), self._keeper.gold, self._keeper.code)

    def status(self, name: str = "") -> AuditStatus:
        """Where an audit stands."""
        return status(self.named(name).draw.name, self.book)

    def to_decide(self, name: str, judge: str) -> tuple[Outcome, ...]:
        """Rows of an audit that wait for a third judge and that this one may decide."""
        return decidable_by(self.status(name), judge)

    def plan(self, asked: PlanAsked, *, progress: Progress | None = None) -> AuditPlan:
        """What a draw would be now, what it would show, and what a wished claim would take."""
        pairs = self.frame(progress=progress).pairs
        share = self._settings.share if asked.share is None else asked.share
        method = DrawMethod.RISK_WEIGHTED if asked.risk_weighted else DrawMethod(self._settings.method)
        wish = Sampling("plan", share=share, size=asked.size, method=method)
        hoped = self._hoped(asked.limit) if asked.hoped is None else asked.hoped
        return plan_audit(pairs, wish, limit=asked.limit, hoped=hoped, power=asked.power)

    def _hoped(self, limit: float) -> float:
        """What the last audit found, where it found less than the limit."""
        for name, record in reversed(tuple(self.shelf().records.items())):
            wanted = readings_wanted(record)
            seen = find(
                record.draw, self.book.readings(name), wanted=wanted, resamples=1, divisions=()
            ).overall.estimate.value
            if seen is not None and 0 < seen < limit:
                return seen
        return min(DEFAULT_HOPED, limit / 2)

    def findings(self, name: str = "", *, run: Path | None = None) -> AuditFindings:
        """All that an audit proves so far, and what it means for a run's measures, or for any run's.

        Raises:
            AuditUnknown: there is none of that name.
            RunUnreadable: the run can't be read.
        """
        from goldkeeper.stores.run_file import read_run

        keeper, record = self._keeper, self.named(name)
        gold = keeper.gold.file.read(keeper.code.knows).pairs
        evidence = remap_evidence(record, keeper.queue.items([ItemState.DECIDED, ItemState.APPLIED]))
        ranked = read_run(run, str(run)) if run is not None else None
        return findings(record.draw.name, self.book, gold=gold, evidence=evidence, run=ranked)

    def trend(self) -> tuple[TrendPoint, ...]:
        """The error share of each audit as far as it is read, oldest first."""
        return trend(self.book)

    def write_report(self, found: AuditFindings) -> tuple[str, ...]:
        """Leave the report in the reports folder; the files' names."""
        from goldkeeper.stores.audit_report import AuditReportFolder

        return AuditReportFolder(self._keeper.project.path(self._keeper.settings.reports.folder)).write(found)

    def unread(self, record: AuditRecord, judge: str) -> tuple[int, ...]:
        """What a judge has still to read."""
        return unread(record, judge, self.book)

    def row_named(self, record: AuditRecord, text: str) -> int:
        """A row by number or key."""
        return row_named(record, text)

    def answer(self, record: AuditRecord, judge: str, row: int, answers: Answers, *, origin: str) -> ReadingChange:
        """Record what a judge says of one row."""
        return answer(record, judge, row, answers, self.book, clock=self._keeper.clock, origin=origin)

    def arbitrate(self, name: str, row: int, judge: str, answers: Answers, *, origin: str) -> ReadingChange:
        """Record what a third judge decides."""
        return arbitrate(name, row, judge, answers, self.book, clock=self._keeper.clock, origin=origin)

    def person(self, by: str = "") -> str:
        """Who is at the keyboard.

        Raises:
            BadRequest: nobody is known.
        """
        name = by or self._keeper.judge
        if not name.strip():
            raise BadRequest("--by", "nobody answers", "pass --by NAME, or set review.judge in the configuration")
        return name

    def judge_of(self, record: AuditRecord, by: str = "") -> str:
        """The judge of an audit who is at the keyboard; raises BadRequest where that is none of them."""
        name = self.person(by)
        found = known_as(name, record.judges)
        if found is None:
            remedy = f"pass --by with one of {', '.join(record.judges)}"
            raise BadRequest("audit answer", f"{name} is no judge of audit {record.draw.name}", remedy)
        return found

    def lock(self, what: str) -> AbstractContextManager[None]:
        """Keep others out while something is written."""
        return self._keeper.lock(what)

    def settle(
        self,
        name: str,
        *,
        by: str,
        drop: Sequence[str] = (),
        rewritten: Sequence[str] = (),
        progress: Progress | None = None,
    ) -> Settled:
        """Put decisions into the review queue for what an audit found wrong; raises AuditUnknown, BadRequest."""
        keeper = self._keeper
        return settle(
            self.status(name),
            self.frame(progress=progress),
            keeper.queue,
            self.book,
            by=by,
            clock=keeper.clock,
            drop=[QueryId(query) for query in drop],
            rewritten=[QueryId(query) for query in rewritten],
            judged_zero=keeper.settings.gold.judged_zero,
        )
