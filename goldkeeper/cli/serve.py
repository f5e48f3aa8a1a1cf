"""`goldkeeper serve`: review in the browser, and the API."""

from pathlib import Path
from typing import Annotated

import typer


def serve(
    config: Annotated[
        Path | None, typer.Option("--config", "-c", help="Configuration; without it one is looked for.")
    ] = None,
    host: Annotated[str, typer.Option("--host", help="Address to listen on, instead of the configured one.")] = "",
    port: Annotated[
        int | None,
        typer.Option("--port", min=0, max=65535, help="Port, instead of the configured one; 0 takes a free one."),
    ] = None,
    *,
    open_browser: Annotated[bool, typer.Option("--open", help="Open the pages in the browser.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the address as JSON before serving.")] = False,
) -> None:
    """Serve review pages, dashboard and API until interrupted.

    Listens on this machine alone unless told otherwise; then each judge needs a token (goldkeeper token add).
    """
    import sys

    from goldkeeper.cli.extras import extra
    from goldkeeper.cli.output import emit, emit_json, talk
    from goldkeeper.settings import load_project
    from goldkeeper.stores.clock import utc_now
    from goldkeeper.wiring import Keeper
    from goldkeeper.wiring.health import look_after_all

    with extra("web"):
        from goldkeeper.web.app import is_loopback
        from goldkeeper.web.health import health_router
        from goldkeeper.web.serving import WebServer

    project = load_project(config)
    health = health_router(lambda: look_after_all({"": project}))
    server = WebServer(lambda: Keeper(project, clock=utc_now), host=host, port=port, more=[health])
    address = server.address
    server.get_ready()
    if as_json:
        emit_json({"url": address.url, "host": address.host, "port": address.port})
    else:
        emit(address.url)
    sys.stdout.flush()
    if not is_loopback(address.host):
        tls = "" if address.tls else ", unencrypted: put a proxy with TLS before it, or set web.certificate"
        talk(f"others can reach this{tls}")
    talk("serving; Ctrl-C ends it")
    if open_browser:
        import webbrowser

        webbrowser.open(address.url)
    server.run()
