from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from goldkeeper.model.chunks import CommitId, SkipReason
from goldkeeper.model.errors import DamagedRepository, UnknownRevision
from goldkeeper.ports import SourceTree
from goldkeeper.stores.git_history import GitHistory
from goldkeeper.stores.path_rules import PathRules
from tests.stores.git_repositories import Repository, a_repository

Open = Callable[..., GitHistory]

ODD_PATHS = (
    "src/übung.py",
    "src/tab\there.py",
    'src/say "hi" b/x.py',
    "new\nline.py",
    "-leading.py",
    "a:1-2:b.py",
    "back\\slash.py",
    "e\u0301.py",  # composed and decomposed are two files
    "\u00e9.py",
    "caf\udce9.py",  # Latin-1 bytes
    " space .py",
    ":(glob)magic.py",
    "*.py",
    "日本/語.py",
)


@pytest.fixture
def open_history() -> Iterator[Open]:
    opened: list[GitHistory] = []

    def opener(top: Path, **rules: object) -> GitHistory:
        opened.append(GitHistory.open(top, PathRules(**rules)))  # type: ignore[arg-type]  # a test's shorthand
        return opened[-1]

    yield opener
    for history in opened:
        history.close()


def _tree(history: GitHistory, rev: str = "HEAD") -> SourceTree:
    return history.tree(history.resolve(rev))


def test_paths_are_as_git_has_them_whatever_their_bytes(tmp_path: Path, open_history: Open) -> None:
    repository = a_repository(tmp_path)
    repository.git("config", "core.precomposeUnicode", "false")
    repository.commit({path: f"x = {number}\n" for number, path in enumerate(ODD_PATHS)})
    tree = _tree(open_history(tmp_path))
    assert sorted(tree.files()) == sorted(ODD_PATHS)
    assert dict(tree.read(ODD_PATHS)) == {path: b"x = %d\n" % number for number, path in enumerate(ODD_PATHS)}


def test_links_and_submodules_are_no_files(tmp_path: Path, open_history: Open) -> None:
    library = a_repository(tmp_path / "library")
    library.commit({"b.py": "y = 2\n"})
    repository = a_repository(tmp_path / "shop")
    repository.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(library.top), "lib")
    (repository.top / "etc").symlink_to("/etc")
    repository.commit({"a.py": "x = 1\n"})
    tree = _tree(open_history(repository.top))
    assert sorted(tree.files()) == [".gitmodules", "a.py"]
    assert tree.skipped() == {"etc": SkipReason.SYMLINK, "lib": SkipReason.SUBMODULE}
    assert dict(tree.read(["lib", "etc"])) == tree.skipped()


def test_globs_and_the_size_limit_decide_what_is_read(tmp_path: Path, open_history: Open) -> None:
    repository = a_repository(tmp_path)
    repository.commit({"src/a.py": "x", "src/big.py": "x" * 100, "src/vendor/b.py": "x", "doc.md": "x"})
    tree = _tree(open_history(tmp_path, include=("src/",), exclude=("vendor/",), max_bytes=50))
    assert sorted(tree.files()) == ["src/a.py", "src/big.py"]
    assert tree.skipped() == {"doc.md": SkipReason.EXCLUDED, "src/vendor/b.py": SkipReason.EXCLUDED}
    assert dict(tree.read(["src/a.py", "src/big.py"])) == {"src/a.py": b"x", "src/big.py": SkipReason.TOO_LARGE}


def test_a_path_that_is_not_there_is_told_and_the_order_is_kept(tmp_path: Path, open_history: Open) -> None:
    repository = a_repository(tmp_path)
    repository.commit({"a.py": "a", "b.py": "b"})
    tree = _tree(open_history(tmp_path))
    assert list(tree.read(["b.py", "none.py", "a.py"])) == [
        ("b.py", b"b"),
        ("none.py", SkipReason.OBJECT_MISSING),
        ("a.py", b"a"),
    ]


