"""Two texts beside one another, line by line and word by word, as values that any face can draw.

What may take long is bounded: of a text with very many lines the first are shown, a line that goes on and on
is cut, and both are said. Control and bidirectional characters are spelled out before anything is compared.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import zip_longest

from goldkeeper.reporting.syntax import Run, SyntaxClass, classified_lines, cut_runs
from goldkeeper.reporting.visible import visible_lines
from goldkeeper.reporting.word_diff import CONTEXT, DiffLine, Gap, Mark, diff_texts

MOST_LINES = 1_500  # of a text; nobody judges a grade by what lies behind them
LONGEST_LINE = 1_000  # characters; more is data, no code
AROUND_CHANGE = 200  # characters shown on either side of what differs in a line that is cut


class RowKind(StrEnum):
    """What a row shows."""

    SAME = "same"
    CHANGED = "changed"  # both sides, words marked
    REMOVED = "removed"  # only the old side
    ADDED = "added"  # only the new side
    GAP = "gap"  # lines left out that are the same


@dataclass(frozen=True, slots=True)
class Token:
    """A run of one syntax class; `changed` where the other side has no such words there."""

    text: str
    kind: SyntaxClass
    changed: bool = False


@dataclass(frozen=True, slots=True)
class CodeLine:
    """One line of one side; `number` is the file's own line, from 1."""

    number: int
    tokens: tuple[Token, ...]

    @property
    def text(self) -> str:
        """The line as it is shown."""
        return "".join(token.text for token in self.tokens)


@dataclass(frozen=True, slots=True)
class Row:
    """A line on either side; None where that side has none. `hidden` counts the lines of a gap."""

    kind: RowKind
    old: CodeLine | None = None
    new: CodeLine | None = None
    hidden: int = 0


@dataclass(frozen=True, slots=True)
class Text:
    """A chunk's text with what is needed to show it.

    Attributes:
        first_line: of the chunk in its file, from 1.
        language: a grammar's name, for colours; empty where it is not known.
    """

    text: str
    first_line: int = 1
    language: str = ""


@dataclass(frozen=True, slots=True)
class SideBySide:
    """Both texts.

    Attributes:
        rows: from top to bottom.
        identical: word for word.
        notes: what is not shown, each a sentence.
    """

    rows: tuple[Row, ...]
    identical: bool
    notes: tuple[str, ...] = ()

    @property
    def paired(self) -> tuple[Row, ...]:
        """Removed lines beside the added ones that follow them, for two columns."""
        return tuple(_paired(self.rows))


def side_by_side(old: Text, new: Text, *, context: int | None = CONTEXT) -> SideBySide:
    """Hold two texts against each other.

    Args:
        old: what was judged.
        new: what is proposed.
        context: unchanged lines around a change; None shows all.
    """
    shown_old, shown_new = _windows(old.text, new.text)
    before, cut_before = _bounded(old.text, shown_old)
    after, cut_after = _bounded(new.text, shown_new)
    notes = tuple(
        f"of the {side} text, only the first {MOST_LINES:,} of {lines:,} lines are shown"
        for side, lines in (("judged", cut_before), ("proposed", cut_after))
        if lines
    )
    identical = old.text == new.text
    diff = diff_texts(before, after, context=None if identical else context)
    rows = tuple(_rows(diff, before, after, old, new))
    return SideBySide(rows, identical, notes)


def one_side(text: Text, *, is_old: bool) -> SideBySide:
    """A text that has no counterpart to be held against."""
    shown, lines = _bounded(text.text)
    classes = classified_lines(shown, text.language)
    rows = []
    for number, runs in enumerate(classes, text.first_line):
        line = CodeLine(number, tuple(Token(*run) for run in runs))
        rows.append(Row(RowKind.SAME, old=line) if is_old else Row(RowKind.SAME, new=line))
    notes = (f"only the first {MOST_LINES:,} of {lines:,} lines are shown",) if lines else ()
    return SideBySide(tuple(rows), identical=False, notes=notes)


