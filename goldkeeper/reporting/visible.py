"""Text of unknown origin, made fit to be shown.

Paths, symbols and queries come from repositories and from people. A terminal obeys an escape
sequence in them, a page reorders the line around a bidirectional control, and a zero-width space
hides that two names differ. What can't be seen is therefore shown as its escape; everything that
can be seen (letters of any script, combining marks, emoji) stays as it is.
"""

import unicodedata

_SHORT = {"\n": "\\n", "\r": "\\r", "\t": "\\t", "\x1b": "\\x1b"}
# Format characters that belong to ordinary writing: joiners of Indic and Persian script and of
# emoji, and the Arabic number signs, which have a shape of their own.
_ORDINARY = frozenset("\u200c\u200d\u0600\u0601\u0602\u0603\u0604\u0605\u06dd\u070f\u08e2")
TAB = 4  # columns
_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})


def visible(text: str) -> str:
    r"""The text with every control, bidirectional and zero-width character shown as an escape.

    Lone surrogates (bytes of a path that are no UTF-8) are shown too, so that the result can
    always be encoded.

    >>> print(visible("red\x1b[31m \u202egpj.exe"))
    red\x1b[31m \u202egpj.exe
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(_shown(character) for character in text)


def visible_lines(text: str) -> str:
    r"""Lines of code that can't steer a terminal or a page: what can't be seen as escapes, tabs as spaces.

    >>> visible_lines("a\tb\x1b[31m")
    'a   b\\x1b[31m'
    """
    return "\n".join(visible(line.expandtabs(TAB)) for line in text.split("\n"))


def _shown(character: str) -> str:
    if unicodedata.category(character) not in _UNSEEN or character in _ORDINARY:
        return character
    if character in _SHORT:
        return _SHORT[character]
    code = ord(character)
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def tab_field(text: str) -> str:
    r"""The text as one field of a tab-separated line, in the usual linear TSV escapes.

    Backslashes are doubled, so that a reader can undo it and get the very text again.

    >>> print(tab_field("C:\\new\tfile"))
    C:\\new\tfile
    """
    return visible(text.replace("\\", "\\\\"))
