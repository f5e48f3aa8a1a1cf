"""Chunk lists: boundaries summed up line by line, in whatever order and under whatever names."""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldkeeper.model.errors_passports import PassportSourceMissing, PassportSourceUnreadable
from goldkeeper.stores.passports.chunk_list import Boundaries, ChunkFields, read_boundaries

CHUNKS = [("a.py", 1, 3, "f"), ("a.py", 5, 9, "g"), ("b.py", 1, 3, "f")]
BOUNDARY = st.tuples(st.sampled_from("ab"), st.integers(1, 3), st.integers(1, 3), st.sampled_from("fg"))


def summed(chunks: list[tuple[str, int, int, str]]) -> Boundaries:
    boundaries = Boundaries()
    for chunk in chunks:
        boundaries.add(*chunk)
    return boundaries


def read(tmp_path: Path, rows: Sequence[object], fields: ChunkFields | None = None) -> Boundaries:
    file = tmp_path / "chunks.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    return read_boundaries(file, "chunks.jsonl", fields or ChunkFields())


@given(st.lists(BOUNDARY), st.randoms(use_true_random=False))
def test_order_changes_nothing(chunks: list[tuple[str, int, int, str]], random: object) -> None:
    shuffled = list(chunks)
    random.shuffle(shuffled)  # type: ignore[attr-defined]  # hypothesis gives a random.Random
    assert summed(chunks).digest == summed(shuffled).digest


@given(st.lists(BOUNDARY, unique=True), BOUNDARY)
def test_one_chunk_more_is_another_digest(
    chunks: list[tuple[str, int, int, str]], more: tuple[str, int, int, str]
) -> None:
    assert summed(chunks).digest != summed([*chunks, more]).digest


def test_as_goldkeeper_writes_it_as_ids_and_under_other_names(tmp_path: Path) -> None:
    expected = summed(CHUNKS).digest
    whole = [{"id": "x", "path": p, "start": s, "end": e, "symbol": n, "digest": "…"} for p, s, e, n in CHUNKS]
    by_id = [{"id": f"{p}:{s}-{e}:{n}"} for p, s, e, n in CHUNKS]
    other = [{"file": p, "from": s, "to": e, "name": n} for p, s, e, n in CHUNKS]
    fields = ChunkFields(path="file", start="from", end="to", symbol="name")
    assert read(tmp_path, whole).digest == expected
    assert read(tmp_path, by_id).digest == expected
    assert read(tmp_path, other, fields).digest == expected
    assert read(tmp_path, whole).count == 3


def test_fields_may_lie_in_fields(tmp_path: Path) -> None:
    rows = [{"id": "x", "metadata": {"path": p, "lines": [s, e]}, "meta.name": n} for p, s, e, n in CHUNKS]
    fields = ChunkFields(path="metadata.path", start="metadata.lines.0", end="/metadata/lines/1", symbol="meta.name")
    assert read(tmp_path, rows, fields).digest == summed(CHUNKS).digest


def test_opaque_ids_count_too(tmp_path: Path) -> None:
    one = read(tmp_path, [{"id": "0f3a"}, {"id": "77b1"}])
    assert one.count == 2
    assert one.digest != read(tmp_path, [{"id": "0f3a"}, {"id": "77b2"}]).digest


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "chunks.jsonl: holds no chunk"),
        ('{"id": "a"}\n{"id": ', "chunks.jsonl:2: not JSON"),
        ('["a"]\n', "chunks.jsonl:1: no JSON object"),
        ('{"path": "a"}\n', "chunks.jsonl:1: has neither path, start and end, nor id; name its fields"),
    ],
)
def test_damage_is_told_with_its_line(tmp_path: Path, text: str, said: str) -> None:
    file = tmp_path / "chunks.jsonl"
    file.write_text(text, "utf-8")
    with pytest.raises(PassportSourceUnreadable) as told:
        read_boundaries(file, "chunks.jsonl", ChunkFields())
    assert said in str(told.value)


def test_a_list_that_is_not_there_is_told_apart(tmp_path: Path) -> None:
    with pytest.raises(PassportSourceMissing, match="no such chunk list"):
        read_boundaries(tmp_path / "none", "none", ChunkFields())
    with pytest.raises(PassportSourceUnreadable, match="no regular file"):
        read_boundaries(tmp_path, "none", ChunkFields())
