"""What `goldkeeper audit` prints with `--json`."""

from collections.abc import Sequence
from typing import Any

from goldkeeper.audit.third_sheets import reason_for_third, shown_readings
from goldkeeper.model.audit_records import AuditRecord, ReadingChange
from goldkeeper.model.audits import ArbiterSees, AuditRow, Disposition, Outcome, Reading
from goldkeeper.model.sheets import AuditSheet, SheetRow
from goldkeeper.workflow.audit_import import Imported
from goldkeeper.workflow.audit_reading import AuditStatus
from goldkeeper.workflow.audit_settling import Settled


def draw_record(record: AuditRecord, *, blind: bool = False) -> dict[str, Any]:
    """A draw as JSON values; a row's stratum tells its grade, so a blind record names neither it nor the decoys."""
    draw = record.draw
    return {
        "audit": draw.name,
        "release": draw.release,
        "seed": draw.seed,
        "method": draw.method.value,
        "gold_digest": draw.gold_digest,
        "passport_digest": draw.passport_digest,
        "frame_digest": draw.frame_digest,
        "frame_size": draw.frame_size,
        "drawn_at": draw.drawn_at.isoformat(),
        "state": record.state,
        "strata": [{"label": one.stratum.label, "size": one.size, "drawn": one.drawn} for one in draw.strata],
        "judges": [{"judge": one.judge, "rows": len(one.rows)} for one in record.assignments],
        "rows": [
            {"row": row.number, "query_id": row.pair.query_id, "id": str(row.pair.chunk_id)}
            | ({} if blind else _chance_record(row))
            for row in draw.rows
        ],
    }


def _chance_record(row: AuditRow) -> dict[str, Any]:
    stratum = row.stratum.label if row.stratum is not None else None
    return {"inclusion": row.inclusion, "stratum": stratum, "decoy": row.decoy}


def import_record(done: Imported) -> dict[str, Any]:
    """An import as JSON values."""
    return {
        "audits": [{"audit": name, **change_record(change)} for name, change in done.changes.items()],
        "tried": done.tried,
        "blank": done.blank,
        "problems": [
            {
                "file": one.file,
                "row": one.row or None,
                "column": one.column or None,
                "problem": one.problem,
                "remedy": one.remedy,
                "lost": one.lost,
            }
            for one in done.problems
        ],
    }


def change_record(change: ReadingChange) -> dict[str, Any]:
    """Answers that came in, as JSON values."""
    return {
        "added": [_reading_record(one) for one in change.added],
        "changed": [{"now": _reading_record(now), "before": _reading_record(old)} for now, old in change.changed],
        "unchanged": len(change.unchanged),
    }


def _reading_record(reading: Reading) -> dict[str, Any]:
    return {
        "row": reading.row,
        "judge": reading.judge,
        "grade": reading.grade,
        "query_unclear": reading.ambiguous_query,
        "wrong_span": reading.wrong_span,
        "note": reading.doubt,
        "at": reading.at.isoformat(),
        "arbitration": reading.arbitration,
    }


def status_record(found: AuditStatus, sees: ArbiterSees) -> dict[str, Any]:
    """Where an audit stands, as JSON values; of what a third has to decide, no more than they may see."""
    draw = found.record.draw
    return {
        "audit": draw.name,
        "drawn_at": draw.drawn_at.isoformat(),
        "pairs": len(draw.gold_rows),
        "finished": found.finished,
        "judges": [{"judge": one.judge, "read": one.read, "of": one.of} for one in found.progress],
        "settled_from_first": dict(zip(("rows", "wrong"), found.settled_from_first, strict=True)),
        "dispositions": {disposition.value: len(found.rows(disposition)) for disposition in Disposition},
        "rows": [
            {
                "row": one.row.number,
                "query_id": one.row.pair.query_id,
                "id": str(one.row.pair.chunk_id),
                "disposition": one.disposition.value,
                "grade": one.grade,
                "reason": reason_for_third(one, sees) if one.disposition is Disposition.ARBITRATE else one.reason,
            }
            for one in found.outcomes
            if not one.row.decoy
        ],
    }


def sheet_record(sheet: AuditSheet) -> dict[str, Any]:
    """Rows to be read, as JSON values; blind, as the sheets are."""
    return {
        "audit": sheet.audit,
        "judge": sheet.judge,
        "rules": [{"grade": rule.grade, "text": rule.text} for rule in sheet.rules],
        "rows": [_sheet_row_record(row) for row in sheet.rows],
    }


def _sheet_row_record(row: SheetRow) -> dict[str, Any]:
    return {
        "key": row.key,
        "query": row.query,
        "type": row.type or None,
        "path": row.path,
        "first_line": row.first_line,
        "last_line": row.last_line,
        "symbol": row.symbol,
        "code": row.code,
        "commit": row.commit or None,
        "link": row.link or None,
        "remark": row.remark or None,
    }


def arbitration_record(
    record: AuditRecord, waiting: Sequence[Outcome], sheet: AuditSheet, sees: ArbiterSees
) -> dict[str, Any]:
    """Rows that wait for a third judge, as JSON values, with what they may see of what the two said."""
    return {
        "audit": record.draw.name,
        "rows": [
            {
                **_sheet_row_record(shown),
                "row": one.row.number,
                "reason": reason_for_third(one, sees),
                "readings": [
                    {
                        "judge": reading.judge if sees is ArbiterSees.NAMES else None,
                        "grade": reading.grade,
                        "query_unclear": reading.ambiguous_query,
                        "wrong_span": reading.wrong_span,
                        "note": reading.doubt,
                    }
                    for reading in shown_readings(one, sees)
                ],
            }
            for one, shown in zip(waiting, sheet.rows, strict=True)
        ],
    }


def settled_record(record: AuditRecord, done: Settled) -> dict[str, Any]:
    """The same as JSON values."""
    return {
        "audit": record.draw.name,
        "settled": [
            {"row": one.row, "kind": one.kind.value, "item": one.item, "by": one.by, "reason": one.note}
            for one in done.done
        ],
        "settled_before": list(done.before),
        "held": [{"row": one.row, "reason": one.reason} for one in done.held],
        "queries": [{"query_id": query_id, "rows": list(rows)} for query_id, rows in done.queries.items()],
    }
