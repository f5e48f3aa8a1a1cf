"""`ports.HistoryIndex` of a git repository: its log, read once and kept in a file.

Numbers are given in the order in which commits are read, and what is read always has its whole past
with it or known before. So parents come first for ever, also when an old branch is asked for later.
"""

import sqlite3
import threading
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from goldkeeper.model.changes import FileChange
from goldkeeper.model.chunks import BlobId, CommitId
from goldkeeper.ports import Touch
from goldkeeper.stores.git_history import GitHistory
from goldkeeper.stores.git_process import path_from_git, path_to_git
from goldkeeper.stores.history_index_file import IndexFile
from goldkeeper.stores.history_index_graph import NO_PARENT, CommitGraph, CommitRow
from goldkeeper.stores.history_index_log import read_commits

COMMITS_AT_ONCE = 100_000  # kept together; a longer history survives being interrupted in pieces
KEPT_LINES = 64  # between two commits; a scan asks from each commit that gold was anchored at
KEPT_CHANGES = 256  # of commits; most change few files, a few change thousands


class GitHistoryIndex:
    """Which commit changed which paths; threads may share it."""

    def __init__(self, history: GitHistory, place: Path | None) -> None:
        """Open or make the index.

        Args:
            history: the repository.
            place: the file; None keeps all in memory.
        """
        self._history = history
        self._lock = threading.RLock()
        self._file = IndexFile(place)
        self._graph = self._loaded()
        self._numbers: dict[CommitId, int] = {}
        self._touches: dict[str, tuple[Touch, ...]] = {}
        self._line = lru_cache(KEPT_LINES)(self._graph.line)
        self._kept_changes = lru_cache(KEPT_CHANGES)(self._changes)

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def number(self, commit: CommitId) -> int | None:
        """The commit's number; what the index lacks is read now. None when the clone has no such commit."""
        with self._lock:
            found = self._numbers.get(commit)
            if found is None and self._history.has(commit):
                name = bytes.fromhex(commit)
                found = self._file.number(name)
                if found is None or found >= len(self._graph):
                    self._extend(name)
                    found = self._file.number(name)
                if found is not None:
                    self._numbers[commit] = found
            return found

    def commit(self, number: int) -> CommitId:
        """The other way."""
        return CommitId(self._graph.name(number).hex())

    def parents(self, number: int) -> Sequence[int]:
        """Numbers of the parents that the clone has, first parent first."""
        return self._graph.parents(number)

    def is_cut_off(self, number: int) -> bool:
        """Whether the clone lacks a parent of the commit: what it changed is not known."""
        return self._graph.is_cut_off(number)

    def line(self, base: int, head: int) -> Sequence[int] | None:
        """The commits after `base` up to `head`, oldest first, each a child of the one before.

        Of several ways the one that keeps to first parents where those descend from `base`. None when `base` is
        no ancestor of `head`.
        """
        return self._line(base, head)

    def merge_base(self, one: int, other: int) -> int | None:
        """The newest commit that both descend from (or are); None for unrelated histories."""
        return self._graph.merge_base(one, other)

    def touches(self, path: str) -> Sequence[Touch]:
        """The commits that changed a path against their first parent, by number."""
        with self._lock:
            found = self._touches.get(path)
            if found is None:
                rows = self._file.touches(path_to_git(path))
                found = tuple(Touch(number, _blob(base), _blob(head)) for number, base, head in rows)
                self._touches[path] = found
            return found

    def changes(self, number: int, parent: int | None = None) -> Sequence[FileChange]:
        """What a commit changed against a parent (None: the first; a root against nothing), by path."""
        first = self._graph.first_parent(number)
        return self._kept_changes(number, None if parent == first else parent)

    def _changes(self, number: int, parent: int | None) -> tuple[FileChange, ...]:
        if parent is not None:
            return self._history.changed_files(self.commit(parent), self.commit(number))
        with self._lock:
            rows = self._file.changes(number)
        changes = (FileChange(path_from_git(path), _blob(base), _blob(head)) for path, base, head in rows)
        admits = self._history.rules.admits
        return tuple(change for change in changes if admits(change.path))

    def blob_at(self, number: int, path: str) -> BlobId | None:
        """The content of a path at a commit; None where there is no regular file."""
        blobs = {touch.number: touch.head_blob for touch in self.touches(path)}
        at = number
        while at not in blobs and at != NO_PARENT:
            at = self._graph.first_parent(at)
        return blobs.get(at)

    def _loaded(self) -> CommitGraph:
        graph = CommitGraph()
        graph.extend(self._file.commits(0))
        if self._is_of_this_clone(graph):
            return graph
        self._file.start_anew()
        return CommitGraph()

    def _is_of_this_clone(self, graph: CommitGraph) -> bool:
        """Whether what is kept ends where the clone's history ends: it may have been deepened since."""
        if len(graph) and len(graph.name(0)) * 2 != self._history.name_digits:
            return False
        ends = {bytes.fromhex(name) for name in self._history.shallow_commits()}
        kept = {graph.name(number) for number in graph.cut_off()}
        return kept <= ends and all(self._file.number(name) is None for name in ends - kept)

    def _extend(self, name: bytes) -> None:
        """Read a commit and what is not known of its past."""
        while (found := self._file.number(name)) is None or found >= len(self._graph):
            try:
                self._read_some(name)
            except sqlite3.Error:
                if self._file.is_in_memory:
                    raise
                self._file.move_to_memory()
        self._touches.clear()
        self._numbers.clear()

    def _read_some(self, name: bytes) -> None:
        git = self._history.git
        with self._file.adding() as writer:
            self._graph.extend(self._file.commits(len(self._graph)))  # what another process has added
            ends = {bytes.fromhex(end) for end in self._history.shallow_commits()}
            known = [self.commit(number) for number in self._graph.heads()]
            new: dict[bytes, int] = {}
            rows = []
            commits = read_commits(git, [name.hex()], known)
            for number, commit in enumerate(commits, len(self._graph)):
                parents = [new[parent] if parent in new else self._file.number(parent) for parent in commit.parents]
                there = tuple(parent for parent in parents if parent is not None)
                is_cut_off = commit.name in ends or len(there) < len(parents) or not commit.is_told
                row = CommitRow(commit.name, commit.date, there, is_cut_off)
                new[commit.name] = number
                rows.append(row)
                writer.add(number, row, commit.changes)
                if len(rows) == COMMITS_AT_ONCE:
                    break
        self._graph.extend(rows)


def _blob(name: bytes) -> BlobId | None:
    return BlobId(name.hex()) if name else None
