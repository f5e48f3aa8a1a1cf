"""What a third judge is shown of the two who differ."""

import pytest

from goldkeeper.audit.disposition import dispose_all
from goldkeeper.audit.sheet_parsing import csv_table, markdown_table
from goldkeeper.audit.sheet_rows import make_sheet
from goldkeeper.audit.third_sheets import make_third_sheet, reason_for_third, third_key
from goldkeeper.model.audits import ArbiterSees, Outcome
from goldkeeper.model.sheets import Answers, AuditSheet, Column, Rule
from goldkeeper.reporting.sheet_csv import csv_sheet
from goldkeeper.reporting.sheet_markdown import markdown_sheet
from tests.audit_builders import a_reading, an_audit, an_audit_pair

RECORD = an_audit(an_audit_pair("q1", grade=1), an_audit_pair("q2", "src/b.py:1-4:g", grade=1))
RULES = (Rule(3, "answers it"), Rule(0, "not"))
READINGS = (
    a_reading(1, "ada", 3, doubt="all\nof it"),
    a_reading(1, "bob", 2, wrong_span=True),
    a_reading(2, "ada", 1),
    a_reading(2, "bob", 2),
)


def outcomes() -> tuple[Outcome, ...]:
    return tuple(dispose_all(RECORD.draw, READINGS, wanted=2))


def sheet(sees: ArbiterSees = ArbiterSees.ANSWERS) -> AuditSheet:
    return make_third_sheet(RECORD, "cyn", RULES, outcomes()[::-1], sees)


def test_answers_stand_lowest_first_and_without_names() -> None:
    assert [row.said for row in sheet().rows] == [
        ("one judge: grade 2, wrong span", "one judge: grade 3, note: all of it"),
        ("one judge: grade 1", "one judge: grade 2"),
    ]


def test_names_are_shown_where_the_project_wants_them() -> None:
    said = sheet(ArbiterSees.NAMES).rows[0].said
    assert said == ("ada: grade 3, note: all of it", "bob: grade 2, wrong span")


def test_who_may_see_nothing_sees_neither_answers_nor_a_column_for_them() -> None:
    blind = sheet(ArbiterSees.NOTHING)
    assert [row.said for row in blind.rows] == [(), ()]
    assert Column.SAID not in blind.columns
    assert reason_for_third(outcomes()[0], ArbiterSees.NOTHING) == "The judges differ: a third decides."
    assert "3 and 2" in reason_for_third(outcomes()[0], ArbiterSees.ANSWERS)


@pytest.mark.parametrize("sees", list(ArbiterSees))
def test_no_third_judge_sees_the_grade_that_is_there_or_a_key_of_the_two(sees: ArbiterSees) -> None:
    text = csv_sheet(sheet(sees))
    own = {row.key for judge in ("ada", "bob") for row in make_sheet(RECORD, judge, RULES).rows}
    assert not any(key in text for key in own)
    assert [row.answers for row in sheet(sees).rows] == [Answers(), Answers()]
    assert ("ada" in text) == (sees is ArbiterSees.NAMES)


def test_what_was_decided_stands_in_the_sheet_of_its_judge_however_spelled() -> None:
    decided = tuple(dispose_all(RECORD.draw, [*READINGS, a_reading(1, "Cyn", 2, arbitration=True)], wanted=2))
    made = make_third_sheet(RECORD, "cyn", RULES, decided, ArbiterSees.ANSWERS)
    assert [row.answers for row in made.rows] == [Answers(2), Answers()]
    other = make_third_sheet(RECORD, "dan", RULES, decided, ArbiterSees.ANSWERS)
    assert other.rows[0].answers == Answers()


def test_the_sheet_says_in_each_form_who_decides() -> None:
    header, first, *_ = (row for row in csv_table(csv_sheet(sheet()), "a.csv").rows if row)
    assert first[header.index(Column.JUDGE.value)] == "cyn"
    titles, *rows = (row for row in markdown_table(markdown_sheet(sheet()), "a.md").rows if row)
    assert [(row[0], row[titles.index(Column.JUDGE.value)]) for row in rows] == [
        (third_key(RECORD, 1), "cyn"),
        (third_key(RECORD, 2), "cyn"),
    ]


def test_a_blind_sheet_in_markdown_has_no_line_for_a_judge() -> None:
    titles = markdown_table(markdown_sheet(make_sheet(RECORD, "ada", RULES)), "a.md").rows[0]
    assert Column.JUDGE.value not in titles
