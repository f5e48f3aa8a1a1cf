"""What `goldkeeper audit` prints."""

from collections.abc import Iterator, Sequence
from typing import Any

from goldkeeper.model.audit_records import AuditRecord, ReadingChange
from goldkeeper.model.audits import AuditRow, Disposition, DrawMethod, Outcome, Reading
from goldkeeper.model.sheets import AuditSheet, SheetRow
from goldkeeper.reporting.wording import count, enumeration, percent
from goldkeeper.workflow.audit import Redraw
from goldkeeper.workflow.audit_reading import AuditStatus, Imported
from goldkeeper.workflow.audit_settling import Settled

_METHODS = {
    DrawMethod.PROPORTIONAL: "by the size of each stratum",
    DrawMethod.RISK_WEIGHTED: "more of what is risky",
    DrawMethod.WHOLE: "every pair",
}
_FOLLOWS = {
    Disposition.IN: "agreed, or settled by a third judge",
    Disposition.ARBITRATE: "one apart: a third judge decides",
    Disposition.AMBIGUOUS: "further apart: the query is rewritten or dropped",
    Disposition.HALF_READ: "read by some of its judges",
    Disposition.UNREAD: "not read yet",
}
_LONGEST_STRATUM = 52


def draw_lines(record: AuditRecord) -> Iterator[str]:
    """A draw in a few lines: how many, of what, by which seed."""
    draw = record.draw
    drawn, decoys = len(draw.gold_rows), len(draw.rows) - len(draw.gold_rows)
    share = percent(drawn, draw.frame_size)
    yield f"audit {draw.name}: {count(drawn, 'pair')} of {draw.frame_size:,} ({share}), {_METHODS[draw.method]}"
    yield f"  seed {draw.seed!r}, gold {draw.gold_digest[:12]}, frame {draw.frame_digest[:12]}, {record.state}"
    for stratum in draw.strata:
        label = stratum.stratum.label
        label = label if len(label) <= _LONGEST_STRATUM else f"{label[: _LONGEST_STRATUM - 1]}…"
        yield f"  {label:<{_LONGEST_STRATUM}}  {stratum.drawn:>5,} of {stratum.size:,}"
    if decoys:
        yield f"  {'decoys, ungraded neighbours that no estimate counts':<{_LONGEST_STRATUM}}  {decoys:>5,}"
    read = [f"{one.judge} {count(len(one.rows), 'row')}" for one in record.assignments]
    yield f"  read by {enumeration(read)}"
    if len(record.judges) < 2:
        yield "  only one judge: no agreement can be measured, and nobody sees what one overlooks"


def row_lines(record: AuditRecord) -> Iterator[str]:
    """Each drawn row, its fields by tabs: number, query ID, chunk ID, chance, stratum."""
    for row in record.draw.rows:
        yield "\t".join([*_row_fields(row), "decoy" if row.stratum is None else row.stratum.label])


def _row_fields(row: AuditRow) -> list[str]:
    return [str(row.number), row.pair.query_id, str(row.pair.chunk_id), f"{row.inclusion:.4f}"]


def redraw_lines(record: AuditRecord, found: Redraw) -> Iterator[str]:
    """Whether the draw holds."""
    yield from found.differences
    draw = record.draw
    if found.same:
        drawn = f"{count(len(draw.gold_rows), 'pair')} of {draw.frame_size:,}"
        yield f"audit {draw.name}: seed {draw.seed!r} draws the same {drawn}"
        seen = "and they are the pairs of the gold file of that version"
        unseen = "the gold file of that version can't be had any more, so its pairs were not compared"
        yield f"  {seen if found.gold_seen else unseen}"


def import_lines(done: Imported) -> Iterator[str]:
    """What came in, an audit a line."""
    for name, change in done.changes.items():
        parts = [f"{count(len(change.added), 'new answer')}", f"{len(change.changed):,} changed"]
        parts.append(f"{len(change.unchanged):,} as before")
        yield f"audit {name}: {', '.join(parts)}"
        yield from (f"  row {new.row}, {new.judge}: {_said(old)} became {_said(new)}" for new, old in change.changed)
    if not done.changes:
        yield "no answers"
    if done.blank:
        yield f"{count(done.blank, 'row')} not answered yet"
    if done.lost:
        yield f"{count(len(done.lost), 'answer')} not taken; the lines above say where"


