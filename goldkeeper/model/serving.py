"""Tokens that let judges in, and the answers that requests were given."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Token:
    """What is kept of a token; its text is shown once, when it is made.

    Attributes:
        number: how people name it, from 1; never used twice.
        judge: who answers with it.
        expires: None never does.
        revoked: None while it lets in.
    """

    number: int
    judge: str
    created: datetime
    expires: datetime | None = None
    revoked: datetime | None = None

    def lets_in(self, now: datetime) -> bool:
        """Whether it is neither revoked nor out of date."""
        return self.revoked is None and (self.expires is None or now < self.expires)


@dataclass(frozen=True, slots=True)
class KeptAnswer:
    """What a request with an idempotency key was answered.

    Attributes:
        request: digest of method, path and body; another one under the same key is a mistake.
        status: of HTTP; None while the first one is under way.
    """

    request: str
    status: int | None
    body: str
