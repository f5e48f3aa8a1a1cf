"""The database: one engine, and the way to the newest schema (`tables/` has what is in it).

A SQLite file by default, PostgreSQL by URL for teams; SQLAlchemy Core, so both share every
statement. Two things differ and are settled here. SQLite learns that a transaction will write from
`BEGIN IMMEDIATE`: a reader that turns writer halfway is refused at once if another wrote in
between, however long the busy timeout. And its driver's own transaction handling is switched off,
since it would commit before each `CREATE TABLE` and leave a half-made schema behind a crash.

Alembic takes longer to import than most commands run, so it is asked only when the schema is old.
"""

import importlib
import re
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self

import sqlalchemy as sa
from sqlalchemy.engine import URL, Connection, Engine, make_url
from sqlalchemy.exc import (
    ArgumentError,
    DatabaseError,
    IntegrityError,
    NoSuchModuleError,
    OperationalError,
    ProgrammingError,
)

from goldkeeper.model.errors import DatabaseUnusable
from goldkeeper.model.redaction import Redactor

NEWEST_REVISION = "0007"  # of migrations/versions; a test holds them together
BUSY_SECONDS = 30  # a scan of a big gold set holds the write lock for about a second
HURRIED_SECONDS = 0.05  # what nobody has to wait for gives up soon
RETRY_SECONDS = 0.01  # between two tries to change the journal; the change takes about as long

_WRITE_A_URL = "write postgresql://user@host/name, or the path of a SQLite file"

# What the drivers say → what would do; the first sign that is found counts.
_REMEDIES = {
    "locked": f"another process has been writing for more than {BUSY_SECONDS} s; try again when it is done",
    "not a database": "name another file, or restore this one from a copy",
    "malformed": "restore it from a copy, or move it away and scan again",
    "unable to open": "name a file in a folder that can be written",
    "readonly": "make the file and its folder writable",
    "disk": "make room on the disk, or mend it",
    "authentication": "check user and password in the URL",
    "does not exist": "make it, or check its name in the URL",
    "connect": "check the URL, and that the server runs",
}


