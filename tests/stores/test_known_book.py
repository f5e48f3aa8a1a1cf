"""What judges said to questions whose answer is known is kept beside the queue."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from goldkeeper.model.known_answers import KnownAnswer, KnownKind
from goldkeeper.model.reviews import Answer
from goldkeeper.ports import KnownBook
from goldkeeper.stores.database import Database
from goldkeeper.stores.known_book import DatabaseKnownBook
from goldkeeper.stores.queue import DatabaseQueue
from tests.builders import NOON, a_decision, a_proposal
from tests.fakes import InMemoryKnownBook
from tests.stores.conftest import DATABASES

SAID = KnownAnswer(KnownKind.SWAPPED, a_decision(1, Answer.REJECT, judge="ada"), right=True)


@pytest.fixture(params=["fake", *DATABASES])
def book(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[KnownBook]:
    if request.param == "fake":
        yield InMemoryKnownBook()
        return
    where = str(tmp_path / "queue.db") if request.param == "sqlite" else request.getfixturevalue("postgres_url")
    with Database.open(where) as opened:
        DatabaseQueue(opened, "gold").add([a_proposal(), a_proposal("src/b.py:1-2:f")], scan="s1", now=NOON)
        yield DatabaseKnownBook(opened, "gold")


def test_an_answer_is_kept_once_a_judge_and_item_and_the_newest_counts(book: KnownBook) -> None:
    other = replace(SAID, decision=replace(SAID.decision, item=2), right=None)
    for answer in (replace(SAID, right=False), other, SAID):
        book.keep(answer)
    assert book.answers() == (other, SAID)
    assert book.answers("ben") == ()
    assert book.answers("ada") == (other, SAID)


def test_an_answer_is_taken_back_and_each_change_is_seen(book: KnownBook) -> None:
    marks = [book.mark()]
    book.keep(SAID)
    marks.append(book.mark())
    assert book.strike(1, "ada")
    assert not book.strike(1, "ada")
    assert not book.strike(2, "ben")
    assert book.answers() == ()
    assert len(set(marks)) == 2
    assert book.mark() != marks[1]
