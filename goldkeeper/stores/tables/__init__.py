"""The tables, one file a story; a test holds them against the migrations."""

from goldkeeper.stores.tables import audits, queue, reviewing, serving
from goldkeeper.stores.tables.base import metadata

__all__ = ["audits", "metadata", "queue", "reviewing", "serving"]
