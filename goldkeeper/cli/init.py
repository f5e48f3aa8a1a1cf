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
    judged_at: Annotated[
        str,
        typer.Option(
            "--judged-at",
            metavar="REV",
            help="The state for which the file of --from was written; without it the file and its history tell.",
        ),
    ] = "",
    index_chunks: Annotated[
        Path | None,
        typer.Option(
            "--index-chunks",
            metavar="LIST",
            help="The index's chunks as JSON lines, where another chunker cut them and the gold set names them.",
        ),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace a configuration that is there.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print what was found as JSON.")] = False,
) -> None:
    """Set a project up: configuration, gold file, anchors from history.

    Ends with 1 where something of the gold set was lost, guessed, or never found in the code.
    """
    from goldkeeper.cli.init_view import Found, print_start
    from goldkeeper.cli.output import PERSON_NEEDED, talk, visible
    from goldkeeper.cli.scan_view import progress
    from goldkeeper.model.errors_passports import PassportSourceUnreadable
    from goldkeeper.wiring import open_keeper
    from goldkeeper.wiring.starting import none_is_here, start_project

    with progress() as bar:
        start = start_project(
            Path.cwd(),
            gold=gold,
            repo=repo,
            rev=rev,
            source=source,
            force=force,
            judged_at=judged_at,
            index_chunks=index_chunks,
            progress=bar,
        )
    found: Found | None = None
    if start.config is not None:
        with open_keeper(start.config) as keeper, keeper.lock("init"):
            try:
                with progress() as bar:
                    gold_set, anchors = keeper.anchor(progress=bar)
            except PassportSourceUnreadable:  # its keys can only be corrected where they stand
                talk(
                    f"configuration  {visible(str(start.config))} is written; [index] in there tells of the chunk list"
                )
                raise
            found = Found(gold_set, anchors, code_is_elsewhere=none_is_here(keeper.code, anchors))
    print_start(start, found, as_json=as_json)
    if found is None or not found.sound or not (start.brought_in is None or start.brought_in.sound):
        raise typer.Exit(PERSON_NEEDED)
