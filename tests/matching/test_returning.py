"""Chunks that were put back after they had been taken out."""

from goldkeeper.matching.returning import put_back, same_text
from goldkeeper.model.chunks import BlobId, Chunk, FileChunks
from tests.builders import a_chunk

LAST = a_chunk("Cart.total")


def later(*chunks: Chunk) -> FileChunks:
    return FileChunks("src/cart.py", BlobId("b"), "python", chunks, "")


def test_the_same_text_in_its_place_was_put_back() -> None:
    again = a_chunk("Cart.total", start=30)

    assert put_back(LAST, later(a_chunk("Cart.tax"), again)) == again


def test_the_same_text_under_its_name_in_another_class_was_put_back() -> None:
    again = a_chunk("Basket.total", text=LAST.text, start=30)

    assert put_back(LAST, later(again)) == again


def test_an_edited_text_in_its_place_was_put_back() -> None:
    again = a_chunk("Cart.total", text=LAST.text.replace("step_4", "last_step"))

    assert put_back(LAST, later(again)) == again


def test_the_same_text_goes_before_an_edited_one() -> None:
    edited = a_chunk("Cart.total", text=LAST.text.replace("step_4", "last_step"))
    same = a_chunk("Basket.total", text=LAST.text, start=30)

    assert put_back(LAST, later(edited, same)) == same


def test_another_text_under_the_name_is_another_chunk() -> None:
    assert put_back(LAST, later(a_chunk("Cart.total", text="def total():\n    raise NotImplementedError"))) is None


def test_a_text_that_stands_twice_or_is_anybodys_is_no_copy() -> None:
    copy = a_chunk("Cart.total", path="lib/cart.py")
    one_liner = a_chunk("Cart.close", text="def close(self):\n    self.c.close()")

    assert same_text(LAST, later(copy)) == copy
    assert same_text(LAST, later(copy, a_chunk("Basket.total", text=LAST.text))) is None
    assert same_text(one_liner, later(one_liner)) is None


def test_an_overload_that_stood_beside_it_was_not_put_back() -> None:
    overload = a_chunk("Cart.total", text=LAST.text.replace("step_4", "last_step"), start=30)
    stays = a_chunk("Cart.total", text=overload.text, start=3)

    assert put_back(LAST, later(stays), later(LAST, overload)) is None
    assert put_back(LAST, later(stays), later(LAST)) == stays
