"""A chunk's text as tokens, so that comments and layout neither hide nor make a difference.

No grammar is asked: chunks are fragments, half of them do not parse alone, and a walk through a
syntax tree costs ten times as much. One regular expression for each family of languages knows how
comments and strings look (`syntaxes.py`); what it can't place becomes a token of its own, so nothing is
ever lost and two streams are equal only if the code is.

Where line ends carry meaning, they stay as `NEWLINE`; where indentation does, `INDENT` and
`DEDENT` say so: re-nesting a line in Python changes the stream, wrapping a call in parentheses
does not. Strings count, doc strings among them: a retriever reads those too.
"""

import hashlib
import re
from collections.abc import Iterator
from functools import lru_cache

from goldkeeper.model.syntaxes import FAMILIES, FAMILY_OF, Syntax

NEWLINE = "\n"
INDENT = "\t>"
DEDENT = "\t<"

_OPENING, _CLOSING = frozenset("(["), frozenset(")]")

# A statement goes on over a line end after these, or before those: no NEWLINE there.
_GOES_ON_AFTER = frozenset(
    [
        "(",
        "[",
        "{",
        ",",
        ";",
        ".",
        "=",
        "+",
        "-",
        "*",
        "/",
        "%",
        "&",
        "|",
        "^",
        "<",
        ">",
        "?",
        ":",
        "->",
        "=>",
        "&&",
        "||",
        "==",
        "!=",
        "<=",
        ">=",
        "+=",
        "-=",
        "::",
        "?.",
    ]
)
_GOES_ON_BEFORE = frozenset(
    [".", "?.", "::", ")", "]", "}", ",", ";", "&&", "||", "?", "|>", "->", "=>", "=", "==", "!="]
)

_NUMBER = r"(?:0[xXbBoO][0-9a-fA-F_]+|[0-9][0-9_]*(?:\.[0-9][0-9_]*)?(?:[eE][+-]?[0-9]+)?)\w*"
# Marks that are one token in most languages; any other mark stands alone.
_MARKS = r"->|=>|::|\?\.|&&|\|\||==|!=|<=|>=|<<|>>|\+\+|--|\+=|-=|\*=|/=|\|=|&=|:=|\.\.\.?|\*\*"
_BACK_REFERENCE = re.compile(r"(?<!\\)\\1(?![0-9])")


@lru_cache(maxsize=128)
def _lexer(family: str) -> tuple[re.Pattern[str], Syntax]:
    """The family's expression: the first group is what does not count, anything else is a token."""
    syntax = FAMILIES[family]
    blank = r"[^\S\n]+" if syntax.lines else r"\s+"
    skipped = [blank, *syntax.comments, *([syntax.continuation] if syntax.continuation else [])]
    kept = [*([r"\n\s*"] if syntax.lines else []), *syntax.texts, *syntax.strings, _NUMBER, syntax.word, _MARKS, r"\S"]
    pattern, groups = [], 1
    for alternatives in (skipped, kept):
        numbered = []
        for alternative in alternatives:
            numbered.append(_BACK_REFERENCE.sub(rf"\\{groups + 1}", alternative))
            groups += re.compile(alternative).groups
        pattern.append("|".join(numbered))
    return re.compile(f"({pattern[0]})|{pattern[1]}", re.MULTILINE), syntax


def _lexer_of(language: str) -> tuple[re.Pattern[str], Syntax]:
    return _lexer(FAMILY_OF.get(language, language if language in FAMILIES else "plain"))


def token_stream(text: str, language: str) -> tuple[str, ...]:
    """The tokens of a text without comments and layout.

    Args:
        text: any piece of source, also unfinished; an open string ends with its line.
        language: a grammar's name; of an unknown one, comments count as code.

    Returns:
        Tokens in order. `NEWLINE`, `INDENT` and `DEDENT` stand where layout carries meaning.

    >>> token_stream("total = a  # sum", "python")
    ('total', '=', 'a')
    """
    lexer, syntax = _lexer_of(language)
    tokens = [match[0] for match in lexer.finditer(text) if match[1] is None]
    if syntax.lines:
        first = text.lstrip()
        margin = _width(text[: len(text) - len(first)])
        tokens = _with_layout(tokens, stops=[margin] if syntax.indents else None)
    if syntax.texts:
        tokens = [part for token in tokens for part in (token.split() if _is_text(token) else (token,))]
    return tuple(tokens)


