"""Chunk lists by content and chunker in one SQLite file: what was parsed once is not parsed again.

One row a file content, packed (measured: half the size and twice the speed of a row a chunk). A
cache is never a reason to fail: if the file is damaged or of another version it is made anew, if
it can't be written nothing is kept, and a row whose checksum is wrong is not there.
"""

import sqlite3
import threading
import zlib
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from itertools import islice
from pathlib import Path
from types import TracebackType
from typing import Self, TypeVar

from goldkeeper.model.chunks import BlobId
from goldkeeper.stores.clock import utc_now

T = TypeVar("T")

SCHEMA_VERSION = 1
MAX_BYTES = 512 << 20  # rows of some 20 states of a repository of 20,000 files
MAX_AGE_DAYS = 90
BUSY_SECONDS = 30.0  # a loaded machine; beyond, the row is not kept and made again
KEYS_A_QUERY = 500  # SQLite takes 999 parameters in its older builds
_PRUNED_TO = 0.8  # of the limit, so that not each scan prunes

_SCHEMA = """
CREATE TABLE file_chunks (
    chunker TEXT NOT NULL,
    blob TEXT NOT NULL,
    language TEXT NOT NULL,
    used INTEGER NOT NULL,
    checksum INTEGER NOT NULL,
    packed BLOB NOT NULL,
    PRIMARY KEY (chunker, blob, language)
)
"""
_GET = "SELECT blob, language, used, checksum, packed FROM file_chunks WHERE chunker = ? AND blob IN ({marks})"
_PUT = "INSERT OR REPLACE INTO file_chunks VALUES (?, ?, ?, ?, ?, ?)"
_TOUCH = "UPDATE file_chunks SET used = ? WHERE chunker = ? AND blob = ? AND language = ?"
_FORGET_OLD = "DELETE FROM file_chunks WHERE used < ?"
_BY_USE = "SELECT rowid, length(packed) FROM file_chunks ORDER BY used DESC, rowid DESC"

# The file itself is broken or is none of ours; everything else (busy, full, read-only) may pass.
_BROKEN = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_FORMAT, sqlite3.SQLITE_SCHEMA}


