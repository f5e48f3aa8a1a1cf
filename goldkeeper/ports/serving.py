"""What serving over a network asks of the world: who may come in, and which request was answered before."""

from datetime import datetime
from typing import Protocol

from goldkeeper.model.serving import KeptAnswer, Token


class Tokens(Protocol):
    """Tokens of named judges."""

    def add(self, judge: str, *, now: datetime, expires: datetime | None = None) -> tuple[Token, str]:
        """A new one, with the text that the judge is handed."""

    def find(self, text: str, *, now: datetime) -> Token | None:
        """The token of a text, if it lets in."""

    def standing(self, number: int, *, now: datetime) -> Token | None:
        """The token of a number, if it lets in."""

    def all(self) -> tuple[Token, ...]:
        """By number, revoked ones too."""

    def revoke(self, number: int, *, now: datetime) -> Token:
        """Let nobody in with it any more; raises UnknownToken."""


class AnsweredRequests(Protocol):
    """Answers by idempotency key, kept for a day."""

    def begin(self, judge: str, key: str, request: str, *, now: datetime) -> KeptAnswer | None:
        """Claim a key; None for the first, else what stands under it."""

    def end(self, judge: str, key: str, *, status: int, body: str) -> None:
        """Keep the answer."""

    def give_up(self, judge: str, key: str) -> None:
        """The request failed by our fault: the key may be tried again."""
