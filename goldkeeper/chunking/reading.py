"""One parse of a file, and the next one with a few bytes changed: what lies beside them is not done again."""

from collections.abc import Sequence
from functools import cached_property
from typing import Final, NamedTuple

from tree_sitter import Tree

from goldkeeper.chunking.blanking import Change, changed
from goldkeeper.chunking.bounded import BoundedParser
from goldkeeper.chunking.damage import Fault, Lines, faults_of, union
from goldkeeper.chunking.found import Found
from goldkeeper.chunking.known import Known, Stretch, Walked
from goldkeeper.chunking.plan import Plan
from goldkeeper.chunking.walk import Walk


class _Before(NamedTuple):
    """Where a reading comes from, and which stretches it reads otherwise."""

    reading: "Reading"
    changed: list[Stretch]


class Reading:
    """One parse: what was wrong, and what is found when it is asked for; a trial may be dropped unwalked.

    Args:
        plan: the language.
        data: what the parser saw.
        tree: what the parser made of it.
        before: the reading that this one follows.
        source: the file, where it is not what the parser saw.
    """

    def __init__(
        self, plan: Plan, data: bytes, tree: Tree, before: _Before | None = None, *, source: bytes | None = None
    ) -> None:
        self.data: Final = data
        self.source: Final = data if source is None else source
        self.tree: Final = tree
        self.faults: Final = faults_of(tree.root_node) if tree.root_node.has_error else []
        self.unread: Final = unread(self.faults)
        self._plan: Final = plan
        self._before: Final = before

    @property
    def found(self) -> list[Found]:
        """Definitions and runs of top-level code, in no order."""
        return self._outcome[0]

    @property
    def walked(self) -> Walked | None:
        """What the walk over the next reading may take over."""
        return self._outcome[1]

    @cached_property
    def _outcome(self) -> tuple[list[Found], Walked | None]:
        known = None
        if self._before is not None:
            walked = self._before.reading.walked
            known = Known(walked, self._before.changed) if walked is not None else None
        walk = Walk(self._plan, self.data, errors=bool(self.faults), known=known, source=self.source)
        return walk.run(self.tree.root_node), walk.walked


def read(plan: Plan, parser: BoundedParser, data: bytes, source: bytes | None = None) -> Reading:
    """Parse a file, or what is to be seen of its source."""
    return Reading(plan, data, parser.parse(data), source=source)


def read_again(plan: Plan, parser: BoundedParser, before: Reading, changes: Sequence[Change], lines: Lines) -> Reading:
    """Parse a file with some bytes changed."""
    edited = before.tree.copy()
    stretches = [(start, start + len(instead)) for start, instead in changes]
    for start, end in stretches:
        begin, stop = lines.point_of(start), lines.point_of(end)
        edited.edit(start, end, end, begin, stop, stop)
    data = changed(before.data, changes)
    tree = parser.parse(data, edited)
    stretches += [(each.start_byte, each.end_byte) for each in edited.changed_ranges(tree)]
    return Reading(plan, data, tree, _Before(before, union(stretches)), source=before.source)


def unread(faults: list[Fault], beside: Stretch = (0, 0)) -> tuple[int, int]:
    """Bytes in faults and their number, but for what begins in a stretch."""
    start, end = beside
    counted = [each.end_byte - each.start_byte for each in faults if not start <= each.start_byte < end]
    return sum(counted), len(counted)
