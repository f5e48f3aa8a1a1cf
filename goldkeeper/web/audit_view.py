"""What the pages of an audit print; nothing on the page of a blind reading tells a grade or what others said."""

from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from goldkeeper.model.audits import Disposition
from goldkeeper.model.judge_names import known_as
from goldkeeper.model.sheets import Answers, AuditSheet, Rule, SheetRow
from goldkeeper.reporting.sheet_text import ShownCode, shown_code, shown_text
from goldkeeper.workflow.audit_arbitration import decidable_by
from goldkeeper.workflow.audit_reading import AuditStatus

MOST_LINES = 400  # of a chunk; what is longer says so, and the link shows the rest


@dataclass(frozen=True, slots=True)
class AuditLine:
    """An audit in the list.

    Attributes:
        read: place of the visitor's next row; empty where there is none.
        decide: place of the next row that the visitor may decide; empty where there is none.
    """

    name: str
    drawn: str
    pairs: int
    settled: int
    progress: str
    read: str
    left: int
    decide: str
    waiting: int


@dataclass(frozen=True, slots=True)
class RowPage:
    """A row, its code, and what may be answered.

    Attributes:
        left: rows that are still to be read, this one perhaps among them.
        said: what the judges said, a sentence each; for a third judge alone.
    """

    row: SheetRow
    query: Sequence[str]
    code: ShownCode
    rules: Sequence[Rule]
    answers: Answers
    left: int = 0
    reason: str = ""
    said: Sequence[str] = ()


def audit_lines(found: AuditStatus, judge: str) -> AuditLine:
    """An audit, and what it has for a visitor."""
    draw = found.record.draw
    gold = [one for one in found.outcomes if not one.row.decoy]
    known = known_as(judge, found.record.judges)
    left = sum(one.of - one.read for one in found.progress if one.judge == known)
    waiting = len(decidable_by(found, judge)) if judge else 0
    named = urlencode({"audit": draw.name})
    return AuditLine(
        name=draw.name,
        drawn=f"{draw.drawn_at:%Y-%m-%d}",
        pairs=len(gold),
        settled=sum(one.disposition in {Disposition.IN, Disposition.AMBIGUOUS} for one in gold),
        progress=", ".join(f"{one.judge} {one.read:,} of {one.of:,}" for one in found.progress),
        read=f"/audits/read?{named}" if left else "",
        left=left,
        decide=f"/audits/decide?{named}" if waiting else "",
        waiting=waiting,
    )


def reading_page(sheet: AuditSheet, row: SheetRow, *, left: int) -> RowPage:
    """A row to be read blind."""
    return _page(sheet, row, row.answers, left=left)


def decision_page(sheet: AuditSheet, reason: str) -> RowPage:
    """A row on which two differ, with what a third may see of what both said."""
    row = sheet.rows[0]
    return _page(sheet, row, Answers(), reason=reason, said=row.said)


def _page(
    sheet: AuditSheet, row: SheetRow, answers: Answers, *, left: int = 0, reason: str = "", said: Sequence[str] = ()
) -> RowPage:
    query = shown_text(row.query).split("\n")
    return RowPage(row, query, shown_code(row, most_lines=MOST_LINES), sheet.rules, answers, left, reason, said)
