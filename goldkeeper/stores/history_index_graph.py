"""Commits as numbers: who descends from whom, on compact arrays.

A commit's number is larger than those of its parents, so every question is one pass up or down; for
35,000 commits some milliseconds.
"""

from array import array
from bisect import bisect_right
from collections.abc import Sequence
from itertools import compress
from operator import gt
from typing import NamedTuple

NO_PARENT = -1
_OF_ONE, _OF_OTHER, _BELOW = 1, 2, 4
_OF_BOTH = _OF_ONE | _OF_OTHER


class NumbersDifferError(Exception):
    """Kept rows go by other numbers than the ones that were given out."""


class CommitRow(NamedTuple):
    """A commit whose parents have numbers.

    Attributes:
        name: packed bytes.
        date: when it was committed, in seconds since 1970.
        first_parent: NO_PARENT where the clone has none.
        other_parents: those that the clone has.
        is_cut_off: the clone lacks a parent, or what the commit changed can't be read.
    """

    name: bytes
    date: int
    first_parent: int
    other_parents: tuple[int, ...]
    is_cut_off: bool


class CommitGraph:
    """Names, dates and parents by number."""

    def __init__(self) -> None:
        self._names: list[bytes] = []
        self._dates = array("q")
        self._first = array("i")
        self._others: dict[int, tuple[int, ...]] = {}
        self._cut_off: set[int] = set()
        self._chains = array("i")  # the newest commit of each one's chain, see `_make_chains`
        self._chain_ends: dict[int, int] = {}

    def __len__(self) -> int:
        return len(self._first)

    def add(self, row: CommitRow) -> None:
        """Give the next commit its number."""
        number = len(self._first)
        self._names.append(row.name)
        self._dates.append(row.date)
        self._first.append(row.first_parent)
        if row.other_parents:
            self._others[number] = row.other_parents
        if row.is_cut_off:
            self._cut_off.add(number)

    def load(self, rows: Sequence[tuple[int, bytes, int, int, bytes, int]]) -> None:
        """Take in what a file has kept: number and row each, other parents packed.

        Raises:
            NumbersDifferError: the rows don't follow on the ones that are here; nothing is taken in.
        """
        if not rows:
            return
        numbers, names, dates, firsts, others, cut_off = zip(*rows, strict=True)
        begin = len(self._first)
        try:
            new_dates, new_firsts = array("q", dates), array("i", firsts)
            merges = {
                number: tuple(array("i", packed)) for number, packed in zip(numbers, others, strict=True) if packed
            }
            b"".join(names)
        except (TypeError, ValueError, OverflowError):  # SQLite keeps any value in any column
            raise NumbersDifferError from None
        if numbers != tuple(range(begin, begin + len(rows))) or not all(map(gt, numbers, firsts)):
            raise NumbersDifferError
        self._names.extend(names)
        self._dates.extend(new_dates)
        self._first.extend(new_firsts)
        self._others.update(merges)
        self._cut_off.update(compress(numbers, cut_off))

    def row(self, number: int) -> CommitRow:
        """A commit as it was added."""
        others = self._others.get(number, ())
        return CommitRow(self._names[number], self._dates[number], self._first[number], others, number in self._cut_off)

    def names(self) -> Sequence[bytes]:
        """All commits' names, packed."""
        return self._names

    def is_cut_off(self, number: int) -> bool:
        """See `CommitRow`."""
        return number in self._cut_off

    def cut_off_names(self) -> set[bytes]:
        """The names of all that are."""
        return {self._names[number] for number in self._cut_off}

    def parents(self, number: int) -> tuple[int, ...]:
        """Those that the clone has, first parent first."""
        others = self._others.get(number, ())
        first = self._first[number]
        return others if first == NO_PARENT else (first, *others)

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
        descends = bytearray(head + 2)  # the last place is NO_PARENT's, and stays empty
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
            before = first[at]
            at = before if descends[before] else next(parent for parent in others[at] if descends[parent])
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
        # Crossed merges have several; by date and name it is the same one whatever the numbers are.
        return max(found, key=lambda number: (self._dates[number], self._names[number]), default=None)

    def last_on_first_parents(self, number: int, marked: Sequence[tuple[int, int]]) -> int | None:
        """The first of some commits that is met on the way from one commit down its first parents.

        Args:
            number: where the way begins; it counts.
            marked: the commits as `on_chains` gives them.
        """
        at = number
        while at != NO_PARENT:
            chain = self._chains[at]
            place = bisect_right(marked, (chain, at)) - 1
            if place >= 0 and marked[place][0] == chain:
                return marked[place][1]
            at = self._first[self._chain_ends[chain]]
        return None

    def on_chains(self, numbers: Sequence[int]) -> list[tuple[int, int]]:
        """Each commit behind its chain, sorted; for `last_on_first_parents`, until commits are added."""
        if len(self._chains) != len(self._first):
            self._make_chains()
        return sorted((self._chains[number], number) for number in numbers)

    def _make_chains(self) -> None:
        """Cut the history into chains of first parents, so that most ways down lie in one or two of them.

        From the newest commit down, so that the main line is one chain however many branches left it.
        """
        chains = array("i", [NO_PARENT]) * len(self._first)
        ends: dict[int, int] = {}
        for number in range(len(chains) - 1, -1, -1):
            if chains[number] == NO_PARENT:
                chains[number] = number
            chain = chains[number]
            ends[chain] = number
            first = self._first[number]
            if first != NO_PARENT and chains[first] == NO_PARENT:
                chains[first] = chain
        self._chains, self._chain_ends = chains, ends
