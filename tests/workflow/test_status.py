"""How fresh the last scan is, and what waits."""

from datetime import timedelta
from typing import Any

import pytest

from goldkeeper.model.reviews import Answer, ItemState, ReviewItem
from goldkeeper.workflow.status import Status, take_status
from tests.builders import NOON, a_decision, a_review_item
from tests.fakes import FakeHistory
from tests.projects import CODE

HISTORY = FakeHistory(CODE, CODE, CODE)


def a_record(**fields: Any) -> dict[str, Any]:
    return {"at": NOON.isoformat(), "head_commit": HISTORY.commits[0], "headline": "All is well.", **fields}


def status(
    *items: ReviewItem, report: dict[str, Any] | None = None, fresh: bool = True, history: FakeHistory | None = HISTORY
) -> Status:
    return take_status(
        "gold.jsonl",
        a_record() if report is None else report,
        items,
        fresh=fresh,
        head_commit=HISTORY.head,
        history=history,
        now=NOON + timedelta(hours=5),
    )


def test_before_the_first_scan_nothing_is_clean() -> None:
    found = take_status("gold.jsonl", None, [], fresh=False, head_commit=HISTORY.head, history=HISTORY, now=NOON)

    assert (found.scanned_at, found.commits_behind, found.clean) == (None, None, False)


def test_a_fresh_scan_with_nothing_to_do_is_clean() -> None:
    found = status()

    assert found.clean
    assert (found.scanned_at, found.headline, found.commits_behind) == (NOON, "All is well.", 2)


def test_a_scan_of_another_state_is_not_clean() -> None:
    assert not status(fresh=False).clean


@pytest.mark.parametrize(
    ("item", "counts"),
    [
        (a_review_item(), (1, 0, 0)),
        (a_review_item(state=ItemState.DEFERRED), (0, 1, 0)),
        (a_review_item(state=ItemState.DECIDED, decision=a_decision()), (0, 0, 1)),
    ],
)
def test_what_waits_is_counted_and_is_not_clean(item: ReviewItem, counts: tuple[int, int, int]) -> None:
    found = status(item)

    assert (found.waiting, found.deferred, found.to_apply) == counts
    assert not found.clean


@pytest.mark.parametrize(
    "item",
    [
        a_review_item(state=ItemState.APPLIED, decision=a_decision()),
        a_review_item(state=ItemState.SUPERSEDED),
        a_review_item(state=ItemState.DECIDED, decision=a_decision(1, Answer.REJECT)),
    ],
    ids=["applied", "superseded", "turned down"],
)
def test_what_is_settled_is_clean(item: ReviewItem) -> None:
    assert status(item).clean


def test_the_oldest_question_is_told() -> None:
    assert status(a_review_item(1), a_review_item(2)).oldest == timedelta(hours=5)
    assert status().oldest is None


@pytest.mark.parametrize(
    ("fields", "clean"),
    [
        ({"problems": [{"severity": "error"}]}, False),
        ({"problems": [{"severity": "warning"}]}, True),
        ({"chunks": [{"drift": "never resolved"}]}, False),
        ({"chunks": [{"drift": "obscured"}]}, False),
        ({"chunks": [{"drift": "shifted"}, {"drift": "intact"}]}, True),
    ],
)
def test_what_no_answer_would_settle_is_not_clean(fields: dict[str, Any], clean: bool) -> None:
    assert status(report=a_record(**fields)).clean is clean


def test_commits_that_git_does_not_have_are_not_counted() -> None:
    assert status(history=None).commits_behind is None
    assert status(report=a_record(head_commit="f" * 40)).commits_behind is None
    assert status(report=a_record(head_commit=None)).commits_behind is None
