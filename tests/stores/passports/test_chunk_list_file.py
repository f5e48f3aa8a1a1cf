"""Chunk lists by path: whatever they count from and however they write paths, and never half of one."""

import json
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path

import pytest

from goldkeeper.model.errors_passports import PassportSourceUnreadable
from goldkeeper.stores.passports import chunk_list
from goldkeeper.stores.passports.chunk_list import ChunkFields, read_boundaries
from goldkeeper.stores.passports.chunk_list_file import Counting, open_chunk_list

Row = dict[str, object]


def a_row(path: str, start: int, end: int, **more: object) -> Row:
    return {"path": path, "start": start, "end": end, **more}


def write(folder: Path, rows: Sequence[Row]) -> Path:
    file = folder / "chunks.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    return file


def ids(folder: Path, rows: Sequence[Row], counting: Counting | None = None, path: str = "src/a.py") -> list[str]:
    file = write(folder, rows)
    with closing(
        open_chunk_list(file, "chunks.jsonl", ChunkFields(), counting or Counting(), folder / "kept")
    ) as found:
        return [str(entry.id) for entry in found.entries(path)]


def test_sliding_windows_come_in_order_and_each_id_once(tmp_path: Path) -> None:
    rows = [a_row("src/a.py", 31, 70), a_row("src/a.py", 1, 40), a_row("src/a.py", 31, 70), a_row("b.py", 1, 2)]
    assert ids(tmp_path, rows) == ["src/a.py:1-40", "src/a.py:31-70"]
    with closing(
        open_chunk_list(tmp_path / "chunks.jsonl", "chunks.jsonl", ChunkFields(), Counting(), tmp_path / "kept")
    ) as found:
        assert found.duplicates == (1, 3)
        assert found.count == 4
        assert [(one.path, one.chunks, one.last, one.line) for one in found.files()] == [
            ("b.py", 1, 2, 4),
            ("src/a.py", 2, 70, 1),
        ]
        whole = read_boundaries(tmp_path / "chunks.jsonl", "chunks.jsonl", ChunkFields())
        assert found.boundaries == whole.digest


@pytest.mark.parametrize("written", ["src/a.py", "./src/a.py", "/repo/src/a.py", "src\\a.py", "src/./a.py"], ids=str)
def test_paths_are_those_of_the_repository(tmp_path: Path, written: str) -> None:
    assert ids(tmp_path, [a_row(written, 1, 3, symbol="f")], Counting(roots=("/repo",))) == ["src/a.py:1-3:f"]


@pytest.mark.parametrize(
    ("lines_from", "end_is", "start", "end"),
    [(1, "", 3, 8), (1, "last", 3, 8), (1, "behind", 3, 9), (0, "last", 2, 7), (0, "behind", 2, 8)],
)
def test_lines_are_counted_as_the_list_counts_them(
    tmp_path: Path, lines_from: int, end_is: str, start: int, end: int
) -> None:
    assert ids(tmp_path, [a_row("src/a.py", start, end)], Counting(lines_from, end_is)) == ["src/a.py:3-8"]


def test_an_id_alone_tells_path_and_lines(tmp_path: Path) -> None:
    assert ids(tmp_path, [{"id": "src/a.py:3-8"}, {"id": "src/a.py:9-9:g"}]) == ["src/a.py:3-8", "src/a.py:9-9:g"]


@pytest.mark.parametrize(
    ("row", "counting", "said"),
    [
        (a_row("a.py", 0, 4), Counting(), r"chunks\.jsonl:1: .*starts at line 0.*set index\.chunk_lines_from = 0"),
        (a_row("a.py", 5, 4), Counting(), r"chunks\.jsonl:1: .*from 5 to 4, which holds no line"),
        (a_row("a.py", 5, 5), Counting(end_is="behind"), r'set index\.chunk_end_is = "last"'),
        (a_row("/build/a.py", 1, 2), Counting(roots=("/repo",)), r"outside the repository.*index\.chunk_root"),
        (a_row("../a.py", 1, 2), Counting(), r"outside the repository"),
        ({"id": "0f3a77"}, Counting(), r"0f3a77 tells no lines"),
    ],
    ids=["zero", "inverted", "nothing in it", "elsewhere", "above", "opaque"],
)
def test_what_contradicts_the_settings_is_told_with_its_line(
    tmp_path: Path, row: Row, counting: Counting, said: str
) -> None:
    with pytest.raises(PassportSourceUnreadable, match=said):
        ids(tmp_path, [row], counting)
    assert [file.name for file in tmp_path.iterdir()] == ["chunks.jsonl"]


def test_half_a_line_is_refused_and_what_was_kept_stays(tmp_path: Path) -> None:
    assert ids(tmp_path, [a_row("src/a.py", 1, 3)])
    before = (tmp_path / "kept").read_bytes()
    file = tmp_path / "chunks.jsonl"
    file.write_text('{"path": "src/a.py", "start": 1, "end": 3}\n{"path": "src/a.py", "sta', "utf-8")
    with pytest.raises(PassportSourceUnreadable, match=r"chunks\.jsonl:2: not JSON.*wait until it is written"):
        open_chunk_list(file, "chunks.jsonl", ChunkFields(), Counting(), tmp_path / "kept")
    assert (tmp_path / "kept").read_bytes() == before


def test_a_list_that_grows_while_it_is_read_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = write(tmp_path, [a_row("src/a.py", 1, 3)])
    real = chunk_list.look

    def growing(look: Callable[[Path], str]) -> Callable[[Path], str]:
        def looked(path: Path) -> str:
            found = look(path)
            with path.open("a", encoding="utf-8") as more:
                more.write(json.dumps(a_row("src/a.py", 4, 6)) + "\n")
            return found

        return looked

    monkeypatch.setattr(chunk_list, "look", growing(real))
    with pytest.raises(PassportSourceUnreadable, match=r"changed while it was read; wait until it is written"):
        open_chunk_list(file, "chunks.jsonl", ChunkFields(), Counting(), tmp_path / "kept")


def test_a_list_that_did_not_change_is_not_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [a_row("src/a.py", 1, 3)]
    file = write(tmp_path, rows)
    open_chunk_list(file, "chunks.jsonl", ChunkFields(), Counting(), tmp_path / "kept").close()
    monkeypatch.setattr(chunk_list, "_read_line", lambda *_: pytest.fail("it was read again"))
    open_chunk_list(file, "chunks.jsonl", ChunkFields(), Counting(), tmp_path / "kept").close()


def test_what_is_kept_and_makes_no_sense_is_made_anew(tmp_path: Path) -> None:
    (tmp_path / "kept").write_bytes(b"no database")
    assert ids(tmp_path, [a_row("src/a.py", 1, 3)]) == ["src/a.py:1-3"]
