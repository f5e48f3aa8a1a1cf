"""Filled sheets → answers; what is amiss is named with its place."""

from collections.abc import Sequence

import pytest

from goldkeeper.audit.sheet_answers import read_grade, read_note, read_tick
from goldkeeper.audit.sheet_intake import read_filled
from goldkeeper.audit.sheet_parsing import csv_table, markdown_table
from goldkeeper.audit.sheet_rows import keys_of, row_key
from goldkeeper.model.errors_audits import SheetUnreadable
from goldkeeper.model.sheet_imports import NamedRow, SheetFindings
from goldkeeper.model.sheets import Answers, Cell, SheetTable
from tests.audit_builders import an_audit, an_audit_pair

RECORD = an_audit(*(an_audit_pair(f"q{n}", f"src/a.py:{n}-{n + 2}:f{n}") for n in range(1, 5)))
KEYS = {key: NamedRow("v1.4", row, judge) for key, (row, judge) in keys_of(RECORD).items()}
HEAD = ("no", "query", "grade", "query unclear", "wrong span", "note", "row", "judge", "audit")


def key(row: int = 1, judge: str = "ada") -> str:
    return row_key(RECORD, row, judge)


def line(row: int, grade: Cell = None, unclear: Cell = "", span: Cell = "", note: Cell = "") -> tuple[Cell, ...]:
    return (row, "a query", grade, unclear, span, note, key(row), "ada", "v1.4")


def table(*rows: Sequence[Cell], file: str = "ada.xlsx") -> SheetTable:
    return SheetTable(file, "Rows", rows)


def read(*tables: SheetTable, judge: str = "") -> SheetFindings:
    return read_filled([[one] for one in tables], KEYS, judge=judge)


def said(found: SheetFindings) -> dict[tuple[int, str], int | None]:
    return {(one.named.row, one.named.judge): one.answers.grade for one in found.given}


def told(found: SheetFindings) -> list[str]:
    return [problem.sentence for problem in found.problems]


def test_rows_in_any_order_and_half_filled_are_taken() -> None:
    found = read(table(HEAD, line(3, 2.0), line(1, "3,0", "x", "nein", " why \r\n so "), line(2)))
    assert [one.answers for one in found.given] == [Answers(2), Answers(3, unclear=True, note="why \n so")]
    assert (found.blank, found.problems) == (1, ())


def test_columns_may_be_moved_added_and_spelled_otherwise() -> None:
    rows: list[Sequence[Cell]] = [("Grade ", "MY OWN", "ROW KEY", "Notes"), (1, "?", key(1), "n")]
    found = read(SheetTable("a.csv", "", rows))
    assert found.given[0].answers == Answers(1, note="n")
    stays = "is missing; what was answered there before stays; put it back and import again"
    assert told(found) == [f"a.csv: the column '{title}' {stays}" for title in ("query unclear", "wrong span")]
    assert not any(problem.lost for problem in found.problems)


def test_titles_and_hints_above_the_header_are_passed_over() -> None:
    found = read(table(("Audit v1.4",), (), ("please by Friday", None), HEAD, line(2, 3)))
    assert said(found) == {(2, "ada"): 3}


def test_a_key_column_without_its_title_is_known_by_what_stands_in_it() -> None:
    head = tuple("id" if title == "row" else title for title in HEAD)
    assert said(read(table(head, line(1, 3), line(2, 0)))) == {(1, "ada"): 3, (2, "ada"): 0}


def test_two_files_that_were_glued_together_keep_their_own_columns() -> None:
    other = ("row", "grade", "note", "query unclear", "wrong span")
    found = read(table(HEAD, line(1, 3), other, (key(1, "bob"), 2, "b", "", "")))
    assert said(found) == {(1, "ada"): 3, (1, "bob"): 2}


def test_the_same_row_twice_is_taken_once() -> None:
    found = read(table(HEAD, line(1, 3), line(1, 3), line(1)))
    assert (said(found), found.problems, found.blank) == ({(1, "ada"): 3}, (), 1)


def test_a_row_that_is_answered_in_two_ways_is_not_taken() -> None:
    found = read(table(HEAD, line(1, 3), line(2, 1)), table(HEAD, line(1, 2), file="ada2.ods"))
    assert said(found) == {(2, "ada"): 1}
    assert told(found)[0].startswith("ada2.ods, sheet Rows, row 2: the same row is answered in more than one way: ")
    assert "grade 3 in ada.xlsx, sheet Rows, row 2 and grade 2 in ada2.ods, sheet Rows, row 2; " in told(found)[0]


