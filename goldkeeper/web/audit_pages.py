"""The rows of an audit, read and decided in the browser: blind, one after the other."""

from typing import Annotated
from urllib.parse import urlencode

from fastapi import APIRouter, Form, Response

from goldkeeper.audit.sheet_answers import read_grade
from goldkeeper.audit.sheet_rows import assigned
from goldkeeper.audit.third_sheets import reason_for_third
from goldkeeper.model.audit_records import AuditRecord
from goldkeeper.model.errors import BadRequest, GoldkeeperError
from goldkeeper.model.judge_names import known_as
from goldkeeper.model.sheets import Answers
from goldkeeper.web.audit_view import audit_lines, decision_page, reading_page
from goldkeeper.web.seat import FormSeated, Seat, Seated
from goldkeeper.wiring.auditing import Auditing

router = APIRouter(include_in_schema=False)

Line = Annotated[str, Form(max_length=300)]
Note = Annotated[str, Form(max_length=4000)]
Tick = Annotated[bool, Form()]


@router.get("/audits")
def audits(seat: Seated) -> Response:
    """Every audit, newest first, with what it has for the visitor."""
    auditing = Auditing(seat.keeper)
    shelf = auditing.shelf()
    found = [auditing.status(name) for name in reversed(tuple(shelf.records))]
    return seat.page(
        "audits.html",
        audits=[audit_lines(one, seat.visitor.judge) for one in found],
        damaged=tuple(shelf.damaged.values()),
    )


@router.get("/audits/read")
def read(seat: Seated, audit: str = "", row: str = "") -> Response:
    """A row of the visitor's own: the named one, else the first that is not read."""
    if not seat.visitor.judge:
        return seat.see(f"/me?{urlencode({'next': _place('read', audit=audit)})}")
    return _reading(seat, Auditing(seat.keeper), audit, row)


@router.post("/audits/read")
def say(
    seat: FormSeated,
    audit: Line = "",
    row: Line = "",
    grade: Line = "",
    note: Note = "",
    *,
    unclear: Tick = False,
    wrong_span: Tick = False,
) -> Response:
    """Record what the visitor says of a row, and go on to the next."""
    auditing = Auditing(seat.keeper)
    try:
        record = auditing.named(audit)
        judge = _judge_of(seat, record)
        said = _answers(grade, note, unclear=unclear, wrong_span=wrong_span)
        auditing.answer(record, judge, auditing.row_named(record, row), said, origin="web")
    except BadRequest as problem:
        return _reading(seat, auditing, audit, row, problem=problem)
    return seat.see(_place("read", audit=audit))


@router.get("/audits/decide")
def decisions(seat: Seated, audit: str = "") -> Response:
    """The first row on which its two judges differ by one, for somebody who did not read it."""
    if not seat.visitor.judge:
        return seat.see(f"/me?{urlencode({'next': _place('decide', audit=audit)})}")
    return _deciding(seat, Auditing(seat.keeper), audit)


@router.post("/audits/decide")
def decide(
    seat: FormSeated,
    audit: Line = "",
    row: Line = "",
    grade: Line = "",
    note: Note = "",
    *,
    unclear: Tick = False,
    wrong_span: Tick = False,
) -> Response:
    """Record a third judge's decision."""
    auditing = Auditing(seat.keeper)
    if not seat.visitor.judge:
        return seat.see("/me")
    try:
        record = auditing.named(audit)
        said = _answers(grade, note, unclear=unclear, wrong_span=wrong_span)
        auditing.arbitrate(record.draw.name, auditing.row_named(record, row), seat.visitor.judge, said, origin="web")
    except BadRequest as problem:
        return _deciding(seat, auditing, audit, problem=problem)
    return seat.see(_place("decide", audit=audit))


def _reading(
    seat: Seat, auditing: Auditing, audit: str, row: str, *, problem: GoldkeeperError | None = None
) -> Response:
    record = auditing.named(audit)
    judge = _judge_of(seat, record)
    left = auditing.unread(record, judge)
    mine = assigned(record, judge)
    number = auditing.row_named(record, row) if row else next(iter(left), None)
    shown = None
    if number in mine:
        sheet = auditing.sheets.sheet(record, judge)
        shown = reading_page(sheet, sheet.rows[mine.index(number)], left=len(left))
    return seat.page(
        "audit_read.html",
        422 if problem is not None else 200,
        audit=record.draw.name,
        shown=shown,
        of=len(mine),
        problem=str(problem or ""),
    )


def _deciding(seat: Seat, auditing: Auditing, audit: str, *, problem: GoldkeeperError | None = None) -> Response:
    record = auditing.named(audit)
    waiting = auditing.to_decide(record.draw.name, seat.visitor.judge)
    shown = None
    if waiting:
        sheet = auditing.sheets.third(record, seat.visitor.judge, waiting[:1])
        shown = decision_page(sheet, reason_for_third(waiting[0], auditing.sheets.sees))
    return seat.page(
        "audit_decide.html",
        422 if problem is not None else 200,
        audit=record.draw.name,
        shown=shown,
        left=len(waiting),
        problem=str(problem or ""),
    )


def _judge_of(seat: Seat, record: AuditRecord) -> str:
    judge = known_as(seat.visitor.judge, record.judges)
    if judge is None:
        who = seat.visitor.judge or "whoever this is"
        remedy = f"its judges are {', '.join(record.judges)}"
        raise BadRequest("audit", f"{who} is no judge of audit {record.draw.name}", remedy)
    return judge


def _answers(grade: str, note: str, *, unclear: bool, wrong_span: bool) -> Answers:
    try:
        return Answers(read_grade(grade), unclear, wrong_span, note.strip())
    except ValueError as problem:
        raise BadRequest("grade", str(problem), "0, 1, 2 or 3") from None


def _place(what: str, *, audit: str) -> str:
    return f"/audits/{what}?{urlencode({'audit': audit})}"
