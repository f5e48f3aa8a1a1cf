"""Whether a chunk plainly stays in a file that was edited."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldkeeper.matching.staying import ENDLESS, slides, stays, text_likeness
from goldkeeper.model.chunks import BlobId, Chunk, FileChunks
from goldkeeper.wiring import make_chunker
from tests.builders import a_chunk
from tests.workflow.codes import ANOTHER_TOTAL, CODE, GRAND_TOTAL, REFUND, SHIPPING, TOTAL, a_file


def cut(text: str) -> FileChunks:
    file = make_chunker().chunk_file("a.py", BlobId("b"), text.encode())
    assert isinstance(file, FileChunks)
    return file


def stayed(before: str, after: str, symbol: str = "total") -> Chunk | None:
    old = cut(before)
    return stays(next(chunk for chunk in old.chunks if chunk.symbol == symbol), old, cut(after))


def test_a_chunk_that_only_slid_stays() -> None:
    found = stayed(CODE, a_file("import re\n", CODE))

    assert found is not None
    assert found.span.start == 4


def test_an_edited_chunk_stays_while_nothing_new_is_nearer() -> None:
    edited = TOTAL.replace("line.price", "line.net_price").replace("shipping(cart)", "postage_of(cart)")

    assert stayed(CODE, a_file(edited, REFUND)) is not None
    assert stayed(CODE, a_file(edited, REFUND, GRAND_TOTAL)) is None


def test_what_a_chunk_is_called_does_not_make_another_nearer() -> None:
    edited = TOTAL.replace("lines)\n", "lines)  # all\n")

    assert stayed(CODE, a_file(edited, REFUND, SHIPPING)) is not None


def test_another_body_under_the_name_is_not_plain() -> None:
    assert stayed(CODE, a_file(ANOTHER_TOTAL, REFUND)) is None


def test_of_two_that_say_the_same_under_one_name_none_is_plain() -> None:
    twice = a_file(TOTAL, "if FAST:\n    fast()\n", TOTAL)

    assert stayed(twice, a_file("X = 1\n", twice)) is None


def test_a_chunk_that_is_not_there_does_not_stay() -> None:
    assert stayed(CODE, REFUND) is None


LINE = b"    amount = sum(line.price for line in cart.lines if line.is_paid)"


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        (LINE, b"x = 1\n\n" + LINE + b"\ny = 2\n", True),
        (LINE, LINE + b"\n" + LINE, False),
        (LINE + b"\n" + LINE, LINE, False),
        (LINE, b"@cached\n" + LINE, False),
        (b"@cached\n" + LINE, b"@cached\n" + LINE + b"\n", True),
        (b"@cached\n" + LINE, b"\n" + LINE, True),
        (LINE, LINE + b"  # more of the line", False),
        (LINE, b"# " + LINE, False),
        (LINE, b"", False),
    ],
)
def test_whole_lines_that_stand_once_on_both_sides_slide(before: bytes, after: bytes, expected: bool) -> None:
    assert slides(LINE, before, after) is expected


def test_a_short_text_may_stand_anywhere_by_accident() -> None:
    assert not slides(b"    pass", b"    pass", b"x\n\n    pass")


@given(st.lists(st.sampled_from([b"a = 1", b"", b"b = 2", b"# c"])), st.lists(st.sampled_from([b"d = 4", b""])))
def test_blank_line_above_lets_any_text_slide_among_other_lines(above: list[bytes], below: list[bytes]) -> None:
    assert slides(LINE, LINE, b"\n".join([*above, b"", LINE, *below]))


@given(st.text(max_size=60), st.text(max_size=60))
def test_likeness_is_a_share_and_goes_both_ways(one: str, other: str) -> None:
    left, right = a_chunk(text=one), a_chunk(text=other)

    assert 0 <= text_likeness(left, right) <= 1
    assert text_likeness(left, right) == pytest.approx(text_likeness(right, left))
    assert text_likeness(left, left) == 1


def test_endless_lines_are_held_against_one_another_by_their_words() -> None:
    one = "x = [" + ", ".join(f"cart.thing_{n}" for n in range(ENDLESS)) + "]"

    alike = text_likeness(a_chunk(text=one), a_chunk(text=one.replace("thing_1", "thong_1")))

    assert 0.4 < alike < 0.9
