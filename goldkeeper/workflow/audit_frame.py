"""The frame of an audit: every gold pair that may be drawn, with what makes it doubtful, and the code to be read.

What the queue did with a chunk, what the last look at the code saw of it, and when people last read it in an audit
become its risk. Nothing is written: neither anchors nor queue.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from goldkeeper.model.anchors import Anchor, NeverResolved
from goldkeeper.model.audit_records import AuditRecord, RowText
from goldkeeper.model.audits import UNKNOWN_SOURCE, AuditPair, AuditRow
from goldkeeper.model.chunks import Chunk, ChunkId, ChunkKind, CommitId, Snapshot, Span
from goldkeeper.model.drifts import Drift
from goldkeeper.model.gold import GoldSet, QueryId
from goldkeeper.model.reviews import Answer, ItemState, ReviewItem
from goldkeeper.ports import AuditBook, Progress, ReviewQueue
from goldkeeper.workflow.anchoring import anchor_gold
from goldkeeper.workflow.audit_risk import Remap, last_readings, remaps_of, risk_of
from goldkeeper.workflow.calibration.trials import carrier
from goldkeeper.workflow.code import Code, GoldPlace
from goldkeeper.workflow.judged import judged_texts
from goldkeeper.workflow.seeing import see_drifts
from goldkeeper.workflow.snapshot import cut_snapshot

_DECOY_KINDS = frozenset({ChunkKind.FUNCTION, ChunkKind.CLASS, ChunkKind.SECTION})

Link = Callable[[CommitId | None, str, Span], str | None]  # lines at a commit → where the code host shows them


@dataclass(frozen=True)
class Frame:
    """What may be drawn, and what a judge would be shown of it.

    Attributes:
        pairs: in the order of the gold file.
        drifts: by gold chunk.
        head: the files that gold chunks lie in.
        head_commit: the state they are of; None for files on disk.
    """

    gold_set: GoldSet
    pairs: tuple[AuditPair, ...]
    drifts: Mapping[ChunkId, Drift]
    head: Snapshot
    head_commit: CommitId | None = None

    def neighbours(self) -> tuple[AuditPair, ...]:
        """Ungraded chunks of the files that a query's gold lies in, which neither hold a gold chunk nor lie in one."""
        by_query: dict[QueryId, list[ChunkId]] = {}
        for pair in self.gold_set.pairs:
            by_query.setdefault(pair.query_id, []).append(pair.chunk_id)
        found: list[AuditPair] = []
        for query_id, chunk_ids in by_query.items():
            query = self.gold_set.queries_by_id[query_id]
            places = [self._place(chunk_id) for chunk_id in chunk_ids]
            for path in dict.fromkeys(place.path for place in places):
                gold = [place.span for place in places if place.path == path]
                for chunk in self.head.in_file(path):
                    apart = all(not chunk.span.holds(span) and not span.holds(chunk.span) for span in gold)
                    if apart and chunk.kind in _DECOY_KINDS:
                        found.append(AuditPair(query_id, query.text, query.type, chunk.id, None))
        return tuple(found)

    def _place(self, chunk_id: ChunkId) -> ChunkId:
        found = self.drifts[chunk_id].found if chunk_id in self.drifts else None
        return found.id if found is not None else chunk_id


