"""Audits: what was drawn, who read what, what was said, what came of it; who overrode the gate."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the five tables."""
    op.create_table(
        "audits",
        sa.Column("scope", sa.Text(), primary_key=True),
        sa.Column("name", sa.String(200), primary_key=True),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("drawn", sa.DateTime(timezone=True), nullable=False),
        sa.Column("seed", sa.Text(), nullable=False),
        sa.Column("gold_digest", sa.String(64), nullable=False),
        sa.Column("passport_digest", sa.String(64)),
        sa.Column("frame_digest", sa.String(64), nullable=False),
        sa.Column("versions", sa.Integer(), nullable=False),
        sa.Column("payload", sa.Text(), nullable=False),
        sa.UniqueConstraint("scope", "place", name="one_place_an_audit"),
    )
    op.create_table(
        "audit_rows",
        sa.Column("scope", sa.Text(), primary_key=True),
        sa.Column("audit", sa.String(200), primary_key=True),
        sa.Column("number", sa.Integer(), primary_key=True),
        sa.Column("payload", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["scope", "audit"], ["audits.scope", "audits.name"]),
    )
    op.create_table(
        "audit_readings",
        sa.Column("scope", sa.Text(), primary_key=True),
        sa.Column("audit", sa.String(200), primary_key=True),
        sa.Column("place", sa.Integer(), primary_key=True),
        sa.Column("row", sa.Integer(), nullable=False),
        sa.Column("judge", sa.Text(), nullable=False),
        sa.Column("arbitration", sa.Boolean(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("grade", sa.Integer()),
        sa.Column("ambiguous_query", sa.Boolean(), nullable=False),
        sa.Column("wrong_span", sa.Boolean(), nullable=False),
        sa.Column("doubt", sa.Text(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("origin", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["scope", "audit", "row"], ["audit_rows.scope", "audit_rows.audit", "audit_rows.number"]
        ),
        sa.UniqueConstraint("scope", "audit", "row", "judge", "arbitration", "version", name="one_reading_a_version"),
    )
    op.create_table(
        "audit_settlements",
        sa.Column("id", sa.Integer(), primary_key=True, autoincrement=True),
        sa.Column("scope", sa.Text(), nullable=False),
        sa.Column("audit", sa.String(200), nullable=False),
        sa.Column("row", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("item", sa.Integer()),
        sa.Column("by", sa.Text(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("note", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["scope", "audit", "row"], ["audit_rows.scope", "audit_rows.audit", "audit_rows.number"]
        ),
        sqlite_autoincrement=True,
    )
    op.create_index("settlements_of_an_audit", "audit_settlements", ["scope", "audit", "id"])
    op.create_table(
        "gate_overrides",
        sa.Column("id", sa.Integer(), primary_key=True, autoincrement=True),
        sa.Column("scope", sa.Text(), nullable=False),
        sa.Column("release", sa.String(200), nullable=False),
        sa.Column("by", sa.Text(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("gold_digest", sa.String(64), nullable=False),
        sa.Column("refused", sa.Text(), nullable=False),
        sqlite_autoincrement=True,
    )
    op.create_index("overrides_of_a_release", "gate_overrides", ["scope", "release", "id"])
