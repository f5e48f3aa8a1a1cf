"""The history with commits left out: what a team that squashes its merges would have of it."""

from collections.abc import Sequence
from dataclasses import dataclass

from goldkeeper.model.chunks import CommitId
from goldkeeper.ports import HistoryIndex, SourceTree
from goldkeeper.workflow.lineage.routes import Route
from goldkeeper.workflow.lineage.walked import Past, Walks

MOST_STATES = 8  # of the past that chunks are taken from: each costs a comparison of whole trees


@dataclass(frozen=True, slots=True)
class Line:
    """The line of commits that is replayed, by their numbers in the index.

    Attributes:
        numbers: oldest first, each a child of the one before; the last is head.
        every: one commit in so many is kept when the line is thinned.
    """

    numbers: tuple[int, ...]
    every: int

    @property
    def head(self) -> int:
        """The newest commit."""
        return self.numbers[-1]

    @property
    def kept(self) -> tuple[int, ...]:
        """The thinned line. What is kept does not hang on where a walk begins, so that all walks share its steps."""
        return (*self.numbers[:-1][:: self.every], self.head)

    def states(self, most: int = MOST_STATES) -> tuple[int, ...]:
        """Commits to take chunks from, spread evenly over the thinned line, oldest first; never head."""
        past = self.kept[:-1]
        wanted = min(most, len(past))
        return tuple(past[(2 * n + 1) * len(past) // (2 * wanted)] for n in range(wanted))

    def after(self, start: int, numbers: Sequence[int]) -> Sequence[int]:
        """What comes after a commit on the line, or on the thinned one."""
        return numbers[numbers.index(start) + 1 :]


def find_line(index: HistoryIndex, head: int, *, since: int | None, every: int) -> Line | None:
    """The line up to `head`: by first parents from as far back as the clone goes, or from a commit given.

    Returns:
        None where `since` is no ancestor of `head`.
    """
    if since is not None:
        after = index.line(since, head)
        return Line((since, *after), every) if after is not None else None
    numbers = [head]
    while not index.is_cut_off(numbers[-1]) and (parents := index.parents(numbers[-1])):
        numbers.append(parents[0])
    return Line(tuple(reversed(numbers)), every)


class ThinnedWalks(Walks):
    """Follows chunks along a line of which most commits are hidden."""

    def __init__(self, past: Past, head: SourceTree, head_commit: CommitId, line: Line) -> None:
        super().__init__(past, head, head_commit)
        self._index, self._line = past.index, line

    def _find_routes(self, commit: CommitId) -> tuple[Route, ...] | None:
        start = self._index.number(commit)
        if start not in self._line.kept:
            return None
        return (Route(self._index, start, self._line.after(start, self._line.kept), forward=True),)
