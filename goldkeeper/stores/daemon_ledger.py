"""The daemon's ledger in the database; see `ports.Ledger`.

A tenure is taken by compare and swap: the row must stand as it was seen, token and beat. Whether a
holder still lives is not asked of the clock, since two hosts' clocks differ: whoever waits watches
whether the beat changes. A slot belongs to the one who could insert its row.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from goldkeeper.model.tenure import Holder, Tenure
from goldkeeper.stores.database import Database
from goldkeeper.stores.tables.daemon import daemons, slots

KEPT_SLOTS = 400  # a year of a daily job, to look back at
DECLARED = "declared"


class DatabaseLedger:
    """The ledger of one gold set."""

    def __init__(self, database: Database, scope: str) -> None:
        self._database, self._scope = database, scope
        self._row = daemons.c.scope == scope

    def look(self) -> Tenure | None:
        """Who has it; None when nobody ever had."""
        with self._database.reading() as connection:
            row = connection.execute(sa.select(daemons).where(self._row)).one_or_none()
        return None if row is None else _tenure(row)

    def take(self, me: Holder, *, replacing: Tenure | None, now: datetime) -> bool:
        """Take it, if it still stands as it was seen."""
        mine = {"token": me.token, "host": me.host, "pid": me.pid, "since": now, "beat": now}
        with self._database.writing() as connection:
            if replacing is not None:
                seen = self._row & (daemons.c.token == replacing.holder.token) & (daemons.c.beat == replacing.beat)
                return connection.execute(sa.update(daemons).where(seen).values(**mine)).rowcount == 1
            try:
                with connection.begin_nested():
                    connection.execute(sa.insert(daemons).values(scope=self._scope, followed="", state="{}", **mine))
            except IntegrityError:
                return False
            return True

    def beat(self, me: Holder, *, state: str, now: datetime) -> bool:
        """A sign of life; False when somebody else took over."""
        return self._change_mine(me, beat=now, state=state)

    def release(self, me: Holder) -> None:
        """Give it back."""
        self._change_mine(me, token="", state="{}")

    def follow(self, branch: str) -> None:
        """Remember the branch that scans stay with."""
        with self._database.writing() as connection:
            connection.execute(sa.update(daemons).where(self._row).values(followed=branch))

    def declare(self, job: str, *, now: datetime) -> None:
        """Runs of a job are owed from now on."""
        with self._database.writing() as connection:
            known = sa.select(slots.c.job).where(self._of(job)).limit(1)
            if connection.execute(known).first() is None:
                connection.execute(sa.insert(slots).values(**self._new(job, now, "", now, DECLARED), ended=now))

    def last_slots(self) -> Mapping[str, datetime]:
        """By job its newest slot, or when it was declared."""
        newest = sa.func.max(slots.c.slot, type_=slots.c.slot.type)
        question = sa.select(slots.c.job, newest).where(slots.c.scope == self._scope).group_by(slots.c.job)
        with self._database.reading() as connection:
            return {row[0]: row[1] for row in connection.execute(question.order_by(slots.c.job))}

    def claim(self, job: str, slot: datetime, *, me: Holder, now: datetime) -> bool:
        """Be the one who runs it; a slot that another began and never ended goes to who has the gold set now."""
        with self._database.writing() as connection:
            try:
                with connection.begin_nested():
                    connection.execute(sa.insert(slots).values(**self._new(job, slot, me.token, now, "")))
            except IntegrityError:
                left = self._of(job) & (slots.c.slot == slot) & slots.c.ended.is_(None) & (slots.c.token != me.token)
                mine = sa.exists().where(self._row & (daemons.c.token == me.token))
                again = sa.update(slots).where(left & mine).values(token=me.token, claimed=now)
                return connection.execute(again).rowcount == 1
            old = sa.select(slots.c.slot).where(self._of(job)).order_by(slots.c.slot.desc()).offset(KEPT_SLOTS).limit(1)
            limit = connection.execute(old).scalar()
            if limit is not None:
                connection.execute(sa.delete(slots).where(self._of(job) & (slots.c.slot <= limit)))
            return True

    def end(self, job: str, slot: datetime, *, outcome: str, now: datetime) -> None:
        """The run came to its end."""
        with self._database.writing() as connection:
            one = self._of(job) & (slots.c.slot == slot)
            connection.execute(sa.update(slots).where(one).values(ended=now, outcome=outcome))

    def unfinished(self, *, me: Holder) -> Mapping[str, datetime]:
        """By job the newest slot that another daemon claimed and never ended."""
        left = (slots.c.scope == self._scope) & slots.c.ended.is_(None) & (slots.c.token != me.token)
        question = sa.select(slots.c.job, slots.c.slot).where(left).order_by(slots.c.slot)
        with self._database.reading() as connection:
            return {row.job: row.slot for row in connection.execute(question)}

    def _change_mine(self, me: Holder, **values: Any) -> bool:
        with self._database.writing() as connection:
            mine = self._row & (daemons.c.token == me.token)
            return connection.execute(sa.update(daemons).where(mine).values(**values)).rowcount == 1

    def _of(self, job: str) -> sa.ColumnElement[bool]:
        return (slots.c.scope == self._scope) & (slots.c.job == job)

    def _new(self, job: str, slot: datetime, token: str, now: datetime, outcome: str) -> dict[str, Any]:
        return {
            "scope": self._scope,
            "job": job,
            "slot": slot,
            "token": token,
            "claimed": now,
            "outcome": outcome,
        }


def _tenure(row: Any) -> Tenure:
    return Tenure(Holder(row.token, row.host, row.pid), row.since, row.beat, row.followed, row.state)
