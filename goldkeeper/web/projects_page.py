"""`/projects`: where the pages of each project are that one process looks after, and how each goes.

Each project is served at a port of its own, since tokens, sessions and the hosts it answers to are its own.
Like `/readyz` the list asks for no token, and tells names and counts alone.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from fastapi import APIRouter, Request, Response

from goldkeeper.model.health import Health
from goldkeeper.web.respond import page


@dataclass(frozen=True, slots=True)
class Served:
    """A project and its pages.

    Attributes:
        name: tells it from the others.
        port: None where its pages are not served.
        tls: its pages are encrypted.
        health: as it was a moment ago at most.
    """

    name: str
    port: int | None
    tls: bool
    health: Health

    def url(self, host: str) -> str:
        """Where its pages are, for a browser that reached us under this name."""
        shown = f"[{host}]" if ":" in host else host
        return f"http{'s' if self.tls else ''}://{shown}:{self.port}/" if self.port is not None else ""


def projects_router(look: Callable[[], Sequence[Served]]) -> APIRouter:
    """The page."""
    router = APIRouter(include_in_schema=False)

    @router.get("/projects")
    def projects(request: Request) -> Response:
        host = request.url.hostname or "localhost"
        rows = [(one, one.url(host)) for one in look()]
        return page(request, "projects.html", visitor=None, form_mark="", rows=rows)

    return router
