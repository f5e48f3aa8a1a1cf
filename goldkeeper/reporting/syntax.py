"""What the words of a chunk are, so that a face can colour them: keyword, name, string, number, comment, mark.

The lexer that judges edits reads them, so no grammar is asked, half a definition is no hindrance, and what a
face colours as a comment is what goldkeeper takes for one.
"""

from collections.abc import Iterable
from enum import StrEnum

from goldkeeper.model.lexicons import lexicon_of
from goldkeeper.model.tokens import lexed

Run = tuple[str, "SyntaxClass"]

_QUOTES = frozenset("\"'`")


class SyntaxClass(StrEnum):
    """What a piece of code is; the value is what a style sheet may call it."""

    KEYWORD = "keyword"
    NAME = "name"
    STRING = "string"
    NUMBER = "number"
    COMMENT = "comment"
    MARK = "mark"  # operators, brackets
    BLANK = "blank"


def classified_lines(text: str, language: str) -> tuple[tuple[Run, ...], ...]:
    r"""Each line as runs of one class; the runs of a line, joined, are the line.

    Args:
        text: a chunk, its lines joined by `\n`.
        language: a grammar's name; of an unknown one only what holds nearly everywhere is known.

    >>> [(text, kind.value) for text, kind in classified_lines("return x  # so", "python")[0]]
    [('return', 'keyword'), (' ', 'blank'), ('x', 'name'), ('  ', 'blank'), ('# so', 'comment')]
    """
    lexicon = lexicon_of(language)
    lines: list[list[Run]] = [[]]
    for piece, counts in lexed(text, language):
        kind = _class_of(piece, counts=counts, reserved=lexicon.is_reserved(piece))
        first, *rest = piece.split("\n")
        _append(lines[-1], first, kind)
        for part in rest:
            lines.append([])
            _append(lines[-1], part, kind)
    return tuple(tuple(line) for line in lines)


def _class_of(piece: str, *, counts: bool, reserved: bool) -> SyntaxClass:
    if piece.isspace():
        return SyntaxClass.BLANK
    if not counts:
        return SyntaxClass.COMMENT
    if reserved:
        return SyntaxClass.KEYWORD
    if piece[0].isdigit():
        return SyntaxClass.NUMBER
    if len(piece) > 1 and (piece[0] in _QUOTES or piece[-1] in _QUOTES or "\n" in piece):
        return SyntaxClass.STRING
    return SyntaxClass.NAME if piece[0].isalpha() or piece[0] in "_@$" else SyntaxClass.MARK


def _append(line: list[Run], text: str, kind: SyntaxClass) -> None:
    if not text:
        return
    if line and line[-1][1] is kind:
        text = line.pop()[0] + text
    line.append((text, kind))


def cut_runs(runs: Iterable[Run], lengths: Iterable[int]) -> tuple[tuple[Run, ...], ...]:
    """The runs of one line, cut into pieces of these lengths in characters.

    >>> cut_runs([("total", SyntaxClass.NAME)], [2, 3])[1][0][0]
    'tal'
    """
    left = list(runs)
    pieces = []
    for length in lengths:
        piece: list[Run] = []
        wanted = length
        while wanted > 0 and left:
            text, kind = left.pop(0)
            piece.append((text[:wanted], kind))
            if len(text) > wanted:
                left.insert(0, (text[wanted:], kind))
            wanted -= len(text)
        pieces.append(tuple(piece))
    return tuple(pieces)
