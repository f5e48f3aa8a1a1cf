"""Health and waiting on a real project."""

import json
import os
import socket
import subprocess
import sys
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from goldkeeper.model.errors import DatabaseUnusable, UnknownRevision
from goldkeeper.model.health import Failing
from goldkeeper.model.tenure import Holder
from goldkeeper.settings import load_project
from goldkeeper.stores.clock import utc_now
from goldkeeper.stores.daemon_ledger import DatabaseLedger
from goldkeeper.stores.metrics_text import metrics_text
from goldkeeper.wiring.health import Watch, look_after, look_after_all
from goldkeeper.wiring.keeper import opened
from goldkeeper.wiring.passports import Told, tell_upgrade
from goldkeeper.workflow.waiting import Look
from tests.projects import SHIFTED, Shop, a_set_up_shop


@pytest.fixture
def shop(tmp_path: Path) -> Shop:
    return a_set_up_shop(tmp_path)


def look(shop: Shop, *, commit: str = "", passport: str = "") -> Look:
    with opened(load_project(start=shop.top)) as keeper:
        return Watch(keeper, commit=commit, passport=passport).look()


def head(shop: Shop) -> str:
    return shop.repository.git("rev-parse", "HEAD")


def holds_the_lock(shop: Shop, pid: int, host: str = "") -> None:
    holder = {"host": host or socket.gethostname(), "pid": pid, "since": "2026-03-14T12:00:00+00:00", "what": "scan"}
    (shop.top / ".goldkeeper" / "lock.json").write_text(json.dumps(holder), encoding="utf-8")


def test_before_the_first_scan_nothing_is_good(shop: Shop) -> None:
    health = look_after(load_project(start=shop.top))

    assert (health.last_good, health.lag, health.concerns) == (None, None, ("no scan yet",))


def test_a_scan_is_good_and_commits_after_it_are_lag(shop: Shop) -> None:
    shop.run("scan")
    scanned = head(shop)
    shop.commit(SHIFTED)
    shop.commit({"src/new.py": "x = 1\n"})

    health = look_after(load_project(start=shop.top))

    assert health.last_good is not None
    assert health.last_good.commit == scanned
    assert health.last_good.drift["intact"] == 3
    assert health.lag is not None
    assert (health.lag.commits, health.lag.since) == (2, health.last_good.at)


def test_what_was_scanned_as_it_is_now_is_checked(shop: Shop) -> None:
    assert not look(shop).checked

    shop.run("scan")

    assert look(shop).checked


def test_a_later_scan_serves_for_an_earlier_commit_and_not_the_other_way(shop: Shop) -> None:
    shop.run("scan")
    first = head(shop)
    shop.commit(SHIFTED)
    assert not look(shop).checked
    assert look(shop, commit=first).checked

    shop.run("scan", code=1)

    assert look(shop).checked
    assert look(shop, commit=first).checked
    assert look(shop, commit="HEAD").checked


def test_another_gold_file_or_another_chunker_is_another_check(shop: Shop) -> None:
    shop.run("scan")
    first = head(shop)
    shop.gold.write_text(shop.gold.read_text("utf-8") + "\n", encoding="utf-8")

    assert not look(shop, commit=first).checked


def test_a_passport_is_named_by_the_beginning_of_a_digest(shop: Shop) -> None:
    shop.run("scan")
    health = look_after(load_project(start=shop.top))
    assert health.last_good is not None

    assert look(shop, passport=health.last_good.passport[:8]).checked
    assert not look(shop, passport="ffffffff").checked


def test_what_is_waited_for_is_fixed_at_the_start(shop: Shop) -> None:
    with opened(load_project(start=shop.top)) as keeper:
        watch = Watch(keeper)
        shop.commit(SHIFTED)
        shop.run("scan", code=1)

        assert watch.look().checked


def test_a_half_written_manifest_is_waited_for(shop: Shop) -> None:
    manifest, config = shop.top / "manifest.json", shop.top / "config" / "goldkeeper.toml"
    config.write_text(config.read_text("utf-8").replace('manifest = ""', 'manifest = "manifest.json"'), "utf-8")
    manifest.write_text('{"embedding": {"mod', encoding="utf-8")
    with opened(load_project(start=shop.top)) as keeper:
        watch = Watch(keeper)
        before = watch.look()
        manifest.write_text('{"embedding": {"model": "e5"}}', encoding="utf-8")
        written = watch.look()
        shop.run("scan")
        after = watch.look()

    assert (before.checked, written.checked, after.checked) == (False, False, True)


def test_a_commit_that_is_none_is_refused(shop: Shop) -> None:
    with pytest.raises(UnknownRevision):
        look(shop, commit="nosuch")


