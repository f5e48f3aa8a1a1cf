"""Committing the mended gold file: the one place where goldkeeper writes to a repository.

Reading shuts the user's set-up off, committing must not: hooks, signing, identity and what the
environment says of them are the user's own here.
"""

import os
import subprocess
from collections.abc import Sequence
from pathlib import Path

from goldkeeper.model.chunks import CommitId
from goldkeeper.model.errors import GitFailed, GitMissing, NotARepository
from goldkeeper.stores.git_process import Git, find_repository

# Handed down by a hook that runs goldkeeper; they speak of another index, or another repository.
_OF_ANOTHER_CALL = ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY", "GIT_PREFIX")
_BY_HAND = "the gold file is written; commit it by hand"


def git_version() -> str:
    """The version of the git that is used; raises GitMissing."""
    return Git("git", ".").read("version").decode("utf-8", "replace").removeprefix("git version ").strip()


def user_name(folder: Path) -> str:
    """Git's user.name as it holds in a folder; empty where there is none, or no git."""
    try:
        git = find_repository(folder).git
    except (NotARepository, GitMissing):
        return ""
    return git.ask("config", "--get", "user.name").output.decode("utf-8", "replace").strip()


def check_repository(file: Path) -> None:
    """Whether a file lies where it can be committed.

    Raises:
        NotARepository: it lies in none.
    """
    if not find_repository(file.resolve().parent).has_work_tree:
        raise NotARepository(str(file.parent))


def commit_files(files: Sequence[Path], message: str) -> CommitId | None:
    """Commit these files and nothing else, whatever is staged beside them.

    Returns:
        The new commit; None when the files are committed as they are.

    Raises:
        NotARepository: the files lie in none.
        GitFailed: git refuses, for want of an identity or because a hook says no.
    """
    real = [file.resolve() for file in files if file.exists()]
    top = find_repository(real[0].parent).git.folder
    names = [str(file) for file in real]
    _git(top, "add", "--force", "--", *names)
    if _git(top, "status", "--porcelain", "--untracked-files=no", "--", *names) == "":
        return None
    _git(top, "commit", "--quiet", "--file=-", "--only", "--", *names, given=message)
    return CommitId(_git(top, "rev-parse", "HEAD").strip())


def _git(folder: str, *arguments: str, given: str = "") -> str:
    environment = {name: value for name, value in os.environ.items() if name not in _OF_ANOTHER_CALL}
    done = subprocess.run(
        ["git", "--literal-pathspecs", *arguments],
        cwd=folder,
        env=environment,
        input=given.encode("utf-8", "backslashreplace"),
        capture_output=True,
        check=False,
    )
    if done.returncode:
        said = [line for line in done.stderr.decode("utf-8", "replace").splitlines() if line.strip()]
        reason = said[-1].strip().removeprefix("fatal: ") if said else f"exit code {done.returncode}"
        raise GitFailed(f"git {arguments[0]} in {folder}", reason, _BY_HAND)
    return done.stdout.decode("utf-8", "replace")
