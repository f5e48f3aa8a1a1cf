"""The second screen: a card's members, and the page of the one under the cursor.

In a wide window both stand beside one another. In a narrow one the page takes the members' place when it is
opened, and Escape leads back.
"""

from collections.abc import Sequence
from functools import partial
from typing import ClassVar

from rich.text import Text
from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.worker import get_current_worker

from goldkeeper.adjudication.cards import Card
from goldkeeper.model.errors import GoldkeeperError, UnknownItem
from goldkeeper.model.gold import QueryId
from goldkeeper.model.reviews import Answer, ItemState
from goldkeeper.reporting.folding import folded
from goldkeeper.reporting.visible import visible
from goldkeeper.terminal.code_lines import Canvas
from goldkeeper.terminal.deeds import Told
from goldkeeper.terminal.dialogs import Graded, GradeScreen, Help, NoteScreen
from goldkeeper.terminal.group_deeds import ask_for
from goldkeeper.terminal.lists import member_entries
from goldkeeper.terminal.pages import page_lines
from goldkeeper.terminal.palette import BAD, DOUBT, LABEL
from goldkeeper.terminal.targets import Named, Targets
from goldkeeper.terminal.widgets import LIST_EDGES, Choices, Keys, Lines, Words
from goldkeeper.terminal.work import Seat, WorkScreen
from goldkeeper.workflow.answering import Shown
from goldkeeper.workflow.pages import Page
from goldkeeper.workflow.wishes import NO_WISH, Wish

WIDE = 120  # columns, from which on members and page stand side by side
EDGES = 2  # columns of a page for its margin and its scroll bar
MEMBERS = 36  # columns for the members then; the page keeps enough for its text
KEYS = (
    "a accept",
    "r reject",
    "e other target",
    "g grade",
    "s later",
    "u undo",
    "← → next",
    "A R E G D S the group",
    "? help",
    "Esc back",  # what may be cut on a small screen stands behind
    "d drop",
    "n not sure",
    "m note",
    "Space leave out",
    "w whole",
)