class ChunkCacheFile:
    """`ports.ChunkCache` on disk; many processes and threads may share it."""

    def __init__(
        self,
        place: Path,
        *,
        max_bytes: int = MAX_BYTES,
        max_age_days: int = MAX_AGE_DAYS,
        now: Callable[[], datetime] = utc_now,
    ) -> None:
        """Nothing is opened yet; the file and its folder are made at the first `put_many`."""
        self._place = place
        self._max_bytes = max_bytes
        self._max_age_days = max_age_days
        self._now = now
        self._connection: sqlite3.Connection | None = None
        self._lock = threading.Lock()
        self._has_written = False

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def get_many(self, keys: Sequence[tuple[BlobId, str]], chunker: str) -> Mapping[tuple[BlobId, str], bytes]:
        """Packed rows for (blob, language) keys under a chunker's digest; absent ones are left out."""
        if not keys or not self._place.exists():
            return {}
        with self._lock:
            return self._try(lambda connection: self._get(connection, keys, chunker)) or {}

    def put_many(self, rows: Mapping[tuple[BlobId, str], bytes], chunker: str) -> None:
        """Keep packed rows, or do not, where the disk says no."""
        if not rows:
            return
        today = self._today()
        values = [
            (chunker, blob, language, today, zlib.crc32(packed), packed) for (blob, language), packed in rows.items()
        ]
        with self._lock:
            self._has_written = True
            self._try(lambda connection: connection.executemany(_PUT, values))

    def prune(self) -> None:
        """Forget what nobody asked for in a long time, and the longest unused beyond the size limit."""
        with self._lock:
            self._try(self._prune)

    def close(self) -> None:
        """Close the file; what was written made it worth a look at its size."""
        if self._has_written:
            self.prune()
        with self._lock:
            self._drop_connection()
            self._has_written = False

    def _today(self) -> int:
        return int(self._now().timestamp() // 86_400)

    def _get(
        self, connection: sqlite3.Connection, keys: Sequence[tuple[BlobId, str]], chunker: str
    ) -> dict[tuple[BlobId, str], bytes]:
        wanted = set(keys)
        today = self._today()
        found: dict[tuple[BlobId, str], bytes] = {}
        touched: list[tuple[int, str, str, str]] = []
        blobs = iter(sorted({blob for blob, _ in keys}))
        while some := list(islice(blobs, KEYS_A_QUERY)):
            query = _GET.format(marks=",".join("?" * len(some)))
            for blob, language, used, checksum, packed in connection.execute(query, (chunker, *some)):
                key = (BlobId(blob), language)
                if key in wanted and isinstance(packed, bytes) and zlib.crc32(packed) == checksum:
                    found[key] = packed
                    if used < today:  # once a day, so that most reads write nothing
                        touched.append((today, chunker, blob, language))
        if touched:
            with suppress(sqlite3.OperationalError):  # busy or read-only: the use goes unnoted
                connection.executemany(_TOUCH, touched)
                connection.commit()
        return found

    def _prune(self, connection: sqlite3.Connection) -> None:
        connection.execute(_FORGET_OLD, (self._today() - self._max_age_days,))
        (pages,) = connection.execute("PRAGMA page_count").fetchone()
        (free,) = connection.execute("PRAGMA freelist_count").fetchone()
        (page_bytes,) = connection.execute("PRAGMA page_size").fetchone()
        if (pages - free) * page_bytes > self._max_bytes:
            total = 0
            surplus = []
            for row, size in connection.execute(_BY_USE):
                total += size
                if total > self._max_bytes * _PRUNED_TO:
                    surplus.append((row,))
            connection.executemany("DELETE FROM file_chunks WHERE rowid = ?", surplus)
        connection.commit()
        connection.execute("PRAGMA incremental_vacuum").fetchall()

    def _try(self, deed: Callable[[sqlite3.Connection], T]) -> T | None:
        """The deed's result; None where the file does not let it. A broken file is made anew, once."""
        for _ in range(2):
            try:
                connection = self._open()
                result = deed(connection)
                connection.commit()
            except sqlite3.Error as problem:
                self._drop_connection()
                if not _is_broken(problem):
                    return None
                self._remove_file()
            except OSError:
                return None
            else:
                return result
        return None

    def _open(self) -> sqlite3.Connection:
        if self._connection is None:
            self._place.parent.mkdir(parents=True, exist_ok=True)
            connection = sqlite3.connect(self._place, timeout=BUSY_SECONDS, check_same_thread=False)
            self._connection = connection
            connection.execute("PRAGMA synchronous = NORMAL")
            self._settle_schema(connection)
        return self._connection

    def _settle_schema(self, connection: sqlite3.Connection) -> None:
        if _version(connection) == SCHEMA_VERSION:
            return
        # Both ask for the write lock and stay with the file; where there is no shared memory, the old journal stays.
        connection.execute("PRAGMA auto_vacuum = INCREMENTAL")
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("BEGIN IMMEDIATE")  # another process may be at the same
        if _version(connection) != SCHEMA_VERSION:
            tables = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
            for (table,) in tables:
                connection.execute('DROP TABLE "{}"'.format(table.replace('"', '""')))
            connection.execute(_SCHEMA)
            connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
        connection.commit()

    def _drop_connection(self) -> None:
        if self._connection is not None:
            with suppress(sqlite3.Error):
                self._connection.close()
            self._connection = None

    def _remove_file(self) -> None:
        for ending in ("", "-wal", "-shm"):
            with suppress(OSError):
                self._place.with_name(self._place.name + ending).unlink()


def _version(connection: sqlite3.Connection) -> int:
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    return int(version)


def _is_broken(problem: sqlite3.Error) -> bool:
    code = getattr(problem, "sqlite_errorcode", None)
    # Extended codes keep the plain one in their low byte. Without a code: a column that is not there.
    return code is None or code & 0xFF in _BROKEN or code == sqlite3.SQLITE_ERROR
