"""One contract, three queues: the fake, SQLite, and PostgreSQL where there is a server."""

import os
import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa

from goldkeeper.ports import ReviewQueue
from goldkeeper.stores.database import Database
from goldkeeper.stores.queue import DatabaseQueue
from tests.fakes import InMemoryQueue

POSTGRES = os.environ.get("GOLDKEEPER_TEST_POSTGRES", "")
needs_postgres = pytest.mark.skipif(not POSTGRES, reason="GOLDKEEPER_TEST_POSTGRES names no server")
DATABASES = ["sqlite", pytest.param("postgres", marks=needs_postgres)]


@pytest.fixture
def postgres_url() -> Iterator[str]:
    """A URL of an empty schema of its own."""
    schema = f"gk_{uuid.uuid4().hex}"
    url = sa.make_url(POSTGRES).set(drivername="postgresql+psycopg")
    engine = sa.create_engine(url)
    with engine.begin() as connection:
        connection.execute(sa.text(f"CREATE SCHEMA {schema}"))
    yield url.update_query_dict({"options": f"-csearch_path={schema}"}).render_as_string(hide_password=False)
    with engine.begin() as connection:
        connection.execute(sa.text(f"DROP SCHEMA {schema} CASCADE"))
    engine.dispose()


@pytest.fixture(params=DATABASES)
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where a database may be made: a file, or an empty schema of a server."""
    if request.param == "sqlite":
        return str(tmp_path / "state" / "queue.db")
    url: str = request.getfixturevalue("postgres_url")
    return url


@pytest.fixture
def database(place: str) -> Iterator[Database]:
    with Database.open(place) as opened:
        yield opened


@pytest.fixture(params=["fake", *DATABASES])
def queue(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[ReviewQueue]:
    """An empty queue."""
    if request.param == "fake":
        yield InMemoryQueue()
        return
    where = str(tmp_path / "queue.db") if request.param == "sqlite" else request.getfixturevalue("postgres_url")
    with Database.open(where) as opened:
        yield DatabaseQueue(opened, "gold/gold.jsonl")
