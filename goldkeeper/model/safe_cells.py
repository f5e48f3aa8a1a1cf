r"""Text in a spreadsheet's cell, so that it stays text, and comes back as it was.

A cell that begins with `= + - @`, a tab or a line break is run as a formula by the program that opens a CSV
file. Quotes and blanks in front are stripped by some of them, and full-width forms count as the plain sign.
The usual guard is an apostrophe in front, which reading takes away again. A text that looks guarded already is
guarded once more, so that every text survives.

The beginning is not all. A file with commas that is opened where lists are written with semicolons is cut at those
too, even inside quotes, and what stands behind one begins a cell: `a;=1+1` becomes a formula. So does a line of its
own. The same guard stands there.

Source: OWASP, "CSV Injection".
"""

import re
import unicodedata

GUARD = "'"
_SIGNS = frozenset("=+-@")
_BREAKS = frozenset("\t\r\n")
_SKIPPED_MARKS = frozenset("\"'`\u201c\u201d\u2018\u2019\u00ab\u00bb")
_SKIPPED_KINDS = frozenset({"Cc", "Cf", "Zs", "Zl", "Zp"})


def is_risky(text: str) -> bool:
    r"""Whether a spreadsheet may take the text for a formula.

    >>> [is_risky(text) for text in ("=1+1", "\t=1", ' "-2', "\uff1d1", "\n", "a=1", "def f(): return '='", "")]
    [True, True, True, True, True, False, False, False]
    """
    if text[:1] in _BREAKS:
        return True
    for letter in text:
        if letter in _SKIPPED_MARKS or unicodedata.category(letter) in _SKIPPED_KINDS:
            continue
        # NFKC gives the plain sign of full-width and small forms; U+2212 is the minus sign of typesetting.
        return letter == "\u2212" or unicodedata.normalize("NFKC", letter)[:1] in _SIGNS
    return False


# A sign behind a separator or a line break; a blank in front of plus and minus makes them harmless, and is common.
_INNER = re.compile(
    "(?P<cut>[,;\n])(?:(?P<gap>[ \t\"]*)(?P<marks>'*)(?=[=@\uff1d\uff20])|(?P<bare>'*)(?=[-+\uff0b\uff0d\u2212]))"
)


def guarded(text: str, *, splits: str = ",;") -> str:
    r"""The text as a cell that no program runs.

    Args:
        text: any.
        splits: separators at which a program may cut the cell; only with both, the default, it can be taken back.

    >>> guarded("=1+1"), guarded("'=1+1"), guarded("plain"), guarded("a;=1\n-2")
    ("'=1+1", "''=1+1", 'plain', "a;'=1\n'-2")
    """

    def put(found: re.Match[str]) -> str:
        if found["cut"] not in splits and found["cut"] != "\n":
            return found[0]
        return f"{found['cut']}{found['gap'] or ''}{GUARD}{found['marks'] or found['bare'] or ''}"

    inner = _INNER.sub(put, text)
    return GUARD + inner if is_risky(inner) or _is_guarded(inner) else inner


def unguarded(cell: str) -> str:
    """The text of a cell; `unguarded(guarded(text)) == text` for every text.

    >>> unguarded("'=1+1"), unguarded("'tis"), unguarded("''=1+1"), unguarded("a;'=1")
    ('=1+1', "'tis", "'=1+1", 'a;=1')
    """

    def take(found: re.Match[str]) -> str:
        return f"{found['cut']}{found['gap'] or ''}{(found['marks'] or found['bare'] or '')[1:]}"

    return _INNER.sub(take, cell[1:] if _is_guarded(cell) else cell)


def _is_guarded(text: str) -> bool:
    while text.startswith(GUARD):
        text = text[1:]
        if is_risky(text):
            return True
    return False
