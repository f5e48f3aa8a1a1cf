"""Two states, chunked where they differ; and as few base states as will do."""

from collections.abc import Mapping
from dataclasses import replace
from typing import ClassVar
from weakref import WeakSet

from hypothesis import given
from hypothesis import strategies as st

from goldkeeper.model.anchors import Anchor
from goldkeeper.model.chunks import ChunkId, CommitId
from goldkeeper.ports import FileEntry
from goldkeeper.wiring import make_chunker
from goldkeeper.workflow.changes import choose_bases, cut_change, remembered
from tests.builders import an_anchor
from tests.fakes import DictTree, FakeHistory
from tests.projects import CODE, REFUND, SHIFTED


def test_only_files_that_differ_are_chunked() -> None:
    history = FakeHistory(CODE, {**CODE, **SHIFTED, "src/new.py": REFUND})
    base, head = (history.tree(commit) for commit in history.commits)

    change = cut_change(base, head, history=history, chunker=make_chunker(), cache=None)

    assert (list(change.base.files), list(change.head.files)) == (["src/cart.py"], ["src/cart.py", "src/new.py"])


def test_without_history_files_are_compared_by_content() -> None:
    base, head = DictTree(CODE), DictTree({**CODE, "src/orders.py": "x = 1\n"})

    change = cut_change(base, head, history=None, chunker=make_chunker(), cache=None)

    assert (list(change.base.files), list(change.head.files)) == (["src/orders.py"], ["src/orders.py"])


def test_a_base_can_be_made_of_anchors_alone() -> None:
    kept, unkept = an_anchor("src/cart.py:9-12:total"), an_anchor("src/cart.py:1-5:shipping", keep_text=False)

    base = remembered([kept, unkept], {kept.chunk_id: kept.text or ""})

    assert [(str(c.id), c.digest, c.text) for c in base.chunks()] == [
        ("src/cart.py:1-5:shipping", unkept.digest, ""),
        ("src/cart.py:9-12:total", kept.digest, kept.text),
    ]


def anchored_at(history: FakeHistory, chunk_id: str, commit: CommitId) -> Anchor:
    anchor = an_anchor(chunk_id, commit=commit)
    return replace(anchor, blob=history.tree(commit).files()[anchor.path].blob)


def test_a_set_judged_piece_by_piece_costs_one_change_where_one_state_holds_it_all() -> None:
    history = FakeHistory({"a.py": "1"}, {"a.py": "1", "b.py": "2"}, {"a.py": "1", "b.py": "2", "c.py": "3"})
    anchors = {
        anchor.chunk_id: anchor
        for anchor in (
            anchored_at(history, f"{name}.py:1-2:f", commit)
            for name, commit in zip("abc", history.commits, strict=True)
        )
    }

    assert choose_bases(anchors, history) == {history.commits[2]: sorted(anchors)}


def test_a_content_that_only_one_commit_has_needs_that_commit() -> None:
    history = FakeHistory({"a.py": "1", "b.py": "2"}, {"a.py": "1", "b.py": "other"})
    first, second = (
        anchored_at(history, "b.py:1-2:f", history.commits[0]),
        anchored_at(history, "a.py:1-2:f", history.commits[1]),
    )

    chosen = choose_bases({first.chunk_id: first, second.chunk_id: second}, history)

    assert chosen == {history.commits[0]: sorted([first.chunk_id, second.chunk_id])}


def test_commits_that_the_clone_has_not_and_anchors_without_commit_are_left_out() -> None:
    history = FakeHistory({"a.py": "1"}, {"a.py": "1"}, lacking=[0])
    lost, folder = anchored_at(history, "a.py:1-2:f", history.commits[0]), an_anchor("a.py:5-6:g", commit=None)

    assert choose_bases({lost.chunk_id: lost, folder.chunk_id: folder}, history) == {}


@given(st.lists(st.lists(st.sampled_from("abcd"), min_size=1, unique=True), min_size=1, max_size=6))
def test_each_chunk_has_exactly_one_base(states: list[list[str]]) -> None:
    history = FakeHistory(*({f"{name}.py": str(len(state)) for name in state} for state in states))
    anchors: dict[ChunkId, Anchor] = {}
    for commit, state in zip(history.commits, states, strict=True):
        for name in state:
            anchor = anchored_at(history, f"{name}.py:1-2:f", commit)
            anchors[anchor.chunk_id] = anchor

    chosen = [chunk_id for ids in choose_bases(anchors, history).values() for chunk_id in ids]

    assert sorted(chosen) == sorted(anchors)


class Listing(dict[str, FileEntry]):
    """A listing that can be watched."""

    __hash__ = object.__hash__  # type: ignore[assignment]  # each is itself alone


class WatchedTree(DictTree):
    alive: ClassVar[WeakSet[Listing]] = WeakSet()
    most: ClassVar[list[int]] = []

    def files(self) -> Mapping[str, FileEntry]:
        listing = Listing(super().files())
        self.alive.add(listing)
        self.most.append(len(self.alive))
        return listing


class WatchedHistory(FakeHistory):
    def tree(self, commit: CommitId) -> DictTree:
        return WatchedTree(self.states[commit], commit=commit)


def test_the_listings_of_many_commits_are_held_one_at_a_time() -> None:
    history = WatchedHistory(*({"a.py": str(n)} for n in range(20)))
    anchors = [
        replace(an_anchor(f"a.py:{n}-{n + 1}:f", commit=commit), blob=None)
        for n, commit in enumerate(history.commits, 1)
    ]

    assert len(choose_bases({anchor.chunk_id: anchor for anchor in anchors}, history)) == 20
    assert max(WatchedTree.most) <= 2
