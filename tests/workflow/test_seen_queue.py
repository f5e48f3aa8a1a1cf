"""What a judge may see of the queue: no answer before their own, on whatever face."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from goldkeeper.model.known_answers import KnownKind
from goldkeeper.model.proposals import Cause
from goldkeeper.model.reviews import Answer, ItemState, Target
from goldkeeper.stores.database import Database
from goldkeeper.stores.queue import DatabaseQueue
from goldkeeper.workflow.answering import Shown
from goldkeeper.workflow.knowing import KnownQuestions
from goldkeeper.workflow.seen_queue import ANSWERED, SeenQueue
from tests.builders import NOON, a_candidate, a_chunk, a_decision, a_match, a_proposal
from tests.fakes import InMemoryKnownBook
from tests.workflow.desks import FakeWorld, a_desk

CAUSE = Cause("directory:src>lib", "3 chunks: src/ moved to lib/")
OLD = [f"src/{n}.py:1-2:f{n}" for n in range(3)]
NEW = [a_chunk(f"f{n}", path=f"lib/{n}.py", text=f"def f{n}():\n    return {n}") for n in range(3)]


def a_world() -> FakeWorld:
    """Three that moved, the first of them certainly."""
    matches = [replace(a_match(OLD[n], a_candidate(NEW[n])), certain=n == 0) for n in range(3)]
    world = FakeWorld([a_proposal(OLD[n], match=matches[n], cause=CAUSE) for n in range(3)], NEW)
    world.known = KnownQuestions(InMemoryKnownBook(), 1.0, "gold")
    return world


def an_agreed_world() -> FakeWorld:
    """The third was answered alike by two people, and is asked of ada once more."""
    world = a_world()
    proposal = world.queue.item(3).proposal
    said = a_decision(3, Answer.ACCEPT, Target(NEW[2].id, NEW[2].digest), judge="ben + cyd", reason="the same body")
    world.queue.decide(replace(said, at=NOON + timedelta(hours=1)), expected=proposal.content_key)
    return world


def test_the_list_and_the_page_show_the_same_question() -> None:
    desk = a_desk(a_world())
    listed = {item.number: item for item in desk.seen_by("ada").items()}
    assert listed[1] == desk.page(1, "ada").item == desk.seen_by("ada").item(1)
    assert listed[1] != desk.world.queue.item(1)


def test_who_is_nobody_sees_the_queue_as_it_is() -> None:
    desk = a_desk(a_world())
    assert desk.seen_by("").items() == desk.world.queue.items()


def test_what_two_agreed_on_is_nowhere_told_to_whom_it_is_asked_once_more() -> None:
    world = an_agreed_world()
    desk = a_desk(world)
    seen = desk.seen_by("ada")
    assert seen.known_kinds()[3][0] is KnownKind.AGREED
    assert (seen.item(3).state, seen.item(3).decision) == (ItemState.WAITING, None)
    assert 3 not in {item.number for item in seen.items({ItemState.DECIDED})}
    assert [what for _, _, what, _ in seen.log(seen.item(3))] == ["asked"]
    assert [line[3] for line in seen.recent(10) if line[0] == 3] == ["asked"]
    assert desk.news("ada", NOON) == ()
    world.known = None
    assert [item.number for item in desk.news("ada", NOON)] == [3]


def test_what_others_noted_beside_a_question_whose_answer_is_known_waits_until_it_is_answered() -> None:
    desk = a_desk(a_world())
    desk.note(1, "it is in lib/0.py", "ben")
    desk.note(1, "ask Noor", "ada")
    assert [why for _, _, what, why in desk.page(1, "ada").log if what == "note"] == ["ask Noor"]
    desk.answer(Answer.REJECT, [Shown(1, desk.page(1, "ada").key)], "ada")
    assert [why for _, _, what, why in desk.world.queue.log(1) if what == "note"] == ["it is in lib/0.py", "ask Noor"]


@pytest.fixture
def of_two(tmp_path: Path) -> Iterator[DatabaseQueue]:
    """A queue in which two have to agree."""
    with Database.open(tmp_path / "queue.db") as database:
        queue = DatabaseQueue(database, "gold", judges=2)
        queue.add([a_proposal(OLD[0], match=a_match(OLD[0], a_candidate(NEW[0])))], scan="s1", now=NOON)
        yield queue


def test_after_an_answer_was_taken_back_nobody_reads_what_the_others_said(of_two: DatabaseQueue) -> None:
    key = of_two.item(1).proposal.content_key
    for judge in ("ada", "ben"):
        said = a_decision(1, Answer.ACCEPT, Target(NEW[0].id, NEW[0].digest), judge=judge, reason="same")
        of_two.decide(said, expected=key)
    assert of_two.item(1).state is ItemState.DECIDED
    of_two.undo(1, judge="ben", now=NOON)
    seen = SeenQueue(of_two, "cyd")
    lines = seen.log(seen.item(1))
    assert [what for _, _, what, _ in lines] == ["asked", ANSWERED, ANSWERED, "undo"]
    assert not any("accept" in word or "same" in word for _, _, *words in lines[1:] for word in words)
    assert [line[3:] for line in seen.recent(9)] == [(what, why) for _, _, what, why in reversed(lines)]
