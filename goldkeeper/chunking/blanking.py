"""What the parser is not shown of a file, or sees something else in place of; length and lines stay as they are."""

import re
from collections.abc import Iterable
from typing import Final

_WORD: Final = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_"
_LONGEST: Final = 100  # bytes of such a word
_OPENING: Final = ord("(")
_LITERAL: Final = re.compile(rb"\w*+(?![?*+{])")  # what a pattern has to begin with

Change = tuple[int, bytes]  # from which byte on, and what the parser sees there in place of as many bytes


class Blanked:
    """Something the parser is not shown, or something else in its place.

    Args:
        pattern: its groups that take part are what is not shown.
        instead: as many bytes; none stand for blanks.
    """

    def __init__(self, pattern: bytes, instead: bytes) -> None:
        self._pattern: Final = re.compile(pattern)
        self._instead: Final = instead
        beginning = _LITERAL.match(pattern)
        self._literal: Final = beginning[0] if beginning else b""  # looked for first: five times as fast

    def changes(self, data: bytes, stretch: tuple[int, int]) -> list[Change]:
        """Where it is in a stretch of bytes."""
        changes: list[Change] = []
        if data.find(self._literal, *stretch) < 0:
            return changes
        for match in self._pattern.finditer(data, *stretch):
            for begin, end in match.regs[1:]:
                if begin >= 0:
                    start = _with_word(begin, data) if data[begin] == _OPENING else begin
                    changes.append((start, self._instead or blank(data[start:end])))
        return changes


def _with_word(bracket: int, data: bytes) -> int:
    """Where the word before a bracket begins."""
    before = data[max(bracket - _LONGEST, 0) : bracket]
    return bracket - len(before) + len(before.rstrip(_WORD))


def blank(text: bytes) -> bytes:
    """Blanks in place of a text, line by line."""
    if b"\n" not in text:
        return b" " * len(text)
    return b"\n".join(b" " * len(line) for line in text.split(b"\n"))


def changed(data: bytes, changes: Iterable[Change]) -> bytes:
    """The data with changes made; it keeps its length and its lines."""
    pieces = bytearray(data)
    for start, instead in changes:
        pieces[start : start + len(instead)] = instead
    return bytes(pieces)
