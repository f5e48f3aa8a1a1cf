"""Which questions judges had before them, in the database, so that a restart and a second process know it too."""

from collections.abc import Mapping
from datetime import datetime, timedelta

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from goldkeeper.model.errors import DatabaseUnusable
from goldkeeper.stores.database import Database
from goldkeeper.stores.queue_rows import storable
from goldkeeper.stores.tables.reviewing import looks

KEPT = timedelta(days=30)  # far longer than a look counts; older rows go as new ones come


class DatabaseLookBook:
    """`ports.LookBook` of one gold set."""

    def __init__(self, database: Database, scope: str) -> None:
        self._database, self._scope = database, storable(scope)

    def keep(self, judge: str, keys: Mapping[int, str], *, now: datetime) -> bool:
        """Write down what a judge had before them; False where somebody else is writing just now."""
        if not keys:
            return True
        name = storable(judge)
        mine = (looks.c.scope == self._scope) & (looks.c.judge == name)
        row = {"scope": self._scope, "judge": name, "at": now}
        try:
            with self._database.writing(hurried=True) as connection:
                older = looks.c.item.in_(sorted(keys)) | (looks.c.at < now - KEPT)
                connection.execute(looks.delete().where(mine & older))
                connection.execute(
                    looks.insert(), [{**row, "item": item, "content_key": key} for item, key in sorted(keys.items())]
                )
        except (DatabaseUnusable, IntegrityError):  # locked, or written by another process: what is shown must not fail
            return False
        return True

    def seen(self, judge: str, *, since: datetime) -> Mapping[int, str]:
        """What a judge had before them since a moment: number → key as it was last."""
        query = sa.select(looks.c.item, looks.c.content_key).where(
            looks.c.scope == self._scope, looks.c.judge == storable(judge), looks.c.at >= since
        )
        with self._database.reading() as connection:
            return {row.item: row.content_key for row in connection.execute(query)}
