"""Health as Prometheus metrics: the text that a scraper or node_exporter's textfile collector reads."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from goldkeeper.model.drifts import DriftKind
from goldkeeper.model.errors import ExtraMissing
from goldkeeper.model.health import Health
from goldkeeper.model.reviews import UNSETTLED_STATES, ItemState
from goldkeeper.stores.atomic import write_whole

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"  # what a scraper expects of this text
_STATE_ORDER = [state for state in ItemState if state in UNSETTLED_STATES]

Sample = tuple[dict[str, str], float]  # labels beside `gold`, value


@dataclass(frozen=True, slots=True)
class Metric:
    """A name with its meaning, and what a gold set has to say under it: nothing where nothing is known."""

    name: str
    meaning: str
    samples: Callable[[Health], Iterable[Sample]]
    counts: bool = False  # only grows, and begins anew with each daemon


def metrics_text(healths: Sequence[Health]) -> str:
    """All gold sets in one text, metrics in a fixed order, gold sets as given.

    Raises:
        ExtraMissing: prometheus-client is not installed.
    """
    try:
        from prometheus_client import CollectorRegistry, generate_latest  # noqa: PLC0415  # most commands need none
        from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily  # noqa: PLC0415
    except ImportError:
        raise ExtraMissing("writing metrics", "metrics") from None

    class Collector:
        def collect(self) -> Iterator[CounterMetricFamily | GaugeMetricFamily]:
            for metric in METRICS:
                seen = [health for health in healths if not health.unseen or metric.name == "ready"]
                samples = [(health, *sample) for health in seen for sample in metric.samples(health)]
                if not samples:
                    continue
                kind = CounterMetricFamily if metric.counts else GaugeMetricFamily
                family = kind(f"goldkeeper_{metric.name}", metric.meaning, labels=["gold", *samples[0][1]])
                for health, labels, value in samples:
                    family.add_metric([health.gold, *labels.values()], value)
                yield family

    registry = CollectorRegistry()
    registry.register(Collector())
    return generate_latest(registry).decode()


def write_metrics(file: Path, healths: Sequence[Health]) -> None:
    """The same into a file, whole or not at all; node_exporter reads `*.prom`.

    Raises:
        ExtraMissing: prometheus-client is not installed.
        FileUnreadable: the file can't be written.
    """
    write_whole(file, metrics_text(healths).encode())


def _one(value: float | None) -> list[Sample]:
    return [] if value is None else [({}, float(value))]


def _by_drift(health: Health) -> list[Sample]:
    if health.last_good is None:
        return []
    return [({"drift": kind.value}, health.last_good.drift.get(kind.value, 0)) for kind in DriftKind]


def _by_state(health: Health) -> list[Sample]:
    return [({"state": state.value}, health.queue.get(state, 0)) for state in _STATE_ORDER]


METRICS = (
    Metric("gold_chunks", "Gold chunks at the last scan, by what is seen of them.", _by_drift),
    Metric(
        "last_good_scan_timestamp_seconds",
        "When the last finished scan began, as Unix time.",
        lambda health: _one(health.last_good.at.timestamp() if health.last_good else None),
    ),
    Metric(
        "scan_duration_seconds",
        "How long the last finished scan took.",
        lambda health: _one(health.last_good.seconds if health.last_good else None),
    ),
    Metric(
        "scan_failures_in_a_row",
        "Failed scans since the last finished one.",
        lambda health: _one(health.failing.attempts if health.failing else 0),
    ),
    Metric(
        "scan_failures",
        "Failed scans since the daemon started.",
        lambda health: _one(health.failures),
        counts=True,
    ),
    Metric(
        "failing_since_timestamp_seconds",
        "Since when scans fail, as Unix time; absent while they don't.",
        lambda health: _one(health.failing.since.timestamp() if health.failing else None),
    ),
    Metric(
        "lag_commits",
        "Commits of head that the last scan has not seen.",
        lambda health: _one(health.lag.commits if health.lag else None),
    ),
    Metric(
        "lag_seconds",
        "How long head has held a commit that no scan saw; 0 when there is none.",
        lambda health: _one(health.behind.total_seconds() if health.behind is not None else None),
    ),
    Metric("queue_items", "Questions that are not settled, by state.", _by_state),
    Metric(
        "queue_oldest_seconds",
        "How long the oldest waiting question has waited; 0 when none waits.",
        lambda health: _one(health.oldest.total_seconds() if health.oldest is not None else 0),
    ),
    Metric("upgrades_waiting", "Upgrades of the index not checked yet.", lambda health: _one(health.upgrades)),
    Metric("audits_due", "Audits that are due.", lambda health: _one(health.audits)),
    Metric(
        "daemon_up",
        "1 while the daemon that looks after the gold set gives signs of life.",
        lambda health: _one(health.daemon.alive if health.daemon else None),
    ),
    Metric("ready", "1 while scans are in time and come to their end.", lambda health: _one(not health.concerns)),
)
