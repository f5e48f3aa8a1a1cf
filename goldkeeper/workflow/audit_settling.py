"""What an audit found wrong becomes decisions; the gold file is changed by `apply` alone.

A pair that its judges gave another grade gets an item of its own in the review queue, decided by the rule `audit` with
what each judge said as the reason. There it can be looked at, taken back and applied like any other answer, and the
commit says why. Nothing is decided about a chunk that is not where it was, or does not say what the judges read; nor
about one that a scan asks about: what is more, is told with its reason. Where the judges say that a chunk is cut at the
wrong place, somebody is asked which is the right one. A query that people understood differently is rewritten or
dropped, and which of both, a person says.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from goldkeeper.model.audit_records import AuditRecord, Settlement, SettlementKind
from goldkeeper.model.audits import Disposition, Outcome
from goldkeeper.model.chunks import Chunk, ChunkId
from goldkeeper.model.drifts import DriftKind
from goldkeeper.model.errors import BadRequest
from goldkeeper.model.gold import GoldPair, Grade, QueryId
from goldkeeper.model.reviews import ItemState
from goldkeeper.ports import AuditBook, Clock, ReviewQueue
from goldkeeper.workflow.audit_frame import Frame
from goldkeeper.workflow.audit_questions import SCAN_FIRST, Questions, Want, Wish
from goldkeeper.workflow.audit_reading import AuditStatus


@dataclass(frozen=True, slots=True)
class Held:
    """A wrong pair about which nothing could be decided."""

    row: int
    reason: str


@dataclass(frozen=True, slots=True)
class Settled:
    """What settling came to.

    Attributes:
        done: new settlements, by row.
        before: rows that were settled earlier.
        held: by row.
        queries: ambiguous ones, which wait to be rewritten or dropped, with their rows.
    """

    done: tuple[Settlement, ...]
    before: tuple[int, ...]
    held: tuple[Held, ...]
    queries: Mapping[QueryId, tuple[int, ...]]


def settle(
    status: AuditStatus,
    frame: Frame,
    queue: ReviewQueue,
    book: AuditBook,
    *,
    by: str,
    clock: Clock,
    drop: Sequence[QueryId] = (),
    rewritten: Sequence[QueryId] = (),
    judged_zero: bool = False,
) -> Settled:
    """Put decisions into the review queue for what the audit found wrong; twice is once.

    Args:
        status: of the audit; rows that nobody has settled yet are left for later.
        frame: gold file and code as they are now.
        queue: where the decisions go.
        book: where it is remembered.
        by: who has it carried out.
        drop: ambiguous queries whose pairs leave the gold set.
        rewritten: ambiguous queries that somebody has written anew in the gold file.
        judged_zero: whether the gold file keeps pairs that are not relevant, with grade 0; else they leave it.

    Raises:
        BadRequest: a named query is not among the ambiguous ones.
    """
    return _Settling(status, frame, queue, book, by=by, now=clock(), judged_zero=judged_zero).run(drop, rewritten)


class _Settling:
    def __init__(
        self,
        status: AuditStatus,
        frame: Frame,
        queue: ReviewQueue,
        book: AuditBook,
        *,
        by: str,
        now: datetime,
        judged_zero: bool,
    ) -> None:
        self._status, self._frame, self._queue, self._book = status, frame, queue, book
        self._record: AuditRecord = status.record
        self._by, self._now, self._keeps_zero = by, now, judged_zero
        self._held: dict[int, str] = {}
        self._done: list[Settlement] = []
        self._dropped: dict[int, list[int]] = {}  # row of a dropped query → items
        self._settled_before = self._standing()

    def run(self, drop: Sequence[QueryId], rewritten: Sequence[QueryId]) -> Settled:
        ambiguous: dict[QueryId, list[int]] = {}
        for one in self._status.rows(Disposition.AMBIGUOUS):
            if one.row.number not in self._settled_before:
                ambiguous.setdefault(one.row.pair.query_id, []).append(one.row.number)
        for query_id in (*drop, *rewritten):
            if query_id not in ambiguous:
                known = ", ".join(ambiguous) or "none"
                raise BadRequest(f"query {query_id}", "is not one that waits here", f"ambiguous and open: {known}")
        wishes = [*self._wishes(without=drop), *self._drops({query: ambiguous[query] for query in drop})]
        name, queue = self._record.draw.name, self._queue
        Questions(name, self._frame, queue, self._now, keep=self._keep, hold=self._hold).ask(wishes)
        for query_id in drop:
            self._settle_dropped(ambiguous[query_id])
        for query_id in rewritten:
            kind = SettlementKind.REWRITTEN
            self._done += [Settlement(row, kind, None, self._by, self._now) for row in ambiguous[query_id]]
        self._done.sort(key=lambda one: one.row)
        self._book.settle(self._record.draw.name, self._done)
        asked = {*drop, *rewritten}
        open_queries = {query: tuple(rows) for query, rows in ambiguous.items() if query not in asked}
        held = tuple(Held(row, self._held[row]) for row in sorted(self._held))
        return Settled(tuple(self._done), tuple(sorted(self._settled_before)), held, open_queries)

    def _standing(self) -> frozenset[int]:
        """Rows whose settlement stands: rewritten, or with an item that is decided, applied or open again."""
        stands: dict[int, bool] = {}
        for one in self._book.settlements(self._record.draw.name):
            state = self._queue.item(one.item).state if one.item is not None else None
            stands[one.row] = state is not ItemState.SUPERSEDED
        return frozenset(row for row, holds in stands.items() if holds)

    def _wishes(self, *, without: Sequence[QueryId]) -> list[Wish]:
        """What the judges agreed on, or a third decided, pairs of one chunk that want the same together."""
        wishes: dict[tuple[ChunkId, Want, Grade | None], Wish] = {}
        for one in self._status.rows(Disposition.IN):
            if not one.wrong or one.row.number in self._settled_before or one.row.pair.query_id in without:
                continue
            pair = self._pair(one)
            if pair is None or one.grade is None:
                continue
            want, grade = self._wanted(one)
            wish = wishes.setdefault((pair.chunk_id, want, grade), Wish(pair.chunk_id, want, grade))
            wish.rows.append(one.row.number)
            wish.pairs.append(pair)
            wish.reasons.append(f"{pair.query_id}: {_said(one)}, the gold file {pair.grade}")
            if want is Want.OTHER_CUT:
                wish.notes += [f"{pair.query_id}: {_said(one)}", *_notes(one)]
        return list(wishes.values())

    def _wanted(self, one: Outcome) -> tuple[Want, Grade | None]:
        if one.wrong_span:
            return Want.OTHER_CUT, None
        if one.grade or self._keeps_zero:
            return Want.GRADE, one.grade
        return Want.OUT, None

    def _pair(self, one: Outcome) -> GoldPair | None:
        """The gold pair as it is now; None, with the reason held, where nothing may be decided about it."""
        row, was = one.row.number, one.row.pair
        pair = self._gold_pair(one)
        if pair is None and (one.wrong_span or all(p.query_id != was.query_id for p in self._frame.gold_set.pairs)):
            return None  # another chunk was named, or its query left the set
        if pair is None:
            self._held[row] = "the pair is not in the gold file any more"
        elif pair.grade == one.grade and not one.wrong_span:
            return None  # somebody was faster
        elif pair.grade != was.grade:
            self._held[row] = f"the gold file says {pair.grade} by now, and said {was.grade} when it was read"
        elif (why := self._moved(pair, one)) is not None:
            self._held[row] = why
        else:
            return pair
        return None

    def _gold_pair(self, one: Outcome) -> GoldPair | None:
        """The pair that was read: by its ID, else, where a remap was applied since, by what its chunk says."""
        query_id, pairs = one.row.pair.query_id, self._frame.gold_set.pairs
        mine = [pair for pair in pairs if pair.query_id == query_id]
        named = next((pair for pair in mine if pair.chunk_id == one.row.pair.chunk_id), None)
        if named is not None:
            return named
        code = self._code(one)
        same = [pair for pair in mine if (found := self._found(pair.chunk_id)) is not None and found.text == code]
        return same[0] if len(same) == 1 else None

    def _found(self, chunk_id: ChunkId) -> Chunk | None:
        drift = self._frame.drifts.get(chunk_id)
        return drift.found if drift is not None and drift.kind is DriftKind.INTACT else None

    def _code(self, one: Outcome) -> str:
        return next(text.code for text in self._record.texts if text.row == one.row.number)

    def _moved(self, pair: GoldPair, one: Outcome) -> str | None:
        found = self._found(pair.chunk_id)
        if found is None:
            drift = self._frame.drifts.get(pair.chunk_id)
            return f"the chunk is {drift.kind.value if drift is not None else 'unknown'}: {SCAN_FIRST}"
        if found.id != pair.chunk_id:
            return f"the code calls it {found.id}: {SCAN_FIRST}"
        return None if found.text == self._code(one) else "the code was changed since it was read: audit it anew"

    def _drops(self, queries: Mapping[QueryId, Sequence[int]]) -> list[Wish]:
        """Every pair of a dropped query, for its query alone."""
        wishes: dict[ChunkId, Wish] = {}
        for query_id, rows in queries.items():
            for pair in self._frame.gold_set.pairs:
                if pair.query_id == query_id:
                    wish = wishes.setdefault(pair.chunk_id, Wish(pair.chunk_id, Want.OUT, of_query=True))
                    wish.pairs.append(pair)
                    wish.rows.extend(row for row in rows if row not in wish.rows)
                    wish.reasons.append(f"{query_id} is ambiguous and was dropped by {self._by}")
        return list(wishes.values())

    def _settle_dropped(self, rows: Sequence[int]) -> None:
        """A dropped query is settled when every pair of it is on its way out, or is out already."""
        for row in rows:
            if row not in self._held:
                note = f"dropped by {self._by}"
                items: Sequence[int | None] = self._dropped.get(row) or [None]
                self._done += [
                    Settlement(row, SettlementKind.DROPPED, item, self._by, self._now, note) for item in items
                ]

    def _keep(self, wish: Wish, item: int) -> None:
        """Remember which item carries a wish out."""
        if wish.of_query:
            for row in wish.rows:
                self._dropped.setdefault(row, []).append(item)
            return
        kind, note = _KINDS[wish.want], "; ".join(wish.reasons)
        self._done += [Settlement(row, kind, item, self._by, self._now, note) for row in wish.rows]

    def _hold(self, wish: Wish, reason: str) -> None:
        for row in wish.rows:
            self._held[row] = reason


_KINDS = {
    Want.GRADE: SettlementKind.REGRADED,
    Want.OUT: SettlementKind.DROPPED,
    Want.OTHER_CUT: SettlementKind.ASKED,
}


def _notes(one: Outcome) -> list[str]:
    """What the judges wrote beside it."""
    said = (*one.readings, *([one.arbitration] if one.arbitration is not None else ()))
    return [f"{reading.judge} wrote: {reading.doubt}" for reading in said if reading.doubt]


def _said(one: Outcome) -> str:
    said = [f"{reading.judge} said {reading.grade}" for reading in one.readings if reading.grade is not None]
    if one.arbitration is not None:
        said.append(f"{one.arbitration.judge} decided for {one.grade}")
    return ", ".join(said)
