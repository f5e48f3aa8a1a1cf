"""Two texts, word by word, for whatever face shows them.

Lines are compared first. Where lines were replaced, each old line is laid beside the new line it is
most like, in order, and the two are compared word by word; lines without a counterpart stand alone.
Chinese, Japanese and Korean write no spaces between words, so there each character is a word.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import StrEnum

from rapidfuzz.distance import Indel

from goldkeeper.reporting.visible import visible_lines

ALIKE = 0.5  # lines less alike than this read better one under the other
MOST_PAIRED = 60  # lines of a replaced block, above which looking for counterparts takes too long
MOST_WORDS = 600  # of a line; a longer one is data, and is held against the other as a whole
CONTEXT = 3  # unchanged lines shown around each change

_CJK = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff"
_WORD = re.compile(rf"[{_CJK}]|[^\W{_CJK}]+|\s+|[^\w\s]")


class Mark(StrEnum):
    """What became of a piece of text; the value opens its line."""

    SAME = " "
    REMOVED = "-"
    ADDED = "+"
    CHANGED = "~"  # of a line: it holds removed and added pieces


@dataclass(frozen=True, slots=True)
class Piece:
    """A run of text with one mark: same, removed or added."""

    mark: Mark
    text: str


@dataclass(frozen=True, slots=True)
class DiffLine:
    """One line of a diff."""

    mark: Mark
    pieces: tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class Gap:
    """Unchanged lines that are left out."""

    lines: int


def diff_texts(base: str, head: str, *, context: int | None = CONTEXT) -> tuple[DiffLine | Gap, ...]:
    """The diff of two texts, line by line.

    Args:
        base: before.
        head: after.
        context: unchanged lines to keep around a change; None keeps all.
    """
    lines = tuple(_diff_lines(visible_lines(base).split("\n"), visible_lines(head).split("\n")))
    return lines if context is None else tuple(_with_gaps(lines, context))


def words(text: str) -> list[str]:
    """A line cut into words, runs of spaces, and single marks.

    >>> words("x = 取得(y_1)")
    ['x', ' ', '=', ' ', '取', '得', '(', 'y_1', ')']
    """
    return _WORD.findall(text)


def plain_lines(diff: Iterable[DiffLine | Gap]) -> Iterator[str]:
    """The diff without colour: a mark opens each line, `[-…-]` and `{+…+}` mark words."""
    for line in diff:
        if isinstance(line, Gap):
            yield f"  … {unchanged(line.lines)}"
        elif line.mark is Mark.CHANGED:
            yield f"~ {''.join(bracketed(piece) for piece in line.pieces)}".rstrip()
        else:
            yield f"{line.mark.value} {''.join(piece.text for piece in line.pieces)}".rstrip()


def bracketed(piece: Piece) -> str:
    """A word with its mark in signs, for eyes and terminals without colour."""
    match piece.mark:
        case Mark.REMOVED:
            return f"[-{piece.text}-]"
        case Mark.ADDED:
            return f"{{+{piece.text}+}}"
        case _:
            return piece.text


def unchanged(lines: int) -> str:
    """How a gap is told."""
    return f"{lines} unchanged line{'s' * (lines != 1)}"


def _diff_lines(base: Sequence[str], head: Sequence[str]) -> Iterator[DiffLine]:
    # Long lists: lines that are everywhere (braces, blanks) are no place to hold on to.
    matcher = SequenceMatcher(None, base, head, autojunk=max(len(base), len(head)) > 2_000)
    for kind, i, i_end, j, j_end in matcher.get_opcodes():
        if kind == "equal":
            yield from (_whole(Mark.SAME, line) for line in base[i:i_end])
        else:
            yield from _replaced(base[i:i_end], head[j:j_end])


def _whole(mark: Mark, line: str) -> DiffLine:
    return DiffLine(mark, (Piece(mark, line),))


def _replaced(base: Sequence[str], head: Sequence[str]) -> Iterator[DiffLine]:
    i = j = 0
    for paired_i, paired_j in [*_counterparts(base, head), (len(base), len(head))]:
        yield from (_whole(Mark.REMOVED, line) for line in base[i:paired_i])
        yield from (_whole(Mark.ADDED, line) for line in head[j:paired_j])
        if paired_i < len(base):
            yield DiffLine(Mark.CHANGED, tuple(_diff_words(base[paired_i], head[paired_j])))
        i, j = paired_i + 1, paired_j + 1


def _counterparts(base: Sequence[str], head: Sequence[str]) -> list[tuple[int, int]]:
    """Pairs of like lines, in order on both sides, of the greatest likeness in all."""
    if not base or not head or max(len(base), len(head)) > MOST_PAIRED:
        return []
    likeness = [[_likeness(old, new) for new in head] for old in base]
    best = [[0.0] * (len(head) + 1) for _ in range(len(base) + 1)]
    for i in reversed(range(len(base))):
        for j in reversed(range(len(head))):
            paired = likeness[i][j] + best[i + 1][j + 1] if likeness[i][j] >= ALIKE else 0.0
            best[i][j] = max(paired, best[i + 1][j], best[i][j + 1])
    pairs: list[tuple[int, int]] = []
    i = j = 0
    while i < len(base) and j < len(head) and best[i][j] > 0:
        if best[i][j] == best[i + 1][j]:
            i += 1
        elif best[i][j] == best[i][j + 1]:
            j += 1
        else:
            pairs.append((i, j))
            i, j = i + 1, j + 1
    return pairs


def _likeness(old: str, new: str) -> float:
    """Share of words, without spaces, that stay in order; blank lines are like nothing."""
    old_words, new_words = ([word for word in words(line) if not word.isspace()] for line in (old, new))
    if not old_words or not new_words:
        return 0.0
    return Indel.normalized_similarity(old_words, new_words)


def _diff_words(old: str, new: str) -> Iterator[Piece]:
    old_words, new_words = words(old), words(new)
    if max(len(old_words), len(new_words)) > MOST_WORDS:
        yield from (Piece(Mark.REMOVED, old), Piece(Mark.ADDED, new))
        return
    matcher = SequenceMatcher(None, old_words, new_words, autojunk=False)
    for kind, i, i_end, j, j_end in matcher.get_opcodes():
        if kind == "equal":
            yield Piece(Mark.SAME, "".join(old_words[i:i_end]))
            continue
        if i < i_end:
            yield Piece(Mark.REMOVED, "".join(old_words[i:i_end]))
        if j < j_end:
            yield Piece(Mark.ADDED, "".join(new_words[j:j_end]))


def _with_gaps(lines: Sequence[DiffLine], context: int) -> Iterator[DiffLine | Gap]:
    """Leave out unchanged lines far from any change; a single line is shown rather than counted."""
    near = [False] * len(lines)
    for at, line in enumerate(lines):
        if line.mark is not Mark.SAME:
            for place in range(max(0, at - context), min(len(lines), at + context + 1)):
                near[place] = True
    skipped = 0
    for at, line in enumerate(lines):
        if not near[at]:
            skipped += 1
            if at + 1 < len(lines) and not near[at + 1]:
                continue
            yield Gap(skipped) if skipped > 1 else line
            skipped = 0
        else:
            yield line