def lexed(text: str, language: str) -> Iterator[tuple[str, bool]]:
    """The whole text in pieces, each with whether it counts: comments and blanks don't; joined they are the text.

    >>> list(lexed("a # b", "python"))
    [('a', True), (' ', False), ('# b', False)]
    """
    lexer, _ = _lexer_of(language)
    end = 0
    for match in lexer.finditer(text):
        if match.start() > end:  # nothing that is known of, and nothing may be lost
            yield text[end : match.start()], False
        if match[0]:
            yield match[0], match[1] is None
        end = match.end()
    if end < len(text):
        yield text[end:], False


def comments_in(text: str, language: str) -> tuple[str, ...]:
    """The comments of a text, in order, with their marks.

    >>> comments_in("total = a  # sum", "python")
    ('# sum',)
    """
    return tuple(piece for piece in _skipped(text, language) if not piece.isspace() and piece[0] != "\\")


def comment_at_end(text: str, language: str) -> tuple[str, ...]:
    r"""The comments that a text ends with, behind its last code: for a definition that follows, those before it.

    >>> comment_at_end("total = a  # sum\n# the rest\n", "python")
    ('# the rest',)
    """
    lexer, _ = _lexer_of(language)
    found: list[str] = []
    for match in lexer.finditer(text):
        if match[1] is None:
            if not match[0].isspace():
                found = []
        elif not match[0].isspace() and match[0][0] != "\\":
            on_own_line = not text[text.rfind("\n", 0, match.start()) + 1 : match.start()].strip()
            if found or on_own_line:
                found.append(match[0])
    return tuple(found)


def _skipped(text: str, language: str) -> list[str]:
    lexer, _ = _lexer_of(language)
    return [match[0] for match in lexer.finditer(text) if match[1] is not None]


def _is_text(token: str) -> bool:
    return token[0] in "<%|>" and "\n" in token


def _width(line_end: str) -> int:
    """How far the last line of some white space is indented, in columns."""
    return len(line_end.rpartition("\n")[2].expandtabs(8))


def _with_layout(tokens: list[str], *, stops: list[int] | None) -> list[str]:
    """Turn line ends into `NEWLINE`, `INDENT`, `DEDENT`, where they carry meaning.

    `stops` are the open indentations in columns; the first is the fragment's own, so that a
    function that moved into a class keeps its stream.
    """
    out: list[str] = []
    depth = 0
    pending: str | None = None
    for token in tokens:
        if token[0] == "\n":
            pending = token
            continue
        if pending is not None:
            if out and depth <= 0:  # before the first token lie comments or nothing
                _end_line(out, pending, token, stops)
            pending = None
        if token in _OPENING:
            depth += 1
        elif token in _CLOSING:
            depth -= 1
        out.append(token)
    return out


def _end_line(out: list[str], line_end: str, token: str, stops: list[int] | None) -> None:
    if stops is None:
        if out[-1] not in _GOES_ON_AFTER and token not in _GOES_ON_BEFORE:
            out.append(NEWLINE)
        return
    out.append(NEWLINE)
    width = _width(line_end)
    if width > stops[-1]:
        stops.append(width)
        out.append(INDENT)
        return
    while len(stops) > 1 and width < stops[-1]:
        stops.pop()
        out.append(DEDENT)


def token_digest(text: str, language: str) -> str:
    """Names the token stream: equal digests mean that only comments or layout differ.

    >>> token_digest("f( a )", "c") == token_digest("f(a) // twice", "c")
    True
    """
    return stream_digest(token_stream(text, language))


def stream_digest(tokens: tuple[str, ...]) -> str:
    """The same for a stream that is at hand."""
    return hashlib.blake2b("\0".join(tokens).encode("utf-8", "surrogatepass"), digest_size=12).hexdigest()
