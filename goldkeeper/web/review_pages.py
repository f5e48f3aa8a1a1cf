"""The review: what waits, one group, one question, a search among all chunks."""

from typing import Annotated

from fastapi import APIRouter, Query, Response

from goldkeeper.model.chunks import ChunkId
from goldkeeper.model.errors import UnknownItem
from goldkeeper.model.reviews import UNSETTLED_STATES, ItemState
from goldkeeper.reporting.review_words import spoken
from goldkeeper.web.activity_view import MOST_READ, deeds_of
from goldkeeper.web.group_view import group_view, opened_of
from goldkeeper.web.numbers import know_numbers
from goldkeeper.web.review_view import (
    MOST_NEWS,
    Typed,
    Way,
    against_place,
    item_view,
    queue_view,
)
from goldkeeper.web.seat import Seat, Seated

know_numbers()
router = APIRouter(include_in_schema=False)


@router.get("/")
def queue(seat: Seated, done: str = "") -> Response:
    """All that waits, one card a cause."""
    desk, judge = seat.desk, seat.visitor.judge
    news = desk.news(judge, seat.visitor.session.since)[:MOST_NEWS] if seat.visitor.session is not None else ()
    progress = desk.progress()
    return seat.page(
        "queue.html",
        view=queue_view(seat.shelf().lines, progress),
        progress=progress,
        news=[spoken(item) for item in news],
        notice=notice_of(seat, done),
        standing=seat.place.standing(),
    )


@router.get("/groups/{group}")
def group(
    seat: Seated, group: str, everything: Annotated[bool, Query(alias="all")] = False, odd: bool = False, done: str = ""
) -> Response:
    """One cause: the unusual questions open, the others listed."""
    desk, judge = seat.desk, seat.visitor.judge
    card = seat.shelf().card(group)
    if card is None:
        raise UnknownItem("group", group)
    numbers = opened_of(card, all_odd=odd)
    opened = [desk.page(number, judge) for number in numbers]
    view = group_view(card, desk.looks.of(judge), everything=everything, opened=numbers)
    return seat.page("group.html", view=view, opened=opened, notice=notice_of(seat, done))


@router.get("/together/{which}")
def together_page(
    seat: Seated, which: str, everything: Annotated[bool, Query(alias="all")] = False, odd: bool = False
) -> Response:
    """What may be answered at once whatever its cause."""
    judge = seat.visitor.judge
    card = next((one for one in seat.shelf().together if one.group == which), None)
    if card is None:
        raise UnknownItem("group", which)
    numbers = opened_of(card, all_odd=odd)
    opened = [seat.desk.page(number, judge) for number in numbers]
    view = group_view(card, seat.desk.looks.of(judge), everything=everything, opened=numbers)
    return seat.page("group.html", view=view, opened=opened, notice=None)


@router.get("/items/{number:number}")
def item(seat: Seated, number: int, against: str = "", whole: bool = False, done: str = "") -> Response:
    """One question, with all that a judge needs."""
    return item_page(seat, number, against=against, whole=whole, done=done)


def item_page(
    seat: Seat,
    number: int,
    *,
    against: str = "",
    whole: bool = False,
    done: str = "",
    problem: str = "",
    status: int = 200,
    typed: Typed = Typed(),  # noqa: B008 - frozen
) -> Response:
    """A question's page, also with what stood in the way of an answer, and what was written into that."""
    target = ChunkId.parse(against, bare=True) if against else None
    shape = {"context": None} if whole else {}
    page = seat.desk.page(number, seat.visitor.judge, against=target, **shape)
    shelf = seat.shelf()
    card = shelf.card(page.item.group)
    way = Way(shelf.before(number), shelf.after(number), len(card.members) if card is not None else 0)
    return seat.page(
        "item.html",
        status,
        view=item_view(page, way, target),
        page=page,
        item=page.item,
        proposal=page.item.proposal,
        against=str(target) if target is not None else "",
        whole=whole,
        notice=notice_of(seat, done),
        problem=problem,
        typed=typed,
    )


@router.get("/items/{number:number}/search")
def search(seat: Seated, number: int, q: Annotated[str, Query(max_length=500)] = "") -> Response:
    """Any chunk of the code as it is now, to send the gold to."""
    item = seat.desk.item(number, seat.visitor.judge)
    found = seat.desk.search(q) if q.strip() else ()
    places = [against_place(number, one.chunk.id) for one in found]
    return seat.page("search.html", item=item, q=q, found=list(zip(found, places, strict=True)))


@router.get("/activity")
def activity(seat: Seated) -> Response:
    """Who did what, the newest first."""
    events = seat.desk.seen_by(seat.visitor.judge).recent(MOST_READ)
    return seat.page("activity.html", deeds=deeds_of(events))


@router.get("/help")
def help_page(seat: Seated) -> Response:
    """How a review goes, and its keys."""
    return seat.page("help.html")


def notice_of(seat: Seat, done: str) -> dict[str, object] | None:
    """What was just done, told from what the queue says now: an address can't put words into a page.

    Args:
        seat: the request.
        done: `12`, `g2`, or `undo-12`, as the redirect after a form has it.
    """
    what = done.removeprefix("undo-")
    try:
        if what.isascii() and what.isdigit() and len(what) < 10:
            item = seat.desk.item(int(what), seat.visitor.judge)
            text = spoken(item, undone=what != done)
            return {"text": text, "undo": item.number if item.decision is not None else None, "group": None}
        if what.startswith("g") and what[1:].isascii() and what[1:].isdigit():
            items = [item for item in seat.keeper.queue.items(UNSETTLED_STATES) if item.group == what]
            said = seat.keeper.queue.opinions()
            own = {number for number, given in said.items() if any(one.judge == seat.visitor.judge for one in given)}
            answered = sum(item.state is ItemState.DECIDED or item.number in own for item in items)
            if items:
                text = f"{what}: {answered} answered, {len(items) - answered} still open"
                return {"text": text, "undo": None, "group": what if answered else None}
    except UnknownItem:
        return None
    return None
