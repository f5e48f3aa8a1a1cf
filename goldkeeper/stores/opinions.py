"""What judges said of open questions, inside the transactions of the queue.

The caller holds the item's row, so that of two judges who answer at the same moment the second sees what the
first said: no pair of answers that agree is overlooked, and none is counted twice.
"""

from collections import defaultdict
from collections.abc import Mapping

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from goldkeeper.model.errors import AnswerGiven
from goldkeeper.model.judge_names import name_key
from goldkeeper.model.reviews import OPEN_STATES, Decision
from goldkeeper.stores.codec import decode_decision, encode_decision
from goldkeeper.stores.tables.queue import items
from goldkeeper.stores.tables.reviewing import opinions


def give(connection: Connection, scope: str, decision: Decision, judge: str) -> tuple[Decision, ...]:
    """Write down what a judge says; all that was said of the item, the newest last.

    Raises:
        AnswerGiven: the judge has answered, in whatever spelling; who was not sure may still come to an answer.
    """
    before = said_of(connection, scope, decision.item)
    if any(one.counts and name_key(one.judge) == name_key(judge) for one in before):
        raise AnswerGiven(decision.item)
    withdraw(connection, scope, decision.item, judge)
    connection.execute(
        opinions.insert().values(
            scope=scope,
            item=decision.item,
            judge=judge,
            at=decision.at,
            counts=decision.counts,
            decision=encode_decision(decision),
        )
    )
    return (*(one for one in before if one.judge != judge), decision)


def withdraw(connection: Connection, scope: str, number: int, judge: str | None = None) -> bool:
    """Strike what a judge said of an item, or with None what anybody did; whether there was anything."""
    mine = opinions.delete().where(opinions.c.scope == scope, opinions.c.item == number)
    if judge is not None:
        mine = mine.where(opinions.c.judge == judge)
    return connection.execute(mine).rowcount > 0


def said_of(connection: Connection, scope: str, number: int) -> tuple[Decision, ...]:
    """What was said of one item, in the order it was said."""
    query = (
        sa.select(opinions.c.decision)
        .where(opinions.c.scope == scope, opinions.c.item == number)
        .order_by(opinions.c.id)
    )
    return tuple(decode_decision(text) for text in connection.execute(query).scalars())


def said_of_open(connection: Connection, scope: str) -> Mapping[int, tuple[Decision, ...]]:
    """What was said of all items that are still open, by item."""
    query = (
        sa.select(opinions.c.item, opinions.c.decision)
        .join(items, (items.c.scope == opinions.c.scope) & (items.c.number == opinions.c.item))
        .where(opinions.c.scope == scope, items.c.state.in_([state.value for state in OPEN_STATES]))
        .order_by(opinions.c.id)
    )
    found: dict[int, list[Decision]] = defaultdict(list)
    for number, text in connection.execute(query):
        found[number].append(decode_decision(text))
    return {number: tuple(said) for number, said in found.items()}
