"""Questions whose right answer is known: which are drawn, what is shown, what is right."""

from dataclasses import replace

import pytest

from goldkeeper.adjudication.known import agreed, is_drawn, is_right, swapped, tally
from goldkeeper.model.changes import ChangeKind
from goldkeeper.model.known_answers import KnownAnswer, KnownKind
from goldkeeper.model.proposals import RemapProposal
from goldkeeper.model.reviews import Answer, ItemState, ReviewItem, Target
from tests.builders import a_candidate, a_chunk, a_decision, a_match, a_proposal, a_review_item

RIGHT = a_chunk("Cart.total", path="src/basket.py")
WRONG = a_chunk("Cart.fee", path="src/basket.py", start=20, text="def fee(self):\n    return 3")
OLD = "src/cart.py:3-7:Cart.total"


def moved(old: str = OLD, *, certain: bool = True, change: ChangeKind = ChangeKind.MOVED) -> RemapProposal:
    right, wrong = a_candidate(RIGHT, confidence=0.99), a_candidate(WRONG, confidence=0.01, margin=-9.0)
    return a_proposal(old, match=replace(a_match(old, right, wrong, change=change), certain=certain))


def item(proposal: RemapProposal, number: int = 1) -> ReviewItem:
    return a_review_item(number, proposal=proposal)


def to(chunk: object) -> Target:
    assert chunk in (RIGHT, WRONG)
    return Target(RIGHT.id, RIGHT.digest) if chunk is RIGHT else Target(WRONG.id, WRONG.digest)


def test_a_certain_move_is_shown_with_the_wrong_chunk_in_front() -> None:
    shown = swapped(item(moved()), [])
    assert shown is not None
    front, behind = shown.proposal.match.candidates
    assert (front.chunk_id, front.digest, behind.chunk_id) == (WRONG.id, WRONG.digest, RIGHT.id)
    assert front.confidence == 0.99
    assert shown.proposal.content_key != moved().content_key
    assert (shown.number, shown.group, shown.state) == (1, "g1", ItemState.WAITING)


def test_without_a_runner_up_a_neighbour_of_the_same_cause_lends_its_chunk() -> None:
    alone = a_proposal(OLD, match=replace(a_match(OLD, a_candidate(RIGHT)), certain=True))
    other = a_proposal("src/cart.py:9-11:Cart.fee", match=a_match("src/cart.py:9-11:Cart.fee", a_candidate(WRONG)))
    assert swapped(item(alone), []) is None
    shown = swapped(item(alone), [item(alone), item(other, 2)])
    assert shown is not None
    assert shown.proposal.match.candidates[0].chunk_id == WRONG.id


@pytest.mark.parametrize("proposal", [moved(certain=False), moved(change=ChangeKind.SAME)])
def test_only_a_certain_move_can_be_swapped(proposal: RemapProposal) -> None:
    assert swapped(item(proposal), []) is None


def test_what_two_people_agreed_on_is_asked_once_more_of_a_third() -> None:
    decision = a_decision(1, Answer.ACCEPT, to(RIGHT), judge="ada + ben")
    decided = replace(item(moved()), state=ItemState.DECIDED, decision=decision)
    shown = agreed(decided, "cyd")
    assert shown is not None
    assert (shown.state, shown.decision) == (ItemState.WAITING, None)
    assert agreed(decided, "ada") is None
    assert agreed(replace(decided, decision=replace(decision, judge="ada")), "cyd") is None
    assert is_right(KnownKind.AGREED, decided, replace(decision, judge="cyd")) is True
    assert is_right(KnownKind.AGREED, decided, a_decision(1, Answer.REJECT, judge="cyd")) is False


@pytest.mark.parametrize(
    ("answer", "target", "right"),
    [
        (Answer.ACCEPT, WRONG, False),
        (Answer.AMEND, RIGHT, True),
        (Answer.REJECT, None, True),
        (Answer.RETIRE, None, False),
        (Answer.UNSURE, None, None),
        (Answer.DEFER, None, None),
    ],
)
def test_of_a_swapped_question_a_yes_is_wrong(answer: Answer, target: object, right: bool | None) -> None:
    said = a_decision(1, answer, *([to(target)] if target is not None else []))
    assert is_right(KnownKind.SWAPPED, item(moved()), said) is right


def test_the_draw_is_the_same_each_time_and_another_for_another_judge() -> None:
    items = [item(moved(f"src/{n}.py:1-2:f"), n) for n in range(400)]
    ada = [one.number for one in items if is_drawn(one, judge="ada", seed="gold", share=0.25)]
    assert ada == [one.number for one in items if is_drawn(one, judge="ada", seed="gold", share=0.25)]
    assert ada != [one.number for one in items if is_drawn(one, judge="ben", seed="gold", share=0.25)]
    assert 60 <= len(ada) <= 140
    assert all(is_drawn(one, judge="ada", seed="gold", share=1.0) for one in items)
    assert not any(is_drawn(one, judge="ada", seed="gold", share=0.0) for one in items)


def test_each_judge_is_counted_apart_with_an_exact_interval() -> None:
    def said(judge: str, right: bool | None, kind: KnownKind = KnownKind.SWAPPED) -> KnownAnswer:
        return KnownAnswer(kind, a_decision(judge=judge), right)

    answers = [*(said("ada", True) for _ in range(8)), said("ada", False), said("ada", False), said("ben", None)]
    ada, _, ben, _ = tally(answers)
    assert (ada.judge, ada.kind, ada.right, ada.wrong, ada.unsure) == ("ada", None, 8, 2, 0)
    assert [round(bound, 4) for bound in ada.interval] == [0.4439, 0.9748]  # Clopper and Pearson, 8 of 10
    assert (ben.right, ben.wrong, ben.unsure, ben.interval) == (0, 0, 1, (0.0, 1.0))
