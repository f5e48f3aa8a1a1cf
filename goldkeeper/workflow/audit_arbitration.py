"""Two judges of an audit differ by a little, and a third decides: one by one, or in a sheet.

What a third decides is a reading like any other, with versions, beside the two blind ones. Nobody decides a row that
they have read, and nobody's decision is written over by somebody else's in passing: a sheet that comes late says so.
"""

from datetime import datetime

from goldkeeper.model.audit_records import ReadingChange
from goldkeeper.model.audits import Disposition, Outcome, Reading
from goldkeeper.model.errors import BadRequest
from goldkeeper.model.errors_audits import RowUnknown
from goldkeeper.model.judge_names import known_as
from goldkeeper.model.sheet_imports import Given, SheetProblem
from goldkeeper.model.sheets import Answers
from goldkeeper.ports import AuditBook, Clock
from goldkeeper.workflow.audit_reading import AuditStatus, as_reading, status


def decidable_by(found: AuditStatus, judge: str) -> tuple[Outcome, ...]:
    """Rows that wait for a third judge and are not this one's to read blind."""
    own = known_as(judge, found.record.judges)
    mine = {row for one in found.record.assignments if one.judge == own for row in one.rows}
    return tuple(one for one in found.rows(Disposition.ARBITRATE) if one.row.number not in mine)


def decided_by(found: AuditStatus, judge: str) -> tuple[Outcome, ...]:
    """Rows that this judge has decided as the third; one who comes back under another spelling is still the same."""
    return tuple(
        one
        for one in found.outcomes
        if one.arbitration is not None and known_as(judge, [one.arbitration.judge]) is not None
    )


def arbitrate(
    name: str, row: int, judge: str, answers: Answers, book: AuditBook, *, clock: Clock, origin: str
) -> ReadingChange:
    """Record what a third judge decides; what somebody else had decided stays on record before it.

    Raises:
        RowUnknown: the row waits for no third judge, and none has decided it.
        BadRequest: the judge is one of the two, or nothing is said.
    """
    found = next((one for one in status(name, book).outcomes if one.row.number == row), None)
    if found is None or not _may_be_decided(found):
        raise RowUnknown(name, f"{row} that waits for a third judge", f"goldkeeper audit arbitrate {name} lists them")
    if known_as(judge, [one.judge for one in found.readings]) is not None:
        remedy = "somebody who has not read it decides; pass --by NAME"
        raise BadRequest("audit arbitrate", f"{judge} is one of the two judges of row {row}", remedy)
    if not _decides(answers):
        raise BadRequest("audit arbitrate", "nothing is decided", "pass --grade G, or --unclear")
    return book.take(name, [decision(found, judge, answers, clock())], origin=origin)


def amiss_with(name: str, found: Outcome, one: Given, answers: Answers) -> SheetProblem | None:
    """Why a decision in a sheet can't be taken; None where it can."""
    judge, third = one.named.judge, found.arbitration
    what = remedy = ""
    if known_as(judge, [reading.judge for reading in found.readings]) is not None:
        what, remedy = f"{judge} is one of the judges who differ", "somebody who has not read the row decides it"
    elif not _may_be_decided(found):
        what, remedy = "the row waits for no third judge", f"goldkeeper audit status {name} tells where it stands"
    elif not _decides(answers):
        what, remedy = "a remark, and no decision", "give a grade, or tick 'query unclear'"
    elif third is not None and known_as(judge, [third.judge]) is None and not _same(third, answers):
        what = f"{third.judge} has decided otherwise"
        remedy = f"to put yours in its place, goldkeeper audit arbitrate {name} --row {found.row.number} --by {judge}"
    return SheetProblem(one.file, one.line, "", what, remedy) if what else None


def decision(found: Outcome, judge: str, answers: Answers, now: datetime) -> Reading:
    """What a third judge decides, as a reading; one who comes back under another spelling is still the same."""
    third = found.arbitration
    spelled = known_as(judge, [third.judge]) if third is not None else None
    return as_reading(found.row.number, spelled or judge, answers, now, arbitration=True)


def _may_be_decided(found: Outcome) -> bool:
    return found.disposition is Disposition.ARBITRATE or found.arbitration is not None


def _decides(answers: Answers) -> bool:
    return answers.grade is not None or answers.unclear


def _same(third: Reading, answers: Answers) -> bool:
    return (third.grade, third.ambiguous_query, third.wrong_span) == (
        answers.grade,
        answers.unclear,
        answers.wrong_span,
    )
