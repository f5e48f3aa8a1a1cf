"""Taking answers back: one item's, a group's, or all that a judge said since a moment.

What is in the gold file already stands. An answer that decided nothing yet, because it waits for another judge's or
because the right one is known, is taken back as well.
"""

from collections.abc import Iterable
from datetime import datetime

from goldkeeper.model.errors import UnknownItem
from goldkeeper.model.reviews import UNSETTLED_STATES, ItemState, ReviewItem
from goldkeeper.workflow import review
from goldkeeper.workflow.selection import numbered
from goldkeeper.workflow.sessions import session_start
from goldkeeper.workflow.surroundings import Surroundings, sitting_of
from goldkeeper.workflow.wishes import Outcome


def take_back(world: Surroundings, numbers: Iterable[int], judge: str) -> Outcome:
    """Take answers back that are not in the gold file yet; the questions wait again."""
    items = numbered(world.queue, dict.fromkeys(numbers))
    aside = [item for item in items if _strike(world, item, judge)]
    struck = {item.number for item in aside}
    outcome = review.undo([item for item in items if item.number not in struck], sitting_of(world, judge), singly=False)
    answered = sorted([*outcome.answered, *aside], key=lambda item: item.number)
    return review.with_successors(Outcome(tuple(answered), outcome.skipped), world.queue)


def take_back_group(world: Surroundings, group: str, judge: str) -> Outcome:
    """Take back all answers of a group, whoever gave them; raises UnknownItem."""
    queue, said = world.queue, _said_by(world, judge, None)
    of_group = [item for item in queue.items(UNSETTLED_STATES) if item.group == group]
    if not of_group:
        raise UnknownItem("group", group)
    return take_back(world, [one.number for one in of_group if one.decision is not None or one.number in said], judge)


def take_back_session(world: Surroundings, judge: str, since: datetime) -> Outcome:
    """Take back all that a judge said since a moment."""
    own = [
        item.number
        for item in world.queue.items({ItemState.DECIDED, ItemState.DEFERRED})
        if item.decision is not None and judge in item.decision.judges and item.decision.at >= since
    ]
    return take_back(world, sorted({*own, *_said_by(world, judge, since)}), judge)


def session_since(world: Surroundings, judge: str) -> datetime | None:
    """When the judge's last session began, told by their answers that may still be taken back; None without any."""
    queue, known = world.queue, world.known
    said = [item.decision for item in queue.items({ItemState.DECIDED, ItemState.DEFERRED}) if item.decision]
    said += [one for given in queue.opinions().values() for one in given]
    said += [one.decision for one in known.book.answers(judge)] if known is not None else []
    return session_start(one.at for one in said if judge in one.judges)


def _said_by(world: Surroundings, judge: str, since: datetime | None) -> set[int]:
    """Questions of which a judge said something that decided nothing: it waits for others, or is known."""
    waits = {
        number
        for number, said in world.queue.opinions().items()
        if any(one.judge == judge and (since is None or one.at >= since) for one in said)
    }
    if world.known is None:
        return waits
    known = world.known.said_since(judge, since)
    return waits | {item.number for item in world.queue.items(UNSETTLED_STATES) if item.number in known}


def _strike(world: Surroundings, item: ReviewItem, judge: str) -> bool:
    """Take back what was said to a question whose answer is known; whether that was all there was."""
    known = world.known
    if known is None or not known.book.strike(item.number, judge):
        return False
    decision = item.decision
    return decision is None or judge not in decision.judges
