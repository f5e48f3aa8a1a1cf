"""`goldkeeper calibrate`: how often the remapper is right, on this repository's own past."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from goldkeeper.wiring.calibrating import Asked, Calibration


def calibrate(
    config: Annotated[
        Path | None, typer.Option("--config", "-c", help="Configuration; without it one is looked for.")
    ] = None,
    repo: Annotated[
        Path | None, typer.Option("--repo", help="A repository without a project: work tree or bare git directory.")
    ] = None,
    at: Annotated[str, typer.Option("--at", help="Revision to follow chunks to instead of the configured one.")] = "",
    since: Annotated[str, typer.Option("--since", help="Take chunks from no older revision.")] = "",
    sample: Annotated[
        int,
        typer.Option(
            "--sample", min=0, help="Chunks to ask about, at most; 0: as many as prove the wish, one miss among them."
        ),
    ] = 0,
    seed: Annotated[int, typer.Option("--seed", help="Another one draws other chunks.")] = 1,
    precision: Annotated[float, typer.Option("--precision", help="Share of right answers to promise, 0 to 1.")] = 0.99,
    minutes: Annotated[
        float, typer.Option("--minutes", min=0.0, help="Look at no further chunk after so long; 0: no end.")
    ] = 10.0,
    *,
    as_json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")] = False,
) -> None:
    """Measure how often the remapper is right, on the repository's own past.

    Follows chunks of older states step by step, hides what happened from the remapper, and holds its answers
    against that, and its proposals against what people answered. Names the confidence from which on to confirm
    unseen would have been right at the wished rate. Confirms nothing.
    """
    from goldkeeper.cli.output import emit, emit_json, visible
    from goldkeeper.reporting.calibration import calibration_lines
    from goldkeeper.reporting.calibration_record import calibration_record
    from goldkeeper.wiring.calibrating import Asked

    asked = Asked(at, since, sample, seed, precision, minutes * 60 if minutes else float("inf"))
    found = _found(config, repo, asked)
    if as_json:
        emit_json(calibration_record(found.replay, found.decided, wished=precision))
        return
    for line in calibration_lines(found.replay, found.decided, wished=precision):
        emit(visible(line))


def _found(config: Path | None, repo: Path | None, asked: "Asked") -> "Calibration":
    from goldkeeper.cli.scan_view import progress
    from goldkeeper.model.errors import BadRequest
    from goldkeeper.wiring.calibrating import calibrate_project, calibrate_repository
    from goldkeeper.wiring.keeper import open_keeper

    if repo is not None:
        if config is not None:
            raise BadRequest("calibrate", "--repo and --config both say what to look at", "pass one of them")
        with progress() as bar:
            return calibrate_repository(repo, asked, progress=bar)
    with open_keeper(config, revision=asked.at) as keeper, progress() as bar:
        return calibrate_project(keeper, asked, progress=bar)
