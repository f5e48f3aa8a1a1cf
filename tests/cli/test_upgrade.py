"""`goldkeeper upgrade`: told, checked, and what of a new model's ranking is to be judged."""

import json
from pathlib import Path

import pytest

from tests.cli.test_passport import refused
from tests.projects import REFUND_ID, SHIFTED, SHIPPING_ID, TOTAL_ID, Shop, a_set_up_shop


@pytest.fixture
def shop(tmp_path: Path) -> Shop:
    shop = a_set_up_shop(tmp_path / "shop")
    shop.run("scan", "--no-report")
    return shop


def write_run(shop: Shop, *rankings: list[str]) -> None:
    rows = [{"qid": f"q{n}", "results": ranking} for n, ranking in enumerate(rankings, 1)]
    (shop.top / "run.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")


def test_a_told_upgrade_is_scanned_and_listed(shop: Shop) -> None:
    done = shop.run("upgrade", "--embedding", "large", "--dimension", "1024", "--by", "ci", "--no-report")
    assert "Upgrade 1: embedding model (not said) → large; dimension (not said) → 1024." in done.stderr
    assert "An audit is due: upgrade 1" in done.stderr
    (listed,) = shop.json("upgrade", "list")["upgrades"]
    assert (listed["state"], listed["told_by"], listed["kinds"]) == ("done", "ci", ["embedding"])
    assert listed["scan_name"]
    line = shop.run("upgrade", "list").stdout.rstrip("\n").split("\t")
    assert line[:2] == ["1", "done"]
    assert line[3:5] == ["ci", listed["sentence"]]


def test_telling_it_again_changes_nothing(shop: Shop) -> None:
    shop.run("upgrade", "--embedding", "large", "--no-report")
    again = shop.run("upgrade", "--embedding", "large")
    assert "The passport says that already; no upgrade waits." in again.stderr
    assert len(shop.json("upgrade", "list")["upgrades"]) == 1


def test_an_upgrade_ends_as_its_scan_does(shop: Shop) -> None:
    shop.commit(SHIFTED, "drift")
    shop.run("upgrade", "--chunker", "theirs", "--no-report", code=1)
    assert "no upgrade waits" in shop.run("upgrade", "--chunker", "theirs", code=1).stderr


def test_it_may_be_told_for_a_later_scan(shop: Shop) -> None:
    done = shop.run("upgrade", "--embedding", "large", "--no-scan")
    assert "It waits for the next scan: goldkeeper scan" in done.stderr
    assert shop.json("status", code=1)["upgrades_waiting"][0]["state"] == "waiting"
    record = shop.json("scan", "--no-report")
    assert record["upgrades"] == [
        {"number": 1, "kinds": ["embedding"], "sentence": "embedding model (not said) → large"}
    ]
    assert shop.json("status")["upgrades_waiting"] == []


def test_json_has_upgrade_scan_and_audit(shop: Shop) -> None:
    record = shop.json("upgrade", "--embedding", "large", "--no-report")
    assert record["told"] == 1
    assert record["upgrades"][0]["state"] == "done"
    assert record["scan"]["passport"]["embedding_model"]["origin"] == "told"
    assert record["audits_due"][0]["upgrade"] == 1
    assert record["holes"] is None
    assert record["needs_a_person"] is False


def test_what_a_new_model_ranks_high_and_nobody_judged_is_asked_about(shop: Shop) -> None:
    write_run(shop, [REFUND_ID, TOTAL_ID, "src/none.py:1-2:f"], [REFUND_ID])
    done = shop.run("upgrade", "--embedding", "large", "--run", "run.jsonl", "--no-report", code=1)
    assert "run.jsonl: 2 of 4 answers in its top are judged (50 %); 1 chunk to judge." in done.stderr
    assert "1 answer names nothing in the code that is scanned: src/none.py:1-2:f" in done.stderr
    listed = shop.run("upgrade", "holes", code=1).stdout
    assert listed == f"1\tq1\t1\t-\t{REFUND_ID}\tquestion 1\n"
    assert "def refund" in shop.run("upgrade", "show", "1").stdout
    assert shop.json("upgrade", "show", "1")["upgrade"] == 1
    assert "1 chunk waits for a grade" in shop.run("status", code=1).stdout


def test_a_run_is_asked_about_once(shop: Shop) -> None:
    write_run(shop, [REFUND_ID], [SHIPPING_ID])
    shop.run("upgrade", "--run", "run.jsonl", code=1)
    again = shop.run("upgrade", "--run", "run.jsonl", code=1)
    assert "0 chunks to judge, 2 more were asked about before." in again.stderr


