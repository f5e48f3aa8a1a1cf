"""Writing a judge's sheet in the forms that were asked for."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from hashlib import blake2b
from pathlib import Path
from typing import assert_never

from goldkeeper.model.errors import FileUnreadable
from goldkeeper.model.sheets import AuditSheet
from goldkeeper.reporting.sheet_csv import csv_sheet, in_parts
from goldkeeper.reporting.sheet_markdown import markdown_sheet
from goldkeeper.stores.atomic import write_whole
from goldkeeper.stores.sheets.page import html_sheet
from goldkeeper.stores.sheets.workbook import MOST_ROWS, workbook_bytes

_NOT_IN_NAMES = re.compile(r"[^\w.+-]+")
_LONGEST_NAME = 60  # letters of a part of a file's name; a path of Windows has 260


class SheetForm(StrEnum):
    """The forms a sheet can be written in; the value is the file's ending."""

    XLSX = "xlsx"
    CSV = "csv"
    HTML = "html"
    MARKDOWN = "md"


@dataclass(frozen=True, slots=True)
class SheetFolder:
    """Where sheets are written: `<folder>/<audit>-<judge>.xlsx` and its like."""

    folder: Path
    separator: str = ","

    def write(
        self, sheet: AuditSheet, forms: Sequence[SheetForm], *, made: datetime, force: bool = False
    ) -> tuple[Path, ...]:
        """Write a sheet, each file whole or not at all; one that a spreadsheet couldn't hold in several parts.

        Args:
            sheet: what to write.
            forms: in which forms.
            made: when the audit was drawn.
            force: write over files that say something else; they may hold answers nobody has imported yet.

        Raises:
            FileUnreadable: the folder can't be written to, or a file is there already.
            ExtraMissing: XLSX without the library for it.
        """
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
        except OSError as problem:
            why = problem.strerror or "can't be made"
            raise FileUnreadable(str(self.folder), why, "name another folder with --out") from None
        planned: dict[Path, bytes] = {}
        parts = in_parts(sheet.rows, MOST_ROWS)
        for number, rows in enumerate(parts, 1):
            part = replace(sheet, rows=tuple(rows))
            suffix = f"-part{number}" if len(parts) > 1 else ""
            for form in forms:
                planned[self.folder / f"{sheet_name(sheet)}{suffix}.{form.value}"] = self._bytes(part, form, made)
        for file, data in planned.items():
            if not force and file.exists() and file.read_bytes() != data:
                remedy = "import it first, then pass --force; or name another folder with --out"
                raise FileUnreadable(str(file), "is there already, perhaps with answers in it", remedy)
        for file, data in planned.items():
            write_whole(file, data)
        return tuple(planned)

    def _bytes(self, sheet: AuditSheet, form: SheetForm, made: datetime) -> bytes:
        match form:
            case SheetForm.XLSX:
                return workbook_bytes(sheet, made=made)
            case SheetForm.CSV:
                return csv_sheet(sheet, separator=self.separator).encode("utf-8", "replace")
            case SheetForm.HTML:
                return html_sheet(sheet).encode("utf-8", "replace")
            case SheetForm.MARKDOWN:
                return markdown_sheet(sheet).encode("utf-8", "replace")
            case _:
                assert_never(form)


def sheet_name(sheet: AuditSheet) -> str:
    """A file name of audit and judge, whatever letters they have; `audit-v1.4-ada`."""
    return f"audit-{_part(sheet.audit)}-{_part(sheet.judge)}{'-third' if sheet.third else ''}"


def _part(text: str) -> str:
    plain = _NOT_IN_NAMES.sub("_", text)[:_LONGEST_NAME].strip("._") or "_"
    if plain == text:
        return plain
    # Two judges whose names differ in such letters alone must not share a file.
    return f"{plain}-{blake2b(text.encode('utf-8', 'surrogatepass'), digest_size=3).hexdigest()}"
