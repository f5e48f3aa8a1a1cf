"""What only a real database shows: races, two processes that start at once, and files that are none."""

import importlib
import multiprocessing
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from threading import Barrier

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from goldkeeper.model.errors import DatabaseUnusable, ItemNotOpen
from goldkeeper.model.reviews import Answer, ItemState
from goldkeeper.stores.database import NEWEST_REVISION, Database
from goldkeeper.stores.look_book import DatabaseLookBook
from goldkeeper.stores.queue import DatabaseQueue
from goldkeeper.stores.tables.base import Moment, metadata
from tests.builders import NOON, a_candidate, a_decision, a_match, a_proposal

REVIEWERS = 3
ITEMS = 12
PROPOSALS = [a_proposal(f"src/{n}.py:1-2:f", match=a_match(f"src/{n}.py:1-2:f", a_candidate())) for n in range(ITEMS)]


def answer_all(queue: DatabaseQueue, judge: str) -> list[int]:
    """The items at which this judge was first."""
    won = []
    for number, proposal in enumerate(PROPOSALS, 1):
        try:
            queue.decide(a_decision(number, Answer.REJECT, judge=judge), expected=proposal.content_key)
        except ItemNotOpen:
            continue
        won.append(number)
    return won


def review_in_a_process(place: str, judge: str, start: "multiprocessing.synchronize.Barrier") -> list[int]:
    with Database.open(place) as database:
        start.wait()
        return answer_all(DatabaseQueue(database, "gold"), judge)


def scan_in_a_process(place: str, start: "multiprocessing.synchronize.Barrier", scan: str) -> int:
    start.wait()  # before the database is even made
    with Database.open(place) as database:
        return len(DatabaseQueue(database, "gold").add(PROPOSALS, scan=scan, now=NOON).added)


def in_processes(work: Callable[..., object], arguments: Callable[[str, object], tuple[object, ...]]) -> list[object]:
    context = multiprocessing.get_context("spawn")
    with context.Manager() as manager, context.Pool(REVIEWERS) as pool:
        start = manager.Barrier(REVIEWERS)
        pending = [pool.apply_async(work, arguments(f"judge{n}", start)) for n in range(REVIEWERS)]
        return [one.get(timeout=60) for one in pending]


def test_of_reviewers_in_many_threads_one_is_first(database: Database) -> None:
    queue = DatabaseQueue(database, "gold")
    queue.add(PROPOSALS, scan="s1", now=NOON)
    start = Barrier(REVIEWERS)

    def review(judge: str) -> list[int]:
        start.wait()
        return answer_all(queue, judge)

    with ThreadPoolExecutor(REVIEWERS) as pool:
        won = list(pool.map(review, [f"judge{n}" for n in range(REVIEWERS)]))
    assert sorted(number for numbers in won for number in numbers) == list(range(1, ITEMS + 1))
    for number in range(1, ITEMS + 1):
        decision = queue.item(number).decision
        assert decision is not None
        assert number in won[int(decision.judge.removeprefix("judge"))]
        assert [what for _, _, what, _ in queue.log(number)] == ["asked", "reject"]


def test_of_reviewers_in_many_processes_one_is_first(place: str) -> None:
    with Database.open(place) as database:
        DatabaseQueue(database, "gold").add(PROPOSALS, scan="s1", now=NOON)
    won = in_processes(review_in_a_process, lambda judge, start: (place, judge, start))
    numbers = [number for some in won if isinstance(some, list) for number in some]
    assert sorted(numbers) == list(range(1, ITEMS + 1))


def test_processes_that_start_at_once_make_one_schema_and_take_a_scan_in_once(place: str) -> None:
    added = in_processes(scan_in_a_process, lambda scan, start: (place, start, scan))
    assert sorted(added, key=repr) == [0] * (REVIEWERS - 1) + [ITEMS]
    with Database.open(place) as database:
        items = DatabaseQueue(database, "gold").items()
    assert [item.number for item in items] == list(range(1, ITEMS + 1))


