"""The bytes of one gold line with some members of its gold object changed.

Nothing is parsed and printed again: the object is put together from the pieces it had, so that
spacing, escapes, number spellings and all other fields stay as somebody wrote them, and a diff in
version control shows the change and nothing else.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from goldkeeper.model.json_text import MemberPlace, find_members, write_text

_ESCAPE_BEYOND_ASCII = re.compile(rb"(?<!\\)(?:\\\\)*\\u(?!00[0-7])[0-9A-Fa-f]{4}")


@dataclass(frozen=True, slots=True)
class NewMember:
    """A member of the gold object as it is to be.

    Attributes:
        origin: index of the member whose place it takes, in the order of the line.
        key: the new chunk ID; None keeps the key as it is spelled.
        grade: the new grade; None keeps the value as it is spelled.
    """

    origin: int
    key: str | None = None
    grade: int | None = None


def escapes_unicode(data: bytes) -> bool | None:
    r"""Whether text is written as `\u00e9` (True) or `é` (False); None where nothing shows it.

    >>> [escapes_unicode(line) for line in (b'"\\u00e9"', '"é"'.encode(), b'"e\\u0009"')]
    [True, False, None]
    """
    if not data.isascii():
        return False
    return True if _ESCAPE_BEYOND_ASCII.search(data) else None


def edit_line(line: bytes, members: Sequence[NewMember], *, ascii_only: bool) -> bytes:
    """The line with its gold object made of these members, in this order.

    Args:
        line: one line holding a JSON object with one `gold` object.
        members: a member that takes over several places lists its origin once; several members of
            one origin stand side by side, the first of them with the origin's separator.
        ascii_only: how new keys are written.
    """
    record = find_members(line)
    gold = find_members(line, _gold_value(line, record.members))
    old = gold.members
    if not members:
        return line[: gold.start] + b"{}" + line[gold.end :]
    between = _separator(line, record.members, old)
    pieces = [line[gold.start : old[0].key_start]]
    for index, member in enumerate(members):
        if index > 0:
            first_of_origin = members[index - 1].origin != member.origin and member.origin > 0
            pieces.append(_gap_before(line, old, member.origin) if first_of_origin else between)
        pieces.append(_written(line, old[member.origin], member, ascii_only=ascii_only))
    pieces.append(line[old[-1].value_end : gold.end])
    return line[: gold.start] + b"".join(pieces) + line[gold.end :]


def add_members(line: bytes, added: Mapping[str, int], *, ascii_only: bool) -> bytes:
    """The line with further members at the end of its gold object.

    Args:
        line: one line holding a JSON object with one `gold` object.
        added: chunk ID → grade, in this order.
        ascii_only: how the keys are written.
    """
    record = find_members(line)
    gold = find_members(line, _gold_value(line, record.members))
    if gold.members:
        kept = [NewMember(origin) for origin in range(len(gold.members))]
        new = [NewMember(len(gold.members) - 1, key, grade) for key, grade in added.items()]
        return edit_line(line, [*kept, *new], ascii_only=ascii_only)
    first = record.members[0]
    colon = line[first.key_end : first.value_start]  # as this line spaces it
    pieces = (write_text(key, ascii_only=ascii_only) + colon + str(grade).encode() for key, grade in added.items())
    between = _separator(line, record.members, gold.members)
    return line[: gold.start] + b"{" + between.join(pieces) + b"}" + line[gold.end :]


def _gold_value(line: bytes, members: Sequence[MemberPlace]) -> int:
    # A key may be spelled with escapes too; only then does it cost a parse.
    for member in members:
        key = line[member.key_start : member.key_end]
        if key == b'"gold"' or (b"\\u" in key and _unescaped(key) == b"gold"):
            return member.value_start
    raise ValueError("the line has no gold object")


def _unescaped(key: bytes) -> bytes:
    return re.sub(rb"\\u00([0-7][0-9A-Fa-f])", lambda found: bytes([int(found[1], 16)]), key)[1:-1]


def _gap_before(line: bytes, old: Sequence[MemberPlace], origin: int) -> bytes:
    return line[old[origin - 1].value_end : old[origin].key_start]


def _separator(line: bytes, fields: Sequence[MemberPlace], old: Sequence[MemberPlace]) -> bytes:
    """What stands between two members, as this line has it: in the gold object, else between fields."""
    places = old if len(old) > 1 else fields
    return _gap_before(line, places, 1) if len(places) > 1 else b", "


def _written(line: bytes, place: MemberPlace, member: NewMember, *, ascii_only: bool) -> bytes:
    old_key = line[place.key_start : place.key_end]
    key = old_key
    if member.key is not None:
        key = write_text(member.key, ascii_only=ascii_only, escape_slashes=b"\\/" in old_key)
    value = line[place.value_start : place.value_end] if member.grade is None else str(member.grade).encode()
    return key + line[place.key_end : place.value_start] + value
