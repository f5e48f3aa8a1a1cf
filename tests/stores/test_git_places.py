"""HEAD and refs are found wherever git keeps them, from files alone."""

import os
import time
from pathlib import Path

import pytest

from goldkeeper.stores.git_places import git_places
from tests.stores.git_repositories import Repository, a_repository


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    made = a_repository(tmp_path / "shop")
    made.commit({"src/a.py": "def f(): ...\n"})
    return made


def test_a_plain_clone_keeps_all_in_one_folder(repository: Repository) -> None:
    for folder in (repository.top, repository.top / "src"):
        places = git_places(folder)
        assert places is not None
        assert places.own == places.common == repository.top / ".git"
        assert places.checked_out == "refs/heads/main"


def test_a_linked_work_tree_has_its_own_head_and_shares_the_refs(repository: Repository, tmp_path: Path) -> None:
    repository.git("worktree", "add", "--quiet", "-b", "wip", str(tmp_path / "linked"))
    places = git_places(tmp_path / "linked")
    assert places is not None
    assert places.own == repository.top / ".git" / "worktrees" / "linked"
    assert places.common == repository.top / ".git"
    assert places.checked_out == "refs/heads/wip"


def test_a_submodule_has_its_git_directory_in_its_parents(repository: Repository, tmp_path: Path) -> None:
    parent = a_repository(tmp_path / "parent")
    parent.git("-c", "protocol.file.allow=always", "submodule", "add", "--quiet", str(repository.top), "lib")
    places = git_places(parent.top / "lib")
    assert places is not None
    assert places.own == places.common == parent.top / ".git" / "modules" / "lib"


def test_a_bare_repository_is_its_own_git_directory(repository: Repository, tmp_path: Path) -> None:
    repository.git("clone", "--quiet", "--bare", str(repository.top), str(tmp_path / "shop.git"))
    places = git_places(tmp_path / "shop.git")
    assert places is not None
    assert places.own == tmp_path / "shop.git"


def test_where_there_is_no_git_there_are_no_places(tmp_path: Path) -> None:
    (tmp_path / "plain").mkdir()
    (tmp_path / "plain" / ".git").write_text("nothing of git's", "utf-8")
    assert git_places(tmp_path / "plain") is None


def test_a_detached_head_is_no_branch(repository: Repository) -> None:
    repository.git("checkout", "--quiet", "--detach")
    places = git_places(repository.top)
    assert places is not None
    assert places.checked_out == ""


@pytest.mark.parametrize(
    ("mark", "said"), [("rebase-merge", "rebase"), ("MERGE_HEAD", "merge"), ("BISECT_LOG", "bisection")]
)
def test_what_git_is_in_the_middle_of_is_named(repository: Repository, mark: str, said: str) -> None:
    places = git_places(repository.top)
    assert places is not None
    assert places.under_way == ""
    (places.own / mark).mkdir()
    assert said in places.under_way


def test_a_locked_index_says_since_when(repository: Repository) -> None:
    places = git_places(repository.top)
    assert places is not None
    assert places.locked_since() is None
    lock = places.own / "index.lock"
    lock.touch()
    os.utime(lock, (100, 100))
    assert places.locked_since() == pytest.approx(100)
    assert time.time() > 100
