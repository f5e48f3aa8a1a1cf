from goldkeeper.matching.matcher import match_chunks
from goldkeeper.model.changes import Change, ChangeKind
from goldkeeper.model.chunks import Chunk, FileChunks, Snapshot
from goldkeeper.model.proposals import Match
from tests.builders import a_chunk, a_snapshot

LINES = [f"line_{n} = {n}" for n in range(1, 21)]


def cut(start: int, end: int, symbol: str) -> Chunk:
    return a_chunk(symbol, start=start, text="\n".join(LINES[start - 1 : end]))


def side(*chunks: Chunk) -> Snapshot:
    file = a_snapshot(*chunks).files["src/cart.py"]
    return Snapshot("x", {file.path: FileChunks(file.path, file.blob, "python", file.chunks, "\n".join(LINES))})


def recut(base: Chunk, *head: Chunk) -> Match:
    return match_chunks([base], Change(side(base), side(*head)))[base.id]


def test_a_chunk_that_begins_at_its_comment_now_is_the_same_chunk() -> None:
    match = recut(cut(5, 12, "f"), cut(3, 12, "f"), cut(14, 20, "g"))
    assert match.change is ChangeKind.SAME
    assert [str(c.chunk_id) for c in match.candidates] == ["src/cart.py:3-12:f"]


def test_a_chunk_that_is_cut_in_three_has_its_shares() -> None:
    match = recut(cut(1, 10, "f"), cut(1, 5, "f#1"), cut(6, 8, "f#2"), cut(9, 10, "f#3"))
    assert match.change is ChangeKind.SPLIT
    assert [(c.chunk_id.span.start, c.share) for c in match.candidates] == [(1, 0.5), (6, 0.3), (9, 0.2)]


def test_a_chunk_that_lies_in_a_larger_one_is_merged_into_the_tightest() -> None:
    match = recut(cut(6, 8, "f"), cut(1, 20, "C"), cut(5, 12, "w"))
    assert match.change is ChangeKind.MERGED
    assert match.candidates[0].chunk_id.symbol == "w"


def test_of_windows_that_overlap_as_few_as_hold_all_lines_are_named() -> None:
    windows = [cut(start, start + 5, f"w{start}") for start in range(1, 16, 2)]
    match = recut(cut(3, 14, "f"), *windows)
    assert match.change is ChangeKind.SPLIT
    assert [(c.chunk_id.span.start, c.share) for c in match.candidates if c.share is not None] == [(3, 0.5), (9, 0.5)]


def test_where_each_part_is_tiny_all_of_them_are_named() -> None:
    lines = [cut(n, n, f"l{n}") for n in range(1, 21)]
    match = recut(cut(1, 20, "f"), *lines)
    assert [c.chunk_id.span.start for c in match.candidates if c.share is not None] == list(range(1, 21))
