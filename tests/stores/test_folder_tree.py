import os
from pathlib import Path

import pytest

from goldkeeper.model.chunks import SkipReason
from goldkeeper.model.errors import FileMissing
from goldkeeper.ports import SourceTree
from goldkeeper.stores.disk_files import blob_name
from goldkeeper.stores.folder_tree import FolderTree
from goldkeeper.stores.path_rules import PathRules
from tests.stores.git_repositories import Repository, a_repository
from tests.stores.test_git_tree import ODD_PATHS


def _folder(top: Path, files: dict[str, str | bytes]) -> SourceTree:
    top.mkdir(exist_ok=True)
    Repository(top).write(files)
    return FolderTree(top)


def test_every_file_is_there_by_path_and_named_as_git_would(tmp_path: Path) -> None:
    tree = _folder(tmp_path, {"b.py": "2", "a/c.py": "3", "a.py": "1"})
    assert {path: (entry.blob, entry.size) for path, entry in tree.files().items()} == {
        "a.py": (blob_name(b"1"), 1),
        "a/c.py": (blob_name(b"3"), 1),
        "b.py": (blob_name(b"2"), 1),
    }
    assert list(tree.files()) == ["a.py", "a/c.py", "b.py"]
    assert list(tree.read(["b.py", "a.py", "none.py"])) == [
        ("b.py", b"2"),
        ("a.py", b"1"),
        ("none.py", SkipReason.UNREADABLE),
    ]
    assert (tree.label, tree.commit) == (tmp_path.name, None)


def test_odd_paths_are_read(tmp_path: Path) -> None:
    tree = _folder(tmp_path, {path: path.encode("utf-8", "surrogateescape") for path in ODD_PATHS})
    assert dict(tree.read(tree.files())) == {p: p.encode("utf-8", "surrogateescape") for p in sorted(ODD_PATHS)}


def test_nested_ignore_files_hold_from_their_folder_down(tmp_path: Path) -> None:
    tree = _folder(
        tmp_path,
        {
            ".gitignore": "*.log\n/build\n",
            "a.log": "",
            "build/a.py": "",
            "sub/build/a.py": "",
            "sub/.gitignore": "!keep.log\ngen_*\n",
            "sub/keep.log": "",
            "sub/gen_a.py": "",
            "gen_a.py": "",
        },
    )
    assert list(tree.files()) == [".gitignore", "gen_a.py", "sub/.gitignore", "sub/build/a.py", "sub/keep.log"]


def test_an_allow_list_lets_only_its_files_through(tmp_path: Path) -> None:
    tree = _folder(tmp_path, {".gitignore": "*\n!*/\n!*.py\n", "a.py": "", "d/b.py": "", "d/c.txt": ""})
    assert list(tree.files()) == ["a.py", "d/b.py"]


def test_an_ignore_file_with_a_mark_and_windows_line_ends_is_read(tmp_path: Path) -> None:
    tree = _folder(
        tmp_path, {".gitignore": "\ufeffa.py\r\n# b.py\r\n\r\nc.py\r\n!\r\n", "a.py": "", "b.py": "", "c.py": ""}
    )
    assert list(tree.files()) == [".gitignore", "b.py"]


def test_git_folders_are_left_out_wherever_they_lie(tmp_path: Path) -> None:
    a_repository(tmp_path / "inner").commit({"a.py": "1"})
    tree = _folder(tmp_path, {"b.py": "2"})
    assert list(tree.files()) == ["b.py", "inner/a.py"]


def test_links_pipes_and_large_files_are_told_and_not_read(tmp_path: Path) -> None:
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside" / "a.py").write_text("secret")
    Repository(tmp_path).write({"top/a.py": "1", "top/big.py": "x" * 100, "top/b.md": ""})
    (tmp_path / "top" / "folder").symlink_to(tmp_path / "outside")
    (tmp_path / "top" / "file.py").symlink_to(tmp_path / "outside" / "a.py")
    os.mkfifo(tmp_path / "top" / "pipe.py")
    tree = FolderTree(tmp_path / "top", PathRules(exclude=("*.md",), max_bytes=50))
    assert list(tree.files()) == ["a.py"]
    assert tree.skipped() == {
        "b.md": SkipReason.EXCLUDED,
        "big.py": SkipReason.TOO_LARGE,
        "file.py": SkipReason.SYMLINK,
        "folder": SkipReason.SYMLINK,
        "pipe.py": SkipReason.UNREADABLE,
    }


def test_a_link_that_leads_round_in_a_circle_ends(tmp_path: Path) -> None:
    tree = _folder(tmp_path / "top", {"a/b.py": "1"})
    (tmp_path / "top" / "a" / "again").symlink_to("..")
    assert list(tree.files()) == ["a/b.py"]


def test_a_folder_that_is_itself_reached_by_a_link_is_read(tmp_path: Path) -> None:
    _folder(tmp_path / "top", {"a/b.py": "1"})
    (tmp_path / "link").symlink_to("top")
    assert dict(FolderTree(tmp_path / "link").read(["a/b.py"])) == {"a/b.py": b"1"}


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(FileMissing, match="nowhere"):
        FolderTree(tmp_path / "nowhere")
