"""Decisions become the next gold file: all at once, once, and never from what is outdated."""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

import pytest

from goldkeeper.model.anchors import Anchor, AnchorOrigin, NeverResolved
from goldkeeper.model.errors import ApplicationInterrupted, GoldFileChanged
from goldkeeper.model.gold import Grade, QueryId
from goldkeeper.model.gold_lines import digest_of
from goldkeeper.model.reviews import Answer, Decision, ItemState, Target
from goldkeeper.ports import PendingApplication
from goldkeeper.workflow.apply import Application, carry_out, finish_interrupted, plan_application
from goldkeeper.workflow.snapshot import cut_snapshot
from tests.builders import NOON, a_chunk_id
from tests.fakes import DictTree, FakeHistory, InMemoryAnchors, InMemoryGold, InMemoryJournal, InMemoryQueue
from tests.projects import (
    CODE,
    GOLD,
    MOVED_SHIPPING_ID,
    MOVED_TOTAL_ID,
    REFUND,
    REFUND_ID,
    SHIFTED,
    SHIPPING,
    SHIPPING_ID,
    TOTAL,
    TOTAL_ID,
    gold_lines,
)
from tests.workflow.worlds import Killed, World

SWAPPED = {"a.py": SHIPPING, "b.py": TOTAL}
BEFORE_THE_SWAP = {"a.py": TOTAL, "b.py": SHIPPING}


def a_world(base: Mapping[str, str], head: Mapping[str, str], gold: str = GOLD, kind: type[World] = World) -> World:
    """Judged at base, scanned at head."""
    history = FakeHistory(base)
    world = kind(history, InMemoryGold(gold.encode()))
    world.scan()
    history.add(head)
    world.scan()
    return world


def target(world: World, text: str, grade: int | None = None) -> Target:
    chunk = cut_snapshot(world.code.head, world.code.chunker).get(a_chunk_id(text))
    assert chunk is not None, text
    return Target(chunk.id, chunk.digest, None if grade is None else Grade(grade))


def decide(
    world: World,
    chunk_id: str,
    *targets: Target,
    answer: Answer = Answer.ACCEPT,
    queries: Sequence[str] | None = None,
    reason: str = "",
) -> int:
    """Answer the open question about a gold chunk; its number."""
    item = next(item for item in world.queue.items({ItemState.WAITING}) if str(item.proposal.chunk_id) == chunk_id)
    named = None if queries is None else tuple(map(QueryId, queries))
    decision = Decision(item.number, answer, targets, "ada", NOON, reason, named)
    world.queue.decide(decision, expected=item.proposal.content_key)
    return item.number


def accept(world: World, chunk_id: str, *successors: str) -> int:
    return decide(world, chunk_id, *(target(world, text) for text in successors))


def apply(world: World) -> Application:
    finish(world)
    application = plan_application(world.place, world.code, world.queue)
    if not application.changes_nothing:
        carry_out(application, world.place, world.queue, world.journal, clock=lambda: NOON)
    return application


def finish(world: World, *, written: bool | None = None) -> None:
    finish_interrupted(world.place, world.code, world.queue, world.journal, clock=lambda: NOON, written=written)


def golds(world: World) -> list[dict[str, int]]:
    return [json.loads(line)["gold"] for line in world.gold.data.decode().splitlines() if line]


def states(world: World) -> list[ItemState]:
    return [item.state for item in world.queue.items()]


def a_swap(kind: type[World] = World) -> World:
    world = a_world(BEFORE_THE_SWAP, SWAPPED, gold_lines({"a.py:1-3:total": 3}, {"b.py:1-3:shipping": 1}), kind)
    accept(world, "a.py:1-3:total", "b.py:1-3:total")
    accept(world, "b.py:1-3:shipping", "a.py:1-3:shipping")
    return world


AFTER_THE_SWAP = [{"b.py:1-3:total": 3}, {"a.py:1-3:shipping": 1}]


