"""One text in several places: copies, originals that live on, several heirs that say the same.

While the original lives it keeps what was judged, and a copy is a twin. Where it went and several chunks
that nobody else claims say what it said, they are equal heirs.
And a text that stood elsewhere before did not come from here.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cached_property

from goldkeeper.matching.landscape import Landscape
from goldkeeper.matching.similarity import body_likeness
from goldkeeper.model.chunks import ChunkKind


class Heirs:
    """Head chunks that say the same, and base chunks that live on."""

    def __init__(self, land: Landscape) -> None:
        self._land = land
        self._lives: dict[int, float] = {}

    def others(self, n: int, head: int) -> float:
        """The share of a claim that others have too who say the same: 0 for none, 0.5 for one, 0.67 for two."""
        return 1 - 1 / max(1, len(self._equal(n, head)))

    def original_lives(self, n: int, head: int) -> float:
        """For another place than its own: how alike a base chunk is to what stands at its own place now."""
        land = self._land
        own = land.own_place.get(n)
        if own is None or own == head or land.image.get(n) != own:
            return 0.0
        if n not in self._lives:
            self._lives[n] = body_likeness(land.base_profile(n), land.head_profile(own))
        return self._lives[n]

    def stood_elsewhere(self, n: int, head: int) -> float:
        """Whether another base chunk said to the letter what a head chunk says, and the base chunk does not."""
        land = self._land
        said = land.copies[land.head[head].digest]
        return 1.0 if said and not land.same(n, head) else 0.0

    def _equal(self, n: int, head: int) -> Sequence[int]:
        """The free head chunks that say the same but for their names; a claimed one has only itself."""
        land = self._land
        if land.claimant.get(head, n) != n:
            return (head,)
        masked = land.head_profile(head).masked
        found = self._free.get((land.head[head].kind, land.head_names[head], masked), ()) if masked else ()
        return found if head in found else (*found, head)

    @cached_property
    def _free(self) -> Mapping[tuple[ChunkKind, str, str], Sequence[int]]:
        land = self._land
        free: dict[tuple[ChunkKind, str, str], list[int]] = defaultdict(list)
        for h in land.open_head:
            if h not in land.claimant:
                free[land.head[h].kind, land.head_names[h], land.head_profile(h).masked].append(h)
        return free
