"""One check of one project: which state is scanned, what is put off, and what each failure means."""

import errno
import json
import os
import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from goldkeeper.daemon.checking import carry_out_order, outcome_of
from goldkeeper.daemon.orders import Ending, Job, Order, Outcome
from goldkeeper.model.errors import DatabaseUnusable, FileUnreadable, LockHeld
from goldkeeper.model.happenings import (
    AuditDue,
    GateFailed,
    Happening,
    JobFinished,
    NewDrift,
    ScanFinished,
    UpgradeDone,
    UpgradeSeen,
)
from goldkeeper.settings import Project, load_project
from tests.builders import NOON
from tests.daemon.shops import configured
from tests.projects import MOVED_TOTAL_ID, REFUND_ID, SHIFTED, SHIPPING_ID, TOTAL_ID, Shop
from tests.stores.git_repositories import a_repository

MAIN, WIP = "refs/heads/main", "refs/heads/wip"


def check(project: Project, followed: str = "", job: Job | None = None) -> Outcome:
    return carry_out_order(Order("shop", project, ("test",), followed, job), clock=lambda: NOON)


def told(outcome: Outcome, kind: type[Happening]) -> list[Happening]:
    return [one for one in outcome.happenings if isinstance(one, kind)]


def finished(outcome: Outcome) -> ScanFinished:
    assert outcome.ending is Ending.DONE, outcome.problem
    found = next(one for one in outcome.happenings if isinstance(one, ScanFinished))
    assert found.project == "shop"
    return found


def test_the_first_check_follows_the_branch_that_is_checked_out(shop: Shop) -> None:
    outcome = check(configured(shop))
    assert (outcome.followed, outcome.checked_out) == (MAIN, MAIN)
    assert finished(outcome).drifted == 0


def test_the_first_check_reads_the_history_ahead_of_the_first_change(shop: Shop) -> None:
    index = shop.top / ".goldkeeper" / "history.sqlite"
    shop.run("scan", "--no-report")
    assert not index.exists()  # nothing had to be followed
    assert finished(check(configured(shop))).unchanged
    assert index.exists()


def test_a_chunk_list_is_read_against_the_commit_it_tells_of_wherever_the_branch_is(shop: Shop) -> None:
    built = shop.repository.git("rev-parse", "HEAD").strip()
    shop.repository.write(
        {
            "chunks.jsonl": "".join(f'{{"id": "{one}"}}\n' for one in (TOTAL_ID, SHIPPING_ID, REFUND_ID)),
            "manifest.json": json.dumps({"chunker": {"name": "ours"}, "commit": built}),
        }
    )
    project = configured(
        shop,
        ('strategy = "definition"', 'strategy = "list"'),
        ('manifest = ""', 'manifest = "manifest.json"'),
        ('chunks = ""', 'chunks = "chunks.jsonl"'),
    )
    shop.commit(SHIFTED)
    assert finished(check(project)).drifted == 0
    assert finished(check(project)).commit == built


def test_a_half_written_chunk_list_is_waited_for(shop: Shop) -> None:
    shop.repository.write({"chunks.jsonl": f'{{"id": "{TOTAL_ID}"}}\n{{"id": "src/ca'})
    strategy = ('strategy = "definition"', 'strategy = "list"')
    outcome = check(configured(shop, strategy, ('chunks = ""', 'chunks = "chunks.jsonl"')))
    assert outcome.ending is Ending.POSTPONED
    assert "chunks.jsonl:2: not JSON" in outcome.problem


def test_a_branch_switch_is_no_deletion(shop: Shop) -> None:
    project = configured(shop)
    check(project)
    shop.repository.git("checkout", "--quiet", "-b", "wip")
    shop.commit({"src/cart.py": None, "src/orders.py": None})
    outcome = check(project, MAIN)
    assert (outcome.followed, outcome.checked_out) == (MAIN, WIP)
    assert finished(outcome).unchanged
    shop.repository.git("checkout", "--quiet", "main")
    shop.commit(SHIFTED)
    shop.repository.git("checkout", "--quiet", "wip")
    drifted = check(project, MAIN)
    assert finished(drifted).drifted == 2
    assert len(told(drifted, NewDrift)) == 1


