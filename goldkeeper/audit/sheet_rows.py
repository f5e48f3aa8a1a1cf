"""A draw and a judge → the sheet that this judge gets."""

from collections.abc import Iterable, Mapping, Sequence

from goldkeeper.audit.row_keys import make_row_key
from goldkeeper.model.audit_records import AuditRecord
from goldkeeper.model.audits import Reading
from goldkeeper.model.errors_audits import RowUnknown
from goldkeeper.model.sheets import NO_ANSWERS, Answers, AuditSheet, Rule, SheetRow


def make_sheet(
    record: AuditRecord,
    judge: str,
    rules: Sequence[Rule],
    readings: Iterable[Reading] = (),
    *,
    rows: Sequence[int] | None = None,
) -> AuditSheet:
    """One judge's rows in the order drawn for them, blind to grade, stratum, decoys and to all other judges.

    Args:
        record: the audit.
        judge: whose sheet.
        rules: what the grades mean, highest first.
        readings: what this judge has said already is filled in; what others said is not looked at.
        rows: only these, in this order; None takes the judge's assignment.

    Raises:
        RowUnknown: nothing is assigned to this judge.
    """
    numbers = assigned(record, judge) if rows is None else tuple(rows)
    texts = {text.row: text for text in record.texts}
    said = {one.row: one for one in readings if one.judge == judge and not one.arbitration}
    made = []
    for place, number in enumerate(numbers, 1):
        pair, text = record.draw.rows_by_number[number].pair, texts[number]
        made.append(
            SheetRow(
                number=place,
                key=row_key(record, number, judge),
                query=pair.query,
                type=pair.type.value if pair.type is not None else "",
                path=text.path,
                symbol=text.symbol,
                first_line=text.first_line,
                code=text.code,
                commit=text.commit or "",
                link=text.link,
                answers=answers_of(said[number]) if number in said else NO_ANSWERS,
                remark=text.note,
            )
        )
    return AuditSheet(record.draw.name, judge, record.state, tuple(rules), tuple(made))


def assigned(record: AuditRecord, judge: str) -> tuple[int, ...]:
    """The rows of a judge, in their order; raises RowUnknown where there are none."""
    for assignment in record.assignments:
        if assignment.judge == judge:
            return assignment.rows
    raise RowUnknown(record.draw.name, f"for judge {judge!r}", f"its judges are {', '.join(record.judges)}")


def row_key(record: AuditRecord, row: int, judge: str) -> str:
    """The key of a row in a judge's sheet."""
    return make_row_key(record.draw.name, row, judge, f"{record.draw.seed}\0{record.draw.frame_digest}")


def keys_of(record: AuditRecord) -> Mapping[str, tuple[int, str]]:
    """Every key of an audit → row and judge."""
    return {row_key(record, row, one.judge): (row, one.judge) for one in record.assignments for row in one.rows}


def answers_of(reading: Reading) -> Answers:
    """A reading as it stands in a sheet."""
    return Answers(reading.grade, reading.ambiguous_query, reading.wrong_span, reading.doubt)
