"""Metrics as Prometheus reads them."""

import sys
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families

from goldkeeper.model.errors import ExtraMissing
from goldkeeper.model.health import Failing, GoodScan, Health, Heartbeat, Lag
from goldkeeper.model.reviews import ItemState
from goldkeeper.stores.metrics_text import metrics_text, write_metrics
from tests.builders import HEAD_COMMIT, NOON

WELL = Health(
    "shop/gold.jsonl",
    NOON,
    GoodScan(NOON - timedelta(hours=1), HEAD_COMMIT, "p1", "g1", 1.5, {"intact": 3, "never resolved": 1}),
    lag=Lag(2, NOON - timedelta(minutes=30)),
    queue={ItemState.WAITING: 4, ItemState.DECIDED: 1},
    oldest=timedelta(days=1),
    daemon=Heartbeat("goldkeeper daemon", NOON, alive=True),
    upgrades=1,
    audits=2,
)
NEW = Health("other", NOON, None)


def values(*healths: Health) -> dict[tuple[str, ...], float]:
    """Name and label values, the gold set first → value, read back by the reference parser."""
    families = text_string_to_metric_families(metrics_text(healths))
    return {
        (sample.name.removeprefix("goldkeeper_"), sample.labels.pop("gold"), *sample.labels.values()): sample.value
        for family in families
        for sample in family.samples
    }


def test_each_fact_has_its_name() -> None:
    found = values(WELL)

    gold = WELL.gold
    assert found["gold_chunks", gold, "intact"] == 3
    assert found["gold_chunks", gold, "never resolved"] == 1
    assert found["gold_chunks", gold, "missing"] == 0
    assert found["last_good_scan_timestamp_seconds", gold] == (NOON - timedelta(hours=1)).timestamp()
    assert found["scan_duration_seconds", gold] == 1.5
    assert (found["lag_commits", gold], found["lag_seconds", gold]) == (2, 1800)
    assert found["queue_items", gold, "waiting"] == 4
    assert found["queue_items", gold, "deferred"] == 0
    assert found["queue_oldest_seconds", gold] == 86400
    assert (found["upgrades_waiting", gold], found["audits_due", gold]) == (1, 2)
    assert (found["daemon_up", gold], found["ready", gold], found["scan_failures_in_a_row", gold]) == (1, 1, 0)


def test_failures_are_counted_as_long_as_the_daemon_lives() -> None:
    assert "# TYPE goldkeeper_scan_failures_total counter" in metrics_text([replace(WELL, failures=7)])
    assert values(replace(WELL, failures=7))["scan_failures_total", WELL.gold] == 7
    assert ("scan_failures_total", WELL.gold) not in values(WELL)


def test_what_is_not_known_is_left_out_and_not_zero() -> None:
    found = values(NEW)

    assert ("last_good_scan_timestamp_seconds", "other") not in found
    assert ("lag_commits", "other") not in found
    assert ("daemon_up", "other") not in found
    assert found["ready", "other"] == 0


def test_failing_has_its_beginning_and_its_count() -> None:
    found = values(replace(WELL, failing=Failing(NOON, 4, "no")))

    assert found["scan_failures_in_a_row", WELL.gold] == 4
    assert found["failing_since_timestamp_seconds", WELL.gold] == NOON.timestamp()
    assert found["ready", WELL.gold] == 0


def test_gold_sets_stand_beside_each_other_whatever_they_are_called() -> None:
    odd = replace(NEW, gold='a"b\\c\nd')

    assert {key[1] for key in values(WELL, odd)} == {WELL.gold, odd.gold}


def test_a_file_for_node_exporter_is_the_same_text(tmp_path: Path) -> None:
    write_metrics(tmp_path / "goldkeeper.prom", [WELL])

    assert (tmp_path / "goldkeeper.prom").read_text(encoding="utf-8") == metrics_text([WELL])
    assert [path.name for path in tmp_path.iterdir()] == ["goldkeeper.prom"]


def test_without_the_library_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "prometheus_client", None)

    with pytest.raises(ExtraMissing, match=r"writing metrics needs .* pip install 'goldkeeper\[metrics\]'"):
        metrics_text([])
