"""How much hangs on a question: which share of a query's measures rests on the gold chunk it asks about.

A measure with graded gold (nDCG) counts `2**grade - 1` for a chunk that was found, so the share of a gold chunk in
all that its query can gain says how far a dead ID pulls the query down: 1 for its only relevant chunk, little for
one of ten. A dead ID makes each run miss it; one that names another text may be a hit that is none, or one
that still is; and where the ID holds and the grade too, nothing is wrong yet.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from goldkeeper.model.chunks import ChunkId
from goldkeeper.model.gold import GoldPair, Grade, QueryId
from goldkeeper.model.proposals import RemapProposal

IN_DOUBT = 0.5  # the ID names a text that nobody judged: half of the time or so, it still answers
HARMLESS = 0.1  # the ID names the text with another layout: runs are measured rightly today


@dataclass(frozen=True, slots=True)
class Worth:
    """What an answer is worth.

    Attributes:
        queries: in whole queries whose measures rest on it; 1.0 is one query that has nothing else.
        orphans: queries that have no gold left of which nothing is asked.
        only: queries whose only relevant gold it is.
    """

    queries: float
    orphans: tuple[QueryId, ...] = ()
    only: tuple[QueryId, ...] = ()

    @property
    def reason(self) -> str:
        """The weightiest reason, for people; empty where none stands out."""
        if self.only:
            return f"the only gold of {_named(self.only)}"
        if self.orphans:
            return f"{_named(self.orphans)} {'has' if len(self.orphans) == 1 else 'have'} no sure gold left"
        return ""


def gain(grade: Grade) -> int:
    """What a chunk of a grade counts when it is found.

    Source:
        Burges et al. (2005), the exponential gain of nDCG.
    """
    return int(2**grade - 1)


class Gains:
    """A gold set summed up: what each query can gain, and from which chunks."""

    def __init__(self, pairs: Iterable[GoldPair]) -> None:
        self.by_query: dict[QueryId, dict[ChunkId, int]] = defaultdict(dict)
        for pair in pairs:
            self.by_query[pair.query_id][pair.chunk_id] = gain(pair.grade)
        self.total = {query: sum(gains.values()) for query, gains in self.by_query.items()}


class Stakes:
    """A gold set, asked for what hangs on its chunks."""

    def __init__(self, gains: Gains, asked: Collection[ChunkId]) -> None:
        """Look at a gold set.

        Args:
            gains: of all of it.
            asked: gold chunks about which a question is open.
        """
        self._gains, self._asked = gains, asked
        self._orphans: dict[QueryId, bool] = {}

    def worth(self, proposal: RemapProposal) -> Worth:
        """What hangs on one question."""
        relevant: dict[QueryId, float] = {}
        for pair in proposal.pairs:
            share = self._share(pair)
            if share > 0:
                relevant[pair.query_id] = share
        return Worth(
            queries=sum(relevant.values()) * _harm(proposal),
            orphans=tuple(query for query in relevant if self._is_orphan(query)),
            only=tuple(query for query, share in relevant.items() if share == 1),
        )

    def _share(self, pair: GoldPair) -> float:
        known = self._gains.by_query.get(pair.query_id, {}).get(pair.chunk_id)
        # The gold file may have been edited since the scan; the pair then counts as it was asked.
        own = gain(pair.grade) if known is None else known
        whole = self._gains.total.get(pair.query_id, 0) + (own if known is None else 0)
        return own / whole if own else 0.0

    def _is_orphan(self, query_id: QueryId) -> bool:
        if query_id not in self._orphans:
            gains = self._gains.by_query.get(query_id, {})
            self._orphans[query_id] = all(chunk_id in self._asked for chunk_id, value in gains.items() if value)
        return self._orphans[query_id]


def _harm(proposal: RemapProposal) -> float:
    if not proposal.drift.resolves:
        return 1.0
    return HARMLESS if proposal.grade_holds else IN_DOUBT


def _named(queries: tuple[QueryId, ...]) -> str:
    return f"query {queries[0]}" if len(queries) == 1 else f"{len(queries)} queries"
