"""Whatever somebody calls a chunk list: read if it plainly means chunks, else refused with line, cause and remedy."""

import gzip
import json
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some

from goldkeeper.model.errors_passports import PassportSourceUnreadable
from goldkeeper.stores.passports.chunk_list import ChunkFields
from goldkeeper.stores.passports.chunk_list_file import ChunkListFile, Counting, open_chunk_list

GOOD = b'{"path": "a.py", "start": 1, "end": 2}\n'
ROWS = [{"path": "a.py", "start": 1, "end": 2}, {"path": "b.py", "start": 1, "end": 2}]


def opened(folder: Path, data: bytes) -> ChunkListFile:
    file = folder / "chunks.jsonl"
    file.write_bytes(data)
    return open_chunk_list(file, "chunks.jsonl", ChunkFields(), Counting(), folder / "kept")


def with_row(**fields: object) -> bytes:
    return GOOD + json.dumps({"path": "b.py", "start": 1, "end": 2} | fields).encode() + b"\n"


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (gzip.compress(GOOD), r"chunks\.jsonl:1: packed with gzip; have it written as JSON lines"),
        (b"PAR1" + GOOD, r"chunks\.jsonl:1: a Parquet file"),
        (b"SQLite format 3\0\n", r"chunks\.jsonl:1: an SQLite database"),
        (GOOD.decode().encode("utf-16"), r"chunks\.jsonl:1: no UTF-8 text.*written as UTF-8"),
        (GOOD.decode().encode("utf-16-le"), r"chunks\.jsonl:1: no UTF-8 text.*written as UTF-8"),
        (GOOD + b'{"path": "caf\xe9.py"}\n', r"chunks\.jsonl:2: no UTF-8 text \(byte 0xe9\)"),
        (json.dumps(ROWS).encode(), r"chunks\.jsonl:1: no JSON object, but an array; write one chunk a line"),
        (json.dumps(ROWS, indent=1).encode(), r"chunks\.jsonl:1: a JSON array; write one chunk a line"),
        (GOOD + b"# more\n", r"chunks\.jsonl:2: not JSON, but a comment; leave it out"),
        (b"path,start,end\n", r"chunks\.jsonl:1: not JSON: Expecting value \(column 1\); make the list anew, one JSON"),
        (GOOD + b"[" * 100_000 + b"\n", r"chunks\.jsonl:2: not JSON: nested too deeply"),
        (GOOD + b'{"end": ' + b"9" * 5_000 + b"}\n", r"chunks\.jsonl:2: not JSON: a number of thousands of digits"),
        (GOOD + b'{"path": "a.py", "st', r"chunks\.jsonl:2: not JSON.*wait until it is written"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_is_no_list_of_json_lines_is_called_by_its_name(tmp_path: Path, data: bytes, said: str) -> None:
    with pytest.raises(PassportSourceUnreadable, match=said):
        opened(tmp_path, data)


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"start": 1.5}, r":2: start is 1\.5, no line number; .*index\.chunk_start"),
        ({"start": True}, r":2: start is true, no line number"),
        ({"end": "two"}, r':2: end is "two", no line number; .*index\.chunk_end'),
        ({"end": None}, r":2: has no end; say with index\.chunk_end which field it is \(it has path, start, end\)"),
        ({"path": {"file": "b.py"}}, r':2: path is \{"file": "b\.py"\}, no text'),
        ({"path": "../b.py"}, r":2: \.\./b\.py: leaves by '\.\.', outside the repository"),
        ({"end": 10**30}, r":2: a chunk of b\.py ends at a line of more than 18 digits, which no file has"),
        ({"end": 1e300}, r":2: a chunk of b\.py ends at a line"),
        ({"end": 2**63}, r":2: a chunk of b\.py ends at a line"),
        ({"symbol": "f\0g"}, r":2: path or symbol hold a NUL character"),
        ({"path": "src/b", "start": 0, "end": 0}, r":2: .*chunk_lines_from = 0; if that is an ID and no path"),
    ],
    ids=str,
)
def test_an_entry_that_names_no_lines_is_told_by_the_field_that_is_wrong(
    tmp_path: Path, fields: dict[str, object], said: str
) -> None:
    with pytest.raises(PassportSourceUnreadable, match=said):
        opened(tmp_path, with_row(**fields))


@pytest.mark.parametrize(("start", "end"), [("3", "8"), (3.0, 8.0), (3, "8")], ids=str)
def test_whole_numbers_count_however_they_are_written(tmp_path: Path, start: object, end: object) -> None:
    with closing(opened(tmp_path, with_row(start=start, end=end))) as found:
        assert [str(entry.id) for entry in found.entries("b.py")] == ["b.py:3-8"]


def test_one_field_may_be_start_and_end(tmp_path: Path) -> None:
    file, fields = tmp_path / "chunks.jsonl", ChunkFields(start="line", end="line")
    file.write_text('{"path": "a.py", "line": 4}\n', "utf-8")
    with closing(open_chunk_list(file, "chunks.jsonl", fields, Counting(), tmp_path / "kept")) as found:
        assert [str(entry.id) for entry in found.entries("a.py")] == ["a.py:4-4"]
    file.write_text('{"path": "a.py", "line": "x"}\n', "utf-8")
    with pytest.raises(PassportSourceUnreadable, match=r':1: line is "x", no line number'):
        open_chunk_list(file, "chunks.jsonl", fields, Counting(), tmp_path / "kept")


def test_names_whose_bytes_are_no_utf8_are_names_too(tmp_path: Path) -> None:
    with closing(opened(tmp_path, with_row(path="caf\udce9.py", symbol="\udce9"))) as found:
        assert [one.path for one in found.files()] == ["a.py", "caf\udce9.py"]
        assert [entry.symbol for entry in found.entries("caf\udce9.py")] == ["\udce9"]


json_values = some.recursive(
    some.none() | some.booleans() | some.integers() | some.floats() | some.text(some.characters(), max_size=6),
    lambda inner: some.lists(inner, max_size=2) | some.dictionaries(some.text(max_size=3), inner, max_size=2),
    max_leaves=4,
)


@given(
    entry=some.dictionaries(some.sampled_from(["id", "path", "start", "end", "symbol"]), json_values, max_size=5),
)
def test_no_entry_whatever_is_in_it_ends_in_another_error(
    tmp_path_factory: pytest.TempPathFactory, entry: dict[str, Any]
) -> None:
    folder, said = tmp_path_factory.mktemp("list"), ""
    try:
        with closing(opened(folder, GOOD + json.dumps(entry).encode() + b"\n")) as found:
            assert sum(one.chunks for one in found.files()) + found.duplicates[0] == 2
    except PassportSourceUnreadable as told:
        said = str(told)
    assert not said or said.startswith("chunks.jsonl:2: ")
