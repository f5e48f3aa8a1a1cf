"""Health from what is kept: the last scan's report, git, the queue, and what a daemon left."""

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import Any

from goldkeeper.model.chunks import CommitId
from goldkeeper.model.health import Failing, GoodScan, Health, Heartbeat, Lag
from goldkeeper.model.reviews import ItemState, ReviewItem
from goldkeeper.model.tenure import Tenure
from goldkeeper.model.upgrades import CheckedScan
from goldkeeper.ports import History

SILENT = timedelta(seconds=90)  # four missed beats of a daemon and some; clocks of two hosts differ by less


def take_health(
    gold: str,
    last_good: GoodScan | None,
    items: Iterable[ReviewItem],
    *,
    head_commit: CommitId | None,
    history: History | None,
    now: datetime,
    failing: Failing | None = None,
    daemon: Heartbeat | None = None,
    due: datetime | None = None,
    upgrades: int = 0,
    audits: int = 0,
    failures: int | None = None,
) -> Health:
    """Put the facts together; see `Health` for what they mean."""
    items = tuple(items)
    waiting = [item.created for item in items if item.state is ItemState.WAITING]
    return Health(
        gold=gold,
        at=now,
        last_good=last_good,
        lag=lag_of(last_good, head_commit, history),
        queue=Counter(item.state for item in items),
        oldest=now - min(waiting) if waiting else None,
        failing=failing,
        daemon=daemon,
        due=due,
        upgrades=upgrades,
        audits=audits,
        failures=failures,
    )


def lag_of(last_good: GoodScan | None, head: CommitId | None, history: History | None) -> Lag | None:
    """How far head is ahead; None where git can't tell.

    A commit may be older than the scan that lacks it (it came with a merge): it could not be scanned before.
    """
    if last_good is None or last_good.commit is None or head is None or history is None:
        return None
    if last_good.commit == head:
        return Lag(0, None)
    if not history.has(last_good.commit):
        return None
    since = history.behind_since(last_good.commit, head)
    commits = history.count_between(last_good.commit, head)
    return Lag(commits, max(since, last_good.at) if since is not None else None)


def kept_scan(scan: CheckedScan) -> GoodScan:
    """The last scan as the database keeps it."""
    counts = scan.outcomes.get("by_drift")
    return GoodScan(
        at=scan.began,
        commit=scan.commit,
        passport=scan.passport,
        gold=scan.gold_digest,
        seconds=(scan.ended - scan.began).total_seconds(),
        drift={str(kind): int(number) for kind, number in counts.items()} if isinstance(counts, Mapping) else {},
    )


def reported_scan(report: Mapping[str, Any]) -> GoodScan:
    """The last scan as its report has it, for states that were kept before the database knew scans."""
    commit = report.get("head_commit")
    counts = report.get("counts", {}).get("by_drift", {})
    return GoodScan(
        at=datetime.fromisoformat(report["at"]),
        commit=CommitId(commit) if commit else None,
        passport=str((report.get("passport") or {}).get("digest", "")),
        gold=str(report.get("gold", {}).get("digest", "")),
        seconds=float(report.get("seconds", 0.0)),
        drift={str(kind): int(number) for kind, number in counts.items()},
    )


def heartbeat_of(tenure: Tenure | None, now: datetime, *, alive: bool) -> Heartbeat | None:
    """A daemon's sign of life; None where none has the gold set.

    Args:
        tenure: as the database has it.
        now: in UTC.
        alive: the process is there, as far as can be told from here.
    """
    if tenure is None or tenure.is_free:
        return None
    # A sign from the future was given before a clock was set back: whoever lives has given another by now.
    return Heartbeat(str(tenure.holder), tenure.beat, alive and abs(now - tenure.beat) < SILENT)


def said_by(tenure: Tenure | None) -> dict[str, Any]:
    """What a daemon said of itself with its last sign of life; empty where it said nothing that can be read."""
    if tenure is None or tenure.is_free:
        return {}
    try:
        said = json.loads(tenure.state)
    except ValueError:
        return {}
    return said if isinstance(said, dict) else {}


def failing_by(said: Mapping[str, Any]) -> Failing | None:
    """Whether its scans fail."""
    since = _moment(said.get("failing_since"))
    if since is None:
        return None
    return Failing(since, int(said.get("failures") or 1), str(said.get("problem") or "no reason given"))


def failed_by(said: Mapping[str, Any]) -> int | None:
    """How many of its scans failed since it started; None where it doesn't say."""
    failed = said.get("failed")
    return failed if isinstance(failed, int) else None


def due_by(said: Mapping[str, Any], every: timedelta) -> datetime | None:
    """When the next check has to be done: one may be missed, the next may not.

    Args:
        said: by the daemon.
        every: how often it checks although nothing was noticed.
    """
    finished = _moment(said.get("finished_at"))
    return finished + 2 * every if finished is not None else None


def _moment(text: object) -> datetime | None:
    try:
        moment = datetime.fromisoformat(text) if isinstance(text, str) else None
    except ValueError:
        return None
    return moment if moment is not None and moment.tzinfo is not None else None


def health_record(health: Health) -> dict[str, object]:
    """Health as JSON values."""
    good, lag, behind = health.last_good, health.lag, health.behind
    return {
        "gold": health.gold,
        "at": health.at.isoformat(),
        "concerns": list(health.concerns),
        "last_good_scan": {
            "at": good.at.isoformat(),
            "commit": good.commit,
            "passport": good.passport or None,
            "seconds": good.seconds,
            "by_drift": dict(good.drift),
        }
        if good is not None
        else None,
        "lag_commits": lag.commits if lag is not None else None,
        "lag_seconds": int(behind.total_seconds()) if behind is not None else None,
        "queue": {state.value: health.queue.get(state, 0) for state in ItemState if state in health.queue},
        "oldest_seconds": int(health.oldest.total_seconds()) if health.oldest is not None else None,
        "failing": {
            "since": health.failing.since.isoformat(),
            "attempts": health.failing.attempts,
            "problem": health.failing.problem,
        }
        if health.failing is not None
        else None,
        "daemon": {
            "holder": health.daemon.holder,
            "seen": health.daemon.seen.isoformat(),
            "alive": health.daemon.alive,
        }
        if health.daemon is not None
        else None,
        "due": health.due.isoformat() if health.due is not None else None,
        "upgrades_waiting": health.upgrades,
        "audits_due": health.audits,
        "failures": health.failures,
    }
