import pytest

from goldkeeper.drift.resolver import resolve, same_symbol
from goldkeeper.model.chunks import ChunkId
from tests.builders import a_chunk, a_snapshot


def test_an_exact_id_is_taken_as_it_is() -> None:
    chunk = a_chunk("Cart.total")
    found = resolve(chunk.id, a_snapshot(chunk))
    assert found is not None
    assert (found.chunk, found.exact, found.taken_for) == (chunk, True, None)


def test_a_span_that_begins_at_the_comment_is_taken_for_the_definition() -> None:
    chunk, other = a_chunk("Cart.total", start=5), a_chunk("Cart.count", start=20)
    found = resolve(ChunkId.parse("src/cart.py:3-9:Cart.total"), a_snapshot(chunk, other))
    assert found is not None
    assert (found.chunk, found.taken_for) == (chunk, chunk.id)


@pytest.mark.parametrize("spelled", ["Cart::total", "Cart#total", "total", "shop.Cart.total"])
def test_a_symbol_spelled_by_another_chunker_is_taken(spelled: str) -> None:
    chunk = a_chunk("Cart.total", start=3)
    found = resolve(ChunkId.parse(f"src/cart.py:3-7:{spelled}"), a_snapshot(chunk, a_chunk("Cart.sum", start=9)))
    assert found is not None
    assert found.chunk == chunk


def test_the_best_overlap_wins_among_equal_names() -> None:
    one, other = a_chunk("Cart.total", start=3), a_chunk("Basket.total", start=8)
    found = resolve(ChunkId.parse("src/cart.py:7-12:total"), a_snapshot(one, other))
    assert found is not None
    assert found.chunk == other


@pytest.mark.parametrize("written", ["src/cart.py:30-34:Cart.total", "src/cart.py:3-7:Cart.sum", "a.py:3-7:Cart.total"])
def test_another_place_name_or_file_is_not_taken(written: str) -> None:
    assert resolve(ChunkId.parse(written), a_snapshot(a_chunk("Cart.total", start=3))) is None


def test_operators_are_told_apart_by_their_punctuation() -> None:
    assert not same_symbol("Vec.operator==", "Vec.operator!=")
    assert same_symbol("ns::Vec::operator==", "ns.Vec.operator==")
