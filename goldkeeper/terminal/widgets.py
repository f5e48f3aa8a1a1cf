"""Lines of text that scroll, and lists of entries with a cursor.

Lines are made elsewhere, in a thread where they take long; here they are only cut to what is seen. No text is
ever read as markup.
"""

from collections.abc import Callable, Sequence
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from rich.text import Text
from textual.binding import Binding, BindingType
from textual.events import Click
from textual.geometry import Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.widgets import Static

from goldkeeper.terminal.lists import Entry
from goldkeeper.terminal.palette import CURSOR, NO_CURSOR

LIST_EDGES = 4  # columns of a list for its cursor and its scroll bar


class Lines(ScrollView, can_focus=True):
    """Ready-made lines; arrows and page keys scroll."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's name for it
        super().__init__(id=id)
        self._lines: Sequence[Text] = ()
        self._strips: dict[int, Strip] = {}  # of the lines that were seen; to draw all takes a second for a long page

    def show(self, lines: Sequence[Text], *, keep_place: bool = False) -> None:
        """Show these from the top, or from where the reader is."""
        self._lines, self._strips = lines, {}
        self.virtual_size = Size(self.scrollable_content_region.width, len(lines))
        if not keep_place:
            self.scroll_to(y=0, animate=False)
        self.refresh()

    @property
    def text(self) -> list[str]:
        """The lines, as they read."""
        return [line.plain for line in self._lines]

    def render_line(self, y: int) -> Strip:
        """One line of what is seen."""
        at = y + self.scroll_offset.y
        return self._on_ground(self._strip(at))

    def _strip(self, at: int) -> Strip:
        """One line, drawn when it is first seen."""
        if at >= len(self._lines):
            return Strip([])
        if at not in self._strips:
            self._strips[at] = Strip(self._lines[at].render(self.app.console))
        return self._strips[at]

    def _on_ground(self, strip: Strip, style: Style | None = None) -> Strip:
        ground = self.rich_style if style is None else self.rich_style + style
        width = self.size.width
        return strip.crop_extend(0, width, ground).apply_style(ground)


class Choices(Lines):
    """Entries of which one has the cursor."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "move(-1)", show=False),
        Binding("down,j", "move(1)", show=False),
        Binding("pageup", "move(-8)", show=False),
        Binding("pagedown", "move(8)", show=False),
        Binding("home", "move(-1000000)", show=False),
        Binding("end", "move(1000000)", show=False),
        Binding("enter", "choose", show=False),
    ]

    class Moved(Message):
        """The cursor stands on another entry."""

        def __init__(self, choices: "Choices") -> None:
            super().__init__()
            self.choices = choices

        @property
        def control(self) -> "Choices":
            """Whose cursor."""
            return self.choices

    class Chosen(Moved):
        """Enter was pressed."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's name for it
        super().__init__(id=id)
        self._entries: list[Entry] = []
        self._entry_of: list[int] = []  # line → entry
        self.cursor = 0

    def offer(self, entries: Sequence[Entry], *, following: Callable[[str], bool] = lambda _: True) -> None:
        """Show these.

        Args:
            entries: from top to bottom.
            following: whether the cursor stays with its entry, told by its key; else it stays in its place.
        """
        held = self.key
        self._entries = list(entries)
        keys = [entry.key for entry in entries]
        if held is not None and held in keys and following(held):
            self.cursor = keys.index(held)
        self.cursor = min(self.cursor, max(0, len(keys) - 1))
        self._entry_of = [at for at, entry in enumerate(entries) for _ in entry.lines]
        self.show([line for entry in entries for line in entry.lines], keep_place=True)
        self._follow()
        if self.key != held:
            self.post_message(self.Moved(self))

    @property
    def key(self) -> str | None:
        """How the entry under the cursor is called."""
        return self._entries[self.cursor].key if self.cursor < len(self._entries) else None

    @property
    def keys(self) -> list[str]:
        """All of them, in order."""
        return [entry.key for entry in self._entries]

    def action_move(self, steps: int) -> None:
        """Move the cursor, as far as there are entries."""
        before = self.cursor
        self.cursor = max(0, min(len(self._entries) - 1, self.cursor + steps)) if self._entries else 0
        self._follow()
        self.refresh()
        if self.cursor != before:
            self.post_message(self.Moved(self))

    def stand_on(self, key: str) -> None:
        """Put the cursor on an entry."""
        if key in self.keys:
            self.action_move(self.keys.index(key) - self.cursor)

    def action_choose(self) -> None:
        """Take the entry under the cursor."""
        if self.key is not None:
            self.post_message(self.Chosen(self))

    def on_click(self, event: Click) -> None:
        """A click moves the cursor, and on its own entry chooses."""
        at = event.y + self.scroll_offset.y
        if at < len(self._entry_of):
            if self._entry_of[at] == self.cursor:
                self.action_choose()
            else:
                self.action_move(self._entry_of[at] - self.cursor)

    def render_line(self, y: int) -> Strip:
        """One line, with the cursor's sign before the entry it stands on."""
        at = y + self.scroll_offset.y
        if at >= len(self._lines):
            return self._on_ground(Strip([]))
        here = self._entry_of[at] == self.cursor
        opens = at == 0 or self._entry_of[at - 1] != self._entry_of[at]
        sign = CURSOR if here and opens else NO_CURSOR
        strip = Strip([Segment(sign), *self._strip(at)])
        return self._on_ground(strip, Style(reverse=True) if here and opens and self.has_focus else None)

    def _follow(self) -> None:
        lines = [at for at, entry in enumerate(self._entry_of) if entry == self.cursor]
        if lines:
            self.scroll_to_region(Region(0, lines[0], 1, len(lines)), animate=False, force=True)


class Words(Static):
    """A few words that are never read as markup."""

    def __init__(self, text: str = "", *, id: str | None = None, style: str = "") -> None:  # noqa: A002 - Textual's name for it
        super().__init__(Text(text, style=style), id=id, markup=False)
        self.said = text

    def say(self, text: str, style: str = "") -> None:
        """Say something else."""
        self.said = text
        self.update(Text(text, style=style))


class Keys(Words):
    """Keys and what they do, in rows that break between keys and never within one."""

    def __init__(self, *keys: str) -> None:
        super().__init__(id="keys")
        self._keys = keys

    def on_resize(self) -> None:
        """Fill the rows anew."""
        self.say("\n".join(key_rows(self._keys, self.size.width)))


def key_rows(keys: Sequence[str], width: int) -> list[str]:
    """As many keys in a row as fit.

    >>> key_rows(["a accept", "r reject", "? help"], 20)
    ['a accept   r reject', '? help']
    """
    rows: list[str] = []
    for key in keys:
        if rows and len(f"{rows[-1]}   {key}") <= width:
            rows[-1] += f"   {key}"
        else:
            rows.append(key)
    return rows
