"""`goldkeeper review judges`: how well judges look, measured on questions whose right answer is known."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from goldkeeper.cli.review_cards import app
from goldkeeper.cli.review_options import AsJson, Config

if TYPE_CHECKING:
    from goldkeeper.model.known_answers import JudgeTally

__all__ = ["app"]


@app.command()
def judges(*, config: Config = None, as_json: AsJson = False) -> None:
    """Tell how often each judge was right where the right answer is known.

    Needs review.known_share above 0. On a pipe one a line, its fields by tabs: judge, kind or all, right, wrong, not
    sure, and the exact 95 % bounds of the share that is right. The share of a judge who never says yes to a wrong
    chunk comes near 1; how near it must be is yours to say.
    """
    from goldkeeper.adjudication.known import tally
    from goldkeeper.cli.output import emit_json, talk
    from goldkeeper.wiring import open_keeper
    from goldkeeper.wiring.desk import known_book

    with open_keeper(config) as keeper:
        found = tally(known_book(keeper).answers())
        share = keeper.settings.review.known_share
    if as_json:
        emit_json({"known_share": share, "judges": [_record(one) for one in found]})
        return
    _print(found)
    if not found:
        talk("nobody was asked a question whose answer is known" + ("" if share else "; review.known_share is 0"))


def _print(found: "Sequence[JudgeTally]") -> None:
    from goldkeeper.cli.output import emit, on_terminal, visible
    from goldkeeper.reporting.visible import tab_field

    for one in found:
        low, high = one.interval
        kind = one.kind.value if one.kind is not None else "all"
        if not on_terminal():
            numbers = (str(one.right), str(one.wrong), str(one.unsure), f"{low:.4f}", f"{high:.4f}")
            emit("\t".join([tab_field(one.judge), kind, *numbers]))
            continue
        asked = one.right + one.wrong
        unsure = f", {one.unsure} not sure" if one.unsure else ""
        told = f"{one.right} of {asked} right, between {low:.0%} and {high:.0%}{unsure}"
        emit(visible(f"{one.judge}: {told}" if one.kind is None else f"    {kind}: {told}"))


def _record(one: "JudgeTally") -> dict[str, Any]:
    low, high = one.interval
    return {
        "judge": one.judge,
        "kind": one.kind.value if one.kind is not None else None,
        "right": one.right,
        "wrong": one.wrong,
        "unsure": one.unsure,
        "interval": [round(low, 4), round(high, 4)],
    }
