"""A third judge's sheet, a trial of an import, and one damaged audit, at the command line."""

import csv
import io
from pathlib import Path

import pytest

from goldkeeper.model.errors_audits import AuditDamaged
from goldkeeper.stores.tables.audits import audit_rows
from goldkeeper.wiring import open_keeper
from tests.projects import REFUND_ID, SHIPPING_ID, TOTAL_ID, Shop, a_set_up_shop, gold_lines, goldkeeper


@pytest.fixture
def shop(tmp_path: Path) -> Shop:
    """Each pair was read by two who are one apart."""
    made = a_set_up_shop(tmp_path / "shop", gold=gold_lines({TOTAL_ID: 3, SHIPPING_ID: 1}, {REFUND_ID: 2}))
    draw(made, "v1")
    for judge, grade in (("ada", "2"), ("bob", "3")):
        for row in made.json("audit", "answer", "v1", "--by", judge, code=1)["rows"]:
            made.run("audit", "answer", "v1", "--by", judge, "--row", row["key"], "--grade", grade)
    return made


def draw(shop: Shop, release: str) -> None:
    shop.run("audit", "draw", "--release", release, "--whole", "--judges", "ada,bob", "--formats", "csv")


def decided(shop: Shop, file: Path, grade: str) -> Path:
    rows = list(csv.DictReader(io.StringIO(file.read_text("utf-8-sig"), newline="")))
    made = shop.top / "decided.csv"
    with made.open("w", encoding="utf-8", newline="") as handle:
        writer = csv.DictWriter(handle, fieldnames=rows[0].keys())
        writer.writeheader()
        writer.writerows({**row, "grade": grade} for row in rows)
    return made


def test_a_third_judge_decides_in_a_sheet_which_can_be_tried_first(shop: Shop) -> None:
    (written,) = shop.run("audit", "sheets", "v1", "--third", "cyn", "--formats", "csv").stdout.splitlines()
    assert Path(written).name == "audit-v1-cyn-third.csv"
    text = Path(written).read_text("utf-8-sig")
    assert "one judge: grade 2" in text
    assert "ada" not in text
    file = decided(shop, Path(written), "2")
    tried = shop.json("audit", "import", file, "--dry-run")
    assert (tried["tried"], len(tried["audits"][0]["added"])) == (True, 3)
    assert "tried only: nothing was taken in" in shop.run("audit", "import", file, "--dry-run").output
    assert len(shop.json("audit", "arbitrate", code=1)["rows"]) == 3
    shop.run("audit", "import", file)
    assert shop.json("audit", "status")["dispositions"]["in"] == 3
    again = shop.json("audit", "import", file)["audits"][0]
    assert (again["added"], again["changed"], again["unchanged"]) == ([], [], 3)
    assert "waits for a decision by dan" in shop.run("audit", "sheets", "v1", "--third", "dan").output


def test_where_a_third_sees_nothing_no_list_of_open_rows_tells_what_was_said(shop: Shop) -> None:
    config = shop.top / "config" / "goldkeeper.toml"
    config.write_text(
        config.read_text("utf-8").replace('arbiter_sees = "answers"', 'arbiter_sees = "nothing"'), "utf-8"
    )
    status = shop.json("audit", "status", code=1)
    assert {row["reason"] for row in status["rows"]} == {"The judges differ: a third decides."}
    waiting = shop.json("audit", "arbitrate", code=1)["rows"]
    assert {row["reason"] for row in waiting} == {"The judges differ: a third decides."}
    assert [row["readings"] for row in waiting] == [[], [], []]
    assert "grade 2" not in goldkeeper(shop.top, "audit", "arbitrate").output


def test_a_damaged_audit_is_named_and_keeps_no_other_from_being_drawn_or_read(shop: Shop) -> None:
    with open_keeper(shop.top / "config" / "goldkeeper.toml") as keeper, keeper.database.writing() as connection:
        connection.execute(audit_rows.update().values(payload="{broken").where(audit_rows.c.number == 1))
    draw(shop, "v2")
    (key, *_) = (row["key"] for row in shop.json("audit", "answer", "v2", "--by", "ada", code=1)["rows"])
    shop.run("audit", "answer", "v2", "--by", "ada", "--row", key, "--grade", "3")
    done = goldkeeper(shop.top, "audit", "status", "v1")
    assert isinstance(done.exception, AuditDamaged)
    assert "audit 'v1': its record is damaged" in str(done.exception)
