"""What is kept of the queue between two pages is what the database holds, also where events come late."""

import pytest
import sqlalchemy as sa

from goldkeeper.model.reviews import OPEN_STATES, Answer, ItemState
from goldkeeper.stores.database import Database
from goldkeeper.stores.queue import DatabaseQueue
from goldkeeper.stores.tables.queue import events, items
from tests.builders import NOON, a_candidate, a_decision, a_match, a_proposal
from tests.stores.conftest import needs_postgres

PROPOSALS = [a_proposal(f"src/{n}.py:1-2:f", match=a_match(f"src/{n}.py:1-2:f", a_candidate())) for n in range(4)]


def _reject(queue: DatabaseQueue, number: int) -> None:
    key = PROPOSALS[number - 1].content_key
    queue.decide(a_decision(number, Answer.REJECT, judge="ada"), expected=key)


def _open(queue: DatabaseQueue) -> list[int]:
    return [item.number for item in queue.items(OPEN_STATES)]


def test_what_others_change_is_seen_at_once_and_nothing_is_read_where_nothing_changed(database: Database) -> None:
    reader, writer = DatabaseQueue(database, "gold"), DatabaseQueue(database, "gold")
    writer.add(PROPOSALS, scan="s1", now=NOON)
    assert _open(reader) == [1, 2, 3, 4]
    assert reader.items(OPEN_STATES) is reader.items(OPEN_STATES)
    for number, left in ((2, [1, 3, 4]), (4, [1, 3])):
        _reject(writer, number)
        assert _open(reader) == left
    writer.undo(2, judge="ada", now=NOON)
    assert _open(reader) == [1, 2, 3]


def test_of_another_gold_set_nothing_changes_here(database: Database) -> None:
    mine, other = DatabaseQueue(database, "gold"), DatabaseQueue(database, "silver")
    mine.add(PROPOSALS, scan="s1", now=NOON)
    assert _open(mine) == [1, 2, 3, 4]
    other.add(PROPOSALS, scan="s1", now=NOON)
    _reject(other, 1)
    assert _open(mine) == [1, 2, 3, 4]


@needs_postgres
@pytest.mark.parametrize("others", [(), (3,)])
def test_an_event_that_shows_after_a_newer_one_is_not_overlooked(postgres_url: str, others: tuple[int, ...]) -> None:
    with Database.open(postgres_url) as database:
        reader, writer = DatabaseQueue(database, "gold"), DatabaseQueue(database, "gold")
        writer.add(PROPOSALS, scan="s1", now=NOON)
        with database.writing() as late:
            first = (items.c.scope == "gold") & (items.c.number == 1)
            late.execute(items.update().where(first).values(state=ItemState.SUPERSEDED.value))
            told = {"scope": "gold", "item": 1, "at": NOON, "who": "x", "what": "superseded", "why": ""}
            late.execute(sa.insert(events).values(**told))
            _reject(writer, 2)
            assert _open(reader) == [1, 3, 4]
        for number in others:
            _reject(writer, number)
        assert _open(reader) == [number for number in (3, 4) if number not in others]
