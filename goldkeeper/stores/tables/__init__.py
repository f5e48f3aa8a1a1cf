"""The tables, one file a story; a test holds them against the migrations."""

from goldkeeper.stores.tables import audits, daemon, passports, queue, reviewing, serving
from goldkeeper.stores.tables.base import metadata

__all__ = ["audits", "daemon", "metadata", "passports", "queue", "reviewing", "serving"]
