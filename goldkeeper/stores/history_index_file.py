"""The history index on disk: one SQLite file that any number of processes may share.

A commit is there with all its past and all its changes, or not at all: what is read from git goes in
as one transaction, parents first. The file is never a reason to fail: of another version or damaged
it is made anew, and where nothing can be written all is kept in memory.

Each making of the tables has a mark of its own. A process whose numbers come from tables that another
one has thrown away since sees it by the mark, and gets an NumbersDifferError.
"""

import os
import sqlite3
import weakref
from array import array
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any, Self
from urllib.parse import quote

from goldkeeper.stores.history_index_graph import CommitRow, NumbersDifferError
from goldkeeper.stores.history_index_log import RawChange

SCHEMA_VERSION = 1
BUSY_SECONDS = 60.0  # another process may be reading a long history; beyond, this one reads it for itself
ROWS_AT_ONCE = 5_000  # changes given to SQLite in one go: it takes about as long as git needs to fill the pipe

_SCHEMA = (
    "CREATE TABLE mark (mark BLOB NOT NULL)",
    """CREATE TABLE commits (
        number INTEGER PRIMARY KEY,
        name BLOB NOT NULL UNIQUE,
        date INTEGER NOT NULL,
        first_parent INTEGER NOT NULL,
        other_parents BLOB NOT NULL,
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
# Made behind the first history: sorted at once, it takes a third of the time.
_INDEX = "CREATE INDEX IF NOT EXISTS changes_by_path ON changes (path)"
_PUT_COMMIT = "INSERT INTO commits VALUES (?, ?, ?, ?, ?, ?)"
_PUT_CHANGE = "INSERT INTO changes VALUES (?, ?, ?, ?)"
_COMMITS = (
    "SELECT number, name, date, first_parent, other_parents, is_cut_off FROM commits WHERE number >= ? ORDER BY number"
)
_NUMBER = "SELECT number FROM commits WHERE name = ?"
_CHANGES = (
    "SELECT paths.path, base, head FROM changes JOIN paths ON paths.id = changes.path WHERE number = ? ORDER BY 1"
)
_TOUCHES = (
    "SELECT number, base, head FROM changes"
    " WHERE path = (SELECT id FROM paths WHERE paths.path = ?) AND number < ? ORDER BY number"
)

# The file itself is broken or is none of ours; everything else (busy, full, read-only) may pass.
_BROKEN = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_FORMAT, sqlite3.SQLITE_SCHEMA}


class IndexFile:
    """The tables; not for several threads at once."""

    def __init__(self, connection: sqlite3.Connection, place: Path | None) -> None:
        self._connection = connection
        self._place = place
        self._mark = self._read_mark()
        self._path_ids: dict[bytes, int] = {}
        self.close = weakref.finalize(self, connection.close)

    @classmethod
    def open(cls, place: Path | None) -> Self:
        """The file, made if it is not there; None, or a place that can't be written to, is memory."""
        for _ in range(2):
            if place is None:
                break
            try:
                return cls(_connect(place), place)
            except sqlite3.Error as problem:
                if is_broken(problem):
                    _remove_file(place)
                    continue
                copy = _copy_unwritable(place)
                return cls(copy, None) if copy is not None else cls.open(None)
            except OSError:
                break
        memory = _connect_memory()
        _make_tables(memory)
        return cls(memory, None)

    @property
    def is_in_memory(self) -> bool:
        """Whether nothing of it outlives the process."""
        return self._place is None

    def commits(self, begin: int) -> list[tuple[int, bytes, int, int, bytes, int]]:
        """Number and `CommitRow` of all commits from a number on, by number; other parents are packed."""
        return self._ask(_COMMITS, begin)

    def number(self, name: bytes) -> int | None:
        """The number of a commit."""
        rows = self._ask(_NUMBER, name)
        return rows[0][0] if rows else None

    def changes(self, number: int) -> list[RawChange]:
        """What a commit changed, in order of the paths' bytes."""
        return self._ask(_CHANGES, number)

    def touches(self, path: bytes, end: int) -> list[tuple[int, bytes, bytes]]:
        """Number, blob before and blob after of each commit before `end` that changed a path, by number."""
        return self._ask(_TOUCHES, path, end)

    @contextmanager
    def adding(self) -> Iterator["IndexWriter"]:
        """A transaction that nobody writes beside; it counts once the block is left without an error."""
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
        """Throw everything away.

        Raises:
            NumbersDifferError: another process has done so.
        """
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            self._check_mark()
            _make_tables(self._connection)
        except BaseException:
            self._connection.execute("ROLLBACK")
            raise
        self._connection.execute("COMMIT")
        self._mark = self._read_mark()
        self._path_ids.clear()

    def copied_to_memory(self, problem: Exception) -> "IndexFile | None":
        """The same for this process alone, after an error; None when it is broken or not the same any more."""
        if isinstance(problem, sqlite3.Error) and not is_broken(problem):
            memory = _connect_memory()
            with suppress(sqlite3.Error):
                self._connection.backup(memory)
                copy = IndexFile(memory, None)
                if copy._mark == self._mark:
                    return copy
        return None

    def give_up(self, problem: Exception) -> None:
        """Close it after an error; a broken file is taken away, for the next process to make it anew."""
        self.close()
        if self._place is not None and isinstance(problem, sqlite3.Error) and is_broken(problem):
            _remove_file(self._place)

    def _ask(self, query: str, *values: object) -> list[Any]:
        if self._connection.in_transaction:
            return self._connection.execute(query, values).fetchall()
        self._connection.execute("BEGIN")  # mark and answer are of one state
        try:
            self._check_mark()
            return self._connection.execute(query, values).fetchall()
        finally:
            with suppress(sqlite3.Error):
                self._connection.execute("ROLLBACK")

    def _read_mark(self) -> bytes:
        row = self._connection.execute("SELECT mark FROM mark").fetchone()
        return bytes(row[0]) if row else b""

    def _check_mark(self) -> None:
        if self._read_mark() != self._mark:
            raise NumbersDifferError


class IndexWriter:
    """Takes in commits inside a transaction."""

    def __init__(self, connection: sqlite3.Connection, path_ids: dict[bytes, int]) -> None:
        self._connection = connection
        self._path_ids = path_ids
        self._commits: list[tuple[int, bytes, int, int, bytes, int]] = []
        self._changes: list[tuple[int, int, bytes, bytes]] = []

    def add(self, number: int, row: CommitRow, changes: Sequence[RawChange]) -> None:
        """A commit."""
        name, date, first_parent, other_parents, is_cut_off = row
        self._commits.append((number, name, date, first_parent, array("i", other_parents).tobytes(), int(is_cut_off)))
        ids, rows = self._path_ids, self._changes
        for path, base, head in changes:
            known = ids.get(path)
            rows.append((number, self._path_id(path) if known is None else known, base, head))
        if len(rows) >= ROWS_AT_ONCE:
            self.flush()

    def flush(self) -> None:
        """Hand everything to SQLite."""
        self._connection.executemany(_PUT_COMMIT, self._commits)
        self._connection.executemany(_PUT_CHANGE, self._changes)
        self._commits.clear()
        self._changes.clear()

    def _path_id(self, path: bytes) -> int:
        row = self._connection.execute("SELECT id FROM paths WHERE path = ?", (path,)).fetchone()
        if row is None:
            row = (self._connection.execute("INSERT INTO paths (path) VALUES (?)", (path,)).lastrowid,)
        found = self._path_ids[path] = int(row[0])
        return found


def _connect(place: Path) -> sqlite3.Connection:
    place.parent.mkdir(parents=True, exist_ok=True)
    connection = sqlite3.connect(place, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False)
    try:
        connection.execute("PRAGMA synchronous = NORMAL")
        if _version(connection) != SCHEMA_VERSION:
            connection.execute("PRAGMA journal_mode = WAL")  # who reads does not wait for who writes
            connection.execute("BEGIN IMMEDIATE")  # another process may be at the same
            if _version(connection) != SCHEMA_VERSION:
                _make_tables(connection)
            connection.execute("COMMIT")
        connection.execute("SELECT mark FROM mark")
    except BaseException:
        connection.close()
        raise
    return connection


def _connect_memory() -> sqlite3.Connection:
    return sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)


