"""Pages from templates, and sentences for what goes wrong.

Templates only print. Every text that they print is shown as what it is: escaped for HTML, and with what
can't be seen (escape sequences, bidirectional controls) as an escape.
"""

import unicodedata
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import groupby
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse
from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape
from starlette.exceptions import HTTPException
from starlette.routing import Match

from goldkeeper.model.errors import (
    BadRequest,
    GoldkeeperError,
    ItemNotOpen,
    LockHeld,
    MalformedChunkId,
    NoTarget,
    ShownOtherwise,
    TargetMoved,
    UnknownItem,
)
from goldkeeper.model.errors_audits import AuditUnknown, RowUnknown
from goldkeeper.model.errors_web import RequestRefused
from goldkeeper.reporting.line_folds import folded
from goldkeeper.reporting.side_by_side import Token
from goldkeeper.reporting.syntax import SyntaxClass
from goldkeeper.reporting.visible import visible
from goldkeeper.reporting.waterfall_view import signed
from goldkeeper.reporting.wording import count, likelihood, percent
from goldkeeper.web.assets import asset_path
from goldkeeper.web.door import NotLetIn
from goldkeeper.web.guard import API, PROBLEM_TYPE, problem_record

# What stands in the way → the status that says so; anything else that a user can mend is 503: the project is not
# in order, whatever the request.
STATUSES: dict[type[GoldkeeperError], tuple[int, str]] = {
    UnknownItem: (404, "Not in the queue"),
    AuditUnknown: (404, "No such audit"),
    RowUnknown: (404, "Not in the audit"),
    ItemNotOpen: (409, "Answered meanwhile"),
    TargetMoved: (409, "The code has moved on"),
    ShownOtherwise: (409, "Shown otherwise"),
    LockHeld: (409, "Somebody is at work"),
    NoTarget: (422, "Says too little"),
    BadRequest: (422, "Not understood"),
    MalformedChunkId: (422, "No chunk ID"),
}

_PLAIN = frozenset({SyntaxClass.BLANK, SyntaxClass.NAME, SyntaxClass.MARK})  # what has no colour of its own


