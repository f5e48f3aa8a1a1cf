"""Answers to questions whose right answer is known, in the database."""

import sqlalchemy as sa

from goldkeeper.model.known_answers import KnownAnswer, KnownKind
from goldkeeper.stores.codec import decode_decision, encode_decision
from goldkeeper.stores.database import Database
from goldkeeper.stores.queue_rows import storable
from goldkeeper.stores.tables.reviewing import known_answers as kept


class DatabaseKnownBook:
    """`ports.KnownBook` of one gold set."""

    def __init__(self, database: Database, scope: str) -> None:
        self._database, self._scope = database, storable(scope)

    def keep(self, answer: KnownAnswer) -> None:
        """Write it down; of one judge and item the newest counts."""
        row = {
            "scope": self._scope,
            "item": answer.item,
            "judge": storable(answer.judge),
            "at": answer.at,
            "kind": answer.kind.value,
            "correct": answer.right,
            "decision": encode_decision(answer.decision),
        }
        with self._database.writing() as connection:
            connection.execute(kept.delete().where(self._mine(answer.item, answer.judge)))
            connection.execute(kept.insert().values(row))

    def strike(self, item: int, judge: str) -> bool:
        """Forget a judge's answer; whether there was one."""
        with self._database.writing() as connection:
            return connection.execute(kept.delete().where(self._mine(item, judge))).rowcount > 0

    def answers(self, judge: str | None = None) -> tuple[KnownAnswer, ...]:
        """A judge's answers, or with None all, in the order they were given."""
        query = sa.select(kept.c.kind, kept.c.correct, kept.c.decision).where(kept.c.scope == self._scope)
        if judge is not None:
            query = query.where(kept.c.judge == storable(judge))
        with self._database.reading() as connection:
            rows = connection.execute(query.order_by(kept.c.id)).all()
        return tuple(KnownAnswer(KnownKind(kind), decode_decision(text), right) for kind, right, text in rows)

    def mark(self) -> int:
        """Another number after each change."""
        query = sa.select(sa.func.max(kept.c.id), sa.func.count()).where(kept.c.scope == self._scope)
        with self._database.reading() as connection:
            newest, count = connection.execute(query).one()
        return 1_000_000 * int(newest or 0) + int(count)

    def _mine(self, item: int, judge: str) -> "sa.ColumnElement[bool]":
        return (kept.c.scope == self._scope) & (kept.c.item == item) & (kept.c.judge == storable(judge))
