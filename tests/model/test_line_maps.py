"""Spans carried over edits by the lines around them, without a grammar."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldkeeper.model.chunks import Span
from goldkeeper.model.line_maps import Carried, LineMap

LINES = [f"line {n}" for n in range(1, 21)]
TEXT = "\n".join(LINES)


@pytest.mark.parametrize(
    ("head", "span", "expected"),
    [
        (TEXT, Span(3, 7), Carried(Span(3, 7), 1.0)),
        ("new\nnewer\n" + TEXT, Span(3, 7), Carried(Span(5, 9), 1.0)),
        ("\n".join([*LINES[:4], "put in", *LINES[4:]]), Span(3, 7), Carried(Span(3, 8), 1.0)),
        ("\n".join([*LINES[:4], *LINES[5:]]), Span(3, 7), Carried(Span(3, 6), 0.8)),
        ("\n".join([*LINES[:2], "other", *LINES[3:]]), Span(3, 7), Carried(Span(3, 7), 0.8)),
        ("\n".join([*LINES[:6], "other", *LINES[7:]]), Span(3, 7), Carried(Span(3, 7), 0.8)),
        ("\n".join(LINES[7:]), Span(3, 7), None),
    ],
    ids=["unchanged", "pushed down", "put in", "taken out", "first edited", "last edited", "gone"],
)
def test_a_span_is_where_its_unchanged_lines_are(head: str, span: Span, expected: Carried | None) -> None:
    assert LineMap(TEXT, head).carried(span) == expected


def test_what_is_put_in_beside_a_span_is_not_part_of_it() -> None:
    head = "\n".join([*LINES[:2], "before", *LINES[2:7], "behind", *LINES[7:]])
    assert LineMap(TEXT, head).carried(Span(3, 7)) == Carried(Span(4, 8), 1.0)


def test_a_span_of_brackets_and_blank_lines_is_told_by_these() -> None:
    assert LineMap("call(\n)\n\n", "x\ncall(\n)\n\n").carried(Span(2, 3)) == Carried(Span(3, 4), 1.0)


@given(st.lists(st.sampled_from(["alpha", "beta", "", "}"]), min_size=1, max_size=12), st.data())
def test_nothing_moves_between_equal_texts(lines: list[str], data: st.DataObject) -> None:
    start = data.draw(st.integers(1, len(lines)))
    span = Span(start, data.draw(st.integers(start, len(lines))))
    text = "\n".join(lines)
    found = LineMap(text, text).carried(span)
    assert found is not None
    assert found.held == 1.0
    assert span.holds(found.span) or found.span == span


@given(
    st.lists(st.text("ab\n", max_size=4), min_size=1, max_size=12),
    st.lists(st.text("ab\n", max_size=4), min_size=1, max_size=12),
    st.data(),
)
def test_a_carried_span_lies_in_the_other_text(base: list[str], head: list[str], data: st.DataObject) -> None:
    ours, theirs = "\n".join(base), "\n".join(head)
    start = data.draw(st.integers(1, ours.count("\n") + 1))
    found = LineMap(ours, theirs).carried(Span(start, data.draw(st.integers(start, ours.count("\n") + 1))))
    assert found is None or (found.span.end <= theirs.count("\n") + 1 and 0 < found.held <= 1)
