"""`goldkeeper review undo`: items, groups, or a judge's own answers of a session together."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from goldkeeper.cli.review_answers import answer_selected, app
from goldkeeper.cli.review_options import AsJson, By, Config, Names
from goldkeeper.model.errors import BadRequest

__all__ = ["app"]


@app.command()
def undo(
    names: Names = None,
    *,
    session: Annotated[
        bool, typer.Option("--session", help="All that you said since your last pause of an hour or more.")
    ] = False,
    since: Annotated[
        str, typer.Option("--since", help="All that you said since then: 30m, 2h, 3d, 2026-03-14T12:00 (UTC).")
    ] = "",
    by: By = "",
    config: Config = None,
    as_json: AsJson = False,
) -> None:
    """Take answers back that are not in the gold file yet.

    The items wait again.
    """
    from goldkeeper.cli.review_request import make_selection

    if session or since:
        _undo_since(names, session=session, since=since, by=by, config=config, as_json=as_json)
        return
    answer_selected(None, make_selection(names), config=config, by=by, as_json=as_json, has_all=False)


def _undo_since(
    names: Sequence[str] | None, *, session: bool, since: str, by: str, config: Path | None, as_json: bool
) -> None:
    """Take back all that a judge said since a moment, or in their last session.

    Raises:
        BadRequest: both are named, or items beside them, or nobody answers.
    """
    from goldkeeper.cli.output import PERSON_NEEDED, talk
    from goldkeeper.cli.review_record import print_outcome
    from goldkeeper.cli.review_request import parse_since
    from goldkeeper.wiring import open_keeper
    from goldkeeper.wiring.desk import make_desk
    from goldkeeper.workflow.wishes import Outcome, Sitting

    if names or (session and since):
        raise BadRequest("review undo", "names more than one thing", "name items, or --session, or --since")
    with open_keeper(config) as keeper:
        judge = by or keeper.judge
        Sitting(keeper.queue, judge, keeper.clock, keeper.digest_of)  # says so where nobody is known
        desk = make_desk(keeper)
        begin = desk.session_since(judge) if session else parse_since(since, keeper.clock())
        outcome = desk.undo_session(judge, begin) if begin is not None else Outcome()
    print_outcome(outcome, put_off=[], as_json=as_json, undone=True)
    if not outcome.answered and not as_json:
        talk(f"{judge} said nothing since that may still be taken back")
    if outcome.skipped:
        raise typer.Exit(PERSON_NEEDED)
