"""`goldkeeper apply`: write the decisions into the gold file."""

from pathlib import Path
from typing import Annotated, Literal

import typer


def apply(
    config: Annotated[
        Path | None, typer.Option("--config", "-c", help="Configuration; without it one is looked for.")
    ] = None,
    *,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show the difference and write nothing.")] = False,
    commit: Annotated[
        bool,
        typer.Option("--commit", help="Commit gold file and anchors with the reasons, also those of earlier applies."),
    ] = False,
    verbose: Annotated[bool, typer.Option("--verbose", help="With --commit: show the difference as well.")] = False,
    wait: Annotated[float, typer.Option("--wait", min=0, help="Seconds to wait for a scan to end.")] = 0.0,
    interrupted: Annotated[
        Literal["written", "lost"] | None,
        typer.Option("--interrupted", help="After a crash: are its decisions in the gold file, or not? Only if asked."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print what was written as JSON.")] = False,
) -> None:
    """Write decisions into the gold file and its anchors.

    Two gold chunks that become one keep the higher grade. A decision waits while other gold still bears the
    name of its target: part of a swap is never written.
    """
    from goldkeeper.cli.apply_commit import commit_owed, note_filling, note_reasons, still_owed
    from goldkeeper.cli.apply_view import print_application
    from goldkeeper.cli.output import PERSON_NEEDED, talk
    from goldkeeper.cli.review_next import next_lines
    from goldkeeper.model.reviews import UNSETTLED_STATES
    from goldkeeper.wiring import open_keeper
    from goldkeeper.wiring.holes import carry_out_filling, plan_filling

    with open_keeper(config) as keeper, keeper.lock("apply", wait_seconds=wait):
        if commit and not dry_run:
            keeper.check_commit()
        if not dry_run:
            keeper.finish_interrupted(written=None if interrupted is None else interrupted == "written")
        application = keeper.plan_application()
        owed = still_owed(keeper)
        if not dry_run and not application.changes_nothing:
            owed = note_reasons(keeper, application, owed)
            keeper.apply(application)
        elif not dry_run:
            keeper.journal.owe(owed)
        filling = plan_filling(keeper, application, written=not dry_run)
        if not dry_run and not filling.changes_nothing:
            owed = note_filling(keeper, filling, owed)
            carry_out_filling(keeper, filling)
        made, refused = commit_owed(keeper, owed if commit and not dry_run else ())
        left = 0 if made else sum(len(one.items) for one in owed)
        print_application(
            application,
            name=keeper.gold.file.name,
            commit=made,
            dry_run=dry_run,
            as_json=as_json,
            owed=left,
            diff=dry_run or verbose or not commit,
            filling=filling,
        )
        if refused is not None:
            raise refused  # once it is told what was written
        if not as_json and not dry_run and not left and (made or not application.changes_nothing):
            for line in next_lines(keeper.queue.items(UNSETTLED_STATES)) or ["nothing else waits"]:
                talk(line)
        if application.outdated or application.held_back or filling.outdated or filling.held:
            raise typer.Exit(PERSON_NEEDED)