class Database:
    """An open database whose schema is the newest; close it, or use it as a context manager."""

    def __init__(self, engine: Engine, name: str) -> None:
        self._engine, self.name = engine, name

    @classmethod
    def open(cls, place: str | Path) -> "Database":
        """Open a database, make it if it is a file that isn't there, and bring its schema up to date.

        Args:
            place: a path of a SQLite file, or a URL `postgresql://…` or `sqlite:///…`.

        Raises:
            DatabaseUnusable: not reachable, no database, no driver, or made by a newer goldkeeper.
        """
        url = _url(place)
        name = url.database or "" if url.get_backend_name() == "sqlite" else Redactor()(url.render_as_string())
        if url.get_backend_name() == "sqlite":
            _make_folder(url, name)
        database = cls(_engine(url, name), name)
        try:
            database._upgrade()
        except BaseException:
            database.close()
            raise
        return database

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A connection that only reads."""
        with _told_apart(self.name), self._engine.connect() as connection:
            yield connection

    @contextmanager
    def writing(self, *, hurried: bool = False) -> Iterator[Connection]:
        """A transaction: all of it, or on an error nothing.

        Args:
            hurried: where somebody else is writing for longer than a moment, DatabaseUnusable is raised at once.
        """
        with (
            _told_apart(self.name),
            self._engine.connect() as connection,
            connection.execution_options(will_write=True, hurried=hurried).begin(),
        ):
            yield connection

    def close(self) -> None:
        """Let go of the file or the server."""
        self._engine.dispose()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _upgrade(self) -> None:
        with self.reading() as connection:
            if self._is_newest(connection):
                return
        with self.writing() as connection:
            # Held to the end of the transaction: of two processes the second finds the work done.
            if connection.dialect.name == "postgresql":
                connection.execute(sa.text("SELECT pg_advisory_xact_lock(7236172450)"))
            if not self._is_newest(connection):
                migrations = importlib.import_module("goldkeeper.stores.migrations")
                migrations.upgrade(connection, NEWEST_REVISION)

    def _is_newest(self, connection: Connection) -> bool:
        if not sa.inspect(connection).has_table("alembic_version"):
            return False
        revision = connection.execute(sa.text("SELECT version_num FROM alembic_version")).scalar()
        if revision is not None and revision > NEWEST_REVISION:
            raise DatabaseUnusable(
                self.name, f"its schema {revision} was made by a newer goldkeeper", "upgrade goldkeeper here"
            )
        return bool(revision == NEWEST_REVISION)


def _url(place: str | Path) -> URL:
    if isinstance(place, Path) or "://" not in place:
        return URL.create("sqlite", database=str(place))
    try:
        url = make_url(place.replace("postgres://", "postgresql://", 1) if place.startswith("postgres://") else place)
    except (ArgumentError, ValueError):  # a port that is no number is the latter
        raise DatabaseUnusable(
            Redactor()(re.sub("//.*@", "//***@", place)), "is no database URL", _WRITE_A_URL
        ) from None
    if url.drivername == "postgresql":
        url = url.set(drivername="postgresql+psycopg")
    if url.get_backend_name() not in {"sqlite", "postgresql"}:
        problem = f"{url.get_backend_name()} is not supported"
        raise DatabaseUnusable(url.render_as_string(), problem, _WRITE_A_URL)
    return url


def _make_folder(url: URL, name: str) -> None:
    if not url.database or url.database == ":memory:":
        raise DatabaseUnusable(str(url), "names no file", "write the path of a file that keeps the queue")
    try:
        Path(url.database).parent.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise DatabaseUnusable(name, problem.strerror or str(problem), "name a folder that can be written") from None


def _engine(url: URL, name: str) -> Engine:
    is_sqlite = url.get_backend_name() == "sqlite"
    try:
        if is_sqlite:
            engine = sa.create_engine(url, hide_parameters=True, connect_args={"timeout": BUSY_SECONDS})
        else:
            engine = sa.create_engine(
                url, hide_parameters=True, pool_pre_ping=True
            )  # a daemon outlives the server's restarts
    except (NoSuchModuleError, ModuleNotFoundError) as problem:
        raise DatabaseUnusable(name, str(problem), "pip install 'goldkeeper[postgres]'") from None
    if is_sqlite:
        sa.event.listen(engine, "connect", _set_up_sqlite)
        sa.event.listen(engine, "begin", _begin_sqlite)
    return engine


def _set_up_sqlite(connection: Any, _record: object) -> None:
    connection.isolation_level = None  # transactions are begun by _begin_sqlite alone
    cursor = connection.cursor()
    cursor.execute("PRAGMA foreign_keys = ON")
    _use_wal(cursor)
    cursor.execute("PRAGMA synchronous = NORMAL")  # with WAL a power cut can lose the last answer, never the file
    cursor.close()


def _use_wal(cursor: Any) -> None:
    """Turn on the journal with which readers and one writer at a time don't wait for each other.

    SQLite's own patience does not hold for the change: of two processes that open a new file at once,
    the second is refused as long as the first is at it.
    """
    until = time.monotonic() + BUSY_SECONDS
    while cursor.execute("PRAGMA journal_mode").fetchone()[0] != "wal":
        try:
            cursor.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as problem:
            if "locked" not in str(problem) or time.monotonic() > until:
                raise
            time.sleep(RETRY_SECONDS)


def _begin_sqlite(connection: Connection) -> None:
    options = connection.get_execution_options()
    begin = "BEGIN IMMEDIATE" if options.get("will_write", False) else "BEGIN"
    if not options.get("hurried", False):
        connection.exec_driver_sql(begin)
        return
    # Through the driver's own cursor: SQLAlchemy would begin a transaction for these, and this is its beginning.
    cursor = connection.connection.cursor()
    try:
        cursor.execute(f"PRAGMA busy_timeout = {HURRIED_SECONDS * 1000:.0f}")
        connection.exec_driver_sql(begin)
    finally:
        cursor.execute(f"PRAGMA busy_timeout = {BUSY_SECONDS * 1000}")
        cursor.close()


@contextmanager
def _told_apart(name: str) -> Iterator[None]:
    """What the server or the file refuses is the user's to mend; a wrong statement is ours."""
    try:
        yield
    except (IntegrityError, ProgrammingError):
        raise
    except DatabaseError as problem:
        said = [line.strip() for line in str(problem.orig).splitlines() if line.strip()]
        remedy = next((remedy for sign, remedy in _REMEDIES.items() if sign in " ".join(said)), None)
        if remedy is None and isinstance(problem, OperationalError) and "psycopg" in type(problem.orig).__module__:
            remedy = _REMEDIES["connect"]  # a server has many words for being away; a wrong statement is none of them
        if remedy is None:
            raise
        raise DatabaseUnusable(name, said[0], remedy) from problem
