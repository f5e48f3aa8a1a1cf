"""Review items for people: the list by cause, and one item with all a judge needs."""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import TYPE_CHECKING

from goldkeeper.cli.diffs import DiffLine, Gap, diff_texts, plain_lines, rich_lines
from goldkeeper.cli.output import console, emit, visible
from goldkeeper.cli.review_record import LogLine, TextOf, doubt, proposed_ids, query_ids
from goldkeeper.model.anchors import Anchor, AnchorOrigin
from goldkeeper.model.changes import CommitNote
from goldkeeper.model.gold import QueryId
from goldkeeper.model.proposals import Action, Candidate, RemapProposal
from goldkeeper.model.reviews import Decision, ItemState, ReviewItem
from goldkeeper.workflow.selection import confidence_of

if TYPE_CHECKING:
    from rich.console import RenderableType

MOST_QUERIES = 3  # named in the list; the rest is counted
MOST_RIVALS = 5  # shown beside the proposed ones
MOST_COMMITS = 8  # newest first

_ORIGINS = {
    AnchorOrigin.JUDGED: "it was judged",
    AnchorOrigin.INTRODUCED: "it came into the gold file",
    AnchorOrigin.RESOLVED: "it was last found",
}


def print_list(items: Sequence[ReviewItem]) -> None:
    """Items on a terminal, those of one cause together, in the order of the groups."""
    from rich.table import Table
    from rich.text import Text

    screen = console()
    for group, members in groupby(sorted(items, key=_by_group), key=lambda item: item.group):
        rows = list(members)
        sentence = visible(rows[-1].proposal.cause.sentence)
        screen.print(Text(f"{group}  {sentence}", style="bold"))
        table = Table.grid(padding=(0, 1))
        table.add_column(justify="right", width=5)
        table.add_column(overflow="fold")  # an ID has no place to break at; it gets nearly the whole width
        for item in rows:
            for mark, text in _rows(item):
                table.add_row(Text(mark), Text(text))
        screen.print(table)


def _by_group(item: ReviewItem) -> tuple[int, int]:
    return int(item.group[1:]), item.number


def _rows(item: ReviewItem) -> Iterator[tuple[str, str]]:
    """What stands in the margin, and beside it: the facts, the gold chunk, the proposed ones."""
    proposal = item.proposal
    queries = query_ids(proposal)
    more = f" +{len(queries) - MOST_QUERIES}" if len(queries) > MOST_QUERIES else ""
    state = "" if item.state is ItemState.WAITING else item.state.value
    went = f"{proposal.drift.kind.value} → {proposal.match.change.value}"
    doubts = " ".join(filter(None, [doubt(proposal), state]))
    asked = visible(" ".join(queries[:MOST_QUERIES])) + more
    yield str(item.number), f"{went:<27}  {sure(confidence_of(proposal)):<4}  {doubts:<10}  {asked}"
    yield "", visible(str(proposal.chunk_id))
    targets = [visible(str(chunk_id)) for chunk_id in proposed_ids(proposal)]
    for target in targets or ["out of the gold set" if proposal.action is Action.RETIRE else "?"]:
        yield "→", target


def sure(confidence: float | None) -> str:
    """Two digits, rounded down: only what is 1 reads as 1.

    >>> sure(0.9999), sure(0.5), sure(None)
    ('0.99', '0.50', '-')
    """
    return "-" if confidence is None else f"{math.floor(confidence * 100 + 1e-9) / 100:.2f}"


@dataclass(frozen=True, slots=True)
class Section:
    """A label with the lines that stand beside it."""

    label: str
    lines: tuple[str, ...]


def print_item(
    sections: Iterable[Section], diffs: Iterable[tuple[str, Sequence[DiffLine | Gap]]], *, rich: bool
) -> None:
    """One item: the facts, then the texts."""
    if not rich:
        for section in sections:
            for label, line in zip([section.label, *[""] * len(section.lines)], section.lines, strict=False):
                emit(f"{label:<10}{line}".rstrip())
        for title, diff in diffs:
            emit(f"\n{title}")
            for line in plain_lines(diff):
                emit(line)
        return
    from rich.table import Table
    from rich.text import Text

    screen = console()
    table = Table.grid(padding=(0, 1))
    table.add_column(width=9)
    table.add_column(overflow="fold")
    for section in sections:
        rows: list[RenderableType] = [Text(line) for line in section.lines]
        for label, row in zip([section.label, *[""] * len(rows)], rows, strict=False):
            table.add_row(Text(label, style="bold"), row)
    screen.print(table)
    for title, diff in diffs:
        screen.print()
        screen.print(Text(title, style="bold"))
        for shown in rich_lines(diff):
            screen.print(shown, overflow="fold", soft_wrap=False)