def test_what_the_daemon_scanned_is_fresh_to_everybody(shop: Shop) -> None:
    shop.commit(SHIFTED)
    finished(check(configured(shop)))
    assert shop.json("status", code=1)["fresh"]
    assert "Nothing changed" in shop.run("scan", code=1).stderr + shop.run("scan", code=1).stdout


def test_a_gold_file_of_another_branch_is_not_held_against_the_code(shop: Shop) -> None:
    project = configured(shop)
    check(project)
    shop.repository.git("checkout", "--quiet", "--orphan", "wip")
    shop.commit({"gold.jsonl": "", "src/cart.py": None})
    outcome = check(project, MAIN)
    assert outcome.ending is Ending.POSTPONED
    assert outcome.problem == "the gold file on disk is that of wip, not of main"
    shop.gold.write_text('{"qid": "q9", "query": "?", "gold": {}}\n', "utf-8")  # somebody's edit is scanned
    assert check(project, MAIN).ending is Ending.DONE
    shop.repository.git("checkout", "--quiet", "--force", "main")
    assert check(project, MAIN).ending is Ending.DONE


def test_a_gold_file_that_the_other_branch_lacks_is_waited_for(shop: Shop) -> None:
    project = configured(shop)
    check(project)
    shop.repository.git("checkout", "--quiet", "-b", "wip")
    shop.commit({"gold.jsonl": None})
    assert check(project, MAIN).ending is Ending.POSTPONED


def test_a_followed_branch_that_is_gone_gives_way_to_the_one_checked_out(shop: Shop) -> None:
    shop.repository.git("branch", "-m", "main", "trunk")
    outcome = check(configured(shop), MAIN)
    assert outcome.ending is Ending.DONE
    assert outcome.followed == "refs/heads/trunk"


def test_a_configured_branch_is_followed_from_the_start(shop: Shop) -> None:
    shop.repository.git("checkout", "--quiet", "-b", "wip")
    project = configured(shop, ('follow = ""', 'follow = "main"'))
    assert check(project).followed == MAIN
    shop.repository.git("branch", "-D", "main")
    gone = check(project)
    assert gone.ending is Ending.FAILED
    assert "main" in gone.problem


def test_whoever_wants_each_checkout_scanned_says_so(shop: Shop) -> None:
    project = configured(shop, ('follow = ""', 'follow = "HEAD"'))
    shop.repository.git("checkout", "--quiet", "--detach")
    shop.commit(SHIFTED)
    outcome = check(project)
    assert (outcome.followed, outcome.checked_out) == ("", "")
    assert finished(outcome).drifted == 2
    (shop.top / ".git" / "rebase-merge").mkdir()
    assert check(project).problem == "a rebase is under way"


def test_a_rebase_does_not_hinder_a_followed_branch(shop: Shop) -> None:
    (shop.top / ".git" / "rebase-merge").mkdir()
    (shop.top / ".git" / "index.lock").touch()
    assert check(configured(shop)).ending is Ending.DONE


def test_files_on_disk_are_left_alone_while_git_is_at_them(shop: Shop) -> None:
    project = configured(shop, ('revision = "HEAD"', 'revision = "worktree"'))
    lock = shop.top / ".git" / "index.lock"
    lock.touch()
    assert check(project).ending is Ending.POSTPONED
    os.utime(lock, (0, 0))  # left by a crash
    assert check(project).ending is Ending.DONE


def test_saves_of_a_work_tree_by_rename_lead_to_the_moved_lines(shop: Shop) -> None:
    project = configured(shop, ('revision = "HEAD"', 'revision = "worktree"'))
    fresh = shop.top / "src" / "cart.py.tmp"
    fresh.write_text(SHIFTED["src/cart.py"], "utf-8")
    fresh.replace(shop.top / "src" / "cart.py")
    assert finished(check(project)).drifted == 2
    items = {item["chunk"]: item["proposed"] for item in shop.json("review", "list")["items"]}
    assert items[TOTAL_ID] == [MOVED_TOTAL_ID]


