"""Frames, draws and readings for tests."""

import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from goldkeeper.audit.sampling import Sampling, draw_sample
from goldkeeper.model.audits import AuditPair, AuditRow, Draw, DrawMethod, Reading, Risk
from goldkeeper.model.chunks import ChunkId
from goldkeeper.model.gold import Grade, QueryId, QueryType

NOON = datetime(2026, 3, 14, 12, 0, tzinfo=UTC)
SHARED = Path(__file__).resolve().parents[2].parent / "shared"


def reference(*keys: str) -> Any:
    """A table of published or independently computed statistics."""
    file = SHARED / "reference" / "statistics.json"
    if not file.exists():
        pytest.skip("the reference values are not here")
    found = json.loads(file.read_text(encoding="utf-8"))
    for key in keys:
        found = found[key]
    return found


def a_pair(
    number: int = 1,
    *,
    grade: int | None = 3,
    kind: QueryType | None = QueryType.INTENT,
    source: str = "person",
    risk: Risk = Risk.CALM,
    last_audited: datetime | None = None,
) -> AuditPair:
    """A pair of its own query and chunk."""
    return AuditPair(
        QueryId(f"q{number}"),
        f"where is step {number} taken",
        kind,
        ChunkId.parse(f"src/steps.py:{10 * number}-{10 * number + 5}:step_{number}"),
        None if grade is None else Grade(grade),
        source,
        risk,
        last_audited,
    )


def a_frame(size: int) -> list[AuditPair]:
    """Pairs of all kinds, the risky ones fewer."""
    kinds, sources = list(QueryType), ("person", "mined")
    risks = [Risk.CALM, Risk.CALM, Risk.CALM, Risk.NEVER, Risk.CALM, Risk.EDITED, Risk.NEVER, Risk.REMAPPED]
    return [
        a_pair(n, grade=1 + n % 3, kind=kinds[n // 3 % 3], risk=risks[n // 2 % 8], source=sources[n % 5 == 0])
        for n in range(1, size + 1)
    ]


def some_neighbours(pairs: Sequence[AuditPair]) -> list[AuditPair]:
    """An ungraded chunk for each query."""
    return [replace(pair, chunk_id=a_pair(900 + n).chunk_id, grade=None) for n, pair in enumerate(pairs)]


def a_draw(
    frame: Sequence[AuditPair],
    *,
    seed: str = "v1.4",
    share: float = 0.1,
    size: int | None = None,
    method: DrawMethod = DrawMethod.PROPORTIONAL,
    rotate: bool = True,
    decoys: float = 0.0,
    neighbours: Sequence[AuditPair] = (),
    passport: str | None = None,
) -> Draw:
    """A draw from a frame."""
    return draw_sample(
        frame,
        Sampling(seed, share, size, method, rotate, decoys),
        name=seed,
        release=seed,
        gold_digest="a" * 32,
        passport_digest=passport,
        now=NOON,
        neighbours=neighbours,
    )


def a_reading(
    row: AuditRow | int = 1,
    judge: str = "Ada",
    grade: int | None = 3,
    *,
    minutes: int = 0,
    ambiguous: bool = False,
    wrong_span: bool = False,
    arbitration: bool = False,
) -> Reading:
    """What one judge said."""
    number = row if isinstance(row, int) else row.number
    at = NOON + timedelta(minutes=minutes)
    value = None if grade is None else Grade(grade)
    return Reading(number, judge, value, at, "", ambiguous, wrong_span, arbitration)


def both(row: AuditRow, first: int, second: int | None = None) -> list[Reading]:
    """Two blind readings of a row."""
    return [a_reading(row, "Ada", first), a_reading(row, "Ben", first if second is None else second)]
