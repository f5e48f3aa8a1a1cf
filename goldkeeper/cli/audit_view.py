"""What `goldkeeper audit` prints."""

from collections.abc import Iterator

from goldkeeper.model.audit_records import AuditRecord, ReadingChange, Settlement, SettlementKind
from goldkeeper.model.audits import AuditRow, Disposition, DrawMethod, Reading
from goldkeeper.reporting.wording import count, enumeration, percent, verb
from goldkeeper.workflow.audit import Redraw
from goldkeeper.workflow.audit_import import Imported
from goldkeeper.workflow.audit_reading import AuditStatus
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
    lost = sum(bool(text.note) for text in record.texts)
    if lost:
        yield f"  {count(lost, 'chunk is', 'chunks are')} not where the gold file says, and shown as judged;"
        yield "  to audit what will be released, scan, review and apply first"
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
    if done.tried and done.changes:
        yield "tried only: nothing was taken in"
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
    settled, wrong = found.settled_from_first
    if settled and not found.finished:
        yield f"  the first {count(settled, 'row')} by number {verb(settled, 'is', 'are')} settled, {wrong:,} wrong"


def answered_line(change: ReadingChange) -> str:
    """One answer that came in."""
    for reading in change.added:
        return f"row {reading.row}, {reading.judge}: {_said(reading)}"
    for reading, before in change.changed:
        return f"row {reading.row}, {reading.judge}: {_said(before)} became {_said(reading)}"
    return f"row {change.unchanged[0].row}, {change.unchanged[0].judge}: {_said(change.unchanged[0])}, as before"


def settled_lines(record: AuditRecord, done: Settled) -> Iterator[str]:
    """What was decided, what was not and why, which queries wait."""
    rows = record.draw.rows_by_number
    by_row: dict[int, list[Settlement]] = {}
    for one in done.done:
        by_row.setdefault(one.row, []).append(one)
    for row, settled in by_row.items():
        items = [str(one.item) for one in settled if one.item is not None]
        how = f"{'item' if len(items) == 1 else 'items'} {enumeration(items)}" if items else "by hand"
        yield f"row {row}  {rows[row].pair.chunk_id}: {settled[0].kind.value}, {how}"
    for held in done.held:
        yield f"row {held.row}  {rows[held.row].pair.chunk_id}: not settled"
        yield f"  {held.reason}"
    for query_id, numbers in done.queries.items():
        text = next(iter(rows[numbers[0]].pair.query.splitlines()), "")
        yield f"query {query_id} {text!r}: its judges are far apart; write it anew and say --rewritten {query_id},"
        yield f"  or --drop {query_id}"
    asked = [one for one in done.done if one.kind is SettlementKind.ASKED]
    if asked:
        yield f"goldkeeper review show {asked[0].item}, then review amend: judges say that it is cut at the wrong place"
    if any(one.item is not None and one.kind is not SettlementKind.ASKED for one in done.done):
        yield "goldkeeper apply writes them into the gold file; goldkeeper review undo takes one back"
    elif not asked and not done.held and not done.queries:
        yield "nothing to settle"
