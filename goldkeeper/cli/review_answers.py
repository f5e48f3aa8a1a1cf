"""`goldkeeper review accept | amend | reject | retire | defer | unsure`: answers by command, for scripts."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from goldkeeper.cli.review import app
from goldkeeper.cli.review_options import (
    Actions,
    All,
    AsJson,
    By,
    Certain,
    Changes,
    Confidence,
    Config,
    Drifts,
    ForQueries,
    Names,
    OfQueries,
    OneCandidate,
    Paths,
    Reason,
    Stale,
)

__all__ = ["app"]

if TYPE_CHECKING:
    from goldkeeper.model.reviews import Answer
    from goldkeeper.workflow.selection import Selection
    from goldkeeper.workflow.wishes import Wish


@app.command()
def accept(
    names: Names = None,
    *,
    everything: All = False,
    candidate: OneCandidate = None,
    include_retire: Annotated[
        bool, typer.Option("--include-retire", help="Among many, also accept removals from the gold set.")
    ] = False,
    include_changed: Annotated[
        bool, typer.Option("--include-changed", help="Among many, also accept chunks that do something else now.")
    ] = False,
    unseen: Annotated[
        bool, typer.Option("--unseen", help="Of a group, also accept odd ones that you have not looked at.")
    ] = False,
    drift: Drifts = None,
    change: Changes = None,
    action: Actions = None,
    path: Paths = None,
    of_query: OfQueries = None,
    min_confidence: Confidence = None,
    staleness: Stale = None,
    certain: Certain = False,
    query: ForQueries = None,
    by: By = "",
    reason: Reason = "",
    config: Config = None,
    as_json: AsJson = False,
) -> None:
    """Do what the proposals ask.

    Among many, ties, removals and chunks whose behaviour changed are left out and named, and of a group those that are
    unlike the rest. What you looked at with review show goes along, ties apart.
    """
    from goldkeeper.cli.review_request import make_selection, make_wish
    from goldkeeper.model.reviews import Answer

    wish = make_wish(
        candidate=candidate,
        queries=query,
        reason=reason,
        include_retire=include_retire,
        include_changed=include_changed,
        unseen=unseen,
    )
    selection = make_selection(
        names,
        drift,
        change,
        action,
        path,
        of_query,
        min_confidence,
        staleness=staleness,
        certain=certain,
        everything=everything,
    )
    answer_selected(Answer.ACCEPT, selection, wish=wish, config=config, by=by, as_json=as_json)


@app.command()
def amend(
    names: Names = None,
    *,
    to: Annotated[
        list[str] | None, typer.Option("--to", metavar="ID[=GRADE]", help="A successor; may be given several times.")
    ] = None,
    candidate: OneCandidate = None,
    grade: Annotated[int | None, typer.Option("--grade", min=0, max=3, help="The new grade, 0 to 3.")] = None,
    query: ForQueries = None,
    for_query: Annotated[
        list[str] | None,
        typer.Option(
            "--for",
            metavar="QUERY=ID[=GRADE]",
            help="A successor for this query, or - to take it out of the gold set for this query. May be given several"
            " times. --to, --candidate and --grade are for the other queries; without these, they are asked again.",
        ),
    ] = None,
    by: By = "",
    reason: Reason = "",
    config: Config = None,
    as_json: AsJson = False,
) -> None:
    """Do something like what is asked: other successors, another grade, or different ones for different queries."""
    from goldkeeper.cli.review_request import make_selection, make_wish
    from goldkeeper.model.reviews import Answer

    wish = make_wish(to=to, candidate=candidate, grade=grade, queries=query, parts=for_query, reason=reason)
    answer_selected(
        Answer.AMEND, make_selection(names), wish=wish, config=config, by=by, as_json=as_json, has_all=False
    )


def _leaving(deed: Literal["reject", "defer"]) -> Callable[..., None]:
    """The command for an answer that leaves the gold as it is and names no target."""

    def command(
        names: Names = None,
        *,
        everything: All = False,
        drift: Drifts = None,
        change: Changes = None,
        action: Actions = None,
        path: Paths = None,
        of_query: OfQueries = None,
        staleness: Stale = None,
        by: By = "",
        reason: Reason = "",
        config: Config = None,
        as_json: AsJson = False,
    ) -> None:
        from goldkeeper.cli.review_request import make_selection, make_wish
        from goldkeeper.model.reviews import Answer

        selection = make_selection(
            names, drift, change, action, path, of_query, staleness=staleness, everything=everything
        )
        answer_selected(Answer(deed), selection, wish=make_wish(reason=reason), config=config, by=by, as_json=as_json)

    return command


app.command("reject", help="Leave the gold as it is.\n\nNot asked again until the code or the proposal changes.")(
    _leaving("reject")
)


@app.command()
def retire(
    names: Names = None,
    *,
    query: ForQueries = None,
    by: By = "",
    reason: Reason = "",
    config: Config = None,
    as_json: AsJson = False,
) -> None:
    """Take the pairs out of the gold set, whatever was proposed."""
    from goldkeeper.cli.review_request import make_selection, make_wish
    from goldkeeper.model.reviews import Answer

    wish = make_wish(queries=query, reason=reason)
    answer_selected(
        Answer.RETIRE, make_selection(names), wish=wish, config=config, by=by, as_json=as_json, has_all=False
    )


app.command("defer", help="Not now: out of the way until it is named by its number.\n\nOr until its content changes.")(
    _leaving("defer")
)


@app.command()
def unsure(
    names: Names = None, *, by: By = "", reason: Reason = "", config: Config = None, as_json: AsJson = False
) -> None:
    """Looked, and can't tell: somebody else should.

    The items wait on.
    """
    from goldkeeper.cli.review_request import make_selection, make_wish
    from goldkeeper.model.reviews import Answer

    wish, selection = make_wish(reason=reason), make_selection(names)
    answer_selected(Answer.UNSURE, selection, wish=wish, config=config, by=by, as_json=as_json, has_all=False)


def answer_selected(
    answer: "Answer | None",
    selection: "Selection",
    *,
    wish: "Wish | None" = None,
    config: Path | None,
    by: str,
    as_json: bool,
    has_all: bool = True,
) -> None:
    """Answer what is selected, or with None take answers back; exit code 1 when something was left out.

    What is unlike the rest of a group and was not looked at stays behind where a yes is said to the group, or to
    everything. Who names numbers, kinds or successors has said of each what they want.
    """
    from goldkeeper.cli.output import PERSON_NEEDED, on_terminal, talk
    from goldkeeper.cli.review_next import next_lines
    from goldkeeper.cli.review_record import print_outcome
    from goldkeeper.cli.review_request import something_named
    from goldkeeper.model.reviews import UNSETTLED_STATES, Answer, ItemState
    from goldkeeper.wiring import open_keeper
    from goldkeeper.wiring.desk import make_desk
    from goldkeeper.workflow.answering import Shown
    from goldkeeper.workflow.selection import select
    from goldkeeper.workflow.wishes import NO_WISH, Outcome

    something_named(selection, has_all=has_all)
    states = {ItemState.DECIDED, ItemState.DEFERRED} if answer is None else {ItemState.WAITING}
    with open_keeper(config) as keeper:
        judge = by or keeper.judge
        desk = make_desk(keeper)
        seen = desk.seen_by(judge)
        items = select(seen, selection, states)
        meant = {item.number for item in items}
        deferred = () if answer is None else select(seen, selection, {ItemState.DEFERRED})
        put_off = [item.number for item in deferred if item.number not in meant]
        singly = selection.single is not None
        said = wish if wish is not None else NO_WISH
        if answer is None:
            outcome = desk.undo(sorted(meant), judge)
        elif items:
            shown = [Shown(item.number, item.proposal.content_key) for item in items]
            said = replace(said, unseen=said.unseen or not selection.in_bulk or answer is not Answer.ACCEPT)
            outcome = desk.answer(answer, shown, judge, said, singly=singly)
        else:
            outcome = Outcome()
        if singly and outcome.skipped:
            raise outcome.skipped[0].problem
        print_outcome(outcome, put_off=put_off, as_json=as_json, undone=answer is None)
        if on_terminal() and not as_json:
            for line in next_lines(seen.items(UNSETTLED_STATES)):
                talk(line)
    if outcome.skipped or (put_off and not outcome.answered):
        raise typer.Exit(PERSON_NEEDED)
