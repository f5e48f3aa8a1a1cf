import os
import shutil
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldkeeper.model.errors import (
    DamagedRepository,
    FileMissing,
    GitFailed,
    GitMissing,
    NotARepository,
    UntrustedRepository,
)
from goldkeeper.stores.git_process import Git, GitAnswer, find_repository, git_environment, path_from_git, path_to_git
from tests.stores.git_repositories import a_repository


@given(st.binary())
def test_every_path_comes_back_as_the_bytes_it_was(raw: bytes) -> None:
    assert path_to_git(path_from_git(raw)) == raw


def test_what_a_surrounding_hook_set_is_dropped_and_what_a_person_set_is_kept() -> None:
    surrounding = {
        "GIT_DIR": "/elsewhere",
        "GIT_INDEX_FILE": "/elsewhere/index",
        "GIT_EXTERNAL_DIFF": "meld",
        "GIT_CONFIG_GLOBAL": "/home/ada/.gitconfig",
        "GIT_CONFIG_KEY_0": "safe.directory",
        "PATH": "/bin",
        "LC_ALL": "de_DE.UTF-8",
    }
    made = git_environment(surrounding)
    assert not {"GIT_DIR", "GIT_INDEX_FILE", "GIT_EXTERNAL_DIFF"} & made.keys()
    assert made["GIT_CONFIG_GLOBAL"] == "/home/ada/.gitconfig"
    assert made["GIT_CONFIG_KEY_0"] == "safe.directory"
    assert made["PATH"] == "/bin"
    assert made["LC_ALL"] == "C"
    assert made["GIT_TERMINAL_PROMPT"] == "0"


def test_a_work_tree_is_found_from_its_top_and_from_a_folder_below(tmp_path: Path) -> None:
    repository = a_repository(tmp_path / "shop")
    repository.commit({"src/cart/total.py": "x = 1\n"})
    top = find_repository(repository.top)
    below = find_repository(repository.top / "src" / "cart")
    assert (Path(top.git.folder), top.folder, top.has_work_tree) == (repository.top, "", True)
    assert (Path(below.git.folder), below.folder) == (repository.top, "src/cart/")
    assert top.object_format == "sha1"
    assert not top.shallow


def test_a_folder_reached_by_a_link_is_named_below_the_real_top(tmp_path: Path) -> None:
    repository = a_repository(tmp_path / "shop")
    repository.commit({"src/total.py": "x = 1\n"})
    (tmp_path / "link").symlink_to(repository.top / "src")
    found = find_repository(tmp_path / "link")
    assert (Path(found.git.folder), found.folder) == (repository.top, "src/")


def test_a_bare_git_directory_has_no_work_tree(tmp_path: Path) -> None:
    repository = a_repository(tmp_path / "shop")
    repository.commit({"a.py": "x = 1\n"})
    repository.git("clone", "--quiet", "--bare", ".", "../bare")
    (tmp_path / "bare" / "config").unlink()
    found = find_repository(tmp_path / "bare")
    assert not found.has_work_tree
    assert found.git.read("rev-parse", "HEAD").decode().strip() == repository.git("rev-parse", "HEAD")


def test_a_bare_repository_that_is_named_opens_though_git_must_not_find_one_by_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    repository = a_repository(tmp_path / "shop")
    repository.commit({"a.py": "x = 1\n"})
    repository.git("clone", "--quiet", "--bare", ".", "../bare")
    settings = tmp_path / "gitconfig"
    settings.write_text("[safe]\nbareRepository = explicit\n")
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(settings))
    assert not find_repository(tmp_path / "bare").has_work_tree


def test_the_git_folder_of_a_work_tree_opens_as_a_bare_one(tmp_path: Path) -> None:
    repository = a_repository(tmp_path / "shop")
    repository.commit({"a.py": "x = 1\n"})
    assert not find_repository(repository.top / ".git").has_work_tree
    assert not find_repository(repository.top / ".git" / "refs").has_work_tree


