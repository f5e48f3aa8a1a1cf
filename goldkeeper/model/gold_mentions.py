r"""Which chunks a gold file names anywhere, also on lines that can't be used as they stand.

A line that is broken for an hour must not cost what was known of its chunks, and a decision must not
take over an ID that such a line still means in its old sense. Members of a gold object are known
by parsing, so one ID is never taken for the beginning of a longer one. Of a line without a usable
query nothing but its text is there, quotes and ends may be missing, so the ID is looked for within it.
Only lines that hold the ID's very `:<start>-<end>:` are searched: thousands of IDs are looked up at once.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from goldkeeper.model.chunks import ChunkId
from goldkeeper.model.gold_lines import read_gold_lines

_SPAN_GROUP = re.compile(r":[0-9]{1,9}-[0-9]{1,9}(?![0-9])")
_ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|(.))", re.DOTALL)


@dataclass(frozen=True)
class UnreadLines:
    """Text in which IDs may stand, by the span groups that it holds."""

    by_span: Mapping[str, Sequence[tuple[int, str]]]

    @classmethod
    def of(cls, lines: Iterable[tuple[int, bytes]]) -> "UnreadLines":
        """From line numbers and raw lines, in the file's order."""
        by_span: dict[str, list[tuple[int, str]]] = {}
        for number, raw in lines:
            text = _plain(raw.decode("utf-8", "surrogateescape"))
            for span in dict.fromkeys(_SPAN_GROUP.findall(text)):
                by_span.setdefault(span, []).append((number, text))
        return cls(by_span)

    def naming(self, written: str) -> tuple[int, ...]:
        r"""Numbers of the lines in which an ID stands, whatever stands around it; `\` counts as `/`.

        >>> UnreadLines.of([(7, b'{"gold": {".\\\\a.py:1-2:f"')]).naming("a.py:1-2:f")
        (7,)
        """
        wanted = written.replace("\\", "/")
        spans = dict.fromkeys(_SPAN_GROUP.findall(wanted))
        first = next(iter(spans), None)
        lines = self.by_span.get(first, ()) if first is not None else ()
        return tuple(number for number, text in lines if wanted in text)


def _plain(text: str) -> str:
    r"""JSON's escapes resolved wherever they stand, `\` read as `/`."""
    if "\\" not in text:
        return text
    text = _ESCAPE.sub(lambda found: chr(int(found[1], 16)) if found[1] else found[2], text)
    # Two escapes may be the halves of one character.
    text = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")
    return text.replace("\\", "/")


@dataclass(frozen=True)
class Mentions:
    """What a gold file names.

    Attributes:
        members: keys of gold objects, as written and in their plain form, unusable ones included.
        unread: the lines of which no query can be used, comments included.
    """

    members: frozenset[str]
    unread: UnreadLines

    def __contains__(self, chunk_id: ChunkId) -> bool:
        return str(chunk_id) in self.members or bool(self.unread.naming(str(chunk_id)))


def read_mentions(data: bytes) -> Mentions:
    """Read a gold file for the IDs that it names."""
    raw_lines = data.split(b"\n")
    members: set[str] = set()
    unread: list[tuple[int, bytes]] = []
    for line in read_gold_lines(data, judged_zero=True, bare_ids=True):
        for entry in line.entries:
            members.add(entry.written)
            if entry.chunk_id is not None:
                members.add(str(entry.chunk_id))
        if line.query is None:
            unread.append((line.number, raw_lines[line.number - 1]))
    return Mentions(frozenset(members), UnreadLines.of(unread))
