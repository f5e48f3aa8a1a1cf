import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from goldkeeper.model.chunks import SkipReason
from goldkeeper.ports import SourceTree
from goldkeeper.stores.disk_files import blob_name
from goldkeeper.stores.git_history import GitHistory
from goldkeeper.stores.path_rules import PathRules
from tests.stores.git_repositories import Repository, a_repository
from tests.stores.test_git_tree import ODD_PATHS


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    return a_repository(tmp_path / "shop")


@pytest.fixture
def opened() -> Iterator[list[GitHistory]]:
    histories: list[GitHistory] = []
    yield histories
    for history in histories:
        history.close()


@pytest.fixture
def work_tree(repository: Repository, opened: list[GitHistory]) -> "WorkTreeMaker":
    return WorkTreeMaker(repository, opened)


class WorkTreeMaker:
    """Looks at the work tree anew at each call."""

    def __init__(self, repository: Repository, opened: list[GitHistory]) -> None:
        self._repository = repository
        self._opened = opened

    def __call__(self, rules: PathRules | None = None) -> SourceTree:
        self._opened.append(GitHistory.open(self._repository.top, rules))
        return self._opened[-1].work_tree()

    def state(self) -> str:
        self._opened.append(GitHistory.open(self._repository.top))
        return self._opened[-1].work_state()


def _contents(tree: SourceTree) -> dict[str, bytes | SkipReason]:
    return dict(tree.read(tree.files()))


def test_tracked_and_untracked_files_are_there_and_ignored_and_deleted_ones_are_not(
    repository: Repository, work_tree: WorkTreeMaker
) -> None:
    repository.commit({"kept.py": "1", "edited.py": "2", "deleted.py": "3", ".gitignore": "*.log\nbuild/\n"})
    repository.write({"edited.py": "2a", "deleted.py": None, "new.py": "4", "x.log": "5", "build/y.py": "6"})
    tree = work_tree()
    assert _contents(tree) == {
        ".gitignore": b"*.log\nbuild/\n",
        "edited.py": b"2a",
        "kept.py": b"1",
        "new.py": b"4",
    }
    assert (tree.label, tree.commit, dict(tree.skipped())) == ("work tree", None, {})


def test_a_tracked_file_is_there_though_a_rule_ignores_it(repository: Repository, work_tree: WorkTreeMaker) -> None:
    repository.commit({"gen.py": "1"})
    repository.write({".gitignore": "*.py\n", "other.py": "2"})
    assert list(work_tree().files()) == [".gitignore", "gen.py"]


def test_contents_are_named_as_git_would_name_them(repository: Repository, work_tree: WorkTreeMaker) -> None:
    repository.commit({"kept.py": "1", "edited.py": "2"})
    repository.write({"edited.py": "2a", "new.py": "4"})
    (repository.top / "kept.py").touch()
    files = work_tree().files()
    assert {path: entry.blob for path, entry in files.items()} == {
        path: repository.git("hash-object", path) for path in ("edited.py", "kept.py", "new.py")
    }


def test_odd_paths_are_found_on_disk(repository: Repository, work_tree: WorkTreeMaker) -> None:
    half = len(ODD_PATHS) // 2
    repository.git("config", "core.precomposeUnicode", "false")
    repository.commit({path: path.encode("utf-8", "surrogateescape") for path in ODD_PATHS[:half]})
    repository.write({path: path.encode("utf-8", "surrogateescape") for path in ODD_PATHS[half:]})
    assert _contents(work_tree()) == {path: path.encode("utf-8", "surrogateescape") for path in sorted(ODD_PATHS)}


def test_links_are_not_followed_out_of_the_tree(
    repository: Repository, work_tree: WorkTreeMaker, tmp_path: Path
) -> None:
    (tmp_path / "secret").mkdir()
    (tmp_path / "secret" / "a.py").write_text("secret")
    repository.commit({"src/a.py": "1", "b.py": "2", "c.py": "3"})
    (repository.top / "tracked").symlink_to("b.py")
    repository.commit()
    repository.write({"src/a.py": None, "c.py": None})
    (repository.top / "src").rmdir()
    (repository.top / "src").symlink_to(tmp_path / "secret")
    (repository.top / "c.py").symlink_to("b.py")
    (repository.top / "untracked").symlink_to(tmp_path / "secret" / "a.py")
    tree = work_tree()
    assert _contents(tree) == {"b.py": b"2"}
    assert tree.skipped() == dict.fromkeys(("c.py", "src", "tracked", "untracked"), SkipReason.SYMLINK)


