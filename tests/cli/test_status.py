"""`goldkeeper status`: how fresh the last scan is, and what waits."""

from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from goldkeeper.cli.status_view import age, status_lines
from goldkeeper.model.chunks import CommitId
from goldkeeper.model.errors import BadRequest
from goldkeeper.model.health import Failing, Health, Heartbeat, Lag
from goldkeeper.workflow.status import Status
from tests.builders import NOON
from tests.projects import REFUND, SHIFTED, Shop, a_set_up_shop, a_shop_with_answers, goldkeeper


@pytest.fixture
def shop(tmp_path: Path) -> Shop:
    return a_set_up_shop(tmp_path)


def test_before_the_first_scan_it_says_so(shop: Shop) -> None:
    done = shop.run("status", code=1)

    assert done.stdout == "gold set   gold.jsonl\nlast scan  never; run goldkeeper scan\n"


def test_a_fresh_clean_scan_ends_with_0(shop: Shop) -> None:
    shop.run("scan")

    lines = shop.run("status").stdout.splitlines()

    head = shop.repository.git("rev-parse", "HEAD")
    assert lines[1].endswith(f"UTC at {head[:7]}, up to date")
    assert lines[2].strip() == "All 3 gold chunks still resolve and say what was judged."
    assert lines[3:] == ["review     nothing waits for an answer", "decisions  0 to apply"]


def test_a_half_written_manifest_is_told_and_keeps_nothing_else_back(shop: Shop) -> None:
    manifest, config = shop.top / "manifest.json", shop.top / "config" / "goldkeeper.toml"
    config.write_text(config.read_text("utf-8").replace('manifest = ""', 'manifest = "manifest.json"'), "utf-8")
    manifest.write_text('{"embedding": {"model": "e5"}}', "utf-8")
    shop.run("scan")
    manifest.write_text('{"embedding": {"mod', "utf-8")

    told = shop.run("status", code=1).stdout

    assert "manifest.json: not JSON" in told
    assert "nothing waits for an answer" in told
    assert shop.json("status", "--wait", "--timeout", "0", code=1)["wait"]["outcome"] != "checked"


def test_what_waits_is_counted(tmp_path: Path) -> None:
    shop = a_shop_with_answers(tmp_path, ("accept", "1"), ("defer", "2", "-m", "later"))

    done = shop.run("status", code=1)

    assert "review     1 waits for an answer, put off; run goldkeeper review list" in done.stdout
    assert "decisions  1 to apply; run goldkeeper apply" in done.stdout


def test_an_answer_does_not_make_the_scan_old(tmp_path: Path) -> None:
    shop = a_shop_with_answers(tmp_path, ("accept", "1"))

    done = shop.run("status", code=1)

    assert "up to date" in done.stdout
    assert "review     1 waits for an answer; run goldkeeper review list\n" in done.stdout
    assert "           the oldest for less than an hour\n" in done.stdout


def test_new_commits_are_counted(shop: Shop) -> None:
    shop.run("scan")
    shop.commit(SHIFTED)
    assert "1 commit behind, for less than an hour; run goldkeeper scan" in shop.run("status", code=1).stdout

    shop.commit({"src/orders.py": REFUND + "\n"})
    assert "2 commits behind, for less than an hour; run goldkeeper scan" in shop.run("status", code=1).stdout


def test_another_change_is_told(shop: Shop) -> None:
    shop.run("scan")
    shop.gold.write_text(shop.gold.read_text() + "\n")

    assert "something changed since; run goldkeeper scan" in shop.run("status", code=1).stdout


def test_damage_of_the_gold_file_is_not_clean_although_nothing_waits(shop: Shop) -> None:
    shop.gold.write_text(shop.gold.read_text() + "{broken\n")
    shop.run("scan", code=1)

    assert "gold file  has damage" in shop.run("status", code=1).stdout


