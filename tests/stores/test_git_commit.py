"""The one place where goldkeeper writes to a repository: these files, nothing else, the user's own way."""

import os
from pathlib import Path

import pytest

from goldkeeper.model.errors import GitFailed, NotARepository
from goldkeeper.stores.git_commit import (
    check_repository,
    commit_files,
    git_version,
    in_work_tree,
    is_committed,
    user_name,
)
from tests.stores.git_repositories import Repository, a_repository


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    made = a_repository(tmp_path / "repo")
    made.git("config", "user.name", "Ida")
    made.git("config", "user.email", "ida@example.org")
    made.commit({"gold.jsonl": "one\n", "code.py": "x = 1\n", ".gitignore": "*.anchors.jsonl\n"})
    return made


def files_of(repository: Repository) -> list[Path]:
    return [repository.top / "gold.jsonl", repository.top / "gold.anchors.jsonl"]


def changed(repository: Repository, rev: str = "HEAD") -> list[str]:
    return repository.git("show", "--format=", "--name-only", rev).split()


def test_only_these_files_are_committed_whatever_is_staged_beside_them(repository: Repository) -> None:
    repository.write({"gold.jsonl": "two\n", "gold.anchors.jsonl": "a\n", "code.py": "x = 2\n", "new.py": "y = 1\n"})
    repository.git("add", "code.py", "new.py")

    made = commit_files(files_of(repository), "Mend\n\na -> b; ada (moved)\n")

    assert made == repository.git("rev-parse", "HEAD")
    assert changed(repository) == ["gold.anchors.jsonl", "gold.jsonl"]
    assert repository.git("log", "-1", "--format=%B") == "Mend\n\na -> b; ada (moved)"
    assert repository.git("diff", "--cached", "--name-only").split() == ["code.py", "new.py"]


def test_files_that_git_has_already_make_no_commit(repository: Repository) -> None:
    before = repository.git("rev-parse", "HEAD")

    assert commit_files(files_of(repository), "Mend") is None
    assert repository.git("rev-parse", "HEAD") == before


def test_the_first_commit_of_a_repository_may_be_ours(tmp_path: Path) -> None:
    made = a_repository(tmp_path)
    made.git("config", "user.name", "Ida")
    made.git("config", "user.email", "ida@example.org")
    made.write({"gold.jsonl": "one\n"})

    assert commit_files(files_of(made), "Mend") == made.git("rev-parse", "HEAD")


def test_the_users_hooks_run_and_may_say_no(repository: Repository) -> None:
    hook = repository.top / ".git" / "hooks" / "pre-commit"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text("#!/bin/sh\necho 'not on a Friday' >&2\nexit 1\n")
    hook.chmod(0o755)
    repository.write({"gold.jsonl": "two\n"})

    with pytest.raises(GitFailed, match="not on a Friday; the gold file is written and the reasons are kept"):
        commit_files(files_of(repository), "Mend")


def test_an_identity_in_the_environment_is_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = a_repository(tmp_path)
    made.write({"gold.jsonl": "one\n"})
    for name, value in {"NAME": "Eva", "EMAIL": "eva@example.org"}.items():
        monkeypatch.setenv(f"GIT_AUTHOR_{name}", value)
        monkeypatch.setenv(f"GIT_COMMITTER_{name}", value)

    commit_files(files_of(made), "Mend")

    assert made.git("log", "-1", "--format=%an %cn") == "Eva Eva"


def test_without_identity_git_refuses_and_that_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = a_repository(tmp_path)
    made.git("config", "user.useConfigOnly", "true")
    made.write({"gold.jsonl": "one\n"})
    monkeypatch.delenv("EMAIL", raising=False)

    with pytest.raises(GitFailed, match="run goldkeeper apply --commit again"):
        commit_files(files_of(made), "Mend")


def test_what_a_hook_hands_down_does_not_lead_to_another_index(
    repository: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = a_repository(tmp_path / "other")
    monkeypatch.setenv("GIT_DIR", str(other.top / ".git"))
    monkeypatch.setenv("GIT_INDEX_FILE", str(tmp_path / "index"))
    repository.write({"gold.jsonl": "two\n"})

    made = commit_files(files_of(repository), "Mend")

    assert made == repository.git("rev-parse", "HEAD")


def test_a_gold_file_that_is_a_link_is_committed_where_it_lies(repository: Repository, tmp_path: Path) -> None:
    link = tmp_path / "gold.jsonl"
    link.symlink_to(repository.top / "gold.jsonl")
    repository.write({"gold.jsonl": "two\n"})

    commit_files([link], "Mend")

    assert changed(repository) == ["gold.jsonl"]


def test_odd_names_are_names_and_no_patterns(repository: Repository) -> None:
    repository.write({"*.jsonl": "odd\n", "gold.jsonl": "two\n"})

    commit_files([repository.top / "*.jsonl"], "籃子 \udce9")

    assert changed(repository) == ["*.jsonl"]


def test_a_file_outside_git_is_told_before_anything_happens(tmp_path: Path, repository: Repository) -> None:
    check_repository(repository.top / "gold.jsonl")

    with pytest.raises(NotARepository):
        check_repository(tmp_path / "gold.jsonl")


def test_a_left_over_lock_is_told_by_name_before_anything_is_written(repository: Repository) -> None:
    lock = repository.top / ".git" / "index.lock"
    lock.write_text("")

    with pytest.raises(GitFailed, match=r"\.git/index\.lock is there, .* nothing was written"):
        check_repository(repository.top / "gold.jsonl")

    repository.write({"gold.jsonl": "two\n"})
    with pytest.raises(GitFailed, match=r"Unable to create '.*/\.git/index\.lock': File exists"):
        commit_files(files_of(repository), "Mend")


def test_a_merge_that_is_under_way_is_told_before_anything_is_written(repository: Repository) -> None:
    (repository.top / ".git" / "MERGE_HEAD").write_text(repository.git("rev-parse", "HEAD"))

    with pytest.raises(GitFailed, match="a merge is under way; nothing was written"):
        check_repository(repository.top / "gold.jsonl")


def test_that_nobody_signs_is_told_before_anything_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = a_repository(tmp_path)
    made.git("config", "user.useConfigOnly", "true")
    monkeypatch.delenv("EMAIL", raising=False)

    with pytest.raises(GitFailed, match="nothing was written"):
        check_repository(made.top / "gold.jsonl")


def test_ignored_files_are_committed_all_the_same(repository: Repository) -> None:
    repository.write({".gitignore": "*.jsonl\n", "gold.anchors.jsonl": "a\n", "gold.jsonl": "two\n"})
    assert not is_committed(files_of(repository))

    commit_files(files_of(repository), "Mend")

    assert changed(repository) == ["gold.anchors.jsonl", "gold.jsonl"]
    assert is_committed(files_of(repository))


def test_outside_git_nothing_is_committed_and_nothing_can_be(tmp_path: Path, repository: Repository) -> None:
    (tmp_path / "gold.jsonl").write_text("one\n")

    assert not is_committed([tmp_path / "gold.jsonl"])
    assert not in_work_tree(tmp_path / "gold.jsonl")
    assert in_work_tree(repository.top / "gold.jsonl")


def test_the_users_name_is_gits_own(repository: Repository, tmp_path: Path) -> None:
    assert user_name(repository.top) == "Ida"
    assert user_name(tmp_path) == ""


def test_the_version_is_a_number() -> None:
    assert git_version()[0].isdigit()
    assert os.linesep not in git_version()
