"""A file that came back from a judge → its tables: the one door of python-calamine.

What a file is, its first bytes tell; its name may say anything.
"""

import re
import zipfile
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path

from goldkeeper.audit.sheet_parsing import csv_table, markdown_table
from goldkeeper.model.errors import ExtraMissing, FileMissing
from goldkeeper.model.errors_audits import SheetUnreadable
from goldkeeper.model.sheets import Cell, SheetTable
from goldkeeper.stores.atomic import read_regular

_ZIP, _OLE, _PDF = b"PK\x03\x04", b"\xd0\xcf\x11\xe0", b"%PDF"
_MARKS = (
    (b"\xef\xbb\xbf", "utf-8-sig"),
    (b"\xff\xfe\x00\x00", "utf-32"),
    (b"\x00\x00\xfe\xff", "utf-32"),
    (b"\xff\xfe", "utf-16"),
    (b"\xfe\xff", "utf-16"),
)
_SHEET_FILE = re.compile(r"xl/worksheets/sheet([0-9]+)\.xml")
_CELL = re.compile(rb"<c [^>]*>")
_ERROR_CELL = re.compile(rb'(?=[^>]* t="e")[^>]* r="([A-Z]+)([0-9]+)"')
MOST_UNPACKED = 1 << 30  # bytes of a workbook; a zip can hold far more than anybody's memory
_SAVE_AGAIN = "save it again as XLSX, ODS or CSV"


def read_sheet_file(path: Path, name: str = "") -> tuple[SheetTable, ...]:
    """The tables of a file: XLSX, ODS, XLS, CSV in any encoding, Markdown.

    Args:
        path: the file.
        name: how the user named it; None is the path.

    Raises:
        FileMissing, FileUnreadable: there is none, or it can't be read.
        SheetUnreadable: it is no sheet.
        ExtraMissing: a workbook, and calamine is not installed.
    """
    name = name or str(path)
    try:
        data = read_regular(path, name, "name a filled sheet")
    except FileNotFoundError:
        raise FileMissing("file", name, "name a filled sheet") from None
    if data.startswith((_ZIP, _OLE)):
        return _workbook_tables(data, name)
    if data.startswith(_PDF):
        raise SheetUnreadable(name, "a PDF", "type the answers in with goldkeeper audit answer")
    text = decode_text(data)
    if _is_page(text):
        raise SheetUnreadable(name, "a page for the printer", "type the answers in with goldkeeper audit answer")
    if path.suffix.lower() in {".md", ".markdown"} or text.startswith("# Audit "):
        return (markdown_table(text, name),)
    return (csv_table(text, name),)


def decode_text(data: bytes) -> str:
    """Text in whatever encoding a spreadsheet saved it: UTF-8 and UTF-16 with or without mark, else Windows-1252."""
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return data.decode(encoding, "replace").removeprefix("\ufeff")
    if (guess := _utf16_without_mark(data)) is not None:
        return data.decode(guess, "replace")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        # Five bytes mean nothing in Windows-1252; Latin-1 has something for each.
        try:
            return data.decode("cp1252")
        except UnicodeDecodeError:
            return data.decode("latin-1")


def _utf16_without_mark(data: bytes) -> str | None:
    """A header is ASCII, so every second byte of it is zero."""
    start = data[:200]
    half = len(start) // 2
    if half < 4:
        return None
    if start[1::2].count(0) > 0.9 * half:
        return "utf-16-le"
    return "utf-16-be" if start[0::2].count(0) > 0.9 * half else None


def _is_page(text: str) -> bool:
    start = text[:200].lstrip().lower()
    return start.startswith(("<!doctype html", "<html"))


def _workbook_tables(data: bytes, name: str) -> tuple[SheetTable, ...]:
    try:
        from python_calamine import CalamineError, CalamineWorkbook  # noqa: PLC0415 - an extra
    except ImportError:
        raise ExtraMissing(f"{name}: reading XLSX and ODS", "sheets") from None
    _check_size(data, name)
    try:
        with CalamineWorkbook.from_filelike(BytesIO(data)) as book:
            failed = _failed_formulas(data)
            # Empty rows at the top count: a problem is told with the row that people see.
            return tuple(
                SheetTable(
                    name,
                    sheet,
                    _with_failures(
                        _cells(book.get_sheet_by_name(sheet).to_python(skip_empty_area=False)), failed.get(place, ())
                    ),
                )
                for place, sheet in enumerate(book.sheet_names, 1)
            )
    except CalamineError as problem:
        words = str(problem).splitlines()[0] if str(problem) else type(problem).__name__
        raise SheetUnreadable(
            name, f"can't be read as a workbook ({words})", f"without a password, {_SAVE_AGAIN}"
        ) from None


def _check_size(data: bytes, name: str) -> None:
    if not data.startswith(_ZIP):
        return
    try:
        with zipfile.ZipFile(BytesIO(data)) as packed:
            size = sum(entry.file_size for entry in packed.infolist())
    except zipfile.BadZipFile:
        raise SheetUnreadable(name, "damaged, half of a workbook", _SAVE_AGAIN) from None
    if size > MOST_UNPACKED:
        raise SheetUnreadable(name, f"unpacks to {size >> 20:,} MiB", _SAVE_AGAIN)


def _failed_formulas(data: bytes) -> dict[int, list[tuple[int, int]]]:
    """Place of a sheet in an XLSX file → cells (row and column from 0) of failed formulas, which calamine leaves empty.

    Sheets are files by their place, as Excel and LibreOffice both write them.
    """
    found: dict[int, list[tuple[int, int]]] = {}
    if not data.startswith(_ZIP):
        return found
    with zipfile.ZipFile(BytesIO(data)) as packed:
        for entry in packed.namelist():
            place = _SHEET_FILE.fullmatch(entry)
            if place is not None:
                cells = (_ERROR_CELL.search(cell[0]) for cell in _CELL.finditer(packed.read(entry)))
                found[int(place[1])] = [(int(cell[2]) - 1, _column_of(cell[1])) for cell in cells if cell is not None]
    return found


def _column_of(letters: bytes) -> int:
    """`A` is 0, `AA` is 26."""
    number = 0
    for letter in letters:
        number = number * 26 + letter - ord("A") + 1
    return number - 1


def _with_failures(rows: list[tuple[Cell, ...]], failed: Sequence[tuple[int, int]]) -> list[tuple[Cell, ...]]:
    for row, column in failed:
        if row < len(rows) and column < len(rows[row]):
            rows[row] = (*rows[row][:column], "#VALUE!", *rows[row][column + 1 :])
    return rows


def _cells(rows: Sequence[Sequence[object]]) -> list[tuple[Cell, ...]]:
    return [tuple(_cell(value) for value in row) for row in rows]


def _cell(value: object) -> Cell:
    if value is None or isinstance(value, bool | str | float):
        return value
    if isinstance(value, int):
        return float(value)
    return str(value)  # dates and spans of time; nobody grades with them, and the sentence shows what was typed
