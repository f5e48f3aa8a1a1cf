"""The history index on disk: one SQLite file, of which any number of processes may have hold.

A commit is there with all its past and all its changes, or not at all: what is read from git goes in
as one transaction, parents first. The file is never a reason to fail: of another version or damaged
it is made anew, and where nothing can be written all is kept in memory.

Each making of the tables has a mark of its own. A process whose numbers come from tables that another
one has thrown away since sees it by the mark, and is told so by `IndexReplacedError`.
"""

import os
import sqlite3
from array import array
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from goldkeeper.stores.history_index_graph import CommitRow
from goldkeeper.stores.history_index_log import RawChange

SCHEMA_VERSION = 1
BUSY_SECONDS = 60.0  # another process may be reading a long history; beyond, this one reads it for itself
ROWS_AT_ONCE = 50_000  # changes handed to SQLite in one go; some 15 MB

_SCHEMA = (
    "CREATE TABLE mark (mark BLOB NOT NULL)",
    """CREATE TABLE commits (
        number INTEGER PRIMARY KEY,
        name BLOB NOT NULL UNIQUE,
        date INTEGER NOT NULL,
        parents BLOB NOT NULL,
        is_cut_off INTEGER NOT NULL
    )""",
    "CREATE TABLE paths (id INTEGER PRIMARY KEY, path BLOB NOT NULL UNIQUE)",
    """CREATE TABLE changes (
        number INTEGER NOT NULL,
        path INTEGER NOT NULL,
        base BLOB NOT NULL,
        head BLOB NOT NULL,
        PRIMARY KEY (number, path)
    ) WITHOUT ROWID""",
)
# Made behind the first history: sorting it in at once takes a third of the time.
_INDEX = "CREATE INDEX IF NOT EXISTS changes_by_path ON changes (path)"
_COMMITS = "SELECT name, date, parents, is_cut_off FROM commits WHERE number >= ? ORDER BY number"
_NUMBER = "SELECT number FROM commits WHERE name = ?"
_CHANGES = (
    "SELECT paths.path, base, head FROM changes JOIN paths ON paths.id = changes.path WHERE number = ? ORDER BY 1"
)
_TOUCHES = "SELECT number, base, head FROM changes WHERE path = (SELECT id FROM paths WHERE path = ?) ORDER BY number"

# The file itself is broken or is none of ours; everything else (busy, full, read-only) may pass.
_BROKEN = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_FORMAT, sqlite3.SQLITE_SCHEMA}


class IndexReplacedError(Exception):
    """Another process has made the tables anew: the numbers of this one are not theirs."""


class IndexFile:
    """The tables; not for several threads at once."""

    def __init__(self, place: Path | None) -> None:
        """Open or make the file; None keeps all in memory."""
        self._place = place
        self._connection = self._open()
        self._mark = self._read_mark()
        self._path_ids: dict[bytes, int] = {}

    @property
    def is_in_memory(self) -> bool:
        """Whether nothing of it outlives the process."""
        return self._place is None

    def close(self) -> None:
        """Close the file."""
        with suppress(sqlite3.Error):
            self._connection.close()

    def commits(self, begin: int) -> list[CommitRow]:
        """All commits from a number on, by number."""
        return [
            CommitRow(name, date, _unpack(parents), bool(is_cut_off))
            for name, date, parents, is_cut_off in self._ask(_COMMITS, begin)
        ]

    def number(self, name: bytes) -> int | None:
        """The number of a commit."""
        rows = self._ask(_NUMBER, name)
        return rows[0][0] if rows else None

    def changes(self, number: int) -> list[RawChange]:
        """What a commit changed, in order of the paths' bytes."""
        return self._ask(_CHANGES, number)

    def touches(self, path: bytes) -> list[tuple[int, bytes, bytes]]:
        """Number, blob before and blob after of each commit that changed a path, by number."""
        return self._ask(_TOUCHES, path)

    @contextmanager
    def adding(self) -> Iterator["IndexWriter"]:
        """A transaction that nobody else writes beside; it counts once the block is left without an error."""
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            self._check_mark()
            writer = IndexWriter(self._connection, self._path_ids)
            yield writer
            writer.flush()
            self._connection.execute(_INDEX)
            self._connection.execute("COMMIT")
        except BaseException:
            self._path_ids.clear()
            with suppress(sqlite3.Error):
                self._connection.execute("ROLLBACK")
            raise

    def start_anew(self) -> None:
        """Throw everything away."""
        self._connection.execute("BEGIN IMMEDIATE")
        _make_tables(self._connection)
        self._connection.execute("COMMIT")
        self._mark = self._read_mark()
        self._path_ids.clear()

    def move_to_memory(self) -> None:
        """Go on with a copy, where the file can't be written to."""
        memory = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
        self._connection.backup(memory)
        self.close()
        self._connection = memory
        self._place = None

    def _ask(self, query: str, *values: object) -> list[Any]:
        if self._connection.in_transaction:
            return self._connection.execute(query, values).fetchall()
        self._connection.execute("BEGIN")  # mark and answer from one state
        try:
            self._check_mark()
            return self._connection.execute(query, values).fetchall()
        finally:
            self._connection.execute("COMMIT")

    def _read_mark(self) -> bytes:
        ((mark,),) = self._connection.execute("SELECT mark FROM mark").fetchall()
        return bytes(mark)

    def _check_mark(self) -> None:
        if self._read_mark() != self._mark:
            raise IndexReplacedError

    def _open(self) -> sqlite3.Connection:
        for _ in range(2):
            if self._place is None:
                break
            try:
                return _open_file(self._place)
            except sqlite3.Error as problem:
                if not _is_broken(problem):
                    break
                _remove_file(self._place)
            except OSError:
                break
        connection = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
        _make_tables(connection)
        return connection


