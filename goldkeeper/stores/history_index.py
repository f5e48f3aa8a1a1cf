"""`ports.HistoryIndex` of a git repository: its log, read once and kept in a file.

Numbers are given in the order in which commits are read, and what is read has its whole past with it
or known before. So parents come first for ever, also when an old branch is asked for later.

What a file says is taken as it is only while it can be: after an error, or when another process has
made it anew, the same commits are read from git again, under the numbers that were given out.
"""

import sqlite3
import threading
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TypeVar

from goldkeeper.model.changes import FileChange
from goldkeeper.model.chunks import BlobId, CommitId
from goldkeeper.model.errors import UnknownRevision
from goldkeeper.ports import Touch
from goldkeeper.stores.git_history import GitHistory
from goldkeeper.stores.git_process import path_from_git, path_to_git
from goldkeeper.stores.history_index_file import IndexFile, is_broken
from goldkeeper.stores.history_index_graph import NO_PARENT, CommitGraph, CommitRow, NumbersDifferError
from goldkeeper.stores.history_index_log import RawCommit, read_commits

T = TypeVar("T")

COMMITS_AT_ONCE = 100_000  # kept together; reading a longer history may be interrupted, and goes on from there
KEPT_LINES = 16  # between two commits, some MB each; a scan asks from each commit that gold was anchored at
KEPT_CHANGES = 256  # of commits; most change few files, a few change thousands
_OPENINGS = 3  # a broken file is taken away, another process may make it anew: then it is opened again


@dataclass(frozen=True, slots=True)
class _PathStory:
    """All touches of one path, ready for questions; `marked` is for `CommitGraph.last_on_first_parents`."""

    touches: tuple[Touch, ...]
    marked: list[tuple[int, int]]
    by_number: dict[int, Touch]


