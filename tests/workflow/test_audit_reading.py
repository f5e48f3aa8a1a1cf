"""Answers come in: from files, one by one, from a third judge."""

from datetime import timedelta

import pytest

from goldkeeper.audit.sheet_rows import make_sheet, row_key
from goldkeeper.model.audits import Disposition
from goldkeeper.model.errors import BadRequest
from goldkeeper.model.errors_audits import AuditUnknown, RowUnknown, SheetRefused
from goldkeeper.model.sheets import Answers, Cell, Column, SheetTable
from goldkeeper.workflow.audit_arbitration import arbitrate
from goldkeeper.workflow.audit_import import import_sheets
from goldkeeper.workflow.audit_reading import answer, row_named, status, unread
from tests.audit_builders import a_reading, an_audit, an_audit_pair
from tests.builders import NOON
from tests.fake_audits import InMemoryAuditBook

RECORD = an_audit(an_audit_pair("q1", grade=3), an_audit_pair("q2", "src/b.py:1-4:g", grade=1))


@pytest.fixture
def book() -> InMemoryAuditBook:
    made = InMemoryAuditBook()
    made.keep(RECORD)
    return made


def key(row: int, judge: str = "ada") -> str:
    return row_key(RECORD, row, judge)


def table(head: str, *rows: tuple[Cell, ...], file: str = "a.csv") -> list[SheetTable]:
    return [SheetTable(file, "", [tuple(head.split(",")), *rows])]


def standing(book: InMemoryAuditBook) -> dict[tuple[int, str], tuple[int | None, str]]:
    return {(one.row, one.judge): (one.grade, one.doubt) for one in book.readings("v1.4")}


def test_files_of_two_judges_come_at_different_times(book: InMemoryAuditBook) -> None:
    import_sheets([table("row,grade,note", (key(1), 3, "sure"))], book, clock=lambda: NOON)
    later = NOON + timedelta(days=2)
    import_sheets([table("row,grade,note", (key(1, "bob"), 2, ""), (key(2), "0", ""))], book, clock=lambda: later)
    assert standing(book) == {(1, "ada"): (3, "sure"), (1, "bob"): (2, ""), (2, "ada"): (0, "")}


def test_a_column_that_was_deleted_takes_nothing_back(book: InMemoryAuditBook) -> None:
    whole = table("row,grade,query unclear,wrong span,note", (key(1), 3, "x", "", "sure"))
    import_sheets([whole], book, clock=lambda: NOON)
    import_sheets([table("row,grade", (key(1), 2))], book, clock=lambda: NOON)
    (reading,) = book.readings("v1.4")
    assert (reading.grade, reading.ambiguous_query, reading.doubt) == (2, True, "sure")


def test_a_blank_row_takes_nothing_back(book: InMemoryAuditBook) -> None:
    import_sheets([table("row,grade", (key(1), 3))], book, clock=lambda: NOON)
    done = import_sheets([table("row,grade", (key(1), None), (key(2), ""))], book, clock=lambda: NOON)
    assert (done.changes, done.blank) == ({}, 2)
    assert standing(book) == {(1, "ada"): (3, "")}


def test_strict_takes_all_or_nothing(book: InMemoryAuditBook) -> None:
    files = [table("row,grade", (key(1), 3), (key(2), "good"))]
    with pytest.raises(SheetRefused, match=r"'good' is no grade.*; nothing was taken in"):
        import_sheets(files, book, clock=lambda: NOON, strict=True)
    assert book.readings("v1.4") == ()
    assert len(import_sheets(files, book, clock=lambda: NOON).changes["v1.4"].added) == 1


def test_rows_of_several_audits_may_stand_in_one_file(book: InMemoryAuditBook) -> None:
    other = an_audit(name="v1.5", judges=["cyd"])
    book.keep(other)
    rows = [(key(1), 3), (row_key(other, 2, "cyd"), 1)]
    done = import_sheets([table("row,grade", *rows)], book, clock=lambda: NOON)
    assert list(done.changes) == ["v1.4", "v1.5"]


def test_a_named_judge_must_have_the_rows(book: InMemoryAuditBook) -> None:
    with pytest.raises(RowUnknown, match="for judge 'eve'; its judges are ada, bob"):
        import_sheets([table("row,grade", (key(1), 3))], book, clock=lambda: NOON, judge="eve")


