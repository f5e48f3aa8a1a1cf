"""C++ and C: what the regular expressions over macros are made of.

A macro is a word that shouts. All runs are possessive and end at a semicolon, so that nothing is looked at twice: these
are searched in every file.
"""

from typing import Final

SHOUT: Final = rb"[A-Z_][A-Z0-9_]{2,}+"
MACRO: Final = SHOUT + rb"(?:\([^()\n]*+\))?+"
STRING: Final = rb"\"(?:[^\"\\\n]|\\.)*+\""
_LETTER: Final = rb"'(?:[^'\\\n]|\\.){1,4}+'"
# To its end, but not through a whole file for each that has none.
_COMMENT: Final = rb"//[^\n]*+|/\*[^*]{0,2000}+(?:\*(?!/)[^*]{0,2000}+){0,300}+\*/"
_BRACES: Final = rb"\{[^{}();\"'/\\#]*+\}"
_GIVEN: Final = rb"[^\"'(){};/\\#]++|(?<!R)" + STRING + b"|" + _LETTER + b"|/(?![/*])|" + _COMMENT + b"|" + _BRACES


def _four_deep(given: bytes) -> bytes:
    inner = b"(?:" + given + b")*+"
    for _ in range(3):
        inner = b"(?:" + given + rb"|\(" + inner + rb"\))*+"
    return inner


# What stands between the brackets of a call. A raw string may hold anything, a line that goes on belongs to the
# definition of a macro, and what has statements in it may have definitions in it too.
ARGUMENTS: Final = _four_deep(_GIVEN)
ARGUMENTS_ON_LINES: Final = _four_deep(_GIVEN + rb"|\\\r?\n")  # lines go on, of a call that is in no definition
GAP: Final = rb"(?:\s++|" + _COMMENT + b")*+"
END_OF_LINE: Final = rb"[ \t]*+(?://[^\n]*+|/\*[^*\n]*+\*/[ \t]*+)?\r?\n"
