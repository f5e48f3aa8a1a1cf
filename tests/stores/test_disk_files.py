import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldkeeper.model.chunks import SkipReason
from goldkeeper.stores.disk_files import DiskEntries, DiskFiles, blob_name
from tests.stores.git_repositories import Repository, a_repository


def test_contents_are_named_as_git_names_them(tmp_path: Path) -> None:
    for object_format in ("sha1", "sha256"):
        repository = a_repository(tmp_path / object_format, f"--object-format={object_format}")
        for data in (b"", b"x\r\n\0\xff", b"long" * 10_000):
            assert blob_name(data, object_format) == repository.git("hash-object", "--stdin", stdin=data)


@given(st.binary(), st.binary())
def test_different_contents_have_different_names(one: bytes, other: bytes) -> None:
    assert (blob_name(one) == blob_name(other)) == (one == other)


def test_a_link_in_place_of_a_file_or_of_a_folder_above_is_not_followed(tmp_path: Path) -> None:
    Repository(tmp_path).write({"top/a.py": "1", "secret/b.py": "2"})
    (tmp_path / "top" / "link.py").symlink_to("a.py")
    (tmp_path / "top" / "deep").symlink_to("../secret")
    disk = DiskFiles(str(tmp_path / "top"), max_bytes=None)
    assert disk.read("a.py") == b"1"
    assert disk.read("link.py") is SkipReason.SYMLINK
    assert disk.read("deep/b.py") is SkipReason.SYMLINK
    assert disk.look("link.py") is SkipReason.SYMLINK


def test_what_is_no_file_is_not_opened_for_reading(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "pipe")
    disk = DiskFiles(str(tmp_path), max_bytes=10)
    (tmp_path / "big").write_text("x" * 11)
    assert [disk.read(path) for path in ("folder", "pipe", "none", "big", "none/deep")] == [
        SkipReason.UNREADABLE,
        SkipReason.UNREADABLE,
        SkipReason.UNREADABLE,
        SkipReason.TOO_LARGE,
        SkipReason.UNREADABLE,
    ]
    assert disk.look("none") is None
    assert disk.look("big/deep") is None


def test_entries_are_named_only_when_looked_at_and_a_vanished_file_is_nobodys(tmp_path: Path) -> None:
    Repository(tmp_path).write({"a.py": "1", "b.py": "2"})
    entries = DiskEntries(DiskFiles(str(tmp_path), max_bytes=None), {}, {"b.py": 1, "a.py": 1})
    (tmp_path / "b.py").unlink()
    assert list(entries) == ["a.py", "b.py"]
    assert len(entries) == 2
    assert "a.py" in entries
    assert "c.py" not in entries
    assert entries["b.py"].blob.startswith("unread-")
    assert entries.bytes_of("b.py") is SkipReason.UNREADABLE
    assert entries["a.py"].blob == blob_name(b"1")
    with pytest.raises(KeyError):
        entries["c.py"]


def test_bytes_that_were_not_kept_are_held_against_their_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("goldkeeper.stores.disk_files.KEPT_BYTES", 0)
    Repository(tmp_path).write({"a.py": "1", "b.py": "2"})
    entries = DiskEntries(DiskFiles(str(tmp_path), max_bytes=None), {}, {"a.py": 1, "b.py": 1})
    assert [entries[path].size for path in entries] == [1, 1]
    (tmp_path / "b.py").write_text("two")
    assert entries.bytes_of("a.py") == b"1"
    assert entries.bytes_of("b.py") is SkipReason.UNREADABLE
