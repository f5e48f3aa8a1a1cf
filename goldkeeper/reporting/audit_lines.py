"""The findings of an audit as lines for a terminal of 80 columns."""

from collections.abc import Iterator, Sequence
from textwrap import wrap

from goldkeeper.model.audit_results import AuditFindings, Division
from goldkeeper.reporting.audit_tables import PartRow, divisions, overall_row, wrong_rows
from goldkeeper.reporting.audit_words import (
    SURPRISING,
    agreement_sentence,
    decoy_sentence,
    effect_sentence,
    headline,
    leaning_sentence,
    open_sentences,
    relevance_sentence,
    step_sentence,
)
from goldkeeper.reporting.columns import fitted

WIDTH = 80
_LABEL = 28
_SHOWN = frozenset({Division.RISK, Division.GRADE, Division.TYPE})  # the others are in the report
_MOST_PARTS = 12  # lines of a division that are taken in at a glance; the report has all


def finding_lines(found: AuditFindings) -> Iterator[str]:
    """The findings as sentences, then by what they differ most."""
    yield from _paragraph(headline(found))
    yield from _paragraph(*open_sentences(found))
    for sentence in (
        relevance_sentence(found),
        agreement_sentence(found.agreement),
        *(leaning_sentence(one) for one in found.leanings if (one.chance or 1.0) < SURPRISING),
        effect_sentence(found.effect) if found.effect is not None else "",
        step_sentence(found),
        decoy_sentence(found),
    ):
        if sentence:
            yield from _paragraph(sentence)
    for division, rows in divisions(found):
        if division in _SHOWN and len(rows) <= _MOST_PARTS:
            yield ""
            yield from _table(division.value, rows, overall_row(found))
    wrong = wrong_rows(found)
    if wrong:
        yield ""
        yield "What has to be mended"
    for row in wrong:
        yield f"  row {row.number}: {row.query_id} {row.chunk_id}, {row.old} → {row.new}"


def _table(head: str, rows: Sequence[PartRow], total: PartRow) -> Iterator[str]:
    yield f"{fitted(head, _LABEL)}{'pairs':>7}{'read':>6}{'wrong':>7}  {'likely (95 %)':<22}{'at most':>8}"
    for row in (*rows, total):
        figures = f"{row.size:>7,}{row.read:>6,}{row.wrong:>7,}"
        yield f"{fitted('  ' + row.label, _LABEL)}{figures}  {row.likely:<22}{row.most:>8}"


def _paragraph(*sentences: str) -> Iterator[str]:
    yield from wrap(" ".join(sentences), WIDTH, break_long_words=False, break_on_hyphens=False)