def item_sections(
    item: ReviewItem, *, queries: Mapping[QueryId, str], log: Sequence[LogLine], before: ReviewItem | None
) -> tuple[Section, ...]:
    """Everything about an item but the texts; sections that have nothing to say are left out.

    Args:
        item: the question.
        queries: what each query asks.
        log: what happened to the item, oldest first.
        before: the item whose place it took.
    """
    sections = (
        Section("item", tuple(_item_lines(item, before))),
        Section("queries", tuple(_query_lines(item.proposal, queries))),
        Section("gold", tuple(_gold_lines(item.proposal))),
        Section("proposed", tuple(_proposed_lines(item.proposal))),
        Section("sure", tuple(_sure_lines(item.proposal))),
        Section("evidence", tuple(_evidence_lines(item.proposal))),
        Section("others", tuple(_other_lines(item.proposal))),
        Section("commits", tuple(_commit_lines(item.proposal))),
        Section("answer", tuple(_answer_lines(item.decision))),
        Section("history", tuple(_log_lines(log))),
    )
    return tuple(
        Section(section.label, tuple(visible(line) for line in section.lines)) for section in sections if section.lines
    )


def item_diffs(
    item: ReviewItem, text_of: TextOf, *, candidate: int | None = None
) -> tuple[tuple[str, Sequence[DiffLine | Gap]], ...]:
    """The texts, old against each proposed one; with a tie, against the first two.

    Args:
        item: the question.
        text_of: the judged text (None), or that of a chunk at head; None where it can't be had.
        candidate: only against this candidate, counted from 1.
    """
    proposal = item.proposal
    candidates = [one.chunk_id for one in proposal.match.candidates]
    if candidate is not None:
        targets = candidates[candidate - 1 : candidate]
    elif proposal.match.ambiguous and proposal.action is not Action.SPLIT:
        targets = candidates[:2]
    else:
        targets = list(proposed_ids(proposal))
    found = proposal.drift.found
    base = text_of(proposal, None)
    if base is None:
        return ((f"The judged text of {visible(str(proposal.chunk_id))} can't be had.", ()),)
    if not targets:
        return (("What was judged", diff_texts(base, base, context=None)),)
    diffs: list[tuple[str, Sequence[DiffLine | Gap]]] = []
    for target in targets:
        # An edited chunk's new text came with the proposal.
        head = found.text if found is not None and found.id == target else text_of(proposal, target)
        name = visible(str(target))
        if head is None:
            diffs.append((f"The text of {name} can't be had; the code may have moved since the scan.", ()))
        elif head == base:
            diffs.append((f"What was judged = {name}, word for word", diff_texts(base, head, context=None)))
        else:
            diffs.append((f"What was judged → {name}", diff_texts(base, head)))
    return tuple(diffs)


def _item_lines(item: ReviewItem, before: ReviewItem | None) -> Iterator[str]:
    yield f"{item.number}, {item.state.value} since {_day(item.created)}"
    yield f"{item.group}: {item.proposal.cause.sentence}"
    if before is not None:
        said = f", answered {before.decision.answer.value} by {before.decision.judge}" if before.decision else ""
        yield f"takes the place of item {before.number}{said}"


def _query_lines(proposal: RemapProposal, queries: Mapping[QueryId, str]) -> Iterator[str]:
    for pair in proposal.pairs:
        yield f"{pair.query_id}, grade {pair.grade}: {' '.join(queries.get(pair.query_id, '').split())}"


def _gold_lines(proposal: RemapProposal) -> Iterator[str]:
    yield str(proposal.chunk_id)
    yield f"{proposal.drift.kind.value} → {proposal.match.change.value}"
    anchor = proposal.drift.anchor
    if isinstance(anchor, Anchor) and anchor.commit is not None:
        yield f"as {_ORIGINS[anchor.origin]} at {anchor.commit[:7]}"
    if proposal.drift.note:
        yield proposal.drift.note


