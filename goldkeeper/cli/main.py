"""The command table. Each command lives in a file of its own and imports its work late."""

import sys
from typing import Annotated

import typer

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

app = typer.Typer(
    name="goldkeeper",
    help="Keeps a retrieval gold set true while the code beneath it moves.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,  # plain help: importing rich would cost more than all the rest of it
    epilog="Exit codes: 0 clean, 1 a person is needed, 2 your input, 3 our fault.",
)
app.command()(demo)
app.command()(init)
app.command()(scan)
app.command()(status)
app.add_typer(review_app, name="review")
app.command()(apply)
app.add_typer(audit_app, name="audit")
app.command()(gate)
app.add_typer(passport_app, name="passport")
app.add_typer(upgrade_app, name="upgrade")
app.command()(notify)
app.command()(daemon)
app.command()(serve)
app.command()(mcp)
app.add_typer(token_app, name="token")
app.command()(doctor)
app.command()(chunk)
app.command()(remap)
app.command()(trace)
app.command()(calibrate)


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
