"""The API: the same verbs as `goldkeeper review`, as JSON under `/api/v1`."""

from collections.abc import Sequence
from typing import Annotated, Any
from urllib.parse import urlencode

from fastapi import APIRouter, Path, Query, Request, Response
from fastapi.responses import JSONResponse

from goldkeeper.model.changes import ChangeKind
from goldkeeper.model.chunks import ChunkId
from goldkeeper.model.drifts import DriftKind
from goldkeeper.model.errors import BadRequest
from goldkeeper.model.gold import Grade, QueryId
from goldkeeper.model.proposals import Action
from goldkeeper.model.reviews import OPEN_STATES, Answer, ItemState
from goldkeeper.reporting.item_record import item_record, outcome_record, shown_record
from goldkeeper.reporting.schema import JSON_SCHEMA
from goldkeeper.web.api_bodies import (
    PROBLEMS,
    AnswerBody,
    GroupAnswerBody,
    KeyHeader,
    NoteBody,
    PartBody,
    TargetBody,
    UndoBody,
)
from goldkeeper.web.api_records import card_record, status_record
from goldkeeper.web.once import once
from goldkeeper.web.seat import Seated
from goldkeeper.workflow.answering import Shown
from goldkeeper.workflow.parting import Part
from goldkeeper.workflow.selection import Selection, passes
from goldkeeper.workflow.wishes import Outcome, Wish

router = APIRouter(prefix="/api/v1", responses=PROBLEMS)

MOST_ON_A_PAGE = 200
Number = Annotated[int, Path(ge=1, lt=10**9, description="The question's number.")]
Group = Annotated[str, Path(pattern=r"^g[0-9]{1,9}$", description="The group's short name.")]
After = Annotated[int, Query(ge=0, lt=10**9, description="Goes on behind this number; `next` has it.")]
Limit = Annotated[int, Query(ge=1, le=MOST_ON_A_PAGE)]


@router.get("/status", tags=["project"])
def status(seat: Seated) -> dict[str, Any]:
    """How fresh the last scan is, and what waits."""
    return _said(status_record(seat.keeper.status(), seat.desk.progress()))


@router.get("/scan", tags=["project"])
def last_scan(seat: Seated) -> dict[str, Any]:
    """The whole report of the last scan; `report` is null before the first."""
    last = seat.keeper.memory.last()
    return _said({"report": last.report if last is not None else None})


@router.get("/groups", tags=["review"])
def groups(seat: Seated) -> dict[str, Any]:
    """What waits, one entry a cause, in the order of work."""
    return _said({"groups": [card_record(card) for card in seat.shelf().cards]})


@router.get("/groups/{group}", tags=["review"])
def group(seat: Seated, group: Group) -> dict[str, Any]:
    """One cause with its questions, the unusual ones first."""
    card = seat.desk.card(group, seat.visitor.judge)
    members = [
        {**item_record(one.item), "oddities": list(one.oddities), "aside": one.aside or None} for one in card.members
    ]
    return _said({**card_record(card), "items": members})


@router.get("/items", tags=["review"])
def items(
    request: Request,
    seat: Seated,
    state: Annotated[list[ItemState] | None, Query(description="Only these; without it, those that are open.")] = None,
    group: Annotated[str | None, Query(pattern=r"^g[0-9]{1,9}$")] = None,
    drift: Annotated[list[DriftKind] | None, Query()] = None,
    change: Annotated[list[ChangeKind] | None, Query()] = None,
    action: Annotated[list[Action] | None, Query()] = None,
    path: Annotated[list[str] | None, Query(description="Only gold chunks in a folder, or under a glob.")] = None,
    query: Annotated[list[str] | None, Query(description="Only gold chunks of these queries.")] = None,
    after: After = 0,
    limit: Limit = 50,
) -> Response:
    """Questions by number, so many at a time."""
    chosen = Selection(
        drifts=frozenset(drift or ()),
        changes=frozenset(change or ()),
        actions=frozenset(action or ()),
        paths=tuple(path or ()),
        queries=frozenset(map(QueryId, query or ())),
    )
    found = [
        item
        for item in seat.desk.seen_by(seat.visitor.judge).items(state or OPEN_STATES)
        if item.number > after and (group is None or item.group == group) and passes(item.proposal, chosen)
    ]
    record: dict[str, Any] = {"items": [item_record(item) for item in found[:limit]], "next": None}
    headers = {}
    if len(found) > limit:
        kept = [(name, value) for name, value in request.query_params.multi_items() if name != "after"]
        place = f"{request.url.path}?{urlencode([*kept, ('after', found[limit - 1].number)])}"
        record["next"], headers["Link"] = place, f'<{place}>; rel="next"'
    return JSONResponse(_said(record), headers=headers)


@router.get("/items/{number}", tags=["review"])
def item(seat: Seated, number: Number) -> dict[str, Any]:
    """One question with its texts, its history and what its queries ask."""
    keeper = seat.keeper
    seen = seat.desk.seen_by(seat.visitor.judge)
    found = seen.item(number)
    seat.desk.note_look(found, seat.visitor.judge)
    queries = {pair.query_id: keeper.query_text(pair.query_id) for pair in found.proposal.pairs}
    return _said(shown_record(found, queries=queries, log=seen.log(found), text_of=keeper.text_of))


