"""A git repository as `ports.History`.

Paths are relative to the top of the work tree, whatever folder of it was named: chunk IDs say so,
and a tree has only one spelling of a path. `folder` tells which folder was named.

Renames are never asked from git: they are found by content where chunks are compared, so no limit
of git decides, and a missing blob can't stop a comparison. `file_history(follow=True)` looks for
the one rename it needs itself.
"""

import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from types import TracebackType
from typing import Self

from goldkeeper.model.changes import CommitNote, FileChange
from goldkeeper.model.chunks import BlobId, CommitId, SkipReason
from goldkeeper.model.errors import BadRequest, UnknownRevision
from goldkeeper.stores.clone_notes import clone_notes, shallow_commits
from goldkeeper.stores.git_follow import FilePlace, place_before
from goldkeeper.stores.git_log import (
    PLAIN_DIFF,
    LoggedCommit,
    parse_commit,
    parse_raw_changes,
)
from goldkeeper.stores.git_objects import ObjectReader, is_object_name
from goldkeeper.stores.git_process import FoundRepository, Git, find_repository, path_to_git
from goldkeeper.stores.git_tree import GitTree
from goldkeeper.stores.kept_log import KeptLog
from goldkeeper.stores.log_reader import LogReader
from goldkeeper.stores.path_rules import PathRules
from goldkeeper.stores.work_tree import WorkTree, work_tree_digest

KEPT_TREES = 8  # listings of commits; some 200 bytes a file


@dataclass(frozen=True, slots=True)
class HeadState:
    """What HEAD names; both None in a repository without commits."""

    commit: CommitId | None
    tree: str | None


