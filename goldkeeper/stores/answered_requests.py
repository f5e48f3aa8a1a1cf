"""What requests with an idempotency key were answered, so that a repeated one is not carried out twice.

The row is written before the work begins: of two requests with one key the second finds it, whether the
first has ended or not.
"""

import hashlib
from datetime import datetime, timedelta

import sqlalchemy as sa

from goldkeeper.model.serving import KeptAnswer
from goldkeeper.stores.database import Database
from goldkeeper.stores.tables.base import Moment
from goldkeeper.stores.tables.serving import answered_requests as kept

KEPT_FOR = timedelta(days=1)
GIVEN_UP_AFTER = timedelta(minutes=5)  # a request that has not ended by then died with its process

_CLAIM = sa.text(
    "INSERT INTO answered_requests (scope, judge, key, request, body, at)"
    " VALUES (:scope, :judge, :key, :request, '', :at) ON CONFLICT DO NOTHING"
).bindparams(sa.bindparam("at", type_=Moment))


class DatabaseAnsweredRequests:
    """`ports.AnsweredRequests` of one gold set."""

    def __init__(self, database: Database, scope: str) -> None:
        self._database, self._scope = database, scope

    def begin(self, judge: str, key: str, request: str, *, now: datetime) -> KeptAnswer | None:
        """Claim a key.

        Args:
            judge: whose key it is; others may use the same.
            key: as the client named the request.
            request: digest of what it asks for.
            now: in UTC.

        Returns:
            None for the first request of the key, which is then under way; else what stands under it.
        """
        mine = self._mine(judge, key)
        stale = kept.c.status.is_(None) & (kept.c.at < now - GIVEN_UP_AFTER)
        new = {"scope": self._scope, "judge": _digest(judge), "key": _digest(key), "request": request, "at": now}
        with self._database.writing() as connection:
            connection.execute(kept.delete().where((kept.c.at < now - KEPT_FOR) | (mine & stale)))
            if connection.execute(_CLAIM, new).rowcount:
                return None
            row = connection.execute(sa.select(kept.c.request, kept.c.status, kept.c.body).where(mine)).one()
        return KeptAnswer(row.request, row.status, row.body)

    def end(self, judge: str, key: str, *, status: int, body: str) -> None:
        """Keep the answer of the request that claimed the key."""
        with self._database.writing() as connection:
            connection.execute(kept.update().where(self._mine(judge, key)).values(status=status, body=body))

    def give_up(self, judge: str, key: str) -> None:
        """The request failed by our fault: the key may be tried again."""
        with self._database.writing() as connection:
            connection.execute(kept.delete().where(self._mine(judge, key), kept.c.status.is_(None)))

    def _mine(self, judge: str, key: str) -> "sa.ColumnElement[bool]":
        return (kept.c.scope == self._scope) & (kept.c.judge == _digest(judge)) & (kept.c.key == _digest(key))


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
