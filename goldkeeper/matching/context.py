"""What the others did: where a chunk's siblings, members and neighbours went."""

from collections import Counter, defaultdict
from collections.abc import Mapping
from functools import cached_property

from goldkeeper.matching.landscape import Landscape
from goldkeeper.model.chunks import ChunkKind


class Context:
    """Votes of a chunk's surroundings, read off a landscape; everything is made on first use and kept."""

    def __init__(self, land: Landscape) -> None:
        self._land = land
        self._votes: dict[str, Mapping[str, float]] = {}

    @cached_property
    def _base_by_file(self) -> dict[str, list[int]]:
        return _by_file([chunk.path for chunk in self._land.base])

    @cached_property
    def _head_by_file(self) -> dict[str, list[int]]:
        return _by_file([chunk.path for chunk in self._land.head])

    @cached_property
    def _base_members(self) -> dict[tuple[str, str], list[int]]:
        return _by_container([(chunk.path, chunk.container) for chunk in self._land.base])

    @cached_property
    def _base_names(self) -> Counter[tuple[ChunkKind, str]]:
        return Counter((chunk.kind, chunk.name) for chunk in self._land.base)

    def file_votes(self, n: int) -> Mapping[str, float]:
        """Head path → share of the chunks of `n`'s file whose successor is plain and lies there."""
        path = self._land.base[n].path
        if path not in self._votes:
            went = Counter(
                self._land.head[image].path
                for sibling in self._base_by_file[path]
                if sibling != n and (image := self._land.image.get(sibling)) is not None
            )
            self._votes[path] = {where: times / went.total() for where, times in went.items()}
        return self._votes[path]

    def container_votes(self, n: int) -> Mapping[tuple[str, str], float]:
        """(head path, container) → share of the chunks in `n`'s container that went there."""
        chunk = self._land.base[n]
        went: Counter[tuple[str, str]] = Counter()
        for sibling in self._base_members.get((chunk.path, chunk.container), ()):
            image = self._land.image.get(sibling)
            if sibling != n and image is not None:
                went[self._land.head[image].path, self._land.head[image].container] += 1
        return {where: times / went.total() for where, times in went.items()}

    def member_votes(self, n: int) -> Mapping[tuple[str, str], float]:
        """(head path, container) → share of the members of class `n` that went there."""
        chunk = self._land.base[n]
        went: Counter[tuple[str, str]] = Counter()
        members = self._base_members.get((chunk.path, chunk.symbol), ())
        for member in members:
            image = self._land.image.get(member)
            if image is not None:
                went[self._land.head[image].path, self._land.head[image].container] += 1
        return {where: times / len(members) for where, times in went.items()}

    def neighbours(self, n: int, head: int) -> float:
        """Share of the chunks right before and after `n` that are right before and after `head`; 0.5 if none."""
        ours = _around(self._base_by_file[self._land.base[n].path], n)
        theirs = _around(self._head_by_file[self._land.head[head].path], head)
        votes = [
            self._land.image[mine] == other if mine in self._land.image and other is not None else False
            for mine, other in zip(ours, theirs, strict=True)
            if mine is not None
        ]
        return sum(votes) / len(votes) if votes else 0.5

    def existed_before(self, n: int, head: int) -> bool:
        """Whether another base chunk than `n` already had the head chunk's name."""
        chunk = self._land.head[head]
        often = self._base_names[chunk.kind, chunk.name]
        own = self._land.base[n].name == chunk.name
        return often > int(own)


def _by_file(paths: list[str]) -> dict[str, list[int]]:
    files: dict[str, list[int]] = defaultdict(list)
    for n, path in enumerate(paths):
        files[path].append(n)
    return files


def _by_container(places: list[tuple[str, str]]) -> dict[tuple[str, str], list[int]]:
    members: dict[tuple[str, str], list[int]] = defaultdict(list)
    for n, (path, container) in enumerate(places):
        members[path, container].append(n)
    return members


def _around(row: list[int], n: int) -> tuple[int | None, int | None]:
    # Chunks of one file are numbered in a row.
    at = n - row[0]
    return (row[at - 1] if at > 0 else None, row[at + 1] if at + 1 < len(row) else None)
