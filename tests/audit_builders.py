"""Audits for tests: a draw of a few rows, its texts, readings."""

from collections.abc import Sequence
from datetime import datetime

from goldkeeper.model.audit_records import AuditRecord, RowText
from goldkeeper.model.audits import Assignment, AuditPair, AuditRow, Draw, DrawMethod, DrawnStratum, Reading, Risk
from goldkeeper.model.gold import Grade, QueryId, QueryType
from tests.builders import HEAD_COMMIT, NOON, a_chunk_id, a_digest, a_text

SEED = "7"


def an_audit_pair(
    query_id: str = "q1",
    chunk: str = "src/cart.py:3-7:Cart.total",
    *,
    grade: int | None = 3,
    query: str = "how is the total made",
    kind: QueryType | None = QueryType.INTENT,
    risk: Risk = Risk.NEVER,
) -> AuditPair:
    """A pair that may be drawn; without a grade it is a decoy."""
    return AuditPair(
        QueryId(query_id), query, kind, a_chunk_id(chunk), Grade(grade) if grade is not None else None, risk=risk
    )


def an_audit(
    *pairs: AuditPair,
    name: str = "v1.4",
    judges: Sequence[str] = ("ada", "bob"),
    texts: Sequence[str] = (),
    decoys: Sequence[AuditPair] = (),
    at: datetime = NOON,
) -> AuditRecord:
    """An audit of these pairs, all of one stratum; each judge reads them in another order."""
    drawn = pairs or (an_audit_pair(), an_audit_pair("q2", "src/cart.py:9-12:Cart.tax", grade=1))
    stratum = drawn[0].stratum
    rows = [AuditRow(n, pair, stratum, 1.0) for n, pair in enumerate(drawn, 1)]
    rows += [AuditRow(n, pair, None, 0.0, decoy=True) for n, pair in enumerate(decoys, len(rows) + 1)]
    draw = Draw(
        name=name,
        release=name,
        seed=SEED,
        gold_digest=a_digest("gold"),
        passport_digest=None,
        frame_digest=a_digest("frame"),
        drawn_at=at,
        method=DrawMethod.PROPORTIONAL,
        strata=(DrawnStratum(stratum, len(drawn), len(drawn)),),
        rows=tuple(rows),
        size_asked=len(drawn),
    )
    numbers = [row.number for row in rows]
    assignments = [Assignment(judge, tuple(numbers[n:] + numbers[:n])) for n, judge in enumerate(judges)]
    return AuditRecord(draw, tuple(assignments), tuple(a_row_text(row, texts) for row in rows), "a1b2c3d", drawn)


def a_row_text(row: AuditRow, texts: Sequence[str] = ()) -> RowText:
    """The code of a row; of no given text, one that fits its span."""
    chunk_id = row.pair.chunk_id
    code = texts[row.number - 1] if row.number <= len(texts) else a_text(chunk_id.symbol, chunk_id.span.lines)
    return RowText(row.number, chunk_id.path, chunk_id.span.start, chunk_id.symbol, code, HEAD_COMMIT)


def a_reading(
    row: int = 1,
    judge: str = "ada",
    grade: int | None = 3,
    *,
    doubt: str = "",
    unclear: bool = False,
    wrong_span: bool = False,
    arbitration: bool = False,
    at: datetime = NOON,
) -> Reading:
    """What a judge said."""
    given = Grade(grade) if grade is not None else None
    return Reading(row, judge, given, at, doubt, unclear, wrong_span, arbitration)
