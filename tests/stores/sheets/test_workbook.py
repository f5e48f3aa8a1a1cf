"""The workbook as it is written: texts stay texts, only answers can be typed, limits hold."""

import re
import zipfile
from dataclasses import replace
from io import BytesIO

from python_calamine import CalamineWorkbook

from goldkeeper.audit.sheet_rows import make_sheet
from goldkeeper.model.sheets import Answers, AuditSheet, Column, Rule, SheetRow
from goldkeeper.stores.sheets.workbook import CODE, ROWS, RULES, workbook_bytes
from tests.audit_builders import an_audit
from tests.builders import NOON

GRADES = (Rule(3, "answers it"), Rule(2, "in part"), Rule(1, "hardly"), Rule(0, "=not"))
BLIND = tuple(column for column in Column if column is not Column.SAID)
LONG = "\n".join(f"line_{n} = {n}" for n in range(1, 101))


def a_row(number: int = 1, **more: object) -> SheetRow:
    row = SheetRow(number, f"GK-{number}", "how", "intent", "src/a.py", "f", 3, "def f():\n    return 1", "c" * 40)
    return replace(row, **more)  # type: ignore[arg-type]  # a test names what it is about


def a_sheet(*rows: SheetRow) -> AuditSheet:
    return AuditSheet("v1.4 & co", "ada", "code at a1b2c3d", GRADES, rows)


def parts_of(data: bytes) -> dict[str, str]:
    with zipfile.ZipFile(BytesIO(data)) as packed:
        return {entry: packed.read(entry).decode() for entry in packed.namelist() if entry.endswith(".xml")}


def cells(data: bytes, sheet: str = ROWS) -> list[list[object]]:
    with CalamineWorkbook.from_filelike(BytesIO(data)) as book:
        return [list(row) for row in book.get_sheet_by_name(sheet).to_python(skip_empty_area=False)]


def test_the_same_sheet_gives_the_same_bytes() -> None:
    sheet = make_sheet(an_audit(), "ada", GRADES)
    assert workbook_bytes(sheet, made=NOON) == workbook_bytes(sheet, made=NOON)


def test_no_text_is_a_formula_and_what_looks_like_one_is_marked_as_text() -> None:
    queries = ("=1+1", "+1", "-2+3", "@SUM(A1)", "\t=1", '=HYPERLINK("http://203.0.113.5","x")', "{=1}", "http://x.y")
    data = workbook_bytes(a_sheet(*(a_row(n, query=query) for n, query in enumerate(queries, 1))), made=NOON)
    parts = parts_of(data)
    formulas = [found for text in parts.values() for found in re.findall(r"<f[ >].*?</f>", text)]
    assert formulas == ['<f>COUNTA(F3:F10)&amp;" of 8"</f>']  # ours, which counts the grades
    assert 'quotePrefix="1"' in parts["xl/styles.xml"]
    shown = [row[1] for row in cells(data)[2:]]
    assert shown[:4] == ["=1+1", "+1", "-2+3", "@SUM(A1)"]
    assert shown[-1] == "http://x.y"


def test_only_answers_can_be_typed_and_a_grade_is_chosen_from_a_list() -> None:
    parts = parts_of(workbook_bytes(a_sheet(a_row()), made=NOON))
    page = parts["xl/worksheets/sheet1.xml"]
    assert "<sheetProtection" in page
    assert '<formula1>"3,2,1,0"</formula1>' in page
    assert "topLeftCell" in page  # frozen
    assert "Audit v1.4 &amp;&amp; co, sheet of ada" in page
    formats = re.findall(r"<xf [^>]*?(?:/>|>.*?</xf>)", parts["xl/styles.xml"].partition("<cellXfs")[2])
    open_ones = {n for n, text in enumerate(formats) if 'locked="0"' in text}
    in_row = dict(re.findall(r'<c r="([A-Z])3" s="([0-9]+)"', page))
    letters = {chr(ord("A") + place): column for place, column in enumerate(BLIND)}
    typed = {letters[letter] for letter, style in in_row.items() if int(style) in open_ones}
    assert typed == {Column.GRADE, Column.UNCLEAR, Column.SPAN, Column.NOTE}


def test_a_long_chunk_is_shown_whole_on_a_sheet_of_its_own() -> None:
    data = workbook_bytes(a_sheet(a_row(1), a_row(2, code=LONG)), made=NOON)
    row = cells(data)[3]
    assert "… 68 more lines: sheet Code, row 1" in str(row[BLIND.index(Column.CODE)])
    code = cells(data, CODE)
    assert code[0][0] == 2
    assert [line[1] for line in code[1:101]] == LONG.split("\n")
    assert code[1][0] == 3


def test_limits_of_spreadsheets_hold() -> None:
    sheet = a_sheet(
        a_row(1, query="q" * 40_000, code="x" * 100_000, link="https://h/" + "a" * 3000),
        a_row(2, query="\x00\x0b\ufffe_x000B_", answers=Answers(2, note="n" * 40_000)),
    )
    rows = cells(workbook_bytes(sheet, made=NOON))
    assert max(len(str(cell)) for row in rows for cell in row) <= 32_767
    assert "letters)" in str(rows[2][1])
    assert str(rows[3][1]).startswith("\\x00\\x0b")
    assert str(rows[3][1]).endswith("_x000B_")


def test_answers_that_are_known_stand_in_their_cells() -> None:
    data = workbook_bytes(a_sheet(a_row(answers=Answers(0, True, True, "-why"))), made=NOON)
    row = cells(data)[2]
    at = {column: row[place] for place, column in enumerate(BLIND)}
    assert (at[Column.GRADE], at[Column.UNCLEAR], at[Column.SPAN], at[Column.NOTE]) == (0, "yes", "yes", "-why")


def test_the_rules_are_on_a_sheet_of_their_own() -> None:
    told = {str(row[0]): str(row[1]) for row in cells(workbook_bytes(a_sheet(a_row()), made=NOON), RULES)}
    assert told["grade 3"] == "answers it"
    assert told["grade 0"] == "=not"
    assert "goldkeeper audit import" in told["how"]


def test_a_sheet_without_rows_can_be_opened() -> None:
    assert len(cells(workbook_bytes(a_sheet(), made=NOON))) == 2  # rules and header


def test_a_chunk_of_wrapped_wide_letters_is_not_cut_without_a_word() -> None:
    wide = "\n".join(f"# {n} " + "注文の合計金額を計算して返す。" * 12 for n in range(20))
    data = workbook_bytes(a_sheet(a_row(code=wide)), made=NOON)
    shown = str(cells(data)[2][BLIND.index(Column.CODE)]).split("\n")
    assert shown[-1] == f"… {20 - (len(shown) - 1)} more lines: sheet Code, row 1"
    assert [line[1] for line in cells(data, CODE)[1:21]] == wide.split("\n")


def test_the_rules_and_how_many_are_graded_stand_above_the_header() -> None:
    top, header, *_ = cells(workbook_bytes(a_sheet(a_row(answers=Answers(2)), a_row(2)), made=NOON))
    assert str(top[BLIND.index(Column.CODE)]).startswith("3  answers it\n2  in part")
    assert top[BLIND.index(Column.GRADE)] == "1 of 2"
    assert header == [column.value for column in BLIND]
