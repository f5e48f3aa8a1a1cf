"""Which commit turned a chunk, told from the texts of its files."""

from pathlib import Path

from tests.projects import CART, CODE, REFUND, REFUND_ID, SHIPPING, TOTAL, TOTAL_ID, Shop, a_set_up_shop

DEARER = TOTAL.replace("amount +", "amount * 2 +")


def turned_by(shop: Shop, chunk_id: str) -> str | None:
    record = shop.json("scan", "--no-report", code=1)
    chunk = next(chunk for chunk in record["chunks"] if chunk["id"] == chunk_id)
    found = chunk["turned_by"]
    assert found is None or isinstance(found, str)
    return found


def test_an_edit_is_laid_to_the_commit_that_made_it_and_not_to_the_newest(tmp_path: Path) -> None:
    shop = a_set_up_shop(tmp_path / "shop")
    shop.commit({"src/cart.py": f"import math\n\n{CART}"}, "an import")
    edit = shop.commit({"src/cart.py": f"import math\n\n{DEARER}\n\n{SHIPPING}"}, "twice the price")
    shop.commit({"src/cart.py": f"import math\nimport os\n\n{DEARER}\n\n{SHIPPING}"}, "another import")
    assert turned_by(shop, TOTAL_ID) == edit


def test_a_move_is_laid_to_the_commit_that_moved_it(tmp_path: Path) -> None:
    shop = a_set_up_shop(tmp_path / "shop")
    move = shop.commit({"src/cart.py": SHIPPING, "src/totals.py": TOTAL}, "totals apart")
    shop.commit({"src/cart.py": f"# the rest\n{SHIPPING}"}, "a comment")
    assert turned_by(shop, TOTAL_ID) == move


def test_a_chunk_that_only_slid_was_turned_by_nobody(tmp_path: Path) -> None:
    shop = a_set_up_shop(tmp_path / "shop")
    shop.commit({"src/cart.py": f"import math\n\n{CART}"}, "an import")
    assert turned_by(shop, TOTAL_ID) is None


def test_a_removal_is_laid_to_the_commit_that_removed_it(tmp_path: Path) -> None:
    shop = a_set_up_shop(
        tmp_path / "shop", code=CODE | {"src/orders.py": f"{REFUND}\n\ndef reopen(order):\n    order.open = True\n"}
    )
    shop.commit({"src/cart.py": f"# carts\n{CART}"}, "elsewhere")
    removal = shop.commit({"src/orders.py": "def reopen(order):\n    order.open = True\n"}, "no refunds")
    shop.commit({"src/orders.py": "def reopen(order):\n    order.open = True\n    order.save()\n"}, "saved")
    assert turned_by(shop, REFUND_ID) == removal


def test_a_file_that_went_is_laid_to_the_commit_that_deleted_it(tmp_path: Path) -> None:
    shop = a_set_up_shop(tmp_path / "shop")
    removal = shop.commit({"src/orders.py": None}, "no orders")
    shop.commit({"src/cart.py": f"# carts\n{CART}"}, "elsewhere")
    assert turned_by(shop, REFUND_ID) == removal
