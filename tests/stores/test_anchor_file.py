"""Anchors survive writing and reading, merges and damage; none is lost without a word."""

import subprocess
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goldkeeper.model.anchors import Anchor, AnchorOrigin, NeverResolved
from goldkeeper.model.chunks import BlobId, ChunkId, ChunkKind, CommitId, Span
from goldkeeper.model.errors import AnchorFileUnusable
from goldkeeper.stores.anchor_file import AnchorFile, anchor_path
from tests.builders import an_anchor

TEXTS = st.text(min_size=1, max_size=8)
SPANS = st.tuples(st.integers(1, 99), st.integers(0, 99)).map(lambda pair: Span(pair[0], pair[0] + pair[1]))
IDS = st.builds(ChunkId, st.sampled_from(["a.py", "x:1-2:y.py", "é\u2028.py", "odd\udce9.c"]), SPANS, TEXTS)
ANCHORS = st.builds(
    Anchor,
    chunk_id=IDS,
    commit=st.none() | TEXTS.map(CommitId),
    blob=st.none() | TEXTS.map(BlobId),
    path=st.sampled_from(["a.py", "x:1-2:y.py", "b.py"]),
    span=SPANS,
    symbol=TEXTS,
    kind=st.sampled_from(ChunkKind),
    language=TEXTS,
    digest=TEXTS,
    token_digest=TEXTS,
    origin=st.sampled_from(AnchorOrigin),
    text=st.none() | st.text(max_size=9),
)
NEVER = st.builds(NeverResolved, IDS, st.none() | TEXTS.map(CommitId), TEXTS)


@pytest.fixture
def store(tmp_path: Path) -> AnchorFile:
    return AnchorFile(tmp_path / "gold.anchors.jsonl")


@pytest.mark.parametrize(
    ("gold", "anchors"),
    [
        ("gold/cart.jsonl", "gold/cart.anchors.jsonl"),
        ("qrels", "qrels.anchors.jsonl"),
        ("gold.json", "gold.json.anchors.jsonl"),
    ],
)
def test_anchors_lie_beside_their_gold_file(gold: str, anchors: str) -> None:
    assert anchor_path(Path(gold)) == Path(anchors)


@settings(max_examples=60, deadline=None)
@given(st.lists(ANCHORS | NEVER, max_size=4, unique_by=lambda entry: entry.chunk_id))
def test_anchors_survive_writing_and_reading(tmp_path_factory: pytest.TempPathFactory, entries: list[Anchor]) -> None:
    store = AnchorFile(tmp_path_factory.mktemp("anchors") / "gold.anchors.jsonl")
    store.write(entries)
    again = AnchorFile(store.path)
    assert list(again.read().values()) == sorted(entries, key=lambda entry: entry.chunk_id)
    assert not again.problems
    data = store.path.read_bytes() if entries else b""
    assert data.count(b"\n") == len(data.decode().splitlines()) == len(entries)


def test_no_file_is_no_anchors_and_no_anchors_make_no_file(store: AnchorFile) -> None:
    assert store.read() == {}
    store.write([])
    assert not store.path.exists()


def test_equal_anchors_leave_the_file_untouched(store: AnchorFile) -> None:
    entries = [an_anchor("b.py:1-2:g"), an_anchor("a.py:1-2:f")]
    store.write(entries)
    before = store.path.stat().st_ino
    store.write(entries[::-1])
    assert store.path.stat().st_ino == before


def test_fields_of_a_later_version_are_no_damage(store: AnchorFile) -> None:
    store.write([an_anchor("a.py:1-2:f")])
    store.path.write_bytes(store.path.read_bytes().replace(b'"format": 1', b'"format": 1, "new": {"x": [1]}'))
    assert [str(chunk_id) for chunk_id in store.read()] == ["a.py:1-2:f"]
    assert not store.problems


def test_a_newer_format_is_neither_read_nor_overwritten(store: AnchorFile) -> None:
    store.write([an_anchor("a.py:1-2:f")])
    store.path.write_bytes(store.path.read_bytes().replace(b'"format": 1', b'"format": 2'))
    with pytest.raises(AnchorFileUnusable, match="newer"):
        store.read()
    with pytest.raises(AnchorFileUnusable, match="newer"):
        store.write([])


@pytest.mark.parametrize(
    "damage", [b"{", b"[]", b"\xff", b'{"id": "a.py"}', b'{"id": "b.py:1-2:g", "format": 1, "path": 7}', b"[" * 100_000]
)
def test_a_damaged_line_is_told_and_kept(store: AnchorFile, damage: bytes) -> None:
    store.write([an_anchor("a.py:1-2:f"), an_anchor("c.py:1-2:h")])
    first, second = store.path.read_bytes().splitlines(keepends=True)
    store.path.write_bytes(first + damage + b"\r\n" + second)
    assert [str(chunk_id) for chunk_id in store.read()] == ["a.py:1-2:f", "c.py:1-2:h"]
    assert [(problem.line, problem.code) for problem in store.problems] == [(2, "anchor-damaged")]
    store.write(store.read().values())
    assert store.path.read_bytes() == first + second + damage + b"\n"


def test_an_unresolved_merge_is_told_and_never_overwritten(store: AnchorFile) -> None:
    store.write([an_anchor("a.py:1-2:f")])
    line = store.path.read_bytes()
    conflict = b"<<<<<<< HEAD\n" + line + b"=======\n>>>>>>> other\n"
    store.path.write_bytes(conflict)
    assert [str(chunk_id) for chunk_id in store.read()] == ["a.py:1-2:f"]
    assert [problem.code for problem in store.problems] == ["merge-conflict"] * 3
    with pytest.raises(AnchorFileUnusable, match="unresolved merge"):
        store.write([])
    assert store.path.read_bytes() == conflict


@pytest.mark.parametrize("turned", [False, True])
def test_of_two_anchors_for_one_chunk_the_decided_one_counts(store: AnchorFile, turned: bool) -> None:
    judged = an_anchor("a.py:1-2:f", text="one", origin=AnchorOrigin.JUDGED)
    found = an_anchor("a.py:1-2:f", text="other", origin=AnchorOrigin.RESOLVED)
    rows = []
    for anchor in (found, judged) if turned else (judged, found):
        store.write([anchor])
        rows.append(store.path.read_bytes())
    store.path.write_bytes(b"".join(rows))
    assert list(store.read().values()) == [judged]
    assert [(problem.line, problem.code) for problem in store.problems] == [(2, "duplicate-anchor")]


def test_anchors_of_different_chunks_merge_in_git_without_a_conflict(tmp_path: Path, store: AnchorFile) -> None:
    def git(*arguments: str) -> None:
        settings = ("-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "commit.gpgsign=false")
        subprocess.run(["git", *settings, *arguments], cwd=tmp_path, check=True, capture_output=True)

    kept = [an_anchor(f"{name}.py:1-2:f") for name in "abcdef"]
    git("init", "-q", "-b", "main")
    store.write(kept)
    git("add", ".")
    git("commit", "-qm", "base")
    git("checkout", "-qb", "other")
    store.write([*kept[1:], an_anchor("a0.py:1-2:f")])
    git("commit", "-qam", "other")
    git("checkout", "-q", "main")
    store.write([*kept, an_anchor("e0.py:1-2:f")])
    git("commit", "-qam", "mine")
    git("merge", "-q", "other")
    assert [chunk_id.path for chunk_id in store.read()] == [
        f"{name}.py" for name in ("a0", "b", "c", "d", "e", "e0", "f")
    ]
    assert not store.problems
