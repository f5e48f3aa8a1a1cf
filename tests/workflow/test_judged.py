"""What a gold chunk said when it was judged is given back, or nothing is."""

from dataclasses import replace

from goldkeeper.model.anchors import Anchor, AnchorOrigin
from goldkeeper.model.chunks import BlobId
from goldkeeper.wiring import make_chunker
from goldkeeper.workflow.anchoring import anchor_of
from goldkeeper.workflow.judged import judged_texts
from goldkeeper.workflow.snapshot import cut_snapshot
from tests.builders import a_chunk_id
from tests.fakes import FakeHistory
from tests.projects import CODE, SHIPPING, SHIPPING_ID, TOTAL, TOTAL_ID


def an_anchor_at(history: FakeHistory, chunk_id: str) -> Anchor:
    head = cut_snapshot(history.tree(history.commits[0]), make_chunker())
    chunk = head.get(a_chunk_id(chunk_id))
    assert chunk is not None
    blob = head.files[chunk.path].blob
    return anchor_of(chunk.id, chunk, commit=history.commits[0], blob=blob, origin=AnchorOrigin.JUDGED)


def test_the_lines_of_the_blob_are_what_was_judged() -> None:
    history = FakeHistory(CODE, {})
    anchors = [an_anchor_at(history, TOTAL_ID), an_anchor_at(history, SHIPPING_ID)]

    texts = judged_texts(anchors, history)

    assert {str(chunk_id): text for chunk_id, text in texts.items()} == {
        TOTAL_ID: TOTAL.rstrip("\n"),
        SHIPPING_ID: SHIPPING.rstrip("\n"),
    }


def test_a_text_that_the_anchor_keeps_needs_no_git() -> None:
    anchor = replace(an_anchor_at(FakeHistory(CODE), TOTAL_ID), text="kept")
    assert judged_texts([anchor], None) == {anchor.chunk_id: "kept"}


def test_what_nothing_can_give_back_is_left_out() -> None:
    history = FakeHistory(CODE)
    anchor = an_anchor_at(history, TOTAL_ID)
    unlike = replace(anchor, digest="of another text")
    lost = replace(anchor, blob=BlobId("none"))
    assert judged_texts([unlike], history) == judged_texts([lost], history) == judged_texts([anchor], None) == {}
