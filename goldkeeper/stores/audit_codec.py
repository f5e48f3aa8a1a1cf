"""Audits ⇄ the JSON that the database keeps.

As for the queue: a version in every payload, unknown keys passed over, absent ones at their default, chunk IDs
as their four parts, ASCII.
"""

import json
from datetime import datetime
from typing import Any

from goldkeeper.model.audit_records import AuditRecord, RowText
from goldkeeper.model.audits import (
    Assignment,
    AuditPair,
    AuditRow,
    Draw,
    DrawMethod,
    DrawnStratum,
    Risk,
    Stratum,
)
from goldkeeper.model.chunks import ChunkId, CommitId, Span
from goldkeeper.model.errors_audits import AuditDamaged
from goldkeeper.model.gold import Grade, QueryId, QueryType

VERSION = 1

Json = dict[str, Any]


class _Newer(Exception):
    """A record of a form that is not known here."""


def encode_audit(record: AuditRecord) -> str:
    """All of an audit but its rows, as one line of JSON."""
    draw = record.draw
    return _dumped(
        {
            "name": draw.name,
            "release": draw.release,
            "seed": draw.seed,
            "gold": draw.gold_digest,
            "passport": draw.passport_digest,
            "frame_digest": draw.frame_digest,
            "drawn": draw.drawn_at.isoformat(),
            "method": draw.method.value,
            "strata": [[_from_stratum(one.stratum), one.size, one.drawn] for one in draw.strata],
            "asked": draw.size_asked,
            "rotated": draw.rotated,
            "assignments": [[one.judge, list(one.rows)] for one in record.assignments],
            "state": record.state,
            "frame": [_from_pair(pair) for pair in record.frame],
        }
    )


def encode_row(row: AuditRow, text: RowText) -> str:
    """A row with its code as one line of JSON."""
    return _dumped(
        {
            "number": row.number,
            "pair": _from_pair(row.pair),
            "stratum": _from_stratum(row.stratum) if row.stratum is not None else None,
            "inclusion": row.inclusion,
            "decoy": row.decoy,
            "text": [text.path, text.first_line, text.symbol, text.code, text.commit, text.note, text.link],
        }
    )


def decode_audit(name: str, payload: str, rows: list[str]) -> AuditRecord:
    """The audit that was written.

    Raises:
        AuditDamaged: a newer goldkeeper wrote it, or it is damaged.
    """
    try:
        record = _decoded(payload, rows)
    except _Newer as problem:
        raise AuditDamaged(name, str(problem), "upgrade goldkeeper here") from None
    except (ValueError, KeyError, TypeError, IndexError, AttributeError) as problem:
        raise AuditDamaged(name, f"its record is damaged ({type(problem).__name__}: {problem})") from problem
    lost = {number for one in record.assignments for number in one.rows} - record.draw.rows_by_number.keys()
    if lost:
        raise AuditDamaged(name, f"its record is damaged (row {min(lost)} is not there)")
    return record


def _decoded(payload: str, rows: list[str]) -> AuditRecord:
    data, held = _loaded(payload), [_loaded(row) for row in rows]
    draw = Draw(
        name=data["name"],
        release=data["release"],
        seed=data["seed"],
        gold_digest=data["gold"],
        passport_digest=data["passport"],
        frame_digest=data["frame_digest"],
        drawn_at=datetime.fromisoformat(data["drawn"]),
        method=DrawMethod(data["method"]),
        strata=tuple(DrawnStratum(_to_stratum(one), size, drawn) for one, size, drawn in data["strata"]),
        rows=tuple(map(_to_row, held)),
        size_asked=data.get("asked", 0),
        rotated=data.get("rotated", True),
    )
    return AuditRecord(
        draw=draw,
        assignments=tuple(Assignment(judge, tuple(numbers)) for judge, numbers in data["assignments"]),
        texts=tuple(map(_to_text, held)),
        state=data["state"],
        frame=tuple(map(_to_pair, data.get("frame", []))),
    )


def _to_row(data: Json) -> AuditRow:
    stratum = _to_stratum(data["stratum"]) if data["stratum"] is not None else None
    return AuditRow(data["number"], _to_pair(data["pair"]), stratum, data["inclusion"], data["decoy"])


def _from_pair(pair: AuditPair) -> list[Any]:
    chunk_id = pair.chunk_id
    return [
        pair.query_id,
        pair.query,
        pair.type.value if pair.type is not None else None,
        [chunk_id.path, chunk_id.span.start, chunk_id.span.end, chunk_id.symbol],
        pair.grade,
        pair.source,
        pair.risk.value,
        pair.last_audited.isoformat() if pair.last_audited is not None else None,
    ]


def _to_pair(data: list[Any]) -> AuditPair:
    query_id, query, kind, (path, start, end, symbol), grade, source, risk, last_audited = data
    return AuditPair(
        query_id=QueryId(query_id),
        query=query,
        type=QueryType(kind) if kind is not None else None,
        chunk_id=ChunkId(path, Span(start, end), symbol),
        grade=_grade(grade),
        source=source,
        risk=Risk(risk),
        last_audited=datetime.fromisoformat(last_audited) if last_audited is not None else None,
    )


def _to_text(data: Json) -> RowText:
    path, first_line, symbol, code, commit, note, link = data["text"]
    return RowText(
        data["number"], path, first_line, symbol, code, CommitId(commit) if commit is not None else None, note, link
    )


def _from_stratum(stratum: Stratum) -> list[Any]:
    risk = stratum.risk.value if stratum.risk is not None else None
    return [stratum.query_type, stratum.grade, stratum.source, risk]


def _to_stratum(data: list[Any]) -> Stratum:
    query_type, grade, source, risk = data
    return Stratum(query_type, _grade(grade), source, Risk(risk) if risk is not None else None)


def _grade(number: int | None) -> Grade | None:
    return Grade(number) if number is not None else None


def _dumped(data: Json) -> str:
    return json.dumps({"version": VERSION, **data}, separators=(",", ":"))


def _loaded(text: str) -> Json:
    data: Json = json.loads(text)
    if data["version"] > VERSION:
        raise _Newer(f"its record has form {data['version']}, which a newer goldkeeper wrote")
    return data
