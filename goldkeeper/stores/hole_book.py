"""Holes in the database; see `ports.HoleBook`."""

import hashlib
import json
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Row

from goldkeeper.model.chunks import ChunkId, Span
from goldkeeper.model.errors_passports import UnknownUpgrade
from goldkeeper.model.gold import Grade, QueryId
from goldkeeper.model.holes import FoundHole, Hole, HoleState
from goldkeeper.model.passports import Passport
from goldkeeper.stores.database import Database
from goldkeeper.stores.passport_book import storable
from goldkeeper.stores.tables.passports import holes

OPEN = (HoleState.WAITING, HoleState.JUDGED)


class DatabaseHoleBook:
    """The holes of one gold set."""

    def __init__(self, database: Database, scope: str) -> None:
        self._database, self._scope = database, storable(scope)

    def dig(
        self, found: Sequence[FoundHole], *, run: str, passport: Passport, upgrade: int | None, at: datetime
    ) -> tuple[int, ...]:
        """Ask for grades; a pair that is asked for already is not asked for again."""
        with self._database.writing() as connection:
            if connection.dialect.name == "postgresql":  # SQLite's writers come one after the other anyway
                connection.execute(sa.text("LOCK TABLE holes IN SHARE ROW EXCLUSIVE MODE"))
            mine = holes.c.scope == self._scope
            last = connection.execute(sa.select(sa.func.max(holes.c.number)).where(mine)).scalar() or 0
            # A grade of 0 may have no place in the gold file, and is an answer all the same.
            answered = holes.c.state.in_([state.value for state in OPEN]) | (holes.c.grade == 0)
            known = set(connection.execute(sa.select(holes.c.pair).where(mine, answered)).scalars())
            rows = []
            for hole in found:
                pair = _pair(hole)
                if pair not in known:
                    known.add(pair)
                    last += 1
                    rows.append(self._row(last, hole, pair, at))
                else:  # what waits is asked about as it is now
                    waiting = mine & (holes.c.pair == pair) & (holes.c.state == HoleState.WAITING.value)
                    connection.execute(holes.update().where(waiting).values(digest=hole.digest, rank=hole.rank))
            values = {"run": storable(run), "passport": passport.digest, "upgrade": upgrade}
            if rows:
                connection.execute(holes.insert(), [{**row, **values} for row in rows])
        return tuple(row["number"] for row in rows)

    def holes(self, states: Iterable[HoleState]) -> tuple[Hole, ...]:
        """Holes in these states, by number."""
        wanted = holes.c.state.in_([state.value for state in states])
        query = sa.select(holes).where(holes.c.scope == self._scope, wanted).order_by(holes.c.number)
        with self._database.reading() as connection:
            return tuple(map(_as_hole, connection.execute(query)))

    def judge(self, number: int, grade: Grade | None, *, judge: str, reason: str, at: datetime) -> Hole:
        """Give an open hole its grade, or take the grade back (None)."""
        state = HoleState.WAITING if grade is None else HoleState.JUDGED
        values = {"state": state.value, "grade": grade, "judge": storable(judge), "judged": at}
        open_one = holes.update().where(
            holes.c.scope == self._scope,
            holes.c.number == number,
            holes.c.state.in_([state.value for state in OPEN]),
        )
        with self._database.writing() as connection:
            given = open_one.values(**values, reason=storable(reason)).returning(*holes.c)
            row = connection.execute(given).one_or_none()
        if row is None:
            raise UnknownUpgrade("open chunk to judge", number, "goldkeeper upgrade holes lists them")
        return _as_hole(row)

    def close(self, numbers: Sequence[int], state: HoleState) -> int:
        """They are in the gold file, or need no judge any more; how many were open."""
        if not numbers:
            return 0
        mine = (
            (holes.c.scope == self._scope)
            & holes.c.number.in_(numbers)
            & holes.c.state.in_([state.value for state in OPEN])
        )
        with self._database.writing() as connection:
            return connection.execute(holes.update().where(mine).values(state=state.value)).rowcount

    def _row(self, number: int, hole: FoundHole, pair: str, at: datetime) -> dict[str, Any]:
        chunk = hole.chunk_id
        return {
            "scope": self._scope,
            "number": number,
            "query": json.dumps(hole.query_id),
            "chunk": json.dumps([chunk.path, chunk.span.start, chunk.span.end, chunk.symbol]),
            "pair": pair,
            "digest": hole.digest,
            "rank": hole.rank,
            "since": at,
            "state": HoleState.WAITING.value,
        }


def _pair(hole: FoundHole) -> str:
    text = f"{hole.query_id}\0{hole.chunk_id}"
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


def _as_hole(row: Row[Any]) -> Hole:
    path, start, end, symbol = json.loads(row.chunk)
    found = FoundHole(QueryId(json.loads(row.query)), ChunkId(path, Span(start, end), symbol), row.digest, row.rank)
    return Hole(
        number=row.number,
        found=found,
        run=row.run,
        passport=row.passport,
        upgrade=row.upgrade,
        since=row.since,
        state=HoleState(row.state),
        grade=Grade(row.grade) if row.grade is not None else None,
        judge=row.judge or "",
        judged=row.judged,
        reason=row.reason or "",
    )
