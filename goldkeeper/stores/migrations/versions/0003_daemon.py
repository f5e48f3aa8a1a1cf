"""The daemon: claimed slots of the timetable and who is at work."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "daemons",
        sa.Column("scope", sa.Text(), primary_key=True),
        sa.Column("token", sa.String(32), nullable=False),
        sa.Column("host", sa.Text(), nullable=False),
        sa.Column("pid", sa.Integer(), nullable=False),
        sa.Column("since", sa.DateTime(timezone=True), nullable=False),
        sa.Column("beat", sa.DateTime(timezone=True), nullable=False),
        sa.Column("followed", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
    )
    op.create_table(
        "slots",
        sa.Column("scope", sa.Text(), primary_key=True),
        sa.Column("job", sa.Text(), primary_key=True),
        sa.Column("slot", sa.DateTime(timezone=True), primary_key=True),
        sa.Column("token", sa.String(32), nullable=False),
        sa.Column("claimed", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ended", sa.DateTime(timezone=True)),
        sa.Column("outcome", sa.Text(), nullable=False),
    )