@router.get("/search", tags=["review"])
def search(seat: Seated, q: Annotated[str, Query(min_length=1, max_length=500)]) -> dict[str, Any]:
    """Chunks of the code as it is now by words of path, symbol and text."""
    found = [
        {"id": str(one.chunk.id), "kind": one.chunk.kind.value, "digest": one.chunk.digest, "line": one.line}
        for one in seat.desk.search(q)
    ]
    return _said({"chunks": found})


@router.get("/activity", tags=["review"])
def activity(seat: Seated, limit: Limit = 50) -> dict[str, Any]:
    """Who did what, the newest first, as far as this judge may know it."""
    events = [
        {"item": number, "at": at.isoformat(), "who": who, "what": what, "why": why}
        for number, at, who, what, why in seat.desk.seen_by(seat.visitor.judge).recent(limit)
    ]
    return _said({"events": events})


@router.post("/undo", tags=["review"])
def undo_session(seat: Seated, body: UndoBody, key: KeyHeader = None) -> Response:
    """Take back all that this judge said since a moment and that is not in the gold file yet."""
    judge, since = seat.visitor.judge, body.since
    return once(seat, key, body.model_dump_json(), lambda: _several(seat.desk.undo_session(judge, since)))


@router.post("/items/{number}/undo", tags=["review"])
def undo_item(seat: Seated, number: Number, key: KeyHeader = None) -> Response:
    """Take an answer back that is not in the gold file yet."""
    return once(seat, key, "", lambda: _single(seat.desk.undo([number], seat.visitor.judge)))


@router.post("/items/{number}/note", tags=["review"])
def note(seat: Seated, number: Number, body: NoteBody, key: KeyHeader = None) -> Response:
    """Write something beside a question."""

    def done() -> dict[str, Any]:
        seat.desk.note(number, body.text, seat.visitor.judge)
        return _said({"item": number})

    return once(seat, key, body.model_dump_json(), done)


@router.post("/items/{number}/{answer}", tags=["review"])
def answer_item(
    seat: Seated, number: Number, answer: Answer, body: AnswerBody | None = None, key: KeyHeader = None
) -> Response:
    """Answer one question."""
    said = body or AnswerBody()

    def done() -> dict[str, Any]:
        shown = said.key if said.key is not None else seat.desk.item(number, seat.visitor.judge).proposal.content_key
        wish = Wish(
            targets=_targets(said.targets),
            candidate=said.candidate,
            grade=Grade(said.grade) if said.grade is not None else None,
            queries=tuple(map(QueryId, said.queries)) if said.queries is not None else None,
            parts=_parts(said.parts),
            reason=said.reason.strip(),
        )
        return _single(seat.desk.answer(answer, [Shown(number, shown)], seat.visitor.judge, wish))

    return once(seat, key, said.model_dump_json(), done)


@router.post("/groups/{group}/undo", tags=["review"])
def undo_group(seat: Seated, group: Group, key: KeyHeader = None) -> Response:
    """Take back all answers of a group that are not in the gold file yet."""
    return once(seat, key, "", lambda: _several(seat.desk.undo_group(group, seat.visitor.judge)))


@router.post("/groups/{group}/{answer}", tags=["review"])
def answer_group(
    seat: Seated, group: Group, answer: Answer, body: GroupAnswerBody | None = None, key: KeyHeader = None
) -> Response:
    """Answer a whole group, or all but some of it; what can't be answered comes back with the reason."""
    said = body or GroupAnswerBody()

    def done() -> dict[str, Any]:
        members = {one.number: one.key for one in seat.desk.card(group, seat.visitor.judge).members}
        named = {one.number: one.key for one in said.shown} if said.shown is not None else members
        strange = sorted(set(said.leave_out) - set(named))
        if strange:
            raise BadRequest("leave_out", f"{strange[0]} is no question of {group}", "name what is in it")
        left = set(said.leave_out)
        shown: Sequence[Shown] = [Shown(number, of) for number, of in named.items() if number not in left]
        wish = Wish(
            targets=_targets(said.targets),
            grade=Grade(said.grade) if said.grade is not None else None,
            parts=_parts(said.parts),
            reason=said.reason.strip(),
            include_retire=said.include_retire,
            include_changed=said.include_changed,
            unseen=said.unseen,
        )
        return _several(seat.desk.answer(answer, shown, seat.visitor.judge, wish, singly=False))

    return once(seat, key, said.model_dump_json(), done)


def _parts(named: Sequence[PartBody]) -> tuple[Part, ...]:
    return tuple(Part(tuple(map(QueryId, one.queries)), _targets(one.targets)) for one in named)


def _targets(named: Sequence[TargetBody]) -> tuple[tuple[ChunkId, Grade | None], ...]:
    return tuple(
        (ChunkId.parse(one.id, bare=True), Grade(one.grade) if one.grade is not None else None) for one in named
    )


def _single(outcome: Outcome) -> dict[str, Any]:
    """The outcome for one question; what stood in its way is the problem."""
    if outcome.skipped:
        raise outcome.skipped[0].problem
    return _several(outcome)


def _several(outcome: Outcome) -> dict[str, Any]:
    return _said(outcome_record(outcome.answered, [(one.item, one.problem) for one in outcome.skipped]))


def _said(record: dict[str, Any]) -> dict[str, Any]:
    return {"schema": JSON_SCHEMA, **record}