def test_an_upgrade_is_checked_by_one_scan_and_told(shop: Shop) -> None:
    manifest = shop.top / "manifest.json"
    manifest.write_text('{"embedding": {"model": "bge-small"}}', "utf-8")
    project = configured(shop, ('manifest = ""', 'manifest = "manifest.json"'))
    finished(check(project))
    manifest.write_text('{"embedding": {"model": "bge-m3"}}', "utf-8")
    outcome = check(project, MAIN)
    seen, done = told(outcome, UpgradeSeen), told(outcome, UpgradeDone)
    assert len(seen) == len(done) == len(told(outcome, AuditDue)) == 1
    assert "bge-small" in seen[0].sentence
    assert "bge-m3" in seen[0].sentence
    again = check(project, MAIN)
    assert finished(again).unchanged
    assert not told(again, UpgradeSeen)


def test_an_upgrade_of_the_options_alone_is_named_by_what_changed(shop: Shop) -> None:
    manifest = shop.top / "manifest.json"
    manifest.write_text('{"chunker": {"name": "own", "options": {"size": 400}}}', "utf-8")
    project = configured(shop, ('manifest = ""', 'manifest = "manifest.json"'))
    finished(check(project))
    manifest.write_text('{"chunker": {"name": "own", "options": {"size": 800}}}', "utf-8")
    (seen,) = told(check(project, MAIN), UpgradeSeen)
    assert seen.sentence == 'upgrade of the chunker: chunker options {"size":"400"} → chunker options {"size":"800"}'


def test_an_upgrade_of_our_own_chunker_is_told_by_its_name_and_fingerprint(shop: Shop) -> None:
    finished(check(configured(shop)))
    (seen,) = told(check(configured(shop, ("leading_comments = false", "leading_comments = true")), MAIN), UpgradeSeen)
    before, _, after = seen.sentence.partition(" → ")
    assert before.startswith("upgrade of the chunker: goldkeeper's definition chunker")
    assert after.startswith("goldkeeper's definition chunker")
    assert not before.endswith(after)


def test_a_gold_file_in_an_unresolved_merge_is_waited_for(shop: Shop) -> None:
    project = configured(shop)
    check(project)
    whole = shop.gold.read_text("utf-8")
    shop.gold.write_text(f"<<<<<<< HEAD\n{whole}=======\n{whole}>>>>>>> wip\n", "utf-8")
    outcome = check(project, MAIN)
    assert outcome.ending is Ending.POSTPONED
    assert outcome.problem == "gold.jsonl holds an unresolved merge"
    shop.gold.write_text(whole, "utf-8")
    assert finished(check(project, MAIN)).unchanged


def test_an_upgrade_that_somebody_tells_calls_the_daemon(shop: Shop) -> None:
    check(configured(shop))
    assert not (shop.top / ".goldkeeper" / "wake").exists()
    shop.run("upgrade", "--embedding", "bge-m3", "--no-scan", code=None)
    assert (shop.top / ".goldkeeper" / "wake").exists()
    assert len(told(check(configured(shop), MAIN), UpgradeDone)) == 1


def test_a_half_written_manifest_is_waited_for(shop: Shop) -> None:
    (shop.top / "manifest.json").write_text('{"embedding": {"mod', "utf-8")
    outcome = check(configured(shop, ('manifest = ""', 'manifest = "manifest.json"')))
    assert outcome.ending is Ending.POSTPONED
    assert "manifest.json" in outcome.problem


def test_an_upgrade_has_its_sample_drawn_where_judges_are_named(shop: Shop) -> None:
    manifest = shop.top / "manifest.json"
    manifest.write_text('{"embedding": {"model": "bge-small"}}', "utf-8")
    project = configured(
        shop, ('manifest = ""', 'manifest = "manifest.json"'), ("judges = []", 'judges = ["ada", "bob"]')
    )
    finished(check(project))
    manifest.write_text('{"embedding": {"model": "bge-m3"}}', "utf-8")
    (due,) = told(check(project, MAIN), AuditDue)
    number = shop.json("upgrade", "list")["upgrades"][0]["number"]
    assert f"write its sheets with goldkeeper audit sheets upgrade-{number}" in due.sentence
    assert shop.json("audit", "status", f"upgrade-{number}", code=1)["pairs"] == 1
    assert not told(check(project, MAIN), AuditDue)


@pytest.mark.parametrize("job", ["scan", "audit", "digest", "gate"])
def test_a_job_of_the_timetable_ends_with_a_sentence(shop: Shop, job: str) -> None:
    outcome = check(configured(shop), job=Job("mine", job, NOON, missed=True))
    assert outcome.ending is Ending.DONE, outcome.problem
    ended = told(outcome, JobFinished)
    assert len(ended) == 1
    assert outcome.said
    assert outcome.said in ended[0].sentence


