"""Where lost gold chunks may have gone, with and without a history to look back on."""

from dataclasses import replace

from goldkeeper.model.anchors import Anchor, AnchorOrigin
from goldkeeper.model.changes import ChangeKind
from goldkeeper.model.chunks import ChunkId, CommitId, Snapshot
from goldkeeper.model.drifts import Drift
from goldkeeper.model.proposals import Match
from goldkeeper.wiring import make_chunker
from goldkeeper.workflow.anchoring import anchor_of
from goldkeeper.workflow.code import Code
from goldkeeper.workflow.lost import match_lost
from goldkeeper.workflow.seeing import see_drifts
from goldkeeper.workflow.snapshot import cut_snapshot
from tests.builders import a_chunk_id
from tests.fakes import DictTree, FakeHistory
from tests.projects import CART, CODE, MOVED_TOTAL_ID, REFUND, SHIFTED, SHIPPING, SHIPPING_ID, TOTAL_ID

SPLIT_UP = {"src/orders.py": REFUND, "src/post.py": SHIPPING, "src/cart.py": CART.split("\n\n\n")[0] + "\n"}


def code_of(history: FakeHistory | None, head: DictTree | None = None) -> Code:
    tree = head or (history.tree(history.head) if history else DictTree({}))
    return Code(history, tree, history.head if history else None, make_chunker(), None)


def drifts_of(code: Code, base: DictTree, *ids: str, commit: CommitId | None = None) -> tuple[Drift, ...]:
    snapshot = cut_snapshot(base, code.chunker)
    anchors: dict[ChunkId, Anchor] = {}
    for text in ids:
        chunk = snapshot.get(a_chunk_id(text))
        assert chunk is not None, text
        blob = snapshot.files[chunk.path].blob
        anchors[chunk.id] = anchor_of(
            chunk.id, chunk, commit=commit or base.commit, blob=blob, origin=AnchorOrigin.JUDGED
        )
    return see_drifts(anchors, head_of(code), history=code.history, chunker=code.chunker, cache=None)


def head_of(code: Code) -> Snapshot:
    return cut_snapshot(code.head, code.chunker)


def first(matches: dict[ChunkId, Match], chunk_id: str) -> str:
    return str(matches[a_chunk_id(chunk_id)].candidates[0].chunk_id)


def test_what_is_intact_is_not_looked_for() -> None:
    history = FakeHistory(CODE, {**CODE, "new.py": REFUND})
    code = code_of(history)

    assert match_lost(drifts_of(code, history.tree(history.commits[0]), TOTAL_ID), head_of(code), code) == {}


def test_lost_chunks_are_matched_against_the_change_since_they_were_judged() -> None:
    history = FakeHistory(CODE, SPLIT_UP)
    code = code_of(history)

    matches = match_lost(drifts_of(code, history.tree(history.commits[0]), SHIPPING_ID), head_of(code), code)

    assert first(matches, SHIPPING_ID) == "src/post.py:1-3:shipping"
    assert matches[a_chunk_id(SHIPPING_ID)].change is ChangeKind.MOVED


def test_without_history_the_anchors_alone_are_matched_against_everything() -> None:
    code = code_of(None, DictTree(SPLIT_UP))

    matches = match_lost(drifts_of(code, DictTree(CODE), SHIPPING_ID), head_of(code), code)

    assert first(matches, SHIPPING_ID) == "src/post.py:1-3:shipping"


def test_a_commit_that_the_clone_has_not_is_matched_the_same_way() -> None:
    history = FakeHistory(CODE, {**CODE, **SHIFTED}, lacking=[0])
    code = code_of(history)

    matches = match_lost(drifts_of(code, DictTree(CODE, commit=history.commits[0]), TOTAL_ID), head_of(code), code)

    assert first(matches, TOTAL_ID) == MOVED_TOTAL_ID


def test_a_gold_id_of_another_spelling_keeps_its_own_name_in_the_answer() -> None:
    history = FakeHistory(CODE, {**CODE, **SHIFTED})
    code = code_of(history)
    (drift,) = drifts_of(code, history.tree(history.commits[0]), TOTAL_ID)
    spelled = a_chunk_id("src/cart.py:1-4:total")
    assert isinstance(drift.anchor, Anchor)
    drift = replace(drift, chunk_id=spelled, anchor=replace(drift.anchor, chunk_id=spelled))

    matches = match_lost([drift], head_of(code), code)

    assert matches[spelled].chunk_id == spelled
    assert first(matches, str(spelled)) == MOVED_TOTAL_ID
