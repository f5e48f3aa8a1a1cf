"""A sheet as XLSX: the one door of xlsxwriter.

Laid out for reading: what the grades mean, how many rows are graded, the header and the first column stay in view;
code is wrapped in a fixed-width font, and only the answers can be typed into. A row can't be taller than a screen, and
no program scrolls within one, so of a long chunk the row shows the first lines and links to the sheet `Code`, where
each line is a row of its own.

All texts are written as texts, and the one formula, which counts the grades, is made of numbers alone; what a
spreadsheet might run when a cell is edited bears the mark of quoted text (`quotePrefix`), which shows nothing and
changes nothing.
"""

import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from goldkeeper.audit.sheet_header import letter_of
from goldkeeper.model.errors import ExtraMissing
from goldkeeper.model.safe_cells import is_risky
from goldkeeper.model.sheets import AuditSheet, Column, SheetRow
from goldkeeper.reporting.sheet_csv import row_cells
from goldkeeper.reporting.sheet_text import display_width, fitted, shown_code, shown_text, wrapped_lines
from goldkeeper.reporting.sheet_words import HANDLING, MEANINGS, about, reading, rule_words
from goldkeeper.reporting.sheet_words import title as title_of

if TYPE_CHECKING:
    from xlsxwriter.format import Format
    from xlsxwriter.workbook import Workbook
    from xlsxwriter.worksheet import Worksheet

ROWS, RULES, CODE = "Rows", "Rules", "Code"
MOST_ROWS = 1_048_574  # of a sheet of Excel, without rules and header
MOST_LINKS = 65_000  # Excel opens no file with more than 65,530 on a sheet
LONGEST_LINK = 2_000  # letters; Excel takes 2,079
SHOWN_LINES = 34  # of code in a row, if none of them is wrapped
MOST_CODE_LINES = 2_000  # of a chunk in the sheet `Code`

_CODE_WIDTH = 130  # letters, of a line in the sheet `Code`
_TALLEST = 409.0  # points, of a row in Excel
_LINE_HEIGHT = 11.4  # points, of 8-point text
_WIDE_LINE_HEIGHT = 12.8  # where another font has to stand in, as it does for East Asian letters
_HEAD = 1  # row of the header, from 0; above it stand the rules
_WIDTHS = {
    Column.NUMBER: 5,
    Column.QUERY: 24,
    Column.TYPE: 9,
    Column.WHERE: 22,
    Column.CODE: 84,
    Column.SAID: 26,
    Column.GRADE: 7,
    Column.UNCLEAR: 9,
    Column.SPAN: 7,
    Column.NOTE: 26,
    Column.LINK: 6,
    Column.ROW: 15,
    Column.JUDGE: 9,
    Column.AUDIT: 9,
    Column.COMMIT: 13,
}
_FONT, _CODE_FONT = "Arial", "Courier New"  # where they are absent, Liberation takes their place in the same widths
_INK, _PALE, _ASKED, _LINE = "#1F2933", "#F3F4F6", "#FFF8DB", "#C9CED6"


def workbook_bytes(sheet: AuditSheet, *, made: datetime) -> bytes:
    """The workbook; the same bytes for the same sheet and moment.

    Args:
        sheet: at most `MOST_ROWS` rows.
        made: when the audit was drawn, for the file's properties.

    Raises:
        ExtraMissing: xlsxwriter is not installed.
    """
    try:
        from xlsxwriter import Workbook  # noqa: PLC0415 - an extra
    except ImportError:
        raise ExtraMissing("writing XLSX", "sheets") from None
    data = io.BytesIO()
    never = {"strings_to_formulas": False, "strings_to_urls": False, "strings_to_numbers": False}
    with Workbook(data, {"in_memory": True, **never}) as book:
        _Writer(book, sheet, made).write()
    return data.getvalue()


@dataclass(frozen=True, slots=True)
class _Look:
    """A format, and the same for text that may look like a formula."""

    plain: "Format"
    quoted: "Format"

    def of(self, text: str) -> "Format":
        return self.quoted if is_risky(text) else self.plain


