"""What comes next after an answer, as commands."""

from collections.abc import Iterable

from goldkeeper.model.reviews import Answer, ItemState, ReviewItem
from goldkeeper.reporting.review_words import open_words
from goldkeeper.reporting.wording import count


def next_lines(items: Iterable[ReviewItem]) -> list[str]:
    """What comes next after an answer, as commands with their reasons; none when nothing does.

    Args:
        items: those that wait, were put off, or are decided.
    """
    held = list(items)
    waiting = sum(item.state is ItemState.WAITING for item in held)
    deferred = sum(item.state is ItemState.DEFERRED for item in held)
    decided = [item for item in held if item.state is ItemState.DECIDED and item.decision is not None]
    to_apply = sum(item.decision is not None and item.decision.answer is not Answer.REJECT for item in decided)
    steps = []
    if waiting or deferred:
        steps.append(("goldkeeper review list", open_words(waiting, deferred)))
    if to_apply:
        steps.append(("goldkeeper apply --dry-run", f"{count(to_apply, 'decision')} to apply"))
    heads = ("Next: ", "      ")
    return [f"{head}{command:<26}  {why}" for head, (command, why) in zip(heads, steps, strict=False)]
