"""The audit goes on: judges' answers come in, in files or one by one, and say where it stands."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import takewhile

from goldkeeper.audit.disposition import READINGS, dispose_all
from goldkeeper.audit.findings import find
from goldkeeper.audit.row_keys import read_row_key
from goldkeeper.audit.sheet_rows import answers_of, assigned, keys_of
from goldkeeper.audit.third_sheets import third_keys_of
from goldkeeper.model.audit_records import AuditRecord, ReadingChange
from goldkeeper.model.audit_results import AuditFindings, TrendPoint
from goldkeeper.model.audits import Disposition, Outcome, Reading
from goldkeeper.model.errors import BadRequest
from goldkeeper.model.errors_audits import RowUnknown
from goldkeeper.model.gold import GoldPair, Grade
from goldkeeper.model.runs import Run
from goldkeeper.model.sheet_imports import Given
from goldkeeper.model.sheets import Answers, Column
from goldkeeper.ports import AuditBook, AuditReadings, Clock
from goldkeeper.reporting.sheet_text import shown_text
from goldkeeper.workflow.audit_shelf import shelf_of

_TREND_RESAMPLES = 100  # for the interval of a former audit's agreement


def with_absent(one: Given, before: Reading) -> Answers:
    """What a sheet says; in columns that it has not, what was said before."""
    given, absent, said = one.answers, one.absent, answers_of(before)
    return Answers(
        said.grade if Column.GRADE in absent else given.grade,
        said.unclear if Column.UNCLEAR in absent else given.unclear,
        said.wrong_span if Column.SPAN in absent else given.wrong_span,
        said.note if Column.NOTE in absent else given.note,
    )


def as_reading(row: int, judge: str, answers: Answers, at: datetime, *, arbitration: bool = False) -> Reading:
    """Answers as a reading; a note in the form in which a sheet shows it, so that it comes back the same."""
    return Reading(
        row=row,
        judge=judge,
        grade=Grade(answers.grade) if answers.grade is not None else None,
        at=at,
        doubt=shown_text(answers.note),
        ambiguous_query=answers.unclear,
        wrong_span=answers.wrong_span,
        arbitration=arbitration,
    )


@dataclass(frozen=True, slots=True)
class JudgeProgress:
    """How far a judge has come."""

    judge: str
    read: int
    of: int

    @property
    def unread(self) -> int:
        """Rows that wait for this judge."""
        return self.of - self.read


@dataclass(frozen=True, slots=True)
class AuditStatus:
    """Where an audit stands.

    Attributes:
        outcomes: one a row, by number; decoys among them.
        progress: by judge, in the order named.
    """

    record: AuditRecord
    outcomes: tuple[Outcome, ...]
    progress: tuple[JudgeProgress, ...]

    def rows(self, disposition: Disposition) -> tuple[Outcome, ...]:
        """The gold rows for which this follows; decoys are no part of it."""
        return tuple(one for one in self.outcomes if one.disposition is disposition and not one.row.decoy)

    @property
    def finished(self) -> bool:
        """Whether every gold row is settled."""
        return all(one.settled for one in self.outcomes if not one.row.decoy)

    @property
    def settled_from_first(self) -> tuple[int, int]:
        """Up to which gold row, counted by number, all are settled, and how many of these are wrong.

        That is what a plan with several looks asks for: rows that are settled out of turn tell nothing there.
        """
        held = list(takewhile(lambda one: one.settled, (one for one in self.outcomes if not one.row.decoy)))
        return len(held), sum(one.wrong for one in held)


def status(name: str, book: AuditReadings) -> AuditStatus:
    """Where an audit stands; raises AuditUnknown."""
    record, readings = book.audit(name), book.readings(name)
    outcomes = dispose_all(record.draw, readings, wanted=readings_wanted(record))
    said = {(one.judge, one.row) for one in readings if not one.arbitration}
    progress = [
        JudgeProgress(one.judge, sum((one.judge, row) in said for row in one.rows), len(one.rows))
        for one in record.assignments
    ]
    return AuditStatus(record, outcomes, tuple(progress))


def findings(
    name: str,
    book: AuditBook,
    *,
    gold: Sequence[GoldPair] | None,
    evidence: Mapping[int, str],
    run: Run | None = None,
) -> AuditFindings:
    """All that an audit proves so far, with the audits before it as a trend; raises AuditUnknown.

    Args:
        gold: the whole gold set, for what the errors mean for measures; None leaves that out.
        evidence: row → what the remap of its chunk stood on.
        run: whose measures the errors may move; None: those of any run.
    """
    record = book.audit(name)
    earlier = trend(book, before=name)
    wanted = readings_wanted(record)
    return find(
        record.draw,
        book.readings(name),
        wanted=wanted,
        gold=gold,
        run=None if run is None else {str(query): [one.chunk for one in top] for query, top in run.rankings.items()},
        run_name="" if run is None else run.tag or run.name,
        evidence=evidence,
        earlier=earlier,
    )


def trend(book: AuditBook, *, before: str | None = None) -> tuple[TrendPoint, ...]:
    """What each audit found so far, oldest first; all of them, or those before one."""
    points = []
    for name, record in shelf_of(book).records.items():
        if name == before:
            break
        wanted = readings_wanted(record)
        seen = find(record.draw, book.readings(name), wanted=wanted, resamples=_TREND_RESAMPLES, divisions=())
        points.append(seen.trend[-1])
    return tuple(points)


def readings_wanted(record: AuditRecord) -> int:
    """Blind readings that a row takes; one where only one judge reads."""
    return min(READINGS, len(record.judges))


def unread(record: AuditRecord, judge: str, book: AuditBook) -> tuple[int, ...]:
    """The rows that a judge has still to read, in the judge's order."""
    said = {one.row for one in book.readings(record.draw.name) if one.judge == judge and not one.arbitration}
    return tuple(row for row in assigned(record, judge) if row not in said)


def answer(
    record: AuditRecord, judge: str, row: int, answers: Answers, book: AuditBook, *, clock: Clock, origin: str
) -> ReadingChange:
    """Record what a judge says of one row.

    Raises:
        RowUnknown: the row is not this judge's.
        BadRequest: nothing is said.
    """
    if row not in assigned(record, judge):
        raise RowUnknown(record.draw.name, f"{row} for judge {judge!r}", "it is another judge's")
    if not answers.given:
        raise BadRequest(f"row {row}", "nothing is answered", "give a grade, a tick or a note")
    return book.take(record.draw.name, [as_reading(row, judge, answers, clock())], origin=origin)


def row_named(record: AuditRecord, text: str) -> int:
    """A row by its number in the draw, or by any key that stands in a sheet; raises RowUnknown."""
    key = read_row_key(text)
    if key is not None:
        named = keys_of(record).get(key, (third_keys_of(record).get(key), ""))[0]
        if named is not None:
            return named
    elif text.strip().isdecimal() and int(text) in record.draw.rows_by_number:
        return int(text)
    raise RowUnknown(
        record.draw.name, repr(text), f"its rows are 1 to {len(record.draw.rows)}, or the keys of its sheets"
    )