def test_moved_ids_are_replaced_and_their_anchors_are_judged_at_head() -> None:
    world = a_world(CODE, {**CODE, **SHIFTED})
    accept(world, TOTAL_ID, MOVED_TOTAL_ID)
    accept(world, SHIPPING_ID, MOVED_SHIPPING_ID)

    application = apply(world)

    assert golds(world) == [{MOVED_TOTAL_ID: 3, MOVED_SHIPPING_ID: 1}, {REFUND_ID: 2}]
    assert states(world) == [ItemState.APPLIED, ItemState.APPLIED]
    assert [item.number for item in application.items] == [1, 2]
    found = world.anchors.entries
    assert {str(chunk_id) for chunk_id in found} == {MOVED_TOTAL_ID, MOVED_SHIPPING_ID, REFUND_ID}
    anchor = found[a_chunk_id(MOVED_TOTAL_ID)]
    assert isinstance(anchor, Anchor)
    assert world.history is not None
    assert (anchor.origin, anchor.commit) == (AnchorOrigin.JUDGED, world.history.head)
    assert {drift.kind for drift in world.scan().drifts} == {"intact"}


def test_what_was_judged_on_disk_keeps_its_text() -> None:
    world = a_world(CODE, CODE)
    world.head = DictTree({**CODE, **SHIFTED})
    world.scan()
    accept(world, TOTAL_ID, MOVED_TOTAL_ID)

    apply(world)

    anchor = world.anchors.entries[a_chunk_id(MOVED_TOTAL_ID)]
    assert isinstance(anchor, Anchor)
    assert (anchor.origin, anchor.commit, anchor.text) == (AnchorOrigin.JUDGED, None, TOTAL.rstrip("\n"))


def test_planning_writes_nothing() -> None:
    world = a_swap()
    before = world.gold.data, world.anchors.writes, states(world)

    plan_application(world.place, world.code, world.queue)

    assert (world.gold.data, world.anchors.writes, states(world)) == before
    assert world.journal.read() is None


def test_two_files_that_swapped_names_are_carried_out_at_once() -> None:
    world = a_swap()

    apply(world)

    assert golds(world) == AFTER_THE_SWAP
    assert {drift.kind for drift in world.scan().drifts} == {"intact"}


def test_applying_again_changes_nothing() -> None:
    world = a_swap()
    apply(world)

    assert apply(world).changes_nothing
    assert golds(world) == AFTER_THE_SWAP


def test_two_chunks_that_became_one_keep_the_higher_grade_and_say_so() -> None:
    both = TOTAL.replace("amount + shipping(cart)", "amount + 4")
    world = a_world(CODE, {"src/cart.py": both, "src/orders.py": REFUND})
    accept(world, TOTAL_ID, "src/cart.py:1-3:total")
    decide(world, SHIPPING_ID, target(world, "src/cart.py:1-3:total"), answer=Answer.AMEND)

    application = apply(world)

    assert golds(world)[0] == {"src/cart.py:1-3:total": 3}
    (met,) = application.revision.collisions
    assert met.sentence in application.message


def test_a_split_gives_each_part_its_grade() -> None:
    parts = {
        **CODE,
        "src/cart.py": f"{TOTAL}\n\n{SHIPPING}",
        "src/orders.py": f"{REFUND}\n\n{TOTAL.replace('total', 'paid')}",
    }
    world = a_world(CODE, {**parts, "src/orders.py": parts["src/orders.py"].replace("pay_back", "pay")})
    first, second = "src/orders.py:1-3:refund", "src/orders.py:6-8:paid"
    decide(world, REFUND_ID, target(world, first), target(world, second, 1), answer=Answer.AMEND)

    apply(world)

    assert golds(world)[1] == {first: 2, second: 1}


def test_keeping_an_edited_chunk_changes_its_anchor_alone() -> None:
    edited = {**CODE, "src/orders.py": REFUND.replace("pay_back", "give_back")}
    world = a_world(CODE, edited)
    accept(world, REFUND_ID, REFUND_ID)
    before = world.gold.data

    application = apply(world)

    assert world.gold.data == before
    assert "kept as it is now" in application.message
    assert {drift.kind for drift in world.scan().drifts} == {"intact"}


