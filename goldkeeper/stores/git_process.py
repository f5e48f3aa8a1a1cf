"""Calling git so that its answer depends on the repository and on nothing else.

A user's configuration can turn colours on, make paths relative, hide root commits, run a file
system monitor or ask for a password; a hook hands `GIT_DIR` and `GIT_INDEX_FILE` down to what it
starts; a partial clone fetches what is asked for over the network. Everything here goes through
`Git`, which shuts all that off. Replace refs and grafts are off as well: anchors name commits and
blobs for everybody who has the repository, and those rewrites exist in one clone only.

Paths are bytes to git. They are text here, UTF-8 with `surrogateescape`, so that each one comes
back as the bytes that it was.
"""

import os
import re
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import NoReturn

from goldkeeper.model.errors import (
    DamagedRepository,
    FileMissing,
    GitFailed,
    GitMissing,
    NotARepository,
    UntrustedRepository,
)

# What a person sets for all their git calls, kept; the rest of GIT_* speaks of one call and is dropped.
_KEPT = (
    "GIT_CONFIG_GLOBAL",
    "GIT_CONFIG_SYSTEM",
    "GIT_CONFIG_NOSYSTEM",
    "GIT_CONFIG_COUNT",
    "GIT_CONFIG_KEY_",
    "GIT_CONFIG_VALUE_",
    "GIT_EXEC_PATH",
    "GIT_CEILING_DIRECTORIES",
    "GIT_DISCOVERY_ACROSS_FILESYSTEM",
)

_FIXED = {
    "LC_ALL": "C",  # messages are recognised by their English words
    "LANGUAGE": "",
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_ASKPASS": "true",
    "GIT_OPTIONAL_LOCKS": "0",  # reading must not write the index of a repository that is in use
    "GIT_NO_REPLACE_OBJECTS": "1",
    "GIT_GRAFT_FILE": os.devnull + "/none",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_ALLOW_PROTOCOL": "none",  # for a git that does not know the line above
}

_SETTINGS = (
    "core.quotePath=false",
    "core.fsmonitor=false",
    "core.hooksPath=" + os.devnull,
    "core.commitGraph=true",
    "color.ui=false",
    "i18n.logOutputEncoding=UTF-8",
    "log.showRoot=true",
    "log.showSignature=false",
    "log.mailmap=false",
    "log.follow=false",
    "submodule.recurse=false",
    "status.showUntrackedFiles=all",
)

_OPTIONS = ("--no-pager", "--literal-pathspecs", *(part for setting in _SETTINGS for part in ("-c", setting)))


def git_environment(surrounding: Mapping[str, str]) -> dict[str, str]:
    """The environment of every git call, made from the surrounding one."""
    kept = {name: value for name, value in surrounding.items() if not name.startswith("GIT_") or name.startswith(_KEPT)}
    return kept | _FIXED


def path_from_git(raw: bytes) -> str:
    r"""A path as git spells it, whatever its bytes.

    >>> path_from_git(b"caf\xe9.py").encode("utf-8", "surrogateescape")
    b'caf\xe9.py'
    """
    return raw.decode("utf-8", "surrogateescape")


def path_to_git(path: str) -> bytes:
    """The bytes of a path; the inverse of `path_from_git`."""
    return path.encode("utf-8", "surrogateescape")


@dataclass(frozen=True, slots=True)
class GitAnswer:
    """How a call ended, and what it said; `error` is for people."""

    code: int
    output: bytes
    error: str


