"""Which items a command means."""

import pytest

from goldkeeper.model.changes import ChangeKind
from goldkeeper.model.drifts import DriftKind
from goldkeeper.model.errors import BadRequest, UnknownItem
from goldkeeper.model.gold import QueryId
from goldkeeper.model.proposals import Action, Cause
from goldkeeper.model.reviews import Answer, ItemState
from goldkeeper.model.staleness import Edit, Staleness
from goldkeeper.workflow.selection import Selection, parse_names, select
from tests.builders import NOON, a_candidate, a_decision, a_drift, a_gold_pair, a_match, a_proposal
from tests.fakes import InMemoryQueue

WAITING = (ItemState.WAITING,)


def a_queue() -> InMemoryQueue:
    """1: sure move in src/a; 2: unsure move; 3: gone; 4: shifted in docs, deferred; 5: of query q9, rejected."""
    queue = InMemoryQueue()
    one, two = Cause("one", "one"), Cause("two", "two")
    chunks = ["src/a/x.py:1-2:f", "src/b.py:1-2:f", "src/c.py:1-2:f", "docs/d.md:1-2:D", "src/e.py:1-2:f"]
    queue.add(
        [
            a_proposal(chunks[0], match=a_match(chunks[0], a_candidate(confidence=0.99), certain=True), cause=one),
            a_proposal(chunks[1], match=a_match(chunks[1], a_candidate(confidence=0.6)), cause=one),
            a_proposal(chunks[2], match=a_match(chunks[2], change=ChangeKind.GONE, gone=0.8), cause=two),
            a_proposal(chunks[3], drift=a_drift(DriftKind.SHIFTED, chunk=chunks[3]), cause=two),
            a_proposal(chunks[4], pairs=[a_gold_pair(chunks[4], query_id="q9")], cause=two),
        ],
        scan="s1",
        now=NOON,
    )
    queue.decide(a_decision(4, Answer.DEFER), expected=queue.item(4).proposal.content_key)
    queue.decide(a_decision(5, Answer.REJECT), expected=queue.item(5).proposal.content_key)
    return queue


def chosen(selection: Selection) -> list[int]:
    return [item.number for item in select(a_queue(), selection, WAITING)]


@pytest.mark.parametrize(
    ("selection", "numbers"),
    [
        (Selection(), [1, 2, 3]),
        (Selection(everything=True), [1, 2, 3]),
        (Selection(groups=("g1",)), [1, 2]),
        (Selection(groups=("g2",)), [3]),
        (Selection(numbers=((1, 1), (2, 4))), [1, 2, 3]),
        (Selection(numbers=((3, 3),), groups=("g1",)), [1, 2, 3]),
        (Selection(certain=True), [1]),
        (Selection(min_confidence=0.7), [1, 3]),
        (Selection(changes=frozenset({ChangeKind.GONE})), [3]),
        (Selection(actions=frozenset({Action.REMAP})), [1, 2]),
        (Selection(drifts=frozenset({DriftKind.SHIFTED})), []),
        (Selection(paths=("src/a",)), [1]),
        (Selection(paths=("src/?.py",)), [2, 3]),
        (Selection(groups=("g1",), min_confidence=0.9), [1]),
        (Selection(queries=frozenset({QueryId("q9")})), []),
    ],
)
def test_ranges_groups_and_filters_choose_among_the_waiting(selection: Selection, numbers: list[int]) -> None:
    assert chosen(selection) == numbers


def test_a_number_alone_means_that_item_in_whatever_state() -> None:
    assert chosen(Selection(numbers=((4, 4),))) == [4]
    assert chosen(Selection(numbers=((5, 5), (1, 1)))) == [1, 5]


@pytest.mark.parametrize(
    ("selection", "name"),
    [
        (Selection(numbers=((9, 9),)), "no item '9'"),
        (Selection(numbers=((1, 1), (9, 9))), "no item '9'"),
        (Selection(numbers=((7, 12),)), "no item '7-12'"),
        (Selection(groups=("g7",)), "no group 'g7'"),
    ],
)
def test_a_name_that_never_was_is_said(selection: Selection, name: str) -> None:
    with pytest.raises(UnknownItem, match=name):
        chosen(selection)


def test_names_are_numbers_ranges_and_groups() -> None:
    assert parse_names(["3,5-9", " 12", "g2"]) == (((3, 3), (5, 9), (12, 12)), ("g2",))
    assert parse_names([]) == ((), ())


@pytest.mark.parametrize("name", ["x", "3-", "-3", "9-5", "g", "3.5", "", "٣", "1234567890"])
def test_what_is_neither_is_refused(name: str) -> None:
    with pytest.raises(BadRequest):
        parse_names([name])


def test_an_item_is_single_only_when_its_number_alone_names_it() -> None:
    assert Selection(numbers=((3, 3),)).single == 3
    for other in (
        Selection(),
        Selection(numbers=((3, 4),)),
        Selection(numbers=((3, 3), (4, 4))),
        Selection(numbers=((3, 3),), groups=("g1",)),
        Selection(numbers=((3, 3),), certain=True),
    ):
        assert other.single is None


def test_a_removal_is_as_sure_as_the_chunk_is_gone() -> None:
    queue = a_queue()
    assert queue.item(3).proposal.confidence == 0.8
    assert queue.item(2).proposal.confidence == 0.6
    nothing = a_proposal(match=a_match(change=ChangeKind.GONE), action=Action.KEEP)
    assert nothing.confidence is None


def test_a_sort_of_edit_chooses_those_that_saw_it() -> None:
    queue = InMemoryQueue()
    edits = [Edit(Staleness.REFORMATTED), Edit(Staleness.BEHAVIOUR), None]
    queue.add([a_proposal(f"src/{n}.py:1-2:f", edit=edit) for n, edit in enumerate(edits)], scan="s1", now=NOON)
    holding = Selection(staleness=frozenset({Staleness.REFORMATTED, Staleness.REFACTORED}))
    assert holding.filters
    assert [item.number for item in select(queue, holding, WAITING)] == [1]
