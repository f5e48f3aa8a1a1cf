"""Passports: which model and chunker made an index, the upgrades between them, and the scans that checked."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

UNSETTLED = sa.text("state IN ('waiting', 'judged')")


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "indexes",
        sa.Column("scope", sa.Text(), primary_key=True),
        sa.Column("passport", sa.String(32), nullable=False),
        sa.Column("reading", sa.String(32), nullable=False),
        sa.Column("last_upgrade", sa.Integer(), nullable=False),
    )
    op.create_table(
        "passports",
        sa.Column("scope", sa.Text(), primary_key=True),
        sa.Column("digest", sa.String(32), primary_key=True),
        sa.Column("payload", sa.Text(), nullable=False),
        sa.Column("first_seen", sa.DateTime(timezone=True), nullable=False),
        sa.Column("last_seen", sa.DateTime(timezone=True), nullable=False),
    )
    op.create_table(
        "scans",
        sa.Column("number", sa.Integer(), primary_key=True, autoincrement=True),
        sa.Column("scope", sa.Text(), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("began", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ended", sa.DateTime(timezone=True), nullable=False),
        sa.Column("commit_id", sa.String(64)),
        sa.Column("passport", sa.String(32), nullable=False),
        sa.Column("gold_digest", sa.String(64), nullable=False),
        sa.Column("asked_by", sa.Text(), nullable=False),
        sa.Column("needs_a_person", sa.Boolean(), nullable=False),
        sa.Column("outcomes", sa.Text(), nullable=False),
        sqlite_autoincrement=True,
    )
    op.create_index("scans_of_a_gold_set", "scans", ["scope", "number"])
    op.create_table(
        "upgrades",
        sa.Column("scope", sa.Text(), primary_key=True),
        sa.Column("number", sa.Integer(), primary_key=True),
        sa.Column("before", sa.String(32), nullable=False),
        sa.Column("after", sa.String(32), nullable=False),
        sa.Column("kinds", sa.String(64), nullable=False),
        sa.Column("seen_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("told_by", sa.Text(), nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("holder", sa.Text(), nullable=False),
        sa.Column("scan", sa.Integer(), sa.ForeignKey("scans.number")),
        sa.ForeignKeyConstraint(["scope", "before"], ["passports.scope", "passports.digest"]),
        sa.ForeignKeyConstraint(["scope", "after"], ["passports.scope", "passports.digest"]),
    )
    op.create_index("upgrades_in_a_state", "upgrades", ["scope", "state"])
    op.create_table(
        "audit_requests",
        sa.Column("number", sa.Integer(), primary_key=True, autoincrement=True),
        sa.Column("scope", sa.Text(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("upgrade", sa.Integer()),
        sa.Column("since", sa.DateTime(timezone=True), nullable=False),
        sa.Column("settled", sa.DateTime(timezone=True)),
        sa.Column("settled_by", sa.Text()),
        sqlite_autoincrement=True,
    )
    op.create_index("audits_requested", "audit_requests", ["scope", "settled"])
    op.create_table(
        "holes",
        sa.Column("scope", sa.Text(), primary_key=True),
        sa.Column("number", sa.Integer(), primary_key=True),
        sa.Column("query", sa.Text(), nullable=False),
        sa.Column("chunk", sa.Text(), nullable=False),
        sa.Column("pair", sa.String(32), nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("rank", sa.Integer(), nullable=False),
        sa.Column("run", sa.Text(), nullable=False),
        sa.Column("passport", sa.String(32), nullable=False),
        sa.Column("upgrade", sa.Integer()),
        sa.Column("since", sa.DateTime(timezone=True), nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("grade", sa.Integer()),
        sa.Column("judge", sa.Text()),
        sa.Column("judged", sa.DateTime(timezone=True)),
        sa.Column("reason", sa.Text()),
    )
    op.create_index(
        "one_hole_a_pair",
        "holes",
        ["scope", "pair"],
        unique=True,
        sqlite_where=UNSETTLED,
        postgresql_where=UNSETTLED,
    )
