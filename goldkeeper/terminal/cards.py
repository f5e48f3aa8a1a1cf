"""The first screen: one card a cause, in the order of work."""

from functools import partial
from typing import ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType

from goldkeeper.adjudication.cards import Card
from goldkeeper.model.reviews import Answer
from goldkeeper.reporting.wording import count
from goldkeeper.terminal.dialogs import Help
from goldkeeper.terminal.group import GroupScreen
from goldkeeper.terminal.group_deeds import ask_for
from goldkeeper.terminal.lists import card_entries
from goldkeeper.terminal.palette import GOOD, LABEL
from goldkeeper.terminal.widgets import LIST_EDGES, Choices, Keys, Words
from goldkeeper.terminal.work import Seat, WorkScreen
from goldkeeper.workflow.desk import Progress

KEYS = (
    "Enter open",
    "A accept the group",
    "R reject",
    "S later",
    "D drop",
    "U undo the group",
    "u undo last",
    "Ctrl+U undo all you said",
    "? help",
    "q leave",
)


class CardsScreen(WorkScreen):
    """All causes."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("A", "group('accept')", show=False),
        Binding("R", "group('reject')", show=False),
        Binding("S", "group('defer')", show=False),
        Binding("D", "group('retire')", show=False),
        Binding("u", "undo_last", show=False),
        Binding("U", "undo_group", show=False),
        Binding("ctrl+u", "undo_session", show=False),
        Binding("question_mark", "help", show=False),
        Binding("q", "leave", show=False),
        Binding("f5", "load", show=False),
    ]

    def __init__(self, seat: Seat) -> None:
        super().__init__(seat)
        self._cards: tuple[Card, ...] = ()

    def compose(self) -> ComposeResult:
        """Title, cards, status, keys."""
        yield Words("goldkeeper review", id="title", style=LABEL)
        yield Choices(id="cards")
        yield Words(id="status")
        yield Keys(*KEYS)

    def on_mount(self) -> None:
        """Read the queue."""
        self.query_one(Choices).focus()
        self.load()

    def on_screen_resume(self) -> None:
        """Back from a card: some of it may be answered now."""
        if self.seat.to_tell:
            self.say(self.seat.to_tell, GOOD)
            self.seat.to_tell = ""
        self.load()

    def on_resize(self) -> None:
        """Fold anew."""
        self.call_after_refresh(self._show)

    def action_load(self) -> None:
        """Look again."""
        self.load()

    def load(self) -> None:
        """Read the queue."""
        self._load()

    @work(thread=True, exclusive=True, group="cards")
    def _load(self) -> None:
        cards, progress = self.hand.desk.cards(self.hand.judge), self.hand.desk.progress()
        self.app.call_from_thread(self._take, cards, progress)

    def _take(self, cards: tuple[Card, ...], progress: Progress) -> None:
        self._cards = cards
        open_ones = sum(len(card.members) for card in cards)
        causes = count(sum(bool(card.members) for card in cards), "cause")
        done = f", {progress.decided:,} answered and not applied" if progress.decided else ""
        title = f"goldkeeper review   {open_ones:,} to answer, of {causes}{done}   as {self.hand.judge}"
        self.query_one("#title", Words).say(title, LABEL)
        self._show()
        if not open_ones:
            self.say("nothing waits" + ("; goldkeeper apply --dry-run shows what the answers do" if done else ""))

    def _show(self) -> None:
        choices = self.query_one(Choices)
        waiting = {card.group for card in self._cards if card.members}
        entries = card_entries(self._cards, max(30, self.size.width - LIST_EDGES))
        choices.offer(entries, following=waiting.__contains__)  # a card that is done leaves its place to the next

    @property
    def card(self) -> Card | None:
        """The one under the cursor."""
        key = self.query_one(Choices).key
        return next((card for card in self._cards if card.group == key), None)

    def on_choices_chosen(self) -> None:
        """Open it."""
        if self.card is not None:
            self.app.push_screen(GroupScreen(self.seat, self.card))

    def action_group(self, answer: str) -> None:
        """Answer the whole card."""
        if self.card is not None:
            ask_for(self, Answer(answer), self.card, frozenset())

    def action_undo_last(self) -> None:
        """Take the last deed back."""
        self.do(self.hand.undo_last)

    def action_undo_group(self) -> None:
        """Take the card's answers back."""
        if self.card is not None:
            self.do(partial(self.hand.undo_group, self.card.group))

    def action_undo_session(self) -> None:
        """Take all back."""
        self.do(self.hand.undo_session)

    def action_help(self) -> None:
        """All keys."""
        self.app.push_screen(Help())

    def action_leave(self) -> None:
        """Answers are in the queue already."""
        self.app.exit()
