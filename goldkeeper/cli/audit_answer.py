"""`goldkeeper audit answer` and `arbitrate`: reading rows in the terminal, one after the other."""

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

from goldkeeper.audit.sheet_answers import read_grade
from goldkeeper.audit.sheet_rows import assigned
from goldkeeper.audit.third_sheets import reason_for_third
from goldkeeper.cli.output import emit, emit_json, talk, visible
from goldkeeper.model.audits import ArbiterSees, Outcome
from goldkeeper.model.errors import BadRequest
from goldkeeper.model.sheets import Answers, AuditSheet, SheetRow
from goldkeeper.reporting.sheet_text import shown_code, shown_text
from goldkeeper.reporting.sheet_words import rule_words
from goldkeeper.reporting.wording import count

if TYPE_CHECKING:
    from goldkeeper.model.audit_records import AuditRecord, ReadingChange
    from goldkeeper.wiring.auditing import Auditing

MOST_LINES = 200  # of a chunk; what is longer says so, and the link shows the rest
_HINT = "grade 0-3; u query unclear, w wrong span, n TEXT a note, s skip, q stop"


def row_lines(row: SheetRow, of: int) -> Iterator[str]:
    """A row as it is read in a terminal; nothing of the grade, nor of what others said."""
    yield f"{row.number} of {of}   {row.key}"
    query = shown_text(row.query).split("\n")
    yield from (f"query   {query[0]}", *(f"        {line}" for line in query[1:]))
    kind = f"   {row.type}" if row.type else ""
    yield f"where   {shown_text(row.where)}{kind}"
    if row.link:
        yield f"        {row.link}"
    if row.remark:
        yield f"        {row.remark}"
    yield ""
    shown = shown_code(row, most_lines=MOST_LINES)
    yield from shown.numbered()
    if shown.note:
        yield shown.note
    yield ""


def rule_lines(sheet: AuditSheet) -> Iterator[str]:
    """What the answers mean."""
    words = rule_words(sheet)
    width = max(len(name) for name, _ in words)
    yield from (f"{name:<{width}}  {text}" for name, text in words)


def ask(auditing: "Auditing", record: "AuditRecord", judge: str) -> int:
    """One row after the other until all are read or the judge stops; how many were answered."""
    todo = auditing.unread(record, judge)
    sheet = auditing.sheets.sheet(record, judge)
    by_row = dict(zip(assigned(record, judge), sheet.rows, strict=True))
    if not todo:
        talk(f"{judge} has read all {count(len(sheet.rows), 'row')} of audit {record.draw.name}")
        return 0
    for line in rule_lines(sheet):
        talk(visible(line))
    answered = 0
    for number in todo:
        talk("")
        for line in row_lines(by_row[number], len(sheet.rows)):
            emit(visible(line))
        answers = _typed()
        if answers is None:
            break
        if answers.given:
            auditing.answer(record, judge, number, answers, origin="terminal")
            answered += 1
    talk(f"{count(answered, 'row')} answered, {len(auditing.unread(record, judge)):,} to go; the same command goes on")
    return answered


def _typed() -> Answers | None:
    """What the judge types for one row; None to stop. A grade ends it, ticks and notes come before."""
    answers = Answers()
    while True:
        sys.stderr.write(f"{_HINT}\n> ")
        sys.stderr.flush()
        line = sys.stdin.readline()
        if not line or line.strip().lower() == "q":
            return None
        word, _, rest = line.strip().partition(" ")
        match word.lower():
            case "":
                continue
            case "s":
                return answers
            case "u":
                answers = Answers(None, not answers.unclear, answers.wrong_span, answers.note)
            case "w":
                answers = Answers(None, answers.unclear, not answers.wrong_span, answers.note)
            case "n":
                answers = Answers(None, answers.unclear, answers.wrong_span, rest.strip())
            case _:
                try:
                    grade = read_grade(line.strip())
                except ValueError as problem:
                    talk(visible(str(problem)))
                    continue
                return Answers(grade, answers.unclear, answers.wrong_span, answers.note)
        talk(f"  {_marks(answers)}; now the grade, or s to leave it open" if answers.given else "  nothing marked")


def _marks(answers: Answers) -> str:
    parts = ["query unclear"] if answers.unclear else []
    parts += ["wrong span"] if answers.wrong_span else []
    parts += [f"note: {shown_text(answers.note)}"] if answers.note else []
    return ", ".join(parts)


def answers_from(grade: str, *, unclear: bool, wrong_span: bool, note: str) -> Answers:
    """Answers as options give them; raises BadRequest for what is no grade."""
    try:
        return Answers(read_grade(grade), unclear, wrong_span, note.strip())
    except ValueError as problem:
        raise BadRequest("--grade", str(problem), "0, 1, 2 or 3") from None


def say_change(record: "AuditRecord", change: "ReadingChange", *, as_json: bool) -> None:
    """Print the one answer that was recorded."""
    from goldkeeper.cli.audit_json import change_record
    from goldkeeper.cli.audit_view import answered_line

    if as_json:
        emit_json({"audit": record.draw.name, **change_record(change)})
    else:
        emit(visible(answered_line(change)))


def ask_third(auditing: "Auditing", record: "AuditRecord", judge: str) -> int:
    """The rows that wait for a third, one after the other, until all are decided or the judge stops."""
    todo = auditing.to_decide(record.draw.name, judge)
    sheet, sees = auditing.sheets.third(record, judge, todo), auditing.sheets.sees
    if not todo:
        talk(visible(f"no row of audit {record.draw.name} waits for a decision by {judge}"))
        return 0
    for line in rule_lines(sheet):
        talk(visible(line))
    decided = 0
    for one, row in zip(todo, sheet.rows, strict=True):
        talk("")
        for line in row_lines(row, len(todo)):
            emit(visible(line))
        for line in (reason_for_third(one, sees), *row.said):
            emit(visible(line))
        answers = _typed()
        if answers is None:
            break
        if answers.grade is not None or answers.unclear:
            auditing.arbitrate(record.draw.name, one.row.number, judge, answers, origin="terminal")
            decided += 1
    left = len(auditing.to_decide(record.draw.name, judge))
    talk(f"{count(decided, 'row')} decided, {left:,} to go; the same command goes on")
    return decided


def arbitration_lines(outcome: Outcome, row: SheetRow, sees: ArbiterSees) -> Iterator[str]:
    """A row that waits for a third judge, with what they may see of what the two said."""
    yield f"row {outcome.row.number}   {reason_for_third(outcome, sees)}"
    yield from (f"        {said}" for said in row.said)
    query = " ".join(shown_text(row.query).split())
    yield f"query   {query}"
    yield f"where   {shown_text(row.where)}"
    if row.link:
        yield f"        {row.link}"