class GitHistory:
    """One repository over time; ends its git processes when closed or dropped."""

    def __init__(self, found: FoundRepository, rules: PathRules | None = None) -> None:
        self._found = found
        self._git = found.git
        self._rules = rules or PathRules()
        self._objects = ObjectReader(found.git, found.object_format)
        self._logs = LogReader(found.git)
        self._tree = lru_cache(KEPT_TREES)(self._make_tree)

    @classmethod
    def open(cls, path: str | os.PathLike[str], rules: PathRules | None = None) -> Self:
        """The repository of a work tree, a folder below it, a linked worktree, a submodule, or a git directory.

        Raises:
            FileMissing, NotARepository, UntrustedRepository, DamagedRepository, GitFailed, GitMissing:
                see `find_repository`.
        """
        return cls(find_repository(path), rules)

    def close(self) -> None:
        """End the git processes."""
        self._objects.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def top(self) -> str:
        """Where the files lie: the top of the work tree, or the git directory."""
        return self._git.folder

    @property
    def folder(self) -> str:
        """`path/` of the folder that was named, below the top; empty when it is the top."""
        return self._found.folder

    @property
    def git(self) -> Git:
        """Calls git on this repository."""
        return self._git

    @property
    def rules(self) -> PathRules:
        """Which files are read."""
        return self._rules

    @property
    def git_directory(self) -> str:
        """The git directory that all work trees of the repository share, as an absolute path."""
        answer = self._git.read("rev-parse", "--path-format=absolute", "--git-common-dir")
        return answer.removesuffix(b"\n").decode("utf-8", "surrogateescape")

    @property
    def has_work_tree(self) -> bool:
        """Whether there are files on disk."""
        return self._found.has_work_tree

    def resolve(self, rev: str) -> CommitId:
        """The commit that a revision names, tags peeled.

        Raises:
            UnknownRevision: it names none.
        """
        if not rev or rev.startswith("-") or "\0" in rev:
            raise UnknownRevision(rev, self._git.name)
        # `:/fix` takes all that follows for the text to look for, and finds commits only.
        wanted = rev if rev.startswith(":/") else f"{rev}^{{commit}}"
        answer = self._git.ask("rev-parse", "--verify", "--quiet", "--end-of-options", path_to_git(wanted))
        name = answer.output.decode("ascii", "replace").strip()
        if answer.code != 0 or not is_object_name(name):
            raise UnknownRevision(rev, self._git.name)
        return CommitId(name)

    def has(self, commit: CommitId) -> bool:
        """Whether the commit is in this clone; abbreviations and other names are not."""
        return is_object_name(commit) and self._objects.kind(commit) == "commit"

    def head_state(self) -> HeadState:
        """Commit and tree of HEAD, in one short git call."""
        answer = self._git.ask("rev-parse", "HEAD^{commit}", "HEAD^{tree}")
        if answer.code != 0:
            return HeadState(None, None)
        commit, tree = answer.output.decode("ascii").split()
        return HeadState(CommitId(commit), tree)

    def tree(self, commit: CommitId) -> GitTree:
        """The state at a commit; `files()` raises UnknownRevision when it is not in the clone."""
        return self._tree(commit)

    def work_tree(self) -> WorkTree:
        """The files as they lie on disk; each call looks anew.

        Raises:
            BadRequest: a bare repository has none.
        """
        if not self._found.has_work_tree:
            raise BadRequest(self._git.name, "a bare repository has no files on disk", "name a revision, such as HEAD")
        return WorkTree(self._git, self._objects, self._rules, object_format=self._found.object_format)

    def read_blobs(self, blobs: Iterable[BlobId]) -> Iterator[tuple[BlobId, bytes | SkipReason]]:
        """Contents by name in the order asked, of any size."""
        return self._objects.blobs(blobs)

    def changed_files(self, base: CommitId, head: CommitId) -> tuple[FileChange, ...]:
        """Every path whose blob differs, inside the globs, in order of the paths' bytes.

        Raises:
            UnknownRevision: one of them is not in this clone.
        """
        answer = self._git.ask("diff-tree", "-r", *PLAIN_DIFF, base, head, "--")
        if answer.code == 0:
            changes = parse_raw_changes(answer.output.split(b"\0"))
            found = [FileChange(change.path, change.base_blob, change.head_blob) for change in changes]
        else:  # a tree is missing: what can be listed is compared
            found = _compare(self.tree(base), self.tree(head))
        return tuple(change for change in found if self._rules.admits(change.path))

    def commits_between(
        self, base: CommitId, head: CommitId, paths: Iterable[str]
    ) -> Mapping[str, tuple[CommitNote, ...]]:
        """For each path the commits after `base` up to `head` that touched it, newest first.

        A merge that only brought in what another of these commits had made is not named. One log answers
        for all paths, and is kept for the next question.

        Raises:
            UnknownRevision: one of them is not in this clone.
        """
        return self._range(base, head).notes_after(base, paths)

    def log(self, base: CommitId | None, head: CommitId) -> tuple[LoggedCommit, ...]:
        """Every commit after `base` (None: all) up to `head` with its changes, children before parents.

        Raises:
            UnknownRevision: one of them is not in this clone.
        """
        return self._range(base, head).commits_after(base)

    def file_history(self, path: str, head: CommitId, *, follow: bool = False) -> Iterator[tuple[CommitId, BlobId]]:
        """The commits up to `head` that gave the path new content, newest first, with that content.

        Side branches count too, also those whose content did not survive.

        Args:
            path: as git spells it.
            head: where to begin.
            follow: only the one line of descent of what `head` has: at a merge the parent with the same content,
                else the first; and where the file begins, on with the file that it was renamed from, if any.

        Raises:
            UnknownRevision: `head` is not in this clone.
        """
        self._known(head)
        if not follow:
            for logged, blob in self._logs.versions(path, head):
                yield logged.note.commit, blob
            return
        place: FilePlace | None = FilePlace(path, head)
        while place is not None:
            came_from: FilePlace | None = None
            for logged, change in self._logs.descent(place.path, place.commit):
                if change.head_blob is not None:
                    yield logged.note.commit, change.head_blob
                if change.base_blob is None:  # it began here, though an older file may have had the name
                    began = FilePlace(place.path, logged.note.commit)
                    came_from = place_before(self._git, self._objects, began)
                    if came_from is not None:
                        break
            place = came_from

    def commit_at(self, moment: datetime, head: CommitId) -> CommitId | None:
        """The newest commit on the first-parent line of `head` that was committed by then; None before the first.

        Args:
            moment: with a zone.
            head: the end of the line.

        Raises:
            ValueError: the moment has no zone, so it could mean several.
            UnknownRevision: `head` is not in this clone.
        """
        if moment.tzinfo is None:
            raise ValueError("the moment has no time zone")
        seconds = int(moment.timestamp())
        if seconds < 0:  # git knows no such dates
            return None
        self._known(head)
        output = self._git.read("rev-list", "--first-parent", "--max-count=1", f"--min-age={seconds}", head, "--")
        return CommitId(output.decode("ascii").strip()) if output else None

    def count_between(self, base: CommitId, head: CommitId) -> int:
        """How many commits `head` has that `base` has not.

        Raises:
            UnknownRevision: one of them is not in this clone.
        """
        self._known(base)
        self._known(head)
        return int(self._git.read("rev-list", "--count", f"{base}..{head}", "--"))

    def behind_since(self, base: CommitId, head: CommitId) -> datetime | None:
        """When the first of the commits was made that `head` has and `base` has not; None where there are none.

        Raises:
            UnknownRevision: one of them is not in this clone.
        """
        self._known(base)
        self._known(head)
        dates = self._git.read("log", "--format=%ct", f"{base}..{head}", "--").split()
        return datetime.fromtimestamp(min(map(int, dates)), UTC) if dates else None

    def commit_note(self, commit: CommitId) -> CommitNote:
        """Author, date and subject of one commit.

        Raises:
            UnknownRevision: it is not in this clone.
        """
        content = self._objects.content(commit, "commit") if is_object_name(commit) else SkipReason.OBJECT_MISSING
        if isinstance(content, SkipReason):
            raise UnknownRevision(commit, self._git.name)
        return parse_commit(commit, content)

    def notes(self) -> tuple[str, ...]:
        """What people should know of this clone: shallow, partial, objects that were missing or damaged so far."""
        return clone_notes(self._git, self._objects, shallow=self._found.shallow) + self._logs.notes()

    def shallow_commits(self) -> tuple[str, ...]:
        """Where the history of a shallow clone ends: names of commits whose parents it lacks; as of now."""
        return shallow_commits(self._git)

    def work_state(self) -> str:
        """A digest that changes when HEAD, the index, or a file on disk that git does not ignore changes.

        Raises:
            BadRequest: a bare repository has no files.
        """
        self.work_tree()
        return work_tree_digest(self._git)

    def _make_tree(self, commit: CommitId) -> GitTree:
        return GitTree(self._git, self._objects, commit, self._rules)

    def _known(self, commit: CommitId) -> None:
        if not self.has(commit):
            raise UnknownRevision(commit, self._git.name)

    def _range(self, base: CommitId | None, head: CommitId) -> KeptLog:
        self._known(head)
        if base is not None:
            self._known(base)
        return self._logs.range(base, head)


def _compare(base: GitTree, head: GitTree) -> list[FileChange]:
    """What differs between two listings, as far as both could be listed."""
    base_files, head_files = base.files(), head.files()
    lost = tuple(path for path in (*base.skipped(), *head.skipped()) if path.endswith("/"))
    found = []
    for path in sorted(base_files.keys() | head_files.keys(), key=path_to_git):
        old, new = base_files.get(path), head_files.get(path)
        unknown = "/" in lost or path.startswith(lost)  # a folder that one side lost would look deleted
        if (old and old.blob) != (new and new.blob) and not unknown:
            found.append(FileChange(path, old.blob if old else None, new.blob if new else None))
    return found