def test_a_retired_pair_leaves_file_and_anchors() -> None:
    world = a_world(CODE, {"src/cart.py": CODE["src/cart.py"]})
    decide(world, REFUND_ID, answer=Answer.RETIRE, reason="refunds are done by the bank")

    application = apply(world)

    assert golds(world)[1] == {}
    assert a_chunk_id(REFUND_ID) not in world.anchors.entries
    assert application.revision.orphans == ("q2",)
    assert "refunds are done by the bank" in application.message


def test_an_answer_for_one_query_leaves_the_others_and_their_anchor() -> None:
    gold = gold_lines({TOTAL_ID: 3}, {TOTAL_ID: 2})
    world = a_world(CODE, {**CODE, **SHIFTED}, gold)
    decide(world, TOTAL_ID, target(world, MOVED_TOTAL_ID), answer=Answer.AMEND, queries=["q2"])
    judged = world.anchors.entries[a_chunk_id(TOTAL_ID)]

    application = apply(world)

    assert golds(world) == [{TOTAL_ID: 3}, {MOVED_TOTAL_ID: 2}]
    assert world.anchors.entries[a_chunk_id(TOTAL_ID)] == judged
    assert f"{TOTAL_ID} -> {MOVED_TOTAL_ID} for q2; ada" in application.message


def test_in_one_answer_each_query_goes_its_own_way() -> None:
    gold = gold_lines({TOTAL_ID: 3}, {TOTAL_ID: 2}, {TOTAL_ID: 1}, {TOTAL_ID: 3})
    world = a_world(CODE, {**CODE, **SHIFTED}, gold)
    here = replace(target(world, MOVED_TOTAL_ID), queries=(QueryId("q1"),))
    there = replace(target(world, REFUND_ID, grade=1), queries=(QueryId("q2"),))
    decide(world, TOTAL_ID, here, there, answer=Answer.AMEND, queries=["q1", "q2", "q3"])

    application = apply(world)

    assert golds(world) == [{MOVED_TOTAL_ID: 3}, {REFUND_ID: 1}, {}, {TOTAL_ID: 3}]
    assert a_chunk_id(TOTAL_ID) in world.anchors.entries
    assert f"{TOTAL_ID} -> {MOVED_TOTAL_ID} for q1; {REFUND_ID} for q2; retired for q3; ada" in application.message


def test_what_was_turned_down_is_nothing_to_apply() -> None:
    world = a_world(CODE, {**CODE, **SHIFTED})
    decide(world, TOTAL_ID, answer=Answer.REJECT)

    assert apply(world).changes_nothing


def test_a_stale_confirmation_is_left_out_though_another_decision_names_the_same_id_as_it_is_now() -> None:
    world = a_world(CODE, {**CODE, **SHIFTED})
    stale = accept(world, TOTAL_ID, MOVED_TOTAL_ID)
    assert world.history is not None
    world.history.add({**CODE, "src/cart.py": SHIFTED["src/cart.py"].replace("line.price", "0 * line.price")})
    fresh = decide(world, SHIPPING_ID, target(world, MOVED_TOTAL_ID), answer=Answer.AMEND)

    application = apply(world)

    assert [item.number for item in application.outdated] == [stale]
    assert [item.number for item in application.items] == [fresh]


def test_a_target_that_moved_on_is_left_out_and_the_rest_goes_in() -> None:
    world = a_world(CODE, {**CODE, **SHIFTED})
    accept(world, TOTAL_ID, MOVED_TOTAL_ID)
    accept(world, SHIPPING_ID, MOVED_SHIPPING_ID)
    assert world.history is not None
    world.history.add({**CODE, "src/cart.py": SHIFTED["src/cart.py"].replace("* 2", "").replace("< 2", "< 3")})

    application = apply(world)

    assert golds(world)[0] == {MOVED_TOTAL_ID: 3, SHIPPING_ID: 1}
    assert [item.number for item in application.outdated] == [2]
    assert states(world) == [ItemState.APPLIED, ItemState.DECIDED]


