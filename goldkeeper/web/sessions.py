"""Sessions: who sits behind a browser, in a signed cookie; nothing of it is kept on our side.

The cookie says the judge's name and the number of the token that let them in. A token is looked up at every
request, so revoking it ends its sessions. Each form carries a second text made from the session; another site
could make a browser send the cookie, but can't know that text.
"""

import base64
import hashlib
import hmac
import json
import secrets
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

LASTS = timedelta(hours=16)  # a working day
COOKIE = "goldkeeper_session"


@dataclass(frozen=True, slots=True)
class Session:
    """A browser that was let in.

    Attributes:
        name: random; tells one browser from another.
        judge: who answers; empty where the person at the machine has not said.
        token: number of the token that let them in; None on loopback.
        since: in UTC.
    """

    name: str
    judge: str
    token: int | None
    since: datetime


def new_session(judge: str, token: int | None, now: datetime) -> Session:
    """A session with a name of its own."""
    return Session(secrets.token_urlsafe(18), judge, token, now)


class Sessions:
    """Seals sessions into cookies and opens them again."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    def cookie_name(self, *, secure: bool) -> str:
        """The cookie's name: each project's its own, since browsers don't tell ports of one host apart.

        Browsers keep a `__Host-` cookie to the very host that set it, and to TLS.
        """
        return f"{'__Host-' if secure else ''}{COOKIE}_{self._mark('cookie', '')[:8]}"

    def seal(self, session: Session) -> str:
        """The cookie's value."""
        since = int(session.since.timestamp())
        text = json.dumps([session.name, session.judge, session.token, since], ensure_ascii=True)
        body = base64.urlsafe_b64encode(text.encode()).rstrip(b"=").decode()
        return f"{body}.{self._mark('session', body)}"

    def open(self, value: str | None, now: datetime) -> Session | None:
        """The session of a cookie's value; None for one that is not ours or is over."""
        body, _, mark = (value or "").partition(".")
        if not body or not hmac.compare_digest(mark.encode("utf-8", "replace"), self._mark("session", body).encode()):
            return None
        name, judge, token, since = json.loads(base64.urlsafe_b64decode(body + "=" * (-len(body) % 4)))
        session = Session(name, judge, token, datetime.fromtimestamp(since, UTC))
        return session if now - session.since < LASTS else None

    def form_mark(self, session: Session) -> str:
        """What the session's forms carry."""
        return self._mark("form", session.name)

    def is_form_mark(self, session: Session, said: str) -> bool:
        """Whether a form was one of the session's."""
        return hmac.compare_digest(said.encode("utf-8", "replace"), self.form_mark(session).encode())

    def _mark(self, purpose: str, text: str) -> str:
        return hmac.new(self._key, f"{purpose}\0{text}".encode("utf-8", "replace"), hashlib.sha256).hexdigest()
