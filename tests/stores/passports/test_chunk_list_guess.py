"""The fields of a list by its first entry."""

from pathlib import Path
from typing import Any

import pytest

from goldkeeper.stores.passports.chunk_list_guess import fields_of, guess_fields


@pytest.mark.parametrize(
    ("entry", "found"),
    [
        ({"path": "a.py", "start": 1, "end": 2, "symbol": "f"}, {}),
        (
            {"file_path": "a.py", "startLine": 1, "endLine": 2, "name": "f"},
            {
                "chunk_path": "file_path",
                "chunk_start": "startLine",
                "chunk_end": "endLine",
                "chunk_symbol": "name",
            },
        ),
        (
            {"text": "…", "metadata": {"source": "a.py", "loc": {"lines": {"from": 1, "to": 40}}}},
            {
                "chunk_path": "metadata.source",
                "chunk_start": "metadata.loc.lines.from",
                "chunk_end": "metadata.loc.lines.to",
            },
        ),
        (
            {"path": "a.py", "start": 910, "end": 1200, "start_line": 31, "end_line": 70},
            {"chunk_start": "start_line", "chunk_end": "end_line"},
        ),
        ({"id": "a.py:1-2:f"}, {}),
        ({"file": 3, "start": "one"}, {}),
    ],
    ids=["ours", "camel", "splitter", "characters and lines", "ids", "other things"],
)
def test_fields_are_known_by_the_words_chunkers_use(entry: dict[str, Any], found: dict[str, str]) -> None:
    assert fields_of(entry) == found


@pytest.mark.parametrize("data", [b"", b"\n\n", b"[1]\n", b"no json\n", b"\xff\xfe\0", b"[" * 50_000], ids=str)
def test_what_tells_nothing_guesses_nothing(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "list").write_bytes(data)
    assert guess_fields(tmp_path / "list") == {}
    assert guess_fields(tmp_path / "none") == {}
