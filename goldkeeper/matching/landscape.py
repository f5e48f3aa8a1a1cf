"""The whole change at once: which base chunk lives on where, as far as that is plain to see.

All base chunks take part, not only those that somebody asks about: what a chunk may become is decided by
what the others became. `survey.py` fills a landscape in.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from goldkeeper.matching.profiles import Lexicon, Profile
from goldkeeper.matching.signatures import Signatures
from goldkeeper.model.chunks import Chunk, ChunkId, ChunkKind, without_ordinal

Place = tuple[str, ChunkKind, str]  # path, sort, symbol without ordinal
Owner = tuple[str, str]  # path and symbol of a class


@dataclass
class Landscape:
    """Both sides of a change, and who became whom.

    Attributes:
        base, head: the chunks of the files that differ, by path and place; chunks are named by index.
        image: base → head where the successor is plain.
        claimant: the same from head to base.
        own_place: base → head of the same path (after renames) and symbol, whatever it says now.
        places: (path, sort, symbol without ordinal) → the head chunks there, several where it is overloaded.
        base_sources, head_sources: path → the whole text of each file that differs.
    """

    base: Sequence[Chunk]
    head: Sequence[Chunk]
    renames: Mapping[str, str]
    lexicon: Lexicon
    image: dict[int, int] = field(default_factory=dict)
    claimant: dict[int, int] = field(default_factory=dict)
    own_place: dict[int, int] = field(default_factory=dict)
    places: dict[Place, list[int]] = field(default_factory=dict)
    base_sources: Mapping[str, str] = field(default_factory=dict, repr=False)
    head_sources: Mapping[str, str] = field(default_factory=dict, repr=False)
    _base_profiles: dict[int, Profile] = field(default_factory=dict)
    _head_profiles: dict[int, Profile] = field(default_factory=dict)

    @cached_property
    def signatures(self) -> Signatures:
        """Reads what the functions of both sides ask for."""
        return Signatures(self.lexicon)

    @cached_property
    def base_index(self) -> dict[ChunkId, int]:
        """ID of a base chunk → its index."""
        return {chunk.id: n for n, chunk in enumerate(self.base)}

    @cached_property
    def head_index(self) -> dict[ChunkId, int]:
        """The same of the head's."""
        return {chunk.id: n for n, chunk in enumerate(self.head)}

    @cached_property
    def base_names(self) -> Sequence[str]:
        """The innermost name of each base chunk."""
        return [chunk.name for chunk in self.base]

    @cached_property
    def head_names(self) -> Sequence[str]:
        """The same of the head's."""
        return [chunk.name for chunk in self.head]

    @cached_property
    def base_containers(self) -> Sequence[str]:
        """What stands before that name, for each base chunk."""
        return [chunk.container for chunk in self.base]

    @cached_property
    def head_containers(self) -> Sequence[str]:
        """The same of the head's."""
        return [chunk.container for chunk in self.head]

    @cached_property
    def base_scopes(self) -> frozenset[tuple[str, str]]:
        """(path, symbol) of everything in base that is or holds a chunk."""
        return _scopes(self.base, self.base_containers)

    @cached_property
    def head_scopes(self) -> frozenset[tuple[str, str]]:
        """The same of the head's."""
        return _scopes(self.head, self.head_containers)

    def head_path(self, path: str) -> str:
        """Where a base file's content is now."""
        return self.renames.get(path, path)

    def same(self, base: int, head: int) -> bool:
        """Whether two chunks say the same, to the letter."""
        return self.base[base].digest == self.head[head].digest

    def base_profile(self, n: int) -> Profile:
        """The profile of a base chunk."""
        known = self._base_profiles.get(n)
        if known is None:
            known = self._base_profiles[n] = self.lexicon.profile(self.base[n])
        return known

    def head_profile(self, n: int) -> Profile:
        """The profile of a head chunk."""
        known = self._head_profiles.get(n)
        if known is None:
            known = self._head_profiles[n] = self.lexicon.profile(self.head[n])
        return known

    def overloads(self, n: int) -> Sequence[int]:
        """The head chunks of a base chunk's place, its own and those beside it."""
        return self.places.get(self._place_of(n), ())

    def beside(self, n: int, head: int) -> bool:
        """Whether a head chunk is among the overloads of a base chunk's place."""
        chunk = self.head[head]
        return (chunk.path, chunk.kind, without_ordinal(chunk.symbol)) == self._place_of(n)

    def _place_of(self, n: int) -> Place:
        chunk = self.base[n]
        return self.head_path(chunk.path), chunk.kind, without_ordinal(chunk.symbol)

    @cached_property
    def copies(self) -> Counter[str]:
        """Digest → how many base chunks say so."""
        return Counter(chunk.digest for chunk in self.base)

    @cached_property
    def head_copies(self) -> Counter[str]:
        """Digest → how many head chunks say so."""
        return Counter(chunk.digest for chunk in self.head)

    @cached_property
    def open_base(self) -> tuple[int, ...]:
        """Base chunks that are lost or changed."""
        return tuple(n for n in range(len(self.base)) if n not in self.image or not self.same(n, self.image[n]))

    @cached_property
    def open_head(self) -> tuple[int, ...]:
        """Head chunks that are born or changed, or that came from another path."""
        return tuple(
            n
            for n in range(len(self.head))
            if n not in self.claimant or not self.same(self.claimant[n], n) or self.own_place.get(self.claimant[n]) != n
        )

    def claim(self, base: int, head: int) -> None:
        """Note that `base` became `head`."""
        self.image[base] = head
        self.claimant[head] = base

    def release(self, base: int) -> None:
        """Take a claim back."""
        head = self.image.pop(base, None)
        if head is not None:
            del self.claimant[head]


def _scopes(chunks: Sequence[Chunk], containers: Sequence[str]) -> frozenset[tuple[str, str]]:
    within = ((chunk.path, outer) for chunk, outer in zip(chunks, containers, strict=True))
    return frozenset((*((chunk.path, chunk.symbol) for chunk in chunks), *within))
