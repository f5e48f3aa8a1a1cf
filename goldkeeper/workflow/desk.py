"""The review desk: cards, pages, search and answers, the same for whatever face a judge sits at.

It shows; what is answered goes to `answering.py`, and what is taken back to `taking_back.py`.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from goldkeeper.adjudication.cards import Card, make_cards
from goldkeeper.adjudication.worth import Gains
from goldkeeper.model.chunks import ChunkId
from goldkeeper.model.errors import BadRequest, UnknownItem
from goldkeeper.model.gold import GoldSet
from goldkeeper.model.reviews import OPEN_STATES, UNSETTLED_STATES, Answer, ItemState, ReviewItem
from goldkeeper.reporting.chunk_search import Found, find_chunks
from goldkeeper.reporting.item_texts import held_against
from goldkeeper.reporting.word_diff import CONTEXT
from goldkeeper.workflow.answering import Answering, Shown
from goldkeeper.workflow.looks import Looks
from goldkeeper.workflow.pages import Around, Comparison, Page, compare, make_page
from goldkeeper.workflow.seen_queue import SeenQueue
from goldkeeper.workflow.surroundings import Surroundings, sitting_of
from goldkeeper.workflow.taking_back import session_since, take_back, take_back_group, take_back_session
from goldkeeper.workflow.wishes import NO_WISH, Outcome, Wish


@dataclass(frozen=True, slots=True)
class Progress:
    """How far the work is, and who did it.

    Attributes:
        waiting: an answer is wanted, put off ones not counted.
        decided: answered and not in the gold file yet.
        judges: name and number of answers that wait to be applied, most first.
    """

    waiting: int
    deferred: int
    decided: int
    judges: tuple[tuple[str, int], ...]


class ReviewDesk:
    """One gold set's questions, for many judges at once."""

    def __init__(self, world: Surroundings, looks: Looks | None = None) -> None:
        """Open a desk.

        Args:
            world: what it is about.
            looks: which questions judges had before them; shared by all desks at which a judge may sit.
        """
        self.world = world
        self.looks = looks if looks is not None else Looks(world.clock, world.look_book)
        self._summed: tuple[GoldSet, Gains] | None = None

    def cards(self, judge: str) -> tuple[Card, ...]:
        """One card a cause, in the order of work; see `make_cards`."""
        opinions = self.world.queue.opinions()
        _, gains = self._gold()
        items, holding = self.seen_by(judge).mixed(opinions).items, self.world.holding()
        return make_cards(items, gains, judge=judge, opinions=opinions, holding=holding)

    def seen_by(self, judge: str) -> SeenQueue:
        """The queue as this judge sees it: whoever lists or shows questions takes them from here."""
        return SeenQueue(self.world.queue, judge, self.world.known)

    def item(self, number: int, judge: str) -> ReviewItem:
        """A question as this judge sees it; raises UnknownItem."""
        return self.seen_by(judge).item(number)

    @property
    def is_personal(self) -> bool:
        """Whether judges may see different questions at the same moment."""
        return self.world.known is not None or bool(self.world.queue.opinions())

    @property
    def mark(self) -> str:
        """Another text after everything that was said."""
        known = self.world.known
        return f"{self.world.queue.newest_event()} {known.book.mark() if known is not None else ''}"

    def card(self, group: str, judge: str) -> Card:
        """One of them; raises UnknownItem."""
        found = next((card for card in self.cards(judge) if card.group == group), None)
        if found is None:
            raise UnknownItem("group", group)
        return found

    def page(self, number: int, judge: str, *, against: ChunkId | None = None, context: int | None = CONTEXT) -> Page:
        """All that one question shows.

        Args:
            number: the item's.
            judge: who looks; what others said of an open question stays hidden.
            against: show the judged text beside this chunk, in place of those that are proposed.
            context: unchanged lines around a change; None shows all.

        Raises:
            UnknownItem: no such item.
        """
        queue = self.world.queue
        self.world.look_anew()
        seen = self.seen_by(judge)
        item = seen.item(number)
        asked = {one.proposal.chunk_id: one.number for one in queue.items(OPEN_STATES)}
        said = queue.opinions().get(number, ())
        gold_set, gains = self._gold()
        around = Around(gold_set, gains, asked, said, seen.log(item), seen.before(item))
        page = make_page(item, around, self.world, judge=judge, against=against, context=context)
        if against is None and page.both_shown:
            self.looks.note(judge, number, page.key)
        return page

    def compare(self, number: int, target: ChunkId, *, judge: str = "", context: int | None = CONTEXT) -> Comparison:
        """A question's judged text beside any chunk of the code as it is now."""
        return compare(self.seen_by(judge).item(number).proposal, [target], self.world, context=context)[0]

    def note_look(self, item: ReviewItem, judge: str) -> None:
        """A face without pages has shown a question; it counts as looked at if both sides can be had."""
        comparisons = compare(item.proposal, held_against(item.proposal, None), self.world)
        if item.state in OPEN_STATES and all(not one.problem for one in comparisons):
            self.looks.note(judge, item.number, item.proposal.content_key)

    def search(self, text: str) -> tuple[Found, ...]:
        """Chunks of the code as it is now by path, symbol and text; the first search reads all of it."""
        self.world.look_anew()
        return find_chunks(self.world.chunks(), text)

    def answer(
        self, answer: Answer, shown: Sequence[Shown], judge: str, wish: Wish = NO_WISH, *, singly: bool | None = None
    ) -> Outcome:
        """Answer what was shown; see `Answering.answer`."""
        return Answering(self.world, self.looks, self.cards).answer(answer, shown, judge, wish, singly=singly)

    def note(self, number: int, text: str, judge: str) -> None:
        """Write something beside a question; everybody reads it."""
        if not text.strip():
            raise BadRequest("note", "is empty", "write something")
        self.world.queue.note(number, text.strip(), who=sitting_of(self.world, judge).judge, now=self.world.clock())

    def propose(self, number: int, text: str, assistant: str) -> None:
        """Write down what an assistant would answer; it decides nothing, and no person may bear such a name."""
        self.world.queue.note(number, text, who=assistant, now=self.world.clock())

    def undo(self, numbers: Iterable[int], judge: str) -> Outcome:
        """Take answers back that are not in the gold file yet; the questions wait again."""
        return take_back(self.world, numbers, judge)

    def undo_group(self, group: str, judge: str) -> Outcome:
        """Take back all answers of a group, whoever gave them; raises UnknownItem."""
        return take_back_group(self.world, group, judge)

    def session_since(self, judge: str) -> datetime | None:
        """When the judge's last session began, as far as it may still be taken back; None where there is nothing."""
        return session_since(self.world, judge)

    def undo_session(self, judge: str, since: datetime) -> Outcome:
        """Take back all that a judge said since a moment."""
        return take_back_session(self.world, judge, since)

    def news(self, judge: str, since: datetime) -> tuple[ReviewItem, ...]:
        """What others decided since a moment, the newest first; nothing of what this judge is still asked."""
        decided = [
            item
            for item in self.seen_by(judge).items({ItemState.DECIDED})
            if item.decision is not None and item.decision.at > since and judge not in item.decision.judges
        ]
        return tuple(sorted(decided, key=lambda item: item.decision.at if item.decision else since, reverse=True))

    def progress(self) -> Progress:
        """How far the work is, and who did it."""
        items = self.world.queue.items(UNSETTLED_STATES)
        states = Counter(item.state for item in items)
        names = Counter(
            name
            for item in items
            if item.state is ItemState.DECIDED and item.decision is not None
            for name in item.decision.judges
        )
        ranked = tuple(sorted(names.items(), key=lambda one: (-one[1], one[0])))
        return Progress(states[ItemState.WAITING], states[ItemState.DEFERRED], states[ItemState.DECIDED], ranked)

    def _gold(self) -> tuple[GoldSet, Gains]:
        """The gold set and its sums, which are made once for each that was read."""
        gold_set, summed = self.world.gold_set(), self._summed
        if summed is None or summed[0] is not gold_set:
            summed = self._summed = (gold_set, Gains(gold_set.pairs))
        return summed
