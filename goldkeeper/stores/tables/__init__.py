"""The tables, one file a story; a test holds them against the migrations."""

from goldkeeper.stores.tables import queue, serving
from goldkeeper.stores.tables.base import metadata

__all__ = ["metadata", "queue", "serving"]
