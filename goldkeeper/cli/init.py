"""`goldkeeper init`: find the gold set, write the configuration, make the anchors."""

from pathlib import Path
from typing import Annotated

import typer


def init(
    gold: Annotated[Path | None, typer.Option("--gold", help="The gold file; without it one is looked for.")] = None,
    repo: Annotated[
        Path | None, typer.Option("--repo", help="The code it points into; without it this folder.")
    ] = None,
    rev: Annotated[str, typer.Option("--rev", help='Revision to scan, or "worktree" for the files on disk.')] = "HEAD",
    *,
    source: Annotated[
        Path | None,
        typer.Option("--from", help="Make the gold file from another format (line spans, path and symbol)."),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace a configuration that is there.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print what was found as JSON.")] = False,
) -> None:
    """Set a project up: configuration, gold file, anchors from history."""
    from goldkeeper.cli.init_view import print_start
    from goldkeeper.cli.scan_view import progress
    from goldkeeper.wiring import open_keeper
    from goldkeeper.wiring.starting import start_project

    config = start_project(Path.cwd(), gold=gold, repo=repo, rev=rev, source=source, force=force)
    with open_keeper(config) as keeper, keeper.lock("init"), progress() as bar:
        gold_set, anchors = keeper.anchor(progress=bar)
    print_start(config, gold_set, anchors, as_json=as_json)
