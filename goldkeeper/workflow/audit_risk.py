"""What makes a gold pair doubtful: what people last read of it in an audit, and the remaps that were confirmed since.

A pair is known by its query and its chunk's ID, and a remap changes the ID. So a reading goes along with it.
What slid to other lines of its file with the same text is what was read.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from goldkeeper.model.audits import Risk
from goldkeeper.model.changes import ChangeKind
from goldkeeper.model.chunks import ChunkId
from goldkeeper.model.drifts import Drift, DriftKind
from goldkeeper.model.gold import QueryId
from goldkeeper.model.reviews import Answer, ReviewItem
from goldkeeper.ports import AuditBook
from goldkeeper.workflow.audit_shelf import shelf_of

# Below this a confirmed remap is looked at again: in the fitted cases one in a hundred at 0.95 was wrong.
LOW_CONFIDENCE = 0.95

_Reading = tuple[datetime, QueryId, ChunkId, datetime]  # when it was drawn, the pair as it was then, when it was read


@dataclass(frozen=True, slots=True)
class Remap:
    """A confirmed answer that brought a gold chunk to where it is.

    Attributes:
        queries: it holds for these alone; None for all.
        slid: the same text at the same path and symbol, on other lines.
    """

    at: datetime
    source: ChunkId
    target: ChunkId
    confidence: float
    queries: tuple[QueryId, ...] | None
    slid: bool

    def is_for(self, query: QueryId) -> bool:
        """Whether it moved this query's pair."""
        return self.queries is None or query in self.queries


def remaps_of(items: Iterable[ReviewItem]) -> tuple[Remap, ...]:
    """Every remap that people confirmed, in the order in which they did."""
    return tuple(sorted(_remaps(items), key=lambda one: (one.at, one.source, one.target)))


def _remaps(items: Iterable[ReviewItem]) -> Iterator[Remap]:
    for item in items:
        decision, match = item.decision, item.proposal.match
        if decision is None or decision.answer not in {Answer.ACCEPT, Answer.AMEND}:
            continue
        sure = {candidate.chunk_id: candidate.confidence for candidate in match.candidates}
        for target in decision.targets:
            if target.chunk_id != item.proposal.chunk_id:
                # Who names a chunk that was no candidate has looked for it.
                confidence = sure.get(target.chunk_id, 1.0)
                slid = match.certain and match.change is ChangeKind.SAME and target.chunk_id in sure
                queries = decision.queries if target.queries is None else target.queries
                yield Remap(decision.at, item.proposal.chunk_id, target.chunk_id, confidence, queries, slid)


def last_readings(book: AuditBook, remaps: Sequence[Remap]) -> Mapping[tuple[QueryId, ChunkId], datetime]:
    """Pair as it is now → when it was last read in any audit, under whatever ID."""
    # By time; of the same moment the reading first: what was read goes along with a remap, never the other way.
    steps = [(reading[0], 0, reading) for reading in _readings(book)] + [(remap.at, 1, remap) for remap in remaps]
    found: dict[ChunkId, dict[QueryId, datetime]] = defaultdict(dict)
    for _, _, step in sorted(steps, key=lambda step: step[:2]):
        if isinstance(step, Remap):
            for query, at in list(found[step.source].items()):
                if step.is_for(query):
                    found[step.target][query] = max(found[step.target].get(query, at), at)
        else:
            _, query, chunk_id, at = step
            found[chunk_id][query] = max(found[chunk_id].get(query, at), at)
    return {(query, chunk_id): at for chunk_id, queries in found.items() for query, at in queries.items()}


def _readings(book: AuditBook) -> Iterator[_Reading]:
    for name, record in shelf_of(book).records.items():
        draw = record.draw
        rows = draw.rows_by_number
        for reading in book.readings(name):
            if reading.grade is not None:
                pair = rows[reading.row].pair
                yield draw.drawn_at, pair.query_id, pair.chunk_id, reading.at


def risk_of(query: QueryId, read: datetime | None, drift: Drift | None, remaps: Iterable[Remap]) -> Risk:
    """How doubtful a pair is.

    Args:
        read: when it was last read; None for never.
        drift: what was seen of its chunk.
        remaps: those that brought its chunk to where it is.
    """
    touched = [remap for remap in remaps if not remap.slid and remap.is_for(query)]
    if any(read is None or remap.at > read for remap in touched):
        return Risk.REMAPPED
    if drift is not None and drift.kind is DriftKind.EDITED:
        return Risk.EDITED
    if any(remap.confidence < LOW_CONFIDENCE for remap in touched):
        return Risk.UNSURE
    return Risk.NEVER if read is None else Risk.CALM
