"""`goldkeeper scan`: the main job, once."""

from pathlib import Path
from typing import Annotated

import typer


def scan(
    config: Annotated[
        Path | None, typer.Option("--config", "-c", help="Configuration; without it one is looked for.")
    ] = None,
    rev: Annotated[
        str,
        typer.Option(
            "--rev", help='What to scan instead of the configured revision; "worktree" for the files on disk.'
        ),
    ] = "",
    *,
    force: Annotated[bool, typer.Option("--force", help="Scan even if nothing changed since the last time.")] = False,
    no_report: Annotated[bool, typer.Option("--no-report", help="Leave no report in the reports folder.")] = False,
    wait: Annotated[float, typer.Option("--wait", min=0, help="Seconds to wait for another scan to end.")] = 0.0,
    as_json: Annotated[bool, typer.Option("--json", help="Print the whole report as JSON.")] = False,
) -> None:
    """Check the gold set against the code; queue what people decide."""
    from goldkeeper.cli.output import PERSON_NEEDED
    from goldkeeper.cli.scan_view import print_record, progress
    from goldkeeper.wiring import open_keeper

    with open_keeper(config, revision=rev) as keeper, keeper.lock("scan", wait_seconds=wait):
        last = None if force else keeper.memory.unchanged()
        if last is not None and not no_report and keeper.lacks_report(str(last.report["scan"])):
            last = None  # it was scanned, with --no-report, and a report is wanted now
        written: tuple[str, ...] = ()
        if last is None:
            with progress() as bar:
                report = keeper.scan(progress=bar)
            written = () if no_report else keeper.write_report(report)
            record = keeper.record_of(report)
        else:
            record = last.report
        print_record(record, written=written, as_json=as_json, unchanged=last is not None)
    if record["needs_a_person"]:
        raise typer.Exit(PERSON_NEEDED)
