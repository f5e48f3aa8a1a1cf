"""Answers from the forms of the review pages. Every one brings along what its page showed."""

from dataclasses import replace
from typing import Annotated
from urllib.parse import urlencode

from fastapi import APIRouter, Form, Response

from goldkeeper.model.chunks import ChunkId
from goldkeeper.model.errors import BadRequest, MalformedChunkId, NoTarget
from goldkeeper.model.gold import HIGHEST_GRADE, Grade, QueryId
from goldkeeper.model.reviews import Answer
from goldkeeper.web.entry_pages import own_place
from goldkeeper.web.numbers import know_numbers
from goldkeeper.web.review_pages import item_page
from goldkeeper.web.review_view import Typed, outcome_words, place_of, shown_of
from goldkeeper.web.seat import FormSeated, Seat
from goldkeeper.workflow.answering import Shown
from goldkeeper.workflow.parting import Part
from goldkeeper.workflow.wishes import Outcome, Wish

know_numbers()
router = APIRouter(include_in_schema=False)

Line = Annotated[str, Form(max_length=2000)]
Lines = Annotated[list[str], Form(max_length=200)]
LONGEST_REASON = 4000


@router.post("/items/{number:number}/answer")
def answer_item(
    seat: FormSeated,
    number: int,
    key: Line = "",
    answer: Line = "",
    against: Line = "",
    target: Lines = [],  # noqa: B006 - read, never written
    grade_of: Lines = [],  # noqa: B006
    other: Annotated[str, Form(max_length=20_000)] = "",
    grade: Line = "",
    query: Lines = [],  # noqa: B006
    queries: Line = "",
    way: Lines = [],  # noqa: B006
    choice: Lines = [],  # noqa: B006
    reason: Annotated[str, Form(max_length=LONGEST_REASON)] = "",
) -> Response:
    """Answer one question."""
    if not seat.visitor.judge:
        return seat.see(f"/me?next=/items/{number}")
    after = seat.shelf().following(number)
    typed = Typed(reason, other, grade, frozenset(target) if answer == Answer.AMEND else None)
    try:
        said, wish = _said(answer, against, target=target, grade_of=grade_of, other=other, grade=grade)
        wish = replace(wish, reason=reason.strip(), queries=_for_queries(queries, query))
        if said is Answer.AMEND:
            wish = replace(wish, parts=_parts(way, choice))
        outcome = seat.desk.answer(said, [Shown(number, key)], seat.visitor.judge, wish)
    except MalformedChunkId as problem:
        return item_page(seat, number, problem=str(problem), status=422, typed=typed)
    except (BadRequest, NoTarget) as problem:
        return item_page(seat, number, against=against, problem=str(problem), status=422, typed=typed)
    if outcome.skipped:
        status = 422 if isinstance(outcome.skipped[0].problem, NoTarget) else 409
        why = str(outcome.skipped[0].problem)
        return item_page(seat, number, against=against, problem=why, status=status, typed=typed)
    return seat.see(f"/items/{after}?done={number}" if after is not None else f"/?done={number}")


@router.post("/items/{number:number}/note")
def note(seat: FormSeated, number: int, text: Annotated[str, Form(max_length=LONGEST_REASON)] = "") -> Response:
    """Write something beside a question."""
    if not seat.visitor.judge:
        return seat.see(f"/me?next=/items/{number}")
    seat.desk.note(number, text, seat.visitor.judge)
    return seat.see(f"/items/{number}#notes")


@router.post("/groups/{group}/answer")
@router.post("/together/{group}/answer")
def answer_group(
    seat: FormSeated,
    group: str,
    shown: Annotated[str, Form()] = "",
    answer: Line = "",
    out: Annotated[list[int], Form()] = [],  # noqa: B006
    include_retire: Annotated[bool, Form()] = False,
    include_changed: Annotated[bool, Form()] = False,
    unseen: Annotated[bool, Form()] = False,
    other: Annotated[str, Form(max_length=20_000)] = "",
    grade: Line = "",
    reason: Annotated[str, Form(max_length=LONGEST_REASON)] = "",
) -> Response:
    """Answer a whole group, or all but some of it; an amendment sends all of them to one place, or regrades all."""
    place = place_of(group)
    if not seat.visitor.judge:
        return seat.see(f"/me?next={place}")
    left_out = set(out)
    taken = [Shown(number, key) for number, key in shown_of(shown) if number not in left_out]
    said, wish = _said(answer, "", target=[], grade_of=[], other=other, grade=grade)
    if said is Answer.AMEND and not wish.names_successors:
        raise BadRequest("something else for all", "nothing is chosen", "go back, choose a grade, or name a chunk")
    wish = replace(
        wish, reason=reason.strip(), include_retire=include_retire, include_changed=include_changed, unseen=unseen
    )
    outcome = seat.desk.answer(said, taken, seat.visitor.judge, wish)
    if outcome.skipped or not place.startswith("/groups/"):
        return _told(seat, outcome, place, 200 if outcome.answered else 409, typed=reason)
    return seat.see(f"/?done={group}")


