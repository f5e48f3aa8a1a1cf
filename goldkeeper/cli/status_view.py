"""What `status` prints: a few calm lines, and the same as a record."""

from datetime import timedelta

from goldkeeper.cli.index_status import index_lines, index_record
from goldkeeper.model.health import Health
from goldkeeper.reporting.wording import count
from goldkeeper.workflow.health import health_record
from goldkeeper.workflow.status import Status
from goldkeeper.workflow.waiting import Outcome, Waited


def status_record(found: Status, health: Health) -> dict[str, object]:
    """The facts under stable names."""
    return {
        "gold": found.gold,
        "clean": found.clean,
        "fresh": found.fresh,
        "scanned_at": found.scanned_at.isoformat() if found.scanned_at else None,
        "scanned_commit": found.scanned_commit,
        "head_commit": found.head_commit,
        "commits_behind": found.commits_behind,
        "headline": found.headline,
        "waiting": found.waiting,
        "deferred": found.deferred,
        "unsound": found.unsound,
        "to_apply": found.to_apply,
        "oldest_seconds": int(found.oldest.total_seconds()) if found.oldest else None,
        "health": health_record(health),
        **index_record(found.index),
    }


def waited_record(waited: Waited) -> dict[str, object]:
    """How a wait ended."""
    return {"outcome": waited.outcome.name.lower(), "seconds": round(waited.seconds, 1)}


def waited_sentence(waited: Waited) -> str:
    """Why a wait was in vain; empty when it was not."""
    match waited.outcome:
        case Outcome.CHECKED:
            return ""
        case Outcome.TIMEOUT:
            return f"not checked within {waited.seconds:.0f} s; wait longer with --timeout, or run goldkeeper scan"
        case Outcome.NOBODY:
            return (
                "not checked, and nobody is at work who would; start goldkeeper daemon, run goldkeeper scan,"
                " or wait all the same with --patient"
            )


def status_lines(found: Status, health: Health) -> list[str]:
    """For people: what is as it should be takes no line of its own."""
    from goldkeeper.reporting.review_words import open_words

    if found.scanned_at is None:
        never = "last scan  never; run goldkeeper scan"
        return [f"gold set   {found.gold}", never, *index_lines(found.index), *_care(health)]
    at = f"{found.scanned_at:%Y-%m-%d %H:%M} UTC" + (f" at {found.scanned_commit[:7]}" if found.scanned_commit else "")
    lines = [f"gold set   {found.gold}", f"last scan  {at}, {_freshness(found, health)}"]
    if found.headline:
        lines.append(f"           {found.headline}")
    lines += [*index_lines(found.index), *_care(health)]
    review = "nothing waits for an answer"
    if found.waiting or found.deferred:
        review = f"{open_words(found.waiting, found.deferred)}; run goldkeeper review list"
    lines.append(f"review     {review}")
    if found.oldest is not None:
        lines.append(f"           the oldest for {age(found.oldest)}")
    if found.unsound:
        lines.append("gold file  has damage or IDs that can't be checked; goldkeeper scan --force tells which")
    lines.append(f"decisions  {found.to_apply} to apply" + ("; run goldkeeper apply" if found.to_apply else ""))
    return lines


def _freshness(found: Status, health: Health) -> str:
    if found.fresh:
        return "up to date"
    remedy = "" if health.daemon is not None and health.daemon.alive else "; run goldkeeper scan"
    if found.commits_behind:
        since = f", for {age(health.behind)}" if health.behind else ""
        return f"{count(found.commits_behind, 'commit')} behind{since}{remedy}"
    return f"something changed since{remedy}"


def _care(health: Health) -> list[str]:
    """Who looks after it, and what keeps them from it."""
    lines = []
    if health.daemon is not None:
        seen = "at work" if health.daemon.alive else f"no sign for {age(health.at - health.daemon.seen)}"
        lines.append(f"daemon     {health.daemon.holder}: {seen}")
    if health.failing is not None:
        failing = health.failing
        times = count(failing.attempts, "time")
        lines.append(f"failing    for {age(health.at - failing.since)}, {times}: {failing.problem}")
    return lines


def age(waited: timedelta) -> str:
    """A span in round numbers.

    >>> [age(timedelta(hours=hours)) for hours in (0.9, 1, 47, 400)]
    ['less than an hour', '1 hour', '47 hours', '16 days']
    """
    hours = int(waited.total_seconds() // 3600)
    if hours < 1:
        return "less than an hour"
    if hours < 48:  # two days: hours say more until then
        return count(hours, "hour")
    return f"{hours // 24} days"
