"""Text files that are sheets → tables: CSV in any of its dialects, and our own Markdown."""

import csv
import re

from goldkeeper.audit.sheet_header import count_titles
from goldkeeper.model.errors_audits import SheetUnreadable
from goldkeeper.model.safe_cells import unguarded
from goldkeeper.model.sheets import ANSWERS, Cell, Column, SheetTable

SEPARATORS = (",", ";", "\t", "|")
_SEPARATOR_LINE = re.compile(r'"?sep=(.)"?[,;\t|]*\r?\n', re.IGNORECASE)
_LOOKED_AT = 50  # rows by which the separator is told; as many as a header may stand below
_END = "\ue000the end of the text\ue000\n"  # of private letters, so no file has it
_LARGEST_CELL = 16 << 20  # letters; a stray quote swallows the rest of a file

_HEADING = re.compile(r"##\s+.*?([Gg][Kk][-\u2010-\u2014 ]?[0-9A-Za-z]{5}[-\u2010-\u2014 ]?[0-9A-Za-z]{5})\s*$")
_ANSWER = re.compile(r"\s*[-*+]\s+\**(?P<name>[^:*]+?)\**\s*:\**\s*(?P<value>.*)$")
_COLUMNS = (*ANSWERS, Column.JUDGE)  # who judges is told in a third judge's sheet alone
_BY_NAME = {column.value: column for column in _COLUMNS}


def csv_table(text: str, file: str) -> SheetTable:
    """A CSV file whose separator is told by its header; a row in which a quote never closes is left out, and named.

    Raises:
        SheetUnreadable: a cell of many million letters.
    """
    told = _SEPARATOR_LINE.match(text)
    lines = _lines(text[told.end() :] if told is not None else text)
    separators = (told[1],) if told is not None else SEPARATORS
    best = max(separators, key=lambda separator: _titles(lines, separator, file))
    rows = [()] * (told is not None) + _parsed([*lines, _END], best, file)
    closed = rows[-1] == (_END.strip(),)  # a quote that never closes takes it in with the rest of the file
    end = len(rows)
    rows = _without_blank_end(rows[:-1])
    return SheetTable(file, "", rows, unclosed=0 if closed else end)


def markdown_table(text: str, file: str) -> SheetTable:
    """A sheet in Markdown; the rows of the table are the lines of the file that hold a heading."""
    answers: dict[Column, str] | None = None
    fence, last = "", None
    numbered: dict[int, tuple[str, dict[Column, str]]] = {}
    for number, line in enumerate(text.replace("\r\n", "\n").split("\n"), 1):
        ticks = re.match(r"`{3,}", line)
        if fence or ticks:
            if fence and line.rstrip() == fence:
                fence = ""
            elif not fence and ticks:
                fence = ticks[0]
            continue
        heading = _HEADING.match(line)
        if heading is not None:
            answers, last = {}, None
            numbered[number] = (heading[1], answers)
            continue
        found = _ANSWER.match(line) if answers is not None else None
        column = _BY_NAME.get(found["name"].strip().lower()) if found is not None else None
        if answers is not None and found is not None and column is not None:
            answers[column], last = found["value"].strip(), column
        elif answers is not None and last is Column.NOTE and line.startswith("  ") and line.strip():
            answers[last] += f"\n{line.strip()}"
        else:
            last = None
    columns = [one for one in _COLUMNS if one in ANSWERS or any(one in said for _, said in numbered.values())]
    rows: list[tuple[Cell, ...]] = [(Column.ROW.value, *(column.value for column in columns))]
    # Each row stands at its heading's line, so that a problem is found in the file.
    rows += [()] * max(0, max(numbered, default=1) - 1)
    for number, (key, said) in numbered.items():
        rows[number - 1] = (key, *(said.get(column) for column in columns))
    return SheetTable(file, "", rows, spreadsheet=False)


def _lines(text: str) -> list[str]:
    if "\n" not in text:  # the line ends of old Macs
        text = text.replace("\r", "\n")
    return [f"{line}\n" for line in text.split("\n")]


def _titles(lines: list[str], separator: str, file: str) -> int:
    try:
        rows = _parsed(lines, separator, file, most=_LOOKED_AT)
    except SheetUnreadable:
        return -1
    return max(map(count_titles, rows), default=0)


def _parsed(lines: list[str], separator: str, file: str, *, most: int | None = None) -> list[tuple[Cell, ...]]:
    rows: list[tuple[Cell, ...]] = []
    before = csv.field_size_limit(_LARGEST_CELL)
    reader = csv.reader(lines, delimiter=separator)
    try:
        for row in reader:
            rows.append(tuple(map(unguarded, row)))
            if most is not None and len(rows) >= most:
                break
    except csv.Error as problem:
        where = f"line {reader.line_num} of the text: {problem}"
        raise SheetUnreadable(file, where, "save it again as CSV, or as XLSX") from None
    finally:
        csv.field_size_limit(before)
    return rows


def _without_blank_end(rows: list[tuple[Cell, ...]]) -> list[tuple[Cell, ...]]:
    while rows and not any(rows[-1]):
        rows.pop()
    return rows
