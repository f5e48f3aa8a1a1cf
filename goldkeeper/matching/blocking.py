"""Which head chunks a base chunk is compared with at all: by rare token runs, names and place.

Only what is born or changed can be a successor, besides a chunk's own place. The index is built from
the questions: it holds the token runs that some wanted chunk has, so that it grows with the gold set
and not with the change.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from heapq import nsmallest
from math import log2, sqrt
from typing import NamedTuple

from goldkeeper.matching.landscape import Landscape
from goldkeeper.matching.profiles import Profile
from goldkeeper.matching.renames import path_nearness
from goldkeeper.matching.similarity import name_likeness
from goldkeeper.model.chunks import ChunkKind

# How many of each sort are taken; the truth is among them in 0.994 to 0.999 of cases (MATCHING B 2.3).
BY_COSINE = 14
BY_CONTAINED = 5
BY_CONTAINING = 4
BY_NAME = 10
SHORT = 15  # tokens
BY_PLACE = 8
MOST_POSTINGS = 12_000  # read for one question, rarest run first: later ones are in every other chunk
MOST_TRIGRAMS = 1_500  # of one chunk; a giant class is known by a part of it


class Hit(NamedTuple):
    """A chunk that shares token runs.

    Attributes:
        cosine: shared weight over both, 0..1.
        contained, containing: share of the hit's runs that the question has, and the other way.
    """

    chunk: int
    cosine: float
    contained: float
    containing: float


class TrigramIndex:
    """Token run → chunks, for the runs that will be asked about."""

    def __init__(self, questions: Iterable[Profile], pool: Iterable[tuple[int, Profile]]) -> None:
        asked = frozenset().union(*(_sampled(profile) for profile in questions))
        self._postings: dict[tuple[ChunkKind, str], list[int]] = defaultdict(list)
        self._norms: dict[int, float] = {}
        for n, profile in pool:
            runs = profile.trigrams
            self._norms[n] = len(runs)
            kind = profile.chunk.kind
            for run in runs & asked:
                self._postings[kind, run].append(n)
        self._total = max(len(self._norms), 1)

    def ask(self, profile: Profile) -> list[Hit]:
        """Chunks of the same sort that share runs, unordered."""
        kind = profile.chunk.kind
        runs = [(len(found), run) for run in _sampled(profile) if (found := self._postings.get((kind, run)))]
        runs.sort()
        weights: dict[int, float] = defaultdict(float)
        counts: Counter[int] = Counter()
        read, full = 0, 0.0
        for often, run in runs:
            read += often
            if read > MOST_POSTINGS and weights:
                break
            weight = log2(1 + self._total / often)
            full += weight
            for n in self._postings[kind, run]:
                weights[n] += weight
                counts[n] += 1
        ours = max(len(profile.trigrams), 1)
        typical = full / max(len(runs), 1) or 1.0
        return [
            Hit(
                n,
                min(1.0, weight / (typical * sqrt(ours * self._norms[n]))),
                counts[n] / self._norms[n],
                counts[n] / ours,
            )
            for n, weight in weights.items()
        ]


def _sampled(profile: Profile) -> Iterable[str]:
    runs = profile.trigrams
    return sorted(runs)[:: len(runs) // MOST_TRIGRAMS + 1] if len(runs) > MOST_TRIGRAMS else runs


@dataclass
class Blocking:
    """Finds candidates for wanted chunks, in either direction of the change."""

    land: Landscape
    wanted: Sequence[int]

    def __post_init__(self) -> None:
        land = self.land
        self._pool = land.open_head
        self._index = TrigramIndex(
            (land.base_profile(n) for n in self.wanted), ((n, land.head_profile(n)) for n in self._pool)
        )
        self._by_name: dict[tuple[ChunkKind, str], list[int]] = defaultdict(list)
        self._by_file: dict[str, list[int]] = defaultdict(list)
        for n in self._pool:
            chunk = land.head[n]
            self._by_name[chunk.kind, chunk.name].append(n)
            self._by_file[chunk.path].append(n)
        self._by_digest: dict[tuple[ChunkKind, str], list[int]] = defaultdict(list)
        for n, chunk in enumerate(land.head):
            self._by_digest[chunk.kind, chunk.digest].append(n)

    def candidates(self, n: int, votes: Mapping[str, float]) -> dict[int, Hit]:
        """Head chunks worth comparing with base chunk `n`, each with what the index said of it.

        Args:
            n: index of a wanted base chunk.
            votes: head path → share of the chunk's siblings that went there.
        """
        land = self.land
        chunk = land.base[n]
        hits = {hit.chunk: hit for hit in self._index.ask(land.base_profile(n))}
        chosen: dict[int, None] = {}

        def take(found: Iterable[int]) -> None:
            chosen.update(dict.fromkeys(found))

        own = land.own_place.get(n)
        image = land.image.get(n)
        take(h for h in (own, image) if h is not None)
        take(land.overloads(n)[:BY_PLACE])
        take(_nearest(land, chunk.path, self._by_digest.get((chunk.kind, chunk.digest), ()))[:BY_NAME])
        found = list(hits.values())
        take(hit.chunk for hit in nsmallest(BY_COSINE, found, key=lambda hit: (-hit.cosine, hit.chunk)))
        take(hit.chunk for hit in nsmallest(BY_CONTAINED, found, key=self._contained_first))
        take(hit.chunk for hit in nsmallest(BY_CONTAINING, found, key=lambda hit: (-hit.containing, hit.chunk)))
        take(_nearest(land, chunk.path, self._by_name.get((chunk.kind, chunk.name), ()))[:BY_NAME])
        take(self._in_voted_files(n, votes))
        return {h: hits.get(h, Hit(h, 0.0, 0.0, 0.0)) for h in chosen}

    def _contained_first(self, hit: Hit) -> tuple[float, int]:
        """Chunks that lie whole in the old one; the very short ones do so by accident."""
        return -hit.contained * min(1.0, self.land.head_profile(hit.chunk).size / SHORT), hit.chunk

    def _in_voted_files(self, n: int, votes: Mapping[str, float]) -> list[int]:
        """Chunks born in the files that the siblings went to, likest names first."""
        land, chunk = self.land, self.land.base[n]
        files = {land.head_path(chunk.path), *sorted(votes, key=lambda path: (-votes[path], path))[:3]}
        near = [
            (name_likeness(chunk.name, land.head[h].name), -h)
            for path in sorted(files)
            for h in self._by_file.get(path, ())
            if land.head[h].kind is chunk.kind and h not in land.claimant
        ]
        return [-h for _, h in sorted(near, reverse=True)[:BY_PLACE]]


def _nearest(land: Landscape, path: str, found: Iterable[int]) -> list[int]:
    here = land.head_path(path)
    return sorted(found, key=lambda h: (-path_nearness(here, land.head[h].path), h))
