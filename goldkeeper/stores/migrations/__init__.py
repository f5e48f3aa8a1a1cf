"""Steps from one database schema to the next; a step that was released is never changed."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy.engine import Connection


def configured(connection: Connection | None = None) -> Config:
    """Alembic's configuration, without an ini file: the scripts lie beside this one."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    return config


def upgrade(connection: Connection, revision: str) -> None:
    """Bring the schema to a revision, inside the transaction that the connection is in."""
    command.upgrade(configured(connection), revision)