class GitHistoryIndex:
    """Which commit changed which paths; threads may share it.

    A border commit of a shallow clone has no parents here, and has added all its files.
    """

    def __init__(self, history: GitHistory, place: Path | None) -> None:
        """Open or make the index.

        Args:
            history: the repository.
            place: the file; None keeps all in memory.
        """
        self._history = history
        self._lock = threading.RLock()
        self._file, self._graph = self._opened(place)
        self._untold: set[int] = set()  # what these changed could not be read
        self._numbers: dict[CommitId, int] = {}
        self._stories: dict[str, _PathStory] = {}
        self._line = lru_cache(KEPT_LINES)(self._graph.line)
        self._kept_changes = lru_cache(KEPT_CHANGES)(self._changes)

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def number(self, commit: CommitId) -> int | None:
        """The commit's number; what the index lacks is read now. None when the clone has no such commit.

        Raises:
            DamagedRepository, GitFailed: the history can't be read.
        """
        with self._lock:
            found = self._numbers.get(commit)
            if found is None and self._history.has(commit):
                found = self._numbers[commit] = self._found(bytes.fromhex(commit))
            return found

    def commit(self, number: int) -> CommitId:
        """The other way."""
        return CommitId(self._graph.row(number).name.hex())

    def parents(self, number: int) -> Sequence[int]:
        """Numbers of the parents that the clone has, first parent first."""
        return self._graph.parents(number)

    def is_cut_off(self, number: int) -> bool:
        """Whether the clone lacks a parent of the commit, or its trees: what it changed is not known."""
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
            return self._story(path).touches

    def last_touch(self, number: int, path: str) -> Touch | None:
        """The newest commit at or before one, down its first parents, that changed a path."""
        with self._lock:
            story = self._story(path)
            last = self._graph.last_on_first_parents(number, story.marked)
            return story.by_number[last] if last is not None else None

    def changes(self, number: int, parent: int | None = None) -> Sequence[FileChange]:
        """What a commit changed against a parent (None: the first; a root against nothing), by path.

        Only paths inside the rules of the history are named.
        """
        is_first = parent is None or parent == self._graph.first_parent(number)
        return self._kept_changes(number, None if is_first else parent)

    def blob_at(self, number: int, path: str) -> BlobId | None:
        """The content of a path at a commit; None where there is no regular file."""
        if self._untold:
            entry = self._history.tree(self.commit(number)).files().get(path)
            return entry.blob if entry is not None else None
        touch = self.last_touch(number, path)  # a merge is held against its first parent: down that line this tells
        return touch.head_blob if touch is not None else None

    def _story(self, path: str) -> _PathStory:
        found = self._stories.get(path)
        if found is None:
            raw = path_to_git(path)
            rows = self._asked(lambda file: file.touches(raw, len(self._graph)))
            touches = tuple(Touch(number, _blob(base), _blob(head)) for number, base, head in rows)
            by_number = {touch.number: touch for touch in touches}
            found = self._stories[path] = _PathStory(touches, self._graph.on_chains(tuple(by_number)), by_number)
        return found

    def _changes(self, number: int, parent: int | None) -> tuple[FileChange, ...]:
        if parent is not None:
            return self._history.changed_files(self.commit(parent), self.commit(number))
        with self._lock:
            rows = self._asked(lambda file: file.changes(number))
        changes = (FileChange(path_from_git(path), _blob(base), _blob(head)) for path, base, head in rows)
        admits = self._history.rules.admits
        return tuple(change for change in changes if admits(change.path))

    def _found(self, name: bytes) -> int:
        """The number of a commit that the clone has; what is not known of it and its past is read."""
        while True:
            found = self._asked(lambda file: file.number(name))
            if found is not None and found < len(self._graph):
                return found
            before = len(self._graph)
            self._asked(lambda file: self._read_on(file, name, self._known()))
            if len(self._graph) == before:  # it lies behind what was the border when a shallow clone was read
                self._asked(lambda file: self._read_on(file, name, ()))
            if len(self._graph) == before:  # it vanished in this moment
                raise UnknownRevision(name.hex(), self._history.git.name)

    def _read_on(self, file: IndexFile, name: bytes, known: Sequence[CommitId]) -> None:
        """Take in what another process has added, and else read from git, all or many commits at once."""
        rows: list[CommitRow] = []
        untold: set[int] = set()
        with file.adding() as writer:
            self._stories.clear()
            self._graph.load(file.commits(len(self._graph)))
            if file.number(name) is None:
                begin = len(self._graph)
                ends = self._shallow_ends()
                new: dict[bytes, int] = {}
                with closing(read_commits(self._history.git, [name.hex()], known)) as commits:
                    for commit in commits:
                        if begin and file.number(commit.name) is not None:  # a border moved, or a branch was rewritten
                            continue
                        number = new[commit.name] = begin + len(rows)
                        parents = [new[each] if each in new else file.number(each) for each in commit.parents]
                        rows.append(_row(commit, parents, is_end=commit.name in ends))
                        writer.add(number, rows[-1], commit.changes)
                        if not commit.is_told:
                            untold.add(number)
                        if len(rows) >= COMMITS_AT_ONCE:
                            break
        for row in rows:
            self._graph.add(row)
        self._untold |= untold

    def _known(self) -> list[CommitId]:
        """Commits that are still there and have all others that are known in their past."""
        found = []
        waiting = self._graph.heads()
        seen = set(waiting)
        while waiting:
            number = waiting.pop()
            if self._history.has(self.commit(number)):
                found.append(self.commit(number))
                continue
            parents = set(self._graph.parents(number)) - seen  # the commit itself vanished with a rewritten branch
            seen |= parents
            waiting.extend(sorted(parents))
        return found

    def _opened(self, place: Path | None) -> tuple[IndexFile, CommitGraph]:
        """What a file has kept, if it is of this clone; else it is made anew."""
        for _ in range(_OPENINGS):
            file = IndexFile.open(place)
            graph = CommitGraph()
            try:
                if not self._has_loaded(graph, file):
                    graph = CommitGraph()
                    file.start_anew()
            except NumbersDifferError:  # another process has made it anew in this moment
                file.close()
            except sqlite3.Error as problem:
                file.give_up(problem)
                if not is_broken(problem):
                    break
            else:
                return file, graph
        return IndexFile.open(None), CommitGraph()

    def _has_loaded(self, graph: CommitGraph, file: IndexFile) -> bool:
        """Whether the rows are of this clone, and end where its history ends: it may have been deepened since."""
        try:
            graph.load(file.commits(0))
        except NumbersDifferError:
            return False
        if len(graph) and not self._history.has(CommitId(graph.row(0).name.hex())):
            return False  # another repository, or its whole history rewritten
        ends, kept = self._shallow_ends(), graph.cut_off_names()
        return kept <= ends and all(file.number(name) is None for name in ends - kept)

    def _shallow_ends(self) -> set[bytes]:
        return {bytes.fromhex(name) for name in self._history.shallow_commits()}

    def _asked(self, question: Callable[[IndexFile], T]) -> T:
        """The file's answer; once it can't be had, the index goes on in memory."""
        try:
            return question(self._file)
        except (sqlite3.Error, NumbersDifferError) as problem:
            if self._file.is_in_memory:
                raise
            self._go_on_in_memory(problem)
        return question(self._file)

    def _go_on_in_memory(self, problem: sqlite3.Error | NumbersDifferError) -> None:
        """The same index without the file, under the same numbers: copied, or read from git again."""
        memory = self._file.copied_to_memory(problem)
        if memory is None:
            memory = IndexFile.open(None)
            self._read_again(memory)
        self._file.give_up(problem)
        self._file = memory

    def _read_again(self, file: IndexFile) -> None:
        changes_of = {name: number for number, name in enumerate(self._graph.names())}
        with file.adding() as writer, closing(read_commits(self._history.git, self._known(), ())) as commits:
            for commit in commits:
                number = changes_of.pop(commit.name, None)
                if number is not None:
                    writer.add(number, self._graph.row(number), commit.changes)
            for number in changes_of.values():  # of commits that vanished nobody asks
                writer.add(number, self._graph.row(number), ())


def _row(commit: RawCommit, parents: list[int | None], *, is_end: bool) -> CommitRow:
    there = [NO_PARENT if parent is None else parent for parent in parents]
    is_cut_off = is_end or not commit.is_told or NO_PARENT in there
    others = tuple(parent for parent in there[1:] if parent != NO_PARENT)
    return CommitRow(commit.name, commit.date, there[0] if there else NO_PARENT, others, is_cut_off)


def _blob(name: bytes) -> BlobId | None:
    return BlobId(name.hex()) if name else None
