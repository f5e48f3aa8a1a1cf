"""What the API answers with beside the items, as JSON values."""

from typing import Any

from goldkeeper.adjudication.cards import Card
from goldkeeper.workflow.desk import Progress
from goldkeeper.workflow.status import Status


def status_record(status: Status, progress: Progress) -> dict[str, Any]:
    """How fresh the last scan is, what waits, and who answered."""
    return {
        "gold": status.gold,
        "clean": status.clean,
        "fresh": status.fresh,
        "scanned_at": status.scanned_at.isoformat() if status.scanned_at else None,
        "scanned_commit": status.scanned_commit,
        "head_commit": status.head_commit,
        "commits_behind": status.commits_behind,
        "headline": status.headline,
        "waiting": status.waiting,
        "deferred": status.deferred,
        "unsound": status.unsound,
        "to_apply": status.to_apply,
        "judges": [{"judge": name, "answers": number} for name, number in progress.judges],
    }


def card_record(card: Card) -> dict[str, Any]:
    """A cause with what hangs on it."""
    return {
        "group": card.group,
        "sentence": card.sentence,
        "waiting": len(card.members),
        "answered": [item.number for item in card.answered],
        "worth": round(card.worth, 3),
        "reason": card.reason or None,
        "holds_release": card.holds,
        "since": card.since.isoformat(),
        "accepted_in_passing": card.in_passing,
        "numbers": [member.number for member in card.members],
        "odd": [{"number": member.number, "oddities": list(member.oddities)} for member in card.odd],
    }