def test_what_is_no_grade_is_named_with_file_row_and_column() -> None:
    found = read(table(HEAD, line(1, 5), line(2, "two", note="seen"), line(3, 2.5), line(4, 1)))
    assert said(found) == {(4, "ada"): 1}
    assert told(found)[1] == (
        "ada.xlsx, sheet Rows, row 3, column grade (C): 'two' is no grade; write 0, 1, 2 or 3, or leave it empty"
    )
    assert all(problem.lost for problem in found.problems)


def test_a_mistyped_key_a_strange_one_and_none_at_all_are_named() -> None:
    wrong = (1, "q", 3, "", "", "", key(1)[:-1] + "?", "ada", "v1.4")
    none = (1, "q", 3, "", "", "", "", "ada", "v1.4")
    other = row_key(an_audit(name="v0.9"), 1, "ada")
    strange = (1, "q", 3, "", "", "", other, "ada", "v0.9")
    found = read(table(HEAD, wrong, none, strange, ("remember: Friday",)))
    assert [(problem.row, problem.lost) for problem in found.problems] == [(2, True), (3, True), (4, True)]
    assert "is no row key" in told(found)[0]
    assert "answers, and no row key; copy the key" in told(found)[1]
    assert "the row is of audit 'v0.9', which is not on record here" in told(found)[2]


def test_another_name_in_the_judges_column_is_told_and_the_key_holds() -> None:
    found = read(table(HEAD, (*line(1, 3)[:7], "eve", "v1.4")))
    assert said(found) == {(1, "ada"): 3}
    assert "says 'eve' in the sheet of 'ada'; taken as ada's; if eve read it, import with --judge eve" in told(found)[0]
    assert said(read(table(HEAD, line(1, 3)), judge="bob")) == {(1, "bob"): 3}


def test_a_file_without_rows_of_an_audit_is_named() -> None:
    found = read(table(("a", "b"), (1, 2), file="other.xlsx"))
    assert "other.xlsx: no rows of an audit in it; keep the column 'row'" in told(found)[0]


def test_a_column_that_stands_twice_is_named() -> None:
    found = read(table((*HEAD, "grade"), (*line(1, 3), 2)))
    assert "the column 'grade' stands twice; J was not read; leave one" in told(found)[0]


@pytest.mark.parametrize("separator", [",", ";", "\t", "|"])
def test_any_separator_is_told_by_the_header(separator: str) -> None:
    text = f'row{separator}grade{separator}note\r\n{key(1)}{separator}2{separator}"a,b;c\td|e\r\nnext ""line"""\r\n'
    found = read(csv_table(text, "a.csv"))
    assert found.given[0].answers == Answers(2, note='a,b;c\td|e\nnext "line"')


def test_a_line_that_names_the_separator_counts_as_a_row() -> None:
    found = read(csv_table(f"sep=;\r\nrow;grade\r\n{key(1)};9\r\n", "a.csv"))
    assert found.problems[-1].row == 3


def test_a_file_that_was_cut_off_within_a_cell_says_so_and_the_rest_is_taken() -> None:
    found = read(csv_table(f'row,grade,note\r\n{key(1)},2,\r\n{key(2)},1,"not su', "a.csv"))
    assert said(found) == {(1, "ada"): 2}
    assert told(found)[-1].startswith("a.csv, row 3: a quote opens here and never closes")
    assert found.problems[-1].lost


def test_a_quote_that_swallows_other_rows_is_named_and_no_note() -> None:
    text = f'row,grade,note\r\n{key(1)},2,"\r\n{key(2)},1,\r\n{key(3)},1,"\r\n{key(4)},0,\r\n'
    found = read(csv_table(text, "a.csv"))
    assert said(found) == {(4, "ada"): 0}
    assert "a.csv, row 2, column C: a quote opened and closed at the wrong places" in told(found)[-1]


