"""Requests for an audit sample in the database; see `ports.AuditRequests`."""

from datetime import datetime

import sqlalchemy as sa

from goldkeeper.model.upgrades import AuditDue
from goldkeeper.stores.database import Database
from goldkeeper.stores.passport_book import storable
from goldkeeper.stores.tables.passports import audit_requests


class DatabaseAuditRequests:
    """The requests of one gold set."""

    def __init__(self, database: Database, scope: str) -> None:
        self._database, self._scope = database, storable(scope)

    def ask(self, reason: str, *, upgrade: int | None, at: datetime) -> AuditDue:
        """Ask for a sample; what an upgrade has asked for is not asked for twice."""
        with self._database.writing() as connection:
            if upgrade is not None:
                mine = (audit_requests.c.scope == self._scope) & (audit_requests.c.upgrade == upgrade)
                row = connection.execute(sa.select(audit_requests).where(mine)).first()
                if row is not None:
                    return AuditDue(row.number, row.reason, row.upgrade, row.since)
            asked = {"scope": self._scope, "reason": storable(reason), "upgrade": upgrade, "since": at}
            number = connection.execute(audit_requests.insert().returning(audit_requests.c.number), asked).scalar_one()
            return AuditDue(number, reason, upgrade, at)

    def due(self) -> tuple[AuditDue, ...]:
        """Requests that nobody met, oldest first."""
        open_ones = (audit_requests.c.scope == self._scope) & audit_requests.c.settled.is_(None)
        query = sa.select(audit_requests).where(open_ones).order_by(audit_requests.c.number)
        with self._database.reading() as connection:
            rows = connection.execute(query).all()
        return tuple(AuditDue(row.number, row.reason, row.upgrade, row.since) for row in rows)

    def settle(self, *, by: str, at: datetime) -> int:
        """A sample was drawn: it meets all requests that there are; how many."""
        open_ones = (audit_requests.c.scope == self._scope) & audit_requests.c.settled.is_(None)
        with self._database.writing() as connection:
            met = audit_requests.update().where(open_ones).values(settled=at, settled_by=storable(by))
            return connection.execute(met).rowcount
