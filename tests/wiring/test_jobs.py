"""Jobs of the timetable on a real project."""

from pathlib import Path

from goldkeeper.model.happenings import WorkWaits
from goldkeeper.settings import load_project
from goldkeeper.wiring.jobs import JOBS, JobResult
from goldkeeper.wiring.keeper import opened
from tests.builders import NOON
from tests.projects import Shop, a_set_up_shop, a_shop_with_answers


def run(shop: Shop, job: str) -> JobResult:
    with opened(load_project(start=shop.top)) as keeper:
        return JOBS[job](keeper, NOON)


def test_a_digest_says_what_waits(tmp_path: Path) -> None:
    result = run(a_shop_with_answers(tmp_path, ("accept", "1")), "digest")

    assert result.outcome == "1 question open; 1 answer to apply"
    (told,) = result.happenings
    assert isinstance(told, WorkWaits)
    assert (told.waiting, told.to_apply) == (1, 1)


def test_where_nothing_waits_nobody_is_told(tmp_path: Path) -> None:
    shop = a_set_up_shop(tmp_path)
    shop.run("scan")

    assert run(shop, "digest") == JobResult("nothing waits")


def test_the_calendar_reminds_of_an_audit(tmp_path: Path) -> None:
    (told,) = run(a_set_up_shop(tmp_path), "audit").happenings

    assert told.sentence == (
        "an audit is due: the calendar says so; "
        "draw it with goldkeeper audit draw, or name audit.judges to have it drawn"
    )
