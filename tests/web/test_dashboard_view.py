"""The dashboard's audits: the share that each found wrong, as a picture and in words."""

from datetime import timedelta
from pathlib import Path

from goldkeeper.model.audit_results import TrendPoint, WrongPairs
from goldkeeper.model.audits import Estimate
from goldkeeper.web.dashboard_view import audits_figure
from goldkeeper.wiring.auditing import Auditing, DrawAsked
from tests.builders import NOON
from tests.projects import a_shop_with_answers
from tests.web.houses import a_house, keeper_of


def _point(name: str, share: float | None, day: int = 0) -> TrendPoint:
    low, high = (None, None) if share is None else (share / 2, min(1.0, share * 2))
    wrong = WrongPairs(size=100, read=20, wrong=1, estimate=Estimate(share, low, high, 0.95, ""), most=9, fewest=0)
    return TrendPoint(name, NOON + timedelta(days=day), wrong)


def test_without_an_audit_that_was_read_there_is_no_picture() -> None:
    assert audits_figure([], [], []).svg == ""
    assert audits_figure([], [_point("v1", None)], []).svg == ""


def test_one_audit_is_an_interval_and_two_are_a_line_and_the_last_is_said_in_words() -> None:
    one = audits_figure([], [_point("v1", 0.1)], [])
    assert "whisker" in one.svg
    assert (
        one.words[0]
        == "In v1, 10 % (5 to 20) of the gold pairs were wrong. The line over time begins with the second audit."
    )
    two = audits_figure([], [_point("v1", 0.1), _point("v2", 0.05, 7)], [])
    assert "polyline" in two.svg
    assert two.words[0].startswith("In v2, 5 % (2.5 to 10)")


def test_an_audits_name_stays_text() -> None:
    hostile = "<script>x\u202e"
    found = audits_figure([], [_point(hostile, 0.1), _point("v2", 0.1, 1)], [])
    assert "<script" not in found.svg
    assert "\u202e" not in found.svg


def test_a_drawn_audit_stands_on_the_dashboard_before_anybody_read_it(tmp_path: Path) -> None:
    shop = a_shop_with_answers(tmp_path)
    keeper = keeper_of(shop.top)
    Auditing(keeper).draw(DrawAsked(release="v9", judges=("ada",), whole=True, decoys=0))
    keeper.close()
    with a_house(shop.top) as client:
        page = client.get("/dashboard")
        assert page.status_code == 200
        assert "<bdi>v9</bdi>" in page.text
