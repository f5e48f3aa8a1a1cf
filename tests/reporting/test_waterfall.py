"""The evidence of one proposal as a sum."""

import json
from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldkeeper.model.changes import ChangeKind
from goldkeeper.model.proposals import Candidate, EvidencePart, RemapProposal
from goldkeeper.reporting.columns import cells
from goldkeeper.reporting.evidence_words import WAYS, WORDS, in_words
from goldkeeper.reporting.waterfall import MOST_SHOWN, Waterfall, waterfall_of
from goldkeeper.reporting.waterfall_view import COLUMNS, LABEL, waterfall_lines, waterfall_record
from tests.builders import a_candidate, a_match, a_proposal

FIRST, SECOND = "src/basket.py:10-14:Basket.total", "src/合計.py:1-5:税込.合計"
PRIOR = EvidencePart("prior", 1.0, -3.8, "before anything is seen: most candidates are not it")
NAME, BODY = EvidencePart("name", 1.0, 3.8), EvidencePart("body at its place", 0.97, 2.7)
SMALL = tuple(EvidencePart(f"small {n}", 0.5, 0.2) for n in range(4))


def candidate(chunk: str, *parts: EvidencePart, sure: float = 0.9) -> Candidate:
    return a_candidate(chunk, weight=sum(part.weight for part in parts), confidence=sure, evidence=parts)


def asked(*candidates: Candidate, change: ChangeKind = ChangeKind.MOVED) -> RemapProposal:
    return a_proposal(match=a_match("src/cart.py:3-7:Cart.total", *candidates, change=change))


def made_of(*candidates: Candidate) -> Waterfall:
    found = waterfall_of(asked(*candidates))
    assert found is not None
    return found


def test_it_begins_before_any_look_and_goes_on_with_the_heaviest() -> None:
    steps = made_of(candidate(FIRST, BODY, NAME, PRIOR)).steps
    assert [(step.label, step.start, step.end) for step in steps] == [
        ("before any look", 0.0, -3.8),
        ("name alike", -3.8, 0.0),
        ("text alike, in place", 0.0, 2.7),
    ]


def test_small_parts_are_one_and_the_parts_add_up_to_the_weight() -> None:
    found = made_of(candidate(FIRST, NAME, *SMALL, PRIOR))
    assert [step.label for step in found.steps] == ["before any look", "name alike", "4 others"]
    assert found.steps[-1].bits == pytest.approx(0.8)
    assert found.steps[-1].end == found.weight


def test_what_is_missing_from_the_evidence_is_the_rest() -> None:
    found = made_of(replace(candidate(FIRST, NAME), weight=5.0))
    assert [(step.label, round(step.bits, 3)) for step in found.steps] == [("name alike", 3.8), ("the rest", 1.2)]


def test_the_runner_up_is_held_against_the_first_in_what_sets_them_apart() -> None:
    other = candidate(SECOND, EvidencePart("name", 0.5, -1.2), EvidencePart("body", 0.95, 2.6), PRIOR, sure=0.04)
    runner_up = made_of(candidate(FIRST, NAME, BODY, PRIOR), other).runner_up
    assert runner_up is not None
    assert [(one.label, one.first, one.second) for one in runner_up.differences] == [("name alike", 3.8, -1.2)]
    assert runner_up.behind == pytest.approx(5.1)


def test_twins_have_nothing_that_sets_them_apart() -> None:
    lines = waterfall_lines(made_of(candidate(FIRST, NAME, PRIOR), candidate(SECOND, NAME, PRIOR)))
    assert lines[-2:] == [
        "  with 0.0 bits, level with it, sure 0.90",
        "  nothing that was looked at sets the two apart",
    ]


def test_the_parts_of_a_split_are_no_rivals() -> None:
    parts = [replace(candidate(chunk, NAME, PRIOR), share=0.5) for chunk in (FIRST, SECOND)]
    found = waterfall_of(asked(*parts, change=ChangeKind.SPLIT))
    assert found is not None
    assert found.runner_up is None


def test_what_was_not_weighed_has_none() -> None:
    assert waterfall_of(asked(a_candidate(FIRST, evidence=()))) is None
    assert waterfall_of(asked(candidate(FIRST, EvidencePart("name", 1.0, float("inf"))))) is None
    assert waterfall_record(None) is None


def test_it_reads_as_a_sum_line_by_line() -> None:
    other = candidate(SECOND, EvidencePart("name", 0.5, -1.2), PRIOR, sure=0.04)
    found = made_of(candidate(FIRST, NAME, BODY, *SMALL, PRIOR), other)
    assert waterfall_lines(found) == [
        f"that it is {FIRST}",
        "each bit doubles the odds, each negative one halves them",
        "                      alike    bits                        sum",
        "before any look                -3.8  --------|            -3.8",
        "name alike             1.00    +3.8          |++++++++     0.0",
        "text alike, in place   0.97    +2.7          |++++++      +2.7",
        "4 others                       +0.8          |++          +3.5",
        "sum of all                     +3.5  sure 0.90",
        f"the next is {SECOND}",
        "  with -5.0 bits, 8.5 bits behind, sure 0.04",
        "what sets them apart  first    next",
        "name alike             +3.8    -1.2          |++++++++    +5.0",
        "text alike             +2.7     0.0          |++++        +2.7",
    ]


names = st.sampled_from(
    ["name", "body", "rare runs at its place", "合計の類似度がとても高いという証拠", "e\u0301" * 40, "x" * 60]
)
parts = st.builds(EvidencePart, names, st.floats(0, 1), st.floats(-30, 30), st.just(""))
found_parts = st.lists(parts, min_size=1, max_size=14)


@given(found_parts, found_parts)
def test_the_sum_goes_through_and_no_line_is_wider_than_its_columns(
    first: Sequence[EvidencePart], second: Sequence[EvidencePart]
) -> None:
    found = made_of(candidate(FIRST, *first), candidate(SECOND, *second))
    end = 0.0
    for step in found.steps:
        assert step.start == pytest.approx(end)
        assert step.end == pytest.approx(step.start + step.bits)
        spot, width = found.spot(step)
        assert spot >= -1e-9
        assert spot + width <= 1 + 1e-9
        end = step.end
    assert end == pytest.approx(found.weight, abs=0.05)
    assert len(found.steps) <= MOST_SHOWN + 2  # with the prior and the others
    assert all(cells(line) <= COLUMNS for line in waterfall_lines(found) if " is src/" not in line)


@given(found_parts)
def test_as_data_it_is_plain_json(first: Sequence[EvidencePart]) -> None:
    record = waterfall_record(made_of(candidate(FIRST, *first)))
    assert json.loads(json.dumps(record, allow_nan=False)) == record


def test_words_and_way_fit_the_column_of_labels() -> None:
    read_in_ways = ("body", "short body", "rare runs", "name", "container", "lead", "rival")
    labels = [*WORDS.values(), *(in_words(name + way) for name in read_in_ways for way in WAYS)]
    assert [label for label in labels if cells(label) > LABEL] == []
