"""What a walk found, for the walk over the tree that comes from reading the same file again with a few bytes changed.

Walking a tree with errors takes a third of the time of parsing it, and around damage a file is read several
times. Most of such a tree is as it was: the parser says which ranges are not. A child that lies beside them,
in a parent that was entered under the same symbol, holds what it held.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from tree_sitter import Node

from goldkeeper.chunking.found import Found
from goldkeeper.chunking.plan import SILENT, Role
from goldkeeper.chunking.toplevel import Piece

Stretch = tuple[int, int]  # first byte, and the one behind the last


class Walked(NamedTuple):
    """What one walk found.

    Attributes:
        marks: as from `Plan.marks`.
        entered: first byte, end and type of each node whose children were looked at → symbol around them, level.
    """

    found: list[Found]
    code: list[Piece]
    marks: Sequence[int]
    entered: Mapping[tuple[int, int, int], tuple[str, int]]


class Known:
    """What another walk may take over.

    Args:
        walked: over the tree before.
        changed: what is not as it was, ascending; all else is the same in both trees.
    """

    def __init__(self, walked: Walked, changed: Sequence[Stretch]) -> None:
        self.changed: Final = changed
        self.marks: Final = walked.marks
        self.entered: Final = walked.entered
        self._changed_at: Final = [start for start, _ in changed]
        self._found: Final = sorted(walked.found)
        self._found_at: Final = [each.start_byte for each in self._found]
        self._code: Final = sorted(walked.code, key=lambda each: each.start_byte)
        self._code_at: Final = [each.start_byte for each in self._code]

    def changed_among(
        self, parent: Node, children: list[Node], roles: Mapping[int, Role | None]
    ) -> tuple[list[Node], list[Found], list[Piece]]:
        """The children that are not as they were, with their neighbours; and what is in the others.

        Args:
            parent: was entered in the walk before, under the same symbol.
            children: all of it.
            roles: type of node → what it is to the walk.
        """
        if self._covers(parent.start_byte, parent.end_byte):
            return children, [], []
        child_roles = [roles[node.kind_id] for node in children]
        fresh = self._fresh(parent, children, child_roles)
        anew: list[Node] = []
        kept: list[Node] = []
        found: list[Found] = []
        code: list[Piece] = []
        reach = 0
        for at, node in enumerate([*children, None]):
            if node is not None and at not in fresh:
                if child_roles[at] is not SILENT:
                    kept.append(node)
                continue
            if kept:
                torn, stretch = self._whole(parent, kept)
                anew.extend(torn)
                reach = max(reach, stretch[1])
                self._take_over(stretch, parent, found, code)
                kept = []
            if node is not None and node.start_byte >= reach:  # else part of a definition that was taken over
                anew.append(node)
        return anew, found, code

    def _fresh(self, parent: Node, children: list[Node], roles: list[Role | None]) -> set[int]:
        """Which children changed or have a gap before them that did, and those beside."""
        ends = [parent.start_byte, *(node.end_byte for node in children)]
        touched = {at for at in range(len(children)) if self._touches(ends[at], ends[at + 1])}
        beside = [
            near for at in touched for step in (-1, 1) if at + step not in touched for near in _beside(roles, at, step)
        ]
        return touched.union(beside)

    def _whole(self, parent: Node, nodes: list[Node]) -> tuple[list[Node], Stretch]:
        """The nodes at the end in which something began that reaches into a change, and the stretch before them."""
        start, end = nodes[0].start_byte, nodes[-1].end_byte
        over = [each for each in self._found_from((start, end)) if end < each.end_byte < parent.end_byte]
        torn = [each.start_byte for each in over if self._touches(end + 1, each.end_byte - 1)]
        anew = [node for node in nodes if node.end_byte > min(torn)] if torn else []
        if anew:
            end = anew[0].start_byte
        return anew, (start, max((each.end_byte for each in over if each.start_byte < end), default=end))

    def _take_over(self, stretch: Stretch, parent: Node, found: list[Found], code: list[Piece]) -> None:
        start, end = stretch
        outer = parent.end_byte  # a definition that ends there and not in the stretch is the parent itself
        found.extend(each for each in self._found_from(stretch) if each.end_byte < outer or each.end_byte <= end)
        code.extend(self._code[bisect_left(self._code_at, start) : bisect_left(self._code_at, end)])

    def _found_from(self, stretch: Stretch) -> list[Found]:
        start, end = stretch
        return self._found[bisect_left(self._found_at, start) : bisect_left(self._found_at, end)]

    def _touches(self, start: int, end: int) -> bool:
        """Whether a change lies in a stretch or at one of its ends."""
        at = bisect_right(self._changed_at, end) - 1
        return at >= 0 and self.changed[at][1] >= start

    def _covers(self, start: int, end: int) -> bool:
        """Whether all of a stretch changed."""
        at = bisect_right(self._changed_at, start) - 1
        return at >= 0 and self.changed[at][1] >= end


def _beside(roles: list[Role | None], at: int, step: int) -> Iterator[int]:
    """The next sibling to one side, with the comments, tokens and prefixes on the way."""
    at += step
    while 0 <= at < len(roles):
        yield at
        role = roles[at]
        if role is None or not (role.comment or role.prefix):
            return
        at += step
