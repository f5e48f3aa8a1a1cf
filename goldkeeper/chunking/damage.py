"""Where a file's syntax is broken, and how far the broken piece reaches to the eye of a reader.

The parser's ERROR nodes say that something is wrong; they do not say where it ends. An open bracket
makes it swallow everything below, well-formed definitions included. People don't read so: they see by
the indentation that the next function begins. So do we.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import accumulate
from typing import Final, NamedTuple

from tree_sitter import Node

from goldkeeper.model.chunks import Span

# A line that begins with one of these goes on with the statement above it, whatever its indentation.
_CONTINUES: Final = re.compile(
    rb"[})\]{>.,:?=|]|(?:end|else|elif|elsif|elseif|except|finally|rescue|ensure|catch|then|fi|done|esac|when|case|default)\b"
    rb"|(?:public|private|protected)[ \t]*(?:slots[ \t]*)?:(?!:)"
)
_LEADS: Final = re.compile(rb"@|\[\[|template\b")  # what the next line goes on with, whatever its indentation
_PASSED_OVER: Final = re.compile(rb"#|//|/\*|\*|--")  # comments and preprocessor lines may stand further left
_INDENT: Final = re.compile(rb"[ \t]*")
_BESIDE: Final = 2  # rows: the parser may stumble over a word a line or two after it
_WORD: Final = re.compile(rb"\w+")


class Fault(NamedTuple):
    """An outermost ERROR node, or a token the parser had to make up (of no width).

    Attributes:
        inner_byte: where below its first line the first error within it begins, else -1.
    """

    start_byte: int
    end_byte: int
    start_row: int
    end_row: int
    inner_byte: int = -1


def faults_of(root: Node) -> list[Fault]:
    """What is wrong in a tree, by position; parts without an error are not looked into."""
    faults: list[Fault] = []
    stack = [root]
    while stack:
        node = stack.pop()
        if not node.has_error:
            continue
        if node.is_error or node.is_missing:
            start_row, end_row = node.start_point[0], node.end_point[0]
            inner = _first_error_within(node) if end_row > start_row else -1
            faults.append(Fault(node.start_byte, node.end_byte, start_row, end_row, inner))
        else:
            stack.extend(node.children)
    faults.sort()
    return faults


def _first_error_within(fault: Node) -> int:
    row = fault.start_point[0]
    stack = [node for node in reversed(fault.children) if node.has_error]
    while stack:  # in the order of the file
        node = stack.pop()
        if (node.is_error or node.is_missing) and node.start_point[0] > row:
            return node.start_byte
        stack.extend(child for child in reversed(node.children) if child.has_error)
    return -1


@cache
def _beginning_within(indent: int) -> re.Pattern[bytes]:
    """Lines whose text stands no further right."""
    return re.compile(rb"\n[ \t]{0,%d}+(?=[^ \t\r\n])" % indent)


class Lines:
    """The lines of a file, as far as their indentation says what belongs together.

    Args:
        data: the file.
        continues: as in `LanguageRules`.
    """

    def __init__(self, data: bytes, *, continues: bytes = b"") -> None:
        self._data: Final = data
        self._goes_on: Final = re.compile(continues) if continues else None
        self._continues: Final = re.compile(_CONTINUES.pattern + b"|" + continues) if continues else _CONTINUES
        whole = data[: data.rfind(b"\n") + 1]
        lines = (
            [line + b"\n" for line in whole.split(b"\n")[:-1]] if b"\r" in whole else whole.splitlines(keepends=True)
        )
        self._starts: Final[list[int]] = list(accumulate(map(len, lines), initial=0))
        self._block_ends: Final[dict[int, int]] = {}  # row → what `block_end` said

    def row_of(self, byte: int) -> int:
        """The row a byte lies in, from 0."""
        return bisect_right(self._starts, byte) - 1

    def point_of(self, byte: int) -> tuple[int, int]:
        """Row and column of a byte, as tree-sitter counts them."""
        row = self.row_of(byte)
        return row, byte - self._starts[row]

    def start_of(self, byte: int) -> int:
        """Where the line of a byte begins."""
        return self._starts[self.row_of(byte)]

    def block_end(self, byte: int) -> int:
        """Where the statement ends that begins on the line of a byte: after its last line's text.

        It holds the lines below that are indented more, and those that close or continue it.
        """
        row = self.row_of(byte)
        if row not in self._block_ends:
            self._block_ends[row] = self._find_block_end(row)
        return self._block_ends[row]

    def _find_block_end(self, row: int) -> int:
        indent = self._indent(row)
        leads = _LEADS.match(self._data, self._starts[row] + indent) is not None
        after = self._starts[row + 1] - 1 if row + 1 < len(self._starts) else len(self._data)
        next_row = len(self._starts)
        for line in _beginning_within(indent).finditer(self._data, after):
            text_at = line.end()
            if _PASSED_OVER.match(self._data, text_at):
                continue
            is_left = text_at - line.start() - 1 < indent
            if is_left or (not leads and not self._continues.match(self._data, text_at)):
                next_row = self.row_of(text_at)
                break
            leads = leads and _LEADS.match(self._data, text_at) is not None
        last = next_row - 1
        while last > row and not self.begins_statement(self._starts[last]):
            last -= 1
        stop = self._starts[last + 1] - 1 if last + 1 < len(self._starts) else len(self._data)
        return self._starts[last] + len(self._data[self._starts[last] : stop].rstrip())

    def around(self, span: Span) -> tuple[int, int]:
        """The bytes of some lines, with the line above and the line below."""
        first, last = max(span.start - 2, 0), min(span.end + 1, len(self._starts) - 1)
        return max(self._starts[first] - 1, 0), self._starts[last] if last > span.end else len(self._data)

    def with_neighbours(self, first_row: int, last_row: int) -> tuple[int, int]:
        """The bytes of some rows, with two statements above, the comments between, and two rows below."""
        above = 0
        while first_row > 0 and above < _BESIDE:
            first_row -= 1
            above += self.begins_statement(self._starts[first_row])
        last = last_row + _BESIDE + 1
        end = self._starts[last] if last < len(self._starts) else len(self._data)
        return max(self._starts[first_row] - 1, 0), end

    def head_above(self, byte: int) -> int:
        """Where the nearest line above begins that is indented less; the byte's own line when there is none."""
        row = self.row_of(byte)
        indent = self._indent(row)
        for above in range(row - 1, -1, -1):
            start = self._starts[above]
            text_at = start + self._indent(above)
            blank = self._data[text_at : text_at + 1] in {b"", b"\n"}
            if text_at - start < indent and not blank and not _PASSED_OVER.match(self._data, text_at):
                return start
        return self._starts[row]

    def opens_only(self, byte: int) -> bool:
        """Whether the line of a byte opens a block whose lines are not indented, as a namespace does."""
        row = self.row_of(byte)
        stop = self._starts[row + 1] - 1 if row + 1 < len(self._starts) else len(self._data)
        return self._data[self._starts[row] : stop].rstrip().endswith(b"{") and self.block_end(byte) <= stop

    def begins_statement(self, start: int) -> bool:
        """Whether a line is neither blank nor a comment nor for a preprocessor."""
        text_at = start + self._indent(self.row_of(start))
        return self._data[text_at : text_at + 1] not in {b"", b"\n", b"\r"} and not _PASSED_OVER.match(
            self._data, text_at
        )

    def goes_on(self, start: int) -> bool:
        """Whether a line goes on with the statement above it by what its language says of it."""
        text_at = start + self._indent(self.row_of(start))
        return self._goes_on is not None and self._goes_on.match(self._data, text_at) is not None

    def have_statements(self, start: int, end: int) -> bool:
        """Whether a line begins between two bytes that neither continues another nor is a comment."""
        for row in range(self.row_of(start) + 1, self.row_of(end) + 1):
            text_at = self._starts[row] + self._indent(row)
            if text_at >= end or self._data[text_at : text_at + 1] in {b"", b"\n"}:
                continue
            if not self._continues.match(self._data, text_at) and not _PASSED_OVER.match(self._data, text_at):
                return True
        return False

    def _indent(self, row: int) -> int:
        blank = _INDENT.match(self._data, self._starts[row])
        return blank.end() - blank.start() if blank else 0