def _told(seat: Seat, outcome: Outcome, place: str, status: int, *, typed: str = "") -> Response:
    """A page that says what an answer to many came to, and can take it back."""
    taken_back = " ".join(str(item.number) for item in outcome.answered if item.decision is not None)
    return seat.page(
        "outcome.html",
        status,
        place=place,
        text=outcome_words(outcome),
        skipped=outcome.skipped,
        undo=taken_back,
        typed=typed if outcome.skipped else "",
    )


@router.post("/undo")
def undo(
    seat: FormSeated,
    item: Annotated[int | None, Form(ge=1, lt=10**9)] = None,
    items: Annotated[str, Form()] = "",
    group: Line = "",
    session: Line = "",
    back: Line = "",
) -> Response:
    """Take back an item's answer, those of several items, a group's, or all that this session said."""
    if not seat.visitor.judge:
        return seat.see("/me")
    desk, judge, what = seat.desk, seat.visitor.judge, ""
    if item is not None:
        outcome, what = desk.undo([item], judge), f"undo-{item}"
    elif items:
        outcome = desk.undo([number for number, _ in shown_of(" ".join(f"{one}:" for one in items.split()))], judge)
    elif group:
        outcome, what = desk.undo_group(group, judge), group
    elif session and seat.visitor.session is not None:
        outcome = desk.undo_session(judge, seat.visitor.session.since)
    else:
        raise BadRequest("undo", "nothing is named", "name an item or a group")
    if outcome.skipped:
        return _told(seat, outcome, place_of(group) if group else "", 409)
    place = own_place(back or (f"/items/{item}" if item is not None else "/"))
    return seat.see(f"{place}{'&' if '?' in place else '?'}{urlencode({'done': what})}" if what else place)


def _answer_of(said: str) -> Answer:
    try:
        return Answer(said)
    except ValueError:
        raise BadRequest("answer", f"{said!r} is none", f"say one of {', '.join(Answer)}") from None


def _said(
    answer: str, against: str, *, target: list[str], grade_of: list[str], other: str, grade: str
) -> tuple[Answer, Wish]:
    """The answer, and the successors and grades that the form names.

    A yes on a page that shows another chunk than the proposed one sends the gold there.
    """
    said = _answer_of(answer)
    if said is Answer.ACCEPT and against:
        return Answer.AMEND, Wish(targets=((ChunkId.parse(against, bare=True), None),))
    if said is not Answer.AMEND:
        return said, Wish()
    graded = dict(part.rsplit("=", 1) for part in grade_of if "=" in part)
    named = [*target, *(line.strip() for line in other.splitlines() if line.strip())]
    chosen = tuple((ChunkId.parse(text, bare=True), _grade(graded.get(text, ""))) for text in dict.fromkeys(named))
    return said, Wish(targets=chosen, grade=_grade(grade))


def _grade(said: str) -> Grade | None:
    if not said:
        return None
    if said.isascii() and said.isdigit() and int(said) <= HIGHEST_GRADE:
        return Grade(int(said))
    raise BadRequest("grade", f"{said!r} is none", f"say a number from 0 to {HIGHEST_GRADE}")


def _parts(ways: list[str], choices: list[str]) -> tuple[Part, ...]:
    """Queries that go a way of their own: the number of a choice, 0 for none of them, then the query."""
    parts = []
    for way in filter(None, ways):
        number, _, query = way.partition(" ")
        if not (number.isascii() and number.isdigit() and int(number) <= len(choices) and query):
            raise BadRequest("way", f"{way!r} is none of those offered", "look at the page again")
        chunk = [(ChunkId.parse(choices[int(number) - 1], bare=True), None)] if int(number) else []
        parts.append(Part((QueryId(query),), tuple(chunk)))
    return tuple(parts)


def _for_queries(which: str, chosen: list[str]) -> tuple[QueryId, ...] | None:
    if which != "some":
        return None
    if not chosen:
        raise BadRequest("queries", "none is chosen", "tick those that the answer holds for, or let it hold for all")
    return tuple(QueryId(query) for query in chosen)
