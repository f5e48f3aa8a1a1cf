"""The stamp of HEAD changes whenever HEAD comes to name another commit, however that is written down."""

from collections.abc import Callable
from pathlib import Path

import pytest

from goldkeeper.stores.git_history import GitHistory
from goldkeeper.stores.ref_stamp import RefStamp
from tests.stores.git_repositories import Repository, a_repository


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    made = a_repository(tmp_path / "code")
    made.commit({"a.py": "x = 1\n"})
    made.commit({"a.py": "x = 2\n"})
    return made


def _stamp(top: Path) -> RefStamp:
    with GitHistory.open(top) as history:
        return RefStamp(history)


def _another_commit(repository: Repository) -> None:
    repository.commit({"a.py": "x = 3\n"})


def _reset(repository: Repository) -> None:
    repository.git("reset", "--hard", "HEAD~1")


def _other_branch(repository: Repository) -> None:
    repository.git("switch", "-c", "other", "HEAD~1")


def _detached(repository: Repository) -> None:
    repository.git("checkout", "--detach", "HEAD~1")


def _packed_then_moved(repository: Repository) -> None:
    repository.git("pack-refs", "--all")
    repository.git("update-ref", "HEAD", "HEAD~1")


@pytest.mark.parametrize("move", [_another_commit, _reset, _other_branch, _detached, _packed_then_moved])
def test_another_commit_at_head_has_another_stamp(repository: Repository, move: Callable[[Repository], None]) -> None:
    stamp = _stamp(repository.top)
    before = stamp.now()
    assert before
    assert stamp.now() == before
    move(repository)
    assert stamp.now() != before


def test_a_linked_work_tree_is_looked_at_for_itself(repository: Repository, tmp_path: Path) -> None:
    repository.git("worktree", "add", "-b", "beside", str(tmp_path / "beside"), "HEAD~1")
    main, beside = _stamp(repository.top), _stamp(tmp_path / "beside")
    before = beside.now()
    of_main = main.now()
    repository.git("-C", str(tmp_path / "beside"), "commit", "--allow-empty", "-m", "beside")
    assert beside.now() != before
    assert main.now() == of_main


def test_where_head_can_not_be_read_nothing_is_told(repository: Repository) -> None:
    stamp = _stamp(repository.top)
    (Path(repository.top) / ".git/HEAD").unlink()
    assert stamp.now() == ""
