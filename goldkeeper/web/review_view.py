"""What the review pages print: cards, questions and answers put into the words and forms of a page."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from urllib.parse import quote, urlencode

from goldkeeper.adjudication.cards import Card, Member
from goldkeeper.model.anchors import Anchor
from goldkeeper.model.chunks import ChunkId
from goldkeeper.model.proposals import Action, RemapProposal
from goldkeeper.model.reviews import ItemState, ReviewItem
from goldkeeper.reporting.review_words import fates, only_for, spoken
from goldkeeper.reporting.wording import count, enumeration, likelihood
from goldkeeper.workflow.desk import Progress
from goldkeeper.workflow.pages import Page
from goldkeeper.workflow.wishes import Outcome

MOST_NEWS = 5


@dataclass(frozen=True, slots=True)
class Typed:
    """What a judge had written into the form of an answer that was refused; the page keeps it."""

    reason: str = ""
    other: str = ""
    grade: str = ""
    targets: frozenset[str] | None = None


CERTAIN, SAME = "certain", "same"  # what may be answered together across causes, as their pages are called

_ASKS = {
    Action.KEEP: "Keep it here, with its new text",
    Action.REMAP: "Send it there",
    Action.SPLIT: "Send it to all of these",
    Action.REGRADE: "Give it a new grade",
    Action.RETIRE: "Take it out of the gold set",
}


@dataclass(frozen=True, slots=True)
class CardLine:
    """One cause in the list.

    Attributes:
        place: its page; of a cause with one question that question's.
        look_first: what is unusual among its members, in words; empty where nothing is.
    """

    group: str
    place: str
    sentence: str
    size: str
    reason: str
    look_first: str
    answered: str
    first: str


@dataclass(frozen=True, slots=True)
class QueueLines:
    """What the first page prints of the cards.

    Attributes:
        together: what may be answered at once across causes.
        open: causes that wait, in the order of work.
        settled: those with answers only.
        start: the number of the question to begin with; None when nothing waits.
    """

    headline: str
    together: tuple[CardLine, ...]
    open: tuple[CardLine, ...]
    settled: tuple[CardLine, ...]
    start: int | None


@dataclass(frozen=True, slots=True)
class QueueView:
    """The first page: its cards, and how far the work is."""

    lines: QueueLines
    done: int
    total: int


def queue_view(lines: QueueLines, progress: Progress) -> QueueView:
    """The first page."""
    return QueueView(lines, progress.decided, progress.waiting + progress.deferred + progress.decided)


def queue_lines(cards: Sequence[Card], across: Sequence[Card]) -> QueueLines:
    """Cards in the order of work, and those across causes."""
    waiting = [card for card in cards if card.members]
    questions = sum(len(card.members) for card in waiting)
    headline = "Nothing waits for an answer."
    if questions:
        headline = f"{count(questions, 'question')} in {count(len(waiting), 'group')}."
        if len(waiting) == questions:
            headline = f"{count(questions, 'question')}."
    return QueueLines(
        headline,
        tuple(_card_line(card) for card in across if len(card.members) > 1),
        tuple(_card_line(card) for card in waiting),
        tuple(_card_line(card) for card in cards if not card.members),
        waiting[0].members[0].number if waiting else None,
    )


def together(cards: Sequence[Card]) -> tuple[Card, ...]:
    """What may be answered at once whatever its cause, as cards of their own: the same bytes, the same behaviour.

    These are the two that `goldkeeper review accept --certain` and `--staleness reformatted,refactored` name.
    """
    members = [member for card in cards for member in card.members if not member.aside]
    certain = [one for one in members if one.item.proposal.match.certain]
    same = [one for one in members if not one.item.proposal.match.certain and one.item.proposal.grade_holds]
    return (
        _across(CERTAIN, "The same bytes, found once on either side: they only moved", certain),
        _across(SAME, "Edited in place, and the grade holds: reformatted or refactored", same),
    )


def _across(name: str, sentence: str, members: Sequence[Member]) -> Card:
    ranked = sorted(members, key=lambda one: (not one.oddities, -one.worth.queries, one.number))
    since = min((one.item.created for one in members), default=datetime.min.replace(tzinfo=UTC))
    worth = sum(one.worth.queries for one in members)
    return Card(name, sentence, tuple(ranked), (), worth, "", holds=False, since=since)


def place_of(group: str) -> str:
    """The page of a group, or of what goes together across groups."""
    return f"/together/{group}" if group in {CERTAIN, SAME} else f"/groups/{group}"


def _card_line(card: Card) -> CardLine:
    odd = card.odd
    kinds = list(dict.fromkeys(member.oddities[0] for member in odd))
    shown = kinds[:3] + (["more"] if len(kinds) > 3 else [])
    alone = card.members[0] if len(card.members) == 1 and not card.answered else None
    return CardLine(
        group=card.group,
        place=f"/items/{alone.number}" if alone is not None else place_of(card.group),
        sentence=card.sentence,
        size=count(len(card.members), "question") if card.members else "",
        reason=card.reason,
        look_first=f"{len(odd)} to look at first: {enumeration(shown)}" if odd else "",
        answered=count(len(card.answered), "answer") if card.answered else "",
        first=str(alone.item.proposal.chunk_id) if alone is not None else "",
    )


@dataclass(frozen=True, slots=True)
class Choice:
    """A chunk that the answer may name.

    Attributes:
        chosen: a yes names it.
        place: where its text can be looked at beside the judged one.
    """

    chunk: str
    remark: str
    chosen: bool
    place: str


@dataclass(frozen=True, slots=True)
class Way:
    """Where a question stands in the queue.

    Attributes:
        before, after: its neighbours in the order of work; None at the ends.
        group_size: open questions of its group, this one included.
    """

    before: int | None
    after: int | None
    group_size: int


@dataclass(frozen=True, slots=True)
class ItemView:
    """What a question's page prints beside the page itself.

    Attributes:
        asks: what a yes does, as the button says it.
        can_accept: a yes says enough; else why not in `no_accept`.
        grades: of the gold pairs, to be changed.
        after: the next question in the order of work; None when this is the last.
        group_size: open questions of its group, this one included.
    """

    title: str
    asks: str
    can_accept: bool
    no_accept: str
    choices: tuple[Choice, ...]
    judged_at: str
    after: int | None
    before: int | None
    group_size: int
    answer: str
    answer_undoable: bool
    states: tuple[str, ...]


def item_view(page: Page, way: Way, against: ChunkId | None) -> ItemView:
    """A question with its way through the queue."""
    item, proposal = page.item, page.item.proposal
    can, why_not = _can_accept(page, against)
    decision = item.decision
    return ItemView(
        title=f"{item.number}: {proposal.chunk_id.symbol}",
        asks=_asks(page, against),
        can_accept=can,
        no_accept=why_not,
        choices=tuple(_choices(page, against)),
        judged_at=_judged_at(proposal),
        after=way.after,
        before=way.before,
        group_size=way.group_size,
        answer=_answer(item),
        answer_undoable=item.state in {ItemState.DECIDED, ItemState.DEFERRED} and decision is not None,
        states=tuple(_states(page)),
    )


def _asks(page: Page, against: ChunkId | None) -> str:
    proposal = page.item.proposal
    if against is not None:
        return "Keep it here, with its new text" if against == proposal.chunk_id else "Send it to this one"
    return _ASKS[proposal.action]


def _can_accept(page: Page, against: ChunkId | None) -> tuple[bool, str]:
    """Whether a yes may be said on this page: both sides are there, and one target stands out."""
    proposal = page.item.proposal
    if not page.both_shown:
        return False, next(comparison.problem for comparison in page.comparisons if comparison.problem)
    if against is not None:
        return True, ""
    if proposal.match.ambiguous and proposal.action in {Action.REMAP, Action.SPLIT}:
        return False, "It is a tie: choose one of the candidates below."
    if proposal.action is Action.REGRADE:
        return False, "Say the new grade below."
    return True, ""


def _choices(page: Page, against: ChunkId | None) -> Iterable[Choice]:
    proposal, seen = page.item.proposal, set[ChunkId]()
    named = {against} if against is not None else set(proposal.proposed)
    if proposal.match.ambiguous and against is None:
        named = set()
    if against is not None and all(against != line.candidate.chunk_id for line in page.candidates):
        seen.add(against)
        yield Choice(str(against), "chosen by you", chosen=True, place="")
    for line in page.candidates:
        one = line.candidate
        if one.chunk_id in seen:
            continue
        seen.add(one.chunk_id)
        remark = f"{line.number}, {likelihood(one.confidence)}"
        if one.share is not None:
            remark += f", {one.share:.0%} of its lines"
        if one.twin:
            remark += ", an identical twin beside the living original"
        yield Choice(str(one.chunk_id), remark, one.chunk_id in named, against_place(page.item.number, one.chunk_id))
    for target in proposal.proposed:
        if target not in seen:
            yield Choice(str(target), "where it is", target in named, against_place(page.item.number, target))


def against_place(number: int, chunk_id: ChunkId) -> str:
    """The page that shows a question's judged text beside a chunk."""
    text = str(chunk_id).encode("utf-8", "surrogateescape")
    return f"/items/{number}?" + urlencode({"against": text}, quote_via=quote)


