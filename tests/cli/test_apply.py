"""`goldkeeper apply`: shown, written whole, committed with the reasons."""

from pathlib import Path

import pytest

from goldkeeper.model.errors import ApplicationInterrupted, GitFailed, LockHeld, NotARepository
from goldkeeper.stores.gold_file import GoldFile
from goldkeeper.wiring import open_keeper
from tests.projects import (
    GOLD,
    MOVED_SHIPPING_ID,
    MOVED_TOTAL_ID,
    REFUND_ID,
    SHIPPING_ID,
    TOTAL_ID,
    Shop,
    a_shop_with_answers,
    goldkeeper,
)

MENDED = GOLD.replace(TOTAL_ID, MOVED_TOTAL_ID).replace(SHIPPING_ID, MOVED_SHIPPING_ID)
ALL = ("accept", "--all", "-m", "only lines above")


@pytest.fixture
def shop(tmp_path: Path) -> Shop:
    made = a_shop_with_answers(tmp_path / "shop", ALL)
    made.repository.git("config", "user.name", "Ida")
    made.repository.git("config", "user.email", "ida@example.org")
    return made


def test_decisions_are_written_and_the_rest_of_the_file_stays_as_it_is(shop: Shop) -> None:
    done = shop.run("apply")

    assert shop.gold.read_text() == MENDED
    assert done.stdout.startswith("--- gold.jsonl\n+++ gold.jsonl\n@@ line 1, query q1 @@\n")
    assert f"-  {TOTAL_ID}  3\n+  {MOVED_TOTAL_ID}  3\n" in done.stdout
    assert "2 decisions applied to gold.jsonl" in done.stderr
    head = shop.repository.git("rev-parse", "HEAD")
    assert {row["origin"]: row["commit"] for row in shop.anchors.values()}["judged"] == head
    assert set(shop.drifts().values()) == {"intact"}
    shop.run("status", code=0)


def test_a_dry_run_shows_the_same_and_writes_nothing(shop: Shop) -> None:
    before = (shop.gold.read_bytes(), (shop.top / "gold.anchors.jsonl").read_bytes())

    dry = shop.run("apply", "--dry-run")

    assert before == (shop.gold.read_bytes(), (shop.top / "gold.anchors.jsonl").read_bytes())
    assert "2 decisions would be applied; nothing was written" in dry.stderr
    assert shop.run("apply").stdout == dry.stdout


def test_nothing_decided_is_nothing_to_apply(tmp_path: Path) -> None:
    done = a_shop_with_answers(tmp_path).run("apply")

    assert (done.stdout, "nothing to apply" in done.stderr) == ("", True)


def test_applying_twice_is_applying_once(shop: Shop) -> None:
    shop.run("apply")

    assert "nothing to apply" in shop.run("apply").stderr
    assert shop.gold.read_text() == MENDED


def test_json_tells_each_change(shop: Shop) -> None:
    record = shop.json("apply")

    assert (record["schema"], record["dry_run"], record["commit"]) == (1, False, None)
    assert (record["items"], record["outdated"], record["not_found"]) == ([1, 2], [], [])
    assert record["changes"][0] == {
        "qid": "q1",
        "line": 1,
        "before": TOTAL_ID,
        "grade_before": 3,
        "after": {MOVED_TOTAL_ID: 3},
    }


def test_a_commit_holds_gold_and_anchors_with_the_reasons_and_nothing_else_that_is_staged(shop: Shop) -> None:
    shop.repository.write({"src/staged.py": "x = 1\n"})
    shop.repository.git("add", "src/staged.py")

    done = shop.run("apply", "--commit")

    assert shop.repository.git("show", "--format=", "--name-only", "HEAD").split() == [
        "gold.anchors.jsonl",
        "gold.jsonl",
    ]
    message = shop.repository.git("log", "-1", "--format=%B").splitlines()
    assert message[0] == "Mend the gold set: 2 decisions"
    assert f"{TOTAL_ID} -> {MOVED_TOTAL_ID}; ada (only lines above)" in message
    assert f"committed as {shop.repository.git('rev-parse', 'HEAD')[:10]}" in done.stderr
    assert shop.repository.git("diff", "--cached", "--name-only") == "src/staged.py"


def test_a_gold_file_outside_git_is_refused_before_anything_is_written(tmp_path: Path) -> None:
    shop = a_shop_with_answers(tmp_path / "code")
    home = tmp_path / "home"
    home.mkdir()
    (home / "gold.jsonl").write_text(GOLD)
    goldkeeper(home, "init", "--repo", shop.top)
    goldkeeper(home, "scan")
    goldkeeper(home, "review", "accept", "--all", "--by", "ada")

    done = goldkeeper(home, "apply", "--commit")

    assert isinstance(done.exception, NotARepository)
    assert "run goldkeeper apply, without --commit" in str(done.exception)
    assert (home / "gold.jsonl").read_text() == GOLD
    assert goldkeeper(home, "apply").exit_code == 0


def a_hook_that_says_no(shop: Shop) -> Path:
    hook = shop.top / ".git" / "hooks" / "commit-msg"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text("#!/bin/sh\necho 'no ticket' >&2\nexit 1\n")
    hook.chmod(0o755)
    return hook