def _copy_unwritable(place: Path) -> sqlite3.Connection | None:
    """What a file holds that SQLite can't lock, as on a read-only disk; None if that is not all or not ours."""
    if place.with_name(place.name + "-wal").exists():  # the newest rows lie there, and only a writer can take them in
        return None
    memory = _connect_memory()
    try:
        with closing(sqlite3.connect(f"file:{quote(str(place))}?mode=ro&immutable=1", uri=True)) as source:
            if _version(source) == SCHEMA_VERSION:
                source.backup(memory)
                return memory
    except (sqlite3.Error, UnicodeEncodeError):
        pass
    memory.close()
    return None


def _make_tables(connection: sqlite3.Connection) -> None:
    for (table,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
        connection.execute('DROP TABLE "{}"'.format(table.replace('"', '""')))
    for statement in _SCHEMA:
        connection.execute(statement)
    connection.execute("INSERT INTO mark VALUES (?)", (os.urandom(16),))
    connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")


def _remove_file(place: Path) -> None:
    for ending in ("", "-wal", "-shm"):
        with suppress(OSError):
            place.with_name(place.name + ending).unlink()


def _version(connection: sqlite3.Connection) -> int:
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    return int(version)


def is_broken(problem: sqlite3.Error) -> bool:
    """Whether the file is damaged or none of ours, and has to be made anew."""
    code = getattr(problem, "sqlite_errorcode", None)  # none if Python itself objects
    # Extended codes keep the plain one in their low byte. The plain error says that a table or column is lacking.
    return code is not None and (code & 0xFF in _BROKEN or code == sqlite3.SQLITE_ERROR)
