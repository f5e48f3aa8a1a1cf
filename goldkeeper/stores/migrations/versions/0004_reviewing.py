"""Reviewing: opinions of several judges, and known answers mixed in."""

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables."""
