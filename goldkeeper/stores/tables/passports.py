"""Passports seen, the upgrades between them, the scans that checked, and what these ask of people."""

import sqlalchemy as sa

from goldkeeper.stores.tables.base import Moment, metadata

# One row a gold set: what is known of its index. Whoever learns something new changes it from what it was, in one
# statement, so that of two who read the same manifest one makes the upgrade.
indexes = sa.Table(
    "indexes",
    metadata,
    sa.Column("scope", sa.Text, primary_key=True),
    sa.Column("passport", sa.String(32), nullable=False),
    sa.Column("reading", sa.String(32), nullable=False),
    sa.Column("last_upgrade", sa.Integer, nullable=False),
)

passports = sa.Table(
    "passports",
    metadata,
    sa.Column("scope", sa.Text, primary_key=True),
    sa.Column("digest", sa.String(32), primary_key=True),
    sa.Column("payload", sa.Text, nullable=False),
    sa.Column("first_seen", Moment, nullable=False),
    sa.Column("last_seen", Moment, nullable=False),
)

scans = sa.Table(
    "scans",
    metadata,
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=True),
    sa.Column("scope", sa.Text, nullable=False),
    sa.Column("name", sa.String(64), nullable=False),
    sa.Column("began", Moment, nullable=False),
    sa.Column("ended", Moment, nullable=False),
    sa.Column("commit_id", sa.String(64)),
    sa.Column("passport", sa.String(32), nullable=False),
    sa.Column("gold_digest", sa.String(64), nullable=False),
    sa.Column("asked_by", sa.Text, nullable=False),
    sa.Column("needs_a_person", sa.Boolean, nullable=False),
    sa.Column("outcomes", sa.Text, nullable=False),
    sqlite_autoincrement=True,
)
sa.Index("scans_of_a_gold_set", scans.c.scope, scans.c.number)

upgrades = sa.Table(
    "upgrades",
    metadata,
    sa.Column("scope", sa.Text, primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("before", sa.String(32), nullable=False),
    sa.Column("after", sa.String(32), nullable=False),
    sa.Column("kinds", sa.String(64), nullable=False),
    sa.Column("seen_at", Moment, nullable=False),
    sa.Column("told_by", sa.Text, nullable=False),
    sa.Column("state", sa.String(16), nullable=False),
    sa.Column("holder", sa.Text, nullable=False),
    sa.Column("scan", sa.Integer, sa.ForeignKey("scans.number")),
    sa.ForeignKeyConstraint(["scope", "before"], ["passports.scope", "passports.digest"]),
    sa.ForeignKeyConstraint(["scope", "after"], ["passports.scope", "passports.digest"]),
)
sa.Index("upgrades_in_a_state", upgrades.c.scope, upgrades.c.state)

audit_requests = sa.Table(
    "audit_requests",
    metadata,
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=True),
    sa.Column("scope", sa.Text, nullable=False),
    sa.Column("reason", sa.Text, nullable=False),
    sa.Column("upgrade", sa.Integer),
    sa.Column("since", Moment, nullable=False),
    sa.Column("settled", Moment),
    sa.Column("settled_by", sa.Text),
    sqlite_autoincrement=True,
)
sa.Index("audits_requested", audit_requests.c.scope, audit_requests.c.settled)

# Chunks that a run ranked high and nobody judged for its query.
holes = sa.Table(
    "holes",
    metadata,
    sa.Column("scope", sa.Text, primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("query", sa.Text, nullable=False),
    sa.Column("chunk", sa.Text, nullable=False),
    sa.Column("pair", sa.String(32), nullable=False),
    sa.Column("digest", sa.String(64), nullable=False),
    sa.Column("rank", sa.Integer, nullable=False),
    sa.Column("run", sa.Text, nullable=False),
    sa.Column("passport", sa.String(32), nullable=False),
    sa.Column("upgrade", sa.Integer),
    sa.Column("since", Moment, nullable=False),
    sa.Column("state", sa.String(16), nullable=False),
    sa.Column("grade", sa.Integer),
    sa.Column("judge", sa.Text),
    sa.Column("judged", Moment),
    sa.Column("reason", sa.Text),
)
_UNSETTLED = sa.text("state IN ('waiting', 'judged')")
sa.Index(
    "one_hole_a_pair",
    holes.c.scope,
    holes.c.pair,
    unique=True,
    sqlite_where=_UNSETTLED,  # in PostgreSQL too, as the migration says; saying so here loads all of that dialect
)
