"""A remembered scan is whole, or it is none."""

from pathlib import Path

import pytest

from goldkeeper.stores.last_scan import LastScan, read_last_scan, write_last_scan

SCAN = LastScan("k1", {"at": "2026-03-14T12:00:00+00:00", "headline": "籃子 \udce9"}, "i1")


def test_what_was_written_is_read(tmp_path: Path) -> None:
    write_last_scan(tmp_path / "last.json", SCAN)

    assert read_last_scan(tmp_path / "last.json") == SCAN


def test_before_the_first_scan_there_is_none(tmp_path: Path) -> None:
    assert read_last_scan(tmp_path / "last.json") is None


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b'{"key": "k"}',
        b'{"key": "k", "inputs": "i", "report": 3}',
        b'{"key": "k", "inputs": "i", "report": {"at": "noon"}}',
        b'{"key": "k", "report": {"at": "2026-03-14T12:00:00+00:00"}}',
        b"\xff",
        b"[" * 100_000,
    ],
    ids=range(10),
)
def test_a_damaged_record_means_that_the_scan_is_done_again(data: bytes, tmp_path: Path) -> None:
    (tmp_path / "last.json").write_bytes(data)

    assert read_last_scan(tmp_path / "last.json") is None
