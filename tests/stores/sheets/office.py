"""Filling a sheet as people do: typed into the workbook, saved by an office program in another form."""

import os
import re
import shutil
import subprocess
import zipfile
from collections.abc import Callable, Mapping
from io import BytesIO
from pathlib import Path
from tempfile import gettempdir
from xml.sax.saxutils import escape

import pytest

from goldkeeper.model.sheets import Answers, AuditSheet, Column

OFFICE = shutil.which("soffice") or shutil.which("libreoffice")
needs_office = pytest.mark.skipif(OFFICE is None, reason="no LibreOffice here")

# Of its own, so that one that runs already is not asked; kept for a while, since making it takes seconds.
PROFILE = Path(gettempdir(), f"goldkeeper-office-{os.getpid()}")
# Separator, quote and encoding by LibreOffice's numbers: 76 is UTF-8, 65535 UTF-16, 1 Windows-1252.
CSV_UTF8 = "csv:Text - txt - csv (StarCalc):44,34,76,1"
CSV_SEMICOLON_1252 = "csv:Text - txt - csv (StarCalc):59,34,1,1"
CSV_TAB_UTF16 = "csv:Text - txt - csv (StarCalc):9,34,65535,1"


def typed_in(workbook: bytes, sheet: AuditSheet, answers: Mapping[str, Answers]) -> bytes:
    """The workbook after somebody typed answers into it, by row key."""
    cells: dict[str, str] = {}
    letters = {column: chr(ord("A") + place) for place, column in enumerate(sheet.columns)}
    for line, row in enumerate(sheet.rows, 3):  # below the rules and the header
        said = answers.get(row.key, Answers())
        if said.grade is not None:
            cells[f"{letters[Column.GRADE]}{line}"] = f"<v>{said.grade}</v>"
        texts = {
            Column.UNCLEAR: "yes" if said.unclear else "",
            Column.SPAN: "yes" if said.wrong_span else "",
            Column.NOTE: said.note,
        }
        for column, text in texts.items():
            if text:
                cells[f"{letters[column]}{line}"] = f'<is><t xml:space="preserve">{escape(text)}</t></is>'
    source = zipfile.ZipFile(BytesIO(workbook))
    made = BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as target:
        for entry in source.infolist():
            data = source.read(entry)
            if entry.filename == "xl/worksheets/sheet1.xml":
                data = re.sub(r'<c r="([A-Z]+[0-9]+)"( s="[0-9]+")/>', _typed(cells), data.decode()).encode()
            target.writestr(entry, data)
    return made.getvalue()


def _typed(cells: Mapping[str, str]) -> Callable[[re.Match[str]], str]:
    def put(found: re.Match[str]) -> str:
        content = cells.get(found[1])
        if content is None:
            return found[0]
        kind = ' t="inlineStr"' if content.startswith("<is>") else ""
        return f'<c r="{found[1]}"{found[2]}{kind}>{content}</c>'

    return put


def saved_as(file: Path, form: str, folder: Path, *, read_as: str = "") -> Path:
    """What the office program makes of a file: `xlsx`, `ods`, `pdf`, or one of the CSV dialects.

    Args:
        read_as: the dialect in which it is told to read the file.
    """
    assert OFFICE is not None
    folder.mkdir(exist_ok=True)
    told = [f"--infilter={read_as}"] if read_as else []
    profile = f"-env:UserInstallation=file://{PROFILE}"
    subprocess.run(
        [OFFICE, profile, "--headless", *told, "--convert-to", form, "--outdir", str(folder), str(file)],
        check=True,
        capture_output=True,
        timeout=120,
    )
    return folder / f"{file.stem}.{form.partition(':')[0]}"