def test_a_commit_that_git_refuses_is_made_by_the_next_that_it_does_not(shop: Shop) -> None:
    hook = a_hook_that_says_no(shop)

    done = goldkeeper(shop.top, "apply", "--commit")

    assert isinstance(done.exception, GitFailed)
    assert "no ticket; the gold file is written and the reasons are kept" in str(done.exception)
    assert "2 decisions applied to gold.jsonl: 2 re-pointed\n" in done.stderr
    assert shop.gold.read_text() == MENDED

    hook.unlink()
    again = shop.run("apply", "--commit")

    assert shop.repository.git("log", "-1", "--format=%s") == "Mend the gold set: 2 decisions"
    assert "nothing to apply" in again.stderr
    assert f"committed as {shop.repository.git('rev-parse', 'HEAD')[:10]}" in again.stderr
    assert shop.json("apply", "--commit")["commit"] is None


def test_a_plain_apply_leaves_the_reasons_for_a_later_commit(shop: Shop) -> None:
    done = shop.run("apply")
    assert "Next: goldkeeper apply --commit, for the reasons of 2 decisions that git has not got" in done.stderr
    assert "reasons of 2 decisions not in git yet; run goldkeeper apply --commit" in shop.run("status", code=1).stdout

    shop.run("apply", "--commit")

    assert f"{TOTAL_ID} -> {MOVED_TOTAL_ID}; ada" in shop.repository.git("log", "-1", "--format=%B")
    assert shop.json("status", code=None)["to_commit"] == 0


def test_reasons_are_forgotten_once_somebody_committed_the_files_by_hand(shop: Shop) -> None:
    shop.run("apply")
    shop.repository.git("add", "--all")
    shop.repository.git("commit", "-q", "-m", "by hand")

    done = shop.run("apply", "--commit")

    assert shop.repository.git("log", "-1", "--format=%s") == "by hand"
    assert "the reasons of" not in done.stderr


def test_an_application_that_was_killed_before_its_commit_is_committed_next(
    shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    def killed(*_: object) -> str:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr("goldkeeper.cli.apply_commit.commit_files", killed)
        goldkeeper(shop.top, "apply", "--commit")
    assert shop.gold.read_text() == MENDED

    shop.run("apply", "--commit")

    assert shop.repository.git("log", "-1", "--format=%s") == "Mend the gold set: 2 decisions"


def test_a_lock_that_was_left_behind_stops_it_before_anything_is_written(shop: Shop) -> None:
    (shop.top / ".git" / "index.lock").write_text("")

    done = goldkeeper(shop.top, "apply", "--commit")

    assert "index.lock is there" in str(done.exception)
    assert shop.gold.read_text() == GOLD


def test_a_commit_does_not_print_the_difference_unless_it_is_asked_for(shop: Shop) -> None:
    assert shop.run("apply", "--commit").stdout == ""


def test_a_commit_prints_the_difference_when_asked(shop: Shop) -> None:
    assert f"+  {MOVED_TOTAL_ID}  3\n" in shop.run("apply", "--commit", "--verbose").stdout


def test_what_moved_on_since_is_left_out_and_a_person_is_needed(shop: Shop) -> None:
    text = (shop.top / "src" / "cart.py").read_text()
    shop.commit({"src/cart.py": text.replace("return 4 if weight < 2", "return 5 if weight < 2")})

    done = shop.run("apply", code=1)

    assert shop.golds[0] == {MOVED_TOTAL_ID: 3, SHIPPING_ID: 1}
    assert f"item 2: {SHIPPING_ID}: its target moved since; left out, run goldkeeper scan" in done.stderr


def test_an_id_that_somebody_mended_by_hand_is_told(shop: Shop) -> None:
    shop.gold.write_text(MENDED)

    record = shop.json("apply")

    assert record["changes"] == []
    assert record["not_found"] == [{"id": TOTAL_ID, "qid": None}, {"id": SHIPPING_ID, "qid": None}]
    assert shop.anchors[MOVED_TOTAL_ID]["origin"] == "judged"


def test_a_damaged_line_is_left_alone_and_told(shop: Shop) -> None:
    first, second = GOLD.splitlines(keepends=True)
    shop.gold.write_text(first[:-2] + "\n" + second)

    done = shop.run("apply")

    assert shop.gold.read_text() == first[:-2] + "\n" + second
    assert f"line 1 is damaged and names {TOTAL_ID}: left alone; mend it by hand" in done.stderr


def test_a_query_that_loses_its_last_gold_is_told(tmp_path: Path) -> None:
    shop = a_shop_with_answers(
        tmp_path, ("retire", "1", "-m", "the bank does that now"), changes={"src/orders.py": None}
    )

    done = shop.run("apply")

    assert shop.golds[1] == {}
    assert "query q2 has no relevant gold left" in done.stderr
    assert REFUND_ID not in shop.anchors


def test_a_scan_under_way_keeps_it_out(shop: Shop) -> None:
    with open_keeper(shop.top / "config" / "goldkeeper.toml") as keeper, keeper.lock("scan"):
        problem = goldkeeper(shop.top, "apply").exception

    assert isinstance(problem, LockHeld)
    assert shop.gold.read_text() == GOLD


def test_an_edit_after_a_crash_is_for_a_person_to_judge(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    rewrite = GoldFile.rewrite

    def die_afterwards(self: GoldFile, data: bytes, *, expected_digest: str) -> None:
        rewrite(self, data, expected_digest=expected_digest)
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(GoldFile, "rewrite", die_afterwards)
        goldkeeper(shop.top, "apply")
    shop.gold.write_text(MENDED + "# looked at\n")

    problem = goldkeeper(shop.top, "apply").exception

    assert isinstance(problem, ApplicationInterrupted)
    assert "goldkeeper apply --interrupted written or --interrupted lost" in str(problem)
    assert "nothing to apply" in shop.run("apply", "--interrupted", "written").stderr
    assert shop.gold.read_text() == MENDED + "# looked at\n"
    assert shop.json("status", code=1)["to_apply"] == 0