def test_the_calendar_draws_an_audit_and_holds_the_gate(shop: Shop) -> None:
    project = configured(shop, ("judges = []", 'judges = ["ada", "bob"]'))
    check(project)
    drawn = check(project, MAIN, Job("monthly", "audit", NOON))
    assert "2026-03-14" in drawn.said
    assert len(told(drawn, AuditDue)) == 1
    assert check(project, MAIN, Job("monthly", "audit", NOON)).said == drawn.said  # killed, and run again
    refused = check(project, MAIN, Job("before release", "gate", NOON))
    assert refused.said == "2026-03-14 is refused"
    assert any("audit" in reason for one in told(refused, GateFailed) for reason in one.record()["reasons"])  # type: ignore[attr-defined]  # a list of sentences


def test_a_persons_own_scan_is_waited_for(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("goldkeeper.daemon.checking.LOCK_WAIT_SECONDS", 0)
    from goldkeeper.stores.lock import state_lock  # noqa: PLC0415

    with state_lock(shop.top / ".goldkeeper", what="goldkeeper apply"):
        outcome = check(configured(shop))
    assert outcome.ending is Ending.POSTPONED
    assert "goldkeeper apply" in outcome.problem


def test_a_database_that_is_none_is_a_database_that_is_away(shop: Shop) -> None:
    project = configured(shop)
    state = replace(project, settings=project.settings.model_copy())
    (shop.top / ".goldkeeper" / "goldkeeper.sqlite").unlink(missing_ok=True)
    (shop.top / ".goldkeeper" / "goldkeeper.sqlite").write_bytes(b"no database" * 200)
    assert check(state).ending is Ending.DATABASE_AWAY


@pytest.mark.parametrize(
    "problem",
    [
        OSError(errno.ENOSPC, "No space left on device"),
        FileUnreadable("a.jsonl", "can't be written (no space left on device)", "mend that and run it again"),
        DatabaseUnusable("db", "database or disk is full", "make room on the disk, or mend it"),
    ],
)
def test_a_full_disk_is_said_as_such(problem: Exception) -> None:
    outcome = outcome_of(problem)
    assert (outcome.ending, outcome.code) == (Ending.FAILED, "DiskFull")
    assert outcome.problem.count("make room") == 1


def test_what_others_hold_is_put_off_and_our_own_faults_are_named() -> None:
    assert outcome_of(LockHeld("lock", "goldkeeper scan")).ending is Ending.POSTPONED
    fault = outcome_of(ZeroDivisionError("division by zero"))
    assert (fault.ending, fault.code) == (Ending.FAILED, "Crashed")
    assert "our fault" in fault.problem
    assert outcome_of(sqlite3.OperationalError("database or disk is full")).code == "DiskFull"


def test_a_folder_without_git_is_scanned_as_it_lies(tmp_path: Path) -> None:
    from tests.projects import CODE, GOLD, goldkeeper  # noqa: PLC0415

    for path, text in {**CODE, "gold.jsonl": GOLD}.items():
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text(text, "utf-8")
    assert goldkeeper(tmp_path, "init").exit_code == 0
    outcome = check(load_project(tmp_path / "config" / "goldkeeper.toml"))
    assert finished(outcome).drifted == 0
    assert outcome.followed == ""


def test_a_submodule_goes_along_with_the_commit_that_is_checked_out_in_it(shop: Shop, tmp_path: Path) -> None:
    around = a_repository(tmp_path / "around")
    around.git("-c", "protocol.file.allow=always", "submodule", "add", "--quiet", str(shop.top), "lib")
    project = load_project(around.top / "lib" / "config" / "goldkeeper.toml")
    assert check(project).followed == MAIN
    inside = Shop(a_repository(around.top / "lib"))
    inside.repository.git("checkout", "--quiet", "--detach")
    inside.commit(SHIFTED)
    outcome = check(project, MAIN)
    assert (outcome.followed, outcome.checked_out) == ("", "")
    assert finished(outcome).drifted > 0
    (around.top / ".git" / "modules" / "lib" / "rebase-merge").mkdir()
    assert check(project, MAIN).problem == "a rebase is under way"