def test_a_folder_that_becomes_a_link_after_the_listing_is_not_followed(
    repository: Repository, work_tree: WorkTreeMaker, tmp_path: Path
) -> None:
    (tmp_path / "secret").mkdir()
    (tmp_path / "secret" / "new.py").write_text("secret")
    repository.commit({"a.py": "1"})
    repository.write({"src/new.py": "2"})
    tree = work_tree()
    assert list(tree.files()) == ["a.py", "src/new.py"]
    repository.write({"src/new.py": None})
    (repository.top / "src").rmdir()
    (repository.top / "src").symlink_to(tmp_path / "secret")
    assert list(tree.read(["src/new.py"])) == [("src/new.py", SkipReason.SYMLINK)]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes here")
def test_a_pipe_does_not_hold_anything_up(repository: Repository, work_tree: WorkTreeMaker) -> None:
    repository.commit({"a.py": "1", "b.py": "2"})
    repository.write({"a.py": None})
    os.mkfifo(repository.top / "a.py")
    os.mkfifo(repository.top / "untracked.py")
    tree = work_tree()
    assert _contents(tree) == {"b.py": b"2"}
    assert set(tree.skipped()) <= {"a.py"}


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root reads everything")
def test_a_file_that_may_not_be_read_is_unreadable(repository: Repository, work_tree: WorkTreeMaker) -> None:
    repository.commit({"a.py": "1"})
    repository.write({"b.py": "2"})
    (repository.top / "b.py").chmod(0)
    assert _contents(work_tree()) == {"a.py": b"1", "b.py": SkipReason.UNREADABLE}


def test_globs_and_the_size_limit_hold_on_disk_too(repository: Repository, work_tree: WorkTreeMaker) -> None:
    repository.commit({"a.py": "1", "big.py": "x" * 100, "a.md": "2"})
    repository.write({"new.py": "3", "new_big.py": "x" * 100, "new.md": "4"})
    tree = work_tree(PathRules(include=("*.py",), max_bytes=50))
    assert _contents(tree) == {"a.py": b"1", "big.py": SkipReason.TOO_LARGE, "new.py": b"3"}
    assert tree.skipped() == {
        "a.md": SkipReason.EXCLUDED,
        "new.md": SkipReason.EXCLUDED,
        "new_big.py": SkipReason.TOO_LARGE,
    }


def test_submodules_and_nested_repositories_are_not_looked_into(
    repository: Repository, work_tree: WorkTreeMaker, tmp_path: Path
) -> None:
    library = a_repository(tmp_path / "library")
    library.commit({"b.py": "y = 2\n"})
    repository.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(library.top), "lib")
    repository.commit({"a.py": "1"})
    a_repository(repository.top / "nested").commit({"c.py": "3"})
    (repository.top / "lib" / "b.py").write_text("edited")
    tree = work_tree()
    assert list(tree.files()) == [".gitmodules", "a.py"]
    assert tree.skipped() == {"lib": SkipReason.SUBMODULE, "nested": SkipReason.SUBMODULE}


def test_a_conflict_is_read_once_as_it_lies_on_disk(repository: Repository, work_tree: WorkTreeMaker) -> None:
    repository.commit({"a.py": "1\n"})
    repository.git("checkout", "--quiet", "-b", "side")
    repository.commit({"a.py": "2\n"})
    repository.git("checkout", "--quiet", "main")
    repository.commit({"a.py": "3\n"})
    with pytest.raises(AssertionError):
        repository.git("merge", "--quiet", "side")
    tree = work_tree()
    (content,) = _contents(tree).values()
    assert isinstance(content, bytes)
    assert b"<<<<<<<" in content
    assert tree.files()["a.py"].blob == blob_name(content)


def test_a_file_that_is_only_meant_to_be_added_is_read(repository: Repository, work_tree: WorkTreeMaker) -> None:
    repository.commit({"a.py": "1"})
    repository.write({"b.py": "2"})
    repository.git("add", "--intent-to-add", "b.py")
    tree = work_tree()
    assert tree.files()["b.py"].blob == blob_name(b"2")
    assert _contents(tree)["b.py"] == b"2"


