"""Two texts as lines of a screen: side by side where there is room, one under the other where there is not.

Each line has the sign of its side, so that red and green say nothing that is lost without them. Without colours
the changed words stand in brackets, `[-old-]` and `{+new+}`.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from rich.text import Text

from goldkeeper.reporting.columns import cells, chopped
from goldkeeper.reporting.side_by_side import CodeLine, Row, RowKind, SideBySide, Token
from goldkeeper.reporting.syntax import SyntaxClass
from goldkeeper.reporting.word_diff import unchanged
from goldkeeper.terminal.palette import ADDED, QUIET, REMOVED, SIGNS, SYNTAX, WORD_ADDED, WORD_REMOVED

WIDE = 96  # columns, from which on two texts fit beside one another
NUMBER = 5  # columns for a line number and a blank


@dataclass(frozen=True, slots=True)
class Canvas:
    """What is drawn on: its width in columns, and whether it has colours."""

    width: int
    colours: bool = True

    @property
    def is_wide(self) -> bool:
        """Whether two texts fit beside one another."""
        return self.width >= WIDE


def code_lines(view: SideBySide, canvas: Canvas) -> Iterator[Text]:
    """A comparison from top to bottom."""
    both = any(row.old for row in view.rows) and any(row.new for row in view.rows)
    if view.identical or not both:
        rows = [Row(row.kind, row.new or row.old) for row in view.rows]
        for row in rows:
            yield from _one(row.old, " ", "", canvas.width, canvas)
    elif canvas.is_wide:
        for row in view.paired:
            yield from _beside(row, canvas)
    else:
        yield from _stacked(view.rows, canvas)
    for note in view.notes:
        yield Text(note, style=QUIET)


def _stacked(rows: Sequence[Row], canvas: Canvas) -> Iterator[Text]:
    for row in rows:
        if row.kind is RowKind.GAP:
            yield _gap(row)
        elif row.kind is RowKind.SAME:
            yield from _one(row.new, " ", "", canvas.width, canvas)
        else:
            yield from _one(row.old, "-", REMOVED, canvas.width, canvas)
            yield from _one(row.new, "+", ADDED, canvas.width, canvas)


def _beside(row: Row, canvas: Canvas) -> Iterator[Text]:
    if row.kind is RowKind.GAP:
        yield _gap(row)
        return
    width = (canvas.width - 1) // 2
    signs = SIGNS[row.kind]
    styles = ("", "") if row.kind is RowKind.SAME else (REMOVED, ADDED)
    left = list(_one(row.old, signs[0], styles[0], width, canvas))
    right = list(_one(row.new, signs[1], styles[1], width, canvas))
    for at in range(max(len(left), len(right))):
        line = left[at] if at < len(left) else Text()
        line = line.copy()
        line.append(" " * (width - cells(line.plain)))
        line.append("│", style=QUIET)
        yield line + right[at] if at < len(right) else line


def _gap(row: Row) -> Text:
    return Text(f"{'':{NUMBER}}… {unchanged(row.hidden)}", style=QUIET)


def _one(line: CodeLine | None, sign: str, style: str, width: int, canvas: Canvas) -> Iterator[Text]:
    """One line of one side, folded; the number and the sign stand before its first part."""
    if line is None:
        return
    room = max(8, width - NUMBER - 2)
    for at, part in enumerate(_folded(_tokens(line.tokens, sign, style, canvas), room)):
        shown = Text(end="")
        shown.append(f"{line.number:>{NUMBER - 1}} " if at == 0 else " " * NUMBER, style=QUIET)
        shown.append(f"{sign} " if at == 0 else "  ", style=style)
        for text, its_style in part:
            shown.append(text, style=its_style)
        yield shown


def _tokens(tokens: Iterable[Token], sign: str, style: str, canvas: Canvas) -> Iterator[tuple[str, str]]:
    word = WORD_REMOVED if sign == "-" else WORD_ADDED
    opening, closing = ("[-", "-]") if sign == "-" else ("{+", "+}")
    held = list(tokens)
    for at, token in enumerate(held):
        if not token.changed:
            # On a line that changed red and green tell its side; other colours would speak against them.
            weight = "bold " if token.kind is SyntaxClass.KEYWORD else ""
            yield token.text, f"{weight}{style}" if style else SYNTAX[token.kind]
            continue
        text = token.text
        if not canvas.colours:
            text = f"{'' if at and held[at - 1].changed else opening}{text}"
            text += "" if at + 1 < len(held) and held[at + 1].changed else closing
        yield text, word


def _folded(runs: Iterable[tuple[str, str]], width: int) -> Iterator[list[tuple[str, str]]]:
    """Runs broken where the line is full: code has columns, so nothing is moved to look better."""
    line: list[tuple[str, str]] = []
    left = width
    for text, style in runs:
        rest = text
        while rest:
            if cells(rest) <= left:
                line.append((rest, style))
                left -= cells(rest)
                break
            head = chopped(rest, left)[0] if left > 1 else ""
            if head and cells(head) <= left:
                line.append((head, style))
                rest = rest[len(head) :]
            yield line
            line, left = [], width
    yield line
