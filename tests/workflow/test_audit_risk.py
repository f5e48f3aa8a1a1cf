"""Readings go along with the remaps that were confirmed since, and with nothing else."""

from datetime import timedelta

from goldkeeper.model.audits import Risk
from goldkeeper.model.chunks import ChunkId
from goldkeeper.model.gold import QueryId
from goldkeeper.workflow.audit_risk import Remap, last_readings, risk_of
from tests.audit_builders import a_reading, an_audit, an_audit_pair
from tests.builders import NOON
from tests.fake_audits import InMemoryAuditBook

Q1, Q2 = QueryId("q1"), QueryId("q2")
HERE, THERE = ChunkId.parse("src/a.py:1-4:f"), ChunkId.parse("src/b.py:1-4:f")


def a_remap(days: int, queries: tuple[QueryId, ...] | None = None, *, slid: bool = False) -> Remap:
    return Remap(NOON + timedelta(days=days), HERE, THERE, 0.99, queries, slid)


def a_read_book() -> InMemoryAuditBook:
    """Drawn at noon, and both pairs read then."""
    book = InMemoryAuditBook()
    book.keep(an_audit(an_audit_pair("q1", str(HERE)), an_audit_pair("q2", str(HERE)), judges=["ada"]))
    book.take("v1.4", [a_reading(1, "ada", 3), a_reading(2, "ada", 2)], origin="x")
    return book


def test_a_reading_goes_along_with_a_remap_that_came_after_the_draw() -> None:
    read = last_readings(a_read_book(), [a_remap(1)])
    assert (Q1, THERE) in read
    assert (Q2, THERE) in read


def test_what_was_moved_before_the_draw_was_not_read() -> None:
    assert (Q1, THERE) not in last_readings(a_read_book(), [a_remap(-1)])


def test_a_remap_for_one_query_takes_the_reading_of_that_query() -> None:
    read = last_readings(a_read_book(), [a_remap(1, (Q2,))])
    assert (Q1, THERE) not in read
    assert (Q2, THERE) in read


def test_a_slide_makes_nothing_doubtful_and_a_remap_makes_doubtful_those_it_moved() -> None:
    assert risk_of(Q1, NOON, None, [a_remap(1, slid=True)]) is Risk.CALM
    assert risk_of(Q1, NOON, None, [a_remap(1)]) is Risk.REMAPPED
    assert risk_of(Q1, NOON, None, [a_remap(1, (Q2,))]) is Risk.CALM
    assert risk_of(Q1, None, None, [a_remap(1, slid=True)]) is Risk.NEVER
