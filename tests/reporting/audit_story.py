"""An audit with something of everything: wrong grades, an ambiguous query, an arbitration, decoys, remaps, a trend."""

from dataclasses import replace
from datetime import timedelta
from functools import cache

from goldkeeper.audit.findings import find
from goldkeeper.audit.intervals import StratumCount
from goldkeeper.audit.stratified import wrong_pairs
from goldkeeper.model.audit_results import AuditFindings, TrendPoint
from goldkeeper.model.audits import AuditRow, Draw, Reading, Risk
from goldkeeper.model.gold import GoldPair
from tests.audit.samples import NOON, a_draw, a_frame, a_reading, both, some_neighbours

FRAME = [
    # What people write into queries is no Markdown and no page.
    replace(pair, query="where is <b>*total* | sum</b>\x1b[31m made") if pair.query_id == "q218" else pair
    for pair in a_frame(412)
]
WRONG = {3: "regraded", 11: "ambiguous"}
DOUBTED = 5


def the_draw() -> Draw:
    """42 of 412 pairs, and three decoys."""
    return a_draw(FRAME, decoys=0.06, neighbours=some_neighbours(FRAME), passport="0123456789abcdef01234567")


def the_readings(draw: Draw, *, rows: int = 100) -> list[Reading]:
    """Of the first rows, by number."""
    return [reading for row in draw.rows[:rows] for reading in _of(row)]


def _of(row: AuditRow) -> list[Reading]:
    grade = int(row.pair.grade or 0)
    if row.decoy:
        return both(row, 2 if row.number > 30 else 0)
    if WRONG.get(row.number) == "regraded":
        ada, ben = both(row, (grade + 1) % 4)
        return [replace(ada, doubt="it only *calls* the one that does"), ben]
    if WRONG.get(row.number) == "ambiguous":
        return both(row, 0, 3)
    if row.number == DOUBTED:
        ada, ben = both(row, grade)
        return [replace(ada, doubt="half of it is *logging*"), ben]
    if row.number % 9 == 0:
        return [*both(row, grade, grade - 1), a_reading(row, "Cid", grade, arbitration=True)]
    return both(row, grade)


@cache
def an_audit(*, rows: int = 100) -> AuditFindings:
    """What was found, when so many rows had been read."""
    draw = the_draw()
    earlier = [
        TrendPoint(
            f"v1.{n}",
            NOON - timedelta(days=90 * (4 - n)),
            wrong_pairs([StratumCount(300 + 20 * n, 30 + n, 8 - 2 * n)]),
        )
        for n in range(1, 4)
    ]
    gold = [
        GoldPair(pair.query_id, pair.chunk_id, pair.grade, line, str(pair.chunk_id))
        for line, pair in enumerate(FRAME, start=1)
        if pair.grade is not None
    ]
    remapped = [row for row in draw.gold_rows if row.pair.risk is Risk.REMAPPED]
    evidence = {row.number: "text alike" if n % 3 else "name alike" for n, row in enumerate(remapped)}
    readings = the_readings(draw, rows=rows)
    return find(draw, readings, earlier=earlier, gold=gold, evidence=evidence, resamples=200)