def test_an_edit_between_reading_and_writing_is_not_lost() -> None:
    world = a_swap()
    application = plan_application(world.place, world.code, world.queue)
    world.gold.data += b"\n"

    with pytest.raises(GoldFileChanged):
        carry_out(application, world.place, world.queue, world.journal, clock=lambda: NOON)

    assert world.journal.read() is None
    assert set(states(world)) == {ItemState.DECIDED}
    apply(world)
    assert golds(world) == AFTER_THE_SWAP


class DyingGold(InMemoryGold):
    def rewrite(self, data: bytes, *, expected_digest: str) -> None:
        raise Killed


class DyingAfterGold(InMemoryGold):
    def rewrite(self, data: bytes, *, expected_digest: str) -> None:
        super().rewrite(data, expected_digest=expected_digest)
        raise Killed


class DyingAnchors(InMemoryAnchors):
    def write(self, anchors: Iterable[Anchor | NeverResolved]) -> None:
        raise Killed


class DyingAfterAnchors(InMemoryAnchors):
    def write(self, anchors: Iterable[Anchor | NeverResolved]) -> None:
        super().write(anchors)
        raise Killed


class DyingQueue(InMemoryQueue):
    def mark_applied(self, numbers: Sequence[int], *, now: datetime) -> None:
        raise Killed


class DyingAfterQueue(InMemoryQueue):
    def mark_applied(self, numbers: Sequence[int], *, now: datetime) -> None:
        super().mark_applied(numbers, now=now)
        raise Killed


class DyingJournal(InMemoryJournal):
    def begin(self, pending: PendingApplication) -> None:
        raise Killed


class DyingAfterJournal(InMemoryJournal):
    def begin(self, pending: PendingApplication) -> None:
        super().begin(pending)
        raise Killed


def kill(world: World, store: str, kind: type) -> None:
    """Apply, and die at the store's call; the store lives on with what it had written."""
    alive = getattr(world, store)
    died: Any = object.__new__(kind)
    died.__dict__.update(alive.__dict__)
    setattr(world, store, died)
    with pytest.raises(Killed):
        apply(world)
    alive.__dict__.update(died.__dict__)
    setattr(world, store, alive)


DEATHS: list[tuple[str, type]] = [
    ("journal", DyingJournal),
    ("journal", DyingAfterJournal),
    ("gold", DyingGold),
    ("gold", DyingAfterGold),
    ("anchors", DyingAnchors),
    ("anchors", DyingAfterAnchors),
    ("queue", DyingQueue),
    ("queue", DyingAfterQueue),
]


@pytest.mark.parametrize(("store", "kind"), DEATHS, ids=[kind.__name__ for _, kind in DEATHS])
@pytest.mark.parametrize("next_command", [apply, World.scan], ids=["applied again", "scanned next"])
def test_an_application_that_was_killed_is_finished_and_not_done_twice(
    store: str, kind: type, next_command: Callable[[World], object]
) -> None:
    undisturbed = a_swap()
    apply(undisturbed)
    world = a_swap()

    kill(world, store, kind)
    finish(world)
    next_command(world)
    apply(world)

    assert golds(world) == AFTER_THE_SWAP
    assert set(states(world)) == {ItemState.APPLIED}
    assert world.anchors.entries == undisturbed.anchors.entries
    assert world.journal.read() is None