@dataclass(frozen=True, slots=True)
class Git:
    """Git, called on one repository.

    Attributes:
        name: the repository as people know it.
        folder: where git runs: the top of the work tree, or the git directory.
        bare: the folder is a git directory, named as such (`safe.bareRepository` has no say).
        environment: additions to every call.
    """

    name: str
    folder: str
    bare: bool = False
    environment: Mapping[str, str] = field(default_factory=dict)

    def _command(self, arguments: tuple[str | bytes, ...]) -> list[str | bytes]:
        where = ["--git-dir=."] if self.bare else []
        return ["git", *_OPTIONS, *where, *arguments]

    def start(self, *arguments: str | bytes, stderr: int = subprocess.DEVNULL) -> subprocess.Popen[bytes]:
        """A running git with open pipes; the caller ends it.

        Raises:
            GitMissing: there is no git to run.
        """
        try:
            return subprocess.Popen(
                self._command(arguments),
                cwd=self.folder,
                env=git_environment(os.environ) | dict(self.environment),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=stderr,
            )
        except (FileNotFoundError, PermissionError, NotADirectoryError) as problem:
            if not Path(self.folder).is_dir():
                raise FileMissing("folder", self.name, "it was there a moment ago; name it again") from None
            raise GitMissing(problem.strerror or "can't be run") from None

    def ask(self, *arguments: str | bytes, stdin: bytes = b"") -> GitAnswer:
        """One call, waited for; a refusal is an answer too."""
        with self.start(*arguments, stderr=subprocess.PIPE) as process:
            output, error = process.communicate(stdin)
        return GitAnswer(process.returncode, output, error.decode("utf-8", "replace").strip())

    def read(self, *arguments: str | bytes, stdin: bytes = b"") -> bytes:
        """The output of one call that has to work.

        Raises:
            GitFailed, DamagedRepository, NotARepository, UntrustedRepository: what git says against it.
        """
        answer = self.ask(*arguments, stdin=stdin)
        if answer.code != 0:
            self.refuse(arguments, answer)
        return answer.output

    def read_all(self, *questions: tuple[str, ...]) -> list[bytes]:
        """The outputs of several calls that run at the same time and have to work; raises as `read` does."""
        running = [self.start(*question, stderr=subprocess.PIPE) for question in questions]
        answers = []
        for process in running:
            with process:
                output, error = process.communicate(b"")
            answers.append(GitAnswer(process.returncode, output, error.decode("utf-8", "replace").strip()))
        for question, answer in zip(questions, answers, strict=True):
            if answer.code != 0:
                self.refuse(question, answer)
        return [answer.output for answer in answers]

    def refuse(self, arguments: tuple[str | bytes, ...], answer: GitAnswer) -> NoReturn:
        """Raise what a refusal of git means to a person."""
        said = answer.error
        words = [word.decode("utf-8", "replace") if isinstance(word, bytes) else word for word in arguments]
        if "dubious ownership" in said:
            raise UntrustedRepository(self.folder)
        if "not a git repository" in said:
            found = Path(self.folder) / ".git"
            if found.is_file():
                raise DamagedRepository(self.name, f".git points to a git directory that is gone ({_last_line(said)})")
            if found.is_dir():
                raise DamagedRepository(self.name, "git does not take its .git folder for a repository")
            raise NotARepository(self.name)
        if too_new := _TOO_NEW.search(said):
            needs = ", ".join(too_new["names"].split()) if too_new["names"] else f"format {too_new['format']}"
            what = f"this git is older than the repository, which needs {needs}"
            raise GitFailed(f"git {words[0]} in {self.name}", what, "install a newer one (reftable needs git 2.45)")
        if any(mark in said for mark in _DAMAGE):
            raise DamagedRepository(self.name, _last_line(said))
        raise GitFailed(f"git {words[0]} in {self.name}", _last_line(said) or f"exit code {answer.code}")


_DAMAGE = (
    "unable to read",
    "could not fetch",
    "Could not read",
    "is corrupt",
    "not a tree object",
    "bad tree",
    "index file",
)


_TOO_NEW = re.compile(
    r"unknown repository extensions? found:(?P<names>[\s\w-]*)|expected git repo version <= \d+, found (?P<format>\d+)",
    re.IGNORECASE,
)


def _last_line(said: str) -> str:
    """The sentence that counts: git's last, without its `fatal:`."""
    lines = [line for line in said.splitlines() if not line.startswith("hint:")]
    return lines[-1].removeprefix("fatal: ").removeprefix("error: ") if lines else ""


@dataclass(frozen=True, slots=True)
class FoundRepository:
    """A repository, and how it was named.

    Attributes:
        folder: `path/` of the named folder below the top of the work tree, empty at the top.
        object_format: `sha1` or `sha256`.
    """

    git: Git
    folder: str
    object_format: str
    shallow: bool
    has_work_tree: bool


def find_repository(path: str | os.PathLike[str]) -> FoundRepository:
    """The repository that holds a folder: work tree, sub-folder, linked worktree, submodule, git directory.

    Raises:
        FileMissing: no such folder.
        NotARepository, UntrustedRepository, DamagedRepository, GitFailed: git does not open it.
        GitMissing: no git, or one older than 2.31.
    """
    named = os.fspath(path)
    if not Path(named).is_dir():
        raise FileMissing("folder", named, "name the work tree or git directory of a repository")
    bare = _is_git_directory(Path(named))
    git = Git(name=named, folder=named, bare=bare)
    in_work_tree = () if bare else ("--is-inside-work-tree", "--show-toplevel")
    question = ("rev-parse", "--path-format=absolute", "--show-object-format", "--is-shallow-repository", *in_work_tree)
    answer = git.ask(*question)
    facts = answer.output.decode("utf-8", "surrogateescape").split("\n", 3)
    inside_git_directory = not bare and facts[2:3] == ["false"]  # then there is no top level, and git says so
    if answer.code != 0 and not inside_git_directory:
        git.refuse(question, answer)
    if facts[0].startswith("--"):
        raise GitMissing("too old")
    top = named if bare or inside_git_directory else facts[3].removesuffix("\n")
    below = os.path.relpath(os.path.realpath(named), os.path.realpath(top)).replace(os.sep, "/")
    is_bare = bare or inside_git_directory
    if below != "." and not is_bare and not any(Path(named).iterdir()) and _is_link_to_submodule(git):
        raise FileMissing("checkout of the submodule", named, "run git submodule update --init")
    return FoundRepository(
        Git(name=named, folder=top, bare=bare),
        folder="" if is_bare or below == "." else below + "/",
        object_format=facts[0],
        shallow=facts[1] == "true",
        has_work_tree=not is_bare,
    )


def _is_git_directory(path: Path) -> bool:
    return (path / "HEAD").is_file() and (path / "objects").is_dir() and (path / "refs").is_dir()


def _is_link_to_submodule(git: Git) -> bool:
    """Whether an empty folder is the place of a submodule that was not checked out."""
    return git.ask("ls-files", "--stage", "--", ".").output.startswith(b"160000 ")
