"""An ID never means two texts: decisions wait for those that free the ID of their target."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldkeeper.model.anchors import Anchor
from goldkeeper.model.chunks import ChunkId
from goldkeeper.model.gold import QueryId
from goldkeeper.model.reviews import Answer, Decision, ItemState, ReviewItem, Target
from goldkeeper.workflow.holding import HeldBack, WaitsFor, hold_back
from tests.builders import NOON, a_chunk_id, a_proposal, an_anchor
from tests.projects import gold_lines

A, B, C, D = (f"{name}.py:1-5:f" for name in "abcd")
NEW = "new.py:1-5:f"


def anchors(*ids: str) -> dict[ChunkId, Anchor]:
    """Each anchored with a text of its own."""
    made = [an_anchor(one, text=f"text of {one}") for one in ids]
    return {anchor.chunk_id: anchor for anchor in made}


def decided(
    number: int, chunk: str, *to: str, answer: Answer = Answer.ACCEPT, queries: Sequence[str] | None = None
) -> ReviewItem:
    """A decision whose targets say something that is anchored nowhere."""
    targets = tuple(Target(a_chunk_id(one), f"now at {one}") for one in to)
    named = None if queries is None else tuple(map(QueryId, queries))
    decision = Decision(number, answer, targets, "ada", NOON, "", named)
    return ReviewItem(number, "g1", ItemState.DECIDED, a_proposal(chunk), NOON, decision)


def waiting(number: int, chunk: str) -> ReviewItem:
    return ReviewItem(number, "g1", ItemState.WAITING, a_proposal(chunk), NOON)


def held(
    items: Sequence[ReviewItem], gold: str, *others: ReviewItem, known: Sequence[str] = (A, B, C, D)
) -> tuple[HeldBack, ...]:
    return hold_back(items, gold.encode(), anchors(*known), unsettled=lambda: [*items, *others])


def told(found: Sequence[HeldBack]) -> list[tuple[int, WaitsFor, int | None]]:
    return [(one.item.number, one.reason, one.blocker) for one in found]


def test_a_whole_rotation_waits_for_nobody() -> None:
    items = [decided(1, A, B), decided(2, B, C), decided(3, C, A)]
    assert held(items, gold_lines({A: 3}, {B: 3}, {C: 3})) == ()


def test_one_open_question_holds_a_chain_back_and_leaves_others_alone() -> None:
    items = [decided(1, A, B), decided(2, B, C), decided(4, D, NEW)]
    found = held(items, gold_lines({A: 3}, {B: 3}, {C: 3}, {D: 3}), waiting(3, C))
    assert told(found) == [(1, WaitsFor.HELD_BACK, 2), (2, WaitsFor.ANSWER, 3)]


def test_what_was_turned_down_keeps_its_id() -> None:
    found = held([decided(1, A, B)], gold_lines({A: 3}, {B: 3}), decided(2, B, answer=Answer.REJECT))
    assert told(found) == [(1, WaitsFor.REJECTED, 2)]


def test_a_decision_that_is_outdated_keeps_its_id_in_place() -> None:
    found = held([decided(1, A, B)], gold_lines({A: 3}, {B: 3}), decided(2, B, C))
    assert told(found) == [(1, WaitsFor.OUTDATED, 2)]


def test_a_removal_frees_the_id() -> None:
    assert held([decided(1, A, B), decided(2, B, answer=Answer.RETIRE)], gold_lines({A: 3}, {B: 3})) == ()


def test_an_answer_for_some_queries_leaves_the_id_to_the_others() -> None:
    gold = gold_lines({A: 3}, {B: 3}, {B: 2})
    assert told(held([decided(1, A, B), decided(2, B, C, queries=["q2"])], gold, known=(A, B))) == [
        (1, WaitsFor.OTHER_QUERIES, 2)
    ]
    assert held([decided(1, A, B), decided(2, B, C, queries=["q2", "q3"])], gold, known=(A, B)) == ()


def test_a_chunk_that_is_kept_with_its_new_text_means_that_from_now_on() -> None:
    assert held([decided(1, B, B), decided(2, A, B)], gold_lines({A: 3}, {B: 3})) == ()


def test_a_chunk_that_is_kept_for_some_queries_waits_for_itself() -> None:
    found = held([decided(1, B, B, queries=["q1"])], gold_lines({B: 3}, {B: 2}))
    assert told(found) == [(1, WaitsFor.OTHER_QUERIES, 1)]


def test_two_that_meet_in_a_new_place_do_not_wait() -> None:
    assert held([decided(1, A, NEW), decided(2, B, NEW)], gold_lines({A: 3}, {B: 3})) == ()


def test_one_that_is_merged_into_gold_that_says_the_same_does_not_wait() -> None:
    known = an_anchor(B, text="the same")
    item = decided(1, A)
    decision = Decision(1, Answer.ACCEPT, (Target(known.chunk_id, known.digest),), "ada", NOON)
    item = ReviewItem(1, "g1", ItemState.DECIDED, item.proposal, NOON, decision)
    gold = gold_lines({A: 3}, {B: 3}).encode()
    assert hold_back([item], gold, {known.chunk_id: known}, unsettled=lambda: [item]) == ()


def test_an_anchor_whose_gold_somebody_took_out_of_the_file_holds_nothing_back() -> None:
    assert held([decided(1, A, B)], gold_lines({A: 3})) == ()


def test_gold_about_which_nothing_is_asked_is_for_a_scan_to_look_at() -> None:
    assert told(held([decided(1, A, B)], gold_lines({A: 3}, {B: 3}))) == [(1, WaitsFor.QUESTION, None)]


@pytest.mark.parametrize(
    "damaged",
    [f'{{"qid": "q2", "query": "x", "gold": {{"{B}": 3', f'{{"qid": "q2", "query": "x", "gold": {{"{B}": 7}}}}'],
    ids=["cut off", "no grade"],
)
def test_a_damaged_line_keeps_what_it_names(damaged: str) -> None:
    gold = gold_lines({A: 3}) + damaged
    (alone,) = held([decided(1, A, B)], gold)
    (beside,) = held([decided(1, A, B), decided(2, B, C)], gold, known=(A, B))
    for one in (alone, beside):
        assert (one.item.number, one.reason, one.line) == (1, WaitsFor.DAMAGED_LINE, 2)


def test_a_comment_keeps_nothing() -> None:
    assert held([decided(1, A, B)], gold_lines({A: 3}) + f"# was {B}") == ()


@given(st.permutations(range(6)), st.sets(st.integers(0, 5)))
def test_what_goes_in_never_meets_gold_that_stays(order: list[int], answered: set[int]) -> None:
    """Six files trade names in any way and any of the moves are decided: what is not held back closes cycles."""
    ids = [f"f{number}.py:1-5:f" for number in range(6)]
    items = [decided(n + 1, ids[n], ids[order[n]]) for n in sorted(answered)]
    others = [waiting(n + 1, ids[n]) for n in range(6) if n not in answered]

    found = held(items, gold_lines(*({one: 3} for one in ids)), *others, known=ids)

    going = {item.number - 1 for item in items} - {one.item.number - 1 for one in found}
    assert {order[n] for n in going} == going
    whole = {n for n in answered if _cycle(order, n) <= answered}
    assert going == whole


def _cycle(order: Sequence[int], start: int) -> set[int]:
    seen: set[int] = set()
    while start not in seen:
        seen.add(start)
        start = order[start]
    return seen
