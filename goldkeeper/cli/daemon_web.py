"""The pages of all projects that a daemon looks after, beside it."""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from goldkeeper.daemon.service import Service
    from goldkeeper.model.health import Health
    from goldkeeper.web.projects_page import Served
    from goldkeeper.web.serving import WebServer

MOST_PORTS = 50  # tried beyond the configured one; other programs may have some of them


class Faces:
    """Each project's pages, by its place among the charges."""

    def __init__(self, service: "Service") -> None:
        self._service = service
        self.servers: dict[int, WebServer] = {}

    def healths(self) -> "Sequence[Health]":
        """How all go."""
        from goldkeeper.wiring.health import look_after_all

        return look_after_all({charge.kept.name: charge.kept.project for charge in self._service.charges})

    def served(self) -> "Sequence[Served]":
        """All, with their addresses."""
        from goldkeeper.web.projects_page import Served

        found = []
        # Not strict: a project that was refused may join between the two looks.
        for number, (charge, health) in enumerate(zip(self._service.charges, self.healths(), strict=False)):
            address = self.servers[number].address if number in self.servers else None
            port, tls = (address.port, address.tls) if address is not None else (None, False)
            found.append(Served(charge.kept.name, port, tls, health))
        return found

    def open(self, number: int) -> "WebServer":
        """Take an address for a project: the configured one, or for a later project the next that is free.

        Raises:
            AddressInUse, TokensNeeded, …: as `WebServer` does.
        """
        from goldkeeper.model.errors_web import AddressInUse
        from goldkeeper.stores.clock import utc_now
        from goldkeeper.web.health import health_router
        from goldkeeper.web.projects_page import projects_router
        from goldkeeper.web.serving import WebServer
        from goldkeeper.wiring import Keeper

        more = [health_router(self.healths, troubles=self._service.troubles), projects_router(self.served)]
        taken = {server.address.port for server in self.servers.values()}
        wished = self._service.charges[number].kept.project.settings.web.port
        ports = [wished] if number == 0 or not wished else range(wished, wished + MOST_PORTS)
        refused: AddressInUse | None = None
        for port in (port for port in ports if port not in taken):
            try:
                return WebServer(
                    lambda: Keeper(self._service.charges[number].kept.project, clock=utc_now), port=port, more=more
                )
            except AddressInUse as problem:
                refused = refused or problem
        assert refused is not None  # there are more ports than servers
        raise refused


@contextmanager
def served(service: "Service") -> Iterator[None]:
    """Serve all projects from threads; one whose pages can't be served is looked after all the same.

    Raises:
        GoldkeeperError: the first project's pages can't be served.
    """
    from goldkeeper.cli.extras import extra
    from goldkeeper.cli.output import talk, visible
    from goldkeeper.model.errors import GoldkeeperError

    with extra("web"):
        import goldkeeper.web.serving  # noqa: F401 - whether it is there

    faces = Faces(service)
    with ExitStack() as around:
        for number, charge in enumerate(service.charges):
            name = visible(charge.kept.name)
            try:
                server = faces.open(number)
            except GoldkeeperError as problem:
                if number == 0:
                    raise
                talk(f"the pages of {name} are not served: {visible(str(problem))}")
                continue
            faces.servers[number] = around.enter_context(server)
            talk(f"serving {server.address.url}, the pages of {name}")
        if len(service.charges) > 1:
            talk(f"serving {faces.servers[0].address.url}projects, where all projects are listed")
        yield
