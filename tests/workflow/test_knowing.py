"""Questions whose answer is known, at the desk: shown like any other, answered beside the queue."""

from dataclasses import replace
from datetime import timedelta

from goldkeeper.model.known_answers import KnownKind
from goldkeeper.model.proposals import Cause
from goldkeeper.model.reviews import Answer, ItemState
from goldkeeper.workflow.answering import Shown
from goldkeeper.workflow.desk import ReviewDesk
from goldkeeper.workflow.knowing import KnownQuestions
from goldkeeper.workflow.wishes import Wish
from tests.builders import NOON, a_candidate, a_chunk, a_decision, a_gold_pair, a_match, a_proposal
from tests.fakes import InMemoryKnownBook
from tests.workflow.desks import FakeWorld, a_desk

CAUSE = Cause("directory:src>lib", "3 chunks: src/ moved to lib/")
OLD = [f"src/{n}.py:1-2:f{n}" for n in range(3)]
NEW = [a_chunk(f"f{n}", path=f"lib/{n}.py", text=f"def f{n}():\n    return {n}") for n in range(3)]


def a_world(*, certain: int = 1, share: float = 1.0) -> FakeWorld:
    """Three that moved; the first few are certain, and so their answer is known."""
    proposals = []
    for n in range(3):
        match = replace(a_match(OLD[n], a_candidate(NEW[n])), certain=n < certain)
        proposals.append(a_proposal(OLD[n], match=match, pairs=[a_gold_pair(OLD[n], query_id=f"q{n}")], cause=CAUSE))
    world = FakeWorld(proposals, NEW)
    world.known = KnownQuestions(InMemoryKnownBook(), share, "gold")
    return world


def say(desk: ReviewDesk, answer: Answer, number: int = 1, judge: str = "ada", wish: Wish | None = None) -> str:
    outcome = desk.answer(answer, [Shown(number, desk.page(number, judge).key)], judge, wish or Wish())
    assert not outcome.skipped
    (item,) = outcome.answered
    return item.state.value


def rights(desk: ReviewDesk) -> list[bool | None]:
    assert desk.world.known is not None
    return [one.right for one in desk.world.known.book.answers()]


def waits(desk: ReviewDesk, judge: str = "ada") -> list[int]:
    return sorted(one.number for card in desk.cards(judge) for one in card.members)


def front(desk: ReviewDesk, number: int = 1, judge: str = "ada") -> str:
    return str(desk.page(number, judge).item.proposal.match.candidates[0].chunk_id)


def test_without_a_share_nothing_is_mixed_in() -> None:
    assert front(a_desk(a_world(share=0.0))) == str(NEW[0].id)
    assert front(a_desk(a_world())) != str(NEW[0].id)


def test_a_yes_to_the_wrong_chunk_is_kept_apart_and_decides_nothing() -> None:
    desk = a_desk(a_world())
    assert say(desk, Answer.ACCEPT) == "decided"
    assert rights(desk) == [False]
    assert desk.world.queue.item(1).state is ItemState.WAITING
    assert waits(desk) == [2, 3]
    assert desk.page(1, "ada").item.state is ItemState.DECIDED
    assert waits(desk, "ben") == [1, 2, 3]


def test_it_comes_back_as_it_is_when_nothing_else_waits() -> None:
    desk = a_desk(a_world())
    for number in (1, 2, 3):
        say(desk, Answer.ACCEPT, number)
    assert waits(desk) == [1]
    assert front(desk) == str(NEW[0].id)
    say(desk, Answer.ACCEPT)
    assert desk.world.queue.item(1).state is ItemState.DECIDED
    assert rights(desk) == [False]


def test_who_names_the_right_chunk_has_answered_the_question_itself() -> None:
    desk = a_desk(a_world())
    say(desk, Answer.AMEND, wish=Wish(targets=((NEW[0].id, None),)))
    decision = desk.world.queue.item(1).decision
    assert decision is not None
    assert [target.chunk_id for target in decision.targets] == [NEW[0].id]
    assert rights(desk) == [True]


def test_a_no_to_the_wrong_chunk_is_no_no_to_the_right_one() -> None:
    desk = a_desk(a_world())
    say(desk, Answer.REJECT)
    assert rights(desk) == [True]
    assert desk.world.queue.item(1).state is ItemState.WAITING


def test_who_puts_it_off_has_put_the_question_off() -> None:
    desk = a_desk(a_world())
    assert say(desk, Answer.DEFER) == "deferred"
    assert desk.world.queue.item(1).state is ItemState.DEFERRED
    assert rights(desk) == [None]
    assert front(desk) == str(NEW[0].id)


def test_a_whole_group_takes_it_along_and_undo_takes_it_back() -> None:
    desk = a_desk(a_world())
    (card,) = desk.cards("ada")
    outcome = desk.answer(Answer.ACCEPT, [Shown(one.number, one.key) for one in card.members], "ada")
    assert [item.number for item in outcome.answered] == [1, 2, 3]
    assert rights(desk) == [False]
    assert len(desk.undo_session("ada", NOON - timedelta(hours=1)).answered) == 3
    assert (rights(desk), waits(desk)) == ([], [1, 2, 3])


def test_a_page_that_showed_it_swapped_does_not_answer_it_as_it_is() -> None:
    desk = a_desk(a_world())
    key = desk.world.queue.item(1).proposal.content_key
    assert desk.answer(Answer.ACCEPT, [Shown(1, key)], "ada").skipped


def test_what_two_agreed_on_is_asked_once_more_and_says_nothing_of_them() -> None:
    world = a_world(certain=0)
    proposal = world.queue.item(1).proposal
    first = proposal.match.candidates[0]
    decision = a_decision(1, Answer.REJECT, judge="ben + cyd")
    world.queue.decide(decision, expected=proposal.content_key)
    desk = a_desk(world)
    page = desk.page(1, "ada")
    assert page.is_open
    assert [what for _, _, what, _ in page.log] == ["asked"]
    assert 1 in waits(desk)
    assert 1 not in waits(desk, "ben")
    say(desk, Answer.ACCEPT)
    assert rights(desk) == [False]
    assert desk.world.queue.item(1).decision == decision
    assert 1 not in waits(desk)
    assert desk.undo([1], "ada").answered
    assert rights(desk) == []
    assert desk.world.queue.item(1).decision == decision
    assert first.chunk_id == NEW[0].id


def test_the_kinds_are_kept_with_the_answers() -> None:
    desk = a_desk(a_world())
    say(desk, Answer.UNSURE)
    assert desk.world.known is not None
    assert [one.kind for one in desk.world.known.book.answers("ada")] == [KnownKind.SWAPPED]
