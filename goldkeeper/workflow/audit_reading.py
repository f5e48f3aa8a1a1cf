"""The audit goes on: judges' answers come in, in files or one by one, and say where it stands."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import takewhile

from goldkeeper.audit.disposition import READINGS, dispose_all
from goldkeeper.audit.findings import find
from goldkeeper.audit.row_keys import read_row_key
from goldkeeper.audit.sheet_intake import read_filled
from goldkeeper.audit.sheet_rows import answers_of, assigned, keys_of
from goldkeeper.model.audit_records import AuditRecord, ReadingChange
from goldkeeper.model.audit_results import AuditFindings, TrendPoint
from goldkeeper.model.audits import Disposition, Outcome, Reading
from goldkeeper.model.errors import BadRequest
from goldkeeper.model.errors_audits import AuditUnknown, RowUnknown, SheetRefused
from goldkeeper.model.gold import GoldPair, Grade
from goldkeeper.model.judge_names import known_as
from goldkeeper.model.runs import Run
from goldkeeper.model.sheet_imports import Given, NamedRow, SheetFindings, SheetProblem
from goldkeeper.model.sheets import Answers, Column, SheetTable
from goldkeeper.ports import AuditBook, Clock
from goldkeeper.reporting.sheet_text import shown_text

_TREND_RESAMPLES = 100  # for the interval of a former audit's agreement


@dataclass(frozen=True, slots=True)
class Imported:
    """What an import came to.

    Attributes:
        changes: by audit, in the order in which they were drawn.
        problems: every file, row and column that needs somebody, in the order of the files.
    """

    changes: Mapping[str, ReadingChange]
    blank: int
    problems: tuple[SheetProblem, ...]

    @property
    def lost(self) -> tuple[SheetProblem, ...]:
        """Problems for which an answer was not taken."""
        return tuple(problem for problem in self.problems if problem.lost)


def import_sheets(
    files: Iterable[Sequence[SheetTable]], book: AuditBook, *, clock: Clock, judge: str = "", strict: bool = False
) -> Imported:
    """Take in what judges wrote.

    Args:
        files: each with its tables.
        judge: who read, whatever the sheets say.
        strict: take nothing if anything is amiss.

    Raises:
        AuditUnknown: nothing was ever drawn.
        RowUnknown: the named judge has no such row.
        SheetRefused: strict, and something is amiss.
    """
    records = {name: book.audit(name) for name in book.names()}
    if not records:
        raise AuditUnknown("", ())
    keys = {
        key: NamedRow(name, row, whose)
        for name, record in records.items()
        for key, (row, whose) in keys_of(record).items()
    }
    findings = read_filled(files, keys, judge=judge)
    if judge:
        findings = _read_by(findings, records, judge)
    lost = [problem.sentence for problem in findings.problems if problem.lost]
    if strict and lost:
        raise SheetRefused(lost)
    now = clock()
    changes: dict[str, ReadingChange] = {}
    for name in records:
        given = [one for one in findings.given if one.named.audit == name]
        if given:
            changes[name] = _take(name, given, book, now)
    return Imported(changes, findings.blank, findings.problems)


def _read_by(findings: SheetFindings, records: Mapping[str, AuditRecord], judge: str) -> SheetFindings:
    """The answers as those of one judge, spelled as in each audit."""
    given = []
    for one in findings.given:
        record = records[one.named.audit]
        known = known_as(judge, record.judges) or judge
        if one.named.row not in assigned(record, known):
            raise RowUnknown(
                one.named.audit, f"{one.named.row} for judge {judge!r}", f"see {one.place}; import without --judge"
            )
        given.append(replace(one, named=replace(one.named, judge=known)))
    return replace(findings, given=tuple(given))


def _take(name: str, given: Sequence[Given], book: AuditBook, now: datetime) -> ReadingChange:
    """Answers → readings; what a file has no column for stays as it was said before."""
    standing = {(one.row, one.judge): one for one in book.readings(name) if not one.arbitration}
    added: list[Reading] = []
    unchanged: list[Reading] = []
    changed: list[tuple[Reading, Reading]] = []
    for origin in dict.fromkeys(one.file for one in given):
        readings = []
        for one in given:
            if one.file == origin:
                before = standing.get((one.named.row, one.named.judge))
                answers = one.answers if before is None else _with_absent(one, answers_of(before))
                readings.append(as_reading(one.named.row, one.named.judge, answers, now))
        change = book.take(name, readings, origin=origin)
        added += change.added
        unchanged += change.unchanged
        changed += change.changed
    return ReadingChange(tuple(added), tuple(unchanged), tuple(changed))


def _with_absent(one: Given, before: Answers) -> Answers:
    given, absent = one.answers, one.absent
    return Answers(
        before.grade if Column.GRADE in absent else given.grade,
        before.unclear if Column.UNCLEAR in absent else given.unclear,
        before.wrong_span if Column.SPAN in absent else given.wrong_span,
        before.note if Column.NOTE in absent else given.note,
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


def status(name: str, book: AuditBook) -> AuditStatus:
    """Where an audit stands; raises AuditUnknown."""
    record, readings = book.audit(name), book.readings(name)
    outcomes = dispose_all(record.draw, readings, wanted=readings_wanted(record))
    said = {(one.judge, one.row) for one in readings if not one.arbitration}
    progress = [
        JudgeProgress(one.judge, sum((one.judge, row) in said for row in one.rows), len(one.rows))
        for one in record.assignments
    ]
    return AuditStatus(record, outcomes, tuple(progress))


def decidable_by(found: AuditStatus, judge: str) -> tuple[Outcome, ...]:
    """Rows that wait for a third judge and are not this one's to read blind."""
    own = known_as(judge, found.record.judges)
    mine = {row for one in found.record.assignments if one.judge == own for row in one.rows}
    return tuple(one for one in found.rows(Disposition.ARBITRATE) if one.row.number not in mine)


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
    for name in book.names():
        if name == before:
            break
        record = book.audit(name)
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


