"""Which questions judges had before them is kept beside the queue, and nobody waits for it."""

import time
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from goldkeeper.ports import LookBook
from goldkeeper.stores.database import BUSY_SECONDS, Database
from goldkeeper.stores.look_book import KEPT, DatabaseLookBook
from goldkeeper.stores.queue import DatabaseQueue
from tests.builders import NOON, a_proposal
from tests.fakes import InMemoryLookBook
from tests.stores.conftest import DATABASES


@pytest.fixture(params=["fake", *DATABASES])
def book(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[LookBook]:
    if request.param == "fake":
        yield InMemoryLookBook()
        return
    where = str(tmp_path / "queue.db") if request.param == "sqlite" else request.getfixturevalue("postgres_url")
    with Database.open(where) as opened:
        yield a_book(opened)


def a_book(database: Database) -> DatabaseLookBook:
    """Over a queue of two questions."""
    DatabaseQueue(database, "gold").add([a_proposal(), a_proposal("src/b.py:1-2:f")], scan="s1", now=NOON)
    return DatabaseLookBook(database, "gold")


def test_the_newest_look_of_each_judge_at_each_question_is_kept(book: LookBook) -> None:
    assert book.keep("ada", {1: "k1", 2: "k2"}, now=NOON)
    assert book.keep("ada", {1: "k3"}, now=NOON + timedelta(hours=1))
    assert book.keep("ben", {2: "k2"}, now=NOON)
    assert book.seen("ada", since=NOON) == {1: "k3", 2: "k2"}
    assert book.seen("ada", since=NOON + timedelta(minutes=1)) == {1: "k3"}
    assert book.seen("cyd", since=NOON) == {}


def test_looks_that_count_no_more_go_as_new_ones_come(tmp_path: Path) -> None:
    with Database.open(tmp_path / "queue.db") as database:
        book = a_book(database)
        book.keep("ada", {1: "k1"}, now=NOON)
        book.keep("ada", {2: "k2"}, now=NOON + KEPT + timedelta(days=1))
        assert book.seen("ada", since=NOON) == {2: "k2"}


def test_another_process_and_a_restart_know_it(tmp_path: Path) -> None:
    with Database.open(tmp_path / "queue.db") as database, Database.open(tmp_path / "queue.db") as other:
        a_book(database).keep("ada", {1: "k1"}, now=NOON)
        assert DatabaseLookBook(other, "gold").seen("ada", since=NOON) == {1: "k1"}
    with Database.open(tmp_path / "queue.db") as again:
        assert DatabaseLookBook(again, "gold").seen("ada", since=NOON) == {1: "k1"}


def test_who_looks_does_not_wait_for_who_writes_and_answers_still_do(tmp_path: Path) -> None:
    with Database.open(tmp_path / "queue.db") as database, Database.open(tmp_path / "queue.db") as other:
        book = a_book(database)
        with other.writing():
            began = time.monotonic()
            assert not book.keep("ada", {1: "k1"}, now=NOON)
            assert time.monotonic() - began < BUSY_SECONDS / 2
        assert book.keep("ada", {1: "k1"}, now=NOON)
        with database.writing() as connection:
            assert connection.exec_driver_sql("PRAGMA busy_timeout").scalar() == BUSY_SECONDS * 1000
