"""Tokens of judges, kept as digests.

A token holds 256 random bits, so nobody finds it by trying, and a slow hash (as passwords need) would only
make every request slow.
"""

import hashlib
import secrets
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Row

from goldkeeper.model.errors_web import UnknownToken
from goldkeeper.model.serving import Token
from goldkeeper.stores.database import Database
from goldkeeper.stores.tables.serving import tokens

PREFIX = "gk_"  # so that scanners for leaked secrets know what they found
RANDOM_BYTES = 32


class DatabaseTokens:
    """`ports.Tokens` of one gold set."""

    def __init__(self, database: Database, scope: str) -> None:
        self._database, self._scope = database, scope

    def add(self, judge: str, *, now: datetime, expires: datetime | None = None) -> tuple[Token, str]:
        """Make a token.

        Returns:
            What is kept, and the text, which can't be had again.
        """
        text = PREFIX + secrets.token_urlsafe(RANDOM_BYTES)
        with self._database.writing() as connection:
            if connection.dialect.name == "postgresql":  # else two that are made at one instant take one number
                connection.execute(sa.text("LOCK TABLE tokens IN EXCLUSIVE MODE"))  # readers go on
            newest = sa.select(sa.func.coalesce(sa.func.max(tokens.c.number), 0)).where(tokens.c.scope == self._scope)
            number = connection.execute(newest).scalar_one() + 1
            row = {"scope": self._scope, "number": number, "judge": judge, "digest": _digest(text)}
            connection.execute(tokens.insert().values(**row, created=now, expires=expires))
        return Token(number, judge, now, expires), text

    def find(self, text: str, *, now: datetime) -> Token | None:
        """The token of a text, if it lets in."""
        return self._standing(tokens.c.digest == _digest(text), now)

    def standing(self, number: int, *, now: datetime) -> Token | None:
        """The token of a number, if it lets in."""
        return self._standing(tokens.c.number == number, now)

    def _standing(self, condition: "sa.ColumnElement[bool]", now: datetime) -> Token | None:
        query = sa.select(tokens).where(tokens.c.scope == self._scope, condition)
        with self._database.reading() as connection:
            row = connection.execute(query).one_or_none()
        token = _to_token(row) if row is not None else None
        return token if token is not None and token.lets_in(now) else None

    def all(self) -> tuple[Token, ...]:
        """By number, revoked ones too."""
        query = sa.select(tokens).where(tokens.c.scope == self._scope).order_by(tokens.c.number)
        with self._database.reading() as connection:
            return tuple(_to_token(row) for row in connection.execute(query))

    def revoke(self, number: int, *, now: datetime) -> Token:
        """Let nobody in with it any more; a token that was revoked before keeps its moment.

        Raises:
            UnknownToken: no such token.
        """
        mine = (tokens.c.scope == self._scope) & (tokens.c.number == number)
        with self._database.writing() as connection:
            connection.execute(tokens.update().where(mine, tokens.c.revoked.is_(None)).values(revoked=now))
            row = connection.execute(sa.select(tokens).where(mine)).one_or_none()
        if row is None:
            raise UnknownToken(number)
        return _to_token(row)


def _to_token(row: Row[Any]) -> Token:
    return Token(row.number, row.judge, row.created, row.expires, row.revoked)


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
