"""Reviewing: opinions of several judges, and answers to questions whose right answer is known."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "opinions",
        sa.Column("id", sa.Integer(), primary_key=True, autoincrement=True),
        sa.Column("scope", sa.Text(), nullable=False),
        sa.Column("item", sa.Integer(), nullable=False),
        sa.Column("judge", sa.Text(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("counts", sa.Boolean(), nullable=False),
        sa.Column("decision", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["scope", "item"], ["items.scope", "items.number"]),
        sa.UniqueConstraint("scope", "item", "judge", name="one_opinion_a_judge"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "known_answers",
        sa.Column("id", sa.Integer(), primary_key=True, autoincrement=True),
        sa.Column("scope", sa.Text(), nullable=False),
        sa.Column("item", sa.Integer(), nullable=False),
        sa.Column("judge", sa.Text(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("correct", sa.Boolean(), nullable=True),
        sa.Column("decision", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["scope", "item"], ["items.scope", "items.number"]),
        sa.UniqueConstraint("scope", "item", "judge", name="one_known_answer_a_judge"),
        sqlite_autoincrement=True,
    )
