"""Copies, originals and heirs that say the same."""

from tests.matching.landscapes import surveyed

STOCK = """\
def stock(store, item):
    shelf = store.shelf_of(item)
    count = shelf.count(item)
    return count - sum(order.amount for order in store.orders if order.item == item)
"""
OTHER = "def other(a):\n    return a.b.c.d(1, 2, 3)\n"


def test_two_free_chunks_that_say_the_same_share_the_claim() -> None:
    seen = surveyed({"lib/a/stock.py": STOCK}, {"lib/b/stock.py": STOCK, "lib/c/stock.py": STOCK})
    heirs, ours = seen.context.heirs, seen.base("lib/a/stock.py stock")
    assert [heirs.others(ours, seen.head(f"lib/{folder}/stock.py stock")) for folder in "bc"] == [0.5, 0.5]


def test_an_only_heir_shares_nothing() -> None:
    seen = surveyed({"a.py": STOCK}, {"b.py": STOCK})
    heirs = seen.context.heirs
    assert heirs.others(seen.base("a.py stock"), seen.head("b.py stock")) == 0.0


def test_an_original_that_was_only_edited_lives() -> None:
    edited = STOCK.replace("count - ", "count + 1 - ")
    seen = surveyed({"a.py": STOCK}, {"a.py": edited, "b.py": STOCK})
    heirs, ours = seen.context.heirs, seen.base("a.py stock")
    assert heirs.original_lives(ours, seen.head("b.py stock")) > 0.9
    assert heirs.original_lives(ours, seen.head("a.py stock")) == 0.0


def test_a_text_that_stood_elsewhere_before_is_told() -> None:
    seen = surveyed({"a.py": STOCK, "b.py": OTHER}, {"a.py": OTHER, "b.py": "X = 1\n"})
    heirs, ours = seen.context.heirs, seen.base("a.py stock")
    assert heirs.stood_elsewhere(ours, seen.head("a.py other")) == 1.0
    assert heirs.stood_elsewhere(seen.base("b.py other"), seen.head("a.py other")) == 0.0