def arbitrate(
    name: str, row: int, judge: str, answers: Answers, book: AuditBook, *, clock: Clock, origin: str
) -> ReadingChange:
    """Record what a third judge decides.

    Raises:
        RowUnknown: the row waits for no third judge, and none has decided it.
        BadRequest: the judge is one of the two, or nothing is said.
    """
    found = next((one for one in status(name, book).outcomes if one.row.number == row), None)
    if found is None or (found.disposition is not Disposition.ARBITRATE and found.arbitration is None):
        raise RowUnknown(name, f"{row} that waits for a third judge", f"goldkeeper audit arbitrate {name} lists them")
    if known_as(judge, [one.judge for one in found.readings]) is not None:
        remedy = "somebody who has not read it decides; pass --by NAME"
        raise BadRequest("audit arbitrate", f"{judge} is one of the two judges of row {row}", remedy)
    if answers.grade is None and not answers.unclear:
        raise BadRequest("audit arbitrate", "nothing is decided", "pass --grade G, or --unclear")
    if found.arbitration is not None:  # one who comes back under another spelling is still the same
        judge = known_as(judge, [found.arbitration.judge]) or judge
    return book.take(name, [as_reading(row, judge, answers, clock(), arbitration=True)], origin=origin)


def row_named(record: AuditRecord, text: str) -> int:
    """A row by its number in the draw, or by any key that stands in a sheet; raises RowUnknown."""
    key = read_row_key(text)
    if key is not None:
        named = keys_of(record).get(key)
        if named is not None:
            return named[0]
    elif text.strip().isdecimal() and int(text) in record.draw.rows_by_number:
        return int(text)
    raise RowUnknown(
        record.draw.name, repr(text), f"its rows are 1 to {len(record.draw.rows)}, or the keys of its sheets"
    )
