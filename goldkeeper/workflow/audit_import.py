"""Filled sheets come back: blind readings and third judges' decisions, each held against what was said before.

A judge may change their mind, and the newest sheet tells. But an old copy of a sheet tells nothing new: an answer that
its judge gave before and changed since stays changed, and is named, so that sheets may come in any order and twice.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from goldkeeper.audit.sheet_intake import read_filled
from goldkeeper.audit.sheet_rows import answers_of, assigned, keys_of
from goldkeeper.audit.third_sheets import answer_words, third_keys_of
from goldkeeper.model.audit_records import AuditRecord, ReadingChange, ReadingVersion
from goldkeeper.model.audits import Reading
from goldkeeper.model.errors_audits import AuditUnknown, RowUnknown, SheetRefused
from goldkeeper.model.judge_names import known_as
from goldkeeper.model.sheet_imports import Given, NamedRow, SheetFindings, SheetProblem
from goldkeeper.model.sheets import SheetTable
from goldkeeper.ports import AuditBook, AuditReadings, Clock
from goldkeeper.workflow.audit_arbitration import amiss_with, decision
from goldkeeper.workflow.audit_reading import as_reading, status, with_absent
from goldkeeper.workflow.audit_shelf import shelf_of
from goldkeeper.workflow.audit_trial import TrialBook, says


@dataclass(frozen=True, slots=True)
class Imported:
    """What an import came to.

    Attributes:
        changes: by audit, in the order in which they were drawn.
        problems: every file, row and column that needs somebody, in the order of the files.
        tried: nothing was written.
    """

    changes: Mapping[str, ReadingChange]
    blank: int
    problems: tuple[SheetProblem, ...]
    tried: bool = False

    @property
    def lost(self) -> tuple[SheetProblem, ...]:
        """Problems for which an answer was not taken."""
        return tuple(problem for problem in self.problems if problem.lost)


def import_sheets(
    files: Iterable[Sequence[SheetTable]],
    book: AuditBook,
    *,
    clock: Clock,
    judge: str = "",
    strict: bool = False,
    dry: bool = False,
) -> Imported:
    """Take in what judges wrote.

    Args:
        files: each with its tables.
        judge: who read, whatever the sheets say.
        strict: take nothing if anything is amiss.
        dry: say what would be taken in, and take nothing.

    Raises:
        AuditUnknown: nothing was ever drawn.
        RowUnknown: the named judge has no row of an audit.
        SheetRefused: strict, and something is amiss.
    """
    shelf = shelf_of(book)
    records = shelf.records
    if not records:
        for damaged in shelf.damaged.values():
            raise damaged
        raise AuditUnknown("", ())
    findings = read_filled(files, _keys_of(records), judge=judge, unreadable=tuple(shelf.damaged))
    if judge:
        findings = _read_by(findings, records, judge)
    now = clock()
    tried = _take_all(findings, records, TrialBook(book), now)
    lost = [problem.sentence for problem in tried.lost]
    if strict and lost:
        raise SheetRefused(lost)
    return replace(tried, tried=True) if dry else _take_all(findings, records, book, now)


def _keys_of(records: Mapping[str, AuditRecord]) -> dict[str, NamedRow]:
    keys = {
        key: NamedRow(name, row, whose)
        for name, record in records.items()
        for key, (row, whose) in keys_of(record).items()
    }
    for name, record in records.items():
        keys |= {key: NamedRow(name, row, "", third=True) for key, row in third_keys_of(record).items()}
    return keys


def _read_by(findings: SheetFindings, records: Mapping[str, AuditRecord], judge: str) -> SheetFindings:
    """The answers as those of one judge, spelled as in each audit; rows that another reads are named."""
    given: list[Given] = []
    problems: list[SheetProblem] = []
    for one in findings.given:
        record = records[one.named.audit]
        known = known_as(judge, record.judges) or judge
        if not one.named.third and known not in record.judges:
            whose = f"its judges are {', '.join(record.judges)}; import {one.place} without --judge"
            raise RowUnknown(one.named.audit, f"for judge {judge!r}", whose)
        if one.named.third or one.named.row in assigned(record, known):
            given.append(replace(one, named=replace(one.named, judge=known)))
        else:
            what = f"{judge} does not read this row"
            problems.append(SheetProblem(one.file, one.line, "", what, "import it without --judge"))
    return replace(findings, given=tuple(given), problems=(*findings.problems, *problems))


def _take_all(
    findings: SheetFindings, records: Mapping[str, AuditRecord], book: AuditReadings, now: datetime
) -> Imported:
    """Blind readings first: what two judges say in one import may be what a third decides in it."""
    changes: dict[str, ReadingChange] = {}
    problems: list[SheetProblem] = []
    for name in records:
        given = [one for one in findings.given if one.named.audit == name]
        parts: list[ReadingChange] = []
        for third in (False, True):
            of_kind = [one for one in given if one.named.third is third]
            for origin in dict.fromkeys(one.file for one in of_kind):
                mine = [one for one in of_kind if one.file == origin]
                readings, amiss = (_decisions if third else _readings)(name, mine, book, now)
                problems += amiss
                parts.append(book.take(name, readings, origin=origin))
        if given:
            changes[name] = _joined(parts)
    return Imported(changes, findings.blank, (*findings.problems, *problems))


def _readings(
    name: str, given: Sequence[Given], book: AuditReadings, now: datetime
) -> tuple[list[Reading], list[SheetProblem]]:
    """Answers → blind readings; what a file has no column for stays as it was said before."""
    past = _versions(name, book, third=False)
    readings: list[Reading] = []
    problems: list[SheetProblem] = []
    for one in given:
        before = past.get((one.named.row, one.named.judge), [])
        answers = one.answers if not before else with_absent(one, before[-1].reading)
        reading = as_reading(one.named.row, one.named.judge, answers, now)
        if (problem := _out_of_date(name, one, reading, before)) is not None:
            problems.append(problem)
        else:
            readings.append(reading)
    return readings, problems


def _decisions(
    name: str, given: Sequence[Given], book: AuditReadings, now: datetime
) -> tuple[list[Reading], list[SheetProblem]]:
    """Answers → what third judges decide, where there is something to decide and they may."""
    past = _versions(name, book, third=True)
    outcomes = {one.row.number: one for one in status(name, book).outcomes}
    readings: list[Reading] = []
    problems: list[SheetProblem] = []
    for one in given:
        found = outcomes[one.named.row]
        third = found.arbitration
        own = third is not None and known_as(one.named.judge, [third.judge]) is not None
        answers = with_absent(one, third) if third is not None and own else one.answers
        reading = decision(found, one.named.judge, answers, now)
        problem = amiss_with(name, found, one, answers)
        if problem is None:
            problem = _out_of_date(name, one, reading, past.get((reading.row, reading.judge), []))
        if problem is not None:
            problems.append(problem)
        else:
            readings.append(reading)
    return readings, problems


def _versions(name: str, book: AuditReadings, *, third: bool) -> dict[tuple[int, str], list[ReadingVersion]]:
    found: dict[tuple[int, str], list[ReadingVersion]] = {}
    for one in book.log(name):
        if one.reading.arbitration is third:
            found.setdefault((one.reading.row, one.reading.judge), []).append(one)
    return found


def _out_of_date(name: str, one: Given, reading: Reading, before: Sequence[ReadingVersion]) -> SheetProblem | None:
    """What to tell of an answer that its judge changed since; None for a new one, and for the one that stands."""
    if not before or says(before[-1].reading) == says(reading):
        return None
    if all(says(version.reading) != says(reading) for version in before[:-1]):
        return None
    last = before[-1]
    what = f"{answer_words(one.answers)} is what {reading.judge} said before; since then it is"
    what += f" {answer_words(answers_of(last.reading))} ({last.origin}, {last.reading.at:%Y-%m-%d %H:%M} UTC)"
    command = "arbitrate" if reading.arbitration else "answer"
    remedy = f"if the old answer holds, goldkeeper audit {command} {name} --row {one.key or reading.row}"
    return SheetProblem(one.file, one.line, "", what, remedy)


def _joined(parts: Sequence[ReadingChange]) -> ReadingChange:
    return ReadingChange(
        tuple(one for part in parts for one in part.added),
        tuple(one for part in parts for one in part.unchanged),
        tuple(one for part in parts for one in part.changed),
    )