class IndexWriter:
    """Takes in commits, each after its parents, inside a transaction."""

    def __init__(self, connection: sqlite3.Connection, path_ids: dict[bytes, int]) -> None:
        self._connection = connection
        self._path_ids = path_ids
        self._commits: list[tuple[int, bytes, int, bytes, int]] = []
        self._changes: list[tuple[int, int, bytes, bytes]] = []

    def add(self, number: int, row: CommitRow, changes: Sequence[RawChange]) -> None:
        """The next commit."""
        self._commits.append((number, row.name, row.date, array("i", row.parents).tobytes(), int(row.is_cut_off)))
        ids = self._path_ids
        for path, base, head in changes:
            known = ids.get(path)
            self._changes.append((number, self._path_id(path) if known is None else known, base, head))
        if len(self._changes) >= ROWS_AT_ONCE:
            self.flush()

    def flush(self) -> None:
        """Hand everything to SQLite."""
        self._connection.executemany("INSERT INTO commits VALUES (?, ?, ?, ?, ?)", self._commits)
        self._connection.executemany("INSERT INTO changes VALUES (?, ?, ?, ?)", self._changes)
        self._commits.clear()
        self._changes.clear()

    def _path_id(self, path: bytes) -> int:
        row = self._connection.execute("SELECT id FROM paths WHERE path = ?", (path,)).fetchone()
        if row is None:
            row = (self._connection.execute("INSERT INTO paths (path) VALUES (?)", (path,)).lastrowid,)
        found = self._path_ids[path] = int(row[0])
        return found


def _open_file(place: Path) -> sqlite3.Connection:
    place.parent.mkdir(parents=True, exist_ok=True)
    connection = sqlite3.connect(place, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False)
    try:
        connection.execute("PRAGMA synchronous = NORMAL")
        if _version(connection) != SCHEMA_VERSION:
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("BEGIN IMMEDIATE")  # another process may be at the same
            if _version(connection) != SCHEMA_VERSION:
                _make_tables(connection)
            connection.execute("COMMIT")
    except BaseException:
        connection.close()
        raise
    return connection


def _remove_file(place: Path) -> None:
    for ending in ("", "-wal", "-shm"):
        with suppress(OSError):
            place.with_name(place.name + ending).unlink()


def _make_tables(connection: sqlite3.Connection) -> None:
    for (table,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
        connection.execute('DROP TABLE "{}"'.format(table.replace('"', '""')))
    for statement in _SCHEMA:
        connection.execute(statement)
    connection.execute("INSERT INTO mark VALUES (?)", (os.urandom(16),))
    connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")


def _unpack(parents: bytes) -> tuple[int, ...]:
    return tuple(array("i", parents))


def _version(connection: sqlite3.Connection) -> int:
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    return int(version)


def _is_broken(problem: sqlite3.Error) -> bool:
    code = getattr(problem, "sqlite_errorcode", None)
    # Extended codes keep the plain one in their low byte. Without a code: a column that is not there.
    return code is None or code & 0xFF in _BROKEN or code == sqlite3.SQLITE_ERROR
