"""What the others did: where a chunk's siblings, members and neighbours went."""

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Mapping
from functools import cached_property
from typing import Generic, TypeVar

from goldkeeper.matching.callers import Callers
from goldkeeper.matching.classes import Classes
from goldkeeper.matching.heirs import Heirs
from goldkeeper.matching.heritage import Heritage
from goldkeeper.matching.landscape import Landscape
from goldkeeper.matching.siblings import Siblings
from goldkeeper.model.chunks import ChunkKind

Key = TypeVar("Key", bound=Hashable)


class _Votes(Generic[Key]):
    """How many went where."""

    def __init__(self) -> None:
        self.went: Counter[Key] = Counter()
        self._cast = 0

    def add(self, where: Key) -> None:
        """Count one."""
        self.went[where] += 1
        self._cast += 1

    def share(self, where: Key, *, own: Key | None) -> float:
        """Share of all votes but one's own; 0 where there are none."""
        others = self._cast - (own is not None)
        return (self.went[where] - (own == where)) / others if others else 0.0


class Context:
    """Votes of a chunk's surroundings, read off a landscape; everything is made on first use and kept.

    What is kept holds for all chunks of a file or class; a chunk's own vote is taken off on reading,
    so that an answer doesn't depend on who asked before.
    """

    def __init__(self, land: Landscape) -> None:
        self._land = land
        self.callers = Callers(land)
        self.classes = Classes(land)
        self.heirs = Heirs(land)
        self.heritage = Heritage(land)
        self.order = Siblings(land)

    @cached_property
    def _base_by_file(self) -> dict[str, list[int]]:
        return _grouped(chunk.path for chunk in self._land.base)

    @cached_property
    def _head_by_file(self) -> dict[str, list[int]]:
        return _grouped(chunk.path for chunk in self._land.head)

    @cached_property
    def _base_members(self) -> dict[tuple[str, str], list[int]]:
        land = self._land
        return _grouped((chunk.path, outer) for chunk, outer in zip(land.base, land.base_containers, strict=True))

    @cached_property
    def _base_names(self) -> Counter[tuple[ChunkKind, str]]:
        land = self._land
        return Counter((chunk.kind, name) for chunk, name in zip(land.base, land.base_names, strict=True))

    @cached_property
    def _files_went(self) -> Mapping[str, _Votes[str]]:
        land = self._land
        votes: dict[str, _Votes[str]] = defaultdict(_Votes)
        for n, image in land.image.items():
            votes[land.base[n].path].add(land.head[image].path)
        return votes

    @cached_property
    def _members_went(self) -> Mapping[tuple[str, str], _Votes[tuple[str, str]]]:
        land = self._land
        votes: dict[tuple[str, str], _Votes[tuple[str, str]]] = defaultdict(_Votes)
        for n, image in land.image.items():
            votes[land.base[n].path, land.base_containers[n]].add((land.head[image].path, land.head_containers[image]))
        return votes

    def file_votes(self, n: int) -> Mapping[str, float]:
        """Head path → share of the other chunks of `n`'s file whose successor is plain and lies there."""
        votes = self._files_went.get(self._land.base[n].path)
        went = votes.went if votes else ()
        return {where: share for where in went if (share := self.file_vote(n, where)) > 0}

    def file_vote(self, n: int, head_path: str) -> float:
        """The same for one path."""
        land = self._land
        votes, image = self._files_went.get(land.base[n].path), land.image.get(n)
        return votes.share(head_path, own=None if image is None else land.head[image].path) if votes else 0.0

    def container_vote(self, n: int, where: tuple[str, str]) -> float:
        """Share of the other chunks in `n`'s container that went to a head path and container."""
        land = self._land
        votes, image = self._members_went.get((land.base[n].path, land.base_containers[n])), land.image.get(n)
        own = None if image is None else (land.head[image].path, land.head_containers[image])
        return votes.share(where, own=own) if votes else 0.0

    def member_vote(self, n: int, head: int) -> float:
        """Share of the members of class `n` that went into a head class."""
        chunk, other = self._land.base[n], self._land.head[head]
        votes = self._members_went.get((chunk.path, chunk.symbol))
        return (
            votes.went[other.path, other.symbol] / len(self._base_members[chunk.path, chunk.symbol]) if votes else 0.0
        )

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

    def former_callers(self, n: int) -> list[int]:
        """The base chunks that named `n` and whose successors are plain: they may hold its lines now.

        Those first that took in most of its token runs.
        """
        land = self._land
        named_in = {self._innermost(mention.path, mention.line) for mention in self.callers.former(n)}
        edited = [
            m
            for m in named_in
            if m is not None and m != n and m in land.image and land.base[m].kind is land.base[n].kind
        ]
        return sorted(edited, key=lambda m: (-self.taken_in(n, land.image[m]), m))

    def taken_in(self, n: int, head: int) -> float:
        """Share of a base chunk's token runs that a head chunk has and its own origin had not; 0 where it has none."""
        land = self._land
        origin = land.claimant.get(head)
        if origin is None or origin == n:
            return 0.0
        ours = land.base_profile(n).trigrams
        return len((ours & land.head_profile(head).trigrams) - land.base_profile(origin).trigrams) / max(1, len(ours))

    def _innermost(self, path: str, line: int) -> int | None:
        """The smallest base chunk that a line lies in."""
        row = self._base_by_file.get(path, [])
        within = (m for m in row if self._land.base[m].span.start <= line <= self._land.base[m].span.end)
        return min(within, key=lambda m: (self._land.base[m].span.lines, m), default=None)

    def existed_before(self, n: int, head: int) -> bool:
        """Whether another base chunk than `n` already had the head chunk's name."""
        name = self._land.head_names[head]
        often = self._base_names[self._land.head[head].kind, name]
        own = self._land.base_names[n] == name
        return often > int(own)


def _grouped(keys: Iterable[Key]) -> dict[Key, list[int]]:
    groups: dict[Key, list[int]] = defaultdict(list)
    for n, key in enumerate(keys):
        groups[key].append(n)
    return groups


def _around(row: list[int], n: int) -> tuple[int | None, int | None]:
    # Chunks of one file are numbered in a row.
    at = n - row[0]
    return (row[at - 1] if at > 0 else None, row[at + 1] if at + 1 < len(row) else None)
