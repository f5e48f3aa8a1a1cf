"""Which head chunks a base chunk is compared with at all: by rare token runs, names and place.

Only what is born or changed can be a successor, besides a chunk's own place. The index is built from
the questions: it holds the token runs that some wanted chunk has, so that it grows with the gold set
and not with the change.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from heapq import nsmallest
from itertools import chain
from math import log2, sqrt
from operator import itemgetter
from typing import NamedTuple

from goldkeeper.matching.context import Context
from goldkeeper.matching.landscape import Landscape
from goldkeeper.matching.names import LikeNames, Namesakes
from goldkeeper.matching.profiles import Profile
from goldkeeper.model.chunks import ChunkKind

# How many of each sort are taken: some 15 in all, and of the labelled cases the truth was among them in 0.994 (Java)
# to 0.999 (ten other languages).
BY_COSINE = 14
BY_CONTAINED = 5
BY_CONTAINING = 4
BY_NAME = 10
BY_PLACE = 8  # overloads beside the own place, and like names where the siblings went
BY_CALLERS = 4  # those that named a lost chunk and may hold its lines now
SHORT = 15  # tokens; a text of fewer lies whole in many others by accident
MOST_VOTED = 3  # files that siblings went to; a class is hardly ever split into more
MOST_POSTINGS = 5_000  # read for one question, rarest run first: later ones are in every other chunk
MOST_WEIGHED = 256  # chunks that share runs with one question; ten times as many as are taken
FEW = 16  # chunks of one run that are not worth a set
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


class Hits:
    """Chunks that share token runs with one question; an order is only made of those that are asked for."""

    def __init__(self, index: "TrigramIndex", profile: Profile) -> None:
        self._index = index
        self._ours = max(len(profile.trigrams), 1)
        self._weights, self._counts, self._typical = index.shared(profile)

    def of(self, n: int) -> Hit:
        """What the index says of a chunk; nothing is shared with one that it doesn't know."""
        if n not in self._weights:
            return Hit(n, 0.0, 0.0, 0.0)
        runs = self._index.runs[n]
        cosine = min(1.0, self._weights[n] / (self._typical * sqrt(self._ours * runs)))
        return Hit(n, cosine, self._counts[n] / runs, self._counts[n] / self._ours)

    def nearest(self, most: int) -> list[int]:
        """Those of the highest cosine, best first, ties by number."""
        roots = self._index.roots
        return _first(most, [(-weight / roots[n], n) for n, weight in self._weights.items()])

    def contained(self, most: int) -> list[int]:
        """Those that lie whole in the question; the very short ones do so by accident."""
        runs, lengths = self._index.runs, self._index.lengths
        return _first(most, [(-count / runs[n] * lengths[n], n) for n, count in self._counts.items()])

    def containing(self, most: int) -> list[int]:
        """Those that the question lies in."""
        return _first(most, [(-count, n) for n, count in self._counts.items()])


def _first(most: int, scored: list[tuple[float, int]]) -> list[int]:
    return [n for _, n in nsmallest(most, scored)]


class TrigramIndex:
    """Token run → chunks, for the runs that will be read.

    Only the rarest runs of a question are read, and the common ones, which are in every other chunk, are most of what
    there is: so runs are counted first, and listed only where some question reads them.

    Attributes:
        runs: chunk → how many runs it has.
        roots: chunk → the square root of that.
        lengths: chunk → 1 for chunks of `SHORT` tokens and more, less for shorter ones.
    """

    def __init__(
        self, questions: Iterable[Profile], pool: Sequence[tuple[int, Profile]], *, most_postings: int = MOST_POSTINGS
    ) -> None:
        """Index what the questions have in common with the pool.

        Args:
            questions: what will be asked.
            pool: the chunks to find, by number.
            most_postings: how many entries are read for one question.
        """
        self._most = most_postings
        by_kind: dict[ChunkKind, list[Iterable[str]]] = defaultdict(list)
        for profile in questions:
            by_kind[profile.chunk.kind].append(_sampled(profile))
        self.runs: dict[int, int] = {n: len(profile.trigrams) for n, profile in pool}
        self.roots: dict[int, float] = {n: sqrt(runs or 1) for n, runs in self.runs.items()}
        self.lengths: dict[int, float] = {n: min(1.0, profile.size / SHORT) for n, profile in pool}
        self._total = max(len(self.runs), 1)
        self._often: dict[ChunkKind, Mapping[str, int]] = {}
        self._postings: dict[ChunkKind, Mapping[str, list[int]]] = {}
        for kind, asked in by_kind.items():
            ours = [(n, profile.trigrams) for n, profile in pool if profile.chunk.kind is kind]
            self._often[kind] = often = _count(frozenset().union(*asked), ours)
            read = frozenset(run for runs in asked for _, run in self._rarest(often, runs)[0])
            self._postings[kind] = _list(read, ours)

    def ask(self, profile: Profile) -> Hits:
        """Chunks of the same sort that share runs."""
        return Hits(self, profile)

    def _rarest(self, often: Mapping[str, int], runs: Iterable[str]) -> tuple[list[tuple[int, str]], int]:
        """The runs that are read for a question, each with how often it occurs; and how many of its runs do at all."""
        found = sorted((often[run], run) for run in runs if run in often)
        return found[: _first_lists([times for times, _ in found], self._most)], len(found)

    def shared(self, profile: Profile) -> tuple[Mapping[int, float], Mapping[int, int], float]:
        """Weight and number of the runs that each chunk shares, and the weight of a typical run.

        Counting runs through all chunks in C; only those that share most are weighed.
        """
        kind = profile.chunk.kind
        rarest, found = self._rarest(self._often.get(kind, {}), _sampled(profile))
        lists = [(often, self._postings[kind][run]) for often, run in rarest]
        counts = Counter(chain.from_iterable(chunks for _, chunks in lists))
        if len(counts) > MOST_WEIGHED:
            counts = Counter(dict(sorted(counts.items(), key=itemgetter(1), reverse=True)[:MOST_WEIGHED]))
        kept = counts.keys()
        weights: dict[int, float] = defaultdict(float)
        full = 0.0
        for often, chunks in lists:
            weight = log2(1 + self._total / often)
            full += weight
            for n in chunks if often <= FEW else kept & set(chunks):
                weights[n] += weight
        return {n: weights[n] for n in counts}, counts, full / max(found, 1) or 1.0


