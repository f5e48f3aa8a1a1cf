"""`goldkeeper daemon`: watch and scan in the background."""

import os
import sys
from contextlib import ExitStack
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from goldkeeper.model.errors import GoldkeeperError
    from goldkeeper.model.happenings import Happening
    from goldkeeper.model.redaction import Redactor
    from goldkeeper.settings import Project


class LogForm(StrEnum):
    """What the log looks like."""

    TEXT = "text"
    JSON = "json"


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
    web: Annotated[
        bool,
        typer.Option("--web", help="Serve the review pages of each project, and health and metrics of all."),
    ] = False,
    log: Annotated[
        LogForm, typer.Option("--log", help="The log on stderr: lines for people, or a JSON object a line.")
    ] = LogForm.TEXT,
    as_json: Annotated[bool, typer.Option("--json", help="Print each happening as a JSON line on stdout.")] = False,
) -> None:
    """Watch projects and scan them when something changed.

    SIGTERM ends it within seconds, SIGHUP reads the configuration anew.
    """
    from goldkeeper.cli.output import PERSON_NEEDED
    from goldkeeper.daemon.herald import CLOSING_SECONDS, LAST_WORDS_SECONDS, Herald
    from goldkeeper.daemon.logs import log_happening, set_up_logs
    from goldkeeper.daemon.service import Service
    from goldkeeper.model.daemon_happenings import ConfigReloaded
    from goldkeeper.model.happenings import Happening, ScanFinished
    from goldkeeper.settings import load_project
    from goldkeeper.wiring.telling import redactor_of

    projects, refused = _load(config) if config else ([load_project()], {})
    writer = set_up_logs("json" if log is LogForm.JSON else "text", redact=redactor_of(projects))
    needs_a_person: dict[str, bool] = {}
    prints = as_json

    def tell(happening: Happening) -> None:
        nonlocal prints
        if isinstance(happening, ConfigReloaded):
            writer.redact = redactor_of(charge.kept.project for charge in service.charges)
        if isinstance(happening, ScanFinished):
            needs_a_person[happening.project] = happening.needs_a_person
        herald.tell(happening)
        if not (prints and _printed(happening, writer.redact)):
            prints = False
            log_happening(happening)

    def projects_now() -> "dict[str, Project]":
        return {charge.kept.name: charge.kept.project for charge in service.charges}

    service = Service(projects, tell=tell)
    herald = Herald(projects_now)
    for path, problem in refused.items():
        service.refuse(path, problem)
    with ExitStack() as around:
        around.callback(herald.close, LAST_WORDS_SECONDS if once else CLOSING_SECONDS)
        if web:
            from goldkeeper.cli.daemon_web import served

            around.enter_context(served(service))
        service.run(once=once, stand_by=stand_by)
    if once and any(needs_a_person.values()):
        raise typer.Exit(PERSON_NEEDED)


def _load(configs: "list[Path]") -> "tuple[list[Project], dict[Path, GoldkeeperError]]":
    """The projects that can be looked after; when none can, the first problem is raised."""
    from goldkeeper.model.errors import GoldkeeperError
    from goldkeeper.settings import load_project

    projects: list[Project] = []
    refused: dict[Path, GoldkeeperError] = {}
    for path in configs:
        try:
            projects.append(load_project(path))
        except GoldkeeperError as problem:
            refused[path] = problem
    if not projects:
        raise next(iter(refused.values()))
    return projects, refused


def _printed(happening: "Happening", redact: "Redactor") -> bool:
    """A happening as a line of data, of which a project's error may quote what its configuration says.

    Returns:
        False when whoever read is gone; months of work are not ended by that.
    """
    import json

    from goldkeeper.daemon.logs import redacted
    from goldkeeper.reporting.schema import JSON_SCHEMA

    try:
        sys.stdout.write(json.dumps(redacted({"schema": JSON_SCHEMA, **happening.record()}, redact)) + "\n")
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # or the end of the process would fail
        return False
    return True
