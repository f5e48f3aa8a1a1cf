"""An audit is read and decided in the browser as by command: blind, by name, one row after the other."""

from pathlib import Path

import pytest
from starlette.testclient import TestClient

from tests.projects import REFUND_ID, SHIPPING_ID, TOTAL_ID, Shop, a_set_up_shop, gold_lines
from tests.web.houses import a_house, field, mark_of

READ, DECIDE = "/audits/read?audit=v1", "/audits/decide?audit=v1"


@pytest.fixture
def shop(tmp_path: Path) -> Shop:
    made = a_set_up_shop(tmp_path / "shop", gold=gold_lines({TOTAL_ID: 3, SHIPPING_ID: 1}, {REFUND_ID: 2}))
    made.run("audit", "draw", "--release", "v1", "--whole", "--judges", "ada,bob", "--formats", "csv")
    return made


def said(client: TestClient, place: str = READ, **answers: str) -> int:
    """What comes of an answer to the row that a page shows."""
    row = field(client.get(place).text, "row")
    path, _, audit = place.partition("?audit=")
    return client.post(path, data={"mark": mark_of(client), "audit": audit, "row": row, **answers}).status_code


def as_judge(shop: Shop, judge: str, grade: str) -> None:
    """Every row that is not read yet gets one grade."""
    with a_house(shop.top, judge=judge) as client:
        while 'name="row"' in client.get(READ).text:
            assert said(client, grade=grade) == 303


def test_rows_are_read_one_after_the_other_and_blind(shop: Shop) -> None:
    with a_house(shop.top, judge="Ada") as client:
        first = client.get(READ).text
        assert "checked" not in first
        assert "3 to go" in first
        assert said(client, grade="2", note="<b>so?") == 303
        assert "2 to go" in client.get(READ).text
        key = field(first, "row")
        again = client.get(f"{READ}&row={key}").text
        assert "&lt;b&gt;so?" in again
        assert again.count("checked") == 1
    with a_house(shop.top, judge="bob") as client:
        assert "so?" not in "".join(client.get(f"{READ}&row={n}").text for n in (1, 2, 3))


def test_nothing_said_and_no_grade_are_refused_and_the_page_stays(shop: Shop) -> None:
    with a_house(shop.top) as client:
        assert said(client) == 422
        assert said(client, grade="7") == 422
        assert "3 to go" in client.get(READ).text
        assert said(client, unclear="true") == 303


def test_strangers_and_strange_audits_are_told_so(shop: Shop) -> None:
    with a_house(shop.top, judge="eve") as client:
        assert "eve is no judge of audit v1; its judges are ada, bob" in client.get(READ).text
        assert client.get("/audits/read?audit=v9").status_code == 404
        assert "read 3 rows" not in client.get("/audits").text
    with a_house(shop.top) as client:
        assert client.get(f"{READ}&row=GK-22222-22222").status_code == 404
        assert client.post("/audits/read", data={"audit": "v1", "grade": "3"}).status_code == 403
        assert "read 3 rows" in client.get("/audits").text


def test_a_third_decides_what_is_one_apart_and_no_judge_sees_what_the_other_said(shop: Shop) -> None:
    as_judge(shop, "ada", "2")
    as_judge(shop, "bob", "3")
    with a_house(shop.top) as client:
        assert "No row waits for a decision by ada" in client.get(DECIDE).text
        assert "ada has read all 3 rows" in client.get(READ).text
    with a_house(shop.top, judge="cyd") as client:
        assert "decide 3 rows" in client.get("/audits").text
        page = client.get(DECIDE).text
        assert "one judge: grade 2" in page
        assert "ada: grade" not in page
        assert said(client, DECIDE) == 422
        for _ in range(3):
            assert said(client, DECIDE, grade="2") == 303
        assert "No row waits" in client.get(DECIDE).text
    assert shop.json("audit", "status")["dispositions"]["in"] == 3


def test_a_project_without_an_audit_says_how_to_begin(tmp_path: Path) -> None:
    shop = a_set_up_shop(tmp_path / "bare")
    with a_house(shop.top) as client:
        assert "goldkeeper audit plan" in client.get("/audits").text
