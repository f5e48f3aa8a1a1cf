"""How much hangs on a question: which share of a query's measures rests on the gold chunk it asks about.

A measure with graded gold (nDCG) counts `2**grade - 1` for a chunk that was found, so the share of a gold chunk in
all that its query can gain says how far a dead ID pulls the query down: 1 for its only relevant chunk, little for
one of ten. A dead ID makes each run miss it; one that names another text may be a hit that is none, or one
that still is; and where the ID holds and the grade too, nothing is wrong yet.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
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


class Stakes:
    """A gold set, asked for what hangs on its chunks."""

    def __init__(self, pairs: Iterable[GoldPair], asked: Collection[ChunkId]) -> None:
        """Sum up a gold set.

        Args:
            pairs: all of it.
            asked: gold chunks about which a question is open.
        """
        self._gains: dict[QueryId, dict[ChunkId, int]] = defaultdict(dict)
        for pair in pairs:
            self._gains[pair.query_id][pair.chunk_id] = gain(pair.grade)
        self._asked = frozenset(asked)

    def worth(self, proposal: RemapProposal) -> Worth:
        """What hangs on one question."""
        shares = {query: self._share(query, proposal.chunk_id, proposal.pairs) for query in proposal.query_ids}
        relevant = {query: share for query, share in shares.items() if share > 0}
        return Worth(
            queries=sum(relevant.values()) * _harm(proposal),
            orphans=tuple(query for query in relevant if self._is_orphan(query)),
            only=tuple(query for query, share in relevant.items() if share == 1),
        )

    def others(self, query_id: QueryId, chunk_id: ChunkId) -> Mapping[ChunkId, int]:
        """The other gold chunks of a query, each with its gain."""
        return {other: value for other, value in self._gains.get(query_id, {}).items() if other != chunk_id}

    def _share(self, query_id: QueryId, chunk_id: ChunkId, pairs: Iterable[GoldPair]) -> float:
        gains = self._gains.get(query_id, {})
        # The gold file may have been edited since the scan; the pair then counts as it was asked.
        own = gains.get(chunk_id) or next((gain(pair.grade) for pair in pairs if pair.query_id == query_id), 0)
        rest = sum(value for other, value in gains.items() if other != chunk_id)
        return own / (own + rest) if own else 0.0

    def _is_orphan(self, query_id: QueryId) -> bool:
        gains = self._gains.get(query_id, {})
        return all(chunk_id in self._asked for chunk_id, value in gains.items() if value)


def _harm(proposal: RemapProposal) -> float:
    if not proposal.drift.resolves:
        return 1.0
    return HARMLESS if proposal.grade_holds else IN_DOUBT


def _named(queries: tuple[QueryId, ...]) -> str:
    return queries[0] if len(queries) == 1 else f"{len(queries)} queries"
