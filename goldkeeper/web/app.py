"""The application: rules at the door, the pages and the API behind it."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from ipaddress import ip_address, ip_network

from anyio import to_thread
from fastapi import APIRouter, FastAPI

from goldkeeper import __version__
from goldkeeper.settings.web import WebSettings
from goldkeeper.web import (
    answer_pages,
    api,
    api_upgrades,
    audit_pages,
    dashboard_pages,
    entry_pages,
    review_pages,
    static_files,
)
from goldkeeper.web.door import Door
from goldkeeper.web.guard import DoorRules, Guard
from goldkeeper.web.office import Office
from goldkeeper.web.respond import install_handlers
from goldkeeper.web.seat import House
from goldkeeper.web.sessions import Sessions

THREADS = 12  # a search that reads all of the code, or an answer that waits for a scan, holds one for a while

PAGES = (
    static_files.router,
    entry_pages.router,
    dashboard_pages.router,
    review_pages.router,
    answer_pages.router,
    audit_pages.router,
    api.router,
    api_upgrades.router,
    api_upgrades.alias,
)


@asynccontextmanager
async def _few_threads(_app: FastAPI) -> AsyncIterator[None]:
    """Let only so many requests be worked on at once: more would but wait for each other, and all take longer."""
    to_thread.current_default_thread_limiter().total_tokens = THREADS
    yield


def make_app(
    office: Office, settings: WebSettings, *, host: str, session_key: bytes, more: Sequence[APIRouter] = ()
) -> Guard:
    """The whole application.

    Args:
        office: where requests get keepers from.
        settings: `[web]`.
        host: the address it is served at.
        session_key: signs sessions.
        more: further routes, such as a daemon's health.
    """
    app = FastAPI(
        title="goldkeeper",
        version=__version__,
        description="Review of what drifted in a retrieval gold set: the same verbs as the commands.",
        docs_url=None,  # its page takes a script from elsewhere
        redoc_url=None,
        redirect_slashes=False,
        openapi_url="/api/v1/openapi.json",
        lifespan=_few_threads,
    )
    asks = asks_for_tokens(settings, host)
    rules = DoorRules(
        hosts=frozenset(name.lower() for name in (*settings.allowed_hosts, host)),
        proxies=tuple(ip_network(network, strict=False) for network in settings.proxies),
        max_body=settings.max_body_kib * 1024,
        tls=bool(settings.certificate),
        believes_peer=not asks,
    )
    app.state.house = House(office, Door(rules, Sessions(session_key), settings.identity_header, asks))
    install_handlers(app)
    for router in (*PAGES, *more):
        app.include_router(router)
    return Guard(app, rules)


def asks_for_tokens(settings: WebSettings, host: str) -> bool:
    """Whether being here is not enough to be let in."""
    return settings.tokens or bool(settings.identity_header) or not is_loopback(host)


def is_loopback(host: str) -> bool:
    """Whether an address is reached from this machine alone.

    >>> is_loopback("127.0.0.1"), is_loopback("::1"), is_loopback("0.0.0.0"), is_loopback("gold.example")
    (True, True, False, False)
    """
    if host.lower() == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False
