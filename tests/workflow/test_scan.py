"""The main job, once and again, and killed at any moment."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

import pytest

from goldkeeper.model.anchors import Anchor, NeverResolved
from goldkeeper.model.chunks import ChunkId, SkipReason
from goldkeeper.model.drifts import DriftKind
from goldkeeper.model.proposals import RemapProposal
from goldkeeper.model.reviews import Answer, ItemState
from goldkeeper.model.scans import ScanReport
from goldkeeper.ports import QueueChange
from tests.builders import a_chunk_id, a_decision
from tests.fakes import DictTree, FakeHistory, InMemoryAnchors, InMemoryCache, InMemoryGold, InMemoryQueue
from tests.projects import CODE, GOLD, REFUND, REFUND_ID, SHIFTED, SHIPPING_ID, TOTAL, TOTAL_ID, gold_lines
from tests.workflow.worlds import Killed, World


def drifts(report: ScanReport) -> dict[str, DriftKind]:
    return {str(drift.chunk_id): drift.kind for drift in report.drifts}


def a_drifted_world() -> World:
    world = World(FakeHistory(CODE))
    world.scan()
    assert world.history is not None
    world.history.add({**CODE, **SHIFTED})
    return world


def test_a_fresh_set_is_intact_and_anchored() -> None:
    world = World(FakeHistory(CODE))

    report = world.scan()

    assert set(drifts(report).values()) == {DriftKind.INTACT}
    assert {str(chunk_id) for chunk_id in world.anchors.entries} == {TOTAL_ID, SHIPPING_ID, REFUND_ID}
    assert (report.proposals, report.numbers, report.rejected) == ((), {}, frozenset())
    assert report.anchor_dates.keys() == {world.history.head} if world.history else False


def test_what_drifted_is_asked_once_however_often_it_is_scanned() -> None:
    world = a_drifted_world()

    first, again = world.scan(), world.scan()

    assert drifts(first) == {TOTAL_ID: "shifted", SHIPPING_ID: "shifted", REFUND_ID: "intact"}
    assert first.numbers == again.numbers == {TOTAL_ID: 1, SHIPPING_ID: 2}
    assert len(world.queue.items()) == 2
    assert [p.content_key for p in first.proposals] == [p.content_key for p in again.proposals]


def test_a_scan_that_finds_nothing_new_writes_no_anchors() -> None:
    world = a_drifted_world()
    world.scan()
    writes = world.anchors.writes

    world.scan()

    assert world.anchors.writes == writes


def test_what_was_turned_down_is_told_apart() -> None:
    world = a_drifted_world()
    world.scan()
    item = world.queue.item(1)
    world.queue.decide(a_decision(1, Answer.REJECT), expected=item.proposal.content_key)

    report = world.scan()

    assert report.rejected == {TOTAL_ID}
    assert report.numbers == {SHIPPING_ID: 2}


def test_an_id_that_left_the_gold_file_leaves_the_anchors() -> None:
    world = World(FakeHistory(CODE))
    world.scan()
    world.gold = InMemoryGold(gold_lines({TOTAL_ID: 3}).encode())

    world.scan()

    assert list(map(str, world.anchors.entries)) == [TOTAL_ID]


def test_a_line_that_is_broken_for_an_hour_costs_no_anchor() -> None:
    world = a_drifted_world()
    before = dict(world.anchors.entries)
    sound = world.gold
    world.gold = InMemoryGold(GOLD.encode()[:-3])

    damaged = world.scan()
    world.gold = sound
    mended = world.scan()

    assert REFUND_ID not in drifts(damaged)
    assert damaged.gold_set.problems
    assert world.anchors.entries == before
    assert drifts(mended)[REFUND_ID] == "intact"


@pytest.mark.parametrize("gold", [b"", b"\n\n", b"# nothing yet\n"])
def test_an_empty_gold_file_is_a_clean_scan(gold: bytes) -> None:
    report = World(FakeHistory(CODE), InMemoryGold(gold)).scan()

    assert (report.drifts, report.proposals, report.gold_set.problems) == ((), (), ())


def test_a_gold_file_of_problems_alone_is_told_and_nothing_else_happens() -> None:
    report = World(FakeHistory(CODE), InMemoryGold(b"no json\n{}\n")).scan()

    assert report.drifts == ()
    assert [problem.line for problem in report.gold_set.problems if problem.severity == "error"][:1] == [1]


def test_an_id_that_never_resolved_is_reported_and_nobody_is_asked() -> None:
    world = World(FakeHistory(CODE), InMemoryGold(gold_lines({"none.py:1-2:f": 3}).encode()))

    report = world.scan()

    assert drifts(report) == {"none.py:1-2:f": "never resolved"}
    assert report.drifts[0].note == "no file of that path, now or in the history"
    assert report.proposals == ()


def test_a_folder_without_git_is_scanned_by_its_text() -> None:
    world = World(None)
    world.scan()
    world.head = DictTree({**CODE, **SHIFTED})

    report = world.scan()

    assert drifts(report) == {TOTAL_ID: "shifted", SHIPPING_ID: "shifted", REFUND_ID: "intact"}
    assert str(report.proposals[0].match.candidates[0].chunk_id) == "src/cart.py:3-5:total"
    assert (report.head_commit, report.head_date, report.scan) == (None, None, "20260314T120000Z-folder")


def test_notes_tell_what_people_should_know() -> None:
    damaged = TOTAL.replace("return", "return (") + "\n\n" + REFUND
    world = World(FakeHistory(CODE, notes=["This is a shallow clone."]))
    world.scan()
    world.head = DictTree({"src/cart.py": damaged}, skipped={"src/orders.py": SkipReason.SYMLINK})

    report = world.scan()

    assert report.notes[0] == "This is a shallow clone."
    assert any(note.startswith("src/cart.py was parsed with errors") for note in report.notes)
    assert "src/orders.py holds gold and was not read: symbolic link." in report.notes
    assert drifts(report)[REFUND_ID] == "obscured"


def test_files_that_are_not_chunked_are_counted() -> None:
    world = World(FakeHistory({**CODE, "logo.png": "x", "data.bin": "y"}))

    assert world.scan().skipped == {SkipReason.UNKNOWN_TYPE: 2}


def test_the_policy_is_asked_once_the_queue_is_full() -> None:
    world = a_drifted_world()
    seen: list[int] = []

    world.scan(confirm=lambda _: seen.append(len(world.queue.items({ItemState.WAITING}))))

    assert seen == [2]


class DyingAnchors(InMemoryAnchors):
    def write(self, anchors: Iterable[Anchor | NeverResolved]) -> None:
        raise Killed


class DyingAfterAnchors(InMemoryAnchors):
    def write(self, anchors: Iterable[Anchor | NeverResolved]) -> None:
        super().write(anchors)
        raise Killed


class DyingQueue(InMemoryQueue):
    def add(self, proposals: Sequence[RemapProposal], *, scan: str, now: datetime) -> QueueChange:
        raise Killed


class DyingAfterQueue(InMemoryQueue):
    def add(self, proposals: Sequence[RemapProposal], *, scan: str, now: datetime) -> QueueChange:
        super().add(proposals, scan=scan, now=now)
        raise Killed


class DyingCache(InMemoryCache):
    def put_many(self, rows: Mapping[object, bytes], chunker: str) -> None:  # type: ignore[override]
        raise Killed


def everything(world: World) -> tuple[object, ...]:
    items = [(i.number, i.state, i.proposal.content_key, i.supersedes) for i in world.queue.items()]
    return items, sorted(world.anchors.entries.items())


@pytest.mark.parametrize(
    "dying",
    [
        {"anchors": DyingAnchors},
        {"anchors": DyingAfterAnchors},
        {"queue": DyingQueue},
        {"queue": DyingAfterQueue},
        {"cache": DyingCache},
    ],
    ids=["before the anchors", "after the anchors", "before the queue", "after the queue", "in the cache"],
)
def test_a_scan_that_was_killed_leaves_the_next_one_as_if_it_had_not_been(dying: Mapping[str, type]) -> None:
    undisturbed = World(FakeHistory(CODE, {**CODE, **SHIFTED, "gold.jsonl": GOLD}))
    undisturbed.scan()
    world = World(FakeHistory(CODE, {**CODE, **SHIFTED, "gold.jsonl": GOLD}))
    alive = {name: getattr(world, name) for name in dying}
    for name, kind in dying.items():
        setattr(world, name, kind())

    with pytest.raises(Killed):
        world.scan()

    for name, store in alive.items():
        died = getattr(world, name)
        store.__dict__.update({key: value for key, value in died.__dict__.items() if not callable(value)})
        setattr(world, name, store)
    world.scan()

    assert everything(world) == everything(undisturbed)


def test_a_target_that_moves_on_supersedes_what_waits() -> None:
    world = a_drifted_world()
    world.scan()
    assert world.history is not None
    world.history.add({**CODE, "src/cart.py": "import os\n" + SHIFTED["src/cart.py"]})

    report = world.scan()

    waiting = world.queue.items({ItemState.WAITING})
    assert [(item.number, item.supersedes) for item in waiting] == [(3, 1), (4, 2)]
    assert report.numbers == {TOTAL_ID: 3, SHIPPING_ID: 4}


def test_what_came_back_is_asked_no_more() -> None:
    world = a_drifted_world()
    world.scan()
    assert world.history is not None
    world.history.add(CODE)

    report = world.scan()

    assert set(drifts(report).values()) == {DriftKind.INTACT}
    assert world.queue.items({ItemState.WAITING}) == ()


def test_drifts_come_in_the_gold_files_order() -> None:
    gold = gold_lines({REFUND_ID: 1, SHIPPING_ID: 1}, {TOTAL_ID: 2, REFUND_ID: 1})
    report = World(FakeHistory(CODE), InMemoryGold(gold.encode())).scan()

    assert [drift.chunk_id for drift in report.drifts] == list(map(a_chunk_id, (REFUND_ID, SHIPPING_ID, TOTAL_ID)))


def test_an_id_that_can_be_read_in_two_ways_is_decided_by_the_files_that_are_or_were_there() -> None:
    odd = "notes:1-2:drafts.py"
    chunk_id = f"{odd}:1-3:total"
    gold = InMemoryGold(gold_lines({chunk_id: 3}).encode())
    world = World(FakeHistory({odd: TOTAL}, {"drafts.py": TOTAL}), gold)

    (drift,) = world.scan().drifts

    assert drift.chunk_id == ChunkId(odd, a_chunk_id("a.py:1-3:f").span, "total")
    assert drift.kind is DriftKind.MISSING
