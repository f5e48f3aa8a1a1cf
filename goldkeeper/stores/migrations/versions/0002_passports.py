"""Passports: which model and chunker made an index, the upgrades between them, and the scans that checked."""

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables."""