def test_contents_are_those_of_the_commit_without_filters_and_line_ends_turned(
    tmp_path: Path, open_history: Open
) -> None:
    repository = a_repository(tmp_path)
    repository.commit({".gitattributes": "*.py eol=crlf ident\n", "a.py": "# $Id$\nx = 1\n"})
    assert dict(_tree(open_history(tmp_path)).read(["a.py"])) == {"a.py": b"# $Id$\nx = 1\n"}


def test_legacy_encodings_come_as_their_bytes(tmp_path: Path, open_history: Open) -> None:
    repository = a_repository(tmp_path)
    repository.commit({"legacy.py": b"def caf\xe9_total(x):\n    return x\n"})
    assert dict(_tree(open_history(tmp_path)).read(["legacy.py"])) == {
        "legacy.py": b"def caf\xe9_total(x):\n    return x\n"
    }


def test_a_tree_is_named_by_its_commit(tmp_path: Path, open_history: Open) -> None:
    commit = a_repository(tmp_path).commit({"a.py": "a"})
    tree = _tree(open_history(tmp_path))
    assert (tree.commit, tree.label) == (commit, commit[:10])


def test_an_empty_commit_has_no_files(tmp_path: Path, open_history: Open) -> None:
    a_repository(tmp_path).commit()
    tree = _tree(open_history(tmp_path))
    assert (dict(tree.files()), dict(tree.skipped())) == ({}, {})


def test_a_commit_that_is_not_in_the_clone_is_unknown(tmp_path: Path, open_history: Open) -> None:
    a_repository(tmp_path).commit({"a.py": "a"})
    with pytest.raises(UnknownRevision, match="0123"):
        open_history(tmp_path).tree(CommitId("0123456789" * 4)).files()


def test_a_blob_is_no_commit(tmp_path: Path, open_history: Open) -> None:
    repository = a_repository(tmp_path)
    repository.commit({"a.py": "a"})
    with pytest.raises(UnknownRevision):
        open_history(tmp_path).tree(CommitId(repository.blob("a.py"))).files()


@pytest.mark.parametrize("object_format", ["sha1", "sha256"])
def test_below_a_lost_folder_everything_is_missing_and_the_rest_stays(
    tmp_path: Path, open_history: Open, object_format: str
) -> None:
    repository = a_repository(tmp_path, f"--object-format={object_format}")
    repository.commit({"a/x.py": "1", "b/deep/y.py": "2", "b/z.py": "3", "c.py": "4", "b.py": "5"})
    repository.lose_object(repository.blob("b/deep"))
    tree = _tree(open_history(tmp_path))
    assert list(tree.files()) == ["a/x.py", "b.py", "b/z.py", "c.py"]
    assert tree.skipped() == {"b/deep/": SkipReason.OBJECT_MISSING}
    assert dict(tree.read(["b/z.py"])) == {"b/z.py": b"3"}


def test_a_lost_blob_is_missing_and_the_rest_stays(tmp_path: Path, open_history: Open) -> None:
    repository = a_repository(tmp_path)
    repository.commit({"a.py": "1", "b.py": "2"})
    repository.lose_object(repository.blob("a.py"))
    tree = _tree(open_history(tmp_path))
    assert dict(tree.read(tree.files())) == {"a.py": SkipReason.OBJECT_MISSING, "b.py": b"2"}


def test_a_commit_that_can_not_be_unpacked_is_damage(tmp_path: Path, open_history: Open) -> None:
    repository: Repository = a_repository(tmp_path)
    commit = repository.commit({"a.py": "1"})
    repository.commit({"a.py": "2"})
    repository.spoil_object(commit)
    with pytest.raises((DamagedRepository, UnknownRevision)):
        open_history(tmp_path).tree(commit).files()


def test_replaced_objects_are_read_as_everybody_has_them(tmp_path: Path, open_history: Open) -> None:
    repository = a_repository(tmp_path)
    repository.commit({"a.py": "one"})
    other = repository.git("hash-object", "-w", "--stdin", stdin=b"two")
    repository.git("replace", repository.blob("a.py"), other)
    assert dict(_tree(open_history(tmp_path)).read(["a.py"])) == {"a.py": b"one"}
