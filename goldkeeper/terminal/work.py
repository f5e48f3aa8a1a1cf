"""What both screens have: a status line, and deeds that run beside the screen, one at a time."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import TypeVar

from textual import work
from textual.screen import Screen

from goldkeeper.model.errors import GoldkeeperError
from goldkeeper.reporting.visible import visible
from goldkeeper.terminal.deeds import Hand, Told
from goldkeeper.terminal.palette import BAD, DOUBT, GOOD
from goldkeeper.terminal.widgets import Words

Found = TypeVar("Found")


@dataclass
class Seat:
    """What all screens share.

    Attributes:
        to_tell: a sentence for the screen that comes back next.
    """

    hand: Hand
    colours: bool
    to_tell: str = ""


class WorkScreen(Screen[None]):
    """A screen on which answers are given."""

    busy = False

    def __init__(self, seat: Seat) -> None:
        super().__init__()
        self.seat = seat

    @property
    def hand(self) -> Hand:
        """The judge at the desk."""
        return self.seat.hand

    @property
    def colours(self) -> bool:
        """Whether there are any."""
        return self.seat.colours

    def say(self, text: str, style: str = "") -> None:
        """In the status line, until something else is said."""
        self.query_one("#status", Words).say(visible(text), style)

    def load(self) -> None:
        """Read anew what is shown; the cursor stays with its entry."""

    def do(self, deed: Callable[[], Told], *, then: Callable[[Told], None] | None = None) -> None:
        """Carry out a deed in a thread; a second one waits until the first is told."""
        if self.busy:
            self.say("one moment, the last answer is being written", DOUBT)
            return
        self.busy = True
        self.say("…")
        self._carry_out(deed, then)

    @work(thread=True, exclusive=True, group="questions")
    def find_out(self, question: Callable[[], Found], then: Callable[[Found], None]) -> None:
        """Ask the database something in a thread; what was found is taken on the screen's own."""
        try:
            found = question()
        except GoldkeeperError as problem:
            self.app.call_from_thread(self.say, str(problem), BAD)
            return
        self.app.call_from_thread(then, found)

    @work(thread=True, group="deeds")
    def _carry_out(self, deed: Callable[[], Told], then: Callable[[Told], None] | None) -> None:
        try:
            told = deed()
        except GoldkeeperError as problem:
            told = Told(str(problem), complete=False)
        except BaseException:
            self.busy = False
            raise
        self.app.call_from_thread(self._told, told, then)

    def _told(self, told: Told, then: Callable[[Told], None] | None) -> None:
        self.busy = False
        self.say(told.sentence, GOOD if told.complete else BAD)
        if then is not None and told.answered:
            then(told)
        else:
            self.load()

    @work(thread=True, exclusive=True, group="news")
    def hear(self, since: datetime) -> None:
        """Tell what others answered meanwhile."""
        news = self.hand.news(since)
        if news:
            self.app.call_from_thread(self._heard, news)

    def _heard(self, news: str) -> None:
        self.say(f"meanwhile {news}", DOUBT)
        self.load()