def reportable(faults: Iterable[Fault], data: bytes, functions: Sequence[tuple[int, int]]) -> Iterator[Span]:
    """The lines of faults in which a definition could have been lost.

    A fault within one line and one word, or within one line of a function that is there, took nothing
    away: a macro that the grammar can't know, a syntax newer than it.

    Args:
        faults: as from `faults_of`.
        data: the file.
        functions: start and end bytes of the functions that were found.
    """
    covered = union(functions)
    for fault in faults:
        if fault.start_byte == fault.end_byte:
            continue
        if fault.start_row == fault.end_row:
            at = bisect_right(covered, (fault.start_byte, len(data))) - 1
            within = at >= 0 and fault.end_byte <= covered[at][1]
            if within or len(_WORD.findall(data, fault.start_byte, fault.end_byte)) < 2:
                continue
        end_row = fault.end_row
        text = data[fault.start_byte : fault.end_byte].rstrip()
        end_row -= data.count(b"\n", fault.start_byte + len(text), fault.end_byte)
        yield Span(fault.start_row + 1, max(end_row, fault.start_row) + 1)


def union(stretches: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Stretches of bytes by position, those that overlap or touch made one."""
    joined: list[tuple[int, int]] = []
    for start, end in sorted(stretches):
        if joined and start <= joined[-1][1]:
            joined[-1] = joined[-1][0], max(joined[-1][1], end)
        else:
            joined.append((start, end))
    return joined


def merged(spans: Iterable[Span]) -> tuple[Span, ...]:
    """Spans by line, those that overlap or touch made one."""
    joined: list[Span] = []
    for span in sorted(spans):
        if joined and span.start <= joined[-1].end + 1:
            joined[-1] = Span(joined[-1].start, max(joined[-1].end, span.end))
        else:
            joined.append(span)
    return tuple(joined)
