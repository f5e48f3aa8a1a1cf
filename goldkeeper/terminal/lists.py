"""Cards, members and chunks as entries of a list: some lines each, with words for all that is worth knowing."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rich.text import Text

from goldkeeper.adjudication.cards import Card, Member
from goldkeeper.model.reviews import ItemState
from goldkeeper.reporting.chunk_search import Found
from goldkeeper.reporting.columns import fitted, fitted_end
from goldkeeper.reporting.folding import folded
from goldkeeper.reporting.review_words import went
from goldkeeper.reporting.visible import visible_lines as visible
from goldkeeper.reporting.wording import count, likelihood, verb
from goldkeeper.terminal.palette import DOUBT, GOOD, LABEL, QUIET
from goldkeeper.workflow.pages import CandidateLine

GROUP = 5  # columns
ROOMY = 44  # columns, from which on a word more does no harm


@dataclass(frozen=True, slots=True)
class Entry:
    """Something that can be chosen: how it is called, and its lines."""

    key: str
    lines: tuple[Text, ...]


def card_entries(cards: Sequence[Card], width: int) -> list[Entry]:
    """One entry a cause; that it holds a release back is said where not all of them do."""
    some = any(card.members and not card.holds for card in cards)
    return [Entry(card.group, tuple(_card(card, width, tells_hold=some))) for card in cards]


def _card(card: Card, width: int, *, tells_hold: bool) -> Iterator[Text]:
    done = not card.members
    for at, line in enumerate(folded(visible(card.sentence), width - GROUP)):
        head = fitted(card.group, GROUP) if at == 0 else " " * GROUP
        yield Text(head + line, style=QUIET if done else LABEL)
    facts = ", ".join(_card_facts(card, tells_hold=tells_hold))
    for line in folded(visible(facts), width - GROUP):
        yield Text(" " * GROUP + line, style=GOOD if done else DOUBT if card.odd else "")


def _card_facts(card: Card, *, tells_hold: bool) -> Iterator[str]:
    if not card.members:
        yield f"done, {len(card.answered)} answered"
        return
    yield f"{len(card.members):,} {verb(len(card.members), 'waits', 'wait')}"
    if card.worth >= 0.05:
        yield f"{card.worth:.1f} {'query' if f'{card.worth:.1f}' == '1.0' else 'queries'} at stake"
    if card.reason:
        yield card.reason
    if card.holds and tells_hold:
        yield "holds a release back"
    if card.odd:
        yield f"{count(len(card.odd), 'odd one')} on top"
    if card.in_passing < len(card.members):
        yield f"{len(card.members) - card.in_passing} to be looked at singly"
    if card.answered:
        yield f"{len(card.answered)} answered"


def member_entries(card: Card, left_out: frozenset[int], width: int) -> list[Entry]:
    """Open members as the card has them, then those that were answered."""
    entries = [Entry(str(one.number), tuple(_member(one, one.number in left_out, width))) for one in card.members]
    for item in card.answered:
        decision = item.decision
        said = f"{decision.answer.value} by {decision.judge}" if decision is not None else "answered by you"
        lines = (
            Text(fitted(f"{item.number:>5}  {visible(said)}", width), style=GOOD),
            Text(" " * 7 + fitted_end(visible(str(item.proposal.chunk_id)), width - 7), style=QUIET),
        )
        entries.append(Entry(str(item.number), lines))
    return entries


def _member(member: Member, left_out: bool, width: int) -> Iterator[Text]:
    proposal = member.item.proposal
    put_off = "put off" if member.item.state is ItemState.DEFERRED else ""
    words = dict.fromkeys(filter(None, ["left out" if left_out else "", put_off, *member.oddities, member.aside]))
    told = went(proposal)
    sure = f"{'sure ' if width >= ROOMY else ''}{likelihood(proposal.confidence)}"
    facts = ", ".join([told, sure, *(word for word in words if word not in told)])
    for at, line in enumerate(folded(visible(facts), width - 7)):
        head = f"{member.number:>5}{' -' if left_out else '  '}" if at == 0 else " " * 7
        yield Text(head + line, style=QUIET if left_out else DOUBT if member.oddities else LABEL)
    yield Text(" " * 7 + fitted_end(visible(str(proposal.chunk_id)), width - 7), style=QUIET)


def target_entries(
    candidates: Sequence[CandidateLine], found: Sequence[Found], picked: dict[str, int | None], width: int
) -> list[Entry]:
    """What may be named as successor: the candidates, then what was searched for; picked ones with their grade."""
    entries = []
    for line in candidates:
        one = line.candidate
        twin = ", identical twin" if one.twin else ""
        facts = f"{line.number}  sure {likelihood(one.confidence)}{', proposed' if line.proposed else ''}{twin}"
        entries.append(_target(str(one.chunk_id), facts, picked, width))
    known = {entry.key for entry in entries}
    entries += [
        _target(str(one.chunk.id), visible(one.line), picked, width) for one in found if str(one.chunk.id) not in known
    ]
    return entries


def _target(key: str, facts: str, picked: dict[str, int | None], width: int) -> Entry:
    grade = picked.get(key)
    mark = "" if key not in picked else "[x] " if grade is None else f"[grade {grade}] "
    return Entry(
        key,
        (
            Text(fitted(mark + visible(key), width), style=GOOD if mark else LABEL),
            Text(fitted(f"    {facts}", width), style=QUIET),
        ),
    )
