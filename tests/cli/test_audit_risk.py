"""What makes a pair doubtful, as the draw sees it on a real history."""

from pathlib import Path

import pytest

from goldkeeper.model.audits import Risk
from goldkeeper.wiring import open_keeper
from goldkeeper.wiring.auditing import Auditing
from tests.projects import (
    CART,
    MOVED_TOTAL_ID,
    REFUND,
    REFUND_ID,
    SHIFTED,
    SHIPPING_ID,
    TOTAL_ID,
    Shop,
    a_set_up_shop,
    gold_lines,
)


@pytest.fixture
def shop(tmp_path: Path) -> Shop:
    return a_set_up_shop(
        tmp_path / "shop", gold=gold_lines({TOTAL_ID: 3, SHIPPING_ID: 1}, {REFUND_ID: 2}, {TOTAL_ID: 1})
    )


def risks(shop: Shop) -> dict[tuple[str, str], Risk]:
    with open_keeper(shop.top / "config" / "goldkeeper.toml") as keeper:
        return {(pair.query_id, str(pair.chunk_id)): pair.risk for pair in Auditing(keeper).frame().pairs}


def read_all(shop: Shop, release: str) -> None:
    """Every pair of an audit is answered by its only judge."""
    shop.run("audit", "draw", "--release", release, "--whole", "--judges", "ada", "--formats", "csv")
    for row in shop.json("audit", "answer", release, "--by", "ada", code=1)["rows"]:
        shop.run("audit", "answer", release, "--by", "ada", "--row", row["key"], "--grade", "1")


def test_a_fresh_set_was_never_audited_and_a_read_one_is_calm(shop: Shop) -> None:
    assert set(risks(shop).values()) == {Risk.NEVER}
    read_all(shop, "v1")
    assert set(risks(shop).values()) == {Risk.CALM}


def test_an_edited_chunk_is_at_risk_for_every_query(shop: Shop) -> None:
    shop.commit({"src/orders.py": REFUND.replace("paid", "owed")})
    found = risks(shop)
    assert found["q2", REFUND_ID] is Risk.EDITED
    assert found["q1", TOTAL_ID] is Risk.NEVER


def accept_and_apply(shop: Shop) -> None:
    shop.run("scan", "--no-report", code=1)
    shop.run("review", "accept", "--all", "--unseen", "--by", "ada")
    shop.run("apply")


def test_what_was_remapped_since_it_was_read_is_at_risk_until_it_is_read_again(shop: Shop) -> None:
    read_all(shop, "v1")
    shop.commit({"src/cart.py": None, "src/basket.py": CART})
    accept_and_apply(shop)
    found = risks(shop)
    assert found["q1", "src/basket.py:1-3:total"] is Risk.REMAPPED
    assert found["q2", REFUND_ID] is Risk.CALM
    read_all(shop, "v2")
    assert set(risks(shop).values()) == {Risk.CALM}


def test_what_only_slid_to_other_lines_is_what_was_read(shop: Shop) -> None:
    read_all(shop, "v1")
    shop.commit(SHIFTED)
    accept_and_apply(shop)
    assert risks(shop)["q1", MOVED_TOTAL_ID] is Risk.CALM
    shop.commit({"src/cart.py": f"import math\nimport os\n\n\n{CART}"})
    accept_and_apply(shop)
    assert risks(shop)["q1", "src/cart.py:5-7:total"] is Risk.CALM


def test_what_was_never_read_is_so_wherever_it_slides(shop: Shop) -> None:
    shop.commit(SHIFTED)
    accept_and_apply(shop)
    assert set(risks(shop).values()) == {Risk.NEVER}


def test_a_line_that_names_its_source_is_of_that_stratum(shop: Shop) -> None:
    lines = gold_lines({TOTAL_ID: 3}, {REFUND_ID: 2}, {SHIPPING_ID: 1}).replace("}}", '}, "source": " by  hand "}', 1)
    shop.repository.write({"gold.jsonl": lines.replace("2}}", '2}, "source": ["x"]}')})
    with open_keeper(shop.top / "config" / "goldkeeper.toml") as keeper:
        sources = [pair.source for pair in Auditing(keeper).frame().pairs]
    assert sources[0] == "by hand"
    assert "by hand" not in sources[1:]
    assert all(sources)


def test_looking_at_the_frame_writes_nothing(shop: Shop) -> None:
    before = [path.read_bytes() for path in sorted(shop.top.glob("gold*.jsonl"))]
    shop.commit({"src/orders.py": f"\n{REFUND}", "src/cart.py": f"\n{CART}"})
    risks(shop)
    shop.run("audit", "draw", "--release", "v1", "--judges", "ada", "--formats", "csv")
    assert [path.read_bytes() for path in sorted(shop.top.glob("gold*.jsonl"))] == before
    assert shop.json("review", "list")["items"] == []