def test_the_code_that_moved_on_before_the_end_does_not_hide_what_was_judged() -> None:
    world = a_world(CODE, {**CODE, **SHIFTED})
    accept(world, TOTAL_ID, MOVED_TOTAL_ID)
    kill(world, "anchors", DyingAnchors)
    assert world.history is not None
    judged_at = world.history.head
    world.history.add({**CODE, "src/cart.py": SHIFTED["src/cart.py"].replace("amount + ", "amount - ")})

    finish(world)

    anchor = world.anchors.entries[a_chunk_id(MOVED_TOTAL_ID)]
    assert isinstance(anchor, Anchor)
    assert (anchor.commit, anchor.origin) == (judged_at, AnchorOrigin.JUDGED)
    seen = {str(drift.chunk_id): drift.kind for drift in world.scan().drifts}
    assert seen[MOVED_TOTAL_ID] == "edited"


def a_gold_that_was_edited_after_the_crash() -> World:
    world = a_swap()
    kill(world, "gold", DyingAfterGold)
    world.gold.data += b"# a word\n"
    return world


def test_a_gold_file_that_was_edited_after_the_crash_is_for_a_person_to_judge() -> None:
    world = a_gold_that_was_edited_after_the_crash()
    data = world.gold.data

    with pytest.raises(ApplicationInterrupted, match="items 1 2"):
        finish(world)

    assert world.gold.data == data
    assert world.journal.read() is not None


@pytest.mark.parametrize(("written", "state"), [(True, ItemState.APPLIED), (False, ItemState.DECIDED)])
def test_what_the_person_says_ends_it(written: bool, state: ItemState) -> None:
    world = a_gold_that_was_edited_after_the_crash()

    finish(world, written=written)

    assert set(states(world)) == {state}
    assert world.journal.read() is None


def test_without_an_interrupted_application_there_is_nothing_to_finish() -> None:
    world = a_swap()

    finish(world, written=True)

    assert set(states(world)) == {ItemState.DECIDED}


def test_the_journal_names_both_states_of_the_gold_file() -> None:
    world = a_swap()
    application = plan_application(world.place, world.code, world.queue)
    kill(world, "gold", DyingGold)

    assert world.journal.read() == PendingApplication(
        digest_of(application.after), (1, 2), digest_of(application.before)
    )


def test_a_decision_about_a_line_that_is_damaged_by_now_leaves_it_alone() -> None:
    world = a_world(CODE, {**CODE, **SHIFTED})
    accept(world, TOTAL_ID, MOVED_TOTAL_ID)
    world.gold.data = b"{broken " + world.gold.data

    application = apply(world)

    assert world.gold.data.startswith(b"{broken ")
    assert [(left.line, left.written) for left in application.revision.left_alone] == [(1, TOTAL_ID)]


def test_an_id_written_with_a_dot_slash_is_replaced_and_keeps_its_way_of_writing() -> None:
    gold = GOLD.replace("src/orders", "./src/orders")
    world = a_world(CODE, {**CODE, "src/orders.py": "import os\n\n" + REFUND}, gold)
    accept(world, REFUND_ID, "src/orders.py:3-5:refund")

    apply(world)

    assert golds(world)[1] == {"./src/orders.py:3-5:refund": 2}
    assert {drift.kind for drift in world.scan().drifts} == {"intact"}


def test_the_message_counts_and_names_each_decision_under_its_cause() -> None:
    world = a_swap()

    message = plan_application(world.place, world.code, world.queue).message

    assert message.splitlines() == [
        "Mend the gold set: 2 decisions",
        "",
        "moved from a.py to b.py in 0000000",
        "a.py:1-3:total -> b.py:1-3:total; ada",
        "",
        "moved from b.py to a.py in 0000000",
        "b.py:1-3:shipping -> a.py:1-3:shipping; ada",
    ]


def test_a_split_that_keeps_its_old_place_names_all_parts_in_the_message() -> None:
    edited = {**CODE, "src/orders.py": REFUND.replace("pay_back", "give_back")}
    world = a_world(CODE, edited)
    decide(world, REFUND_ID, target(world, REFUND_ID), target(world, TOTAL_ID), answer=Answer.AMEND)

    message = plan_application(world.place, world.code, world.queue).message

    assert f"{REFUND_ID} -> {REFUND_ID}, {TOTAL_ID}; ada" in message
