"""The command table. Each command lives in a file of its own and imports its work late."""

import sys
from collections.abc import Callable, Sequence
from typing import Annotated

import typer
from typer.core import TyperGroup

from goldkeeper import __version__
from goldkeeper.cli.apply import apply
from goldkeeper.cli.audit import app as audit_app
from goldkeeper.cli.calibrate import calibrate
from goldkeeper.cli.chunk import chunk
from goldkeeper.cli.daemon import daemon
from goldkeeper.cli.demo import demo
from goldkeeper.cli.doctor import doctor
from goldkeeper.cli.gate import gate
from goldkeeper.cli.init import init
from goldkeeper.cli.mcp import mcp
from goldkeeper.cli.notify import notify
from goldkeeper.cli.output import exit_with
from goldkeeper.cli.passport import app as passport_app
from goldkeeper.cli.remap import remap
from goldkeeper.cli.review_judges import app as review_app
from goldkeeper.cli.scan import scan
from goldkeeper.cli.serve import serve
from goldkeeper.cli.status import status
from goldkeeper.cli.token import app as token_app
from goldkeeper.cli.trace import trace
from goldkeeper.cli.upgrade import app as upgrade_app

# In the order of a person's work, which is the README's too; a line of the list is cut where it grows too long.
COMMANDS: dict[str, tuple[Callable[..., None] | typer.Typer, str]] = {
    "demo": (demo, "Build a small repository whose gold has drifted, and scan it."),
    "init": (init, "Set a project up: configuration, gold file, anchors."),
    "doctor": (doctor, "Check set-up, git, grammars, gold file and state."),
    "scan": (scan, "Check the gold set against the code; queue what people decide."),
    "review": (review_app, "Answer what a scan asks, on a screen or by commands."),
    "apply": (apply, "Write decisions into the gold file and its anchors."),
    "status": (status, "Show how fresh the last scan is and what waits."),
    "serve": (serve, "Serve review pages, dashboard and API until interrupted."),
    "token": (token_app, "Tokens that let named judges into the pages and the API."),
    "mcp": (mcp, "Let an assistant read the queue and propose answers."),
    "passport": (passport_app, "Which model and chunker made the index: show, write, compare."),
    "upgrade": (upgrade_app, "Tell of another model or chunker, and check the gold set."),
    "daemon": (daemon, "Watch projects and scan them when something changed."),
    "notify": (notify, "Show who is told of drift and failing scans, and try it out."),
    "audit": (audit_app, "Read a sample before a release: plan, draw, import, report."),
    "gate": (gate, "Say whether the gold set may be released, or why not."),
    "chunk": (chunk, "Print the chunks of a revision, one a line."),
    "remap": (remap, "Find chunk IDs of one revision in another, without a gold set."),
    "trace": (trace, "Tell what happened to a chunk, commit by commit, newest first."),
    "calibrate": (calibrate, "Measure how often the remapper is right on this history."),
}


# The commands of those that have some, likewise.
ORDER: dict[str | None, Sequence[str]] = {
    "goldkeeper": tuple(COMMANDS),
    "review": [
        "list",
        "show",
        "accept",
        "reject",
        "amend",
        "retire",
        "defer",
        "unsure",
        "note",
        "undo",
        "search",
        "cards",
        "judges",
    ],
    "audit": ["plan", "draw", "sheets", "import", "answer", "status", "arbitrate", "report", "settle", "redraw"],
}


class _InOrder(TyperGroup):
    """Lists commands as `ORDER` does; the parser would list them as they were made, and groups last."""

    def list_commands(self, ctx: object) -> list[str]:  # noqa: ARG002 - called so by the parser
        """The names; one that `ORDER` does not have comes last."""
        order = ORDER.get(self.name, ())
        return sorted(self.commands, key=lambda name: order.index(name) if name in order else len(order))


app = typer.Typer(
    name="goldkeeper",
    cls=_InOrder,
    help="Keeps a retrieval gold set true while the code beneath it moves.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,  # plain help: importing rich would cost more than all the rest of it
    epilog="Exit codes: 0 clean, 1 a person is needed, 2 your input, 3 our fault.",
)
for _name, (_command_or_group, _said) in COMMANDS.items():
    if isinstance(_command_or_group, typer.Typer):
        app.add_typer(_command_or_group, name=_name, short_help=_said, cls=_InOrder)
    else:
        app.command(_name, short_help=_said)(_command_or_group)


def _print_version(wanted: bool) -> None:
    if wanted:
        sys.stdout.write(f"goldkeeper {__version__}\n")
        raise typer.Exit


@app.callback()
def main(
    *,
    version: Annotated[
        bool, typer.Option("--version", help="Print the version and stop.", callback=_print_version, is_eager=True)
    ] = False,
) -> None:
    """Keeps a retrieval gold set true while the code beneath it moves."""


def run() -> None:
    """The console script: runs a command and turns what it raises into a sentence and an exit code."""
    sys.exit(exit_with(_command))


def _command() -> None:
    """The parser would end with 1 when a reader such as `head` has gone, and 1 means that a person is needed."""
    streams = sys.stdout, sys.stderr
    try:
        app()
    except SystemExit:
        if sys.stdout is streams[0]:
            raise
        sys.stdout, sys.stderr = streams  # it put others in their place
        raise BrokenPipeError from None
