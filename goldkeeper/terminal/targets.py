"""Where a chunk should go instead: its candidates, any chunk of the code by search, several with a grade each."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import Screen
from textual.widgets import Input
from textual.worker import get_current_worker

from goldkeeper.model.chunks import ChunkId
from goldkeeper.model.errors import GoldkeeperError
from goldkeeper.model.gold import Grade, QueryId
from goldkeeper.reporting.chunk_search import Found
from goldkeeper.reporting.visible import visible
from goldkeeper.reporting.wording import count
from goldkeeper.terminal.code_lines import Canvas
from goldkeeper.terminal.deeds import Hand
from goldkeeper.terminal.lists import target_entries
from goldkeeper.terminal.pages import comparison_lines
from goldkeeper.terminal.palette import BAD, LABEL
from goldkeeper.terminal.widgets import LIST_EDGES, Choices, Keys, Lines, Words
from goldkeeper.workflow.pages import Page
from goldkeeper.workflow.parting import Part

KEYS = ("Enter this one, or those picked", "Space pick", "0-3 pick with a grade", "/ search", "Tab between", "Esc back")
OF_QUERIES = ("f F each query its own", "- nowhere")  # where there are several


@dataclass(frozen=True, slots=True)
class Named:
    """Successors for all queries, or for those that no part names; parts alone leave the rest to be asked again."""

    targets: tuple[tuple[ChunkId, Grade | None], ...] = ()
    parts: tuple[Part, ...] = ()


class Targets(Screen[Named | None]):
    """Choose successors; what the cursor is on stands beside the judged text."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "back", show=False),
        Binding("slash", "search", show=False),
        Binding("space", "pick", show=False),
        *(Binding(str(grade), f"grade({grade})", show=False) for grade in range(4)),
        Binding("f", "next_query(1)", show=False),
        Binding("F", "next_query(-1)", show=False),
        Binding("minus", "drop", show=False),
        Binding("tab", "to_list", show=False, priority=True),
    ]

    def __init__(
        self, hand: Hand, page: Page, *, title: str = "", queries: Sequence[QueryId] = (), colours: bool = True
    ) -> None:
        """Ask where a question's chunk goes, or a whole group's.

        Args:
            hand: who answers.
            page: the question.
            title: names the group, where all of it is meant.
            queries: of the group; without a title the page tells them.
            colours: whether there are any.
        """
        super().__init__()
        self._hand, self._page, self._title, self._colours = hand, page, title, colours
        self._queries = list(queries) if title else [one.query_id for one in page.queries]
        self._found: tuple[Found, ...] = ()
        self._ids: dict[str, ChunkId] = {}
        self._picks: dict[int, dict[str, int | None]] = {}  # by query, 0 for the rest; with none it goes out
        self._query = 0

    def compose(self) -> ComposeResult:
        """A search field, the list, the comparison, the keys."""
        yield Words(id="title", style=LABEL)
        yield Input(
            placeholder="/ searches the code: words of path, symbol or text, then Enter", id="wanted", compact=True
        )
        with Vertical(id="halves"):
            yield Choices(id="targets")
            yield Lines(id="preview")
        yield Words(id="status")
        several = len(self._queries) > 1
        yield Keys(*KEYS[:3], *(OF_QUERIES if several else ()), *KEYS[3:])

    def on_mount(self) -> None:
        """The candidates first."""
        self._say()
        self.call_after_refresh(self._offer)
        self.query_one(Choices).focus()

    def on_resize(self) -> None:
        """Draw anew for the width."""
        self.call_after_refresh(self._offer)

    def _say(self, text: str = "", style: str = "") -> None:
        parted, number = any(at for at in self._picks), len(self._queries)
        whom = f"for {'all ' if self._title else 'all its '}{'other ' * parted}queries"
        if self._query:
            whom = f"for {self._queries[self._query - 1]} alone, {self._query} of {number}"
        title = self._title or f"item {self._page.item.number}: {self._page.item.proposal.chunk_id}"
        self.query_one("#title", Words).say(visible(f"{title} goes where? ({whom})"), LABEL)
        self.query_one("#status", Words).say(visible(text), style)

    @property
    def _picked(self) -> dict[str, int | None]:
        """What is picked for the query that the title names."""
        return self._picks.get(self._query, {})

    def _tell_picks(self) -> None:
        """Which query goes where, so far."""
        told = []
        for at, picked in sorted(self._picks.items()):
            whom = self._queries[at - 1] if at else "the others" if len(self._picks) > 1 else ""
            what = count(len(picked), "successor") + " picked" if picked else "out of the gold set"
            told.append(f"{whom}: {what}" if whom else what)
        self._say("; ".join(told))

    def _offer(self) -> None:
        choices = self.query_one(Choices)
        entries = target_entries(
            self._page.candidates, self._found, self._picked, max(20, self.size.width - LIST_EDGES)
        )
        self._ids = {str(line.candidate.chunk_id): line.candidate.chunk_id for line in self._page.candidates}
        self._ids |= {str(one.chunk.id): one.chunk.id for one in self._found}
        choices.offer(entries)
        if not entries:
            self._say("no candidate; / searches the code")
        self._preview()

    def on_choices_moved(self) -> None:
        """Show what the cursor is on."""
        self._preview()

    def on_choices_chosen(self) -> None:
        """Those picked; for the query that the title names, the one under the cursor if none is."""
        if self._query not in self._picks:
            self._picks[self._query] = {self.query_one(Choices).key or "": None}
        parts = [
            Part((self._queries[at - 1],), self._named(picked)) for at, picked in sorted(self._picks.items()) if at
        ]
        self.dismiss(Named(self._named(self._picks.get(0, {})), tuple(parts)))

    def _named(self, picked: dict[str, int | None]) -> tuple[tuple[ChunkId, Grade | None], ...]:
        return tuple((self._ids[key], None if grade is None else Grade(grade)) for key, grade in picked.items())

    def action_pick(self) -> None:
        """Pick it among several, or not any more."""
        key = self.query_one(Choices).key
        if key is not None:
            picked = dict(self._picked)
            if key in picked:
                del picked[key]
            else:
                picked[key] = None
            self._pick(picked)

    def action_grade(self, grade: int) -> None:
        """Pick it with a grade of its own."""
        key = self.query_one(Choices).key
        if key is not None:
            self._pick({**self._picked, key: grade})

    def action_drop(self) -> None:
        """For the query that the title names it leaves the gold set; again, and it doesn't."""
        if not self._query:
            self._say("f names a query; for all of them d on the question drops it")
        elif self._picks.get(self._query) == {}:
            self._pick({})
        else:
            self._picks[self._query] = {}
            self._offer()
            self._tell_picks()

    def _pick(self, picked: dict[str, int | None]) -> None:
        """Keep what is picked for the query; with nothing left it was never picked for."""
        if picked:
            self._picks[self._query] = picked
        else:
            self._picks.pop(self._query, None)
        self._offer()
        self._tell_picks()

    def action_next_query(self, by: int) -> None:
        """For the next query alone, and behind the last for all of them; what was picked for each is kept."""
        if len(self._queries) > 1:
            self._query = (self._query + by) % (len(self._queries) + 1)
            self._offer()
            self._tell_picks()

    def action_search(self) -> None:
        """To the search field."""
        self.query_one(Input).focus()

    def action_to_list(self) -> None:
        """From the field to the list, from the list to the text, and round."""
        order: Sequence[type[Input | Choices | Lines]] = (Input, Choices)
        here = next((at for at, kind in enumerate(order) if isinstance(self.focused, kind)), 2)
        following = (self.query_one(Choices), self.query_one("#preview", Lines), self.query_one(Input))
        following[here].focus()

    def action_back(self) -> None:
        """Back to the list, then back to the question."""
        if isinstance(self.focused, Input):
            self.query_one(Choices).focus()
        else:
            self.dismiss(None)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Search; the first time reads all of the code."""
        self._say("searching …")
        self._search(event.value)

    @work(thread=True, exclusive=True, group="search")
    def _search(self, wanted: str) -> None:
        worker = get_current_worker()
        try:
            found = self._hand.desk.search(wanted)
        except GoldkeeperError as problem:
            self.app.call_from_thread(self._say, str(problem), BAD)
            return
        if not worker.is_cancelled:
            self.app.call_from_thread(self._take, found)

    def _take(self, found: tuple[Found, ...]) -> None:
        self._found = found
        self._offer()
        self._say(f"{count(len(found), 'chunk')} found" if found else "nothing holds all of these words")
        choices = self.query_one(Choices)
        if found:
            choices.focus()
            choices.stand_on(str(found[0].chunk.id))

    @work(thread=True, exclusive=True, group="preview")
    def _preview(self) -> None:
        worker = get_current_worker()
        target = self._ids.get(self.query_one(Choices).key or "")
        preview = self.query_one("#preview", Lines)
        if target is None:
            self.app.call_from_thread(preview.show, [])
            return
        comparison = self._hand.desk.compare(self._page.item.number, target, judge=self._hand.judge)
        lines = list(comparison_lines(comparison, Canvas(max(20, self.size.width - LIST_EDGES), self._colours)))
        if not worker.is_cancelled:
            self.app.call_from_thread(preview.show, lines)
