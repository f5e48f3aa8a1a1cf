"""The list of projects that one process serves."""

from datetime import timedelta

from fastapi import FastAPI
from fastapi.testclient import TestClient

from goldkeeper.model.chunks import CommitId
from goldkeeper.model.health import GoodScan, Health, Lag
from goldkeeper.model.reviews import ItemState
from goldkeeper.web.projects_page import Served, projects_router
from tests.builders import NOON


class _House:
    """What pages ask the application for."""

    class office:  # noqa: N801 - stands for a field
        gold = ""


def test_each_project_is_listed_with_its_address_and_what_is_wrong_with_it() -> None:
    scan = GoodScan(NOON, CommitId("a" * 40), "", "", 1.0)
    well = Health("gold.jsonl", NOON, scan, Lag(2, NOON), {ItemState.WAITING: 3}, timedelta())
    away = Health("gold.jsonl", NOON, None, unseen="DatabaseUnusable")
    app = FastAPI()
    app.state.house = _House
    rows = [Served("shop/gold.jsonl", 8765, False, well), Served("<bank>/gold.jsonl", None, False, away)]
    app.include_router(projects_router(lambda: rows))
    said = TestClient(app, base_url="http://gold.example:8765").get("/projects").text
    assert 'href="http://gold.example:8765/"' in said
    assert "2 commits" in said
    assert "<td>3</td>" in said
    assert "can&#39;t be looked at: DatabaseUnusable" in said
    assert "&lt;bank&gt;/gold.jsonl</bdi> (its pages are served after the next start)" in said


def test_an_address_holds_for_the_name_under_which_the_browser_came() -> None:
    one = Served("shop", 8766, True, Health("gold.jsonl", NOON, None))
    assert one.url("::1") == "https://[::1]:8766/"
    assert one.url("gold.example") == "https://gold.example:8766/"
