"""What sort of edit a scan sees, on real repositories."""

from pathlib import Path

import pytest

from goldkeeper.model.staleness import Staleness
from tests.fakes import FakeHistory, InMemoryAnchors
from tests.projects import CART, CODE, SHIPPING, TOTAL, TOTAL_ID, a_set_up_shop
from tests.workflow.test_turns import anchors_at
from tests.workflow.worlds import World

REFORMATTED = TOTAL.replace("(line.price for", "(\n        line.price\n        for").replace("lines)", "lines\n    )")
REFACTORED = TOTAL.replace("amount", "goods")
CHANGED = TOTAL.replace("amount +", "amount * 2 +")


def edit_of(total: str, *, path: str = "src/cart.py", rest: str = SHIPPING) -> tuple[Staleness, str] | None:
    """What a scan says of `total` where it reads so now."""
    head = CODE | ({path: f"{total}\n\n{rest}"} if path == "src/cart.py" else {"src/cart.py": rest, path: total})
    history = FakeHistory(CODE, head)
    world = World(history)
    world.anchors = InMemoryAnchors(*anchors_at(history))
    proposal = next(one for one in world.scan().proposals if str(one.chunk_id) == TOTAL_ID)
    return (proposal.edit.staleness, proposal.edit.note) if proposal.edit is not None else None


@pytest.mark.parametrize(
    ("text", "staleness", "note"),
    [
        (REFORMATTED, Staleness.REFORMATTED, "comments and layout"),
        (REFACTORED, Staleness.REFACTORED, "amount is called goods"),
        (CHANGED, Staleness.BEHAVIOUR, "2 is new, * is new"),
    ],
)
def test_a_chunk_that_stays_says_what_sort_of_edit_it_saw(text: str, staleness: Staleness, note: str) -> None:
    assert edit_of(text) == (staleness, note)


def test_a_chunk_that_moved_and_was_edited_says_so_too() -> None:
    found = edit_of(REFACTORED, path="src/totals.py")
    assert found is not None
    assert found[0] is Staleness.REFACTORED


def test_a_chunk_that_moved_as_it_was_saw_no_edit() -> None:
    assert edit_of(TOTAL, path="src/totals.py") is None


def test_a_chunk_that_slid_saw_no_edit() -> None:
    history = FakeHistory(CODE, CODE | {"src/cart.py": f"import math\n\n{CART}"})
    world = World(history)
    world.anchors = InMemoryAnchors(*anchors_at(history))
    assert {proposal.edit for proposal in world.scan().proposals} == {None}


def test_the_sort_of_edit_reaches_every_output_and_chooses_what_is_accepted(tmp_path: Path) -> None:
    shop = a_set_up_shop(tmp_path / "shop")
    shop.commit({"src/cart.py": f"{REFACTORED}\n\n{SHIPPING.replace('< 2', '< 3')}"}, "tidy up")
    record = shop.json("scan", code=1)
    assert record["counts"]["by_staleness"] == {
        "reformatted": 0,
        "refactored": 1,
        "cut wider": 0,
        "behaviour changed": 1,
    }
    assert any("1 was refactored and 1 may do or say something else now" in line for line in record["details"])
    page = (shop.top / "reports/latest.html").read_text("utf-8")
    markdown = (shop.top / "reports/latest.md").read_text("utf-8")
    assert ">refactored</span>" in page
    assert "| behaviour changed | 1 | wants another look |" in markdown

    listed = shop.json("review", "list", "--staleness", "refactored,reformatted")["items"]
    assert [item["staleness"] for item in listed] == [
        {"kind": "refactored", "holds": True, "note": "amount is called goods"}
    ]
    shown = shop.json("review", "show", str(listed[0]["number"]))["item"]
    assert shown["waterfall"]["chunk"] == TOTAL_ID
    told = shop.json("review", "accept", "--staleness", "refactored,reformatted", "--by", "ada")
    assert [item["chunk"] for item in told["answered"]] == [TOTAL_ID]