def _said(reading: Reading) -> str:
    parts = ["no grade" if reading.grade is None else f"grade {reading.grade}"]
    parts += ["query unclear"] if reading.ambiguous_query else []
    parts += ["wrong span"] if reading.wrong_span else []
    parts += [f"note {reading.doubt[:40]!r}"] if reading.doubt else []
    return ", ".join(parts)


def status_lines(found: AuditStatus) -> Iterator[str]:
    """Who has read how much, and what follows."""
    draw = found.record.draw
    pairs = count(len(draw.gold_rows), "pair")
    yield f"audit {draw.name}: {pairs}, drawn {draw.drawn_at:%Y-%m-%d}, {found.record.state}"
    width = max((len(one.judge) for one in found.progress), default=0)
    for one in found.progress:
        yield f"  {one.judge:<{width}}  {one.read:>5,} of {one.of:,} read ({percent(one.read, one.of)})"
    for disposition, words in _FOLLOWS.items():
        rows = found.rows(disposition)
        if rows:
            yield f"  {len(rows):>5,}  {words}"


def draw_record(record: AuditRecord) -> dict[str, Any]:
    """A draw as JSON values; grades are left out, so that a judge may see it."""
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
            {
                "row": row.number,
                "query_id": row.pair.query_id,
                "id": str(row.pair.chunk_id),
                "inclusion": row.inclusion,
                "stratum": row.stratum.label if row.stratum is not None else None,
                "decoy": row.decoy,
            }
            for row in draw.rows
        ],
    }


def import_record(done: Imported) -> dict[str, Any]:
    """An import as JSON values."""
    return {
        "audits": [{"audit": name, **change_record(change)} for name, change in done.changes.items()],
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


def status_record(found: AuditStatus) -> dict[str, Any]:
    """Where an audit stands, as JSON values."""
    draw = found.record.draw
    return {
        "audit": draw.name,
        "drawn_at": draw.drawn_at.isoformat(),
        "pairs": len(draw.gold_rows),
        "finished": found.finished,
        "judges": [{"judge": one.judge, "read": one.read, "of": one.of} for one in found.progress],
        "dispositions": {disposition.value: len(found.rows(disposition)) for disposition in Disposition},
        "rows": [
            {
                "row": one.row.number,
                "query_id": one.row.pair.query_id,
                "id": str(one.row.pair.chunk_id),
                "disposition": one.disposition.value,
                "grade": one.grade,
                "reason": one.reason,
            }
            for one in found.outcomes
            if not one.row.decoy
        ],
    }


def answered_line(change: ReadingChange) -> str:
    """One answer that came in."""
    for reading in change.added:
        return f"row {reading.row}, {reading.judge}: {_said(reading)}"
    for reading, before in change.changed:
        return f"row {reading.row}, {reading.judge}: {_said(before)} became {_said(reading)}"
    return f"row {change.unchanged[0].row}, {change.unchanged[0].judge}: {_said(change.unchanged[0])}, as before"


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


def arbitration_record(record: AuditRecord, waiting: Sequence[Outcome], sheet: AuditSheet) -> dict[str, Any]:
    """Rows that wait for a third judge, as JSON values."""
    return {
        "audit": record.draw.name,
        "rows": [
            {
                **_sheet_row_record(shown),
                "row": one.row.number,
                "reason": one.reason,
                "readings": [_reading_record(reading) for reading in one.readings],
            }
            for one, shown in zip(waiting, sheet.rows, strict=True)
        ],
    }


def settled_lines(record: AuditRecord, done: Settled) -> Iterator[str]:
    """What was decided, what was not and why, which queries wait."""
    rows = record.draw.rows_by_number
    for one in done.done:
        item = f"item {one.item}" if one.item is not None else "by hand"
        yield f"row {one.row}  {rows[one.row].pair.chunk_id}: {one.kind.value}, {item}"
    for held in done.held:
        yield f"row {held.row}  {rows[held.row].pair.chunk_id}: not settled; {held.reason}"
    for query_id, numbers in done.queries.items():
        text = next(iter(rows[numbers[0]].pair.query.splitlines()), "")
        yield f"query {query_id} {text!r}: its judges are far apart; write it anew and say --rewritten {query_id},"
        yield f"  or --drop {query_id}"
    if any(one.item is not None for one in done.done):
        yield "goldkeeper apply writes them into the gold file; goldkeeper review undo takes one back"
    elif not done.held and not done.queries:
        yield "nothing to settle"


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
