"""Transactions of the queue: one an answer, or one for all that a judge answers at once."""

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from goldkeeper.model.reviews import OPEN_STATES
from goldkeeper.stores.database import Database
from goldkeeper.stores.queue_rows import storable
from goldkeeper.stores.tables.queue import events, items

# One statement that names the states it leaves; made once, since making it costs more than running it.
DECIDE = (
    items.update()
    .where(
        items.c.scope == sa.bindparam("at_scope"),
        items.c.number == sa.bindparam("at_number"),
        items.c.content_key == sa.bindparam("at_key"),
        sa.or_(*(items.c.state == state.value for state in sorted(OPEN_STATES))),
    )
    .values(
        state=sa.bindparam("to_state"),
        answer=sa.bindparam("to_answer"),
        judge=sa.bindparam("to_judge"),
        decision=sa.bindparam("to_decision"),
    )
)


class QueueWriter:
    """Writes to one gold set's queue; safe to be used by several threads."""

    def __init__(self, database: Database, scope: str) -> None:
        self._database, self._scope = database, scope
        self._shared = threading.local()  # the transaction of a thread that answers many at once

    @contextmanager
    def together(self) -> Iterator[None]:
        """Within it all that this thread writes shares one transaction; an error that leaves it undoes all."""
        with self._database.writing() as connection:
            self._shared.connection, self._shared.told = connection, []
            try:
                yield
                if self._shared.told:
                    connection.execute(events.insert(), self._shared.told)
            finally:
                del self._shared.connection, self._shared.told

    @contextmanager
    def writing(self, *, one_change: bool = False) -> Iterator[Connection]:
        """A transaction, or a part of the shared one that is undone alone when it fails.

        Args:
            one_change: what fails has changed nothing, so there is nothing to undo.
        """
        shared: Connection | None = getattr(self._shared, "connection", None)
        if shared is None:
            with self._database.writing() as connection:
                yield connection
        elif one_change:
            yield shared
        else:
            with shared.begin_nested():
                yield shared

    def tell(self, connection: Connection, told: Sequence[tuple[int, str, str]], *, who: str, now: datetime) -> None:
        """Append to the log: item, what, why."""
        rows = [
            {"scope": self._scope, "item": n, "at": now, "who": storable(who), "what": what, "why": storable(why)}
            for n, what, why in told
        ]
        if rows and getattr(self._shared, "connection", None) is connection:
            self._shared.told += rows  # all of them at once in the end
        elif rows:
            connection.execute(events.insert(), rows)
