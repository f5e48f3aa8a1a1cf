"""The review as a screen of the terminal: cards first, a page for each question, keys for all answers.

Nothing waits for the disk, git or a long diff on the thread that draws: pages, searches and answers are made beside it.
What is written by a key is in the queue at once; leaving loses nothing.
"""

import asyncio
import os
import signal
from contextlib import suppress
from datetime import datetime
from typing import ClassVar

from textual.app import App
from textual.binding import Binding, BindingType

from goldkeeper.terminal.cards import CardsScreen
from goldkeeper.terminal.deeds import Hand
from goldkeeper.terminal.work import Seat, WorkScreen
from goldkeeper.workflow.desk import ReviewDesk

LOOK_SECONDS = 5.0  # between two looks at what others answered

_STYLE = """
Screen { layout: vertical; background: $background; }
#title { height: auto; padding: 0 0 0 1; background: $panel; }
#status { height: auto; max-height: 4; min-height: 1; padding: 0 0 0 1; }
#keys { height: auto; max-height: 3; padding: 0 0 0 1; background: $panel; }
#cards, #members, #page, #help, #targets, #preview { scrollbar-size-vertical: 1; scrollbar-size-horizontal: 0; }
#cards { height: 1fr; }
#halves { height: 1fr; }
#page { width: 1fr; padding: 0 0 0 1; }
#targets { height: 1fr; min-height: 4; }
#preview { height: 2fr; border-top: solid $primary; padding: 0 0 0 1; }
#wanted { height: 1; padding: 0 0 0 1; }
ModalScreen { align: center middle; }
.window {
    width: 78; max-width: 100%; height: auto; max-height: 100%;
    border: solid $primary; padding: 0 1; background: $surface;
}
.tall { height: 26; }
#help { height: 1fr; }
.window Words { height: auto; margin: 0 0 1 0; }
"""


class ReviewApp(App[None]):
    """One judge at one desk."""

    TITLE = "goldkeeper review"
    CSS = _STYLE
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+c", "quit", show=False, priority=True)]

    def __init__(self, desk: ReviewDesk, judge: str, *, now: datetime, colours: bool | None = None) -> None:
        """Sit down.

        Args:
            desk: stays open as long as the application runs.
            judge: who answers.
            now: when; all that is said from now on can be taken back at once.
            colours: None asks NO_COLOR.
        """
        super().__init__()
        self.animation_level = "none"  # gliding costs a second, and much more over a slow line
        self.hand = Hand(desk, judge, now)
        self._seat = Seat(self.hand, not os.environ.get("NO_COLOR") if colours is None else colours)
        self._looked = now

    def on_mount(self) -> None:
        """The cards."""
        self.push_screen(CardsScreen(self._seat))
        self._leave_when_told()
        self.set_interval(LOOK_SECONDS, self.look)

    def _leave_when_told(self) -> None:
        """Give the terminal back as it was, also to whoever kills us politely or hangs up."""
        with suppress(NotImplementedError, RuntimeError, ValueError):  # no such thing, or not the main thread
            for sign in (signal.SIGTERM, getattr(signal, "SIGHUP", signal.SIGTERM)):
                asyncio.get_running_loop().add_signal_handler(sign, self.exit)

    def look(self) -> None:
        """See whether others answered something meanwhile."""
        screen = self.screen
        if isinstance(screen, WorkScreen) and not screen.busy:
            since, self._looked = self._looked, self.hand.desk.world.clock()
            screen.hear(since)


def run(desk: ReviewDesk, judge: str, *, now: datetime) -> None:
    """Show the review until the judge leaves."""
    ReviewApp(desk, judge, now=now).run()
