"""Sheets as text: CSV that no program runs, Markdown that renders as what it says."""

import csv
import io
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldkeeper.audit.sheet_intake import read_filled
from goldkeeper.audit.sheet_parsing import csv_table, markdown_table
from goldkeeper.audit.sheet_rows import keys_of, make_sheet
from goldkeeper.model.gold_lines import read_gold
from goldkeeper.model.safe_cells import unguarded
from goldkeeper.model.sheet_imports import NamedRow
from goldkeeper.model.sheets import Answers, AuditSheet, Rule, SheetRow
from goldkeeper.reporting.sheet_csv import csv_sheet, in_parts
from goldkeeper.reporting.sheet_markdown import markdown_sheet
from goldkeeper.reporting.sheet_text import MOST_BREAKS, MOST_IN_CELL, fitted, shown_code, shown_text
from tests.audit_builders import a_reading, an_audit, an_audit_pair

CASES = Path(__file__).parents[3] / "shared" / "cases" / "cases.jsonl"
RULES = (Rule(3, "answers it"), Rule(0, "does not"))
TEXTS = st.text(st.characters(exclude_categories=[]), max_size=40)
TRIGGERS = tuple("=+-@\t\r")


def a_sheet(*queries: str, code: str = "def f():\n    return 1") -> AuditSheet:
    rows = [
        SheetRow(n, f"GK-{n}", query, "intent", "a.py", "f", 1, code, "c" * 40) for n, query in enumerate(queries, 1)
    ]
    return AuditSheet("v1.4", "ada", "code at a1b2c3d", RULES, tuple(rows))


def cells(text: str) -> list[list[str]]:
    assert text.startswith("\ufeff")
    return list(csv.reader(io.StringIO(text[1:], newline="")))


@pytest.mark.skipif(not CASES.exists(), reason="no public cases here")
def test_the_public_case_of_formulas_in_a_sheet() -> None:
    lines = CASES.read_text("utf-8").split("\n")
    case = next(one for line in lines if line and (one := json.loads(line))["id"] == "audit-csv-formulas")
    before = "\n".join(case["gold"]).encode()
    gold = read_gold(before, "gold.jsonl")
    table = cells(csv_sheet(a_sheet(*(query.text for query in gold.queries), code=case["files_before"]["calc.py"])))
    assert {len(row) for row in table} == {len(a_sheet().columns)}
    shown = {str(query.query_id): row[1] for query, row in zip(gold.queries, table[1:], strict=True)}
    expected = case["expect"]["csv"]
    for row in table:
        assert not any(cell.startswith(TRIGGERS) for cell in row)
    for query_id in expected["cells_that_must_not_start_with_a_trigger"]:
        assert shown[query_id]
    texts = {str(query.query_id): query.text for query in gold.queries}
    for query_id in expected["unchanged"]:
        assert shown[query_id] == texts[query_id]
    assert unguarded(shown["q1"]) == texts["q1"]


@given(st.lists(TEXTS, min_size=1, max_size=4), TEXTS)
def test_no_cell_starts_a_formula_and_no_text_breaks_the_table(queries: list[str], code: str) -> None:
    table = cells(csv_sheet(a_sheet(*queries, code=code)))
    assert [len(row) for row in table] == [len(a_sheet().columns)] * (len(queries) + 1)
    assert not any(cell.startswith((*TRIGGERS, "\n")) for row in table for cell in row)


@given(TEXTS)
def test_whatever_is_shown_can_be_written_as_utf8_and_steers_nothing(text: str) -> None:
    sheet = a_sheet(text, code=text)
    for shown in (csv_sheet(sheet), markdown_sheet(sheet)):
        assert shown.encode()
        assert not {"\x1b", "\u202e", "\u2066", "\x00", "\u200b"} & set(shown)


@given(st.lists(st.tuples(st.integers(0, 3) | st.none(), st.booleans(), st.booleans(), TEXTS), min_size=2, max_size=2))
def test_answers_that_a_sheet_shows_come_back_the_same(said: list[tuple[int | None, bool, bool, str]]) -> None:
    record = an_audit(an_audit_pair("q1"), an_audit_pair("q2", "b.py:1-2:g"))
    notes = [shown_text(note).strip() for *_, note in said]
    notes = ["\n".join(line.strip() for line in note.split("\n") if line.strip()) for note in notes]
    readings = [
        a_reading(row, "ada", grade, doubt=note, unclear=unclear, wrong_span=span)
        for row, ((grade, unclear, span, _), note) in enumerate(zip(said, notes, strict=True), 1)
    ]
    sheet = make_sheet(record, "ada", RULES, readings)
    keys = {key: NamedRow("v1.4", row, judge) for key, (row, judge) in keys_of(record).items()}
    given_answers = {
        one.row: Answers(one.grade, one.ambiguous_query, one.wrong_span, one.doubt)
        for one in readings
        if one.grade is not None or one.ambiguous_query or one.wrong_span or one.doubt
    }
    for table in (csv_table(csv_sheet(sheet)[1:], "a.csv"), markdown_table(markdown_sheet(sheet), "a.md")):
        found = read_filled([[table]], keys)
        assert found.problems == ()
        assert {one.named.row: one.answers for one in found.given} == given_answers


@given(st.text(st.sampled_from("a\n\U0001f600"), max_size=200).map(lambda text: text * 400))
def test_a_cell_never_exceeds_what_a_spreadsheet_holds(text: str) -> None:
    cell = fitted(text)
    assert len(cell.encode("utf-16-le")) // 2 <= MOST_IN_CELL
    assert cell.count("\n") <= MOST_BREAKS
    assert cell == text or "more line" in cell or "letters)" in cell


def test_long_chunks_and_long_lines_are_cut_and_say_so() -> None:
    row = SheetRow(1, "", "", "", "a.py", "f", 9, "\n".join(["x" * 500, *["y"] * 50]))
    shown = shown_code(row, most_lines=10)
    assert shown.lines[0] == (9, "x" * 240 + "… (+260 letters)")
    assert (shown.left_out, shown.note) == (41, "… 41 more lines")


def test_rows_beyond_what_a_spreadsheet_takes_go_into_further_parts() -> None:
    sheet = a_sheet(*"abcde")
    assert [len(rows) for rows in in_parts(sheet.rows, 2)] == [2, 2, 1]
    assert in_parts((), 2) == [()]


def test_code_with_fences_stays_inside_its_own() -> None:
    text = markdown_sheet(a_sheet("q", code="```\n## not a heading\n````"))
    assert "\n`````\n" in text
