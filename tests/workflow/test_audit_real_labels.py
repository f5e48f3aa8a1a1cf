"""Real labels of code search by several people, from the sheet to what follows, with the figures known for them."""

import csv
import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from goldkeeper.audit.agreement import agreement_of
from goldkeeper.audit.sheet_rows import make_sheet
from goldkeeper.model.audit_records import AuditRecord
from goldkeeper.model.audit_results import Scale, Weights
from goldkeeper.model.audits import Assignment, Disposition
from goldkeeper.model.sheets import Answers, Rule
from goldkeeper.stores.sheets.files import SheetFolder, SheetForm
from goldkeeper.stores.sheets.reading import read_sheet_file
from goldkeeper.stores.sheets.workbook import workbook_bytes
from goldkeeper.workflow.audit_import import import_sheets
from goldkeeper.workflow.audit_reading import status
from tests.audit_builders import a_reading, an_audit, an_audit_pair
from tests.builders import NOON
from tests.fake_audits import InMemoryAuditBook
from tests.stores.sheets.office import CSV_SEMICOLON_1252, needs_office, saved_as, typed_in

REFERENCE = Path(__file__).parents[3] / "shared" / "reference"
LABELS = REFERENCE / "annotations" / "codesearchnet-python-a.csv"
pytestmark = pytest.mark.skipif(not LABELS.exists(), reason="the labels are not here")
RULES = tuple(Rule(grade, f"grade {grade}") for grade in (3, 2, 1, 0))
JUDGES = ("first", "second", "third", "fourth", "fifth", "sixth")


def labels(least: int, most: int, *, file: Path = LABELS) -> list[tuple[str, str, list[int]]]:
    """Query, address and all labels of each pair of Python code that has so many, in the order of the file."""
    pairs: dict[tuple[str, str], list[int]] = {}
    with file.open(encoding="utf-8", newline="") as handle:
        for row in (row for row in csv.DictReader(handle) if row["Language"] == "Python"):
            pairs.setdefault((row["Query"], row["GitHubUrl"]), []).append(int(row["Relevance"]))
    return [(query, url, held) for (query, url), held in pairs.items() if least <= len(held) <= most]


def known() -> dict[str, Any]:
    figures: dict[str, Any] = json.loads((REFERENCE / "statistics.json").read_text("utf-8"))["agreement"]["real"]
    return figures


def an_audit_of(found: Sequence[tuple[str, str, list[int]]]) -> AuditRecord:
    """As many judges as there are labels; of each pair the first label is the first judge's, and so on."""
    pairs = []
    for number, (query, url, _) in enumerate(found, 1):
        path, _, lines = url.split("/", 7)[7].partition("#L")
        start, end = (int(part.strip("L")) for part in lines.split("-"))
        pairs.append(an_audit_pair(f"q{number}", f"{path}:{start}-{end}:f{number}", query=query))
    most = max(len(held) for *_, held in found)
    rows = [[n for n, (*_, held) in enumerate(found, 1) if len(held) > place] for place in range(most)]
    assigned = [Assignment(judge, tuple(reversed(mine))) for judge, mine in zip(JUDGES, rows, strict=False)]
    return replace(an_audit(*pairs), assignments=tuple(assigned))


def filled(record: AuditRecord, found: Sequence[tuple[str, str, list[int]]], judge: str) -> bytes:
    """The workbook of a judge with all labels typed in."""
    sheet, place = make_sheet(record, judge, RULES), JUDGES.index(judge)
    rows = next(one.rows for one in record.assignments if one.judge == judge)
    answers = {row.key: Answers(found[number - 1][2][place]) for number, row in zip(rows, sheet.rows, strict=True)}
    return typed_in(workbook_bytes(sheet, made=NOON), sheet, answers)


def _at(day: int) -> datetime:
    return NOON + timedelta(days=day)


