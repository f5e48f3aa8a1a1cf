"""A new chunker over unchanged text is no edit, whatever the two chunkers are."""

from hypothesis import given
from hypothesis import strategies as st

from goldkeeper.chunking.chunker import ChunkOptions, DefinitionChunker
from goldkeeper.model.anchors import Anchor, AnchorOrigin
from goldkeeper.model.changes import ChangeKind
from goldkeeper.model.chunks import ChunkId
from goldkeeper.model.drifts import DriftKind
from goldkeeper.ports import Chunker
from goldkeeper.workflow.anchoring import anchor_of
from goldkeeper.workflow.code import Code
from goldkeeper.workflow.lost import match_lost, settle_obscured
from goldkeeper.workflow.seeing import see_drifts
from goldkeeper.workflow.snapshot import cut_snapshot
from tests.fakes import DictTree, FakeHistory
from tests.projects import REFUND, TOTAL
from tests.workflow.chunkers import LineChunker, shared_lines, spans_of

LINES = 12
TEXT = "".join(f"line_{n} = {n} * {n}\n" for n in range(1, LINES + 1))
CUTS = st.lists(st.integers(1, LINES - 1), max_size=6)


def anchored(history: FakeHistory | None, base: DictTree, chunker: Chunker) -> dict[ChunkId, Anchor]:
    files = cut_snapshot(base, chunker).files
    return {
        chunk.id: anchor_of(chunk.id, chunk, commit=base.commit, blob=file.blob, origin=AnchorOrigin.JUDGED)
        for file in files.values()
        for chunk in file.chunks
    }


class Seen:
    """Drifts and matches of all chunks of one state under one chunker, at the newest under another."""

    def __init__(self, history: FakeHistory | None, base: DictTree, head: DictTree, old: Chunker, new: Chunker) -> None:
        self.anchors = anchored(history, base, old)
        code = Code(history, head, head.commit, new, None)
        now = cut_snapshot(head, new)
        seen = see_drifts(self.anchors, now, history=history, chunker=new, cache=None)
        self.matches = match_lost(seen, now, code)
        self.drifts = {drift.chunk_id: drift for drift in settle_obscured(seen, self.matches)}


def seen(old: Chunker, new: Chunker, *states: dict[str, str]) -> Seen:
    history = FakeHistory(*states)
    return Seen(history, history.tree(history.commits[0]), history.tree(history.head), old, new)


@given(CUTS, CUTS, st.booleans(), st.booleans())
def test_any_two_chunkers_over_the_same_text_are_projected_exactly(
    old: list[int], new: list[int], renamed: bool, git: bool
) -> None:
    before = LineChunker(*spans_of(old, LINES))
    after = LineChunker(*spans_of(new, LINES), prefix="other" if renamed else "part")
    tree = DictTree({"a.py": TEXT})
    found = seen(before, after, {"a.py": TEXT}) if git else Seen(None, tree, tree, before, after)

    for chunk_id, drift in found.drifts.items():
        same_lines = [span for span in spans_of(new, LINES) if span == (chunk_id.span.start, chunk_id.span.end)]
        if same_lines and not renamed:
            assert drift.kind is DriftKind.INTACT
            continue
        assert drift.kind is DriftKind.SHIFTED
        match = found.matches[chunk_id]
        assert (match.change is not ChangeKind.GONE, match.ambiguous, match.certain) == (True, False, False)
        parts = [candidate for candidate in match.candidates if candidate.share is not None]
        for part in parts:
            exact = shared_lines(part.chunk_id.span, chunk_id.span) / chunk_id.span.lines
            assert part.share == round(exact, 4)
        shares = [part.share or 0.0 for part in parts]
        assert shares == sorted(shares, reverse=True)
        assert (len(parts) > 1) == (match.change is ChangeKind.SPLIT)
        assert {part.name: part.value for part in parts[0].evidence}["lines"] == parts[0].share


COMMENTED = f"# sums up\n# a cart\n{TOTAL}\n\n{REFUND}"
PLAIN, LEADING = DefinitionChunker(), DefinitionChunker(ChunkOptions(leading_comments=True))


def told(found: Seen) -> dict[str, tuple[str, list[str]]]:
    return {
        str(chunk_id): (drift.kind.value, [str(c.chunk_id) for c in found.matches[chunk_id].candidates[:1]])
        for chunk_id, drift in found.drifts.items()
        if chunk_id in found.matches
    }


