"""`goldkeeper mcp`: the queue for assistants that speak the Model Context Protocol."""

from pathlib import Path
from typing import Annotated

import typer


def mcp(
    name: Annotated[str, typer.Option("--name", help="The assistant's name, under which its proposals stand.")],
    config: Annotated[
        Path | None, typer.Option("--config", "-c", help="Configuration; without it one is looked for.")
    ] = None,
) -> None:
    """Let an assistant read the queue and propose answers, over stdin and stdout; people decide.

    What it proposes becomes a note beside the question.
    """
    from goldkeeper.cli.extras import extra
    from goldkeeper.model.errors import BadRequest
    from goldkeeper.settings import load_project
    from goldkeeper.stores.clock import utc_now
    from goldkeeper.wiring import Keeper

    with extra("mcp"):
        from goldkeeper.web.assistant import make_assistant_server
        from goldkeeper.web.office import Office

    signed = " ".join(name.split())
    if not signed or not signed.isprintable():
        raise BadRequest("mcp --name", f"{name!r} is no name", "pass the assistant's name")
    project = load_project(config)
    office = Office(lambda: Keeper(project, clock=utc_now))
    try:
        make_assistant_server(office, signed).run("stdio")
    finally:
        office.close()
