"""Who came before whom, for questions asked hundreds of times on one way back.

A commit's first parents form lines that run into one another. Each line gets a name once; after that, the
newest commit on it that changed a path is one search in a sorted list, however many commits lie between.
"""

from bisect import bisect_right
from collections import defaultdict

from goldkeeper.ports import HistoryIndex, Touch


class Ancestry:
    """First-parent lines of one index."""

    def __init__(self, index: HistoryIndex) -> None:
        self._index = index
        self._line_of: dict[int, int] = {}  # commit → the line it lies on, called by its newest commit
        self._below: dict[int, int | None] = {}  # line → the commit that it runs into
        self._oldest: dict[int, int] = {}
        self._touches: dict[str, dict[int, list[Touch]]] = {}

    def last_touch(self, number: int, path: str) -> Touch | None:
        """The newest commit at or before one, on its first-parent line, that changed a path."""
        self._line(number)  # all below get their lines too
        by_line = self._by_line(path)
        at: int | None = number
        while at is not None:
            line = self._line_of[at]
            found = by_line.get(line, ())
            place = bisect_right(found, at, key=lambda touch: touch.number)
            if place:
                return found[place - 1]
            at = self._below[line]
        return None

    def bottom(self, number: int) -> int:
        """The oldest commit of a commit's first-parent line."""
        line = self._line(number)
        while (below := self._below[line]) is not None:
            line = self._line_of[below]
        return self._oldest[line]

    def past(self, number: int) -> frozenset[int]:
        """A commit and all that it descends from."""
        found = {number}
        waiting = [number]
        while waiting:
            new = [parent for parent in self._index.parents(waiting.pop()) if parent not in found]
            found.update(new)
            waiting += new
        return frozenset(found)

    def _line(self, number: int) -> int:
        if number not in self._line_of:
            at: int | None = number
            while at is not None and at not in self._line_of:
                self._line_of[at] = number
                self._oldest[number] = at
                at = next(iter(self._index.parents(at)), None)
            self._below[number] = at
            self._touches.clear()
        return self._line_of[number]

    def _by_line(self, path: str) -> dict[int, list[Touch]]:
        known = self._touches.get(path)
        if known is None:
            known = defaultdict(list)
            for touch in self._index.touches(path):
                line = self._line_of.get(touch.number)
                if line is not None:
                    known[line].append(touch)
            self._touches[path] = known
        return known
