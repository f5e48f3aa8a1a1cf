"""Commits as numbers: who descends from whom, on compact arrays.

A commit's number is larger than those of its parents, so every question is one pass up or down.
"""

from array import array
from collections.abc import Iterable
from dataclasses import dataclass

NO_PARENT = -1
_OF_ONE, _OF_OTHER, _BELOW = 1, 2, 4
_OF_BOTH = _OF_ONE | _OF_OTHER


@dataclass(frozen=True, slots=True)
class CommitRow:
    """A commit whose parents have numbers.

    Attributes:
        name: packed bytes.
        date: when it was committed, in seconds since 1970.
        parents: those that the clone has, first parent first.
        is_cut_off: the clone lacks a parent, or what the commit changed can't be read.
    """

    name: bytes
    date: int
    parents: tuple[int, ...]
    is_cut_off: bool


class CommitGraph:
    """Names, dates and parents by number."""

    def __init__(self) -> None:
        self._names: list[bytes] = []
        self._dates = array("q")
        self._first = array("i")
        self._others: dict[int, tuple[int, ...]] = {}
        self._cut_off: set[int] = set()

    def __len__(self) -> int:
        return len(self._first)

    def extend(self, rows: Iterable[CommitRow]) -> None:
        """Give the next commits their numbers."""
        for number, row in enumerate(rows, len(self._first)):
            self._names.append(row.name)
            self._dates.append(row.date)
            parents = row.parents
            self._first.append(parents[0] if parents else NO_PARENT)
            if len(parents) > 1:
                self._others[number] = parents[1:]
            if row.is_cut_off:
                self._cut_off.add(number)

    def name(self, number: int) -> bytes:
        """The commit's name, packed."""
        return self._names[number]

    def is_cut_off(self, number: int) -> bool:
        """See `CommitRow`."""
        return number in self._cut_off

    def cut_off(self) -> set[int]:
        """All that are."""
        return self._cut_off

    def parents(self, number: int) -> tuple[int, ...]:
        """First parent first."""
        first = self._first[number]
        return () if first == NO_PARENT else (first, *self._others.get(number, ()))

    def first_parent(self, number: int) -> int:
        """The first parent, or NO_PARENT."""
        return self._first[number]

    def heads(self) -> list[int]:
        """The commits that are nobody's parent; all others are their past."""
        is_parent = bytearray(len(self._first) + 1)
        for first in self._first:
            is_parent[first] = 1  # NO_PARENT marks the place behind the last
        for others in self._others.values():
            for parent in others:
                is_parent[parent] = 1
        return [number for number in range(len(self._first)) if not is_parent[number]]

    def line(self, base: int, head: int) -> tuple[int, ...] | None:
        """See `ports.HistoryIndex.line`."""
        if base > head:
            return None
        descends = bytearray(head + 2)  # the last place is that of NO_PARENT, and stays empty
        descends[base] = 1
        first, others = self._first, self._others
        for number in range(base + 1, head + 1):
            if descends[first[number]] or (number in others and any(descends[parent] for parent in others[number])):
                descends[number] = 1
        if not descends[head]:
            return None
        found = []
        at = head
        while at != base:
            found.append(at)
            at = next(parent for parent in self.parents(at) if descends[parent])
        return tuple(reversed(found))

    def merge_base(self, one: int, other: int) -> int | None:
        """The newest of the common ancestors that have no other one among their descendants."""
        top = max(one, other)
        marks = bytearray(top + 1)
        marks[one] |= _OF_ONE
        marks[other] |= _OF_OTHER
        found = []
        for number in range(top, -1, -1):
            mark = marks[number]
            if not mark:
                continue
            if mark == _OF_BOTH:
                found.append(number)
                mark |= _BELOW
            for parent in self.parents(number):
                marks[parent] |= mark
        # Of several, as crossed merges have them, it is the same one whatever the numbers are.
        return max(found, key=lambda number: (self._dates[number], self._names[number]), default=None)
