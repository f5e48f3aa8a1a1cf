"""A parser that gives up: some grammars take time that grows with the square of what they can't make sense of.

A quarter of a megabyte of `a b a b …` keeps the Lua grammar busy for a minute. The parser asks now and then
whether to go on, if it is given the bytes piece by piece. Answering costs a few hundredths of the parse, so small
files, which even so take a few seconds at most, are parsed without. Where the parser doesn't ask (taking its
tree apart and balancing it), nothing can be done.
"""

from collections.abc import Callable
from typing import Final

from tree_sitter import Language, Parser, Tree

Clock = Callable[[], float]  # seconds of work, from any point on

MAX_SECONDS: Final = 10.0  # for all readings of one file; the largest that people write take about one
BOUNDED_BYTES: Final = 65_536  # smaller files are not watched: at the worst they take as long as the limit
_PIECE: Final = 4_096  # bytes given to the parser at a time; around errors it jumps, and reads anew at each landing
_ASKED_EACH: Final = 16  # questions of the parser, 100 steps apart, between two looks at the clock


class ParsingTookTooLong(Exception):
    """The time for one file is over; no user meets this, the file is skipped and counted."""


class BoundedParser:
    """Parses one file after another, each in bounded time.

    Args:
        grammar: the language.
        clock: None never gives up.
    """

    def __init__(self, grammar: Language, clock: Clock | None = None) -> None:
        self._parser: Final = Parser(grammar)
        self._clock: Final = clock
        self._deadline: float | None = None
        self._buffer: Final = bytearray(_PIECE)  # tree-sitter never lets go of what it was given: always the same

    def begin_file(self) -> None:
        """Forget the file before; the time of the next one runs from its first parse on, if that is watched."""
        self._deadline = None

    def parse(self, data: bytes, old_tree: Tree | None = None) -> Tree:
        """The tree of a file.

        Raises:
            ParsingTookTooLong: the file's time is over.
        """
        clock = self._clock
        if clock is None or len(data) < BOUNDED_BYTES:
            return self._parser.parse(data, old_tree) if old_tree is not None else self._parser.parse(data)
        if self._deadline is None:  # not for small files: one look at the clock is a hundredth of the work on them
            self._deadline = clock() + MAX_SECONDS
        deadline, buffer, view, last = self._deadline, self._buffer, memoryview(data), len(data) - _PIECE
        asked = 0
        parsing = True

        def is_over(_offset: int, _has_error: bool) -> bool:
            nonlocal asked
            asked += 1
            return asked % _ASKED_EACH == 0 and clock() > deadline

        def read(offset: int, _point: object) -> bytes | bytearray:
            if offset > last or not parsing:
                return data[offset : offset + _PIECE]
            buffer[:] = view[offset : offset + _PIECE]
            return buffer

        try:
            if old_tree is not None:
                return self._parser.parse(read, old_tree, progress_callback=is_over)
            return self._parser.parse(read, progress_callback=is_over)
        except ValueError as problem:
            self._parser.reset()  # else the next file would go on where this one was left
            raise ParsingTookTooLong from problem
        finally:
            parsing = False  # from now on the tree asks, for the text of its nodes, and takes nothing but bytes
