"""Findings → the rows that every form of the report prints: Markdown, page and terminal."""

from collections.abc import Sequence
from dataclasses import dataclass

from goldkeeper.model.audit_results import AuditFindings, Division, Part, Scale, Weights
from goldkeeper.model.audits import Disposition, Estimate, Outcome, Reading
from goldkeeper.model.gold import HIGHEST_GRADE, Grade
from goldkeeper.reporting.audit_words import at_most, share_figure

WORDS = {
    Disposition.IN: "settled",
    Disposition.AMBIGUOUS: "ambiguous query: rewrite or drop",
    Disposition.ARBITRATE: "waits for a third judge",
    Disposition.HALF_READ: "read by one judge",
    Disposition.UNREAD: "unread",
}


@dataclass(frozen=True, slots=True)
class PartRow:
    """One line of the error shares.

    Attributes:
        likely: the share with its two-sided interval, as text.
        most: one-sided bound, as text.
    """

    label: str
    size: int
    read: int
    wrong: int
    likely: str
    most: str
    estimate: Estimate


@dataclass(frozen=True, slots=True)
class WrongRow:
    """A pair as the judges saw it, with what they wrote beside their grades."""

    number: int
    query_id: str
    query: str
    chunk_id: str
    old: str
    new: str
    reason: str
    notes: tuple[str, ...]


def part_row(part: Part) -> PartRow:
    """As it is printed."""
    held = part.wrong_pairs
    return PartRow(
        part.label,
        held.size,
        held.read,
        held.wrong,
        share_figure(held.estimate),
        at_most(held.most, held.size),
        held.estimate,
    )


def divisions(found: AuditFindings) -> list[tuple[Division, list[PartRow]]]:
    """The error shares by division; those that tell nothing apart are left out."""
    shown = []
    for division, parts in found.parts.items():
        if len(parts) > 1:
            shown.append((division, [part_row(part) for part in parts]))
    return shown


def overall_row(found: AuditFindings) -> PartRow:
    """The whole set as a line."""
    return part_row(Part("the whole set", found.overall))


def confusion_grid(found: AuditFindings) -> tuple[list[int], list[tuple[int, list[int], int]]]:
    """Old grades down, new ones across; the last figure of a row is "ambiguous"."""
    across = list(range(HIGHEST_GRADE + 1))
    down = sorted({int(old) for old, _ in found.confusion})
    rows = []
    for old in down:
        cells = [found.confusion.get((Grade(old), Grade(new)), 0) for new in across]
        rows.append((old, cells, found.confusion.get((Grade(old), None), 0)))
    return across, rows


def agreement_rows(found: AuditFindings) -> list[tuple[str, Estimate]]:
    """Name and figure, the most telling first."""
    agreement = found.agreement
    names = {
        Scale.ORDINAL: "Krippendorff's alpha, ordinal",
        Scale.INTERVAL: "alpha, interval",
        Scale.NOMINAL: "alpha, nominal",
    }
    rows = [("equal grades, as a share", agreement.raw)]
    rows += [(name, agreement.alphas[scale]) for scale, name in names.items()]
    kappas = {Weights.NONE: "Cohen's kappa", Weights.LINEAR: "kappa, linear", Weights.QUADRATIC: "kappa, quadratic"}
    rows += [(name, agreement.kappas[weights]) for weights, name in kappas.items() if weights in agreement.kappas]
    return rows


def wrong_rows(found: AuditFindings) -> list[WrongRow]:
    """What has to be mended, by row number."""
    return [_wrong_row(outcome) for outcome in found.outcomes if outcome.wrong]


def missing_rows(found: AuditFindings) -> list[WrongRow]:
    """Decoys that the judges took for relevant, by row number."""
    taken = [one for one in found.outcomes if one.row.decoy and one.settled and one.grade]
    return [_wrong_row(outcome) for outcome in taken]


def doubt_rows(found: AuditFindings) -> list[WrongRow]:
    """What the gold file has rightly and a judge wrote something beside, or doubts the query or the span of; by row."""
    right = [one for one in found.outcomes if one.settled and not one.wrong and not one.row.decoy]
    return [row for row in map(_wrong_row, right) if row.notes]


def open_rows(found: AuditFindings) -> list[tuple[int, str]]:
    """Gold rows that are not settled: number, and what is lacking."""
    return [(one.row.number, one.reason) for one in found.outcomes if not one.settled and not one.row.decoy]


def scale_of(rows: Sequence[PartRow]) -> float:
    """The end of a common axis from 0: the largest bound, as a round share, 0..1."""
    largest = max((row.estimate.high or 0.0 for row in rows), default=0.0)
    return next((end for end in (0.05, 0.1, 0.2, 0.25, 0.4, 0.5, 0.75) if largest <= end), 1.0)


def _wrong_row(outcome: Outcome) -> WrongRow:
    pair = outcome.row.pair
    said = [*outcome.readings, *([outcome.arbitration] if outcome.arbitration is not None else [])]
    new = "ambiguous" if outcome.grade is None else str(outcome.grade)
    if outcome.wrong_span:
        new += ", wrong span"
    return WrongRow(
        outcome.row.number,
        str(pair.query_id),
        pair.query,
        str(pair.chunk_id),
        "not judged" if pair.grade is None else str(pair.grade),
        new,
        outcome.reason,
        tuple(f"{one.judge}: {note}" for one in said if (note := _note(one))),
    )


def _note(reading: Reading) -> str:
    """A judge's marks and words."""
    marks = ["query unclear"] if reading.ambiguous_query else []
    marks += ["wrong span"] if reading.wrong_span else []
    return "; ".join([*marks, *([reading.doubt] if reading.doubt else [])])