def make_frame(
    gold: GoldPlace, code: Code, queue: ReviewQueue, book: AuditBook, *, progress: Progress | None = None
) -> Frame:
    """Every usable gold pair, with its risk."""
    gold_set = gold.file.read(code.knows)
    anchors = anchor_gold(
        gold_set,
        gold.anchors.read(),
        head=code.head,
        head_commit=code.head_commit,
        history=code.history,
        gold_history=gold.history,
        chunker=code.chunker,
        cache=code.cache,
        progress=progress,
    )
    paths = {anchor.path if isinstance(anchor, Anchor) else anchor.chunk_id.path for anchor in anchors.values()}
    head = cut_snapshot(code.head, code.chunker, code.cache, paths=paths)
    seen = see_drifts(anchors, head, history=code.history, chunker=code.chunker, cache=code.cache)
    drifts = {drift.chunk_id: drift for drift in seen}
    remaps = remaps_of(queue.items([ItemState.DECIDED, ItemState.APPLIED]))
    last_read = last_readings(book, remaps)
    brought = {target: tuple(group) for target, group in groupby(sorted(remaps, key=_target), key=_target)}
    pairs = []
    for pair in gold_set.pairs:
        query = gold_set.queries_by_id[pair.query_id]
        read, drift = last_read.get((pair.query_id, pair.chunk_id)), drifts.get(pair.chunk_id)
        risk = risk_of(pair.query_id, read, drift, brought.get(pair.chunk_id, ()))
        pairs.append(
            AuditPair(
                pair.query_id,
                query.text,
                query.type,
                pair.chunk_id,
                pair.grade,
                query.source or _source(anchors[pair.chunk_id]),
                risk,
                read,
            )
        )
    return Frame(gold_set, tuple(pairs), drifts, head, code.head.commit)


def _target(remap: Remap) -> ChunkId:
    return remap.target


def remap_evidence(record: AuditRecord, items: Iterable[ReviewItem]) -> dict[int, str]:
    """Row → what the confirmed remap stood on that brought its chunk to where it was read; the last one counts."""
    by_target: dict[ChunkId, str] = {}
    for item in items:
        decision = item.decision
        if decision is None or decision.answer not in {Answer.ACCEPT, Answer.AMEND}:
            continue
        if decision.at <= record.draw.drawn_at:
            moved = [target.chunk_id for target in decision.targets if target.chunk_id != item.proposal.chunk_id]
            by_target |= dict.fromkeys(moved, carrier(item.proposal.match))
    rows = record.draw.gold_rows
    return {row.number: by_target[row.pair.chunk_id] for row in rows if row.pair.chunk_id in by_target}


def _source(anchor: Anchor | NeverResolved) -> str:
    """How we know what was judged, where the gold file says of no source: seen judged, or taken from history."""
    return anchor.origin.value if isinstance(anchor, Anchor) else UNKNOWN_SOURCE


def row_texts(rows: Sequence[AuditRow], frame: Frame, code: Code, link: Link) -> tuple[RowText, ...]:
    """What judges are shown: the chunk as it is now; what was judged, where it isn't there any more.

    Args:
        link: where the code host shows the lines.
    """
    lost = [
        drift.anchor
        for row in rows
        if (drift := frame.drifts.get(row.pair.chunk_id)) is not None
        and drift.found is None
        and isinstance(drift.anchor, Anchor)
    ]
    judged = judged_texts(lost, code.history)
    return tuple(_text(row, frame, code, link, judged) for row in rows)


def _text(row: AuditRow, frame: Frame, code: Code, link: Link, judged: Mapping[ChunkId, str]) -> RowText:
    chunk_id = row.pair.chunk_id
    drift = frame.drifts.get(chunk_id)
    found = drift.found if drift is not None else frame.head.get(chunk_id)  # a decoy has no drift
    if isinstance(found, Chunk):
        commit = code.head.commit
        url = link(commit, found.path, found.span) or ""
        return RowText(row.number, found.path, found.span.start, found.symbol, found.text, commit, link=url)
    anchor = drift.anchor if drift is not None else None
    if isinstance(anchor, Anchor) and chunk_id in judged:
        url = link(anchor.commit, anchor.path, anchor.span) or ""
        note = "No longer at this place; shown as it was judged."
        text = judged[chunk_id]
        return RowText(row.number, anchor.path, anchor.span.start, anchor.symbol, text, anchor.commit, note, url)
    note = "Nothing of that name was ever found; tick 'wrong span'."
    return RowText(row.number, chunk_id.path, chunk_id.span.start, chunk_id.symbol, "", None, note)