class _Writer:
    def __init__(self, book: "Workbook", sheet: AuditSheet, made: datetime) -> None:
        self._book, self._sheet, self._made = book, sheet, made
        self._places = {column: place for place, column in enumerate(sheet.columns)}
        self._text = self._look(font_name=_FONT)
        self._query = self._look(font_name=_FONT, bold=True)
        self._small = self._look(font_name=_FONT, font_color="#52606D")
        self._code = self._look(font_name=_CODE_FONT, font_size=8, reading_order=1)  # code runs from the left
        self._answer = self._look(
            font_name=_FONT, font_size=12, bold=True, align="center", locked=False, bg_color=_ASKED
        )
        self._note = self._look(font_name=_FONT, locked=False, bg_color=_ASKED)
        self._link = self._look(font_name=_FONT, font_color="#0B5CAD", underline=1)
        self._top = self._look(font_name=_FONT, font_color="#52606D", bg_color=_PALE)
        self._head = self._look(
            font_name=_FONT, bold=True, font_color="#FFFFFF", bg_color=_INK, valign="vcenter", border_color=_INK
        )

    def _look(self, **more: Any) -> _Look:
        base = {
            "text_wrap": True, "valign": "top", "font_size": 9, "border": 1, "border_color": _LINE, **more
        }  # fmt: skip
        return _Look(self._book.add_format(base), self._book.add_format({**base, "quote_prefix": True}))

    def write(self) -> None:
        sheet = self._sheet
        title = f"Audit {shown_text(sheet.audit)}, {title_of(sheet)}"
        created = self._made.astimezone(UTC).replace(tzinfo=None)
        self._book.set_properties({"title": title[:250], "comments": shown_text(sheet.state)[:250], "created": created})
        rows = self._book.add_worksheet(ROWS)
        rules = self._book.add_worksheet(RULES)
        long = [row for row in sheet.rows if _is_long(row)]
        starts = self._write_code(self._book.add_worksheet(CODE), long) if long else {}
        self._write_rows(rows, starts)
        self._write_rules(rules)
        for page in self._book.worksheets():
            self._set_up_page(page, title)

    def _write_rows(self, page: "Worksheet", starts: dict[int, int]) -> None:
        last = len(self._sheet.rows) + _HEAD
        self._write_top(page, last)
        for column, place in self._places.items():
            page.set_column(place, place, _WIDTHS[column])
            page.write_string(_HEAD, place, column.value, self._head.plain)
        page.set_row(_HEAD, 26)
        page.freeze_panes(_HEAD + 1, 1)
        page.repeat_rows(0, _HEAD)
        if last > _HEAD:
            page.autofilter(_HEAD, 0, last, len(self._places) - 1)
            self._validate(page, last)
        links = 0
        for number, row in enumerate(self._sheet.rows, _HEAD + 1):
            links += self._write_row(page, number, row, starts.get(row.number), may_link=links < MOST_LINKS)
        page.set_landscape()
        page.fit_to_pages(1, 0)
        page.print_area(0, 0, max(_HEAD + 1, last), self._places[Column.ROW])

    def _write_top(self, page: "Worksheet", last: int) -> None:
        """What the grades mean and how many are given, above the header, where it stays in view."""
        sheet = self._sheet
        whose = f"{shown_text(sheet.audit)}\n{shown_text(sheet.judge)}"
        page.write_string(0, self._places[Column.QUERY], fitted(whose), self._top.of(whose))
        rules = "\n".join(f"{rule.grade}  {' '.join(shown_text(rule.text).split())}" for rule in sheet.rules)
        page.write_string(0, self._places[Column.CODE], fitted(rules), self._top.of(rules))
        page.set_row(0, min(_TALLEST, 4 + 12.5 * wrapped_lines(rules.split("\n"), _WIDTHS[Column.CODE])))
        letter, rows = letter_of(self._places[Column.GRADE]), f"{len(sheet.rows)}"
        given = sum(row.answers.grade is not None for row in sheet.rows)
        counting = f'=COUNTA({letter}{_HEAD + 2}:{letter}{max(last, _HEAD + 1) + 1})&" of {rows}"'
        page.write_formula(0, self._places[Column.GRADE], counting, self._top.plain, f"{given} of {rows}")

    def _write_row(self, page: "Worksheet", number: int, row: SheetRow, start: int | None, *, may_link: bool) -> int:
        texts = dict(row_cells(self._sheet, row))
        shown = shown_code(row, most_lines=_fitting_lines(row) if start is not None else SHOWN_LINES)
        lines = [*([row.remark] if row.remark else []), *shown.numbered()]
        if start is not None:
            lines.append(f"{shown.note}: sheet {CODE}, row {start + 1}")
        texts[Column.CODE] = "\n".join(lines)
        looks = {
            Column.QUERY: self._query, Column.CODE: self._code, Column.NOTE: self._note, Column.GRADE: self._answer,
            Column.UNCLEAR: self._answer, Column.SPAN: self._answer, Column.NUMBER: self._small,
            Column.SAID: self._text, Column.ROW: self._small, Column.JUDGE: self._small,
            Column.AUDIT: self._small, Column.COMMIT: self._small,
        }  # fmt: skip
        linked = 0
        for column, place in self._places.items():
            text, look = fitted(texts[column]), looks.get(column, self._text)
            if column is Column.NUMBER and start is not None and may_link:
                page.write_url(number, place, f"internal:'{CODE}'!A{start + 1}", self._link.plain, string=text)
                linked += 1
            elif column is Column.NUMBER:
                page.write_number(number, place, row.number, look.plain)
            elif column is Column.GRADE and row.answers.grade is not None:
                page.write_number(number, place, row.answers.grade, look.plain)
            elif column is Column.LINK and text and may_link and len(text) <= LONGEST_LINK:
                page.write_url(number, place, text, self._link.plain, string="open")
                linked += 1
            elif text:
                page.write_string(number, place, text, look.of(text))
            else:
                page.write_blank(number, place, None, look.plain)
        page.set_row(number, _height(texts))
        return linked

    def _validate(self, page: "Worksheet", last: int) -> None:
        grades = sorted((rule.grade for rule in self._sheet.rules), reverse=True)
        told = "\n".join(f"{rule.grade}  {shown_text(rule.text)}" for rule in self._sheet.rules)
        place = self._places[Column.GRADE]
        page.data_validation(
            _HEAD + 1,
            place,
            last,
            place,
            {
                "validate": "list",
                "source": grades,
                "input_title": "grade",
                "input_message": _cut(told, 255),  # Excel's own limit
                "error_title": "grade",
                "error_message": f"One of {', '.join(map(str, grades))}; the sheet {RULES} says what they mean.",
            },
        )
        for column in (Column.UNCLEAR, Column.SPAN):
            tick: dict[str, Any] = {
                "validate": "list",
                "source": ["yes"],
                "error_type": "warning",
                "error_message": "yes, or nothing",
            }
            words = {"input_title": column.value, "input_message": MEANINGS[column]}
            page.data_validation(_HEAD + 1, self._places[column], last, self._places[column], {**tick, **words})

    def _write_rules(self, page: "Worksheet") -> None:
        sheet = self._sheet
        page.set_column(0, 0, 16)
        page.set_column(1, 1, 96)
        told = [("audit", shown_text(sheet.audit)), ("judge", shown_text(sheet.judge)), ("what", about(sheet))]
        told += [("how", reading(sheet) + HANDLING), *rule_words(sheet)]
        for number, (name, text) in enumerate(told):
            page.write_string(number, 0, name, self._head.plain)
            page.write_string(number, 1, fitted(text), self._text.of(text))
            page.set_row(number, min(_TALLEST, 4 + 12.5 * wrapped_lines(text.split("\n"), 98)))
        page.set_landscape()
        page.fit_to_pages(1, 0)

    def _write_code(self, page: "Worksheet", rows: list[SheetRow]) -> dict[int, int]:
        """Long chunks, a line a row; the row at which each begins, from 0."""
        page.set_column(0, 0, 8)
        page.set_column(1, 1, _CODE_WIDTH)
        plain = self._book.add_format({"font_name": _CODE_FONT, "font_size": 8, "font_color": "#52606D"})
        code = self._book.add_format({"font_name": _CODE_FONT, "font_size": 8, "text_wrap": True, "reading_order": 1})
        quoted = self._book.add_format(
            {"font_name": _CODE_FONT, "font_size": 8, "text_wrap": True, "reading_order": 1, "quote_prefix": True}
        )
        head = self._book.add_format({"font_name": _FONT, "font_size": 9, "bold": True, "bg_color": _PALE})
        starts: dict[int, int] = {}
        at = 0
        for row in rows:
            shown = shown_code(row, most_lines=MOST_CODE_LINES)
            if at + len(shown.lines) + 3 > MOST_ROWS:
                break
            starts[row.number] = at
            page.write_number(at, 0, row.number, head)
            title = f"{' '.join(shown_text(row.query).split())[:200]}   {shown_text(row.where)}"
            page.write_string(at, 1, title, head)
            for offset, (number, text) in enumerate(shown.lines, 1):
                page.write_number(at + offset, 0, number, plain)
                page.write_string(at + offset, 1, text, quoted if is_risky(text) else code)
                if (wrapped := wrapped_lines([text], _CODE_WIDTH)) > 1:
                    page.set_row(at + offset, min(_TALLEST, 2 + _WIDE_LINE_HEIGHT * wrapped))
            at += len(shown.lines) + 2
            if shown.note:
                page.write_string(at - 1, 1, shown.note, plain)
                at += 1
        page.set_landscape()
        page.fit_to_pages(1, 0)
        return starts

    def _set_up_page(self, page: "Worksheet", title: str) -> None:
        page.set_paper(9)  # A4
        page.set_margins(left=0.4, right=0.4, top=0.5, bottom=0.55)
        page.set_footer(f"&L&8{title.replace('&', '&&')[:150]}&R&8page &P of &N")
        free = {"format_columns": True, "format_rows": True, "sort": True, "autofilter": True}
        page.protect("", free)  # without a password: against slips, not against people


