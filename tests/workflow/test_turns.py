"""Which commit turned a chunk, told from the texts of its files."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from goldkeeper.model.anchors import Anchor, AnchorOrigin
from goldkeeper.model.chunks import BlobId, SkipReason
from goldkeeper.model.proposals import RemapProposal
from goldkeeper.wiring import make_chunker
from goldkeeper.workflow.anchoring import anchor_of
from goldkeeper.workflow.snapshot import cut_snapshot
from tests.fakes import FakeHistory, InMemoryAnchors
from tests.projects import CART, CODE, REFUND, REFUND_ID, SHIPPING, SHIPPING_ID, TOTAL, TOTAL_ID, Shop, a_set_up_shop
from tests.workflow.worlds import World

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


class StingyHistory(FakeHistory):
    """Counts the contents that are read, and lets only a few be held at once."""

    read = 0

    def read_blobs(self, blobs: Iterable[BlobId]) -> Iterator[tuple[BlobId, bytes | SkipReason]]:
        for one in super().read_blobs(blobs):
            self.read += 1
            yield one


def asked(world: World) -> list[RemapProposal]:
    return list(world.scan().proposals)


def test_a_file_with_many_versions_is_read_once_and_no_further_than_asked() -> None:
    edited = CART.replace("amount +", "amount * 2 +").replace("return 4", "return 5")
    states = [{**CODE, "src/cart.py": f"{edited}\n# {n}\n"} for n in range(40)]
    history = StingyHistory(CODE, *states)
    world = World(history)
    world.anchors = InMemoryAnchors(*anchors_at(history))

    proposals = asked(world)

    assert {str(p.chunk_id): p.turned_by and p.turned_by.commit for p in proposals} == {
        TOTAL_ID: history.commits[1],
        SHIPPING_ID: history.commits[1],
    }
    assert history.read <= len(states) + 6  # both follow the same versions; a few more give back what was judged


def test_a_file_that_turned_lately_is_not_read_to_its_end() -> None:
    plain = [{**CODE, "src/cart.py": f"{CART}\n# {n}\n"} for n in range(60)]
    edited = {**CODE, "src/cart.py": CART.replace("amount +", "amount * 2 +")}
    history = StingyHistory(CODE, *plain, edited)
    world = World(history)
    world.anchors = InMemoryAnchors(*anchors_at(history))

    (proposal,) = asked(world)

    assert proposal.turned_by is not None
    assert proposal.turned_by.commit == history.head
    assert history.read < 12


def anchors_at(history: FakeHistory) -> list[Anchor]:
    tree = history.tree(history.commits[0])
    files = cut_snapshot(tree, make_chunker()).files.values()
    return [
        anchor_of(chunk.id, chunk, commit=tree.commit, blob=file.blob, origin=AnchorOrigin.JUDGED)
        for file in files
        for chunk in file.chunks
    ]