def test_only_the_top_counts(shop: Shop) -> None:
    config = shop.top / "config" / "goldkeeper.toml"
    config.write_text(config.read_text("utf-8").replace("pool_depth = 10", "pool_depth = 1"), "utf-8")
    write_run(shop, [TOTAL_ID, REFUND_ID])
    assert "1 of 1 answers in its top are judged (100 %)" in shop.run("upgrade", "--run", "run.jsonl").stderr


def test_grades_become_gold(shop: Shop) -> None:
    write_run(shop, [REFUND_ID], [TOTAL_ID, SHIPPING_ID])
    shop.run("upgrade", "--embedding", "large", "--run", "run.jsonl", "--no-report", code=1)
    shop.run("upgrade", "grade", "1", "2", "--by", "ada")
    shop.run("upgrade", "grade", "2", "0", "--by", "ada", "-m", "another matter")
    before = shop.gold.read_text("utf-8")
    plan = shop.run("apply", "--dry-run", code=None).stdout
    assert REFUND_ID in plan
    shop.run("apply")
    assert shop.golds == [{TOTAL_ID: 3, SHIPPING_ID: 1, REFUND_ID: 2}, {REFUND_ID: 2}]
    assert shop.gold.read_text("utf-8").splitlines()[1] == before.splitlines()[1]
    assert shop.anchors[REFUND_ID]["digest"]
    assert "0 to apply" in shop.run("status", code=1).stdout
    assert [hole["number"] for hole in shop.json("upgrade", "holes", code=1)["holes"]] == [3]
    assert "2 more were asked about before" in shop.run("upgrade", "--run", "run.jsonl", code=1).stderr


def test_a_judged_chunk_that_was_edited_since_does_not_become_gold(shop: Shop) -> None:
    write_run(shop, [REFUND_ID])
    shop.run("upgrade", "--run", "run.jsonl", code=1)
    shop.run("upgrade", "grade", "1", "2", "--by", "ada")
    gold = shop.golds
    text = (shop.top / "src" / "orders.py").read_text("utf-8")
    shop.commit({"src/orders.py": text.replace("open_ticket", "no_ticket")}, "another refund")
    done = shop.run("apply", code=1)
    assert f"chunk 1: {REFUND_ID} says something else by now; dropped" in done.stderr
    assert shop.golds == gold
    assert shop.json("upgrade", "holes")["holes"] == []


def test_what_bears_the_name_of_other_gold_has_to_wait(shop: Shop) -> None:
    text = (shop.top / "src" / "orders.py").read_text("utf-8")
    shop.commit({"src/orders.py": text.replace("open_ticket", "no_ticket")}, "another refund")
    write_run(shop, [REFUND_ID])
    shop.run("upgrade", "--run", "run.jsonl", code=1)
    shop.run("upgrade", "grade", "1", "2", "--by", "ada")
    done = shop.run("apply", code=1)
    assert f"chunk 1: left out, since other gold is still called {REFUND_ID}" in done.stderr
    shop.run("scan", "--no-report", code=1)
    shop.run("review", "accept", "--all", "--include-changed", "--by", "ada")
    shop.run("apply")
    assert shop.golds[0][REFUND_ID] == 2


def test_reasons_of_judgements_are_committed(shop: Shop) -> None:
    shop.repository.git("config", "user.name", "Ada")
    shop.repository.git("config", "user.email", "ada@example.org")
    write_run(shop, [REFUND_ID])
    shop.run("upgrade", "--run", "run.jsonl", code=1)
    shop.run("upgrade", "grade", "1", "2", "--by", "ada", "-m", "it pays back")
    shop.run("apply", "--commit")
    message = shop.repository.git("log", "-1", "--format=%B")
    assert f"q1: {REFUND_ID} -> 2; ada (it pays back)" in message


def test_a_grade_is_taken_back_and_must_be_one(shop: Shop) -> None:
    write_run(shop, [REFUND_ID])
    shop.run("upgrade", "--run", "run.jsonl", code=1)
    assert "4 is no grade" in refused(shop, "upgrade", "grade", "1", "4", "--by", "ada")
    shop.run("upgrade", "grade", "1", "3", "--by", "ada")
    shop.run("upgrade", "grade", "1", "--by", "ada")
    assert shop.json("upgrade", "holes", code=1)["holes"][0]["state"] == "waiting"
    assert "no open chunk to judge 9" in refused(shop, "upgrade", "grade", "9", "3", "--by", "ada")


def test_a_run_that_is_none_is_your_input(shop: Shop) -> None:
    assert "none.jsonl: no such run file" in refused(shop, "upgrade", "--run", "none.jsonl")