def test_a_scan_and_reviewers_at_once_leave_one_unsettled_item_a_chunk(database: Database) -> None:
    queue = DatabaseQueue(database, "gold")
    queue.add(PROPOSALS, scan="s1", now=NOON)
    moved = [replace(p, match=a_match(p.chunk_id, a_candidate("src/new.py:1-2:g"))) for p in PROPOSALS]
    start = Barrier(2)

    def scan() -> None:
        start.wait()
        queue.add(moved, scan="s2", now=NOON)

    def review() -> None:
        start.wait()
        answer_all(queue, "ada")

    with ThreadPoolExecutor(2) as pool:
        for done in [pool.submit(scan), pool.submit(review)]:
            done.result(timeout=60)
    states = [item.state for item in queue.items()]
    assert states == [ItemState.SUPERSEDED] * ITEMS + [ItemState.WAITING] * ITEMS


def test_gold_sets_in_one_database_have_their_own_numbers_groups_and_log(database: Database) -> None:
    mine, yours = DatabaseQueue(database, "mine"), DatabaseQueue(database, "yours")
    mine.add(PROPOSALS[:2], scan="s1", now=NOON)
    assert yours.add(PROPOSALS[:1], scan="s1", now=NOON).added == (1,)
    yours.decide(a_decision(1, Answer.REJECT), expected=PROPOSALS[0].content_key)
    assert mine.item(1).state is ItemState.WAITING
    assert len(mine.log(1)) == 1
    assert mine.add(PROPOSALS[:2], scan="s2", now=NOON).unchanged == (1, 2)


def test_the_queue_outlives_its_process(place: str) -> None:
    with Database.open(place) as database:
        DatabaseQueue(database, "gold").add(PROPOSALS[:1], scan="s1", now=NOON)
    with Database.open(place) as database:
        assert DatabaseQueue(database, "gold").item(1).proposal == PROPOSALS[0]


def test_a_scan_that_fails_halfway_leaves_nothing(database: Database) -> None:
    queue = DatabaseQueue(database, "gold")
    with pytest.raises(sa.exc.StatementError, match="no time zone"):
        queue.add(PROPOSALS, scan="s1", now=datetime(2026, 1, 1))  # noqa: DTZ001 - the mistake that is tested
    assert queue.items() == ()
    assert queue.add(PROPOSALS[:1], scan="s2", now=NOON).added == (1,)


def test_the_migrations_make_the_tables_that_the_queue_works_with(database: Database) -> None:
    with database.reading() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": _compare_types})
        assert compare_metadata(context, metadata) == []


def _compare_types(_context: object, _in_db: object, _column: object, stored: object, ours: object) -> bool | None:
    return False if isinstance(ours, Moment) and isinstance(stored, sa.DateTime) else None


def test_the_newest_migration_is_the_one_the_program_asks_for() -> None:
    migrations = importlib.import_module("goldkeeper.stores.migrations")
    assert ScriptDirectory.from_config(migrations.configured()).get_heads() == [NEWEST_REVISION]


