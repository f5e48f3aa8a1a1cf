"""Review items on a terminal, those of one cause together."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from rich.console import Console
from rich.text import Text

from goldkeeper.cli import output
from goldkeeper.cli.output import visible
from goldkeeper.model.changes import ChangeKind
from goldkeeper.model.proposals import Action, RemapProposal
from goldkeeper.model.reviews import OPEN_STATES, Answer, ItemState, ReviewItem
from goldkeeper.reporting.folding import folded
from goldkeeper.reporting.review_words import STATES, doubt, fates, only_for, went
from goldkeeper.reporting.wording import likelihood

MOST_QUERIES = 3  # named in the list; the rest is counted
MARGIN = 7  # columns for the item's number, or for an arrow
IN_COLUMNS = 70  # columns of a terminal; below, the facts stand one behind the other


def print_list(items: Sequence[ReviewItem]) -> None:
    """Items in the order of their groups, each with its facts, the gold chunk, and where it would go or goes."""
    screen = output.console()
    if screen.width >= IN_COLUMNS:
        _print(screen, "item", _in_columns("drift → change", "sure", "doubt", "queries"), style="dim")
    for group, members in groupby(sorted(items, key=_by_group), key=lambda item: item.group):
        rows = list(members)
        sentence = f"{group}  {visible(rows[-1].proposal.cause.sentence)}"
        for number, line in enumerate(folded(sentence, screen.width - 4)):
            screen.print(Text(f"{'    ' * bool(number)}{line}", style="bold"), soft_wrap=True)
        for item in rows:
            for mark, text in _rows(item, columns=screen.width >= IN_COLUMNS):
                _print(screen, mark, visible(text))


def foot_lines(items: Sequence[ReviewItem]) -> list[str]:
    """What may be done with a list: look, answer one, answer the certain ones."""
    waiting = [item for item in items if item.state is ItemState.WAITING]
    certain = sum(item.proposal.match.certain for item in waiting)
    lines = []
    if waiting:
        first = waiting[0]
        lines.append(f"Next: goldkeeper review show {first.number}, and review accept {first.number}, or {first.group}")
    holding = sum(item.proposal.grade_holds for item in waiting)
    if holding > 1:
        command = "goldkeeper review accept --change same --staleness reformatted,refactored"
        lines.append(f"      {command} takes the {holding:,} whose grade holds")
    if certain > 1:
        lines.append(f"      goldkeeper review accept --certain takes the {certain:,} that are certain")
    return lines


def _print(screen: Console, mark: str, text: str, *, style: str = "") -> None:
    first, *rest = folded(text, max(2, screen.width - MARGIN))
    screen.print(Text(f"{mark:>{MARGIN - 2}}  {first}".rstrip(), style=style), soft_wrap=True)
    for line in rest:
        screen.print(Text(f"{'':{MARGIN}}{line}", style=style), soft_wrap=True)


def _by_group(item: ReviewItem) -> tuple[int, int]:
    return int(item.group[1:]), item.number


def _in_columns(*facts: str) -> str:
    change, sure, doubts, queries = facts
    # The rest of a line is folded at spaces, and those that align are not to be lost.
    return f"{change:<27}  {sure:<5}  {doubts:<10}  {queries}".rstrip()


def _rows(item: ReviewItem, *, columns: bool) -> Iterator[tuple[str, str]]:
    """What stands in the margin, and beside it."""
    proposal = item.proposal
    queries = proposal.query_ids
    more = f" +{len(queries) - MOST_QUERIES}" if len(queries) > MOST_QUERIES else ""
    is_open = item.state in OPEN_STATES  # once it is answered, the doubt is settled
    doubts = " ".join(filter(None, [doubt(proposal) if is_open else "", STATES[item.state]]))
    facts = (went(proposal), likelihood(proposal.confidence), doubts, " ".join(queries[:MOST_QUERIES]) + more)
    yield str(item.number), _in_columns(*facts) if columns else ", ".join(filter(None, facts))
    yield "", str(proposal.chunk_id)
    decision = item.decision
    if decision is None or decision.answer is Answer.DEFER:
        yield from _asked(proposal)
        return
    for fate in fates(item, decision):
        yield "→", fate
    reason = f": {decision.reason}" if decision.reason else ""
    yield "", f"{decision.answer.value}{only_for(decision)} by {decision.judge}{reason}"


def _asked(proposal: RemapProposal) -> Iterator[tuple[str, str]]:
    moved = proposal.match.change is not ChangeKind.SAME
    edit = f", {proposal.edit.staleness.value}" if moved and proposal.edit is not None else ""
    for target in proposal.proposed:
        yield "→", f"{target}{edit}"
    if proposal.action is Action.RETIRE:
        yield "→", "out of the gold set"
        for nearest in proposal.match.candidates[:1]:
            yield "", f"nearest, {likelihood(nearest.confidence)}: {nearest.chunk_id}"
    elif not proposal.proposed:
        yield "→", "?"
