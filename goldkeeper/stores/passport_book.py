"""The book of passports in the database; see `ports.PassportBook`.

An upgrade leads to one finished scan, whoever dies on the way: it is taken by a statement that names `waiting` as the
state it leaves, and ended, in the transaction that keeps the scan, by one that names the holder. A scan that was
killed before has ended nothing; what it took is given back by whoever finds its holder dead.
"""

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection, Row

from goldkeeper.model.chunks import CommitId
from goldkeeper.model.passports import Passport
from goldkeeper.model.upgrades import CheckedScan, Upgrade, UpgradeKind, UpgradeState
from goldkeeper.ports import FinishedScan, SeenPassport, Standing
from goldkeeper.stores.database import Database
from goldkeeper.stores.passport_codec import decode_passport, encode_passport
from goldkeeper.stores.tables.passports import audit_requests, indexes, passports, scans, upgrades


class DatabasePassportBook:
    """The passports of one gold set's index."""

    def __init__(self, database: Database, scope: str) -> None:
        """Open the book of one gold set.

        Args:
            database: open, and closed by whoever opened it.
            scope: the gold set's name.
        """
        self._database, self._scope = database, storable(scope)

    def standing(self) -> Standing | None:
        """What is known; None before anything was."""
        with self._database.reading() as connection:
            row = connection.execute(sa.select(indexes).where(indexes.c.scope == self._scope)).one_or_none()
            if row is None:
                return None
            known = self._payloads(connection, {row.passport, row.reading})
            return Standing(known[row.passport], known[row.reading])

    def learn(
        self,
        before: Standing | None,
        now: Standing,
        *,
        kinds: Sequence[UpgradeKind],
        told_by: str,
        at: datetime,
    ) -> Upgrade | None:
        """Turn the page, if `before` still stands; see the port."""
        with self._database.writing() as connection:
            if not self._turn(connection, before, now):
                return None
            for passport in (now.passport, now.reading):
                self._keep(connection, passport, at)
            if before is None or not kinds:
                return None
            number: int = connection.execute(
                sa.select(indexes.c.last_upgrade).where(indexes.c.scope == self._scope)
            ).scalar_one()
            upgrade = Upgrade(number + 1, before.passport, now.passport, tuple(kinds), at, told_by)
            connection.execute(
                indexes.update().where(indexes.c.scope == self._scope).values(last_upgrade=upgrade.number)
            )
            connection.execute(
                upgrades.insert(),
                {
                    "scope": self._scope,
                    "number": upgrade.number,
                    "before": before.passport.digest,
                    "after": now.passport.digest,
                    "kinds": " ".join(kind.value for kind in kinds),
                    "seen_at": at,
                    "told_by": storable(told_by),
                    "state": UpgradeState.WAITING.value,
                    "holder": "",
                },
            )
            return upgrade

    def passports(self, limit: int) -> tuple[SeenPassport, ...]:
        """The passports that were seen last, newest first."""
        query = (
            sa.select(passports)
            .where(passports.c.scope == self._scope)
            .order_by(passports.c.last_seen.desc(), passports.c.first_seen.desc(), passports.c.digest)
            .limit(limit)
        )
        with self._database.reading() as connection:
            return tuple(
                SeenPassport(decode_passport(row.payload), row.first_seen, row.last_seen)
                for row in connection.execute(query)
            )

    def passport(self, digest: str) -> Passport | None:
        """A passport that was seen, by its digest."""
        with self._database.reading() as connection:
            return self._payloads(connection, {digest}).get(digest)

    def upgrades(self, states: Sequence[UpgradeState] | None = None, *, limit: int = 0) -> tuple[Upgrade, ...]:
        """Upgrades by number; of a limit above 0 the newest ones."""
        query = sa.select(upgrades).where(upgrades.c.scope == self._scope).order_by(upgrades.c.number.desc())
        if states is not None:
            query = query.where(upgrades.c.state.in_([state.value for state in states]))
        with self._database.reading() as connection:
            rows = list(connection.execute(query.limit(limit) if limit else query))
            return self._as_upgrades(connection, reversed(rows))

    def claim(self, holder: str, *, number: int | None = None) -> tuple[Upgrade, ...]:
        """Take all waiting upgrades, or one of them; those that are taken."""
        mine = (upgrades.c.scope == self._scope) & (upgrades.c.state == UpgradeState.WAITING.value)
        if number is not None:
            mine &= upgrades.c.number == number
        with self._database.writing() as connection:
            taken = upgrades.update().where(mine).values(state=UpgradeState.RUNNING.value, holder=storable(holder))
            numbers = connection.execute(taken.returning(upgrades.c.number)).scalars().all()
            query = sa.select(upgrades).where(upgrades.c.scope == self._scope, upgrades.c.number.in_(numbers))
            return self._as_upgrades(connection, connection.execute(query.order_by(upgrades.c.number)))

    def release(self, holder: str) -> int:
        """Let upgrades that a holder took wait again; how many."""
        with self._database.writing() as connection:
            given = upgrades.update().where(self._held_by(holder)).values(state=UpgradeState.WAITING.value, holder="")
            return connection.execute(given).rowcount

    def holders(self) -> tuple[str, ...]:
        """Who has taken upgrades and not finished, by name."""
        running = (upgrades.c.scope == self._scope) & (upgrades.c.state == UpgradeState.RUNNING.value)
        query = sa.select(upgrades.c.holder).where(running).distinct().order_by(upgrades.c.holder)
        with self._database.reading() as connection:
            return tuple(connection.execute(query).scalars())

    def finish(self, scan: FinishedScan, *, holder: str, audits: Mapping[int, str]) -> CheckedScan:
        """Keep a scan, and end all upgrades that its holder took: all of it happens, or nothing; see the port."""
        with self._database.writing() as connection:
            self._keep(connection, scan.passport, scan.ended)
            row = {
                "scope": self._scope,
                "name": scan.name,
                "began": scan.began,
                "ended": scan.ended,
                "commit_id": scan.commit,
                "passport": scan.passport.digest,
                "gold_digest": scan.gold_digest,
                "asked_by": storable(scan.asked_by),
                "needs_a_person": scan.needs_a_person,
                "outcomes": json.dumps(scan.outcomes, sort_keys=True),
            }
            number = connection.execute(scans.insert().returning(scans.c.number), row).scalar_one()
            ended = upgrades.update().where(self._held_by(holder))
            ended = ended.values(state=UpgradeState.DONE.value, holder="", scan=number)
            numbers = sorted(connection.execute(ended.returning(upgrades.c.number)).scalars())
            requests = [
                {"scope": self._scope, "reason": storable(audits[one]), "upgrade": one, "since": scan.ended}
                for one in numbers
                if one in audits
            ]
            if requests:
                connection.execute(audit_requests.insert(), requests)
            return _as_scan(connection.execute(sa.select(scans).where(scans.c.number == number)).one())

    def scans(self, limit: int) -> tuple[CheckedScan, ...]:
        """The scans that ended last, newest first."""
        query = sa.select(scans).where(scans.c.scope == self._scope).order_by(scans.c.number.desc()).limit(limit)
        with self._database.reading() as connection:
            return tuple(map(_as_scan, connection.execute(query)))

    def scan(self, number: int) -> CheckedScan | None:
        """One of them."""
        query = sa.select(scans).where(scans.c.scope == self._scope, scans.c.number == number)
        with self._database.reading() as connection:
            row = connection.execute(query).one_or_none()
        return _as_scan(row) if row is not None else None

    def _turn(self, connection: Connection, before: Standing | None, now: Standing) -> bool:
        """Whether the row was as `before` says, and now says `now`."""
        values = {"passport": now.passport.digest, "reading": now.reading.digest}
        if before is None:
            first = sa.text(
                "INSERT INTO indexes (scope, passport, reading, last_upgrade)"
                " VALUES (:scope, :passport, :reading, 0) ON CONFLICT DO NOTHING"
            )
            return connection.execute(first, {"scope": self._scope, **values}).rowcount == 1
        left = (
            (indexes.c.scope == self._scope)
            & (indexes.c.passport == before.passport.digest)
            & (indexes.c.reading == before.reading.digest)
        )
        return connection.execute(indexes.update().where(left).values(**values)).rowcount == 1

    def _keep(self, connection: Connection, passport: Passport, at: datetime) -> None:
        """Every passport ever seen, with the places that spoke of it last."""
        payload = encode_passport(passport)
        known = (passports.c.scope == self._scope) & (passports.c.digest == passport.digest)
        fresh = passports.update().where(known).values(payload=payload, last_seen=at)
        if connection.execute(fresh).rowcount == 0:
            row = {"scope": self._scope, "digest": passport.digest, "payload": payload}
            connection.execute(passports.insert(), {**row, "first_seen": at, "last_seen": at})

    def _payloads(self, connection: Connection, digests: set[str]) -> Mapping[str, Passport]:
        query = sa.select(passports.c.digest, passports.c.payload)
        query = query.where(passports.c.scope == self._scope, passports.c.digest.in_(sorted(digests)))
        return {digest: decode_passport(payload) for digest, payload in connection.execute(query)}

    def _as_upgrades(self, connection: Connection, rows: Any) -> tuple[Upgrade, ...]:
        rows = list(rows)
        known = self._payloads(connection, {row.before for row in rows} | {row.after for row in rows})
        return tuple(
            Upgrade(
                number=row.number,
                before=known[row.before],
                after=known[row.after],
                kinds=tuple(UpgradeKind(kind) for kind in row.kinds.split()),
                seen_at=row.seen_at,
                told_by=row.told_by,
                state=UpgradeState(row.state),
                holder=row.holder,
                scan=row.scan,
            )
            for row in rows
        )

    def _held_by(self, holder: str) -> sa.ColumnElement[bool]:
        return sa.and_(
            upgrades.c.scope == self._scope,
            upgrades.c.state == UpgradeState.RUNNING.value,
            upgrades.c.holder == storable(holder),
        )


def _as_scan(row: Row[Any]) -> CheckedScan:
    return CheckedScan(
        number=row.number,
        name=row.name,
        began=row.began,
        ended=row.ended,
        commit=CommitId(row.commit_id) if row.commit_id is not None else None,
        passport=row.passport,
        gold_digest=row.gold_digest,
        asked_by=row.asked_by,
        needs_a_person=row.needs_a_person,
        outcomes=json.loads(row.outcomes),
    )


def storable(text: str) -> str:
    """Text as any database takes it: no NUL, no bytes that are no UTF-8."""
    return text.replace("\0", "\ufffd").encode("utf-8", "replace").decode()
