"""What every page has at hand: a keeper of its own, who asks, and the moment."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any

from fastapi import Depends, Form, Request, Response

from goldkeeper.model.errors import BadRequest
from goldkeeper.web.door import Door, Visitor
from goldkeeper.web.office import Office, Workplace
from goldkeeper.web.respond import page, see
from goldkeeper.web.shelf import Shelf
from goldkeeper.wiring import Keeper
from goldkeeper.wiring.serving import Doorkeeping
from goldkeeper.workflow.desk import ReviewDesk


@dataclass(frozen=True, slots=True)
class House:
    """What all requests share.

    Attributes:
        office: where each gets a keeper from.
        door: who may come in.
    """

    office: Office
    door: Door


@dataclass(frozen=True, slots=True)
class Seat:
    """One request, let in."""

    request: Request
    place: Workplace
    visitor: Visitor
    door: Door
    now: datetime

    @property
    def keeper(self) -> Keeper:
        """The project."""
        return self.place.keeper

    @property
    def desk(self) -> ReviewDesk:
        """Where questions are looked at and answered."""
        return self.place.desk

    def shelf(self) -> Shelf:
        """What waits for this visitor."""
        return self.place.shelf(self.visitor.judge)

    @property
    def doorkeeping(self) -> Doorkeeping:
        """Tokens and kept answers."""
        return Doorkeeping(self.keeper)

    def page(self, template: str, status: int = 200, **values: Any) -> Response:
        """A page, with the session's cookie where that is new."""
        mark = self.door.sessions.form_mark(self.visitor.session) if self.visitor.session is not None else ""
        return self.with_cookie(page(self.request, template, status, visitor=self.visitor, form_mark=mark, **values))

    def see(self, place: str) -> Response:
        """Go there."""
        return self.with_cookie(see(place))

    def with_cookie(self, response: Response) -> Response:
        """Set the cookie of a new session."""
        if self.visitor.is_new and self.visitor.session is not None:
            set_cookie(response, self.door, self.request, self.visitor)
        return response


def set_cookie(response: Response, door: Door, request: Request, visitor: Visitor) -> None:
    """Hand a session to the browser: for this host alone, out of reach of scripts and of other sites."""
    assert visitor.session is not None  # callers look
    response.set_cookie(
        door.cookie(request),
        door.sessions.seal(visitor.session),
        httponly=True,
        samesite="strict",
        secure=request.url.scheme == "https",
        path="/",
    )


def house_of(request: Request) -> House:
    """What the application was made with."""
    house: House = request.app.state.house
    return house


def _take_seat(request: Request) -> Iterator[Seat]:
    house = house_of(request)
    with house.office.workplace() as place:
        keeper = place.keeper
        now = keeper.clock()
        visitor = house.door.visitor(request, Doorkeeping(keeper).tokens, at_machine=keeper.judge, now=now)
        yield Seat(request, place, visitor, house.door, now)


Seated = Annotated[Seat, Depends(_take_seat)]


def _take_form_seat(
    seat: Seated,
    mark: Annotated[str, Form(max_length=200)] = "",
    reason: Annotated[str, Form(max_length=4000)] = "",
    text: Annotated[str, Form(max_length=4000)] = "",
    note: Annotated[str, Form(max_length=4000)] = "",
) -> Seat:
    seat.request.state.typed = reason or text or note  # where the form is refused, its words are shown again
    seat.door.check_form(seat.visitor, mark)
    if "\0" in seat.request.state.typed:
        raise BadRequest("the text", "holds a NUL character, which no database keeps", "leave it out")
    return seat


FormSeated = Annotated[Seat, Depends(_take_form_seat)]
