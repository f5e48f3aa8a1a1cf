"""Coming in with a token, saying one's name, and leaving."""

from typing import Annotated
from urllib.parse import urlsplit

from fastapi import APIRouter, Form, Request, Response

from goldkeeper.model.errors_web import RequestRefused
from goldkeeper.web.door import NotLetIn, Visitor, checked_name
from goldkeeper.web.respond import page, see
from goldkeeper.web.seat import FormSeated, Seated, house_of, set_cookie
from goldkeeper.web.sessions import new_session
from goldkeeper.wiring.serving import Doorkeeping

router = APIRouter(include_in_schema=False)


@router.get("/enter")
def enter(request: Request, next: str = "/") -> Response:  # noqa: A002 - the name in the address
    """Ask for a token."""
    return page(request, "enter.html", visitor=None, form_mark="", next=own_place(next), problem="")


@router.post("/enter")
def entered(
    request: Request,
    token: Annotated[str, Form(max_length=200)] = "",
    next: Annotated[str, Form(max_length=2000)] = "/",  # noqa: A002
) -> Response:
    """Let a token in; the form needs no mark, since it proves nothing but what it carries."""
    house = house_of(request)
    with house.office.workplace() as place:
        now = place.keeper.clock()
        found = Doorkeeping(place.keeper).tokens.find(token.strip(), now=now)
    if found is None:
        problem = "That token lets nobody in: mistyped, revoked or out of date."
        return page(request, "enter.html", 401, visitor=None, form_mark="", next=own_place(next), problem=problem)
    visitor = Visitor(found.judge, new_session(found.judge, found.number, now), is_new=True)
    response = see(own_place(next))
    set_cookie(response, house.door, request, visitor)
    return response


@router.post("/leave")
def leave(seat: FormSeated) -> Response:
    """End the session in this browser."""
    response = see("/enter" if seat.door.asks_for_tokens else "/")
    response.delete_cookie(seat.door.cookie(seat.request), path="/")
    return response


@router.get("/me")
def me(seat: Seated, next: str = "/") -> Response:  # noqa: A002
    """Who answers from this browser."""
    return seat.page(
        "me.html", next=own_place(next), problem="", can_change=_can_change(seat.visitor, seat.door.asks_for_tokens)
    )


@router.post("/me")
def named(
    seat: FormSeated,
    name: Annotated[str, Form(max_length=500)] = "",
    next: Annotated[str, Form(max_length=2000)] = "/",  # noqa: A002
) -> Response:
    """Say one's name, where nothing else does."""
    if not _can_change(seat.visitor, seat.door.asks_for_tokens):
        raise NotLetIn
    try:
        judge = checked_name(name)
    except RequestRefused as problem:
        return seat.page("me.html", 422, next=own_place(next), problem=str(problem), can_change=True)
    visitor = Visitor(judge, new_session(judge, None, seat.now), is_new=True)
    response = see(own_place(next))
    set_cookie(response, seat.door, seat.request, visitor)
    return response


def _can_change(visitor: Visitor, asks_for_tokens: bool) -> bool:
    return not asks_for_tokens and (visitor.session is None or visitor.session.token is None)


def own_place(said: str) -> str:
    r"""Where to go on, if it is one of our own pages; else the first.

    >>> own_place("/items/3"), own_place("//evil.example"), own_place("/\\evil.example"), own_place("https://evil.example")
    ('/items/3', '/', '/', '/')
    >>> own_place("//[evil")
    '/'
    """
    try:
        parts = urlsplit(said) if said.isprintable() and "\\" not in said else urlsplit("")
    except ValueError:  # a host in brackets that don't close
        return "/"
    if parts.scheme or parts.netloc or not parts.path.startswith("/") or parts.path.startswith("//"):
        return "/"
    return parts.path + (f"?{parts.query}" if parts.query else "")
