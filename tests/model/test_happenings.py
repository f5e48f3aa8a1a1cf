"""Happenings tell themselves: every kind has a sentence and a record that JSON can hold."""

import json
from datetime import timedelta

import pytest

from goldkeeper.model import daemon_happenings as daemon
from goldkeeper.model import happenings as told
from goldkeeper.model.happenings import Happening
from tests.builders import NOON

ONE_OF_EACH = [
    daemon.DaemonStarted("", NOON, version="1", projects=("shop/gold.jsonl",)),
    daemon.DaemonStopping("", NOON, reason="SIGTERM"),
    told.ScanStarted("shop", NOON, causes=("refs/heads/main changed",)),
    told.ScanFinished("shop", NOON, "s1", "a" * 40, "2 of 3 intact", ("start",), False, True, 1, 1, 1, 0.5),
    told.NewDrift("shop", NOON, "s1", "2 of 3 intact", 1, 1),
    told.ScanPostponed("shop", NOON, reason="a rebase is under way"),
    told.ScanFailing("shop", NOON, "no room", "DiskFull", 1, NOON + timedelta(minutes=1)),
    told.ScanRecovered("shop", NOON, attempts=2, failing_since=NOON),
    told.UpgradeSeen("shop", NOON, "u1", "embedding", "e5", "bge"),
    told.UpgradeDone("shop", NOON, "u1", "all intact"),
    told.AuditDue("shop", NOON, reason="the embedding model changed"),
    told.GateFailed("shop", NOON, "v1", reasons=("unresolved drift",)),
    told.WorkWaits("shop", NOON, waiting=3, to_apply=1, oldest_seconds=86400.0),
    told.JobFinished("shop", NOON, "nightly", NOON, "scanned"),
    told.JobFailed("shop", NOON, "nightly", NOON, "no room"),
    daemon.WatchLimited("shop", NOON, "fs.inotify.max_user_watches", 8192, "raise it", 10.0),
    daemon.DatabaseAway("shop", NOON, problem="locked"),
    daemon.DatabaseBack("shop", NOON, away_since=NOON),
    daemon.TookOverLock("shop", NOON, "process 7 on forge", 95.0),
    daemon.LockHeldElsewhere("shop", NOON, "process 7 on forge"),
    daemon.ConfigReloaded("shop", NOON),
    daemon.ConfigRefused("shop", NOON, problem="not TOML"),
    daemon.BranchLeft("shop", NOON, "main", "wip"),
    daemon.BranchGone("shop", NOON, "main", "wip"),
]


def test_each_kind_is_shown_here() -> None:
    assert {type(one).__name__ for one in ONE_OF_EACH} == {kind.__name__ for kind in Happening.__subclasses__()}


@pytest.mark.parametrize("one", ONE_OF_EACH, ids=lambda one: one.kind)
def test_a_happening_is_one_line_and_plain_json(one: Happening) -> None:
    assert one.sentence
    assert "\n" not in one.sentence
    record = json.loads(json.dumps(one.record()))
    assert record["kind"] == one.kind
    assert record["sentence"] == one.sentence
    assert record["at"] == NOON.isoformat()


def test_one_failure_and_many_are_worded_rightly() -> None:
    assert told.ScanRecovered("s", NOON, attempts=1, failing_since=None).sentence == (
        "scans work again, after 1 failure"
    )
    assert "after 2 failures since 2026-03-14" in told.ScanRecovered("s", NOON, 2, NOON).sentence
