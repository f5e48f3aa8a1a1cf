"""Sheets opened, filled and saved by LibreOffice come back with every answer."""

from pathlib import Path

import pytest

from goldkeeper.audit.disposition import dispose_all
from goldkeeper.audit.sheet_intake import read_filled
from goldkeeper.audit.sheet_rows import keys_of, make_sheet
from goldkeeper.audit.third_sheets import make_third_sheet
from goldkeeper.model.audit_records import AuditRecord
from goldkeeper.model.audits import ArbiterSees
from goldkeeper.model.sheet_imports import NamedRow
from goldkeeper.model.sheets import Answers, AuditSheet, Rule
from goldkeeper.reporting.sheet_csv import csv_sheet
from goldkeeper.stores.sheets.reading import read_sheet_file
from goldkeeper.stores.sheets.workbook import workbook_bytes
from goldkeeper.workflow.audit_import import import_sheets
from tests.audit_builders import a_reading, an_audit, an_audit_pair
from tests.builders import NOON
from tests.fake_audits import InMemoryAuditBook
from tests.stores.sheets.office import CSV_SEMICOLON_1252, CSV_TAB_UTF16, CSV_UTF8, needs_office, saved_as, typed_in

RULES = (Rule(3, "answers it"), Rule(2, "in part"), Rule(1, "=hardly"), Rule(0, "not"))
QUERIES = (
    "=1+1",
    "@SUM(A1)",
    "购物车的总价是怎么算的",
    "red\x1b[31m \u202egpj",
    'say "yes", or\nnot',
    "-5",
    "\t=2",
    "plain",
)
NOTES = ("=HYPERLINK(1)", "", "öffnet \u201enicht\u201c", "two\nlines; and, more", "-", "'quoted", "", "+49")


def a_record(rows: int = 24) -> AuditRecord:
    pairs = [
        an_audit_pair(f"q{n}", f"src/a{n}.py:{n + 1}-{n + 4}:f{n}", query=QUERIES[n % len(QUERIES)], grade=n % 3 + 1)
        for n in range(rows)
    ]
    texts = [f"def f{n}():\n\treturn '=1'\n" + "x" * (900 if n == 3 else 3) for n in range(rows)]
    texts[5] = "\n".join(f"line_{n} = '漢字'" for n in range(500))
    return an_audit(*pairs, texts=texts)


def answers_for(sheet: AuditSheet) -> dict[str, Answers]:
    """Every third row stays blank."""
    given = {}
    for n, row in enumerate(sheet.rows):
        if n % 3 != 2:
            grade = None if n % 7 == 0 else n % 4
            given[row.key] = Answers(grade, n % 5 == 0, n % 4 == 1, NOTES[n % len(NOTES)])
    return {key: answers for key, answers in given.items() if answers.given}


def imported(file: Path, record: AuditRecord) -> dict[tuple[int, str], Answers]:
    keys = {key: NamedRow("v1.4", row, judge) for key, (row, judge) in keys_of(record).items()}
    found = read_filled([read_sheet_file(file)], keys)
    assert found.problems == ()
    return {(one.named.row, one.named.judge): one.answers for one in found.given}


@needs_office
@pytest.mark.parametrize("form", ["xlsx", "ods", CSV_UTF8, CSV_SEMICOLON_1252, CSV_TAB_UTF16])
def test_what_was_typed_in_comes_back_whatever_it_was_saved_as(form: str, tmp_path: Path) -> None:
    record = a_record()
    sheet = make_sheet(record, "ada", RULES)
    given = answers_for(sheet)
    if form == CSV_SEMICOLON_1252:  # has no other letters
        given = {key: answers for key, answers in given.items() if answers.note.isascii() or "ö" in answers.note}
    filled = tmp_path / "filled.xlsx"
    filled.write_bytes(typed_in(workbook_bytes(sheet, made=NOON), sheet, given))

    found = imported(saved_as(filled, form, tmp_path / "saved"), record)

    names = keys_of(record)
    assert found == {names[key]: answers for key, answers in given.items()}


@needs_office
def test_a_workbook_that_went_through_ods_and_back_still_knows_its_rows(tmp_path: Path) -> None:
    record = a_record()
    sheet = make_sheet(record, "bob", RULES)
    given = answers_for(sheet)
    filled = tmp_path / "filled.xlsx"
    filled.write_bytes(typed_in(workbook_bytes(sheet, made=NOON), sheet, given))
    ods = saved_as(filled, "ods", tmp_path / "one")
    back = saved_as(ods, "xlsx", tmp_path / "two")
    assert len(imported(back, record)) == len(given)


@needs_office
def test_nothing_in_a_workbook_or_a_csv_file_is_run(tmp_path: Path) -> None:
    """LibreOffice writes the result of a formula; what is still the text was none."""
    sheet = make_sheet(a_record(), "ada", RULES)
    book, plain = tmp_path / "a.xlsx", tmp_path / "b.csv"
    book.write_bytes(workbook_bytes(sheet, made=NOON))
    plain.write_bytes(csv_sheet(sheet).encode())
    for file in (book, plain):
        text = saved_as(file, CSV_UTF8, tmp_path / file.stem).read_text("utf-8-sig")
        assert "=1+1" in text
        assert "@SUM(A1)" in text
        assert "#NAME" not in text
        assert "Err:" not in text


@needs_office
def test_a_file_that_is_cut_at_the_wrong_separator_runs_nothing_either(tmp_path: Path) -> None:
    pair = an_audit_pair(query="a;=1+41;@b\n=2+40")
    record = an_audit(pair, texts=["x;=1+41\ny;  =2+40"])
    plain = tmp_path / "a.csv"
    plain.write_text(csv_sheet(make_sheet(record, "ada", RULES)), "utf-8")
    saved = saved_as(plain, CSV_UTF8, tmp_path / "saved", read_as="CSV:59,34,76,1")
    text = saved.read_text("utf-8-sig")
    assert "=1+41" in text
    assert "42" not in text
    assert "Err:" not in text


@needs_office
@pytest.mark.parametrize("form", ["xlsx", CSV_UTF8])
def test_a_third_judges_sheet_comes_back_and_a_second_time_changes_nothing(form: str, tmp_path: Path) -> None:
    record, book = a_record(), InMemoryAuditBook()
    book.keep(record)
    rows = sorted(record.draw.rows_by_number)
    said = [a_reading(n, judge, n % 2 + more) for n in rows for judge, more in (("ada", 0), ("bob", 1))]
    book.take("v1.4", said, origin="x")
    outcomes = dispose_all(record.draw, book.readings("v1.4"), wanted=2)
    sheet = make_third_sheet(record, "cyn", RULES, outcomes, ArbiterSees.ANSWERS)
    given = {row.key: Answers(row.number % 4, note=f"for {row.number}") for row in sheet.rows if row.number % 3}
    filled = tmp_path / "filled.xlsx"
    filled.write_bytes(typed_in(workbook_bytes(sheet, made=NOON), sheet, given))
    saved = saved_as(filled, form, tmp_path / "saved")

    done = import_sheets([read_sheet_file(saved)], book, clock=lambda: NOON)
    again = import_sheets([read_sheet_file(saved)], book, clock=lambda: NOON)

    assert done.problems == ()
    decided = {one.row: (one.judge, one.grade, one.doubt) for one in book.readings("v1.4") if one.arbitration}
    assert decided == {n: ("cyn", n % 4, f"for {n}") for n in rows if n % 3}
    change = again.changes["v1.4"]
    assert (len(change.added), len(change.changed), len(change.unchanged)) == (0, 0, len(given))
