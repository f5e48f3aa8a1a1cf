"""`goldkeeper review`, `review list | show`: what is asked, by command and for people without a screen."""

from typing import Annotated

import typer

from goldkeeper.cli.review_options import (
    Actions,
    AsJson,
    By,
    Certain,
    Changes,
    Confidence,
    Config,
    Drifts,
    Looks,
    Names,
    OfQueries,
    OneCandidate,
    Paths,
    Stale,
    app,
)

__all__ = ["app"]


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
    from goldkeeper.wiring import open_keeper
    from goldkeeper.wiring.desk import make_desk
    from goldkeeper.workflow.selection import select

    selection = make_selection(
        names, drift, change, action, path, of_query, min_confidence, staleness=staleness, certain=certain
    )
    with open_keeper(config) as keeper:
        items = select(make_desk(keeper).seen_by(by or keeper.judge), selection, parse_states(state))
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
    from goldkeeper.wiring import open_keeper
    from goldkeeper.wiring.desk import make_desk
    from goldkeeper.workflow.selection import select

    selection = make_selection(names)
    something_named(selection, has_all=False)
    with open_keeper(config) as keeper:
        judge, desk = by or keeper.judge, make_desk(keeper)
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
