"""What the page of a group says a yes takes along is what it takes along."""

from dataclasses import replace

import pytest

pytest.importorskip("fastapi", reason="the extra web is not installed")

from goldkeeper.model.proposals import Cause
from goldkeeper.model.reviews import Answer
from goldkeeper.model.staleness import Edit, Staleness
from goldkeeper.web.group_view import group_view, opened_of
from goldkeeper.workflow.answering import Shown
from tests.builders import a_candidate, a_chunk, a_gold_pair, a_match, a_proposal
from tests.workflow.desks import FakeWorld, a_desk

CAUSE = Cause("directory:src>lib", "6 chunks: src/ moved to lib/")
OLD = [f"src/{n}.py:1-2:f{n}" for n in range(6)]
NEW = [a_chunk(f"f{n}", path=f"lib/{n}.py", text=f"def f{n}():\n    return {n}") for n in range(6)]


def a_world() -> FakeWorld:
    """Six that moved: the first is a tie, the second does something else now."""
    found = []
    for n in range(6):
        match = replace(a_match(OLD[n], a_candidate(NEW[n])), ambiguous=n == 0)
        edit = Edit(Staleness.BEHAVIOUR, "now calls g") if n == 1 else None
        found.append(
            a_proposal(OLD[n], match=match, pairs=[a_gold_pair(OLD[n], query_id=f"q{n}")], cause=CAUSE, edit=edit)
        )
    return FakeWorld(found, NEW, judged={old: f"def f{n}():\n    return {n}" for n, old in enumerate(OLD)})


@pytest.mark.parametrize("looks_first", [False, True])
def test_the_number_on_the_button_is_the_number_that_is_answered(looks_first: bool) -> None:
    desk = a_desk(a_world())
    (card,) = desk.cards("ada")
    if looks_first:
        for number in opened_of(card):
            desk.page(number, "ada")
    view = group_view(card, desk.looks.of("ada"), everything=False)
    outcome = desk.answer(Answer.ACCEPT, [Shown(one.number, one.key) for one in card.members], "ada")
    assert view.in_passing == len(outcome.answered) == (5 if looks_first else 4)
    assert view.asides[0] == "1 left out by a yes: ambiguous"
    assert view.asides[1] == (
        "1 taken along, as you have looked: behaviour changed"
        if looks_first
        else "1 left out by a yes: behaviour changed"
    )


def test_the_unusual_ones_that_are_closed_are_opened_at_once_and_counted_before() -> None:
    (card,) = a_desk(a_world()).cards("ada")
    unusual = [member.number for member in card.members if member.oddities]
    assert unusual
    closed = group_view(card, {}, everything=False, opened=unusual[:1])
    assert closed.odd_closed == len(unusual) - 1
    opened = opened_of(card, all_odd=True)
    assert set(unusual) < set(opened)
    assert group_view(card, {}, everything=False, opened=opened).odd_closed == 0
