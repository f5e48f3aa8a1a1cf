"""Committing the mended gold file: the one place where goldkeeper writes to a repository."""

from collections.abc import Sequence
from pathlib import Path

from goldkeeper.model.chunks import CommitId
from goldkeeper.model.errors import GitMissing, NotARepository
from goldkeeper.stores.git_process import Git, find_repository


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


def commit_files(files: Sequence[Path], message: str) -> CommitId:
    """Commit these files and nothing else, whatever is staged beside them.

    Hooks and signing are the user's own and run as they are configured.

    Raises:
        NotARepository: the files lie in none.
        GitFailed: git refuses, for want of an identity or because a hook says no.
    """
    git = find_repository(files[0].parent).git
    names = [str(file.resolve()) for file in files if file.exists()]
    git.read("add", "--", *names)
    git.read("commit", "--quiet", "--file=-", "--only", "--", *names, stdin=message.encode())
    return CommitId(git.read("rev-parse", "HEAD").decode("ascii").strip())