def test_dispositions_of_pairs_with_two_labels_are_those_that_were_counted(tmp_path: Path) -> None:
    found, counted = labels(2, 2), known()["pairs_with_exactly_two"]
    record, book = an_audit_of(found), InMemoryAuditBook()
    book.keep(record)
    for day, judge in enumerate(record.judges):  # the second hands in a day later, in a file of another name
        file = tmp_path / f"Kopie von {judge} (1).xlsx"
        file.write_bytes(filled(record, found, judge))
        done = import_sheets([read_sheet_file(file)], book, clock=partial(_at, day))
        assert (len(done.changes["v1.4"].added), done.problems, done.blank) == (counted["n"], (), 0)
    dispositions = [one.disposition for one in status("v1.4", book).outcomes]
    assert dispositions.count(Disposition.IN) == counted["same"]
    assert dispositions.count(Disposition.ARBITRATE) == counted["off_by_one"]
    assert dispositions.count(Disposition.AMBIGUOUS) == counted["off_by_two_or_more"]


def test_agreement_over_all_labels_is_the_published_one(tmp_path: Path) -> None:
    found = labels(1, len(JUDGES))
    record, book = an_audit_of(found), InMemoryAuditBook()
    book.keep(record)
    files = []
    for judge in record.judges:
        files.append(tmp_path / f"{judge}.xlsx")
        files[-1].write_bytes(filled(record, found, judge))
    done = import_sheets([read_sheet_file(file) for file in files], book, clock=lambda: NOON)
    assert len(done.changes["v1.4"].added) == known()["rows"]
    alphas = agreement_of(book.readings("v1.4"), resamples=50).alphas
    assert alphas[Scale.ORDINAL].value == pytest.approx(known()["alpha_ordinal"], abs=1e-6)
    assert alphas[Scale.NOMINAL].value == pytest.approx(known()["alpha_nominal"], abs=1e-6)


def test_first_against_second_label_has_the_published_kappa() -> None:
    found = [(query, url, held[:2]) for query, url, held in labels(2, len(JUDGES))]
    record, book = an_audit_of(found), InMemoryAuditBook()
    book.keep(record)
    readings = [
        a_reading(row, judge, held[place])
        for place, judge in enumerate(record.judges)
        for row, (*_, held) in enumerate(found, 1)
    ]
    assert len(readings) == 2 * 444
    book.take("v1.4", readings, origin="labels")
    figures = known()["first_against_second_label (file order) of pairs with two or more"]
    kappas = agreement_of(book.readings("v1.4"), resamples=50).kappas
    assert kappas[Weights.NONE].value == pytest.approx(figures["kappa"], abs=1e-6)
    assert kappas[Weights.LINEAR].value == pytest.approx(figures["kappa_linear"], abs=1e-6)
    assert kappas[Weights.QUADRATIC].value == pytest.approx(figures["kappa_quadratic"], abs=1e-6)


@needs_office
def test_three_hundred_real_rows_survive_an_office_program(tmp_path: Path) -> None:
    found = labels(2, 2)
    record, book = an_audit_of(found), InMemoryAuditBook()
    book.keep(record)
    for judge, form in zip(record.judges, ("ods", CSV_SEMICOLON_1252), strict=True):
        file = tmp_path / f"{judge}.xlsx"
        file.write_bytes(filled(record, found, judge))
        saved = saved_as(file, form, tmp_path / "saved")
        import_sheets([read_sheet_file(saved)], book, clock=lambda: NOON)
    dispositions = [one.disposition for one in status("v1.4", book).outcomes]
    assert dispositions.count(Disposition.IN) == known()["pairs_with_exactly_two"]["same"]
    assert dispositions.count(Disposition.AMBIGUOUS) == known()["pairs_with_exactly_two"]["off_by_two_or_more"]


def test_the_sheet_of_real_labels_can_be_written_in_every_form(tmp_path: Path) -> None:
    record = an_audit_of(labels(2, 2))
    sheet = make_sheet(record, "first", RULES)
    written = SheetFolder(tmp_path).write(sheet, list(SheetForm), made=NOON)
    assert [file.stat().st_size > 10_000 for file in written] == [True] * 4
