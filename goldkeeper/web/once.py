"""Requests with an idempotency key: carried out once, however often they are sent.

A client that lost the answer sends the request again under the same key and is told what the first was told
(the `Idempotency-Key` header, as the IETF draft of that name has it). Keys are a judge's own and kept for a day.
"""

import hashlib
import json
from collections.abc import Callable
from typing import Any

from fastapi import Response
from fastapi.responses import JSONResponse

from goldkeeper.model.errors import GoldkeeperError
from goldkeeper.model.errors_web import RequestRefused
from goldkeeper.web.guard import PROBLEM_TYPE, problem_record
from goldkeeper.web.respond import status_of
from goldkeeper.web.seat import Seat

LONGEST_KEY = 200
REPLAYED = "Idempotency-Replayed"


def once(seat: Seat, key: str | None, asked: str, deed: Callable[[], dict[str, Any]], *, status: int = 200) -> Response:
    """Carry a request out, or answer as before.

    Args:
        seat: the request.
        key: the client's; None carries it out whatever was before.
        asked: the request's body.
        deed: does it, and gives the answer.
        status: of the answer.

    Raises:
        RequestRefused: the key names another request, or the first has not ended.
    """
    if key is None:
        return JSONResponse(deed(), status)
    answered, who = seat.doorkeeping.answered, seat.visitor.judge
    request = hashlib.sha256(f"{seat.request.method} {seat.request.url.path}\n{asked}".encode()).hexdigest()
    kept = answered.begin(who, key, request, now=seat.now)
    if kept is not None:
        if kept.request != request:
            raise RequestRefused(
                422,
                "Key used before",
                "this idempotency key came with another request",
                "take a new key for a new request",
            )
        if kept.status is None:
            raise RequestRefused(
                409, "Under way", "the first request of this key has not ended", "ask again in a moment"
            )
        return _response(kept.status, kept.body, replayed=True)
    try:
        body = json.dumps(deed(), ensure_ascii=True)
    except GoldkeeperError as problem:
        status, title = status_of(problem)
        if status >= 500:  # the project is not in order, and may be the next time
            answered.give_up(who, key)
            raise
        body = json.dumps(problem_record(status, title, str(problem), code=problem.code), ensure_ascii=True)
    except BaseException:
        answered.give_up(who, key)
        raise
    answered.end(who, key, status=status, body=body)
    return _response(status, body, replayed=False)


def _response(status: int, body: str, *, replayed: bool) -> Response:
    kind = "application/json" if status < 400 else PROBLEM_TYPE
    return Response(body, status, media_type=kind, headers={REPLAYED: "true"} if replayed else None)
