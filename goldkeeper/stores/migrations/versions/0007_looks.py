"""Looks: which questions a judge had before them."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "looks",
        sa.Column("scope", sa.Text(), primary_key=True),
        sa.Column("judge", sa.Text(), primary_key=True),
        sa.Column("item", sa.Integer(), primary_key=True),
        sa.Column("content_key", sa.String(64), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["scope", "item"], ["items.scope", "items.number"]),
    )
