"""Who asks: by the proxy's word, a token, a session, or as the person at this machine.

Only one of the first three counts where others can reach the pages. On loopback, whoever can reach them is
the person at the machine, under the name that their decisions bear anyway, or the one they say they have.
"""

from dataclasses import dataclass
from datetime import datetime

from starlette.requests import Request

from goldkeeper.model.errors_web import RequestRefused
from goldkeeper.model.judge_names import no_persons, tidy_name
from goldkeeper.ports import Tokens
from goldkeeper.web.guard import DoorRules
from goldkeeper.web.sessions import Session, Sessions, new_session

LONGEST_NAME = 100


@dataclass(frozen=True, slots=True)
class Visitor:
    """Somebody who was let in.

    Attributes:
        judge: under whose name answers are kept; empty where the person at the machine has not said.
        session: None for a request that brought its own proof.
        is_new: the session's cookie is still to be set.
    """

    judge: str
    session: Session | None = None
    is_new: bool = False


class NotLetIn(RequestRefused):
    """Nobody knows who asks."""

    def __init__(self) -> None:
        super().__init__(401, "Unknown", "who asks is not known", "enter with a token (goldkeeper token add NAME)")


@dataclass(frozen=True, slots=True)
class Door:
    """Tells who asks.

    Attributes:
        rules: what is believed.
        sessions: opens cookies.
        identity_header: in which proxies name the judge; empty for none.
        asks_for_tokens: nobody is let in on the strength of being here.
    """

    rules: DoorRules
    sessions: Sessions
    identity_header: str
    asks_for_tokens: bool

    def visitor(self, request: Request, tokens: Tokens, *, at_machine: str, now: datetime) -> Visitor:
        """Who asks.

        Args:
            request: the request.
            tokens: those that let in.
            at_machine: how decisions of the person at this machine are signed; empty when nobody knows.
            now: in UTC.

        Raises:
            NotLetIn: nobody that we know.
        """
        bearer = _bearer(request)
        if bearer is not None:
            token = tokens.find(bearer, now=now)
            if token is None:
                raise NotLetIn
            return Visitor(token.judge)
        named = self._named_by_proxy(request)
        session = self.sessions.open(request.cookies.get(self.cookie(request)), now)
        if named is not None:
            if session is not None and session.judge == named and session.token is None:
                return Visitor(named, session)
            return Visitor(named, new_session(named, None, now), is_new=True)
        if session is not None and session.token is not None:
            token = tokens.standing(session.token, now=now)
            if token is not None:
                return Visitor(token.judge, session)
            session = None
        if self.asks_for_tokens:
            raise NotLetIn
        if session is not None:
            return Visitor(session.judge or at_machine, session)
        return Visitor(at_machine, new_session("", None, now), is_new=True)

    def cookie(self, request: Request) -> str:
        """The name of the session's cookie."""
        return self.sessions.cookie_name(secure=request.url.scheme == "https")

    def check_form(self, visitor: Visitor, said: str) -> None:
        """Whether a form came from the visitor's own pages.

        Raises:
            RequestRefused: it did not, or the session has ended since.
        """
        if visitor.is_new or visitor.session is None or not self.sessions.is_form_mark(visitor.session, said):
            raise RequestRefused(
                403,
                "An old page",
                "the form is not from this session",
                "go back, load the page again, and send it once more",
            )

    def _named_by_proxy(self, request: Request) -> str | None:
        if not self.identity_header:
            return None
        peer = request.client.host if request.client is not None else ""
        if not self.rules.is_proxy(peer):
            return None  # anybody can write a header
        names = request.headers.getlist(self.identity_header)
        if len(names) != 1:
            raise NotLetIn
        return checked_name(names[0].encode("latin-1", "replace").decode("utf-8", "replace"))


def checked_name(said: str) -> str:
    """A judge's name as it may be kept.

    Raises:
        RequestRefused: none, too long, unprintable, or no person's: that of a rule, of an assistant, or of several.
    """
    name = tidy_name(said)
    amiss = no_persons(name)
    if not name or len(name) > LONGEST_NAME or not name.isprintable() or amiss:
        problem = f"{said[:LONGEST_NAME]!r} is no name of a judge{f': it {amiss}' if amiss else ''}"
        raise RequestRefused(422, "No name", problem, f"write up to {LONGEST_NAME} letters that can be seen")
    return name


def _bearer(request: Request) -> str | None:
    kind, _, text = request.headers.get("authorization", "").partition(" ")
    return text.strip() if kind.lower() == "bearer" else None
