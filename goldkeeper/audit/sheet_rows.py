"""A draw and a judge → the sheet that this judge gets."""

from collections.abc import Iterable, Mapping, Sequence

from goldkeeper.audit.row_keys import make_row_key
from goldkeeper.model.audit_records import AuditRecord, RowText
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
    texts = texts_of(record)
    said = {one.row: one for one in readings if one.judge == judge and not one.arbitration}
    made = [
        shown_row(
            record,
            texts[number],
            place,
            row_key(record, number, judge),
            answers_of(said[number]) if number in said else NO_ANSWERS,
        )
        for place, number in enumerate(numbers, 1)
    ]
    return AuditSheet(record.draw.name, judge, record.state, tuple(rules), tuple(made))


def shown_row(record: AuditRecord, text: RowText, place: int, key: str, answers: Answers) -> SheetRow:
    """A row as any judge may see it: the query and the code, and nothing that anybody said of them."""
    pair = record.draw.rows_by_number[text.row].pair
    return SheetRow(
        number=place,
        key=key,
        query=pair.query,
        type=pair.type.value if pair.type is not None else "",
        path=text.path,
        symbol=text.symbol,
        first_line=text.first_line,
        code=text.code,
        commit=text.commit or "",
        link=text.link,
        answers=answers,
        remark=text.note,
    )


def texts_of(record: AuditRecord) -> Mapping[int, RowText]:
    """The code of each row, by its number."""
    return {text.row: text for text in record.texts}


def assigned(record: AuditRecord, judge: str) -> tuple[int, ...]:
    """The rows of a judge, in their order; raises RowUnknown where there are none."""
    for assignment in record.assignments:
        if assignment.judge == judge:
            return assignment.rows
    raise RowUnknown(record.draw.name, f"for judge {judge!r}", f"its judges are {', '.join(record.judges)}")


def row_key(record: AuditRecord, row: int, judge: str) -> str:
    """The key of a row in a judge's sheet."""
    return make_row_key(record.draw.name, row, judge, secret_of(record))


def secret_of(record: AuditRecord) -> str:
    """What tells the keys of two audits of one name apart."""
    return f"{record.draw.seed}\0{record.draw.frame_digest}"


def keys_of(record: AuditRecord) -> Mapping[str, tuple[int, str]]:
    """Every key of an audit's blind sheets → row and judge."""
    return {row_key(record, row, one.judge): (row, one.judge) for one in record.assignments for row in one.rows}


def answers_of(reading: Reading) -> Answers:
    """A reading as it stands in a sheet."""
    return Answers(reading.grade, reading.ambiguous_query, reading.wrong_span, reading.doubt)
