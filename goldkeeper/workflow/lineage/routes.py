"""The commits between two states, in the order walked."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from goldkeeper.model.changes import FileChange
from goldkeeper.model.chunks import BlobId
from goldkeeper.ports import HistoryIndex


@dataclass(frozen=True, slots=True)
class Passing:
    """A commit of a route that changed a path.

    Attributes:
        at: place on the route; grows on the way.
        before, after: the path's content on either side, in the direction walked.
    """

    at: int
    before: BlobId | None
    after: BlobId | None


class Route:
    """A line of commits, each next to the one before.

    Attributes:
        start: the commit that it leaves from.
        forward: from the older state to the newer one.
        length: how many commits it has.
    """

    def __init__(self, index: HistoryIndex, base: int, line: Sequence[int], *, forward: bool) -> None:
        self._index = index
        self.start = base if forward or not line else line[-1]
        self.forward = forward
        self.length = len(line)
        self._parents = dict(zip(line, (base, *line), strict=False))
        self._passings: dict[str, list[Passing]] = {}

    @classmethod
    def between(cls, index: HistoryIndex, start: int, goal: int) -> "Route | None":
        """The way from one commit to another, where one descends from the other; else None."""
        line = index.line(start, goal)
        if line is not None:
            return cls(index, start, line, forward=True)
        line = index.line(goal, start)
        return cls(index, goal, line, forward=False) if line is not None else None

    @property
    def is_cut_off(self) -> bool:
        """Whether the clone lacks history on the way, so that what a commit changed is not known."""
        return any(self._index.is_cut_off(number) for number in self._parents)

    def passings(self, path: str) -> Sequence[Passing]:
        """The commits of the route that changed a path, in the order walked."""
        known = self._passings.get(path)
        if known is None:
            known = self._passings[path] = self._find(path)
        return known

    def number(self, at: int) -> int:
        """The number of the commit at a place of the route."""
        return at if self.forward else -at

    def crossing(self, at: int) -> tuple[int, int, bool]:
        """What a commit of the route is the difference of: its number, that of the parent, and the direction."""
        number = self.number(at)
        return number, self._parents[number], self.forward

    def changes(self, at: int) -> Sequence[FileChange]:
        """What a commit of the route changed, in the direction walked."""
        number = self.number(at)
        parent = self._parents[number]
        found = self._crossings[number].values() if number in self._crossings else self._index.changes(number, parent)
        if self.forward:
            return list(found)
        return [FileChange(file.path, file.head_blob, file.base_blob) for file in found]

    @cached_property
    def _crossings(self) -> Mapping[int, Mapping[str, FileChange]]:
        """Merges that the line enters by another than their first parent: the index does not hold what they changed."""
        return {
            number: {file.path: file for file in self._index.changes(number, parent)}
            for number, parent in self._parents.items()
            if tuple(self._index.parents(number)[:1]) != (parent,)
        }

    def _find(self, path: str) -> list[Passing]:
        found = [
            (touch.number, touch.base_blob, touch.head_blob)
            for touch in self._index.touches(path)
            if touch.number in self._parents and touch.number not in self._crossings
        ]
        for number, files in self._crossings.items():
            file = files.get(path)
            if file is not None:
                found.append((number, file.base_blob, file.head_blob))
        if self.forward:
            return sorted((Passing(number, base, head) for number, base, head in found), key=lambda p: p.at)
        return sorted((Passing(-number, head, base) for number, base, head in found), key=lambda p: p.at)
