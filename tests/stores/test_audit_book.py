"""What any book of audits does, whatever it is kept in."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from goldkeeper.model.audit_records import GateOverride, Settlement, SettlementKind
from goldkeeper.model.errors import DatabaseUnusable
from goldkeeper.model.errors_audits import AuditExists, AuditUnknown, RowUnknown
from goldkeeper.ports import AuditBook
from goldkeeper.stores.audit_book import DatabaseAuditBook
from goldkeeper.stores.database import Database
from goldkeeper.stores.tables.audits import audit_rows
from tests.audit_builders import a_reading, an_audit, an_audit_pair
from tests.builders import NOON
from tests.fake_audits import InMemoryAuditBook
from tests.stores.conftest import DATABASES

LATER = NOON + timedelta(hours=1)


@pytest.fixture(params=["fake", *DATABASES])
def book(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[AuditBook]:
    """An empty book."""
    if request.param == "fake":
        yield InMemoryAuditBook()
        return
    where = str(tmp_path / "queue.db") if request.param == "sqlite" else request.getfixturevalue("postgres_url")
    with Database.open(where) as opened:
        yield DatabaseAuditBook(opened, "gold/gold.jsonl")


def test_an_audit_comes_back_as_it_was_kept(book: AuditBook) -> None:
    pairs = [an_audit_pair(f"q{n}", f"src/a{n}.py:{n}-{n + 3}:f", grade=n % 4) for n in range(1, 30)]
    record = an_audit(*pairs, decoys=[an_audit_pair("q1", "src/x.py:1-2:near", grade=None)])
    book.keep(record)
    assert book.audit("v1.4") == record
    assert book.names() == ("v1.4",)


def test_paths_that_are_no_utf8_and_strange_texts_come_back(book: AuditBook) -> None:
    pair = an_audit_pair("q\x00", "src/\udcff.py:1-2:f", query="\ud800 \x00 漢")
    record = an_audit(pair, texts=["\udcff\x00\r"])
    book.keep(record)
    assert book.audit("v1.4") == record


def test_a_draw_is_never_overwritten(book: AuditBook) -> None:
    book.keep(an_audit())
    book.take("v1.4", [a_reading()], origin="ada.xlsx")
    with pytest.raises(AuditExists, match="on record already"):
        book.keep(an_audit(at=LATER))
    assert len(book.readings("v1.4")) == 1


def test_audits_are_named_oldest_first(book: AuditBook) -> None:
    for name in ("v1.4", "v1.10", "v0.9"):
        book.keep(an_audit(name=name))
    assert book.names() == ("v1.4", "v1.10", "v0.9")


def test_an_audit_that_is_not_there_is_named_with_those_that_are(book: AuditBook) -> None:
    book.keep(an_audit())
    for ask in (book.audit, book.readings, book.log, book.settlements):
        with pytest.raises(AuditUnknown, match=r"no audit 'v9'; there are v1\.4"):
            ask("v9")
    with pytest.raises(AuditUnknown):
        book.take("v9", [a_reading()], origin="x")
    with pytest.raises(AuditUnknown):
        book.settle("v9", [])


def test_taking_the_same_in_twice_changes_nothing(book: AuditBook) -> None:
    book.keep(an_audit())
    readings = [a_reading(1, "ada", 3), a_reading(2, "ada", None, doubt="which total?", unclear=True)]
    first = book.take("v1.4", readings, origin="ada.xlsx")
    again = book.take("v1.4", [replace(one, at=LATER) for one in readings], origin="ada (1).ods")
    assert first.added == tuple(readings)
    assert (again.added, again.changed) == ((), ())
    assert again.unchanged == tuple(readings)
    assert [one.version for one in book.log("v1.4")] == [1, 1]


def test_a_changed_answer_is_a_new_version_and_the_old_one_is_kept(book: AuditBook) -> None:
    book.keep(an_audit())
    before, after = a_reading(1, "ada", 3), a_reading(1, "ada", 2, doubt="only half", at=LATER)
    book.take("v1.4", [before], origin="ada.xlsx")
    change = book.take("v1.4", [after], origin="ada2.xlsx")
    assert change.changed == ((after, before),)
    assert book.readings("v1.4") == (after,)
    assert [(one.reading.grade, one.version, one.origin) for one in book.log("v1.4")] == [
        (3, 1, "ada.xlsx"),
        (2, 2, "ada2.xlsx"),
    ]


def test_an_answer_that_is_changed_back_is_a_third_version(book: AuditBook) -> None:
    book.keep(an_audit())
    for grade in (3, 2, 3):
        book.take("v1.4", [a_reading(1, "ada", grade)], origin="terminal")
    assert [one.version for one in book.log("v1.4")] == [1, 2, 3]


def test_two_judges_and_the_third_have_readings_of_their_own(book: AuditBook) -> None:
    book.keep(an_audit())
    given = [
        a_reading(2, "bob", 1),
        a_reading(1, "cyd", 2, arbitration=True),
        a_reading(1, "bob", 3),
        a_reading(1, "ada", 2),
    ]
    book.take("v1.4", given, origin="x")
    assert [(one.row, one.judge, one.arbitration) for one in book.readings("v1.4")] == [
        (1, "ada", False),
        (1, "bob", False),
        (1, "cyd", True),
        (2, "bob", False),
    ]


def test_a_row_that_is_not_there_keeps_all_of_it_out(book: AuditBook) -> None:
    book.keep(an_audit())
    with pytest.raises(RowUnknown, match="no row 9; its rows are 1 to 2"):
        book.take("v1.4", [a_reading(1), a_reading(9)], origin="x")
    assert book.readings("v1.4") == ()


def test_what_was_carried_out_is_remembered_in_order(book: AuditBook) -> None:
    book.keep(an_audit())
    one = Settlement(2, SettlementKind.REGRADED, 14, "ada", NOON, "both read 2")
    two = Settlement(1, SettlementKind.REWRITTEN, None, "bob", LATER)
    book.settle("v1.4", [one])
    book.settle("v1.4", [two])
    assert book.settlements("v1.4") == (one, two)
    with pytest.raises(RowUnknown):
        book.settle("v1.4", [replace(one, row=7)])


def test_overrides_of_the_gate_are_kept_by_release(book: AuditBook) -> None:
    one = GateOverride("v1.4", "ada", "the customer waits", NOON, "d1", ("bound above the limit",))
    two = GateOverride("v1.5", "bob", "known", LATER, "d2")
    book.keep_override(one)
    book.keep_override(two)
    assert book.overrides() == (one, two)
    assert book.overrides("v1.5") == (two,)


def test_gold_sets_in_one_database_have_audits_of_their_own(database: Database) -> None:
    one, other = DatabaseAuditBook(database, "a.jsonl"), DatabaseAuditBook(database, "b.jsonl")
    one.keep(an_audit())
    one.keep_override(GateOverride("v1.4", "ada", "r", NOON, "d"))
    assert other.names() == ()
    assert other.overrides() == ()
    other.keep(an_audit(judges=["eve"]))
    one.take("v1.4", [a_reading()], origin="x")
    assert other.readings("v1.4") == ()


@pytest.mark.parametrize("payload", ["{broken", '{"version":1}', "[]", "3", '{"version":1,"number":7}', None])
def test_a_damaged_audit_is_no_fault_of_ours_and_says_what_would_do(database: Database, payload: str | None) -> None:
    book = DatabaseAuditBook(database, "gold.jsonl")
    book.keep(an_audit(an_audit_pair("q1"), an_audit_pair("q2")))
    book.keep(an_audit(name="v1.5"))
    of_it = (audit_rows.c.audit == "v1.4") & (audit_rows.c.number == 1)
    change = audit_rows.delete() if payload is None else audit_rows.update().values(payload=payload)
    with database.writing() as connection:
        connection.execute(change.where(of_it))
    with pytest.raises(DatabaseUnusable, match=r"audit 'v1\.4': its record .*; (restore the database|upgrade)"):
        book.audit("v1.4")
    assert book.audit("v1.5").draw.name == "v1.5"
