"""`goldkeeper review cards | search | note`: what the screen shows, as data."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from goldkeeper.cli.review_options import AsJson, By, Config
from goldkeeper.cli.review_sessions import app

__all__ = ["app"]

if TYPE_CHECKING:
    from goldkeeper.adjudication.cards import Card


@app.command()
def cards(*, by: By = "", config: Config = None, as_json: AsJson = False) -> None:
    """List the causes in the order of work: what hangs on them, and what of them is odd.

    On a pipe one a line, its fields by tabs: group, waiting, answered, queries at stake, odd ones, cause.
    """
    from goldkeeper.cli.output import emit, emit_json, on_terminal, talk, visible
    from goldkeeper.reporting.visible import tab_field
    from goldkeeper.wiring import open_keeper
    from goldkeeper.wiring.desk import make_desk

    with open_keeper(config) as keeper:
        found = make_desk(keeper).cards(by or keeper.judge)
    if as_json:
        emit_json({"cards": [_record(card) for card in found]})
        return
    for card in found:
        if on_terminal():
            emit(visible(f"{card.group}  {card.sentence}"))
            reason = f", {card.reason}" if card.reason else ""
            odd = f"; first look at {', '.join(str(one.number) for one in card.odd[:5])}" if card.odd else ""
            state = f"{len(card.members)} to answer, {card.worth:.1f} queries at stake{reason}{odd}"
            emit(f"    {state if card.members else f'done, {len(card.answered)} answered'}")
        else:
            fields = (card.group, str(len(card.members)), str(len(card.answered)), f"{card.worth:.3f}")
            emit("\t".join([*fields, ",".join(str(one.number) for one in card.odd), tab_field(card.sentence)]))
    if not found:
        talk("nothing is asked")


def _record(card: "Card") -> dict[str, Any]:
    return {
        "group": card.group,
        "sentence": card.sentence,
        "worth": round(card.worth, 3),
        "reason": card.reason,
        "holds": card.holds,
        "since": card.since.isoformat(),
        "members": [
            {
                "number": one.number,
                "key": one.key,
                "chunk": str(one.item.proposal.chunk_id),
                "worth": round(one.worth.queries, 3),
                "oddities": list(one.oddities),
                "aside": one.aside or None,
            }
            for one in card.members
        ],
        "answered": [item.number for item in card.answered],
    }


@app.command()
def search(
    words: Annotated[list[str], typer.Argument(help="Words of path, symbol or text; all have to be there.")],
    *,
    config: Config = None,
    as_json: AsJson = False,
) -> None:
    """Find chunks of the code as it is now, to name one with review amend --to.

    One a line: the ID, and by a tab the line that holds the words.
    """
    from goldkeeper.cli.output import emit, emit_json, talk
    from goldkeeper.reporting.visible import tab_field
    from goldkeeper.wiring.desk import open_desk

    with open_desk(config) as desk:
        found = desk.search(" ".join(words))
    if as_json:
        emit_json(
            {"chunks": [{"id": str(one.chunk.id), "kind": one.chunk.kind.value, "line": one.line} for one in found]}
        )
        return
    for one in found:
        emit(f"{tab_field(str(one.chunk.id))}\t{tab_field(one.line)}")
    if not found:
        talk("nothing holds all of these words")


@app.command()
def note(
    item: Annotated[int, typer.Argument(min=1, help="The item's number.")],
    text: Annotated[str, typer.Argument(help="What the next one should know.")],
    *,
    by: By = "",
    config: Config = None,
) -> None:
    """Write something beside an item; review show prints it in the history."""
    from goldkeeper.cli.output import talk
    from goldkeeper.wiring import open_keeper
    from goldkeeper.wiring.desk import make_desk

    with open_keeper(config) as keeper:
        make_desk(keeper).note(item, text, by or keeper.judge)
    talk(f"item {item}: noted")