def test_comments_that_belong_to_the_chunk_now_are_no_edit() -> None:
    assert told(seen(PLAIN, LEADING, {"a.py": COMMENTED})) == {"a.py:3-5:total": ("shifted", ["a.py:1-5:total"])}
    assert told(seen(LEADING, PLAIN, {"a.py": COMMENTED})) == {"a.py:1-5:total": ("shifted", ["a.py:3-5:total"])}


def test_a_new_chunker_and_a_change_elsewhere_in_the_file_are_no_edit_either() -> None:
    found = seen(PLAIN, LEADING, {"a.py": COMMENTED}, {"a.py": f"import os\n\n{COMMENTED}"})
    assert told(found)["a.py:3-5:total"] == ("shifted", ["a.py:3-7:total"])


def test_a_new_chunker_and_an_edit_are_an_edit() -> None:
    edited = COMMENTED.replace("amount + ", "2 * amount + ")
    found = seen(PLAIN, LEADING, {"a.py": COMMENTED}, {"a.py": edited})
    assert told(found)["a.py:3-5:total"] == ("edited", ["a.py:1-5:total"])


def test_a_new_chunker_and_a_move_are_followed_in_two_steps() -> None:
    found = seen(PLAIN, LEADING, {"a.py": COMMENTED, "b.py": REFUND}, {"a.py": REFUND, "b.py": COMMENTED})
    assert told(found)["a.py:3-5:total"] == ("missing", ["b.py:1-5:total"])


def test_parts_of_a_chunk_that_fell_apart_are_followed_each() -> None:
    whole, halves = LineChunker((1, 12)), LineChunker((1, 6), (7, 12))
    found = seen(whole, halves, {"a.py": TEXT}, {"a.py": TEXT, "new.py": "x = 1\n"})
    ((_, match),) = found.matches.items()
    assert [(str(c.chunk_id), c.share) for c in match.candidates] == [
        ("a.py:1-6:part_1", 0.5),
        ("a.py:7-12:part_7", 0.5),
    ]


BROKEN = "\n\ndef broken(:\n    x = = 3\n    y = [1, 2\n"


def test_a_chunk_that_left_a_file_is_found_though_the_file_is_damaged_elsewhere() -> None:
    base = {"a.py": f"{TOTAL}\n\n{REFUND}", "c.py": "x = 1\n"}
    found = seen(PLAIN, PLAIN, base, {"a.py": REFUND + BROKEN, "z.py": TOTAL})
    assert told(found)["a.py:1-3:total"] == ("missing", ["z.py:1-3:total"])


def test_a_chunk_whose_very_text_stands_in_another_file_is_not_hidden_by_damage_at_its_place() -> None:
    base = {"a.py": f"{REFUND}\n\n{TOTAL}"}
    found = seen(PLAIN, PLAIN, base, {"a.py": REFUND + BROKEN, "z.py": TOTAL})
    assert told(found)["a.py:6-8:total"] == ("missing", ["z.py:1-3:total"])


def test_a_chunk_that_may_lie_in_the_damage_is_not_told_to_have_moved() -> None:
    base = {"a.py": f"{REFUND}\n\n{TOTAL}"}
    likes = {"a.py": REFUND + BROKEN, "z.py": TOTAL.replace("amount", "sum_of_all")}
    found = seen(PLAIN, PLAIN, base, likes)
    assert found.drifts[next(i for i in found.drifts if i.symbol == "total")].kind is DriftKind.OBSCURED


def test_nothing_is_read_again_for_what_is_plainly_where_it_was() -> None:
    history = FakeHistory({"a.py": COMMENTED})
    history.read_blobs = None  # type: ignore[method-assign,assignment]  # a call would fail
    assert Seen(history, history.tree(history.head), history.tree(history.head), PLAIN, PLAIN).matches == {}


def test_of_two_chunks_of_one_file_each_is_held_against_the_state_it_was_judged_in() -> None:
    older, newer = {"a.py": f"{REFUND}\n\n# sums up\n{TOTAL}"}, {"a.py": COMMENTED}
    history = FakeHistory(older, newer)
    head = history.tree(history.head)
    anchors = anchored(history, history.tree(history.commits[0]), PLAIN) | anchored(history, head, PLAIN)
    now = cut_snapshot(head, LEADING)
    drifts = see_drifts(anchors, now, history=history, chunker=LEADING, cache=None)

    matches = match_lost(drifts, now, Code(history, head, history.head, LEADING, None))

    assert {str(chunk_id): str(match.candidates[0].chunk_id) for chunk_id, match in matches.items()} == {
        "a.py:1-3:refund": "a.py:8-10:refund",
        "a.py:7-9:total": "a.py:1-5:total",
        "a.py:3-5:total": "a.py:1-5:total",
    }
