"""Serving the application: in the foreground for `serve`, in a thread beside a daemon."""

import contextlib
import socket
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Self

import uvicorn
from fastapi import APIRouter

from goldkeeper.model.errors_web import AddressInUse, TokensNeeded
from goldkeeper.settings.web import WebSettings
from goldkeeper.web.app import asks_for_tokens, make_app
from goldkeeper.web.office import Office
from goldkeeper.web.patience import PatientProtocol
from goldkeeper.web.respond import environment
from goldkeeper.wiring import Keeper
from goldkeeper.wiring.serving import Doorkeeping

WAITING_CALLS = 128
MOST_CALLS = 512  # connections at once; a process holds open a thousand files, and a judge keeps a few
START_SECONDS = 10.0
WARM_SECONDS = 5.0  # reading two thousand questions takes one
IDLE_SECONDS = 75  # a judge reads a question that long, and a new connection costs them a moment
LONGEST_SECONDS = 15  # a request that is under way when we are told to stop


@dataclass(frozen=True, slots=True)
class Address:
    """Where it is served."""

    host: str
    port: int
    tls: bool

    @property
    def url(self) -> str:
        """What a person opens."""
        host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(self.host, self.host)  # noqa: S104 - said, not listened on
        shown = f"[{host}]" if ":" in host else host
        return f"http{'s' if self.tls else ''}://{shown}:{self.port}/"


class WebServer:
    """The pages and the API of one project.

    `run` serves until the process is told to end; as a context manager it serves from a thread until it is left.
    """

    def __init__(
        self,
        open_keeper: Callable[[], Keeper],
        *,
        host: str = "",
        port: int | None = None,
        more: Sequence[APIRouter] = (),
    ) -> None:
        """Take the address; nothing is answered yet.

        Args:
            open_keeper: makes a keeper of the project; each request has one.
            host: instead of the configured one.
            port: the same; 0 takes a free one.
            more: further routes.

        Raises:
            TokensNeeded: others could reach it, and nothing would tell who they are.
            AddressInUse: the address can't be had.
        """
        keeper = open_keeper()
        try:
            settings = keeper.settings.web
            host, port = host or settings.host, settings.port if port is None else port
            doorkeeping = Doorkeeping(keeper)
            if asks_for_tokens(settings, host) and not settings.identity_header:
                now = keeper.clock()
                if not any(token.lets_in(now) for token in doorkeeping.tokens.all()):
                    raise TokensNeeded(host)
            key = doorkeeping.session_key
            self.gold = keeper.scope
            certificates = [keeper.project.path(Path(name)) for name in _certificates(settings)]
        finally:
            keeper.close()
        self._office = Office(open_keeper)
        self._socket = _listen(host, port)
        self.address = Address(host, self._socket.getsockname()[1], bool(certificates))
        app = make_app(self._office, settings, host=host, session_key=key, more=more)
        config = uvicorn.Config(
            app,
            http=PatientProtocol,
            log_level="warning",
            access_log=False,
            server_header=False,
            proxy_headers=False,  # web/guard.py decides whom to believe
            ws="none",
            limit_concurrency=MOST_CALLS,
            timeout_graceful_shutdown=LONGEST_SECONDS,
            timeout_keep_alive=IDLE_SECONDS,
            ssl_certfile=certificates[0] if certificates else None,
            ssl_keyfile=certificates[1] if len(certificates) > 1 else None,
        )
        self._server = uvicorn.Server(config)
        self._warming = threading.Thread(target=self._warm_up, name="web warm-up", daemon=True)
        self._warming.start()
        self._thread: threading.Thread | None = None

    def get_ready(self) -> None:
        """Wait until the first pages come at once, or a moment at most; who calls before that waits with us."""
        self._warming.join(WARM_SECONDS)

    def _warm_up(self) -> None:
        templates = environment()
        for name in templates.list_templates():
            templates.get_template(name)
        self._office.warm_up()

    def run(self) -> None:
        """Serve until SIGINT or SIGTERM."""
        try:
            with contextlib.suppress(KeyboardInterrupt):
                self._server.run(sockets=[self._socket])
        finally:
            self.close()

    def start(self) -> None:
        """Serve from a thread; returns when requests are answered."""
        self._thread = threading.Thread(target=self._server.run, args=([self._socket],), name="web", daemon=True)
        self._thread.start()
        ready = threading.Event()
        for _ in range(int(START_SECONDS / 0.01)):
            if self._server.started or not self._thread.is_alive():
                return
            ready.wait(0.01)

    def stop(self) -> None:
        """End what is under way, then stop; safe to call twice."""
        self._server.should_exit = True
        if self._thread is not None:
            self._thread.join(LONGEST_SECONDS + 5)
            self._thread = None
        self.close()

    def close(self) -> None:
        """Let go of keepers and address."""
        self._office.close()
        self._socket.close()

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()


def _certificates(settings: WebSettings) -> list[str]:
    return [name for name in (settings.certificate, settings.certificate_key) if name]


def _listen(host: str, port: int) -> socket.socket:
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        listening = socket.socket(family, socket.SOCK_STREAM)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((host, port))
            listening.listen(WAITING_CALLS)  # whoever calls from now on waits instead of being refused
        except BaseException:
            listening.close()
            raise
    except OSError as problem:
        raise AddressInUse(host, port, (problem.strerror or str(problem)).lower()) from None
    return listening
