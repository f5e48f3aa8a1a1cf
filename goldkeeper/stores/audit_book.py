"""The book of audits in a database; nothing that was written is changed, answers get new versions."""

import json
from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection, Row
from sqlalchemy.exc import IntegrityError

from goldkeeper.model.audit_records import (
    AuditRecord,
    GateOverride,
    ReadingChange,
    ReadingVersion,
    Settlement,
    SettlementKind,
)
from goldkeeper.model.audits import Reading
from goldkeeper.model.errors_audits import AuditExists, AuditUnknown, RowUnknown
from goldkeeper.model.gold import Grade
from goldkeeper.stores.audit_codec import decode_audit, encode_audit, encode_row
from goldkeeper.stores.database import Database
from goldkeeper.stores.tables.audits import audit_readings, audit_rows, audit_settlements, audits, gate_overrides

_Named = tuple[int, str, bool]  # row, judge, arbitration: what has versions


class DatabaseAuditBook:
    """`ports.AuditBook` for one gold set; many share a database."""

    def __init__(self, database: Database, scope: str) -> None:
        """Open the audits of one gold set.

        Args:
            database: open, and closed by whoever opened it.
            scope: the gold set's name.
        """
        self._database, self._scope = database, _storable(scope)

    def keep(self, record: AuditRecord) -> None:
        """Put a draw on record; raises AuditExists."""
        draw, name = record.draw, _storable(record.draw.name)
        texts = {text.row: text for text in record.texts}
        mine = audits.c.scope == self._scope
        try:
            with self._database.writing() as connection:
                if connection.execute(sa.select(audits.c.name).where(mine, audits.c.name == name)).first():
                    raise AuditExists(draw.name)
                last = connection.execute(sa.select(sa.func.max(audits.c.place)).where(mine)).scalar() or 0
                connection.execute(
                    audits.insert().values(
                        scope=self._scope,
                        name=name,
                        place=last + 1,
                        drawn=draw.drawn_at,
                        seed=_storable(draw.seed),
                        gold_digest=draw.gold_digest,
                        passport_digest=draw.passport_digest,
                        frame_digest=draw.frame_digest,
                        versions=0,
                        payload=encode_audit(record),
                    )
                )
                rows = [
                    {
                        "scope": self._scope,
                        "audit": name,
                        "number": row.number,
                        "payload": encode_row(row, texts[row.number]),
                    }
                    for row in draw.rows
                ]
                if rows:
                    connection.execute(audit_rows.insert(), rows)
        except IntegrityError:  # two draws at once: the other was first
            raise AuditExists(draw.name) from None

    def names(self) -> tuple[str, ...]:
        """The audits, oldest first."""
        query = sa.select(audits.c.name).where(audits.c.scope == self._scope).order_by(audits.c.place)
        with self._database.reading() as connection:
            return tuple(connection.execute(query).scalars())

    def audit(self, name: str) -> AuditRecord:
        """One audit; raises AuditUnknown."""
        named = (audits.c.scope == self._scope) & (audits.c.name == _storable(name))
        of_it = (audit_rows.c.scope == self._scope) & (audit_rows.c.audit == _storable(name))
        with self._database.reading() as connection:
            payload = connection.execute(sa.select(audits.c.payload).where(named)).scalar()
            rows = connection.execute(sa.select(audit_rows.c.payload).where(of_it).order_by(audit_rows.c.number))
            payloads = list(rows.scalars())
        if payload is None:
            raise AuditUnknown(name, self.names())
        return decode_audit(name, payload, payloads)

    def take(self, name: str, readings: Sequence[Reading], *, origin: str) -> ReadingChange:
        """Take readings in: the same once, changed ones as new versions; all of it or nothing.

        Raises:
            AuditUnknown, RowUnknown.
        """
        added, unchanged, changed = [], [], []
        with self._database.writing() as connection:
            count = self._locked(connection, name)
            numbers = self._numbers(connection, name)
            standing = {_named(one.reading): one for one in self._versions(connection, name)}
            rows: list[dict[str, Any]] = []
            for given in readings:
                reading = _kept_form(given)
                if reading.row not in numbers:
                    raise RowUnknown(name, str(reading.row), f"its rows are 1 to {max(numbers, default=0)}")
                before = standing.get(_named(reading))
                if before is not None and _says(before.reading) == _says(reading):
                    unchanged.append(before.reading)
                    continue
                version = before.version + 1 if before is not None else 1
                standing[_named(reading)] = ReadingVersion(reading, version, origin)
                if before is None:
                    added.append(reading)
                else:
                    changed.append((reading, before.reading))
                count += 1
                rows.append(self._reading_row(name, count, ReadingVersion(reading, version, origin)))
            if rows:
                connection.execute(audit_readings.insert(), rows)
                of_it = (audits.c.scope == self._scope) & (audits.c.name == _storable(name))
                connection.execute(audits.update().where(of_it).values(versions=count))
        return ReadingChange(tuple(added), tuple(unchanged), tuple(changed))

    def readings(self, name: str) -> tuple[Reading, ...]:
        """The readings that stand, by row, judge, arbitration last; raises AuditUnknown."""
        standing = {_named(one.reading): one.reading for one in self.log(name)}
        return tuple(standing[key] for key in sorted(standing, key=lambda named: (named[0], named[2], named[1])))

    def log(self, name: str) -> tuple[ReadingVersion, ...]:
        """Every version there ever was, in the order in which they came; raises AuditUnknown."""
        with self._database.reading() as connection:
            self._check(connection, name)
            return self._versions(connection, name)

    def settle(self, name: str, settlements: Sequence[Settlement]) -> None:
        """Remember what was carried out; raises AuditUnknown, RowUnknown."""
        with self._database.writing() as connection:
            self._locked(connection, name)
            numbers = self._numbers(connection, name)
            for one in settlements:
                if one.row not in numbers:
                    raise RowUnknown(name, str(one.row), f"its rows are 1 to {max(numbers, default=0)}")
            rows = [
                {
                    "scope": self._scope,
                    "audit": _storable(name),
                    "row": one.row,
                    "kind": one.kind.value,
                    "item": one.item,
                    "by": _storable(one.by),
                    "at": one.at,
                    "note": _storable(one.note),
                }
                for one in settlements
            ]
            if rows:
                connection.execute(audit_settlements.insert(), rows)

    def settlements(self, name: str) -> tuple[Settlement, ...]:
        """What was carried out, in that order; raises AuditUnknown."""
        table = audit_settlements
        mine = (table.c.scope == self._scope) & (table.c.audit == _storable(name))
        with self._database.reading() as connection:
            self._check(connection, name)
            found = connection.execute(sa.select(table).where(mine).order_by(table.c.id))
            return tuple(
                Settlement(row.row, SettlementKind(row.kind), row.item, row.by, row.at, row.note) for row in found
            )

    def keep_override(self, override: GateOverride) -> None:
        """Remember that somebody let a release pass."""
        with self._database.writing() as connection:
            connection.execute(
                gate_overrides.insert().values(
                    scope=self._scope,
                    release=_storable(override.release),
                    by=_storable(override.by),
                    reason=_storable(override.reason),
                    at=override.at,
                    gold_digest=override.gold_digest,
                    refused=json.dumps(list(override.refused)),
                )
            )

    def overrides(self, release: str | None = None) -> tuple[GateOverride, ...]:
        """Who let what pass, oldest first; of one release or of all."""
        table = gate_overrides
        query = sa.select(table).where(table.c.scope == self._scope).order_by(table.c.id)
        if release is not None:
            query = query.where(table.c.release == _storable(release))
        with self._database.reading() as connection:
            return tuple(
                GateOverride(row.release, row.by, row.reason, row.at, row.gold_digest, tuple(json.loads(row.refused)))
                for row in connection.execute(query)
            )

    def _locked(self, connection: Connection, name: str) -> int:
        """How many readings there are; whoever else writes to this audit waits until we are done."""
        of_it = (audits.c.scope == self._scope) & (audits.c.name == _storable(name))
        connection.execute(audits.update().where(of_it).values(versions=audits.c.versions))
        self._check(connection, name)
        return int(connection.execute(sa.select(audits.c.versions).where(of_it)).scalar_one())

    def _check(self, connection: Connection, name: str) -> None:
        mine = audits.c.scope == self._scope
        if connection.execute(sa.select(audits.c.place).where(mine, audits.c.name == _storable(name))).first() is None:
            known = connection.execute(sa.select(audits.c.name).where(mine).order_by(audits.c.place)).scalars()
            raise AuditUnknown(name, tuple(known))

    def _numbers(self, connection: Connection, name: str) -> frozenset[int]:
        table = audit_rows
        mine = (table.c.scope == self._scope) & (table.c.audit == _storable(name))
        return frozenset(connection.execute(sa.select(table.c.number).where(mine)).scalars())

    def _versions(self, connection: Connection, name: str) -> tuple[ReadingVersion, ...]:
        table = audit_readings
        mine = (table.c.scope == self._scope) & (table.c.audit == _storable(name))
        return tuple(map(_to_version, connection.execute(sa.select(table).where(mine).order_by(table.c.place))))

    def _reading_row(self, name: str, place: int, one: ReadingVersion) -> dict[str, Any]:
        reading = one.reading
        return {
            "scope": self._scope,
            "audit": _storable(name),
            "place": place,
            "row": reading.row,
            "judge": reading.judge,
            "arbitration": reading.arbitration,
            "version": one.version,
            "grade": reading.grade,
            "ambiguous_query": reading.ambiguous_query,
            "wrong_span": reading.wrong_span,
            "doubt": reading.doubt,
            "at": reading.at,
            "origin": _storable(one.origin),
        }


def _to_version(row: Row[Any]) -> ReadingVersion:
    reading = Reading(
        row=row.row,
        judge=row.judge,
        grade=Grade(row.grade) if row.grade is not None else None,
        at=row.at,
        doubt=row.doubt,
        ambiguous_query=row.ambiguous_query,
        wrong_span=row.wrong_span,
        arbitration=row.arbitration,
    )
    return ReadingVersion(reading, row.version, row.origin)


def _named(reading: Reading) -> _Named:
    return reading.row, reading.judge, reading.arbitration


def _says(reading: Reading) -> tuple[object, ...]:
    """What makes two readings the same; when it was said is no part of it."""
    return reading.grade, reading.doubt, reading.ambiguous_query, reading.wrong_span


def _kept_form(reading: Reading) -> Reading:
    """The reading as a database gives it back, so that the same is the same."""
    return Reading(
        reading.row,
        _storable(reading.judge),
        reading.grade,
        reading.at,
        _storable(reading.doubt),
        reading.ambiguous_query,
        reading.wrong_span,
        reading.arbitration,
    )


def _storable(text: str) -> str:
    """Text as any database takes it: no NUL, no bytes that are no UTF-8."""
    return text.replace("\0", "\ufffd").encode("utf-8", "replace").decode()
