"""Sheets as files: written whole, never over answers, read by what they hold."""

import codecs
import re
import zipfile
from pathlib import Path

import pytest

from goldkeeper.audit.sheet_rows import make_sheet
from goldkeeper.model.errors import FileMissing, FileUnreadable
from goldkeeper.model.errors_audits import SheetUnreadable
from goldkeeper.model.sheets import AuditSheet, Rule
from goldkeeper.stores.sheets import files
from goldkeeper.stores.sheets.files import SheetFolder, SheetForm, sheet_name
from goldkeeper.stores.sheets.reading import decode_text, read_sheet_file
from tests.audit_builders import an_audit, an_audit_pair
from tests.builders import NOON

RULES = (Rule(3, "answers it"), Rule(0, "not"))


def a_sheet(judge: str = "ada", query: str = "how") -> AuditSheet:
    return make_sheet(an_audit(an_audit_pair(query=query), judges=[judge]), judge, RULES)


def test_each_form_is_a_file_named_for_audit_and_judge(tmp_path: Path) -> None:
    written = SheetFolder(tmp_path / "new" / "folder").write(a_sheet(), list(SheetForm), made=NOON)
    assert [file.name for file in written] == [f"audit-v1.4-ada.{end}" for end in ("xlsx", "csv", "html", "md")]
    again = SheetFolder(tmp_path / "new" / "folder").write(a_sheet(), list(SheetForm), made=NOON)
    assert again == written


def test_a_file_that_says_something_else_is_not_written_over(tmp_path: Path) -> None:
    folder = SheetFolder(tmp_path)
    csv_file, page = folder.write(a_sheet(), [SheetForm.CSV, SheetForm.HTML], made=NOON)
    csv_file.write_text("answers", "utf-8")
    page.unlink()
    with pytest.raises(FileUnreadable, match="perhaps with answers in it"):
        folder.write(a_sheet(), [SheetForm.HTML, SheetForm.CSV], made=NOON)
    assert not page.exists()  # all of it or nothing
    folder.write(a_sheet(), [SheetForm.CSV], made=NOON, force=True)
    assert csv_file.read_text("utf-8") != "answers"


@pytest.mark.parametrize("judge", ["a/../../b", "CON:", "ada\x00", "日本", "a" * 300, ".."])
def test_whatever_a_judge_is_called_the_file_stays_in_the_folder(judge: str, tmp_path: Path) -> None:
    (written,) = SheetFolder(tmp_path / "here").write(a_sheet(judge), [SheetForm.CSV], made=NOON)
    assert written.parent == tmp_path / "here"
    assert len(written.name) < 150


def test_judges_whose_names_look_alike_to_a_file_system_have_files_of_their_own() -> None:
    assert len({sheet_name(a_sheet(judge)) for judge in ("a b", "a_b", "a/b", "a:b")}) == 4


def test_what_a_spreadsheet_can_not_hold_goes_into_parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "MOST_ROWS", 2)
    record = an_audit(*(an_audit_pair(f"q{n}") for n in range(5)))
    written = SheetFolder(tmp_path).write(make_sheet(record, "ada", RULES), [SheetForm.CSV], made=NOON)
    assert [file.name for file in written] == [f"audit-v1.4-ada-part{n}.csv" for n in (1, 2, 3)]


def test_the_page_shows_what_it_was_given_as_text(tmp_path: Path) -> None:
    sheet = a_sheet(query='<script>alert(1)</script> "a" & \u202e\x1b')
    (page,) = SheetFolder(tmp_path).write(sheet, [SheetForm.HTML], made=NOON)
    text = page.read_text("utf-8")
    assert "<script" not in text
    assert "&lt;script&gt;alert(1)&lt;/script&gt; &#34;a&#34; &amp; \\u202e\\x1b" in text
    assert "src=" not in text
    assert "http-equiv" in text  # nothing is loaded, whatever slips through


TEXT = "row,grade,note\r\nGK,3,ä €\r\n"


@pytest.mark.parametrize(
    "data",
    [
        TEXT.encode(),
        TEXT.encode("utf-8-sig"),
        TEXT.encode("utf-16"),
        codecs.BOM_UTF16_BE + TEXT.encode("utf-16-be"),
        TEXT.encode("utf-16-le"),
        TEXT.encode("utf-16-be"),
        TEXT.encode("utf-32"),
        TEXT.encode("cp1252"),
    ],
)
def test_text_is_read_in_whatever_encoding_it_was_saved(data: bytes) -> None:
    assert decode_text(data) == TEXT


def test_bytes_that_are_nothing_are_read_all_the_same() -> None:
    assert decode_text(b"a,\x81\x8d") == "a,\x81\x8d"
    assert decode_text(b"") == ""


@pytest.mark.parametrize(
    ("name", "data", "problem"),
    [
        ("a.xlsx", b"PK\x03\x04 half of a file", "damaged, half of a workbook; save it again"),
        ("a.xls", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600, "can't be read as a workbook"),
        ("a.pdf", b"%PDF-1.7", "a PDF; type the answers in"),
        ("a.html", b"<!DOCTYPE html><html>", "a page for the printer; type the answers in"),
    ],
)
def test_what_is_no_sheet_says_what_it_is(name: str, data: bytes, problem: str, tmp_path: Path) -> None:
    file = tmp_path / name
    file.write_bytes(data)
    with pytest.raises(SheetUnreadable, match=problem):
        read_sheet_file(file)


def test_a_workbook_that_unpacks_to_more_than_anybody_has_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "bomb.xlsx"
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("xl/worksheets/sheet1.xml", b"0" * 100_000)
    monkeypatch.setattr("goldkeeper.stores.sheets.reading.MOST_UNPACKED", 50_000)
    with pytest.raises(SheetUnreadable, match="unpacks to 0 MiB"):
        read_sheet_file(file)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(FileMissing, match="name a filled sheet"):
        read_sheet_file(tmp_path / "none.xlsx")


def test_an_ending_tells_nothing(tmp_path: Path) -> None:
    (csv_file,) = SheetFolder(tmp_path).write(a_sheet(), [SheetForm.CSV], made=NOON)
    renamed = csv_file.rename(tmp_path / "Kopie von ada (2).xlsx")
    (table,) = read_sheet_file(renamed)
    assert table.rows[0][0] == "no"


def test_a_formula_that_failed_is_seen_where_a_note_should_be(tmp_path: Path) -> None:
    (book,) = SheetFolder(tmp_path).write(a_sheet(), [SheetForm.XLSX], made=NOON)
    typed = tmp_path / "typed.xlsx"
    with zipfile.ZipFile(book) as source, zipfile.ZipFile(typed, "w") as target:
        for entry in source.namelist():
            data = source.read(entry)
            if entry == "xl/worksheets/sheet1.xml":
                data = re.sub(rb'<c r="I3"( s="[0-9]+")/>', rb'<c r="I3"\1 t="e"><f>-not</f><v>#NAME?</v></c>', data)
            target.writestr(entry, data)
    rows = read_sheet_file(typed)[0].rows
    assert rows[2][8] == "#VALUE!"
    assert rows[2][5] in {"", None}
