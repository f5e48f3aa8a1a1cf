"""The review queue: gold sets, groups, items and what happened to them."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

UNSETTLED = sa.text("state IN ('waiting', 'deferred', 'decided')")


def upgrade() -> None:
    """Make the four tables."""
    op.create_table(
        "scopes",
        sa.Column("name", sa.Text(), primary_key=True),
        sa.Column("last_item", sa.Integer(), nullable=False),
        sa.Column("last_group", sa.Integer(), nullable=False),
    )
    op.create_table(
        "groups",
        sa.Column("scope", sa.Text(), sa.ForeignKey("scopes.name"), primary_key=True),
        sa.Column("number", sa.Integer(), primary_key=True),
        sa.Column("cause", sa.String(32), nullable=False),
        sa.UniqueConstraint("scope", "cause", name="one_number_a_cause"),
    )
    op.create_table(
        "items",
        sa.Column("scope", sa.Text(), sa.ForeignKey("scopes.name"), primary_key=True),
        sa.Column("number", sa.Integer(), primary_key=True),
        sa.Column("group_number", sa.Integer(), nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("chunk", sa.String(32), nullable=False),
        sa.Column("content_key", sa.String(64), nullable=False),
        sa.Column("payload", sa.Text(), nullable=False),
        sa.Column("payload_digest", sa.String(32), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("supersedes", sa.Integer()),
        sa.Column("answer", sa.String(16)),
        sa.Column("judge", sa.Text()),
        sa.Column("decision", sa.Text()),
        sa.ForeignKeyConstraint(["scope", "group_number"], ["groups.scope", "groups.number"]),
    )
    op.create_index(
        "one_question_a_chunk",
        "items",
        ["scope", "chunk"],
        unique=True,
        sqlite_where=UNSETTLED,
        postgresql_where=UNSETTLED,
    )
    op.create_index("items_of_a_chunk", "items", ["scope", "chunk", "number"])
    op.create_index("items_in_a_state", "items", ["scope", "state"])
    op.create_table(
        "events",
        sa.Column("id", sa.Integer(), primary_key=True, autoincrement=True),
        sa.Column("scope", sa.Text(), nullable=False),
        sa.Column("item", sa.Integer(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("who", sa.Text(), nullable=False),
        sa.Column("what", sa.String(32), nullable=False),
        sa.Column("why", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["scope", "item"], ["items.scope", "items.number"]),
        sqlite_autoincrement=True,
    )
    op.create_index("events_of_an_item", "events", ["scope", "item", "id"])