def _judged_at(proposal: RemapProposal) -> str:
    anchor = proposal.drift.anchor
    return f"at {anchor.commit[:10]}" if isinstance(anchor, Anchor) and anchor.commit is not None else ""


def _answer(item: ReviewItem) -> str:
    decision = item.decision
    if decision is None:
        return ""
    fate = " + ".join(fates(item, decision))
    why = f": {decision.reason}" if decision.reason else ""
    return f"{decision.answer.value}{only_for(decision)} → {fate}, by {decision.judge}{why}"


def _states(page: Page) -> Iterable[str]:
    """What has happened to the question, as far as a judge has to know before answering."""
    state = page.item.state
    if state is ItemState.APPLIED:
        yield "This is in the gold file already."
    if state is ItemState.SUPERSEDED:
        yield "The code or the proposal changed since: a newer question took its place."
    if page.mine is not None and page.is_open:
        said = "You could not tell" if not page.mine.counts else f"You said {page.mine.answer.value}"
        yield f"{said}; it waits for another judge."
    elif page.said and page.is_open:
        yield f"{count(page.said, 'judge')} answered already; what they said is shown when you have."
    if page.disputed:
        yield "The judges differ: this answer settles it."


def outcome_words(outcome: Outcome) -> str:
    """What an answer came to, in a sentence."""
    if len(outcome.answered) == 1 and not outcome.skipped:
        return spoken(outcome.answered[0])
    left_out = f", {len(outcome.skipped)} left out" if outcome.skipped else ""
    return f"{count(len(outcome.answered), 'question')} answered{left_out}"


def shown_of(text: str) -> list[tuple[int, str]]:
    """Numbers and keys as a page carries them; what is none of it is left out.

    >>> shown_of("3:abc 5:def x")
    [(3, 'abc'), (5, 'def')]
    """
    found = []
    for part in text.split():
        number, colon, key = part.partition(":")
        if colon and number.isascii() and number.isdigit() and len(number) < 10:
            found.append((int(number), key))
    return found
