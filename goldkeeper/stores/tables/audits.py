"""Audits: what was drawn, who read what, what was said, what came of it."""

import sqlalchemy as sa

from goldkeeper.stores.tables.base import Moment, metadata

# The row of an audit is also its lock: whoever takes readings in updates it first, so that two imports
# at once come one after the other and versions are numbered without gaps.
audits = sa.Table(
    "audits",
    metadata,
    sa.Column("scope", sa.Text, primary_key=True),
    sa.Column("name", sa.String(200), primary_key=True),
    sa.Column("place", sa.Integer, nullable=False),  # order of the draws of a gold set, from 1
    sa.Column("drawn", Moment, nullable=False),
    sa.Column("seed", sa.Text, nullable=False),
    sa.Column("gold_digest", sa.String(64), nullable=False),
    sa.Column("passport_digest", sa.String(64)),
    sa.Column("frame_digest", sa.String(64), nullable=False),
    sa.Column("versions", sa.Integer, nullable=False),  # how many readings were ever taken in
    sa.Column("payload", sa.Text, nullable=False),
    sa.UniqueConstraint("scope", "place", name="one_place_an_audit"),
)

audit_rows = sa.Table(
    "audit_rows",
    metadata,
    sa.Column("scope", sa.Text, primary_key=True),
    sa.Column("audit", sa.String(200), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("payload", sa.Text, nullable=False),
    sa.ForeignKeyConstraint(["scope", "audit"], ["audits.scope", "audits.name"]),
)

audit_readings = sa.Table(
    "audit_readings",
    metadata,
    sa.Column("scope", sa.Text, primary_key=True),
    sa.Column("audit", sa.String(200), primary_key=True),
    sa.Column("place", sa.Integer, primary_key=True),  # order in which they came, from 1
    sa.Column("row", sa.Integer, nullable=False),
    sa.Column("judge", sa.Text, nullable=False),
    sa.Column("arbitration", sa.Boolean, nullable=False),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("grade", sa.Integer),
    sa.Column("ambiguous_query", sa.Boolean, nullable=False),
    sa.Column("wrong_span", sa.Boolean, nullable=False),
    sa.Column("doubt", sa.Text, nullable=False),
    sa.Column("at", Moment, nullable=False),
    sa.Column("origin", sa.Text, nullable=False),
    sa.ForeignKeyConstraint(["scope", "audit", "row"], ["audit_rows.scope", "audit_rows.audit", "audit_rows.number"]),
    sa.UniqueConstraint("scope", "audit", "row", "judge", "arbitration", "version", name="one_reading_a_version"),
)

audit_settlements = sa.Table(
    "audit_settlements",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
    sa.Column("scope", sa.Text, nullable=False),
    sa.Column("audit", sa.String(200), nullable=False),
    sa.Column("row", sa.Integer, nullable=False),
    sa.Column("kind", sa.String(16), nullable=False),
    sa.Column("item", sa.Integer),
    sa.Column("by", sa.Text, nullable=False),
    sa.Column("at", Moment, nullable=False),
    sa.Column("note", sa.Text, nullable=False),
    sa.ForeignKeyConstraint(["scope", "audit", "row"], ["audit_rows.scope", "audit_rows.audit", "audit_rows.number"]),
    sqlite_autoincrement=True,
)
sa.Index("settlements_of_an_audit", audit_settlements.c.scope, audit_settlements.c.audit, audit_settlements.c.id)

gate_overrides = sa.Table(
    "gate_overrides",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
    sa.Column("scope", sa.Text, nullable=False),
    sa.Column("release", sa.String(200), nullable=False),
    sa.Column("by", sa.Text, nullable=False),
    sa.Column("reason", sa.Text, nullable=False),
    sa.Column("at", Moment, nullable=False),
    sa.Column("gold_digest", sa.String(64), nullable=False),
    sa.Column("refused", sa.Text, nullable=False),
    sqlite_autoincrement=True,
)
sa.Index("overrides_of_a_release", gate_overrides.c.scope, gate_overrides.c.release, gate_overrides.c.id)