def _is_long(row: SheetRow) -> bool:
    """Whether the row can't show all of the code: too many lines, or too many of them wrapped."""
    return row.code.count("\n") + 1 > SHOWN_LINES or _code_height(row, SHOWN_LINES) > _TALLEST - 4


def _fitting_lines(row: SheetRow) -> int:
    """How many lines of a long chunk a row shows, with room for the line that says where the others are."""
    fitting = SHOWN_LINES - 2
    while fitting > 1 and _code_height(row, fitting) > _TALLEST - 4 - 2 * _WIDE_LINE_HEIGHT:
        fitting -= 1
    return fitting


def _code_height(row: SheetRow, lines: int) -> float:
    shown = shown_code(row, most_lines=lines).numbered()
    return _text_height([*([row.remark] if row.remark else []), *shown], _WIDTHS[Column.CODE] + 6)


def _text_height(lines: Sequence[str], width: int) -> float:
    """Points that lines take in a column of so many letters."""
    return sum(
        (_LINE_HEIGHT if len(line) == display_width(line) else _WIDE_LINE_HEIGHT) * wrapped_lines([line], width)
        for line in lines
    )


def _height(texts: Mapping[Column, str]) -> float:
    """Points that a row needs; every program would guess otherwise."""
    needed = _LINE_HEIGHT
    for column in (Column.QUERY, Column.WHERE, Column.CODE, Column.SAID, Column.NOTE, Column.GRADE):
        width = _WIDTHS[column] + (6 if column is Column.CODE else 0)  # its letters are smaller
        needed = max(needed, _text_height(texts[column].split("\n"), width))
    return min(_TALLEST, 4 + needed)


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"
