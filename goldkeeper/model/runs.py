"""Runs: what a retriever ranked for each query."""

from collections.abc import Mapping
from dataclasses import dataclass

from goldkeeper.model.gold import QueryId


@dataclass(frozen=True, slots=True)
class RankedChunk:
    """One answer of a retriever.

    Attributes:
        chunk: the ID as the run spells it.
        rank: from 1.
        score: the retriever's own; None where the run has none.
    """

    chunk: str
    rank: int
    score: float | None = None


@dataclass(frozen=True)
class Run:
    """A ranking for each query, best first; no chunk twice for one query.

    Attributes:
        name: the file as the user named it.
        tag: what the retriever calls itself; empty where it doesn't.
    """

    name: str
    rankings: Mapping[QueryId, tuple[RankedChunk, ...]]
    tag: str = ""

    def top(self, query_id: QueryId, depth: int) -> tuple[RankedChunk, ...]:
        """The first `depth` answers to a query."""
        return self.rankings.get(query_id, ())[:depth]
