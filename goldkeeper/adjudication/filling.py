"""Judged holes → the gold file with the new pairs in it.

A pair is added at the end of its query's gold object, and not a byte of the rest is touched. One that is there
already is no second time, whatever its grade: somebody put it there, and filling twice is filling once.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from goldkeeper.adjudication.gold_edit import add_members, escapes_unicode
from goldkeeper.model.chunks import ChunkId
from goldkeeper.model.gold import Grade, QueryId
from goldkeeper.model.gold_entries import IsFile
from goldkeeper.model.gold_lines import read_gold_lines


@dataclass(frozen=True, slots=True)
class NewPair:
    """A judgement that is to come into the gold file."""

    query_id: QueryId
    chunk_id: ChunkId
    grade: Grade


@dataclass(frozen=True, slots=True)
class Filled:
    """The next gold file and what came into it.

    Attributes:
        data: the whole file; the same bytes when nothing came in.
        added: new pairs with the line they stand on, by line, then in the order given.
        present: pairs that stood there already.
        homeless: pairs whose query the file does not have, or only in a damaged line.
    """

    data: bytes
    added: tuple[tuple[int, NewPair], ...]
    present: tuple[NewPair, ...]
    homeless: tuple[NewPair, ...]


def fill(data: bytes, pairs: Sequence[NewPair], *, is_file: IsFile | None = None) -> Filled:
    """Put judged pairs into a gold file's bytes.

    >>> line = b'{"qid": "q1", "query": "sum", "gold": {"a.py:1-4:f": 3}, "note": 1.50}'
    >>> fill(line, [NewPair(QueryId("q1"), ChunkId.parse("b.py:3-6:g"), Grade(2))]).data
    b'{"qid": "q1", "query": "sum", "gold": {"a.py:1-4:f": 3, "b.py:3-6:g": 2}, "note": 1.50}'
    """
    by_query: dict[QueryId, list[NewPair]] = {}
    for pair in dict.fromkeys(pairs):
        by_query.setdefault(pair.query_id, []).append(pair)
    raw_lines = data.split(b"\n")
    file_escapes = bool(escapes_unicode(data))
    added: list[tuple[int, NewPair]] = []
    present: list[NewPair] = []
    for line in read_gold_lines(data, is_file=is_file, judged_zero=True, bare_ids=True):
        if line.query is None or line.query.query_id not in by_query:
            continue
        there = {str(entry.chunk_id) for entry in line.entries} | {entry.written for entry in line.entries}
        new = [pair for pair in by_query[line.query.query_id] if str(pair.chunk_id) not in there]
        present += [pair for pair in by_query.pop(line.query.query_id) if pair not in new]
        if new:
            raw = raw_lines[line.number - 1]
            line_escapes = escapes_unicode(raw)
            ascii_only = file_escapes if line_escapes is None else line_escapes
            members: Mapping[str, int] = {str(pair.chunk_id): pair.grade for pair in new}
            raw_lines[line.number - 1] = add_members(raw, members, ascii_only=ascii_only)
            added += [(line.number, pair) for pair in new]
    homeless = tuple(pair for held in by_query.values() for pair in held)
    return Filled(b"\n".join(raw_lines), tuple(added), tuple(present), homeless)
