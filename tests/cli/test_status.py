"""`goldkeeper status`: how fresh the last scan is, and what waits."""

from datetime import timedelta
from pathlib import Path

import pytest

from goldkeeper.cli.status import _age
from tests.projects import REFUND, SHIFTED, Shop, a_set_up_shop, a_shop_with_answers


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
    assert "1 commit behind; run goldkeeper scan" in shop.run("status", code=1).stdout

    shop.commit({"src/orders.py": REFUND + "\n"})
    assert "2 commits behind; run goldkeeper scan" in shop.run("status", code=1).stdout


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
    assert _age(timedelta(hours=hours)) == words


def test_json_has_the_facts(shop: Shop) -> None:
    shop.run("scan")

    record = shop.json("status")

    head = shop.repository.git("rev-parse", "HEAD")
    scanned_at = record.pop("scanned_at")
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
    }
