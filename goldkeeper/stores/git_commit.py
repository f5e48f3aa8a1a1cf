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
_AGAIN = "the gold file is written and the reasons are kept; mend this, and run goldkeeper apply --commit again"
_NOTHING_YET = "nothing was written"
_UNDER_WAY = {"MERGE_HEAD": "a merge", "CHERRY_PICK_HEAD": "a cherry-pick", "REVERT_HEAD": "a revert"}


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
    """Whether a file can be committed where it lies, as far as that can be known before it is written.

    Raises:
        NotARepository: it lies in none.
        GitFailed: another git holds the index, something else waits to be committed first, or nobody signs.
    """
    if not in_work_tree(file):
        raise NotARepository(str(file.parent), "run goldkeeper apply, without --commit")
    top = find_repository(file.resolve().parent).git.folder
    what = f"git commit in {top}"
    lock = _inside(top, "index.lock")
    if lock.exists():
        remedy = f"{_NOTHING_YET}; wait for that git to end, or remove the file where none runs"
        raise GitFailed(what, f"{lock} is there, so another git is at work or was killed", remedy)
    for name, deed in _UNDER_WAY.items():
        if _inside(top, name).exists():
            raise GitFailed(what, f"{deed} is under way", f"{_NOTHING_YET}; end it first, or abort it")
    _git(top, "var", "GIT_AUTHOR_IDENT", remedy=_NOTHING_YET)
    _git(top, "var", "GIT_COMMITTER_IDENT", remedy=_NOTHING_YET)


def _inside(top: str, name: str) -> Path:
    """A file of the git directory, which may be that of a linked work tree."""
    return Path(top, _git(top, "rev-parse", "--git-path", name, remedy=_NOTHING_YET).rstrip("\n"))


def in_work_tree(file: Path) -> bool:
    """Whether there is a git to commit this file to."""
    try:
        return find_repository(file.resolve().parent).has_work_tree
    except (NotARepository, GitMissing):
        return False


def is_committed(files: Sequence[Path]) -> bool:
    """Whether git has these files just as they lie here; no where there is no git to ask."""
    real = [file.resolve() for file in files if file.exists()]
    try:
        top = find_repository(real[0].parent).git.folder
        names = [str(file) for file in real]
        said = _git(top, "status", "--porcelain", "--ignored", "--untracked-files=all", "--", *names)
    except (NotARepository, GitMissing, GitFailed):
        return False
    return said == ""


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


def _git(folder: str, *arguments: str, given: str = "", remedy: str = _AGAIN) -> str:
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
        raise GitFailed(f"git {arguments[0]} in {folder}", _reason(done.stderr, done.returncode), remedy)
    return done.stdout.decode("utf-8", "replace")


def _reason(stderr: bytes, code: int) -> str:
    """What git says is wrong; its advice on what to do, which may follow, says less. A hook's last word counts."""
    said = [line.strip() for line in stderr.decode("utf-8", "replace").splitlines() if line.strip()]
    faults = [line for line in said if line.startswith(("fatal: ", "error: "))]
    reason = (faults[:1] or said[-1:] or [f"exit code {code}"])[0]
    return reason.removeprefix("fatal: ").removeprefix("error: ").rstrip(".")
