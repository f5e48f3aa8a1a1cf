"""What the commands of `goldkeeper review` share: their table and their options."""

from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer(help="Answer what the scan asks: a screen on a terminal, and commands for scripts.")

Names = Annotated[
    list[str] | None, typer.Argument(metavar="[ITEM]...", help="Numbers, ranges, groups: 3 5-9 g2, or 3,5-9.")
]
Config = Annotated[Path | None, typer.Option("--config", "-c", help="Configuration; without it one is looked for.")]
All = Annotated[bool, typer.Option("--all", help="All that wait.")]
Drifts = Annotated[list[str] | None, typer.Option("--drift", help="Only these: shifted, edited, missing, …")]
Changes = Annotated[list[str] | None, typer.Option("--change", help="Only these: moved, renamed, split, gone, …")]
Actions = Annotated[list[str] | None, typer.Option("--action", help="Only these: keep, remap, split, regrade, retire.")]
Paths = Annotated[list[str] | None, typer.Option("--path", help="Only gold chunks in a folder, or under a glob.")]
OfQueries = Annotated[list[str] | None, typer.Option("--of-query", help="Only gold chunks of this query.")]
Confidence = Annotated[
    float | None, typer.Option("--min-confidence", min=0, max=1, help="Only those that are at least so sure.")
]
Stale = Annotated[
    list[str] | None,
    typer.Option("--staleness", help="Only texts that were: reformatted, refactored, cut-wider, behaviour-changed."),
]
Certain = Annotated[bool, typer.Option("--certain", help="Only byte-identical, unique moves.")]
By = Annotated[str, typer.Option("--by", help="Who answers; without it git's user.name.")]
Looks = Annotated[str, typer.Option("--by", help="Who looks; without it git's user.name.")]
Reason = Annotated[str, typer.Option("--reason", "-m", help="Why; kept with the answer.")]
ForQueries = Annotated[
    list[str] | None, typer.Option("--query", "--queries", help="The answer holds for this query alone, or for these.")
]
OneCandidate = Annotated[int | None, typer.Option("--candidate", min=1, help="The one meant, as review show counts.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print an object with a schema version.")]
