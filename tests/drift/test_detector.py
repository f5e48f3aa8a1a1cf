from dataclasses import replace

import pytest

from goldkeeper.drift.detector import LookBack, detect_drifts
from goldkeeper.model.chunks import BlobId, Chunk, FileChunks, SkipReason, Snapshot, Span
from goldkeeper.model.drifts import Drift, DriftKind
from tests.builders import a_chunk, a_never_resolved, a_snapshot, an_anchor

BODY = "def total(cart):\n    return sum(cart)"
OTHER = "def total(cart):\n    return max(cart)"


def seen(anchor_of: Chunk, head: Snapshot, text: str | None = None) -> Drift:
    anchor = an_anchor(anchor_of, keep_text=False)
    back = {} if text is None else {anchor.chunk_id: LookBack(text)}
    return detect_drifts({anchor.chunk_id: anchor}, head, back)[0]


def test_the_same_text_in_the_same_place_is_intact() -> None:
    chunk = a_chunk("total", text=BODY)
    assert seen(chunk, a_snapshot(chunk)).kind is DriftKind.INTACT


def test_the_same_text_on_other_lines_is_shifted_and_the_id_is_dead() -> None:
    drift = seen(a_chunk("total", start=3, text=BODY), a_snapshot(a_chunk("total", start=4, text=BODY)))
    assert (drift.kind, drift.resolves) == (DriftKind.SHIFTED, False)
    assert drift.found is not None


def test_another_text_under_the_id_is_edited_though_the_id_resolves() -> None:
    drift = seen(a_chunk("total", text=BODY), a_snapshot(a_chunk("total", text=OTHER)))
    assert (drift.kind, drift.resolves) == (DriftKind.EDITED, True)


def test_nothing_of_that_symbol_is_missing() -> None:
    drift = seen(a_chunk("total", text=BODY), a_snapshot(a_chunk("count", text=BODY)))
    assert (drift.kind, drift.resolves, drift.found) == (DriftKind.MISSING, False, None)


def test_overloads_that_swap_places_are_shifted_and_their_ids_name_other_text() -> None:
    one, other = "int area(int a) {\n}", "int area(double r) {\n}"
    head = a_snapshot(a_chunk("area", start=1, text=other), a_chunk("area", start=5, text=one))
    drift = seen(a_chunk("area", start=1, text=one), head)
    assert (drift.kind, drift.resolves) == (DriftKind.SHIFTED, True)
    assert drift.note.startswith("the ID names another text now")
    assert drift.found is not None
    assert drift.found.span == Span(5, 6)


def test_among_overloads_the_likeliest_bears_the_symbol() -> None:
    old = "int area(double radius) {\n  return 3 * radius;\n}"
    new = "int area(double radius) {\n  return 4 * radius;\n}"
    head = a_snapshot(
        a_chunk("area#2", start=9, text="int area(int side) {\n  return side;\n}"), a_chunk("area", start=2, text=new)
    )
    drift = seen(a_chunk("area", start=20, text=old), head, text=old)
    assert drift.found is not None
    assert drift.found.text == new


def test_an_id_of_another_chunker_is_intact_where_the_anchor_says_so() -> None:
    chunk = a_chunk("total", start=3, text=BODY)
    foreign = a_chunk("total", start=2, text="# sums\n" + BODY).id
    anchor = replace(an_anchor(chunk), chunk_id=foreign)
    drift = detect_drifts({foreign: anchor}, a_snapshot(chunk))[0]
    assert (drift.kind, drift.resolves) == (DriftKind.INTACT, True)


@pytest.mark.parametrize("reason", [SkipReason.BINARY, SkipReason.NO_GRAMMAR, SkipReason.OBJECT_MISSING])
def test_a_file_that_was_not_read_obscures_its_chunks(reason: SkipReason) -> None:
    drift = seen(a_chunk("total"), a_snapshot(skipped={"src/cart.py": reason}))
    assert drift.kind is DriftKind.OBSCURED
    assert reason.value in drift.note


def test_what_never_resolved_is_reported_with_its_reason() -> None:
    anchor = a_never_resolved(reason="no file of that path in the history")
    drift = detect_drifts({anchor.chunk_id: anchor}, a_snapshot(a_chunk()))[0]
    assert (drift.kind, drift.note) == (DriftKind.NEVER, "no file of that path in the history")


def damaged(source: str, *chunks: Chunk) -> Snapshot:
    file = a_snapshot(*chunks).files["src/cart.py"] if chunks else None
    made = FileChunks("src/cart.py", BlobId("x"), "python", file.chunks if file else (), source, damage=(Span(4, 6),))
    return Snapshot("head", {"src/cart.py": made})


