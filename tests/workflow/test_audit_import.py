"""Sheets of third judges, old copies, trials, and a book of which one audit is damaged."""

import pytest

from goldkeeper.audit.sheet_rows import row_key
from goldkeeper.audit.third_sheets import third_key
from goldkeeper.model.audit_records import AuditRecord
from goldkeeper.model.errors_audits import AuditDamaged, SheetRefused
from goldkeeper.model.sheets import Answers, Cell, SheetTable
from goldkeeper.workflow.audit_arbitration import arbitrate
from goldkeeper.workflow.audit_import import Imported, import_sheets
from goldkeeper.workflow.audit_reading import answer
from tests.audit_builders import a_reading, an_audit, an_audit_pair
from tests.builders import NOON
from tests.fake_audits import InMemoryAuditBook

RECORD = an_audit(an_audit_pair("q1", grade=3), an_audit_pair("q2", "src/b.py:1-4:g", grade=1))


class DamagedBook(InMemoryAuditBook):
    """One of its audits can't be read."""

    def audit(self, name: str) -> AuditRecord:
        if name == "v1.3":
            raise AuditDamaged(name, "its record is damaged")
        return super().audit(name)


@pytest.fixture
def book() -> InMemoryAuditBook:
    """Row 1 waits for a third judge, row 2 for its first."""
    made = InMemoryAuditBook()
    made.keep(RECORD)
    made.take("v1.4", [a_reading(1, "ada", 3), a_reading(1, "bob", 2)], origin="x")
    return made


def third(grade: Cell, by: str = "cyn", row: int = 1, note: str = "") -> list[SheetTable]:
    cells = (third_key(RECORD, row), grade, note, by)
    return [SheetTable("third.csv", "", [("row", "grade", "note", "judge"), cells])]


def blind(row: int, grade: Cell, judge: str = "ada") -> list[SheetTable]:
    return [SheetTable("a.csv", "", [("row", "grade"), (row_key(RECORD, row, judge), grade)])]


def taken(book: InMemoryAuditBook, *files: list[SheetTable], judge: str = "", dry: bool = False) -> Imported:
    return import_sheets(files, book, clock=lambda: NOON, judge=judge, dry=dry)


def lost(done: Imported) -> list[str]:
    return [one.problem for one in done.lost]


def decisions(book: InMemoryAuditBook) -> list[tuple[int, str, int | None]]:
    return [(one.row, one.judge, one.grade) for one in book.readings("v1.4") if one.arbitration]


def test_a_third_judges_sheet_decides_and_a_second_import_changes_nothing(book: InMemoryAuditBook) -> None:
    assert len(taken(book, third(2)).changes["v1.4"].added) == 1
    again = taken(book, third(2)).changes["v1.4"]
    assert (len(again.added), len(again.changed), len(again.unchanged)) == (0, 0, 1)
    assert decisions(book) == [(1, "cyn", 2)]


def test_what_two_judges_say_in_an_import_may_be_decided_in_the_same(book: InMemoryAuditBook) -> None:
    done = taken(book, third(1, row=2), blind(2, 1), blind(2, 2, "bob"))
    assert lost(done) == []
    assert decisions(book) == [(2, "cyn", 1)]


def test_nobody_decides_a_row_that_they_have_read(book: InMemoryAuditBook) -> None:
    assert lost(taken(book, third(2, by="ADA"))) == ["ADA is one of the judges who differ"]
    assert decisions(book) == []


def test_a_row_that_waits_for_nobody_and_a_remark_alone_decide_nothing(book: InMemoryAuditBook) -> None:
    assert lost(taken(book, third(2, row=2))) == ["the row waits for no third judge"]
    assert lost(taken(book, third(None, note="hm"))) == ["a remark, and no decision"]
    assert decisions(book) == []


def test_a_sheet_that_names_nobody_is_taken_for_the_judge_who_is_named_beside_it(book: InMemoryAuditBook) -> None:
    assert lost(taken(book, third(2, by=""))) == ["nobody is named who decides"]
    taken(book, third(2, by=""), judge="cyn")
    assert decisions(book) == [(1, "cyn", 2)]


def test_a_sheet_writes_over_nobody_elses_decision(book: InMemoryAuditBook) -> None:
    taken(book, third(2))
    assert lost(taken(book, third(3, by="dan"))) == ["cyn has decided otherwise"]
    assert decisions(book) == [(1, "cyn", 2)]


def test_an_old_copy_of_a_third_judges_sheet_takes_nothing_back(book: InMemoryAuditBook) -> None:
    taken(book, third(2))
    arbitrate("v1.4", 1, "cyn", Answers(3), book, clock=lambda: NOON, origin="terminal")
    (problem,) = lost(taken(book, third(2)))
    assert problem.startswith("grade 2 is what cyn said before; since then it is grade 3 (terminal, ")
    assert decisions(book) == [(1, "cyn", 3)]


def test_an_old_copy_of_a_blind_sheet_takes_nothing_back_and_a_new_answer_does(book: InMemoryAuditBook) -> None:
    taken(book, blind(2, 1))
    answer(RECORD, "ada", 2, Answers(0), book, clock=lambda: NOON, origin="terminal")
    (problem,) = taken(book, blind(2, 1)).lost
    assert problem.problem.startswith("grade 1 is what ada said before; since then it is grade 0 (terminal, ")
    assert f"goldkeeper audit answer v1.4 --row {row_key(RECORD, 2, 'ada')}" in problem.remedy
    assert len(taken(book, blind(2, 3)).changes["v1.4"].changed) == 1


def test_a_trial_says_what_an_import_does_and_writes_nothing(book: InMemoryAuditBook) -> None:
    before = book.log("v1.4")
    files = third(1, row=2), blind(2, 1), blind(2, 2, "bob"), third(2)
    tried = taken(book, *files, dry=True)
    assert tried.tried
    assert book.log("v1.4") == before
    done = taken(book, *files)
    assert (tried.changes, tried.problems) == (done.changes, done.problems)


def test_strict_minds_what_can_not_be_decided(book: InMemoryAuditBook) -> None:
    with pytest.raises(SheetRefused, match="one of the judges who differ"):
        import_sheets([third(2, by="bob"), blind(2, 1)], book, clock=lambda: NOON, strict=True)
    assert len(book.log("v1.4")) == 2


def test_a_damaged_audit_is_named_and_the_rows_of_others_are_taken() -> None:
    book = DamagedBook()
    broken = an_audit(name="v1.3")
    book.keep(broken)
    book.keep(RECORD)
    strange = [SheetTable("old.csv", "", [("row", "grade", "audit"), (row_key(broken, 1, "ada"), 3, "v1.3")])]
    done = taken(book, strange, blind(1, 3))
    assert len(done.changes["v1.4"].added) == 1
    (problem,) = lost(done)
    assert problem.startswith("the record of audit v1.3 is damaged")


def test_where_every_audit_is_damaged_that_is_said() -> None:
    book = DamagedBook()
    book.keep(an_audit(name="v1.3"))
    with pytest.raises(AuditDamaged, match=r"audit 'v1\.3': its record is damaged; restore the database"):
        taken(book, blind(1, 3))
