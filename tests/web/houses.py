"""The web face over a real project: a drifted shop, and a client that calls its pages."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from starlette.testclient import TestClient

from goldkeeper.settings import load_project
from goldkeeper.settings.web import WebSettings
from goldkeeper.stores.clock import utc_now
from goldkeeper.web.app import make_app
from goldkeeper.web.office import Office
from goldkeeper.wiring import Keeper

HERE = "http://127.0.0.1:8765"
PEER = ("127.0.0.1", 50000)


def keeper_of(top: Path) -> Keeper:
    """A keeper of the project in a folder."""
    return Keeper(load_project(top / "config/goldkeeper.toml"), clock=utc_now)


@contextmanager
def a_house(
    top: Path,
    *,
    host: str = "127.0.0.1",
    base: str = HERE,
    peer: tuple[str, int] = PEER,
    judge: str = "ada",
    **settings: Any,
) -> Iterator[TestClient]:
    """A client of the application; on loopback its session says this judge's name.

    Args:
        top: the project's folder.
        host: what the application believes to listen on.
        base: how the client calls it.
        peer: where the client seems to be.
        judge: empty says none.
        settings: of `[web]`.
    """
    project = load_project(top / "config/goldkeeper.toml")
    office = Office(lambda: Keeper(project, clock=utc_now))
    app = make_app(office, WebSettings(**settings), host=host, session_key=b"k" * 32)
    client = TestClient(app, base_url=base, client=peer, follow_redirects=False)
    try:
        if judge:
            said = client.post("/me", data={"mark": mark_of(client), "name": judge})
            assert said.status_code == 303, said.text
        yield client
    finally:
        client.close()
        office.close()


def mark_of(client: TestClient, page: str = "/me") -> str:
    """What the forms of this client's session carry."""
    return field(client.get(page).text, "mark")


def field(page: str, name: str) -> str:
    """The value of a page's first hidden field of that name."""
    start = page.index(f'name="{name}" value="') + len(f'name="{name}" value="')
    return page[start : page.index('"', start)]
