r"""A sheet as CSV.

The dialect: commas, double quotes where needed and doubled inside, `\r\n` after each row and `\n` inside a cell
(RFC 4180), UTF-8 with a byte order mark, without which Excel reads it as the code page of the machine. Excel in
countries that write 3,5 wants semicolons: `audit.csv_separator = ";"`. No `sep=` line: only Excel knows it.

No cell begins with what starts a formula; see `model.safe_cells`.
"""

import csv
from collections.abc import Mapping, Sequence

from goldkeeper.model.safe_cells import guarded
from goldkeeper.model.sheets import ANSWERS, AuditSheet, Column, SheetRow
from goldkeeper.reporting.sheet_text import MOST_BREAKS, fitted, shown_code, shown_text

BYTE_ORDER_MARK = "\ufeff"


class _Rows(list[str]):
    """What `csv` writes to."""

    def write(self, row: str) -> int:
        self.append(row)
        return len(row)


def csv_sheet(sheet: AuditSheet, *, separator: str = ",") -> str:
    """The sheet as text, byte order mark first; every row has the same number of cells."""
    rows = _Rows()
    writer = csv.writer(rows, delimiter=separator, lineterminator="\r\n", strict=True)
    writer.writerow([column.value for column in sheet.columns])
    for row in sheet.rows:
        cells = row_cells(sheet, row)
        writer.writerow([_cell(column, fitted(cells[column]), separator) for column in sheet.columns])
    return BYTE_ORDER_MARK + "".join(rows)


def _cell(column: Column, text: str, separator: str) -> str:
    """What is read again is guarded so that it comes back; code only where it must be, for `f(a,-1)` is common."""
    if column in ANSWERS:
        return guarded(text)
    return guarded(text, splits=",;".replace(separator, ""))


def row_cells(sheet: AuditSheet, row: SheetRow) -> Mapping[Column, str]:
    """A row's texts by column, unguarded."""
    shown = shown_code(row, most_lines=MOST_BREAKS - 3)
    code = [*([row.remark] if row.remark else []), *shown.numbered(), *([shown.note] if shown.note else [])]
    answers = row.answers
    return {
        Column.NUMBER: str(row.number),
        Column.QUERY: shown_text(row.query),
        Column.TYPE: row.type,
        Column.WHERE: shown_text(row.where),
        Column.CODE: "\n".join(code),
        Column.SAID: "\n".join(map(shown_text, row.said)),
        Column.GRADE: "" if answers.grade is None else str(answers.grade),
        Column.UNCLEAR: "yes" if answers.unclear else "",
        Column.SPAN: "yes" if answers.wrong_span else "",
        Column.NOTE: shown_text(answers.note),
        Column.LINK: row.link,
        Column.ROW: row.key,
        Column.JUDGE: shown_text(sheet.judge),
        Column.AUDIT: shown_text(sheet.audit),
        Column.COMMIT: row.commit[:12],
    }


def in_parts(rows: Sequence[SheetRow], most: int) -> list[Sequence[SheetRow]]:
    """The rows in lots of at most so many: a spreadsheet has 1,048,576 rows and cuts off the rest."""
    return [rows[begin : begin + most] for begin in range(0, len(rows), most)] or [()]