def test_a_chunk_behind_a_syntax_error_is_intact_if_its_text_stands_there() -> None:
    chunk = a_chunk("total", start=2, text=BODY)
    drift = seen(chunk, damaged(f"\n{BODY}\n\ndef broken(x:\n"), text=BODY)
    assert drift.kind is DriftKind.INTACT


def test_a_chunk_behind_a_syntax_error_is_shifted_if_its_text_stands_elsewhere_once() -> None:
    chunk = a_chunk("total", start=9, text=BODY)
    drift = seen(chunk, damaged(f"\n{BODY}\n\ndef broken(x:\n"), text=BODY)
    assert drift.kind is DriftKind.SHIFTED
    assert "lines 2-3" in drift.note


def test_a_chunk_behind_a_syntax_error_is_never_called_missing() -> None:
    chunk = a_chunk("total", start=9, text=BODY)
    for text in (BODY, None):
        drift = seen(chunk, damaged("def broken(x:\n    return (x\n"), text=text)
        assert drift.kind is DriftKind.OBSCURED
        assert "src/cart.py does not parse at lines 4-6" in drift.note


def test_drifts_come_in_the_order_of_the_anchors() -> None:
    chunks = [a_chunk(name, start=at) for name, at in (("b", 9), ("a", 1), ("c", 20))]
    anchors = {chunk.id: an_anchor(chunk) for chunk in chunks}
    assert [drift.chunk_id for drift in detect_drifts(anchors, a_snapshot(*chunks))] == list(anchors)


def test_damage_elsewhere_in_the_file_hides_nothing() -> None:
    head = damaged("import os\nx = 1\n\ndef broken(x:\n    return (x\n")
    chunk = a_chunk("total", start=1, text=BODY)
    anchor = an_anchor(chunk, keep_text=False)
    for place, kind in ((Span(1, 2), "missing"), (Span(2, 4), "obscured"), (None, "obscured")):
        back = {anchor.chunk_id: LookBack(BODY, (chunk,), place)}
        assert detect_drifts({anchor.chunk_id: anchor}, head, back)[0].kind == kind


def test_a_name_that_still_stands_at_the_place_may_be_a_definition_that_was_swallowed() -> None:
    head = damaged("def total(cart):\n    return min(cart)\n\ndef broken(x:\n    return (x\n")
    anchor = an_anchor(a_chunk("total", start=1, text=BODY), keep_text=False)
    back = {anchor.chunk_id: LookBack(BODY, (), Span(1, 2))}
    assert detect_drifts({anchor.chunk_id: anchor}, head, back)[0].kind is DriftKind.OBSCURED


COMMENTED = f"# sums\n{BODY}"


def recut(anchor_of: Chunk, cut: Chunk, head: Snapshot, *, written: Chunk | None = None) -> Drift:
    anchor = an_anchor(anchor_of, keep_text=False)
    chunk_id = (written or anchor_of).id
    anchor = replace(anchor, chunk_id=chunk_id)
    return detect_drifts({chunk_id: anchor}, head, {chunk_id: LookBack(None, (cut,))})[0]


def test_lines_that_are_cut_otherwise_were_not_edited() -> None:
    judged, today = a_chunk("total", start=2, text=BODY), a_chunk("total", start=1, text=COMMENTED)
    slid = a_chunk("total", start=7, text=COMMENTED)
    for now in (today, slid):
        drift = recut(judged, today, a_snapshot(now))
        assert (drift.kind, drift.resolves, drift.found) == (DriftKind.SHIFTED, False, now)
        assert drift.note.startswith("nobody edited the judged lines")


def test_lines_that_are_cut_otherwise_and_were_edited_are_edited() -> None:
    judged, today = a_chunk("total", start=2, text=BODY), a_chunk("total", start=1, text=COMMENTED)
    drift = recut(judged, today, a_snapshot(a_chunk("total", start=1, text=f"# adds\n{BODY}")))
    assert drift.kind is DriftKind.EDITED


def test_how_our_chunker_changes_is_no_affair_of_another_ones_ids() -> None:
    judged, today = a_chunk("total", start=2, text=BODY), a_chunk("total", start=1, text=COMMENTED)
    elsewhere = a_chunk("sum", start=3, text=BODY)
    for written in (today, elsewhere):
        drift = recut(judged, today, a_snapshot(today), written=written)
        assert (drift.kind, drift.resolves) == (DriftKind.INTACT, True)
