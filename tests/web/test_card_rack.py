"""Cards of a large queue are shared for a moment, less what was answered; those of a small one are always new."""

from datetime import timedelta

import pytest

from goldkeeper.adjudication.cards import Card, make_cards
from goldkeeper.adjudication.worth import Gains
from goldkeeper.model.reviews import OPEN_STATES, UNSETTLED_STATES
from goldkeeper.web import card_rack
from goldkeeper.web.card_rack import MAY_BE_OLD_SECONDS, CardRack
from goldkeeper.web.shelf import Shelf
from tests.builders import NOON, a_decision, a_proposal
from tests.fakes import InMemoryQueue


class _Desk:
    """A desk that counts how often it ordered its queue."""

    def __init__(self, questions: int) -> None:
        self.queue, self.made = InMemoryQueue(), 0
        proposals = [a_proposal(f"src/cart.py:{n}-{n + 4}:f{n}") for n in range(1, questions + 1)]
        self.queue.add(proposals, scan="s", now=NOON)

    @property
    def world(self) -> "_Desk":
        return self

    def cards(self, judge: str) -> tuple[Card, ...]:
        self.made += 1
        return make_cards(self.queue.items(UNSETTLED_STATES), Gains(()), judge=judge, opinions=self.queue.opinions())

    @property
    def is_personal(self) -> bool:
        return bool(self.queue.opinions())

    @property
    def mark(self) -> str:
        return str(self.queue.newest_event())

    def answer(self, number: int) -> None:
        item = self.queue.item(number)
        self.queue.decide(a_decision(number), expected=item.proposal.content_key)


def _open(shelf: Shelf) -> list[int]:
    return sorted(member.number for card in shelf.cards for member in card.members)


@pytest.fixture
def moment() -> list[float]:
    return [100.0]


def test_a_small_queue_is_ordered_anew_after_each_change_and_once_between(moment: list[float]) -> None:
    desk, rack = _Desk(5), CardRack(lambda: moment[0])
    for judge in ("ada", "grace", "ada"):
        assert _open(rack.shelf(desk, judge, "s")) == [1, 2, 3, 4, 5]  # type: ignore[arg-type]  # a stand-in
    assert desk.made == 1
    desk.answer(2)
    assert _open(rack.shelf(desk, "ada", "s")) == [1, 3, 4, 5]  # type: ignore[arg-type]
    assert desk.made == 2


def test_a_large_queue_is_ordered_once_a_moment_and_shows_nothing_that_was_answered(
    moment: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(card_rack, "LARGE", 4)
    desk, rack = _Desk(5), CardRack(lambda: moment[0])
    rack.shelf(desk, "ada", "s")  # type: ignore[arg-type]
    desk.answer(2)
    assert _open(rack.shelf(desk, "ada", "s")) == [1, 3, 4, 5]  # type: ignore[arg-type]
    assert desk.made == 1
    moment[0] += MAY_BE_OLD_SECONDS
    assert _open(rack.shelf(desk, "ada", "s")) == [1, 3, 4, 5]  # type: ignore[arg-type]
    assert desk.made == 2


def test_another_state_of_the_project_and_one_without_a_name_are_looked_at_anew(moment: list[float]) -> None:
    desk, rack = _Desk(5), CardRack(lambda: moment[0])
    for state in ("s", "t", "", ""):
        rack.shelf(desk, "ada", state)  # type: ignore[arg-type]
    assert desk.made == 4


def test_an_undone_answer_is_back_at_once(moment: list[float]) -> None:
    desk, rack = _Desk(3), CardRack(lambda: moment[0])
    desk.answer(1)
    assert _open(rack.shelf(desk, "ada", "s")) == [2, 3]  # type: ignore[arg-type]
    desk.queue.undo(1, judge="ada", now=NOON + timedelta(hours=1))
    assert _open(rack.shelf(desk, "ada", "s")) == [1, 2, 3]  # type: ignore[arg-type]
    assert len(desk.queue.items(OPEN_STATES)) == 3


def test_what_is_taken_back_in_a_large_queue_is_back_at_once(
    moment: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(card_rack, "LARGE", 2)
    desk, rack = _Desk(3), CardRack(lambda: moment[0])
    desk.answer(1)
    assert _open(rack.shelf(desk, "ada", "s")) == [2, 3]  # type: ignore[arg-type]
    desk.answer(2)
    assert _open(rack.shelf(desk, "ada", "s")) == [3]  # type: ignore[arg-type]
    desk.queue.undo(1, judge="ada", now=NOON + timedelta(hours=1))
    assert _open(rack.shelf(desk, "ada", "s")) == [1, 3]  # type: ignore[arg-type]


def test_while_one_orders_a_large_queue_anew_the_others_go_on_with_what_they_have(
    moment: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(card_rack, "LARGE", 2)
    desk, rack = _Desk(5), CardRack(lambda: moment[0])
    rack.shelf(desk, "ada", "s")  # type: ignore[arg-type]
    moment[0] += MAY_BE_OLD_SECONDS
    desk.answer(2)
    ordered, seen = desk.cards, list[int]()

    def slowly(judge: str) -> tuple[Card, ...]:
        monkeypatch.setattr(desk, "cards", ordered)
        seen.extend(_open(rack.shelf(desk, "grace", "s")))  # type: ignore[arg-type]  # would wait for ever
        return ordered(judge)

    monkeypatch.setattr(desk, "cards", slowly)
    assert _open(rack.shelf(desk, "ada", "s")) == [1, 3, 4, 5]  # type: ignore[arg-type]
    assert seen == [1, 3, 4, 5]
    assert desk.made == 2


def test_the_way_through_a_shelf_leads_from_the_last_question_to_the_first(moment: list[float]) -> None:
    desk, rack = _Desk(3), CardRack(lambda: moment[0])
    shelf = rack.shelf(desk, "ada", "s")  # type: ignore[arg-type]
    first, second, third = shelf.order
    assert (shelf.before(first), shelf.after(first), shelf.after(third)) == (None, second, None)
    assert (shelf.following(first), shelf.following(third), shelf.following(99)) == (second, first, first)
    assert Shelf(()).following(1) is None
