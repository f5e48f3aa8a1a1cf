"""The gold file is replaced whole, and only if nobody touched it in between."""

import os
from pathlib import Path

import pytest

from goldkeeper.model.errors import FileMissing, FileUnreadable, GoldFileChanged
from goldkeeper.stores import atomic
from goldkeeper.stores.gold_file import GoldFile

LINE = b'{"qid": "q1", "query": "sum", "gold": {"a.py:1-2:f": 3}}\n'
NEXT = b'{"qid": "q1", "query": "sum", "gold": {"b.py:1-2:f": 3}}\n'


@pytest.fixture
def gold(tmp_path: Path) -> GoldFile:
    path = tmp_path / "gold.jsonl"
    path.write_bytes(LINE)
    return GoldFile(path)


def test_a_rewrite_takes_the_place_of_what_was_read(gold: GoldFile) -> None:
    gold.rewrite(NEXT, expected_digest=gold.read().digest)
    assert gold.bytes() == NEXT
    assert [entry.name for entry in gold.path.parent.iterdir()] == ["gold.jsonl"]


def test_an_edit_since_the_reading_refuses_the_rewrite(gold: GoldFile) -> None:
    digest = gold.read().digest
    gold.path.write_bytes(LINE + b"\n")
    with pytest.raises(GoldFileChanged):
        gold.rewrite(NEXT, expected_digest=digest)
    assert gold.bytes() == LINE + b"\n"


def test_an_edit_while_the_new_bytes_are_written_refuses_the_rewrite(
    gold: GoldFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    digest = gold.read().digest
    sync = os.fsync

    def edit_then_sync(descriptor: int) -> None:
        gold.path.write_bytes(b"somebody's edit\n")
        sync(descriptor)

    monkeypatch.setattr(os, "fsync", edit_then_sync)
    with pytest.raises(GoldFileChanged):
        gold.rewrite(NEXT, expected_digest=digest)
    assert gold.bytes() == b"somebody's edit\n"
    assert [entry.name for entry in gold.path.parent.iterdir()] == ["gold.jsonl"]


def test_equal_bytes_leave_the_file_untouched(gold: GoldFile) -> None:
    before = gold.path.stat()
    gold.rewrite(LINE, expected_digest=gold.read().digest)
    assert gold.path.stat().st_ino == before.st_ino


def test_the_mode_is_kept(gold: GoldFile) -> None:
    gold.path.chmod(0o640)
    gold.rewrite(NEXT, expected_digest=gold.read().digest)
    assert gold.path.stat().st_mode & 0o777 == 0o640


def test_a_link_stays_a_link_and_its_file_is_replaced(gold: GoldFile, tmp_path: Path) -> None:
    link = tmp_path / "linked" / "gold.jsonl"
    link.parent.mkdir()
    link.symlink_to("../gold.jsonl")
    through = GoldFile(link)
    through.rewrite(NEXT, expected_digest=through.read().digest)
    assert link.is_symlink()
    assert gold.bytes() == NEXT


def test_a_failed_write_leaves_the_old_file_and_nothing_beside_it(
    gold: GoldFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(FileUnreadable, match="no space left"):
        gold.rewrite(NEXT, expected_digest=gold.read().digest)
    assert gold.bytes() == LINE
    assert [entry.name for entry in gold.path.parent.iterdir()] == ["gold.jsonl"]


def test_a_missing_file_is_named_with_what_would_do(tmp_path: Path) -> None:
    with pytest.raises(FileMissing, match="goldkeeper init"):
        GoldFile(tmp_path / "gold.jsonl", name="gold/gold.jsonl").read()


def test_a_folder_in_place_of_the_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(FileUnreadable):
        GoldFile(tmp_path).read()


@pytest.mark.parametrize("leads_to", ["nowhere", "gold.jsonl"])
def test_a_link_that_leads_nowhere_is_not_written_through(tmp_path: Path, leads_to: str) -> None:
    link = tmp_path / "gold.jsonl"
    link.symlink_to(leads_to)
    with pytest.raises(FileUnreadable):
        atomic.write_whole(link, LINE)
    assert link.is_symlink()


def test_a_new_file_has_the_mode_of_any_new_file(tmp_path: Path) -> None:
    (tmp_path / "other").write_bytes(b"")
    atomic.write_whole(tmp_path / "new", LINE)
    assert (tmp_path / "new").stat().st_mode == (tmp_path / "other").stat().st_mode


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everything")
def test_a_read_only_file_is_left_alone(gold: GoldFile) -> None:
    gold.path.chmod(0o440)
    with pytest.raises(FileUnreadable, match="read-only"):
        gold.rewrite(NEXT, expected_digest=gold.read().digest)
