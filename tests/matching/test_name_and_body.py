"""A name that lives on without its body, and a body that goes on without its name."""

from goldkeeper.matching.name_and_body import (
    body_left,
    delegated,
    extracted_from,
    inlined,
    merged_into,
    mutual_nearest,
    split_off,
)
from goldkeeper.model.chunks import Chunk, FileChunks
from goldkeeper.wiring import make_chunker

LINES = """\
    amount = sum(line.price for line in cart.lines)
    discount = discount_of(cart.customer, amount)
    log.info("total of %s", cart.number)
    return amount - discount + shipping(cart)
"""
TOTAL = f"def total(cart):\n{LINES}"
MORE = """\
    ticket = open_ticket(order.customer, reason)
    notify(order.customer, ticket, reason)
    return pay_back(order.paid, ticket)
"""
REFUND = f"def refund(order, reason):\n{MORE}"


def a_file(*definitions: str, path: str = "a.py") -> FileChunks:
    file = make_chunker().chunk_file(path, "blob", "\n\n".join(definitions).encode())  # type: ignore[arg-type]  # any name
    assert isinstance(file, FileChunks)
    return file


def called(file: FileChunks, symbol: str) -> Chunk:
    return next(chunk for chunk in file.chunks if chunk.symbol == symbol)


def test_what_the_old_name_calls_now_was_extracted_from_it() -> None:
    before = a_file(TOTAL, REFUND)
    after = a_file("def total(cart):\n    return summed(cart)\n", TOTAL.replace("def total", "def summed"), REFUND)

    assert extracted_from(called(after, "summed"), before, after) == called(before, "total")
    assert delegated(called(after, "total"), before, after) == called(before, "total")


def test_an_extraction_by_way_of_another_new_function_is_one_too() -> None:
    before = a_file(TOTAL)
    after = a_file(
        "def total(cart):\n    return checked(cart)\n",
        "def checked(cart):\n    assert cart\n    return summed(cart)\n",
        TOTAL.replace("def total", "def summed"),
    )

    assert extracted_from(called(after, "summed"), before, after) == called(before, "total")


def test_a_plain_rename_is_no_extraction() -> None:
    before = a_file(TOTAL, REFUND)
    after = a_file(TOTAL.replace("def total", "def summed"), REFUND)

    assert extracted_from(called(after, "summed"), before, after) is None
    assert mutual_nearest(called(after, "summed"), after, before) == called(before, "total")


def test_a_name_that_another_function_took_over_did_not_delegate() -> None:
    """`refund` is called `total` now, and what was `total` has another name that it calls."""
    before = a_file(TOTAL, REFUND)
    after = a_file(
        "def total(order, reason):\n" + MORE + "    summed(order)\n", TOTAL.replace("def total", "def summed")
    )

    assert delegated(called(after, "total"), before, after) is None


def test_what_is_nearest_to_two_is_nobodys() -> None:
    before = a_file(TOTAL, TOTAL.replace("def total", "def subtotal"))
    after = a_file(TOTAL.replace("def total", "def summed"))

    assert mutual_nearest(called(after, "summed"), after, before) is None


def test_a_body_taken_in_from_a_function_that_was_called_is_not_where_one_comes_from() -> None:
    before = a_file("def total(cart):\n    return summed(cart)\n", TOTAL.replace("def total", "def summed"))
    after = a_file(TOTAL)

    now, origin = called(after, "total"), called(before, "summed")
    assert inlined(now, origin, before, after) == called(before, "total")
    assert inlined(now, called(before, "total"), before, after) is None


def test_a_name_over_quite_another_text_was_taken_over_by_what_is_gone() -> None:
    before = a_file("def total(cart):\n    pass\n", REFUND)
    after = a_file(REFUND.replace("def refund", "def total"))

    assert body_left(called(after, "total"), called(before, "total"), before, after) == called(before, "refund")
    assert body_left(called(after, "total"), called(before, "refund"), before, after) is None


def test_two_functions_in_one_are_merged_and_one_in_two_is_split() -> None:
    two = a_file(TOTAL, REFUND)
    one = a_file(f"def total(cart, order, reason):\n{LINES.replace('return ', 'due = ')}{MORE}")

    assert merged_into(called(one, "total"), called(two, "total"), two, one) == [called(two, "refund")]
    whole = a_file(f"def both(cart, order, reason):\n{LINES.replace('return ', 'due = ')}{MORE}")
    assert split_off(called(two, "total"), called(whole, "both"), whole, two) == [called(two, "refund")]
    assert split_off(called(two, "total"), called(two, "total"), two, two) == []