def test_two_grades_for_one_chunk_go_in_one_after_the_other(shop: Shop) -> None:
    shop.run("audit", "draw", "--release", "v1", "--whole", "--judges", "ada", "--formats", "csv")
    for row in shop.json("audit", "answer", "--by", "ada", code=1)["rows"]:
        grade = {"question 1": "2", "question 2": "2", "question 3": "3"}[row["query"]]
        grade = "1" if row["symbol"] == "shipping" else grade
        shop.run("audit", "answer", "--by", "ada", "--row", row["key"], "--grade", grade)
    first = shop.json("audit", "settle", "--by", "ada", code=1)
    assert (len(first["settled"]), len(first["held"])) == (1, 1)
    assert "another pair of this chunk comes first" in first["held"][0]["reason"]
    shop.run("apply")
    assert len(shop.json("audit", "settle", "--by", "ada")["settled"]) == 1
    shop.run("apply")
    assert shop.golds == [{TOTAL_ID: 2, SHIPPING_ID: 1}, {REFUND_ID: 2}, {TOTAL_ID: 3}]


def test_a_query_is_dropped_when_all_its_pairs_are_and_not_before(shop: Shop) -> None:
    shop.run("audit", "draw", "--release", "v1", "--whole", "--judges", "ada,bob", "--formats", "csv")
    for judge in ("ada", "bob"):
        for row in shop.json("audit", "answer", "--by", judge, code=1)["rows"]:
            usual = {"question 1": "2", "question 2": "2", "question 3": "1"}[row["query"]]
            apart = {"ada": "1", "bob": "3"}[judge] if row["symbol"] == "shipping" else usual
            shop.run("audit", "answer", "--by", judge, "--row", row["key"], "--grade", apart)
    shop.commit({"src/cart.py": CART.replace("line.price", "line.cost")})
    shop.run("scan", "--no-report", code=1)  # asks about the other pair of the query
    first = shop.json("audit", "settle", "--by", "ada", "--drop", "q1", code=1)
    assert first["settled"] == []
    assert "asks about src/cart.py:1-3:total" in first["held"][0]["reason"]
    shop.run("review", "accept", "1", "--by", "ada")
    shop.run("apply")
    assert shop.golds == [{TOTAL_ID: 3}, {REFUND_ID: 2}, {TOTAL_ID: 1}]
    assert len(shop.json("audit", "settle", "--by", "ada", "--drop", "q1")["settled"]) == 1
    shop.run("apply")
    assert shop.golds == [{}, {REFUND_ID: 2}, {TOTAL_ID: 1}]
    again = shop.json("audit", "settle", "--by", "ada")
    assert (again["settled"], again["held"], again["queries"]) == ([], [], [])


def test_a_query_that_left_the_gold_file_by_hand_may_be_said_to_be_dropped(shop: Shop) -> None:
    shop.run("audit", "draw", "--release", "v1", "--whole", "--judges", "ada,bob", "--formats", "csv")
    for judge, grade in (("ada", "0"), ("bob", "3")):
        for row in shop.json("audit", "answer", "--by", judge, code=1)["rows"]:
            shop.run("audit", "answer", "--by", judge, "--row", row["key"], "--grade", grade)
    shop.repository.write({"gold.jsonl": gold_lines({}, {REFUND_ID: 2}, {})})
    done = shop.json("audit", "settle", "--by", "ada", "--drop", "q1", "--drop", "q3", code=1)
    assert [(one["kind"], one["item"]) for one in done["settled"]] == [("dropped", None)] * 3
    assert [one["query_id"] for one in done["queries"]] == ["q2"]


@pytest.mark.parametrize(("judged_zero", "left"), [("false", [{}, {}]), ("true", [{TOTAL_ID: 0}, {}])])
def test_what_is_not_relevant_leaves_a_set_that_keeps_no_zeros(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, judged_zero: str, left: list[dict[str, int]]
) -> None:
    shop = a_set_up_shop(tmp_path / "shop", gold=gold_lines({TOTAL_ID: 3}, {}))
    monkeypatch.setenv("GOLDKEEPER_GOLD__JUDGED_ZERO", judged_zero)
    shop.run("audit", "draw", "--release", "v1", "--whole", "--judges", "ada", "--formats", "csv")
    (row,) = shop.json("audit", "answer", "--by", "ada", code=1)["rows"]
    shop.run("audit", "answer", "--by", "ada", "--row", row["key"], "--grade", "0")
    shop.run("audit", "settle", "--by", "ada")
    shop.run("apply")
    assert shop.golds == left
    assert shop.json("audit", "settle", "--by", "ada")["held"] == []