def _windows(old: str, new: str) -> tuple[dict[int, tuple[int, int]], dict[int, tuple[int, int]]]:
    """Which letters are shown of lines that are too long, by index: those around where the two differ.

    The first such line of one text is held against the first of the other, and so on. Both windows begin and end
    at letters that are the same, or the cut itself would look like a change.
    """
    long_old, long_new = _long_lines(old), _long_lines(new)
    shown_old, shown_new = {}, {}
    for (i, before), (j, after) in zip(long_old, long_new, strict=False):
        if before != after:
            most = min(len(before), len(after))
            head = _alike(before, after, most)
            tail = _alike(reversed(before), reversed(after), most - head)
            start = head - AROUND_CHANGE if head > LONGEST_LINE // 2 else 0
            left = max(tail - AROUND_CHANGE, 0)
            shown_old[i], shown_new[j] = (start, len(before) - left), (start, len(after) - left)
    return shown_old, shown_new


def _alike(one: Iterable[str], other: Iterable[str], most: int) -> int:
    """How many letters are the same from the start."""
    return next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b or at == most), most)


def _long_lines(text: str) -> list[tuple[int, str]]:
    lines = text.split("\n", MOST_LINES)[:MOST_LINES]
    return [(at, line) for at, line in enumerate(lines) if len(line) > LONGEST_LINE]


def _bounded(text: str, shown: Mapping[int, tuple[int, int]] | None = None) -> tuple[str, int]:
    """A text that can be compared in no time; how many lines it has where not all are kept, else 0."""
    lines, all_of_it = text.split("\n"), (0, LONGEST_LINE)
    kept = [_cut(line, *(shown or {}).get(at, all_of_it)) for at, line in enumerate(lines[:MOST_LINES])]
    return visible_lines("\n".join(kept)), len(lines) if len(lines) > MOST_LINES else 0


def _cut(line: str, start: int, end: int) -> str:
    if len(line) <= LONGEST_LINE:
        return line
    end = min(end, start + LONGEST_LINE)
    ahead = f"{start:,} characters before … " if start else ""
    return ahead + line[start:end] + (f" … {len(line) - end:,} more characters" if end < len(line) else "")


def _rows(diff: Iterable[DiffLine | Gap], before: str, after: str, old: Text, new: Text) -> Iterator[Row]:
    old_runs, new_runs = classified_lines(before, old.language), classified_lines(after, new.language)
    i = j = 0
    for line in diff:
        if isinstance(line, Gap):
            yield Row(RowKind.GAP, hidden=line.lines)
            i, j = i + line.lines, j + line.lines
            continue
        left = right = None
        if line.mark is not Mark.ADDED:
            left = _code_line(old.first_line + i, old_runs[i], line, Mark.REMOVED)
            i += 1
        if line.mark is not Mark.REMOVED:
            right = _code_line(new.first_line + j, new_runs[j], line, Mark.ADDED)
            j += 1
        yield Row(_KINDS[line.mark], left, right)


_KINDS = {
    Mark.SAME: RowKind.SAME,
    Mark.CHANGED: RowKind.CHANGED,
    Mark.REMOVED: RowKind.REMOVED,
    Mark.ADDED: RowKind.ADDED,
}


def _code_line(number: int, runs: Sequence[Run], line: DiffLine, own: Mark) -> CodeLine:
    """One side of a compared line: its words in their classes, those that the other lacks marked."""
    pieces = [piece for piece in line.pieces if piece.mark in {Mark.SAME, own}]
    cut = cut_runs(runs, [len(piece.text) for piece in pieces])
    return CodeLine(
        number,
        tuple(
            Token(text, kind, changed=line.mark is Mark.CHANGED and piece.mark is own)
            for piece, part in zip(pieces, cut, strict=True)
            for text, kind in part
        ),
    )


def _paired(rows: Sequence[Row]) -> Iterator[Row]:
    at = 0
    while at < len(rows):
        if rows[at].kind is not RowKind.REMOVED:
            yield rows[at]
            at += 1
            continue
        end = at
        while end < len(rows) and rows[end].kind is RowKind.REMOVED:
            end += 1
        until = end
        while until < len(rows) and rows[until].kind is RowKind.ADDED:
            until += 1
        for gone, come in zip_longest(rows[at:end], rows[end:until]):
            old, new = gone.old if gone else None, come.new if come else None
            # Two whole lines that have nothing in common, on one row to save the reader half the screen.
            yield Row(RowKind.REMOVED if come is None else RowKind.ADDED if gone is None else RowKind.CHANGED, old, new)
        at = until
