from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldkeeper.audit.disposition import dispose, dispose_all, tally
from goldkeeper.model.audits import Disposition, Reading
from tests.audit.samples import a_draw, a_frame, a_reading, reference
from tests.audit.test_agreement import the_double_labels

DRAW = a_draw(a_frame(10))
ROW = DRAW.rows[0]
OLD = int(ROW.pair.grade or 0)


def said(*grades: int | None) -> list[Reading]:
    return [a_reading(ROW, f"judge {n}", grade) for n, grade in enumerate(grades)]


@pytest.mark.parametrize(
    ("grades", "wanted"),
    [
        ([], Disposition.UNREAD),
        ([2], Disposition.HALF_READ),
        ([2, None], Disposition.HALF_READ),
        ([2, 2], Disposition.IN),
        ([0, 0], Disposition.IN),
        ([2, 3], Disposition.ARBITRATE),
        ([0, 1], Disposition.ARBITRATE),
        ([1, 3], Disposition.AMBIGUOUS),
        ([0, 3], Disposition.AMBIGUOUS),
        ([1, 2, 3], Disposition.AMBIGUOUS),
    ],
)
def test_equal_is_in_one_apart_is_arbitrated_two_apart_is_ambiguous(
    grades: list[int | None], wanted: Disposition
) -> None:
    assert dispose(ROW, said(*grades)).disposition is wanted


def test_the_real_double_labels_fall_as_is_known() -> None:
    known = reference("agreement", "real", "pairs_with_exactly_two")
    pairs = [held for held in the_double_labels() if len(held) == 2]
    found = Counter(dispose(ROW, said(*held)).disposition for held in pairs)
    assert found == {
        Disposition.IN: known["same"],
        Disposition.ARBITRATE: known["off_by_one"],
        Disposition.AMBIGUOUS: known["off_by_two_or_more"],
    }
    assert sum(found.values()) == known["n"]


def test_a_third_decides_what_was_one_apart() -> None:
    outcome = dispose(ROW, [*said(2, 3), a_reading(ROW, "Cid", 3, arbitration=True)])
    assert (outcome.disposition, outcome.grade, outcome.reason) == (Disposition.IN, 3, "Cid decided for 3.")


def test_of_two_who_decided_the_last_one_counts() -> None:
    first = a_reading(ROW, "Cid", 3, arbitration=True)
    last = a_reading(ROW, "Zoe", 2, minutes=5, arbitration=True)
    assert dispose(ROW, [*said(2, 3), last, first]).grade == 2
    assert dispose(ROW, [*said(2, 3), replace(last, judge="Abe"), first]).grade == 2


def test_a_third_may_call_the_query_ambiguous_or_leave_it_open() -> None:
    unclear = dispose(ROW, [*said(2, 3), a_reading(ROW, "Cid", None, ambiguous=True, arbitration=True)])
    assert unclear.disposition is Disposition.AMBIGUOUS
    left = dispose(ROW, [*said(2, 3), a_reading(ROW, "Cid", None, arbitration=True)])
    assert left.disposition is Disposition.ARBITRATE
    assert not left.settled


def test_one_mark_of_ambiguity_is_a_doubt_and_two_are_a_finding() -> None:
    marked = a_reading(ROW, "Ada", 2, ambiguous=True)
    assert dispose(ROW, [marked, a_reading(ROW, "Ben", 2)]).disposition is Disposition.ARBITRATE
    both = [marked, a_reading(ROW, "Ben", None, ambiguous=True)]
    assert dispose(ROW, both).disposition is Disposition.AMBIGUOUS


def test_one_mark_of_a_wrong_span_goes_to_a_third_and_two_make_it_wrong() -> None:
    marked = a_reading(ROW, "Ada", OLD, wrong_span=True)
    assert dispose(ROW, [marked, a_reading(ROW, "Ben", OLD)]).disposition is Disposition.ARBITRATE
    both = dispose(ROW, [marked, a_reading(ROW, "Ben", OLD, wrong_span=True)])
    assert (both.disposition, both.wrong) == (Disposition.IN, True)


def test_the_last_word_of_a_judge_counts_in_any_order() -> None:
    early, late = a_reading(ROW, "Ada", 0), a_reading(ROW, "Ada", 2, minutes=5)
    other = a_reading(ROW, "Ben", 2)
    assert dispose(ROW, [late, other, early]).grade == 2


def test_a_pair_is_wrong_when_the_judges_agree_on_another_grade() -> None:
    assert not dispose(ROW, said(OLD, OLD)).wrong
    assert dispose(ROW, said(OLD - 1, OLD - 1)).wrong
    assert dispose(ROW, said(0, 3)).wrong
    assert not dispose(ROW, said(OLD)).wrong


def test_an_arbiter_is_heard_even_where_a_reading_is_missing() -> None:
    outcome = dispose(ROW, [a_reading(ROW, "Ada", 1), a_reading(ROW, "Cid", 2, arbitration=True)])
    assert (outcome.disposition, outcome.grade) == (Disposition.IN, 2)


def test_every_row_has_an_outcome_and_foreign_readings_have_none() -> None:
    draw = a_draw(a_frame(60))
    outcomes = dispose_all(draw, [a_reading(1, "Ada", 2), a_reading(999, "Ada", 2)])
    assert [one.row.number for one in outcomes] == [row.number for row in draw.rows]
    assert tally(outcomes)[Disposition.HALF_READ] == 1
    assert sum(tally(outcomes).values()) == len(draw.rows)
    assert set(tally(outcomes)) == set(Disposition)


@given(st.lists(st.integers(0, 3), min_size=2, max_size=4), st.randoms())
def test_the_order_of_readings_is_of_no_matter(grades: list[int], chance: object) -> None:
    readings = said(*grades)
    shuffled = list(readings)
    chance.shuffle(shuffled)  # type: ignore[attr-defined]
    assert dispose(ROW, shuffled) == dispose(ROW, readings)
