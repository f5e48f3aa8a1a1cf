"""Repositories, trees and chunkers, opened once for the life of a process."""

from contextlib import chdir
from pathlib import Path

import pytest

from goldkeeper.model.errors import FileMissing, GitMissing, NotARepository, UnknownRevision
from goldkeeper.stores.history_index_place import index_place
from goldkeeper.stores.path_rules import PathRules
from goldkeeper.wiring.openers import history_of, make_chunker, open_history, open_index, open_tree
from tests.projects import CODE
from tests.stores.git_repositories import a_repository


def test_a_chunker_of_the_same_options_is_made_once() -> None:
    assert make_chunker() is make_chunker()
    assert make_chunker() is not make_chunker(leading_comments=True)


def test_a_repository_is_opened_once(tmp_path: Path) -> None:
    a_repository(tmp_path)

    assert open_history(tmp_path) is open_history(tmp_path)
    assert open_history(tmp_path) is not open_history(tmp_path, PathRules(("src/**",)))


def test_a_relative_path_means_another_repository_in_another_folder(tmp_path: Path) -> None:
    for name in ("one", "two"):
        a_repository(tmp_path / name).commit({f"{name}.py": "x = 1\n"})
        with chdir(tmp_path / name):
            assert list(open_tree(Path(), "HEAD").files()) == [f"{name}.py"]


def test_the_files_on_disk_are_read_where_no_revision_is_named(tmp_path: Path) -> None:
    made = a_repository(tmp_path)
    made.commit(CODE)
    made.write({"new.py": "x = 1\n"})

    assert "new.py" in open_tree(tmp_path, "").files()
    assert "new.py" in open_tree(tmp_path, "worktree").files()
    assert "new.py" not in open_tree(tmp_path, "HEAD").files()


def test_a_folder_without_git_has_one_state(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("x = 1\n")

    for rev in ("", "HEAD", "worktree"):
        assert list(open_tree(tmp_path, rev).files()) == ["a.py"]
    with pytest.raises(NotARepository):
        open_tree(tmp_path, "v1")


def test_paths_can_be_chosen(tmp_path: Path) -> None:
    a_repository(tmp_path).commit(CODE)

    tree = open_tree(tmp_path, "HEAD", include=["src/*.py"], exclude=["src/cart.py"])

    assert list(tree.files()) == ["src/orders.py"]


def test_what_is_not_there_is_told(tmp_path: Path) -> None:
    a_repository(tmp_path / "empty")

    with pytest.raises(FileMissing):
        open_tree(tmp_path / "none", "")
    with pytest.raises(UnknownRevision):
        open_tree(tmp_path / "empty", "HEAD")


def test_a_machine_without_git_reads_folders_and_refuses_repositories(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    a_repository(tmp_path / "repo").commit(CODE)
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "a.py").write_text("x = 1\n")
    monkeypatch.setenv("PATH", str(tmp_path))

    assert history_of(tmp_path / "folder", PathRules()) is None
    assert list(open_tree(tmp_path / "folder", "").files()) == ["a.py"]
    with pytest.raises(GitMissing):
        open_tree(tmp_path / "repo" / "src", "")


def test_an_index_is_opened_once_in_its_place_or_in_the_users_cache(tmp_path: Path) -> None:
    head = a_repository(tmp_path / "shop").commit(CODE)
    history = open_history(tmp_path / "shop")
    place = tmp_path / "state" / "history.sqlite"
    index, cached = open_index(history, place), open_index(history)

    assert open_index(history, place) is index
    assert index.number(head) == cached.number(head) == 0
    assert place.exists()
    kept = index_place(history)
    assert kept is not None
    assert kept.exists()