def test_what_a_sparse_checkout_leaves_out_is_read_from_git(repository: Repository, work_tree: WorkTreeMaker) -> None:
    repository.commit({"in/a.py": "1", "out/b.py": "2", "out/c.py": "3", "top.py": "4"})
    repository.git("sparse-checkout", "set", "in")
    assert not (repository.top / "out").exists()
    repository.write({"out/c.py": "3 by hand"})
    assert _contents(work_tree()) == {
        "in/a.py": b"1",
        "out/b.py": b"2",
        "out/c.py": b"3 by hand",
        "top.py": b"4",
    }


def test_line_ends_and_keywords_that_git_fills_in_do_not_change_an_untouched_file(
    repository: Repository, work_tree: WorkTreeMaker
) -> None:
    repository.commit({".gitattributes": "*.py text eol=crlf ident\n", "a.py": "# $Id$\nx = 1\n"})
    repository.write({"a.py": None})
    repository.git("checkout", "--", "a.py")
    assert b"\r\n" in (repository.top / "a.py").read_bytes()
    tree = work_tree()
    assert tree.files()["a.py"].blob == repository.blob("a.py")
    assert _contents(tree)["a.py"] == b"# $Id$\nx = 1\n"


def test_what_a_filter_makes_is_read_as_it_lies_on_disk(repository: Repository, work_tree: WorkTreeMaker) -> None:
    repository.git("config", "filter.case.clean", "tr a-z A-Z")
    repository.git("config", "filter.case.smudge", "tr A-Z a-z")
    repository.commit({".gitattributes": "*.py filter=case\nplain.py -filter\n", "a.py": "abc\n", "plain.py": "abc\n"})
    assert repository.git("cat-file", "blob", "HEAD:a.py") == "ABC"
    tree = work_tree(PathRules(include=("*.py",)))
    assert _contents(tree) == {"a.py": b"abc\n", "plain.py": b"abc\n"}
    assert tree.files()["a.py"].blob == blob_name(b"abc\n")


def test_a_file_that_changes_between_looking_and_reading_is_read_as_it_was_named(
    repository: Repository, work_tree: WorkTreeMaker
) -> None:
    repository.commit({"a.py": "1"})
    repository.write({"new.py": "first"})
    tree = work_tree()
    named = tree.files()["new.py"].blob
    repository.write({"new.py": "second"})
    assert dict(tree.read(["new.py"])) == {"new.py": b"first"}
    assert named == blob_name(b"first")
    assert dict(tree.read(["new.py"])) == {"new.py": SkipReason.UNREADABLE}


def test_an_untouched_file_that_is_edited_after_the_listing_is_read_from_git(
    repository: Repository, work_tree: WorkTreeMaker
) -> None:
    repository.commit({"a.py": "1", "b.py": "2"})
    tree = work_tree()
    assert list(tree.files()) == ["a.py", "b.py"]
    repository.write({"a.py": "1a", "b.py": None})
    assert _contents(tree) == {"a.py": b"1", "b.py": b"2"}


def test_a_linked_worktree_has_its_own_files(repository: Repository, opened: list[GitHistory], tmp_path: Path) -> None:
    repository.commit({"a.py": "1"})
    repository.git("worktree", "add", "--quiet", "--detach", "../second")
    (tmp_path / "second" / "b.py").write_text("2")
    opened.append(GitHistory.open(tmp_path / "second"))
    assert _contents(opened[0].work_tree()) == {"a.py": b"1", "b.py": b"2"}


def test_the_state_changes_with_every_edit_and_with_nothing_else(
    repository: Repository, work_tree: WorkTreeMaker
) -> None:
    repository.commit({"a.py": "1", "b.py": "2", ".gitignore": "*.log\n"})
    seen = [work_tree.state()]
    repository.write({"x.log": "ignored"})
    repository.git("update-ref", "refs/remotes/origin/main", "HEAD")
    assert work_tree.state() == seen[0]
    for edit in ({"a.py": "1a"}, {"a.py": "1abc"}, {"new.py": "3"}, {"new.py": "33"}, {"b.py": None}):
        repository.write(edit)
        seen.append(work_tree.state())
    repository.git("add", "a.py")
    seen.append(work_tree.state())
    repository.commit()
    seen.append(work_tree.state())
    assert len(set(seen)) == len(seen)
    assert work_tree.state() == seen[-1]
