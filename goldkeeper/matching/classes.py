"""Classes by their members: those received, those of one name, and what is left of the text without them.

The text of a class is mostly its methods', so two classes of one style are alike in text, and one that
lost half of its methods is unlike itself. Who its members are says more: where those that can be followed
came from, how many bear a name that the other class has too (the rare names counting most), and the lines
that are no member's: head, fields, constants.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import log2

from rapidfuzz.distance import Indel

from goldkeeper.matching.landscape import Landscape, Owner
from goldkeeper.model.chunks import Chunk

OWN_NAME = "\x01"  # stands for the class's name, and for the constructor that is called like it


@dataclass(frozen=True)
class _Side:
    """The classes of one side, each with its members."""

    chunks: Sequence[Chunk]
    names: Sequence[str]
    containers: Sequence[str]
    shells: dict[int, Sequence[str]] = field(default_factory=dict)

    @cached_property
    def members(self) -> Mapping[Owner, Sequence[int]]:
        """Path and symbol → the chunks that stand right in it."""
        members: dict[Owner, list[int]] = defaultdict(list)
        for n, outer in enumerate(self.containers):
            if outer:
                members[self.chunks[n].path, outer].append(n)
        return members

    @cached_property
    def holders(self) -> Counter[str]:
        """Member name → how many classes have one of it."""
        return Counter(name for (_, outer), row in self.members.items() for name in self._own_names(outer, row))

    def of(self, n: int) -> Sequence[int]:
        """The members of class `n`."""
        return self.members.get((self.chunks[n].path, self.chunks[n].symbol), ())

    def member_names(self, n: int) -> frozenset[str]:
        """What they are called."""
        return self._own_names(self.chunks[n].symbol, self.of(n))

    def shell(self, n: int) -> Sequence[str]:
        """The stripped lines of class `n` that are no member's, its own name masked."""
        if n not in self.shells:
            chunk = self.chunks[n]
            inside = {
                line for m in self.of(n) for line in range(self.chunks[m].span.start, self.chunks[m].span.end + 1)
            }
            lines = enumerate(chunk.text.split("\n"), chunk.span.start)
            left = (line.strip().replace(self.names[n], OWN_NAME) for at, line in lines if at not in inside)
            self.shells[n] = [line for line in left if line]
        return self.shells[n]

    def _own_names(self, outer: str, row: Sequence[int]) -> frozenset[str]:
        return frozenset(OWN_NAME if is_constructor(self.names[m], outer) else self.names[m] for m in row)


class Classes:
    """Compares classes by what stands in them."""

    def __init__(self, land: Landscape) -> None:
        self._land = land
        self._base = _Side(land.base, land.base_names, land.base_containers)
        self._head = _Side(land.head, land.head_names, land.head_containers)

    def origin(self, n: int, head: int) -> float:
        """Share of a head class's members that are known to come from base class `n`."""
        land = self._land
        members = self._head.of(head)
        own = (land.base[n].path, land.base[n].symbol)
        origins = (land.claimant[h] for h in members if h in land.claimant)
        return sum((land.base[m].path, land.base_containers[m]) == own for m in origins) / max(1, len(members))

    def names_shared(self, n: int, head: int) -> float | None:
        """Member names in common over those of both, the rare ones counting most; None where neither has members."""
        ours, theirs = self._base.member_names(n), self._head.member_names(head)
        if not ours and not theirs:
            return None
        common = sum(self._telling(name) for name in ours & theirs)
        return 2 * common / sum(self._telling(name) for names in (ours, theirs) for name in names)

    def shell_likeness(self, n: int, head: int) -> float:
        """How many lines that are no member's two classes have in common, in order, over those of both."""
        return Indel.normalized_similarity(self._base.shell(n), self._head.shell(head))

    def _telling(self, name: str) -> float:
        """Bits that a member name is worth: less, the more classes have it."""
        return log2(2 + len(self._base.members) / max(1, self._base.holders[name]))


def is_constructor(name: str, outer: str) -> bool:
    """Whether a member bears its class's name.

    >>> is_constructor("Cart", "shop::Cart"), is_constructor("add", "Cart")
    (True, False)
    """
    return outer == name or outer.endswith((f".{name}", f"::{name}"))
