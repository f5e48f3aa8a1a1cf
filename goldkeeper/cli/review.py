"""`goldkeeper review …`: the queue by command, for scripts and for people without a screen."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from goldkeeper.model.reviews import Answer
    from goldkeeper.wiring import Keeper
    from goldkeeper.workflow.desk import ReviewDesk
    from goldkeeper.workflow.selection import Selection
    from goldkeeper.workflow.wishes import Wish


def _open_keeper(config: Path | None) -> "AbstractContextManager[Keeper]":
    from goldkeeper.wiring import open_keeper

    return open_keeper(config)


def _make_desk(keeper: "Keeper") -> "ReviewDesk":
    from goldkeeper.wiring.desk import make_desk

    return make_desk(keeper)


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


@app.callback(invoke_without_command=True)
def review(context: typer.Context, *, config: Config = None, by: By = "") -> None:
    """Answer what the scan asks.

    Alone it opens the screen of the terminal; on a pipe it lists what waits.
    """
    if context.invoked_subcommand is not None:
        return
    from goldkeeper.cli.review_screen import open_screen

    if not open_screen(config, by=by):
        list_items(config=config)


@app.command("list")
def list_items(
    names: Names = None,
    *,
    state: Annotated[
        list[str] | None,
        typer.Option("--state", help="Only these: waiting, deferred, decided, superseded, applied, all."),
    ] = None,
    drift: Drifts = None,
    change: Changes = None,
    action: Actions = None,
    path: Paths = None,
    of_query: OfQueries = None,
    min_confidence: Confidence = None,
    staleness: Stale = None,
    certain: Certain = False,
    by: Looks = "",
    config: Config = None,
    as_json: AsJson = False,
) -> None:
    """List by cause the questions that wait or were put off.

    On a pipe one a line, its fields by tabs: number, group, state, drift, change, action, gold chunk, proposed chunks,
    confidence, doubt, queries, answer, the chunks that it names, staleness.
    """
    from goldkeeper.cli.output import emit, emit_json, on_terminal, talk
    from goldkeeper.cli.review_record import item_line
    from goldkeeper.cli.review_request import make_selection, parse_states
    from goldkeeper.reporting.item_record import item_record
    from goldkeeper.workflow.selection import select

    selection = make_selection(
        names, drift, change, action, path, of_query, min_confidence, staleness=staleness, certain=certain
    )
    with _open_keeper(config) as keeper:
        items = select(_make_desk(keeper).seen_by(by or keeper.judge), selection, parse_states(state))
    if as_json:
        emit_json({"items": [item_record(item) for item in items]})
    elif not on_terminal():
        for item in items:
            emit(item_line(item))
    elif items:
        from goldkeeper.cli.review_list import foot_lines, print_list

        print_list(items)
        for line in foot_lines(items):
            talk(line)
    else:
        talk("nothing is asked")


@app.command()
def show(
    names: Names = None,
    *,
    candidate: OneCandidate = None,
    by: Looks = "",
    config: Config = None,
    as_json: AsJson = False,
) -> None:
    """Show all that a judge needs: queries, texts, commits, evidence.

    A group shows what of it waits or was put off, one question after the other; as JSON several are a list, `items`.
    """
    from goldkeeper.cli.output import emit, emit_json, on_terminal, talk
    from goldkeeper.cli.review_request import make_selection, something_named
    from goldkeeper.cli.review_view import print_item, shown_foot
    from goldkeeper.model.reviews import OPEN_STATES
    from goldkeeper.reporting.item_record import shown_record
    from goldkeeper.reporting.item_sections import item_sections
    from goldkeeper.reporting.item_texts import item_diffs
    from goldkeeper.workflow.selection import select

    selection = make_selection(names)
    something_named(selection, has_all=False)
    with _open_keeper(config) as keeper:
        judge, desk = by or keeper.judge, _make_desk(keeper)
        seen = desk.seen_by(judge)
        items = select(seen, selection, OPEN_STATES)
        records = []
        for item in items:
            log = seen.log(item)
            if candidate is None:
                desk.note_look(item, judge)
            queries = {pair.query_id: keeper.query_text(pair.query_id) for pair in item.proposal.pairs}
            if as_json:
                records.append(shown_record(item, queries=queries, log=log, text_of=keeper.text_of))
                continue
            sections = item_sections(item, queries=queries, log=log, before=seen.before(item))
            if item is not items[0]:
                emit("")
            print_item(sections, item_diffs(item, keeper.text_of, candidate=candidate), rich=on_terminal())
    if as_json:
        emit_json(records[0] if selection.single is not None else {"items": [record["item"] for record in records]})
    elif not items:
        talk("nothing of it waits; goldkeeper review list --state all shows the rest")
    elif on_terminal():
        talk(shown_foot(items))


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
    from goldkeeper.workflow.desk import Shown
    from goldkeeper.workflow.selection import select
    from goldkeeper.workflow.wishes import NO_WISH, Outcome

    something_named(selection, has_all=has_all)
    states = {ItemState.DECIDED, ItemState.DEFERRED} if answer is None else {ItemState.WAITING}
    with _open_keeper(config) as keeper:
        judge = by or keeper.judge
        desk = _make_desk(keeper)
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
