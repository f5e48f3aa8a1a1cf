"""What the commands of `goldkeeper audit` share: their table, their options, and the way to a project's audits."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from goldkeeper.wiring.auditing import Auditing

app = typer.Typer(help="Read a sample before a release: plan, draw, sheets, import, answer, …", no_args_is_help=True)

Config = Annotated[Path | None, typer.Option("--config", "-c", help="Configuration; without it one is looked for.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print an object with a schema version.")]
Name = Annotated[str, typer.Argument(metavar="[NAME]", help="The audit; without it the newest.")]
Judges = Annotated[str, typer.Option("--judges", help="Who reads, ada,bob; without it those of the configuration.")]
Formats = Annotated[str, typer.Option("--formats", help="xlsx,csv,html,md; without it those of the configuration.")]
Out = Annotated[Path | None, typer.Option("--out", help="Folder of the sheets instead of the configured one.")]
Force = Annotated[bool, typer.Option("--force", help="Write over sheets that are there, answers and all.")]
By = Annotated[str, typer.Option("--by", help="Who answers; without it git's user.name.")]
Grade = Annotated[str, typer.Option("--grade", "-g", help="0, 1, 2 or 3.")]
Unclear = Annotated[bool, typer.Option("--unclear", help="The query can be meant in more than one way.")]
WrongSpan = Annotated[bool, typer.Option("--wrong-span", help="The code begins or ends at the wrong place.")]
DecidedRow = Annotated[str, typer.Option("--row", help="Decide this row: its number, or a key of a sheet.")]
Note = Annotated[str, typer.Option("--note", "-m", help="What you are not sure of.")]


@contextmanager
def open_auditing(config: Path | None) -> "Iterator[Auditing]":
    """The audits of a project."""
    from goldkeeper.wiring.auditing import Auditing
    from goldkeeper.wiring.keeper import open_keeper

    with open_keeper(config) as keeper:
        yield Auditing(keeper)


def names_in(text: str) -> tuple[str, ...]:
    """Names behind commas.

    >>> names_in(" ada, bob,,"), names_in("")
    (('ada', 'bob'), ())
    """
    return tuple(part.strip() for part in text.split(",") if part.strip())
