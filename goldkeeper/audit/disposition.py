"""Readings of a row → what follows from them.

Equal: the grade is in. One apart: a third judge, who sees both readings, decides. Two or more apart: people who are
that far apart did not read the same question, so the query is ambiguous, and is rewritten or dropped; nobody votes
it away. A judge who marks the query as ambiguous is heard like that too, but by a third: one mark alone is a doubt.

"Apart" is the largest distance between any two grades of the row, so it holds for three judges as for two.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from goldkeeper.model.audits import AuditRow, Disposition, Draw, Outcome, Reading
from goldkeeper.model.gold import Grade

READINGS = 2  # blind ones that a row takes


def dispose(row: AuditRow, readings: Iterable[Reading], *, wanted: int = READINGS) -> Outcome:
    """What follows for one row.

    Args:
        readings: of this row, in any order; of a judge the latest counts, and of arbitrations the last one.
        wanted: blind readings with a grade that it takes.
    """
    latest = _latest(readings)
    blind = tuple(one for one in latest if not one.arbitration)
    third = max((one for one in latest if one.arbitration), key=lambda one: (one.at, one.judge), default=None)
    graded = [one for one in blind if one.grade is not None]
    marks = sum(one.ambiguous_query for one in blind)
    if third is not None:
        return _arbitrated(row, blind, third)
    if marks and marks == len(blind) >= wanted:
        return Outcome(row, Disposition.AMBIGUOUS, blind, None, "Every judge calls the query ambiguous.")
    if not blind:
        return Outcome(row, Disposition.UNREAD, blind, None, "Nobody has read it.")
    if len(graded) < wanted:
        missing = wanted - len(graded)
        return Outcome(row, Disposition.HALF_READ, blind, None, f"It lacks {_count(missing, 'reading')}.")
    return _compared(row, blind, [int(one.grade or 0) for one in graded])


def dispose_all(draw: Draw, readings: Iterable[Reading], *, wanted: int = READINGS) -> tuple[Outcome, ...]:
    """What follows for every row of a draw; by row number. Readings of rows that it doesn't have are left out."""
    by_row: dict[int, list[Reading]] = {row.number: [] for row in draw.rows}
    for one in readings:
        if one.row in by_row:
            by_row[one.row].append(one)
    return tuple(dispose(row, by_row[row.number], wanted=wanted) for row in draw.rows)


def tally(outcomes: Sequence[Outcome]) -> Mapping[Disposition, int]:
    """Rows by what follows for them, every disposition named."""
    counts = Counter(outcome.disposition for outcome in outcomes)
    return {disposition: counts[disposition] for disposition in Disposition}


def _arbitrated(row: AuditRow, blind: tuple[Reading, ...], third: Reading) -> Outcome:
    if third.ambiguous_query:
        reason = f"{third.judge} holds the query to be ambiguous."
        return Outcome(row, Disposition.AMBIGUOUS, blind, None, reason, third)
    if third.grade is None:
        return Outcome(row, Disposition.ARBITRATE, blind, None, f"{third.judge} left it open.", third)
    return Outcome(row, Disposition.IN, blind, third.grade, f"{third.judge} decided for {third.grade}.", third)


def _compared(row: AuditRow, blind: tuple[Reading, ...], grades: Sequence[int]) -> Outcome:
    apart = max(grades) - min(grades)
    said = " and ".join(str(one.grade) for one in blind if one.grade is not None)
    if apart > 1:
        reason = f"The judges say {said}: the query can be read in more than one way."
        return Outcome(row, Disposition.AMBIGUOUS, blind, None, reason)
    if apart == 1:
        return Outcome(row, Disposition.ARBITRATE, blind, None, f"The judges say {said}: a third decides.")
    if any(one.ambiguous_query for one in blind):
        reason = f"The judges say {said}, and one of them calls the query ambiguous: a third decides."
        return Outcome(row, Disposition.ARBITRATE, blind, None, reason)
    if any(one.wrong_span for one in blind) and not all(one.wrong_span for one in blind):
        reason = f"The judges say {said}, and one of them calls the span wrong: a third decides."
        return Outcome(row, Disposition.ARBITRATE, blind, None, reason)
    return Outcome(row, Disposition.IN, blind, Grade(grades[0]), f"The judges agree on {grades[0]}.")


def _latest(readings: Iterable[Reading]) -> list[Reading]:
    """Of each judge the last blind reading and the last arbitration; by judge."""
    last: dict[tuple[str, bool], Reading] = {}
    for one in sorted(readings, key=lambda one: (one.at, one.judge)):
        last[one.judge, one.arbitration] = one
    return [last[key] for key in sorted(last)]


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'s' * (number != 1)}"
