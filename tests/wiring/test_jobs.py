"""Jobs of the timetable on a real project."""

from datetime import timedelta
from pathlib import Path

from goldkeeper.model.happenings import WorkWaits
from goldkeeper.model.upgrades import AuditDue
from goldkeeper.settings import load_project
from goldkeeper.wiring.auditing import Auditing
from goldkeeper.wiring.jobs import JOBS, JobResult
from goldkeeper.wiring.keeper import opened
from tests.builders import NOON
from tests.projects import Shop, a_set_up_shop, a_shop_with_answers


def requests_of(shop: Shop) -> tuple[AuditDue, ...]:
    with opened(load_project(start=shop.top)) as keeper:
        return keeper.audit_requests.due()


def key_of(shop: Shop, judge: str) -> str:
    """The only row of a judge, by its key."""
    with opened(load_project(start=shop.top)) as keeper:
        auditing = Auditing(keeper)
        return auditing.sheets.sheet(auditing.named(), judge).rows[0].key


def grade_of(shop: Shop) -> int:
    """The grade of the only row in the gold file."""
    with opened(load_project(start=shop.top)) as keeper:
        return int(Auditing(keeper).named().draw.rows[0].pair.grade or 0)


def run(shop: Shop, job: str, *, days: int = 0) -> JobResult:
    with opened(load_project(start=shop.top)) as keeper:
        return JOBS[job](keeper, NOON + timedelta(days=days))


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
    shop = a_set_up_shop(tmp_path)
    (told,) = run(shop, "audit").happenings

    assert told.sentence == (
        "an audit is due: the calendar said so on 2026-03-14; "
        "draw it with goldkeeper audit draw, or name audit.judges to have it drawn"
    )
    run(shop, "audit")  # a slot later it is still the same request
    assert len(requests_of(shop)) == 1
    assert run(shop, "digest").outcome == "an audit is to be drawn: the calendar said so on 2026-03-14"
    shop.run("audit", "draw", "--release", "v1", "--judges", "ada,bob", "--formats", "csv")
    assert requests_of(shop) == ()


def test_an_audit_that_waits_for_its_judges_is_reminded_of_until_it_is_settled(tmp_path: Path) -> None:
    shop = a_set_up_shop(tmp_path)
    shop.run("scan", "--no-report")
    config = shop.top / "config" / "goldkeeper.toml"
    config.write_text(config.read_text().replace("\njudges = []", '\njudges = ["ada", "bob"]'))
    assert run(shop, "audit").outcome == "drew the audit 2026-03-14"

    again = run(shop, "audit", days=7)
    assert again.outcome == "reminded of the audit 2026-03-14"
    assert again.happenings[0].sentence == (
        "an audit is due: on 2026-03-21, and audit 2026-03-14 is not finished: "
        "ada has 1 row to read, bob has 1 row to read"
    )
    assert run(shop, "digest").outcome == "audit 2026-03-14: ada has 1 row to read, bob has 1 row to read"
    for judge, grade in (("ada", "2"), ("bob", "1")):
        shop.run("audit", "answer", "--row", key_of(shop, judge), "--by", judge, "--grade", grade)
    assert run(shop, "digest").outcome == "audit 2026-03-14: 1 row waits for a third judge"
    grade = {3: "2", 1: "2", 2: "1"}[grade_of(shop)]
    shop.run("audit", "arbitrate", "--row", "1", "--by", "cyn", "--grade", grade)
    assert run(shop, "digest").outcome == "audit 2026-03-14: 1 pair that it found wrong is to be settled"
    shop.run("audit", "settle", "--by", "ada")
    shop.run("apply")
    assert run(shop, "digest") == JobResult("nothing waits")