@cache
def environment() -> Environment:
    """Where the templates come from."""
    made = Environment(
        loader=PackageLoader("goldkeeper.web"),
        autoescape=True,
        finalize=_shown,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters |= {"count": count, "likelihood": likelihood, "percent": percent, "bits": signed}
    made.filters["runs"] = runs
    made.filters["folded"] = lambda line, whole: folded(line.tokens, whole=whole)
    made.filters["as_typed"] = as_typed
    made.globals |= {"asset": asset_path}
    return made


def _shown(value: object) -> object:
    if isinstance(value, Markup):
        return value
    return visible(value) if isinstance(value, str) else value


def runs(tokens: Iterable[Token]) -> Iterator[tuple[str, list[Token], bool]]:
    """Neighbours of one colour: its class, empty for plain text; the tokens; whether they read from right to left.

    Such a run is set apart from the rest of its line, or it would turn the order of what stands around it.
    """
    for kind, run in groupby(tokens, key=lambda token: token.kind):
        found = list(run)
        turned = any(not one.text.isascii() and any(map(_is_turned, one.text)) for one in found)
        yield "" if kind in _PLAIN and not turned else kind.value, found, turned


def _is_turned(letter: str) -> bool:
    return unicodedata.bidirectional(letter) in {"R", "AL"}


def as_typed(text: str) -> Markup:
    """What somebody wrote, back in its field: escaped, and else as it was, so that its lines stay lines."""
    return escape(text)


def drawn(svg: str) -> Markup:
    """A picture of our own making, whose texts are escaped."""
    return Markup(svg)  # noqa: S704 - reporting/pictures.py escapes what it writes


def page(request: Request, template: str, status: int = 200, **values: Any) -> HTMLResponse:
    """A page; `values` are what its template prints."""
    text = (
        environment()
        .get_template(template)
        .render(path=request.url.path, gold=request.app.state.house.office.gold, **values)
    )
    return HTMLResponse(text.encode("utf-8", "backslashreplace"), status)


def see(place: str) -> RedirectResponse:
    """Go and look there; what follows every form, so that loading the page again sends nothing twice."""
    return RedirectResponse(place, 303)


def status_of(problem: GoldkeeperError) -> tuple[int, str]:
    """The status of an error, and what sort it is."""
    if isinstance(problem, RequestRefused):
        return problem.status, problem.title
    return next((found for kind, found in STATUSES.items() if isinstance(problem, kind)), (503, "Not in order"))


def install_handlers(app: FastAPI) -> None:
    """Turn what is raised into a page or a problem."""

    def told(request: Request, problem: Exception) -> Response:
        assert isinstance(problem, GoldkeeperError)  # registered for these alone
        status, title = status_of(problem)
        if isinstance(problem, NotLetIn) and not _is_api(request):
            place = request.url.path if request.method == "GET" else _page_of_form(request.url.path)
            return see(f"/enter?next={place}" if place != "/" else "/enter")
        response = _problem(request, status, title, str(problem), code=problem.code)
        if status == 401:
            response.headers["WWW-Authenticate"] = 'Bearer realm="goldkeeper"'
        return response

    def unfit(request: Request, problem: Exception) -> Response:
        assert isinstance(problem, RequestValidationError)  # registered for these alone
        said = "; ".join(f"{'.'.join(map(str, one['loc'][1:]))}: {one['msg'].lower()}" for one in problem.errors())
        return _problem(request, 422, "Not understood", f"{said}; correct the request")

    def plain(request: Request, problem: Exception) -> Response:
        assert isinstance(problem, HTTPException)  # registered for these alone
        response = _problem(request, problem.status_code, str(problem.detail), _SENTENCES.get(problem.status_code, ""))
        if problem.status_code == 405:
            response.headers["Allow"] = ", ".join(_methods_of(request))
        return response

    def ours(request: Request, _problem_of_ours: Exception) -> Response:  # raised on, and so logged, by what called us
        return _problem(request, 500, "Our fault", "this is our fault; the log has the lines to report")

    app.add_exception_handler(GoldkeeperError, told)
    app.add_exception_handler(RequestValidationError, unfit)
    app.add_exception_handler(HTTPException, plain)
    app.add_exception_handler(Exception, ours)


def _page_of_form(path: str) -> str:
    """The page on which a form stands, by where it is sent to; the first page where the path doesn't tell.

    >>> _page_of_form("/items/3/answer"), _page_of_form("/undo")
    ('/items/3', '/')
    """
    place = path.removesuffix("/answer").removesuffix("/note")
    return place if place != path else "/"


def _methods_of(request: Request) -> list[str]:
    """What may be asked at an address, over all routes that it fits."""
    routes = request.app.router.routes

    def fits(method: str) -> bool:
        scope = {**request.scope, "method": method}
        return any(route.matches(scope)[0] is Match.FULL for route in routes)

    found = [method for method in ("GET", "POST", "PUT", "PATCH", "DELETE") if fits(method)]
    return ["GET", "HEAD", *found[1:]] if "GET" in found else found  # HEAD is answered as GET; see web/guard.py


_SENTENCES = {
    400: "the body can't be read; send a JSON object as application/json",
    404: "there is nothing here; start at the first page",
    405: "that can't be asked here; see the API's description",
}


def _is_api(request: Request) -> bool:
    return request.url.path.startswith(API)


def _problem(request: Request, status: int, title: str, detail: str, **more: object) -> Response:
    if _is_api(request):
        return JSONResponse(problem_record(status, title, detail, **more), status, media_type=PROBLEM_TYPE)
    sentence = detail[:1].upper() + detail[1:]
    typed = getattr(request.state, "typed", "")
    return page(request, "problem.html", status, title=title, detail=sentence, visitor=None, form_mark="", typed=typed)
