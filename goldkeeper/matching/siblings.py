"""Where a chunk stands among its siblings, and what happened to others of its name.

Of ten methods that say the same, order tells which is which. And one that shares nothing with what it is
now, name or body, may still be one of fifteen that were renamed alike: every `describeTo` became a `describe`.
"""

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from goldkeeper.matching.landscape import Landscape
from goldkeeper.model.chunks import ChunkKind

MOST_BETWEEN = 64  # looked through between two; the more there are, the less their place says
REACH = 8  # siblings looked at on either side for one whose successor is plain
MOST_PAIRS = 64  # lost times born in one container; of more, nothing tells which became which

Scope = tuple[str, str]  # path and container
Named = tuple[ChunkKind, str]  # sort and name
Renaming = tuple[ChunkKind, str, str]  # sort, old name, new name


class Siblings:
    """Order and names of chunks in one container."""

    def __init__(self, land: Landscape) -> None:
        self._land = land

    def between(self, n: int, head: int) -> float | None:
        """Whether a head chunk stands between what became of the siblings before and behind a base chunk.

        Returns:
            1 if it alone stands there, towards 0.5 the more that are born stand there too, 0 if it stands
            elsewhere; None where no sibling's successor lies in that file.
        """
        before, behind = self._image(n, head, step=-1), self._image(n, head, step=1)
        if before is None and behind is None:
            return None
        if (before is not None and head < before) or (behind is not None and head > behind):
            return 0.0
        row = self._head_rows[self._head_scope(head)]
        low = 0 if before is None else bisect_right(row, before)
        high = len(row) if behind is None else bisect_left(row, behind)
        born = sum(h not in self._land.claimant for h in row[low : min(high, low + MOST_BETWEEN)] if h != head)
        return 0.5 + 0.5 / (1 + born)

    def in_turn(self, n: int, head: int) -> float | None:
        """Whether a base chunk is the same of its like as a head chunk: the second of three and the second of three.

        Alike are lost chunks of one file that say the same but for their names. None where there is only one.
        """
        land = self._land
        before = self._lost_alike.get((land.base[n].path, land.base_profile(n).masked), ())
        after = self._born_alike.get((land.head[head].path, land.head_profile(head).masked), ())
        if n not in before or head not in after or len(before) == 1 == len(after):
            return None
        apart = abs(before.index(n) - after.index(head))
        return max(0.0, 1.0 - apart / 2) if len(before) == len(after) else max(0.0, 0.5 - apart / 4)

    def renamed_alike(self, n: int, head: int) -> float | None:
        """Share of the other containers that lost a base chunk's name in which a head chunk's name was born.

        None where the names are one, or no other container lost the old one.
        """
        land = self._land
        old, new, kind = land.base_names[n], land.head_names[head], land.base[n].kind
        if old == new:
            return None
        own = (land.base[n].path, land.base_containers[n])
        lost = self._renamings[0].get((kind, old), frozenset()) - {own}
        if not lost:
            return None
        return len(lost & self._renamings[1].get((kind, old, new), frozenset())) / len(lost)

    def _image(self, n: int, head: int, *, step: int) -> int | None:
        """What became of the nearest sibling on one side, if it lies in the head chunk's file."""
        land = self._land
        row = self._base_rows[self._base_scope(n)]
        at = bisect_left(row, n)
        for _ in range(REACH):
            at += step
            if not 0 <= at < len(row):
                return None
            image = land.image.get(row[at])
            if image is not None and image != head and self._head_scope(image) == self._head_scope(head):
                return image
        return None

    def _base_scope(self, n: int) -> Scope:
        return self._land.base[n].path, self._land.base_containers[n]

    def _head_scope(self, head: int) -> Scope:
        return self._land.head[head].path, self._land.head_containers[head]

    @cached_property
    def _base_rows(self) -> Mapping[Scope, Sequence[int]]:
        land = self._land
        return _rows((chunk.path, outer) for chunk, outer in zip(land.base, land.base_containers, strict=True))

    @cached_property
    def _head_rows(self) -> Mapping[Scope, Sequence[int]]:
        land = self._land
        return _rows((chunk.path, outer) for chunk, outer in zip(land.head, land.head_containers, strict=True))

    @cached_property
    def _lost_alike(self) -> Mapping[tuple[str, str], Sequence[int]]:
        land = self._land
        lost = (n for n in land.open_base if n not in land.image)
        return _rows_of((land.base[n].path, land.base_profile(n).masked, n) for n in lost)

    @cached_property
    def _born_alike(self) -> Mapping[tuple[str, str], Sequence[int]]:
        land = self._land
        born = (h for h in land.open_head if h not in land.claimant)
        return _rows_of((land.head[h].path, land.head_profile(h).masked, h) for h in born)

    @cached_property
    def _renamings(self) -> tuple[Mapping[Named, frozenset[Scope]], Mapping[Renaming, frozenset[Scope]]]:
        """The containers that lost a name, and those in which another was born in its stead."""
        lost_in: dict[Named, set[Scope]] = defaultdict(set)
        renamed_in: dict[Renaming, set[Scope]] = defaultdict(set)
        for scope, lost, born in self._exchanged():
            for kind, old in lost:
                lost_in[kind, old].add(scope)
            if len(lost) * len(born) <= MOST_PAIRS:
                for kind, old in lost:
                    for sort, new in born:
                        if sort is kind:
                            renamed_in[kind, old, new].add(scope)
        frozen = {key: frozenset(scopes) for key, scopes in renamed_in.items()}
        return {key: frozenset(scopes) for key, scopes in lost_in.items()}, frozen

    def _exchanged(self) -> Iterator[tuple[Scope, set[Named], set[Named]]]:
        """For each container that lost names: those that stand there no more, and those that are new there."""
        land = self._land
        scopes = sorted({self._base_scope(n) for n in land.open_base if n not in land.own_place})
        for path, outer in scopes:
            before = {(land.base[n].kind, land.base_names[n]) for n in self._base_rows[path, outer]}
            there = self._head_rows.get((land.head_path(path), outer), ())
            after = {(land.head[h].kind, land.head_names[h]) for h in there}
            if after:
                yield (path, outer), before - after, after - before


def _rows(scopes: Iterator[Scope]) -> dict[Scope, list[int]]:
    rows: dict[Scope, list[int]] = defaultdict(list)
    for n, scope in enumerate(scopes):
        rows[scope].append(n)
    return rows


def _rows_of(members: Iterator[tuple[str, str, int]]) -> dict[tuple[str, str], list[int]]:
    rows: dict[tuple[str, str], list[int]] = defaultdict(list)
    for path, text, n in members:
        rows[path, text].append(n)
    return rows
