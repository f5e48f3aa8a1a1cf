"""A tree is cut into chunks, and nothing is parsed twice."""

import pytest

from goldkeeper.model.chunks import SkipReason
from goldkeeper.wiring import make_chunker
from goldkeeper.workflow import snapshot as cutting
from goldkeeper.workflow.snapshot import cut_blobs, cut_snapshot
from tests.fakes import DictTree, FakeHistory, InMemoryCache, blob_of
from tests.projects import CODE, REFUND_ID, SHIPPING_ID, TOTAL, TOTAL_ID


def test_every_file_with_a_grammar_is_cut_and_the_rest_is_named() -> None:
    tree = DictTree(
        {**CODE, "logo.png": "x", "lost.py": "x = 1\n"}, skipped={"link.py": SkipReason.SYMLINK}, unreadable=["lost.py"]
    )

    snapshot = cut_snapshot(tree, make_chunker())

    assert [str(chunk.id) for chunk in snapshot.chunks()] == [TOTAL_ID, SHIPPING_ID, REFUND_ID]
    assert snapshot.skipped == {
        "link.py": SkipReason.SYMLINK,
        "logo.png": SkipReason.UNKNOWN_TYPE,
        "lost.py": SkipReason.OBJECT_MISSING,
    }


def test_only_what_is_asked_for_is_read() -> None:
    tree = DictTree({**CODE, "logo.png": "x"})

    snapshot = cut_snapshot(tree, make_chunker(), paths=["src/orders.py", "none.py"])

    assert (list(snapshot.files), snapshot.skipped, tree.asked) == (["src/orders.py"], {}, ["src/orders.py"])


def test_what_the_cache_has_is_rebuilt_and_equal() -> None:
    cache, tree, chunker = InMemoryCache(), DictTree(CODE), make_chunker()

    first = cut_snapshot(tree, chunker, cache)
    asked = len(cache.misses)
    again = cut_snapshot(tree, chunker, cache)

    assert (asked, len(cache.misses)) == (2, 2)
    assert list(again.chunks()) == list(first.chunks())
    assert [chunk.text for chunk in again.chunks()] == [chunk.text for chunk in first.chunks()]


def test_one_content_under_two_languages_is_cut_twice() -> None:
    cache = InMemoryCache()
    source = "class Cart {\n  total() {\n    return 1\n  }\n}\n"

    snapshot = cut_snapshot(DictTree({"a.js": source, "a.ts": source}), make_chunker(), cache)

    assert {file.language for file in snapshot.files.values()} == {"javascript", "typescript"}
    assert len(cache.rows) == 2


def test_a_killed_scan_keeps_all_but_the_last_batch(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cutting, "BATCH", 2)
    cache = InMemoryCache()
    tree = DictTree({f"m{number}.py": TOTAL + f"# {number}\n" for number in range(5)})

    def killed(_what: str, done: int, _of: int) -> None:
        if done == 4:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        cut_snapshot(tree, make_chunker(), cache, progress=killed)

    assert len(cache.rows) == 4


def test_progress_counts_files(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cutting, "BATCH", 2)
    told: list[tuple[int, int]] = []

    cut_snapshot(
        DictTree({f"m{n}.py": TOTAL for n in range(3)}),
        make_chunker(),
        progress=lambda _, done, of: told.append((done, of)),
    )

    assert told == [(2, 3), (3, 3)]


def test_contents_of_any_age_are_cut_under_the_path_they_had_and_what_cannot_be_is_left_out() -> None:
    history = FakeHistory({"a.py": TOTAL}, {"a.py": "x = 1\n", "logo.png": "x"})
    old, new = blob_of(TOTAL.encode()), blob_of(b"x = 1\n")
    wanted = [("b.py", old), ("a.py", new), ("logo.png", blob_of(b"x")), ("lost.py", blob_of(b"never there"))]
    cache = InMemoryCache()

    first = list(cut_blobs(wanted, history, make_chunker(), cache))
    again = list(cut_blobs(wanted, history, make_chunker(), cache))

    assert [str(chunk.id) for file in first for chunk in file.chunks] == ["b.py:1-3:total", "a.py:1-1:<module>"]
    assert again == first
    assert len(cache.misses) == 2 + 2  # the lost one is asked for each time
