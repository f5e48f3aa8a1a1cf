"""`goldkeeper daemon`: watch and scan in the background."""

from pathlib import Path
from typing import Annotated

import typer


def daemon(
    config: Annotated[
        list[Path] | None,
        typer.Option("--config", "-c", help="Configuration; may be given several times, one for each project."),
    ] = None,
    *,
    once: Annotated[bool, typer.Option("--once", help="Check each project, run what is due, and stop.")] = False,
    stand_by: Annotated[
        bool, typer.Option("--stand-by", help="Wait while another daemon has the projects, and take over.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print each happening as a JSON line.")] = False,
) -> None:
    """Watch projects and scan them when something changed.

    SIGTERM ends it within seconds, SIGHUP reads the configuration anew.
    """
    from goldkeeper.cli.output import PERSON_NEEDED
    from goldkeeper.daemon.service import Service
    from goldkeeper.model.happenings import Happening, ScanFinished
    from goldkeeper.settings import load_project

    needs_a_person: dict[str, bool] = {}

    def tell(happening: Happening) -> None:
        if isinstance(happening, ScanFinished):
            needs_a_person[happening.project] = happening.needs_a_person
        _print(happening, as_json=as_json)

    projects = [load_project(one) for one in config] if config else [load_project()]
    service = Service(projects, tell=tell)
    service.run(once=once, stand_by=stand_by)
    if once and any(needs_a_person.values()):
        raise typer.Exit(PERSON_NEEDED)


def _print(happening: object, *, as_json: bool) -> None:
    import json
    import sys

    from goldkeeper.cli.output import visible
    from goldkeeper.model.happenings import Happening
    from goldkeeper.reporting.schema import JSON_SCHEMA

    if not isinstance(happening, Happening):
        return
    if as_json:
        sys.stdout.write(json.dumps({"schema": JSON_SCHEMA, **happening.record()}) + "\n")
        sys.stdout.flush()
        return
    who = f"{happening.project}: " if happening.project else ""
    sys.stderr.write(visible(f"{happening.at:%Y-%m-%d %H:%M:%S} {who}{happening.sentence}") + "\n")
    sys.stderr.flush()