@pytest.mark.parametrize(
    ("hours", "words"),
    [(0.9, "less than an hour"), (1, "1 hour"), (47, "47 hours"), (48, "2 days"), (400, "16 days")],
)
def test_how_long_a_question_waited_is_said_in_round_numbers(hours: float, words: str) -> None:
    assert age(timedelta(hours=hours)) == words


def test_json_has_the_facts(shop: Shop) -> None:
    shop.run("scan")

    record = shop.json("status")

    head = shop.repository.git("rev-parse", "HEAD")
    scanned_at = record.pop("scanned_at")
    health = record.pop("health")
    assert (health["lag_commits"], health["concerns"], health["queue"]) == (0, [], {})
    assert scanned_at.endswith("+00:00")
    assert record == {
        "schema": 1,
        "gold": "gold.jsonl",
        "clean": True,
        "fresh": True,
        "scanned_commit": head,
        "head_commit": head,
        "commits_behind": 0,
        "headline": "All 3 gold chunks still resolve and say what was judged.",
        "waiting": 0,
        "deferred": 0,
        "unsound": False,
        "to_apply": 0,
        "to_commit": 0,
        "calibration": None,
        "oldest_seconds": None,
        "passport": None,
        "upgrade_news": None,
        "upgrades_waiting": [],
        "audits_due": [],
        "to_judge": 0,
        "judged": 0,
        "index_problem": None,
    }


def test_waiting_for_what_is_checked_ends_at_once(shop: Shop) -> None:
    shop.run("scan")

    record = shop.json("status", "--wait")

    assert record["wait"]["outcome"] == "checked"


def test_waiting_where_nobody_is_at_work_says_so_early(shop: Shop) -> None:
    shop.run("scan")
    shop.commit(SHIFTED)

    record = shop.json("status", "--wait", code=1)
    done = shop.run("status", "--wait", code=1)

    assert record["wait"]["outcome"] == "nobody"
    assert "nobody is at work who would; start goldkeeper daemon" in done.stderr
    assert "1 commit behind" in done.stdout


def test_a_wait_that_took_too_long_is_told_apart(shop: Shop) -> None:
    shop.run("scan")
    shop.commit(SHIFTED)

    record = shop.json("status", "--wait", "--patient", "--timeout", "0", code=1)

    assert (record["wait"]["outcome"], record["waiting"]) == ("timeout", 0)


def test_after_a_wait_open_questions_still_need_a_person(shop: Shop) -> None:
    shop.commit(SHIFTED)
    shop.run("scan", code=1)

    assert shop.json("status", "--wait", code=1)["wait"]["outcome"] == "checked"


def test_what_a_wait_is_for_is_no_use_without_it(shop: Shop) -> None:
    assert isinstance(goldkeeper(shop.top, "status", "--commit", "HEAD").exception, BadRequest)


def test_who_looks_after_it_and_what_keeps_them_is_shown() -> None:
    hours = timedelta(hours=5)
    health = Health(
        "gold.jsonl",
        NOON,
        None,
        lag=Lag(3, NOON - hours),
        failing=Failing(NOON - hours, 4, "no space left"),
        daemon=Heartbeat("goldkeeper daemon (process 7 on host)", NOON - hours, alive=False),
        upgrades=1,
        audits=2,
    )
    scanned = Status("gold.jsonl", NOON, CommitId("a" * 40), CommitId("b" * 40), False, 3, "", 0, 0, 0, None)

    assert status_lines(scanned, health)[1:-2] == [
        "last scan  2026-03-14 12:00 UTC at aaaaaaa, 3 commits behind, for 5 hours; run goldkeeper scan",
        "daemon     goldkeeper daemon (process 7 on host): no sign for 5 hours",
        "failing    for 5 hours, 4 times: no space left",
    ]
    at_work = replace(health, daemon=Heartbeat("goldkeeper daemon", NOON, alive=True), failing=None)
    assert status_lines(scanned, at_work)[1:3] == [
        "last scan  2026-03-14 12:00 UTC at aaaaaaa, 3 commits behind, for 5 hours",
        "daemon     goldkeeper daemon: at work",
    ]
