"""Which items of the queue are meant: by number, by group, by what they are."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Protocol

from goldkeeper.model.changes import ChangeKind
from goldkeeper.model.drifts import DriftKind
from goldkeeper.model.errors import BadRequest, UnknownItem
from goldkeeper.model.gold import QueryId
from goldkeeper.model.proposals import Action, RemapProposal
from goldkeeper.model.reviews import ItemState, ReviewItem
from goldkeeper.model.staleness import Staleness

_NUMBERS = re.compile(r"([0-9]{1,9})(?:-([0-9]{1,9}))?")
_GROUP = re.compile(r"g[0-9]{1,9}")


@dataclass(frozen=True, slots=True)
class Selection:
    """What a command names; empty fields restrict nothing.

    Attributes:
        numbers: first and last, both included.
        groups: `g2`, …; adds to `numbers`.
        everything: all items, said aloud.
        paths: globs in which `*` crosses `/`, or folders; one of them holds the gold chunk's path.
        min_confidence: 0..1, see `RemapProposal.confidence`.
        certain: only byte-identical, unique moves.
        staleness: only chunks whose text saw such an edit; the same text saw none.
    """

    numbers: tuple[tuple[int, int], ...] = ()
    groups: tuple[str, ...] = ()
    everything: bool = False
    drifts: frozenset[DriftKind] = frozenset()
    changes: frozenset[ChangeKind] = frozenset()
    actions: frozenset[Action] = frozenset()
    paths: tuple[str, ...] = ()
    queries: frozenset[QueryId] = frozenset()
    min_confidence: float | None = None
    certain: bool = False
    staleness: frozenset[Staleness] = frozenset()

    @property
    def filters(self) -> bool:
        """Whether anything but numbers and groups decides."""
        some = self.drifts or self.changes or self.actions or self.paths or self.queries or self.staleness
        return bool(some) or self.min_confidence is not None or self.certain

    @property
    def in_bulk(self) -> bool:
        """Whether items are meant of which nothing was said but that they are all, or of a group."""
        return (bool(self.groups) or self.everything) and not self.filters

    @property
    def single(self) -> int | None:
        """The number, where exactly one item is named by it and by nothing else."""
        if self.groups or self.everything or self.filters or len(self.numbers) != 1:
            return None
        first, last = self.numbers[0]
        return first if first == last else None


def parse_names(names: Iterable[str]) -> tuple[tuple[tuple[int, int], ...], tuple[str, ...]]:
    """Numbers, ranges and groups as people type them.

    Raises:
        BadRequest: a name is neither.

    >>> parse_names(["3,5-9", "g2"])
    (((3, 3), (5, 9)), ('g2',))
    """
    numbers: list[tuple[int, int]] = []
    groups: list[str] = []
    for name in (part.strip() for argument in names for part in argument.split(",")):
        found = _NUMBERS.fullmatch(name)
        if found is not None:
            first, last = int(found[1]), int(found[2] or found[1])
            if last < first:
                raise BadRequest(f"item {name}", "the range ends before it starts", f"write {last}-{first}")
            numbers.append((first, last))
        elif _GROUP.fullmatch(name):
            groups.append(name)
        else:
            remedy = (
                "write numbers (3), ranges (5-9), groups (g2), or several with commas; quote an ID that holds spaces"
            )
            raise BadRequest(f"item {name!r}", "is neither a number nor a group", remedy)
    return tuple(numbers), tuple(groups)


class Items(Protocol):
    """Where items are looked up: the queue, or as a judge sees it."""

    def items(self) -> tuple[ReviewItem, ...]:
        """All of them, by number."""

    def item(self, number: int) -> ReviewItem:
        """One; raises UnknownItem."""


def select(queue: Items, selection: Selection, states: Iterable[ItemState]) -> tuple[ReviewItem, ...]:
    """The items that are meant, by number.

    Args:
        queue: where they wait.
        selection: names and filters; without names, all items that pass the filters.
        states: those that ranges, groups and filters look among. An item named by its very number
            is taken in any state: whether it can still be answered is for the answer to find out.

    Raises:
        UnknownItem: a number, range or group that never was.
    """
    wanted = set(states)
    if selection.single is not None:
        return (queue.item(selection.single),)
    items = queue.items()
    singled = {first for first, last in selection.numbers if first == last}
    in_range = _in_ranges(selection, items)
    return tuple(
        item
        for item in items
        if (not (selection.numbers or selection.groups) or item.number in in_range or item.group in selection.groups)
        and (item.state in wanted or item.number in singled)
        and passes(item.proposal, selection)
    )


def numbered(queue: Items, numbers: Collection[int]) -> list[ReviewItem]:
    """Items of these numbers, by number; one look at the queue for many. Raises UnknownItem."""
    if len(numbers) == 1:
        return [queue.item(number) for number in numbers]
    held = {item.number: item for item in queue.items()}
    for number in numbers:
        if number not in held:
            raise UnknownItem("item", str(number))
    return [held[number] for number in sorted(numbers)]


def passes(proposal: RemapProposal, selection: Selection) -> bool:
    """Whether a proposal is of the kinds that a selection's filters let through."""
    confidence = proposal.confidence
    return (
        (not selection.drifts or proposal.drift.kind in selection.drifts)
        and (not selection.changes or proposal.match.change in selection.changes)
        and (not selection.actions or proposal.action in selection.actions)
        and (not selection.paths or any(_lies_in(proposal.chunk_id.path, path) for path in selection.paths))
        and (not selection.queries or any(pair.query_id in selection.queries for pair in proposal.pairs))
        and (selection.min_confidence is None or (confidence is not None and confidence >= selection.min_confidence))
        and (not selection.certain or proposal.match.certain)
        and (not selection.staleness or (proposal.edit is not None and proposal.edit.staleness in selection.staleness))
    )


def _in_ranges(selection: Selection, items: Sequence[ReviewItem]) -> set[int]:
    """The numbers that are named, one by one or in ranges; raises UnknownItem for a name that holds nothing."""
    numbers, groups = [item.number for item in items], {item.group for item in items}
    named: set[int] = set()
    for first, last in selection.numbers:
        found = numbers[bisect_left(numbers, first) : bisect_right(numbers, last)]
        if not found:
            raise UnknownItem("item", str(first) if first == last else f"{first}-{last}")
        named.update(found)
    for group in selection.groups:
        if group not in groups:
            raise UnknownItem("group", group)
    return named


def _lies_in(path: str, pattern: str) -> bool:
    return fnmatchcase(path, pattern) or path.startswith(pattern.rstrip("/") + "/")