def test_a_scan_under_way_is_somebody_at_work_and_a_dead_one_is_nobody(shop: Shop) -> None:
    shop.run("scan")
    shop.commit(SHIFTED)
    assert not look(shop).at_work

    holds_the_lock(shop, os.getpid())
    assert look(shop).at_work

    with subprocess.Popen([sys.executable, "-c", ""]) as ended:
        pass
    holds_the_lock(shop, ended.pid)
    assert not look(shop).at_work

    holds_the_lock(shop, ended.pid, host="elsewhere")
    assert look(shop).at_work


def a_daemon(shop: Shop, *, pid: int, ago: timedelta = timedelta(), **said: object) -> None:
    """One that gave a sign of life a while ago."""
    with opened(load_project(start=shop.top)) as keeper:
        ledger, me = DatabaseLedger(keeper.database, keeper.scope), Holder("t", socket.gethostname(), pid)
        ledger.take(me, replacing=ledger.look(), now=utc_now() - ago)
        ledger.beat(me, state=json.dumps(said), now=utc_now() - ago)


def test_a_daemon_that_lives_is_waited_for_and_a_silent_or_dead_one_is_not(shop: Shop) -> None:
    a_daemon(shop, pid=os.getpid())
    assert look(shop).at_work

    a_daemon(shop, pid=os.getpid(), ago=timedelta(minutes=5))
    assert not look(shop).at_work

    with subprocess.Popen([sys.executable, "-c", ""]) as ended:
        pass
    a_daemon(shop, pid=ended.pid)
    assert not look(shop).at_work


def test_what_a_daemon_says_of_itself_is_health(shop: Shop) -> None:
    shop.run("scan")
    since = utc_now() - timedelta(hours=2)
    a_daemon(
        shop,
        pid=os.getpid(),
        failing_since=since.isoformat(),
        failures=4,
        failed=9,
        problem="no space left",
        finished_at=since.isoformat(),
    )

    health = look_after(load_project(start=shop.top))

    assert health.failing == Failing(since, 4, "no space left")
    assert health.failures == 9
    assert health.daemon is not None
    assert health.daemon.alive
    assert health.due == since + timedelta(minutes=30)
    assert len(health.concerns) == 2


def test_a_look_at_unchanged_state_reads_nothing_again(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    shop.run("scan")
    with opened(load_project(start=shop.top)) as keeper:
        watch = Watch(keeper)
        watch.look()
        monkeypatch.setattr(watch, "_is_checked", None)  # calling it would fail

        assert watch.look().checked


def test_an_upgrade_that_was_told_is_waited_for(shop: Shop) -> None:
    shop.run("scan")
    with opened(load_project(start=shop.top)) as keeper:
        tell_upgrade(keeper, Told(embedding="bge-large"), by="ada")

    assert look_after(load_project(start=shop.top)).upgrades == 1
    assert not look(shop).checked

    shop.run("scan", "--force", code=None)

    assert look_after(load_project(start=shop.top)).upgrades == 0
    assert look(shop).checked


def test_files_on_disk_are_checked_once_they_were_seen_as_they_are(shop: Shop) -> None:
    config = shop.top / "config" / "goldkeeper.toml"
    config.write_text(config.read_text("utf-8").replace('revision = "HEAD"', 'revision = "worktree"'), encoding="utf-8")
    shop.repository.write(SHIFTED)
    assert not look(shop).checked

    shop.run("scan", code=1)

    assert look(shop).checked
    shop.repository.write({"src/orders.py": "x = 1\n"})
    assert not look(shop).checked


def test_of_several_projects_one_that_is_away_hides_no_other_and_equal_names_are_told_apart(
    shop: Shop, tmp_path: Path
) -> None:
    here = load_project(start=shop.top)
    state = here.settings.state.model_copy(update={"database": "postgresql://ada:secret@127.0.0.1:1/none"})
    away = replace(here, settings=here.settings.model_copy(update={"state": state}))

    healths = look_after_all({"one/gold.jsonl": here, "two/gold.jsonl": away})

    assert [health.gold for health in healths] == ["one/gold.jsonl", "two/gold.jsonl"]
    assert [health.concerns for health in healths] == [("no scan yet",), ("can't be looked at: DatabaseUnusable",)]
    samples = [line for line in metrics_text(healths).splitlines() if not line.startswith("#")]
    assert len({line.rpartition(" ")[0] for line in samples}) == len(samples)
    assert [line for line in samples if "two/" in line] == ['goldkeeper_ready{gold="two/gold.jsonl"} 0.0']
    with pytest.raises(DatabaseUnusable):
        look_after_all({"two/gold.jsonl": away})
