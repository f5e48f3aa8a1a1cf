"""One text in several places: copies, originals that live on, several heirs that say the same.

While the original lives it keeps what was judged, and a copy is a twin. Where it went and several chunks
that nobody else claims say what it said, they are equal heirs; the nearest is the likeliest, and only
just. And a text that stood elsewhere before did not come from here.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cached_property

from goldkeeper.matching.landscape import Landscape
from goldkeeper.matching.renames import path_nearness
from goldkeeper.matching.similarity import body_likeness
from goldkeeper.model.chunks import ChunkKind

MOST_HEIRS = 64  # of one text; of more, nearness is not asked for


class Heirs:
    """Head chunks that say the same, and base chunks that live on."""

    def __init__(self, land: Landscape) -> None:
        self._land = land
        self._lives: dict[int, float] = {}

    def others(self, n: int, head: int) -> float:
        """The share of a claim that others have too who say the same: 0 for none, 0.5 for one, 0.67 for two."""
        return 1 - 1 / max(1, len(self._equal(n, head)))

    def nearest(self, n: int, head: int) -> float | None:
        """Of heirs that say the same: 1 for the one in the nearest path, 0 for the others, 0.5 where two are as near.

        None where there is but one.
        """
        land = self._land
        heirs = self._equal(n, head)
        if not 2 <= len(heirs) <= MOST_HEIRS:
            return None
        here = land.head_path(land.base[n].path)
        near = {h: path_nearness(here, land.head[h].path) for h in heirs}
        best = max(near.values())
        if near.get(head, 0.0) < best:
            return 0.0
        return 1.0 if sum(value == best for value in near.values()) == 1 else 0.5

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