def _proposed_lines(proposal: RemapProposal) -> Iterator[str]:
    asks = {
        Action.KEEP: "keep it here, with its new text",
        Action.REMAP: "send it there",
        Action.SPLIT: "send it to all of these",
        Action.REGRADE: "grade it anew",
        Action.RETIRE: "take it out of the gold set",
    }
    shares = {candidate.chunk_id: candidate.share for candidate in proposal.match.candidates}
    for chunk_id in proposed_ids(proposal):
        share = shares.get(chunk_id)
        yield f"{chunk_id}{f', {share:.0%} of its lines' if share is not None else ''}"
    yield f"{proposal.action.value}: {asks[proposal.action]}"


def _sure_lines(proposal: RemapProposal) -> Iterator[str]:
    match = proposal.match
    certain = ", certain: the same text, found once on either side" if match.certain else ""
    yield f"{sure(confidence_of(proposal))}{certain}"
    if match.ambiguous:
        yield "ambiguous: the first can't be told from the next; name the one that is meant"
    if len(match.candidates) > 1 and math.isfinite(match.candidates[0].margin):
        yield f"leads the next by {match.candidates[0].margin:.1f} bits"
    if match.candidates:
        yield f"gone, with no successor: {sure(match.gone)}"


def _evidence_lines(proposal: RemapProposal) -> Iterator[str]:
    """The first candidate's evidence as a sum, in bits."""
    if not proposal.match.candidates or not proposal.match.candidates[0].evidence:
        return
    first = proposal.match.candidates[0]
    heard = [part for part in first.evidence if part.weight != 0]  # what adds nothing is only noise here
    width = max(len(name) for name in ("the rest", *(part.name for part in heard)))
    yield f"{'for ' + str(first.chunk_id)}"
    yield f"{'':<{width}}  alike   bits"
    for part in heard:
        yield f"{part.name:<{width}}  {part.value:5.2f}  {part.weight:+5.1f}  {part.note}".rstrip()
    rest = first.weight - sum(part.weight for part in heard)
    if abs(rest) >= 0.05:
        yield f"{'the rest':<{width}}         {rest:+5.1f}"
    yield f"{'sum':<{width}}         {first.weight:+5.1f}"


def _other_lines(proposal: RemapProposal) -> Iterator[str]:
    """Who else stood for it, as `--candidate` counts."""
    taken = set(proposed_ids(proposal))
    rivals = [(n, one) for n, one in enumerate(proposal.match.candidates, 1) if one.chunk_id not in taken]
    if proposal.match.ambiguous:
        rivals = list(enumerate(proposal.match.candidates, 1))
    for number, rival in rivals[:MOST_RIVALS]:
        yield f"{number}  {rival.chunk_id}"
        yield f"   {', '.join(_rival_facts(rival, proposal.match.candidates[0]))}"
    if len(rivals) > MOST_RIVALS:
        yield f"and {len(rivals) - MOST_RIVALS} more"


def _rival_facts(rival: Candidate, first: Candidate) -> Iterator[str]:
    yield sure(rival.confidence)
    behind = first.weight - rival.weight
    if rival is not first and math.isfinite(behind):
        yield f"{behind:.1f} bits behind the first" if behind > 0 else "level with the first"
    if rival.twin:
        yield "an identical twin beside the living original"


def _commit_lines(proposal: RemapProposal) -> Iterator[str]:
    turned = proposal.turned_by
    if turned is not None:
        yield f"{_noted(turned)}, turned it"
    for note in proposal.commits[:MOST_COMMITS]:
        if note != turned:
            yield _noted(note)
    if len(proposal.commits) > MOST_COMMITS:
        yield f"and {len(proposal.commits) - MOST_COMMITS} older ones"


def _noted(note: CommitNote) -> str:
    return f"{note.date:%Y-%m-%d} {note.commit[:7]} {note.subject} ({note.author})"


def _answer_lines(decision: Decision | None) -> Iterator[str]:
    if decision is None:
        return
    only = f" for {', '.join(decision.queries)} alone" if decision.queries is not None else ""
    yield f"{decision.answer.value}{only}, by {decision.judge} on {_day(decision.at)}"
    for target in decision.targets:
        yield f"→ {target.chunk_id}{f', grade {target.grade}' if target.grade is not None else ''}"
    if decision.reason:
        yield decision.reason


def _log_lines(log: Sequence[LogLine]) -> Iterator[str]:
    for at, who, what, why in log:
        yield f"{at:%Y-%m-%d %H:%M} {what} by {who}{f': {why}' if why else ''}"


def _day(moment: datetime) -> str:
    return f"{moment:%Y-%m-%d %H:%M} UTC"