def _count(asked: frozenset[str], pool: Iterable[tuple[int, frozenset[str]]]) -> Mapping[str, int]:
    counts: Counter[str] = Counter()
    for _, runs in pool:
        counts.update(runs & asked)
    return counts


def _list(read: frozenset[str], pool: Iterable[tuple[int, frozenset[str]]]) -> Mapping[str, list[int]]:
    postings: dict[str, list[int]] = {run: [] for run in read}
    for n, runs in pool:
        for run in runs & read:
            postings[run].append(n)
    return postings


def _first_lists(lengths: Sequence[int], most: int) -> int:
    """How many of the postings are read, rarest run first: at least one."""
    postings = 0
    for read, often in enumerate(lengths):
        postings += often
        if postings > most and read:
            return read
    return len(lengths)


def _sampled(profile: Profile) -> Iterable[str]:
    runs = profile.trigrams
    return sorted(runs)[:: len(runs) // MOST_TRIGRAMS + 1] if len(runs) > MOST_TRIGRAMS else runs


class Blocking:
    """Finds candidates for the base chunks of one change."""

    def __init__(self, land: Landscape, context: Context) -> None:
        """Index names and texts; token runs are indexed when `expect` says for whom.

        Args:
            land: the change.
            context: knows who called what.
        """
        self._land, self._context = land, context
        pool = land.open_head
        paths = [chunk.path for chunk in land.head]
        self._index = TrigramIndex((), ())
        self._by_name = Namesakes((((land.head[n].kind, land.head_names[n]), n) for n in pool), paths)
        self._by_digest = Namesakes((((chunk.kind, chunk.digest), n) for n, chunk in enumerate(land.head)), paths)
        self._born = LikeNames(
            (land.head[n].path, land.head[n].kind, land.head_names[n], n) for n in pool if n not in land.claimant
        )

    def expect(self, wanted: Iterable[int]) -> None:
        """Index the token runs of the base chunks that are asked about next."""
        land = self._land
        pool = [(n, land.head_profile(n)) for n in land.open_head]
        self._index = TrigramIndex((land.base_profile(n) for n in wanted), pool)

    def candidates(self, n: int, votes: Mapping[str, float]) -> dict[int, Hit]:
        """Head chunks worth comparing with base chunk `n`, each with what the index said of it.

        Args:
            n: index of an expected base chunk.
            votes: head path → share of the chunk's siblings that went there.
        """
        land = self._land
        chunk = land.base[n]
        hits = self._index.ask(land.base_profile(n))
        chosen: dict[int, None] = {}

        def take(found: Iterable[int]) -> None:
            chosen.update(dict.fromkeys(found))

        own = land.own_place.get(n)
        image = land.image.get(n)
        take(h for h in (own, image) if h is not None)
        take(land.overloads(n)[:BY_PLACE])
        here, name = land.head_path(chunk.path), land.base_names[n]
        take(self._by_digest.nearest((chunk.kind, chunk.digest), here, BY_NAME))
        take(hits.nearest(BY_COSINE))
        take(hits.contained(BY_CONTAINED))
        take(hits.containing(BY_CONTAINING))
        take(self._by_name.nearest((chunk.kind, name), here, BY_NAME))
        # What was born in the files that the siblings went to.
        went = sorted(votes, key=lambda path: (-votes[path], path))[:MOST_VOTED]
        take(self._born.nearest(name, chunk.kind, [here, *went], BY_PLACE))
        if own is None and image is None:
            take(land.image[m] for m in self._context.former_callers(n)[:BY_CALLERS])
        return {h: hits.of(h) for h in chosen}