def test_answers_of_an_older_goldkeeper_are_there_after_its_schema_was_brought_up(
    place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as older:
        older.setattr("goldkeeper.stores.database.NEWEST_REVISION", "0006")
        with Database.open(place) as database:
            queue = DatabaseQueue(database, "gold")
            queue.add(PROPOSALS, scan="s1", now=NOON)
            assert answer_all(queue, "ada") == list(range(1, ITEMS + 1))
    with Database.open(place) as database:
        queue = DatabaseQueue(database, "gold")
        assert {(item.state, item.decision.judge if item.decision else "") for item in queue.items()} == {
            (ItemState.DECIDED, "ada")
        }
        assert DatabaseLookBook(database, "gold").keep("ada", {1: "k" * 64}, now=NOON)
        assert queue.undo(1, judge="ada", now=NOON).state is ItemState.WAITING


def test_a_copy_made_while_others_write_is_whole(tmp_path: Path) -> None:
    """By the backup of SQLite itself, which takes along what stands in the journal."""
    with Database.open(tmp_path / "queue.db") as database:
        queue = DatabaseQueue(database, "gold")
        queue.add(PROPOSALS, scan="s1", now=NOON)
        with ThreadPoolExecutor(1) as pool:
            answering = pool.submit(answer_all, queue, "ada")
            with sqlite3.connect(tmp_path / "queue.db") as source, sqlite3.connect(tmp_path / "copy.db") as target:
                source.backup(target)
            source.close()
            target.close()
            answering.result()
    with Database.open(tmp_path / "copy.db") as copied:
        items = DatabaseQueue(copied, "gold").items()
        assert [item.number for item in items] == list(range(1, ITEMS + 1))
        answered = [item.state is ItemState.DECIDED for item in items]
        assert answered == sorted(answered, reverse=True)  # those that were answered first, and no half of one


def test_a_database_of_a_newer_goldkeeper_is_left_alone(place: str) -> None:
    with Database.open(place) as database, database.writing() as connection:
        connection.execute(sa.text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(DatabaseUnusable, match="made by a newer goldkeeper; upgrade goldkeeper here"):
        Database.open(place)


def test_a_file_that_is_no_database_is_named(tmp_path: Path) -> None:
    place = tmp_path / "queue.db"
    place.write_bytes(b"no database at all, " * 100)
    with pytest.raises(DatabaseUnusable, match=r"queue\.db: file is not a database"):
        Database.open(place)
    assert place.read_bytes() == b"no database at all, " * 100


def test_a_folder_that_can_not_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "state").write_text("a file", encoding="utf-8")
    with pytest.raises(DatabaseUnusable, match="name a folder that can be written"):
        Database.open(tmp_path / "state" / "queue.db")


@pytest.mark.parametrize(
    ("url", "problem"),
    [
        ("mysql://host/name", "mysql is not supported"),
        ("://", "is no database URL"),
        ("sqlite://", "names no file"),
        ("postgresql://nobody:secret@127.0.0.1:1/none", "check the URL, and that the server runs"),
    ],
)
def test_a_place_that_can_not_be_used_is_refused_with_a_remedy_and_without_the_password(url: str, problem: str) -> None:
    with pytest.raises(DatabaseUnusable, match=problem) as refused:
        Database.open(url)
    assert "secret" not in str(refused.value)


def test_a_sqlite_file_waits_for_others_and_keeps_its_references(tmp_path: Path) -> None:
    with Database.open(tmp_path / "queue.db") as database, database.reading() as connection:
        settings = {
            name: connection.exec_driver_sql(f"PRAGMA {name}").scalar()
            for name in ("journal_mode", "foreign_keys", "busy_timeout")
        }
    assert settings == {"journal_mode": "wal", "foreign_keys": 1, "busy_timeout": 30_000}


def test_a_path_is_taken_as_it_is(tmp_path: Path) -> None:
    place = tmp_path / "50% größer?x=1#y.db"
    with Database.open(place) as database:
        DatabaseQueue(database, "gold").add(PROPOSALS[:1], scan="s1", now=NOON)
    found = sqlite3.connect(place)
    assert found.execute("SELECT count(*) FROM items").fetchone() == (1,)
    found.close()


@pytest.mark.parametrize(
    ("url", "problem"),
    [
        ("postgresql://ada:hunter2@localhost:port/x", "is no database URL"),
        ("://ada:hunter2@localhost", "is no database URL"),
        ("postgresql://ada:hun/ter2@no such host/x", "resolve host"),
        ("postgresql://ada@/x?password=hunter2&host=/no/such/folder", "check the URL, and that the server runs"),
    ],
)
def test_a_server_that_is_not_there_is_said_without_its_password(url: str, problem: str) -> None:
    pytest.importorskip("psycopg")
    with pytest.raises(DatabaseUnusable, match=problem) as refused:
        Database.open(url)
    assert "ter2" not in str(refused.value)
