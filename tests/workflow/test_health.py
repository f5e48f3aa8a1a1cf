"""Lag, queue age and what keeps a gold set from being relied upon."""

from dataclasses import replace
from datetime import timedelta

import pytest

from goldkeeper.model.chunks import CommitId
from goldkeeper.model.health import Failing, GoodScan, Health, Heartbeat, Lag
from goldkeeper.model.reviews import ItemState
from goldkeeper.model.tenure import Holder, Tenure
from goldkeeper.model.upgrades import CheckedScan
from goldkeeper.workflow.health import (
    SILENT,
    due_by,
    failing_by,
    health_record,
    heartbeat_of,
    kept_scan,
    lag_of,
    reported_scan,
    said_by,
    take_health,
)
from tests.builders import HEAD_COMMIT, NOON
from tests.fakes import FakeHistory
from tests.workflow.tellers import a_question

SCAN = GoodScan(NOON, HEAD_COMMIT, "p1", "g1", 1.5, {"intact": 3})
WELL = Health("gold.jsonl", NOON, SCAN, lag=Lag(0, None))


def test_lag_counts_commits_and_begins_with_the_first_that_no_scan_saw() -> None:
    history = FakeHistory({"a": "1"}, {"a": "2"}, {"a": "3"})
    first, second, head = history.commits
    scanned_at = history.commit_note(first).date

    lag = lag_of(GoodScan(scanned_at, first, "p", "g", 1.0), head, history)

    assert lag == Lag(2, history.commit_note(second).date)


def test_a_commit_older_than_the_scan_lags_since_the_scan() -> None:
    history = FakeHistory({"a": "1"}, {"a": "2"})
    scanned_at = history.commit_note(history.head).date + timedelta(days=9)

    lag = lag_of(GoodScan(scanned_at, history.commits[0], "p", "g", 1.0), history.head, history)

    assert lag == Lag(1, scanned_at)


def test_nothing_lags_at_head_and_nothing_is_known_of_what_git_lacks() -> None:
    history = FakeHistory({"a": "1"}, {"a": "2"}, lacking=[0])

    assert lag_of(GoodScan(NOON, history.head, "p", "g", 1.0), history.head, history) == Lag(0, None)
    assert lag_of(GoodScan(NOON, history.commits[0], "p", "g", 1.0), history.head, history) is None
    assert lag_of(GoodScan(NOON, None, "p", "g", 1.0), history.head, history) is None
    assert lag_of(None, history.head, history) is None


def test_hours_behind_end_at_the_moment_of_the_look() -> None:
    assert WELL.behind == timedelta()
    assert replace(WELL, lag=Lag(3, NOON - timedelta(hours=5))).behind == timedelta(hours=5)
    assert replace(WELL, lag=None).behind is None


def test_the_queue_is_counted_and_its_oldest_waiting_question_aged() -> None:
    items = [a_question(1), a_question(2, state=ItemState.DECIDED)]

    health = take_health(
        "g", SCAN, items, head_commit=None, history=None, now=NOON + timedelta(hours=3), audits=1, upgrades=2
    )

    assert health.queue == {ItemState.WAITING: 1, ItemState.DECIDED: 1}
    assert health.oldest == timedelta(hours=3)
    assert (health.audits, health.upgrades) == (1, 2)


def test_all_is_well_where_nothing_is_said() -> None:
    assert WELL.concerns == ()


def test_each_concern_is_said() -> None:
    past = NOON - timedelta(hours=2)
    ill = Health("g", NOON, None, failing=Failing(past, 3, "no"), daemon=Heartbeat("d", past, alive=False), due=past)

    assert ill.concerns == (
        "no scan yet",
        "scans fail since 2026-03-14 10:00 UTC",
        "a scan was due at 2026-03-14 10:00 UTC",
        "no sign of the daemon since 2026-03-14 10:00 UTC",
    )
    assert replace(WELL, due=NOON).concerns == ()


def test_a_kept_scan_gives_what_it_saw() -> None:
    end = NOON + timedelta(seconds=2)
    scan = CheckedScan(7, "s", NOON, end, CommitId("abc"), "p1", "g1", "scan", False, {"by_drift": {"intact": 3}})

    assert kept_scan(scan) == GoodScan(NOON, CommitId("abc"), "p1", "g1", 2.0, {"intact": 3})
    assert kept_scan(replace(scan, outcomes={})).drift == {}


def test_a_report_from_before_scans_were_kept_serves_as_well() -> None:
    report = {
        "at": NOON.isoformat(),
        "head_commit": "abc",
        "gold": {"digest": "g1"},
        "passport": {"digest": "p1"},
        "counts": {"by_drift": {"intact": 3}},
        "seconds": 0.5,
    }

    assert reported_scan(report) == GoodScan(NOON, CommitId("abc"), "p1", "g1", 0.5, {"intact": 3})
    assert reported_scan({"at": NOON.isoformat()}) == GoodScan(NOON, None, "", "", 0.0, {})


def test_the_record_has_every_fact_and_null_where_nothing_is_known() -> None:
    record = health_record(replace(WELL, lag=Lag(2, NOON - timedelta(minutes=1)), failing=Failing(NOON, 1, "no")))

    assert (record["lag_commits"], record["lag_seconds"], record["daemon"]) == (2, 60, None)
    assert record["failing"] == {"since": NOON.isoformat(), "attempts": 1, "problem": "no"}


def a_tenure(state: str = "{}", *, ago: timedelta = timedelta(), token: str = "t") -> Tenure:  # noqa: S107 - no secret
    return Tenure(Holder(token, "host", 7), NOON - timedelta(days=9), NOON - ago, "main", state)


def test_a_daemon_lives_while_its_signs_are_young_and_its_process_is_there() -> None:
    assert heartbeat_of(a_tenure(), NOON, alive=True) == Heartbeat("process 7 on host", NOON, alive=True)
    for silent in (
        heartbeat_of(a_tenure(), NOON, alive=False),
        heartbeat_of(a_tenure(ago=SILENT), NOON, alive=True),
        heartbeat_of(a_tenure(ago=-SILENT), NOON, alive=True),
    ):
        assert silent is not None
        assert not silent.alive
    assert heartbeat_of(a_tenure(token=""), NOON, alive=True) is None
    assert heartbeat_of(None, NOON, alive=True) is None


@pytest.mark.parametrize("state", ["", "[]", "no json", '{"failing_since": 3}', '{"finished_at": "2026"}'])
def test_what_a_daemon_says_that_makes_no_sense_is_nothing_said(state: str) -> None:
    said = said_by(a_tenure(state))

    assert failing_by(said) is None
    assert due_by(said, timedelta(minutes=15)) is None
