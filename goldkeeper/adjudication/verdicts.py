"""Verdicts on one item → the decision that stands: by default the first one, with two judges the first two that agree.

Two judges agree when their answers do the same to the gold file, however they were put: to accept the proposed
chunk and to name it are one answer. Where the first two differ, a third settles it; and if that one says
something else again, whoever comes next.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from goldkeeper.model.reviews import TOGETHER, Answer, Decision, Target


def effect_of(decision: Decision) -> tuple[object, ...]:
    """What an answer does to the gold file; equal for answers that do the same.

    >>> from goldkeeper.model.reviews import Answer
    >>> from datetime import datetime, UTC
    >>> noon = datetime(2026, 3, 14, 12, tzinfo=UTC)
    >>> retired, accepted = (Decision(1, answer, (), "ada", noon) for answer in (Answer.RETIRE, Answer.ACCEPT))
    >>> effect_of(retired) == effect_of(accepted)  # of a proposal to take it out
    True
    """
    if decision.answer is Answer.REJECT:
        return ("stays",)
    if decision.parted:
        return ("parts", *sorted((query, _sorted(decision.targets_for(query))) for query in decision.queries or ()))
    queries = None if decision.queries is None else tuple(sorted(decision.queries))
    return ("goes", _sorted(decision.targets), queries)


def _sorted(targets: Iterable[Target]) -> tuple[tuple[str, str, int], ...]:
    """Targets in an order that nobody chose; -1 keeps each pair's grade."""
    return tuple(
        sorted((str(one.chunk_id), one.digest, -1 if one.grade is None else int(one.grade)) for one in targets)
    )


def settle(given: Sequence[Decision], *, judges: int) -> Decision | None:
    """The decision that stands; None while too few agree.

    Args:
        given: what was said of one item, in the order it was said; no judge twice.
        judges: how many have to agree, at least 1.

    Returns:
        The last of those that agree, in the names of all of them and with all their reasons.
    """
    if not given:
        return None
    newest = given[-1]
    agreeing = [one for one in given if one.counts and effect_of(one) == effect_of(newest)]
    if not newest.counts or len(agreeing) < judges:
        return None
    reasons = "; ".join(dict.fromkeys(one.reason for one in agreeing if one.reason))
    return replace(newest, judge=TOGETHER.join(one.judge for one in agreeing), reason=reasons)


def in_dispute(given: Sequence[Decision]) -> bool:
    """Whether judges said different things, so that another is needed."""
    return len({effect_of(one) for one in given if one.counts}) > 1
