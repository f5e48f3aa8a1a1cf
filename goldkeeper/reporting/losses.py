"""What each query lost, the queries that lost everything first."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from goldkeeper.model.gold import GoldPair, GoldSet, Query
from goldkeeper.reporting.outcomes import GoldOutcome


class QueryState(StrEnum):
    """How a query stands, worst first."""

    ORPHANED = "all gold gone"  # nothing that answers it is left; no run can score on it
    DAMAGED = "some gold gone"
    DRIFTED = "gold moved or changed"
    INTACT = "intact"
    EMPTY = "no gold"  # the file names none, or only what could not be read


@dataclass(frozen=True, slots=True)
class QueryLoss:
    """One query with its gold.

    Attributes:
        gold: each pair with what became of its chunk; drifted ones first, then as in the file.
    """

    query: Query
    state: QueryState
    gold: tuple[tuple[GoldPair, GoldOutcome], ...]

    @property
    def lost(self) -> int:
        """How many of its gold chunks are gone."""
        return sum(outcome.lost for _, outcome in self.gold)

    @property
    def intact(self) -> int:
        """How many are as they were judged."""
        return sum(outcome.intact for _, outcome in self.gold)

    @property
    def drifted(self) -> tuple[tuple[GoldPair, GoldOutcome], ...]:
        """The pairs whose chunk is not as it was judged."""
        return tuple((pair, outcome) for pair, outcome in self.gold if not outcome.intact)


def losses_of(outcomes: Iterable[GoldOutcome], gold_set: GoldSet) -> tuple[QueryLoss, ...]:
    """Every query of the set: worst state first, then in the gold file's order."""
    by_chunk = {outcome.chunk_id: outcome for outcome in outcomes}
    gold: dict[str, list[tuple[GoldPair, GoldOutcome]]] = {query.query_id: [] for query in gold_set.queries}
    for pair in gold_set.pairs:
        if pair.chunk_id in by_chunk:
            gold.setdefault(pair.query_id, []).append((pair, by_chunk[pair.chunk_id]))
    losses = [_loss(query, gold[query.query_id]) for query in gold_set.queries]
    order = list(QueryState)
    return tuple(sorted(losses, key=lambda loss: order.index(loss.state)))  # stable: the file's order stays


def _loss(query: Query, gold: list[tuple[GoldPair, GoldOutcome]]) -> QueryLoss:
    # Grade 0 is judged and not relevant: a query whose only living gold is that has nothing to find.
    relevant = [outcome for pair, outcome in gold if pair.grade > 0] or [outcome for _, outcome in gold]
    if not gold:
        state = QueryState.EMPTY
    elif all(outcome.lost for outcome in relevant):
        state = QueryState.ORPHANED
    elif any(outcome.lost for _, outcome in gold):
        state = QueryState.DAMAGED
    elif all(outcome.intact for _, outcome in gold):
        state = QueryState.INTACT
    else:
        state = QueryState.DRIFTED
    return QueryLoss(query, state, tuple(sorted(gold, key=lambda held: (held[1].intact, not held[1].lost))))
