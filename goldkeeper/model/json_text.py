"""JSON as text: what `json.loads` forgets and a careful rewrite needs.

A parsed dict has lost repeated keys, the spelling of numbers, and where in the line each thing
stood. Gold files are edited by hand and kept in version control, so all three matter: a repeated
chunk ID is somebody's mistake, `2.0` is not `2`, and only the bytes of a change may change.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

# Strings first, so that structure characters inside them are never seen. JSON's structure is
# ASCII, so UTF-8 bytes can be scanned as they are.
_TOKEN = re.compile(rb'"[^"\\]*(?:\\.[^"\\]*)*"|[{}\[\]:,]|[^\s{}\[\]:,"]+', re.DOTALL)

# Raw, these break a line for many readers (U+0085, U+2028, U+2029) or can't be encoded at all
# (lone surrogates, which stand for the odd bytes of paths that are no UTF-8).
_ALWAYS_ESCAPED = re.compile("[\x7f-\x9f\u2028\u2029\ud800-\udfff]")


class Number(str):
    """A JSON number, spelled as in the text."""

    __slots__ = ()


class Constant(str):
    """`NaN`, `Infinity` or `-Infinity`: no JSON, but many writers emit them."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Members:
    """A JSON object with every member in order, repeated keys included.

    Attributes:
        line: where the object opens, from 1; 0 where nobody asked.
    """

    items: tuple[tuple[str, Any], ...]
    line: int = 0

    def get(self, key: str) -> Any:
        """The value that other readers would take: the last one of that key, else None."""
        return next((value for name, value in reversed(self.items) if name == key), None)

    def __contains__(self, key: object) -> bool:
        return any(name == key for name, _ in self.items)

    def count(self, key: str) -> int:
        """How often the key stands in the object."""
        return sum(name == key for name, _ in self.items)


class JsonDamage(ValueError):
    """Text that is no JSON: where (characters, from 1), and why in a few words."""

    def __init__(self, column: int, reason: str) -> None:
        self.column, self.reason = column, reason
        super().__init__(f"column {column}: {reason}")


def read_json(text: str, lines: Iterator[int] | None = None) -> Any:
    """Parse JSON; objects become `Members`, numbers `Number`, the rest as usual.

    Args:
        text: one JSON value with white space around it.
        lines: the line of each object in the order in which they close, see `closing_lines`.

    Raises:
        JsonDamage: not JSON, or nested more deeply than can be read.

    >>> read_json('{"a": 2.0, "a": 1}').items
    (('a', '2.0'), ('a', '1'))
    """

    def hold(pairs: list[tuple[str, Any]]) -> Members:
        return Members(tuple(pairs), next(lines, 0) if lines else 0)

    try:
        return json.loads(text, object_pairs_hook=hold, parse_int=Number, parse_float=Number, parse_constant=Constant)
    except json.JSONDecodeError as damage:
        reason = damage.msg[:1].lower() + damage.msg[1:].removesuffix(" at").removesuffix(" starting at")
        raise JsonDamage(damage.pos + 1, reason) from None
    except RecursionError:
        raise JsonDamage(1, "nested too deeply") from None


def closing_lines(data: bytes) -> Iterator[int]:
    """The line, from 1, on which each object opens, in the order in which they close.

    That is the order in which a parser hands objects over, so the two can be walked together.
    """
    line, seen, opened = 1, 0, []
    for token in _TOKEN.finditer(data):
        mark = data[token.start() : token.start() + 1]
        if mark == b"{":
            line += data.count(b"\n", seen, token.start())
            seen = token.start()
            opened.append(line)
        elif mark == b"}" and opened:
            yield opened.pop()


@dataclass(frozen=True, slots=True)
class MemberPlace:
    """Byte ranges of one member: key with its quotes, and value; ends excluded."""

    key_start: int
    key_end: int
    value_start: int
    value_end: int


@dataclass(frozen=True, slots=True)
class ObjectPlace:
    """Byte range of an object, braces included, and of its members in order."""

    start: int
    end: int
    members: tuple[MemberPlace, ...]


def find_members(data: bytes, start: int = 0) -> ObjectPlace:
    """Where the members of the first object at or after `start` lie.

    Args:
        data: UTF-8 text that `read_json` has taken; nothing is checked again.
        start: offset in bytes.

    >>> place = find_members(b'{"a": {"b": 1}, "c": "}"}').members[1]
    >>> (place.key_start, place.key_end, place.value_start, place.value_end)
    (16, 19, 21, 24)
    """
    members: list[MemberPlace] = []
    depth, opened, last_end = 0, start, start
    key: tuple[int, int] | None = None
    value_start: int | None = None
    for token in _TOKEN.finditer(data, start):
        mark = data[token.start() : token.start() + 1]
        closes = mark in b"}]"
        if depth == 1 and (mark == b"," or closes) and key is not None and value_start is not None:
            members.append(MemberPlace(*key, value_start, last_end))
            key = value_start = None
        elif depth == 1 and key is None and mark == b'"':
            key = token.span()
        elif depth == 1 and key is not None and value_start is None and mark != b":":
            value_start = token.start()
        if mark in b"{[":
            opened = token.start() if depth == 0 else opened
            depth += 1
        elif closes:
            depth -= 1
            if depth == 0:
                return ObjectPlace(opened, token.end(), tuple(members))
        last_end = token.end()
    return ObjectPlace(opened, last_end, tuple(members))


def write_text(text: str, *, ascii_only: bool = False, escape_slashes: bool = False) -> bytes:
    r"""A JSON string with its quotes, on one line for every reader.

    Args:
        text: may hold lone surrogates; they are escaped.
        ascii_only: escape everything beyond ASCII.
        escape_slashes: `\/` for `/`, as some writers have it.

    >>> write_text("é\u2028")
    b'"\xc3\xa9\\u2028"'
    """
    written = json.dumps(text, ensure_ascii=ascii_only)
    written = _ALWAYS_ESCAPED.sub(lambda found: f"\\u{ord(found[0]):04x}", written)
    return (written.replace("/", "\\/") if escape_slashes else written).encode()
