"""A log that was read once, asked many times: ranges of it, and the history of single files.

Reading the whole log costs about as much as asking git for the history of eight files, and a scan
asks for ranges from each commit that gold was anchored at. All of these are cut from one log here.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from goldkeeper.model.changes import CommitNote
from goldkeeper.model.chunks import BlobId, CommitId
from goldkeeper.stores.git_log import LoggedChange, LoggedCommit

_NOT_HERE = -1


@dataclass(frozen=True)
class KeptLog:
    """The commits after `base` (None: all) up to `head`, children before parents.

    Attributes:
        complete: git read it to its end.
    """

    base: CommitId | None
    head: CommitId
    commits: tuple[LoggedCommit, ...]
    complete: bool = True

    @cached_property
    def _places(self) -> dict[CommitId, int]:
        return {logged.note.commit: place for place, logged in enumerate(self.commits)}

    @cached_property
    def _parents(self) -> list[list[int]]:
        """Places of each commit's parents; those before the log begins are left out but for the first."""
        found = []
        for logged in self.commits:
            places = [self._places.get(parent, _NOT_HERE) for parent in logged.parents]
            found.append(places[:1] + [place for place in places[1:] if place != _NOT_HERE])
        return found

    @cached_property
    def _touched(self) -> dict[str, dict[int, LoggedChange]]:
        """Path → place of each commit that changed it → the change."""
        found: dict[str, dict[int, LoggedChange]] = {}
        for place, logged in enumerate(self.commits):
            for change in logged.changes:
                found.setdefault(change.path, {})[place] = change
        return found

    def holds_range_from(self, base: CommitId | None) -> bool:
        """Whether the commits after `base` are all here, so that they can be cut out."""
        if base == self.base:
            return True
        return base in self._places and (self.base is None or self._comes_after_begin(base))

    def commits_after(self, base: CommitId | None) -> tuple[LoggedCommit, ...]:
        """The log from `base`, which it has to hold."""
        before = self._before(base)
        return tuple(logged for place, logged in enumerate(self.commits) if not before[place])

    def notes_after(self, base: CommitId | None, paths: Iterable[str]) -> Mapping[str, tuple[CommitNote, ...]]:
        """For each path the commits after `base` that touched it, newest first."""
        before = self._before(base)
        return {path: tuple(self.commits[at].note for at, _ in self._own_changes(path, before)) for path in paths}

    def versions(self, path: str) -> list[tuple[LoggedCommit, BlobId]]:
        """The commits that gave a path new content, with that content, newest first."""
        changes = self._own_changes(path, self._before(None))
        return [(self.commits[at], change.head_blob) for at, change in changes if change.head_blob is not None]

    def _own_changes(self, path: str, before: bytearray) -> list[tuple[int, LoggedChange]]:
        """Without merges that only brought in what another of these commits had made."""
        changes = [(at, change) for at, change in self._touched.get(path, {}).items() if not before[at]]
        made = {change.head_blob for at, change in changes if not self._is_merge(at)}
        return [(at, change) for at, change in changes if not self._is_merge(at) or change.head_blob not in made]

    def _is_merge(self, place: int) -> bool:
        return len(self.commits[place].parents) > 1

    def _before(self, base: CommitId | None) -> bytearray:
        """Marks `base` and what came before it."""
        marked = bytearray(len(self.commits))
        if base is None or base == self.base:
            return marked
        marked[self._places[base]] = 1
        for place in range(self._places[base], len(self.commits)):
            if marked[place]:
                for parent in self._parents[place]:
                    if parent != _NOT_HERE:
                        marked[parent] = 1
        return marked

    def _comes_after_begin(self, commit: CommitId) -> bool:
        """Whether the log's base is among the ancestors; else a range from there reaches outside."""
        marked = self._before(commit)
        return any(marked[place] and self.base in logged.parents for place, logged in enumerate(self.commits))