def test_linked_worktrees_and_submodules_are_found_through_their_git_file(tmp_path: Path) -> None:
    library = a_repository(tmp_path / "library")
    library.commit({"b.py": "y = 2\n"})
    repository = a_repository(tmp_path / "shop")
    repository.commit({"a.py": "x = 1\n"})
    repository.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(library.top), "lib")
    repository.git("worktree", "add", "--quiet", "--detach", "../second")
    submodule = find_repository(repository.top / "lib")
    linked = find_repository(tmp_path / "second")
    assert Path(submodule.git.folder) == repository.top / "lib"
    assert Path(linked.git.folder) == tmp_path / "second"
    assert submodule.has_work_tree
    assert linked.has_work_tree


def test_a_sha256_repository_says_so(tmp_path: Path) -> None:
    repository = a_repository(tmp_path, "--object-format=sha256")
    repository.commit({"a.py": "x = 1\n"})
    assert find_repository(tmp_path).object_format == "sha256"


def test_a_surrounding_git_dir_does_not_lead_elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    one, other = a_repository(tmp_path / "one"), a_repository(tmp_path / "other")
    wanted = one.commit({"a.py": "1\n"})
    other.commit({"b.py": "2\n"})
    monkeypatch.setenv("GIT_DIR", str(other.top / ".git"))
    monkeypatch.setenv("GIT_WORK_TREE", str(other.top))
    found = find_repository(one.top)
    assert found.git.read("rev-parse", "HEAD").decode().strip() == wanted


def test_a_folder_outside_any_repository_is_named_as_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path))
    (tmp_path / "plain").mkdir()
    with pytest.raises(NotARepository, match="not a git repository"):
        find_repository(tmp_path / "plain")


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(FileMissing, match="nowhere"):
        find_repository(tmp_path / "nowhere")


def test_a_git_file_that_points_nowhere_is_damage_and_not_the_absence_of_a_repository(tmp_path: Path) -> None:
    (tmp_path / ".git").write_text("gitdir: /gone/for/good\n")
    with pytest.raises(DamagedRepository, match="gone"):
        find_repository(tmp_path)


def test_a_git_folder_without_a_head_is_damage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    repository = a_repository(tmp_path)
    (repository.top / ".git" / "HEAD").unlink()
    with pytest.raises(DamagedRepository, match="git fsck"):
        find_repository(tmp_path)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root gives files away")
def test_another_users_repository_is_refused_with_the_command_that_trusts_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    repository = a_repository(tmp_path / "shop")
    repository.commit({"a.py": "x = 1\n"})
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
    for place in (repository.top, repository.top / ".git"):
        shutil.chown(place, 12345)
    with pytest.raises(UntrustedRepository, match=r"safe\.directory .*shop"):
        find_repository(repository.top)


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        ("fatal: detected dubious ownership in repository at '/x'\nTo add an exception …", UntrustedRepository),
        ("error: Could not read 1f2e\nfatal: unable to read tree 1f2e", DamagedRepository),
        ("fatal: loose object 1f2e (stored in .git/objects/1f/2e) is corrupt", DamagedRepository),
        ("fatal: bad config line 1 in file .git/config", GitFailed),
    ],
)
def test_what_git_says_becomes_the_error_that_a_person_can_act_on(
    tmp_path: Path, said: str, kind: type[Exception]
) -> None:
    with pytest.raises(kind) as caught:
        Git("shop", str(tmp_path)).refuse(("log",), GitAnswer(128, b"", said))
    assert "fatal:" not in str(caught.value)


def test_without_git_the_error_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(GitMissing, match="install git"):
        find_repository(tmp_path)


def test_a_git_that_does_not_know_the_question_is_too_old(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old = tmp_path / "git"
    old.write_text("#!/bin/sh\necho --path-format=absolute; echo sha1; echo false; echo true; pwd\n")
    old.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(GitMissing, match="too old"):
        find_repository(tmp_path)


@pytest.mark.parametrize(
    ("said", "needs"),
    [
        ("fatal: unknown repository extensions found:\n\trefstorage\n\tnoop", "needs refstorage, noop;"),
        ("fatal: unknown repository extension found:\n\trefstorage", "needs refstorage;"),
        ("fatal: Expected git repo version <= 1, found 2", "needs format 2;"),
    ],
)
def test_a_repository_of_a_newer_git_says_what_it_needs(said: str, needs: str) -> None:
    with pytest.raises(GitFailed, match=f"this git is older than the repository, which {needs} install a newer one"):
        Git(name="shop", folder="shop").refuse(("rev-parse",), GitAnswer(128, b"", said))