@pytest.mark.parametrize(("first", "second"), [(";", ","), (",", ";")])
def test_files_of_other_separators_that_were_glued_together_lose_nothing_without_a_word(
    first: str, second: str
) -> None:
    above = [f"row{first}grade{first}note", f"{key(1)}{first}2{first}"]
    below = [f"row{second}grade{second}note", f"{key(2)}{second}1{second}so", f"{key(3)}{second}1{second}"]
    found = read(csv_table("\r\n".join([*above, *below]), "a.csv"))
    lost = [problem for problem in found.problems if problem.lost]
    assert len(found.given) + len(lost) == 3
    assert {problem.row for problem in lost} in ({2}, {4, 5})
    assert "parted by another sign than the header's; import the files" in lost[0].sentence


def test_a_header_that_was_sorted_along_loses_no_row() -> None:
    found = read(table(("sorted by ada",), line(1, 3), HEAD, line(2, 1)))
    assert said(found) == {(1, "ada"): 3, (2, "ada"): 1}
    assert not found.problems


def test_a_file_that_ends_without_a_line_end_or_in_blanks_is_whole() -> None:
    for end in ("", "\r\n", "\r\n\r\n,,\r\n"):
        table_ = csv_table(f'row,grade,note\r\n{key(1)},2,"so ""so"""{end}', "a.csv")
        assert (len(table_.rows), table_.unclosed) == (2, 0)


def test_a_cell_of_millions_of_letters_is_refused() -> None:
    with pytest.raises(SheetUnreadable, match="save it again as CSV"):
        csv_table('row,grade\n"' + "x" * (17 << 20), "a.csv")


def test_markdown_is_read_where_it_was_written_into() -> None:
    text = f"""# Audit v1.4

## 1 · {key(1)}

```
- grade: 1
## 9 · {key(4)}
```

- grade: 3
- query unclear: [x]
- note: first
  and second

## 2 · {key(2)}

- grade: 9
- note:
"""
    found = read(markdown_table(text, "ada.md"))
    assert found.given[0].answers == Answers(3, unclear=True, note="first\nand second")
    assert [problem.sentence for problem in found.problems if problem.lost] == [
        "ada.md, row 15, column grade: 9 is no grade of 0..3; write 0, 1, 2 or 3, or leave it empty"
    ]


@pytest.mark.parametrize("cell", [3, 3.0, "3", "3.0", "3,0", " 3 ", "\uff13", "'3", "grade 3", "3 - answers it"])
def test_a_three_is_a_three_however_it_is_written(cell: Cell) -> None:
    assert read_grade(cell) == 3


@pytest.mark.parametrize("cell", ["4", "-1", "2.5", "1e0", "two", "??", 4.0, 1.5, True, "3 2", "03x", "9" * 500])
def test_what_is_no_grade_is_refused(cell: Cell) -> None:
    with pytest.raises(ValueError, match="grade"):
        read_grade(cell)


@pytest.mark.parametrize(
    "cell", ["yes", "Ja", "OUI", "sí", "x", "X ", "[x]", "\u2713", 1.0, True, "1.0", "WAHR", "はい"]
)
def test_a_tick_is_a_yes_in_many_words(cell: Cell) -> None:
    assert read_tick(cell) is True


@pytest.mark.parametrize("cell", ["no", "nein", "0", 0.0, False, "FALSCH", "-", "[ ]"])
def test_a_no_is_no_tick(cell: Cell) -> None:
    assert not read_tick(cell)


@pytest.mark.parametrize("cell", ["perhaps", 2.0, "?"])
def test_what_is_neither_yes_nor_no_is_refused(cell: Cell) -> None:
    with pytest.raises(ValueError, match="neither"):
        read_tick(cell)


def test_notes_come_back_as_they_were_typed() -> None:
    cells: list[Cell] = ["'=1", "'tis", 12.0, True, None, " a\r\nb "]
    assert [read_note(cell) for cell in cells] == ["'=1", "'tis", "12", "TRUE", "", "a\nb"]


@pytest.mark.parametrize("shown", ["#NAME?", "Err:508", " #VALUE! "])
def test_a_note_that_became_a_failed_formula_is_named(shown: str) -> None:
    found = read(table(HEAD, line(1, 3, note=shown), line(2, 2, note="see #NAME? there")))
    assert said(found) == {(2, "ada"): 2}
    assert "column note (F)" in told(found)[0]
    assert "stands where a formula failed; type the note again with an apostrophe in front" in told(found)[0]