class GroupScreen(WorkScreen):
    """One cause."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *(
            Binding(key, f"one('{answer}')", show=False)
            for key, answer in (("a", "accept"), ("r", "reject"), ("d", "retire"), ("s", "defer"), ("n", "unsure"))
        ),
        *(
            Binding(key, f"group('{answer}')", show=False)
            for key, answer in (("A", "accept"), ("R", "reject"), ("D", "retire"), ("S", "defer"))
        ),
        Binding("e", "amend(False)", show=False),
        Binding("E", "amend(True)", show=False),
        Binding("g", "grade(False)", show=False),
        Binding("G", "grade(True)", show=False),
        Binding("u", "undo", show=False),
        Binding("U", "undo_group", show=False),
        Binding("ctrl+u", "undo_session", show=False),
        Binding("m", "note", show=False),
        Binding("space", "leave_out", show=False),
        Binding("w", "whole", show=False),
        Binding("right", "step(1)", show=False, priority=True),
        Binding("left", "step(-1)", show=False, priority=True),
        Binding("question_mark", "help", show=False),
        Binding("escape", "back", show=False),
        Binding("q", "leave", show=False),
        Binding("f5", "load", show=False),
    ]

    def __init__(self, seat: Seat, card: Card) -> None:
        super().__init__(seat)
        self._card = card
        self._left_out: frozenset[int] = frozenset()
        self._page: Page | None = None
        self._open = len(card.members) == 1  # in a narrow window: the page instead of the members
        self._whole = False
        self._unseen: int | None = None  # an item whose acceptance was asked for though a side is missing

    def compose(self) -> ComposeResult:
        """Title, members, page, status, keys."""
        yield Words(id="title", style=LABEL)
        with Horizontal(id="halves"):
            yield Choices(id="members")
            yield Lines(id="page")
        yield Words(id="status")
        yield Keys(*KEYS)

    def on_mount(self) -> None:
        """Show what the card has."""
        self.query_one("#members", Choices).focus()
        self.call_after_refresh(self._show)

    def on_resize(self) -> None:
        """Lay out anew for the width."""
        self.call_after_refresh(self._show)

    @property
    def is_wide(self) -> bool:
        """Whether members and page stand beside one another."""
        return self.size.width >= WIDE

    def _show(self) -> None:
        members, page = self.query_one("#members", Choices), self.query_one("#page", Lines)
        members.display = self.is_wide or not self._open
        page.display = self.is_wide or self._open
        members.styles.width = MEMBERS if self.is_wide else "1fr"
        (page if page.display and self._open else members).focus()
        width = (MEMBERS if self.is_wide else self.size.width) - LIST_EDGES
        title = f"{self._card.group}  {self._card.sentence}"
        self.query_one("#title", Words).say("\n".join(folded(visible(title), self.size.width - 1)), LABEL)
        members.offer(member_entries(self._card, self._left_out, max(24, width)))
        self._read()

    def load(self) -> None:
        """Read the card anew, and the page."""
        self._reload()

    def action_load(self) -> None:
        """Look again."""
        self.load()

    @work(thread=True, exclusive=True, group="card")
    def _reload(self) -> None:
        try:
            card = self.hand.desk.card(self._card.group, self.hand.judge)
        except UnknownItem:
            self.app.call_from_thread(self.dismiss)  # all of it was superseded by a newer scan
            return
        self.app.call_from_thread(self._take, card)

    def _take(self, card: Card) -> None:
        self._card = card
        self._left_out &= {member.number for member in card.members}
        self._show()

    # The page under the cursor.

    def on_choices_moved(self) -> None:
        """Another member."""
        self._read()

    def on_choices_chosen(self) -> None:
        """Open its page."""
        self._open = True
        self._show()

    def _read(self) -> None:
        page = self.query_one("#page", Lines)
        number = self.query_one("#members", Choices).key
        if number is not None and page.display:
            width = self.size.width - (MEMBERS if self.is_wide else 0) - EDGES
            self._read_page(int(number), Canvas(max(30, width), self.colours))

    @work(thread=True, exclusive=True, group="page")
    def _read_page(self, number: int, canvas: Canvas) -> None:
        worker = get_current_worker()
        try:
            made = self._make(number)
        except GoldkeeperError as problem:
            self.app.call_from_thread(self.say, str(problem), BAD)
            return
        lines = page_lines(made, canvas)
        if not worker.is_cancelled:
            self.app.call_from_thread(self._show_page, made, lines)

    def _make(self, number: int) -> Page:
        desk, judge = self.hand.desk, self.hand.judge
        return desk.page(number, judge, context=None) if self._whole else desk.page(number, judge)

    def _show_page(self, page: Page, lines: Sequence[Text]) -> None:
        same = self._page is not None and self._page.item.number == page.item.number
        self._page = page
        self.query_one("#page", Lines).show(lines, keep_place=same)

    # Deeds.

    def _current(self) -> Page | None:
        """The page that is seen; without it nothing is answered."""
        number = self.query_one("#members", Choices).key
        shown = self.query_one("#page", Lines).display
        if self._page is None or not shown or str(self._page.item.number) != number:
            self.say("look at it first: Enter opens it", DOUBT)
            return None
        return self._page

    def action_one(self, answer: str) -> None:
        """Answer the question that is seen."""
        page = self._current()
        if page is None:
            return
        verb = Answer(answer)
        if verb is Answer.ACCEPT and not page.both_shown and self._unseen != page.item.number:
            self._unseen = page.item.number
            self.say("a side of it can't be shown; press a again to accept it unseen", BAD)
            return
        self._answer(page, verb, NO_WISH)

    def _answer(self, page: Page, answer: Answer, wish: Wish) -> None:
        shown = [Shown(page.item.number, page.key)]
        self.do(partial(self.hand.answer, answer, shown, wish), then=self._next)

    def _next(self, told: Told) -> None:
        """On to the next open question, and back to the cards when there is none."""
        members = self.query_one("#members", Choices)
        waiting = [str(one.number) for one in self._card.members if one.number not in told.answered]
        here = members.cursor
        following = [key for key in members.keys[here + 1 :] if key in waiting] or waiting
        if not following:
            self.seat.to_tell = told.sentence
            self.dismiss()
            return
        members.stand_on(following[0])
        self.load()

    def action_group(self, answer: str) -> None:
        """Answer all that were not left out."""
        ask_for(self, Answer(answer), self._card, self._left_out, then=self._next)

    def action_amend(self, whole: bool) -> None:
        """Name other successors."""
        page = self._current()
        if page is None:
            return
        title = f"all of {self._card.group}" if whole else ""

        def named(found: Named | None) -> None:
            if found is None:
                return
            wish = Wish(targets=found.targets, parts=found.parts)
            if whole:
                ask_for(self, Answer.AMEND, self._card, self._left_out, wish=wish, then=self._next)
            else:
                self._answer(page, Answer.AMEND, wish)

        of_all = dict.fromkeys(
            query
            for one in self._card.members
            if one.number not in self._left_out
            for query in one.item.proposal.query_ids
        )
        targets = Targets(self.hand, page, title=title, queries=tuple(of_all), colours=self.colours)
        self.app.push_screen(targets, named)

    def action_grade(self, whole: bool) -> None:
        """Keep it, with another grade."""
        page = self._current()
        if page is None:
            return
        queries: list[tuple[QueryId, str]] = []
        if not whole:
            queries = [(one.query_id, f"{one.text} (grade {one.grade} so far)") for one in page.queries]

        def graded(found: Graded | None) -> None:
            if found is None:
                return
            wish = Wish(grade=found.grade, queries=(found.query,) if found.query is not None else None)
            if whole:
                ask_for(self, Answer.AMEND, self._card, self._left_out, wish=wish, then=self._next)
            else:
                self._answer(page, Answer.AMEND, wish)

        what = f"all of {self._card.group}" if whole else " + ".join(map(str, page.item.proposal.proposed))
        self.app.push_screen(
            GradeScreen(visible(f"{what or page.item.proposal.chunk_id}: which grade now?"), queries), graded
        )

    def action_note(self) -> None:
        """Write beside it."""
        number = self.query_one("#members", Choices).key
        if number is None:
            return

        def noted(text: str | None) -> None:
            if text is not None:
                self.do(partial(self.hand.note, int(number), text))

        self.app.push_screen(NoteScreen(int(number)), noted)

    def action_undo(self) -> None:
        """Take back the answer under the cursor, else the last one."""
        number = self.query_one("#members", Choices).key
        answered = {str(item.number) for item in self._card.answered}
        put_off = {str(one.number) for one in self._card.members if one.item.state is ItemState.DEFERRED}
        if number is not None and number in answered | put_off:
            self.do(partial(self.hand.undo, [int(number)]))
        else:
            self.do(self.hand.undo_last)

    def action_undo_group(self) -> None:
        """Take the group's answers back."""
        self.do(partial(self.hand.undo_group, self._card.group))

    def action_undo_session(self) -> None:
        """Take all back."""
        self.do(self.hand.undo_session)

    def action_leave_out(self) -> None:
        """Leave a member out of what the capitals answer, or not any more."""
        number = self.query_one("#members", Choices).key
        if number is not None and any(str(one.number) == number for one in self._card.members):
            self._left_out ^= {int(number)}
            self._show()
            self.say(f"{len(self._left_out)} left out of what the capitals answer")

    def action_whole(self) -> None:
        """The whole texts, or what changed with a few lines around it."""
        self._whole = not self._whole
        self._read()

    def action_step(self, by: int) -> None:
        """To another question without going back."""
        self.query_one("#members", Choices).action_move(by)

    def action_help(self) -> None:
        """All keys."""
        self.app.push_screen(Help())

    def action_back(self) -> None:
        """From the page to the members, from there to the cards."""
        if self._open:
            self._open = False
            self._show()
        else:
            self.dismiss()

    def action_leave(self) -> None:
        """Answers are in the queue already."""
        self.app.exit()
