"""Rival claims: which other base chunk may be the origin of the same head chunk, and is it nearer?

A head chunk has one origin, so a candidate that another lost chunk fits better is refused; two that
fit it equally and have nowhere else to go were merged.
"""

from collections.abc import Iterable, Sequence

from goldkeeper.matching.blocking import TrigramIndex
from goldkeeper.matching.evidence import FEW_TOKENS, plain_likeness
from goldkeeper.matching.landscape import Landscape
from goldkeeper.matching.names import Namesakes
from goldkeeper.matching.similarity import body_likeness, container_likeness, name_likeness, parameter_likeness
from goldkeeper.model.chunks import last_name

MOST_POSTINGS = 1_500  # read for one head chunk; its rivals share its rarest runs
RIVALS = 4  # compared for each head chunk, by shared token runs; and as many of its name, nearest path first


class Rivals:
    """Base chunks that are lost or changed, asked from the head's side."""

    def __init__(self, land: Landscape) -> None:
        """Index names; token runs are indexed when `expect` says of whom."""
        self._land = land
        paths = [chunk.path for chunk in land.base]
        self._index = TrigramIndex((), ())
        self._by_name = Namesakes((((land.base[n].kind, land.base_names[n]), n) for n in land.open_base), paths)
        self._found: dict[int, Sequence[tuple[float, int]]] = {}

    def expect(self, heads: Iterable[int]) -> None:
        """Index the token runs of the head chunks that are asked about next."""
        land = self._land
        self._index = TrigramIndex(
            (land.head_profile(h) for h in sorted(set(heads) - self._found.keys())),
            [(n, land.base_profile(n)) for n in land.open_base],
            most_postings=MOST_POSTINGS,
        )

    def of(self, head: int) -> Sequence[tuple[float, int]]:
        """(plain likeness, base chunk), best first: who else may have become this head chunk.

        A base chunk whose successor is plain and another one is no rival.
        """
        if head not in self._found:
            self._found[head] = self._search(head)
        return self._found[head]

    def best_against(self, n: int, head: int) -> tuple[float, int] | None:
        """The best rival of `n` for a head chunk."""
        return next((rival for rival in self.of(head) if rival[1] != n), None)

    def _search(self, head: int) -> Sequence[tuple[float, int]]:
        land = self._land
        profile = land.head_profile(head)
        found = self._index.ask(profile).nearest(RIVALS * 2)
        chunk = land.head[head]
        found += self._by_name.nearest((chunk.kind, land.head_names[head]), chunk.path, RIVALS * 2)
        claimant = land.claimant.get(head)
        if claimant is not None:
            found.append(claimant)
        free = [n for n in dict.fromkeys(found) if land.image.get(n, head) == head]
        return sorted(((plain_between(land, n, head), n) for n in free), key=lambda r: (-r[0], r[1]))


def plain_between(land: Landscape, n: int, h: int) -> float:
    """The plain likeness of a base and a head chunk."""
    ours, theirs = land.base_profile(n), land.head_profile(h)
    base, head = land.base_containers[n], land.head_containers[h]
    return plain_likeness(
        body_likeness(ours, theirs),
        name_likeness(land.base_names[n], land.head_names[h]),
        1.0 if base == head else 0.9 * container_likeness(last_name(base), last_name(head)),
        parameter_likeness(ours, theirs),
        short=min(ours.size, theirs.size) < FEW_TOKENS,
    )
