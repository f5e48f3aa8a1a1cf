"""Where a chunk should lie, told by the unchanged lines around it."""

from hypothesis import given
from hypothesis import strategies as st

from goldkeeper.drift.place import place_in
from goldkeeper.model.chunks import Span

BASE = "def one():\n    first()\n\n\ndef two():\n    second()\n\n\ndef three():\n    third()\n"


def test_a_chunk_that_was_taken_out_belongs_between_its_neighbours() -> None:
    head = "def one():\n    first()\n\n\ndef three():\n    third()\n\n\ndef four(:\n"
    assert place_in(BASE, Span(5, 6), head) == Span(2, 5)


def test_an_edited_chunk_is_where_its_neighbours_are() -> None:
    head = "import os\n\n" + BASE.replace("def two():\n    second()", "def two(:\n    other(\n    more")
    assert place_in(BASE, Span(5, 6), head) == Span(4, 12)


def test_without_neighbours_any_line_may_be_the_place() -> None:
    assert place_in(BASE, Span(5, 6), "x = 1\ny = 2\n") == Span(1, 2)
    assert place_in("", Span(1, 1), "") == Span(1, 1)


@given(st.lists(st.text("ab1 }", max_size=4), max_size=12), st.lists(st.text("ab1 }", max_size=4), max_size=12))
def test_the_place_is_always_within_the_file(base: list[str], head: list[str]) -> None:
    place = place_in("\n".join(base), Span(1, max(1, len(base) // 2)), "\n".join(head))
    assert 1 <= place.start <= place.end <= max(1, len(head))


@given(st.integers(0, 5), st.integers(0, 5))
def test_lines_that_come_around_an_unchanged_chunk_only_move_its_place(above: int, below: int) -> None:
    head = "x_new = 1\n" * above + BASE + "y_new = 1\n" * below
    assert place_in(BASE, Span(5, 6), head) == Span(2 + above, 9 + above)