def test_a_judge_is_one_person_however_the_name_is_spelled(book: InMemoryAuditBook) -> None:
    import_sheets([table("row,grade", (key(1), 3))], book, clock=lambda: NOON, judge=" BOB ")
    assert standing(book) == {(1, "bob"): (3, "")}
    book.take("v1.4", [a_reading(1, "ada", 2)], origin="x")
    with pytest.raises(BadRequest, match="ADA is one of the two"):
        arbitrate("v1.4", 1, "ADA", Answers(3), book, clock=lambda: NOON, origin="terminal")
    arbitrate("v1.4", 1, "Cyd", Answers(3), book, clock=lambda: NOON, origin="terminal")
    arbitrate("v1.4", 1, "cyd", Answers(2), book, clock=lambda: NOON, origin="terminal")
    assert [(one.judge, one.grade) for one in book.readings("v1.4") if one.arbitration] == [("Cyd", 2)]


def test_nothing_can_come_in_before_anything_was_drawn() -> None:
    with pytest.raises(AuditUnknown, match="there is no audit yet"):
        import_sheets([table("row,grade", (key(1), 3))], InMemoryAuditBook(), clock=lambda: NOON)


def test_a_sheet_shows_a_judge_only_what_that_judge_said(book: InMemoryAuditBook) -> None:
    book.take("v1.4", [a_reading(1, "ada", 3, doubt="n"), a_reading(1, "bob", 0), a_reading(2, "bob", 1)], origin="x")
    sheet = make_sheet(RECORD, "ada", (), book.readings("v1.4"))
    assert [row.answers for row in sheet.rows] == [Answers(3, note="n"), Answers()]


def test_rows_are_read_in_the_judges_own_order_and_once(book: InMemoryAuditBook) -> None:
    assert unread(RECORD, "bob", book) == (2, 1)
    answer(RECORD, "bob", 2, Answers(1), book, clock=lambda: NOON, origin="terminal")
    assert unread(RECORD, "bob", book) == (1,)
    with pytest.raises(BadRequest, match="nothing is answered"):
        answer(RECORD, "bob", 1, Answers(), book, clock=lambda: NOON, origin="terminal")


def test_a_row_is_named_by_its_number_or_by_any_key(book: InMemoryAuditBook) -> None:
    assert [row_named(RECORD, text) for text in ("2", key(2), key(2, "bob").lower())] == [2, 2, 2]
    for text in ("3", "0", "x", "GK-22222-22222"):
        with pytest.raises(RowUnknown, match="its rows are 1 to 2"):
            row_named(RECORD, text)


def test_a_third_judge_decides_and_may_change_their_mind(book: InMemoryAuditBook) -> None:
    book.take("v1.4", [a_reading(1, "ada", 3), a_reading(1, "bob", 2)], origin="x")
    with pytest.raises(BadRequest, match="bob is one of the two"):
        arbitrate("v1.4", 1, "bob", Answers(3), book, clock=lambda: NOON, origin="terminal")
    arbitrate("v1.4", 1, "cyd", Answers(3), book, clock=lambda: NOON, origin="terminal")
    assert status("v1.4", book).outcomes[0].disposition is Disposition.IN
    arbitrate("v1.4", 1, "cyd", Answers(unclear=True), book, clock=lambda: NOON, origin="terminal")
    assert status("v1.4", book).outcomes[0].disposition is Disposition.AMBIGUOUS
    with pytest.raises(RowUnknown, match="waits for a third judge"):
        arbitrate("v1.4", 2, "cyd", Answers(3), book, clock=lambda: NOON, origin="terminal")


def test_one_judge_alone_finishes_an_audit_of_one(book: InMemoryAuditBook) -> None:
    book.keep(an_audit(name="solo", judges=["ada"]))
    book.take("solo", [a_reading(1), a_reading(2, grade=1)], origin="x")
    assert status("solo", book).finished


def test_every_answer_column_that_is_missing_is_named_once(book: InMemoryAuditBook) -> None:
    done = import_sheets([table("row,grade", (key(1), 3))], book, clock=lambda: NOON)
    named = {column for column in Column if any(f"'{column}'" in one.problem for one in done.problems)}
    assert named == {Column.UNCLEAR, Column.SPAN, Column.NOTE}
    assert done.lost == ()
