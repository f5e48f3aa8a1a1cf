"""Queries and code as a sheet shows them: every character seen, line numbers in front, cut to what can be read.

Spreadsheets have limits of their own: 32,767 letters and 253 line breaks in a cell; a row that is taller than a
screen can't be scrolled within. What is cut says so, and says how much.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from goldkeeper.model.sheets import SheetRow
from goldkeeper.reporting.visible import visible
from goldkeeper.reporting.wording import count

MOST_IN_CELL = 32_767  # UTF-16 units in a cell of Excel; LibreOffice takes more
MOST_BREAKS = 253  # line breaks in a cell of Excel
LONGEST_LINE = 240  # letters; minified code would fill pages, and nobody reads on
TAB = 4


@dataclass(frozen=True, slots=True)
class ShownCode:
    """Code, ready to be shown.

    Attributes:
        lines: (number, text), text without line breaks.
        left_out: lines at the end that are not shown.
        shortened: whether a line was too long.
    """

    lines: tuple[tuple[int, str], ...]
    left_out: int = 0
    shortened: bool = False

    @property
    def note(self) -> str:
        """What is missing, as a sentence; empty where nothing is."""
        if self.left_out:
            return f"… {count(self.left_out, 'more line')}"
        return ""

    def numbered(self) -> list[str]:
        """Each line with its number in front, right-aligned."""
        width = len(str(self.lines[-1][0])) if self.lines else 1
        return [f"{number:>{width}}  {text}".rstrip() for number, text in self.lines]


def shown_code(row: SheetRow, *, most_lines: int, longest: int = LONGEST_LINE) -> ShownCode:
    r"""The code of a row, cut to so many lines; of a cut one at least one line is left out.

    >>> row = SheetRow(1, "", "", "", "a.py", "f", 9, "def f():\n\treturn 1\n\x1b", "")
    >>> shown_code(row, most_lines=2).numbered(), shown_code(row, most_lines=2).note
    ([' 9  def f():', '10      return 1'], '… 1 more line')
    """
    whole = row.code.split("\n")
    kept = whole if len(whole) <= most_lines else whole[:most_lines]
    texts = [one_line(line, longest) for line in kept]
    shortened = any(text != one_line(line, len(line) * TAB + 1) for text, line in zip(texts, kept, strict=True))
    return ShownCode(tuple(enumerate(texts, row.first_line)), len(whole) - len(kept), shortened)


def one_line(line: str, longest: int = LONGEST_LINE) -> str:
    """A line of code: tabs as blanks, what can't be seen as escapes, cut with a count of what is missing."""
    shown = visible(line.expandtabs(TAB))
    if len(shown) <= longest:
        return shown
    return f"{shown[:longest]}… (+{len(shown) - longest} letters)"


def shown_text(text: str) -> str:
    r"""A query or a note: its line breaks stay, all else that can't be seen is shown as an escape.

    >>> shown_text("a\tb\nc\u202e"), shown_text("\r=1")
    ('a\\tb\nc\\u202e', '\\r=1')
    """
    return "\n".join(visible(line) for line in text.replace("\r\n", "\n").split("\n"))


def fitted(text: str, most: int = MOST_IN_CELL) -> str:
    """Text that fits a cell, counted as Excel counts; what is cut off is told."""
    if _units(text) <= most and text.count("\n") <= MOST_BREAKS:
        return text
    lines = text.split("\n")
    if len(lines) > MOST_BREAKS:
        text = "\n".join([*lines[: MOST_BREAKS - 1], f"… {count(len(lines) - MOST_BREAKS + 1, 'more line')}"])
    if _units(text) > most:
        kept = text.encode("utf-16-le", "surrogatepass")[: 2 * (most - 40)].decode("utf-16-le", "ignore")
        text = f"{kept}… (+{len(text) - len(kept)} letters)"
    return text


def _units(text: str) -> int:
    return len(text) + sum(letter > "\uffff" for letter in text)


def wrapped_lines(lines: Sequence[str], width: int) -> int:
    """On how many lines a cell of so many columns shows these; wide letters take two columns."""
    return sum(max(1, -(-display_width(line) // width)) for line in lines)


def display_width(text: str) -> int:
    """Columns of a fixed-width font; East Asian letters take two."""
    return len(text) + sum(_is_wide(letter) for letter in text)


def _is_wide(letter: str) -> bool:
    return letter >= "\u1100" and (
        letter <= "\u115f"
        or "\u2e80" <= letter <= "\ua4cf"
        or "\uac00" <= letter <= "\ud7a3"
        or "\uf900" <= letter <= "\ufaff"
        or "\ufe30" <= letter <= "\ufe6f"
        or "\uff00" <= letter <= "\uff60"
        or letter >= "\U0001f000"
    )
