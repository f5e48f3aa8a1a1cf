"""Records of other tools → queries and references.

Gold sets agree on little: the gold may be a list of IDs, a list of objects, a map from ID to
grade, or a block that holds one of these under another name. So a record's gold is looked at by
its shape, and the field names (`fields.py`) only say where to look.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from goldkeeper.model.errors import FileUnreadable
from goldkeeper.model.gold import GoldProblem, Grade, Query, QueryId, QueryType, Severity
from goldkeeper.model.gold_entries import read_grade
from goldkeeper.model.json_text import Constant, Members, Number
from goldkeeper.model.references import GoldReference, Place, References
from goldkeeper.stores.formats import fields
from goldkeeper.stores.formats.documents import read_records
from goldkeeper.stores.formats.identifiers import UnknownForm, a_span, read_identifier

_MOST_NAMED = 20  # fields in a message; records of logs have hundreds
UNGRADED = Grade(1)  # what a gold set without grades means by naming a chunk


def read_references(data: bytes, name: str, *, judged_zero: bool = False) -> References:
    """Read line spans, path and symbol, or joined IDs from JSON or JSONL.

    Args:
        data: the whole file.
        name: the file as the user named it.
        judged_zero: whether grade 0 is an answer; else such references are left out and told.

    Raises:
        FileUnreadable: no records are found, or none that has a field known to hold gold.
    """
    found = read_records(data, name)
    _check_fields(name, found.records)
    reading = _Reading(judged_zero, problems=list(found.problems), revision=_revision(found.document))
    for number, record in enumerate(found.records, start=1):
        reading.take(record, number)
    return References(
        name, tuple(reading.queries), tuple(reading.references), tuple(reading.problems), unread=reading.unread
    )


def _gold_fields(block: Members) -> list[str]:
    known = {fields.plain(name) for name in fields.ALL_GOLD}
    return [key for key, value in block.items if fields.plain(key) in known and value is not None]


def _check_fields(name: str, records: tuple[Members, ...]) -> None:
    """A file without a known field for gold, or for queries, would come in as nothing at all."""
    there = list(dict.fromkeys(key for record in records for key, _ in record.items))
    more = f" and {len(there) - _MOST_NAMED} more" if len(there) > _MOST_NAMED else ""
    fields_there = f"there are {', '.join(there[:_MOST_NAMED])}{more}"
    if records and not any(_gold_fields(record) for record in records):
        looked_for = ", ".join(fields.ALL_GOLD)
        remedy = f"call it 'gold', a list of IDs or an object {{ID: grade}}; looked for were {looked_for}"
        raise FileUnreadable(name, f"no field that holds gold was found; {fields_there}", remedy)
    if records and not any(fields.pick(record, fields.QUERY_TEXT) is not None for record in records):
        remedy = f"call it 'query'; looked for were {', '.join(fields.QUERY_TEXT)}"
        raise FileUnreadable(name, f"no field that holds a query was found; {fields_there}", remedy)


def _revision(block: Members | None) -> str:
    """The state of the code that a document, or a record, says it was written for; empty where it says nothing."""
    if block is None:
        return ""
    about = [held for name in fields.ABOUT if isinstance(held := fields.pick(block, (name,)), Members)]
    for place in (block, *about):
        held = fields.pick(place, fields.REVISION)
        if isinstance(held, str) and not isinstance(held, Number | Constant) and held.strip():
            return held.strip()
    return ""


@dataclass(slots=True)
class _Reading:
    """What was read so far."""

    judged_zero: bool
    queries: list[Query] = field(default_factory=list)
    references: list[GoldReference] = field(default_factory=list)
    problems: list[GoldProblem] = field(default_factory=list)
    lines: dict[QueryId, int] = field(default_factory=dict)
    revision: str = ""  # of the whole document, for records that name none
    unread: int = 0
    _of_record: str = ""

    def take(self, record: Members, number: int) -> None:
        """One record; without an ID of its own it is called by its number."""
        text = fields.pick(record, fields.QUERY_TEXT)
        if not isinstance(text, str) or not text.strip():
            self._tell(record.line, "query-missing", "the record has no query text", "add 'query'")
            return
        named = fields.pick(record, fields.QUERY_ID)
        query_id = QueryId(str(named) if isinstance(named, str) and named else f"q{number}")
        first_line = self.lines.setdefault(query_id, record.line)
        if len(self.lines) == len(self.queries):
            message = f"query {query_id!r} stands on line {first_line} already; this record is not used"
            self._tell(record.line, "duplicate-qid", message, "give it another ID")
            return
        declared = fields.pick(record, fields.QUERY_TYPE)
        known = isinstance(declared, str) and declared in set(QueryType)
        self.queries.append(Query(query_id, text, QueryType(declared) if known else None, record.line))
        self._of_record = _revision(record) or self.revision
        self._gold(query_id, record, record.line)

    def _gold(self, query_id: QueryId, block: Members, line: int) -> None:
        """Every gold field of a record or of a block in it; their number is open, an empty one is an answer."""
        if not _gold_fields(block):
            message = f"no field that holds gold is known here: {', '.join(key for key, _ in block.items)}"
            remedy = "call it 'gold', a list of IDs or an object {ID: grade}"
            self.problems.append(GoldProblem(line, "gold-missing", message, remedy, Severity.WARNING))
        for name in fields.GOLD:
            self._gold_value(query_id, fields.pick(block, (name,)), line)
        paths = _texts(fields.pick(block, fields.GOLD_PATHS))
        symbols = _texts(fields.pick(block, fields.GOLD_SYMBOLS))
        for written, place in _paired(paths, symbols):
            self._add(query_id, place, None, line, written)

    def _gold_value(self, query_id: QueryId, value: Any, line: int) -> None:
        match value:
            case str() if not isinstance(value, Number | Constant):
                self._identifier(query_id, value, None, line)
            case list():
                for item in value:
                    self._gold_value(query_id, item, item.line if isinstance(item, Members) else line)
            case Members() if _is_item(value):
                self._item(query_id, value)
            case Members() if value.items and all(_is_grade(grade) for _, grade in value.items):
                for written, grade in value.items:
                    self._identifier(query_id, written, grade, line)
            case Members():
                self._gold(query_id, value, line)
            case None:
                pass
            case _:
                self._damaged(line, str(value), "it is no text")

    def _item(self, query_id: QueryId, item: Members) -> None:
        """One object that names a chunk by its parts, or holds a joined ID."""
        grade = fields.pick(item, fields.GRADE)
        path, symbol = fields.pick(item, fields.PATH), fields.pick(item, fields.SYMBOL)
        if not isinstance(path, str):
            written = fields.pick(item, fields.IDENTIFIER)
            self._identifier(query_id, written if isinstance(written, str) else str(symbol or ""), grade, item.line)
            return
        kind = fields.pick(item, fields.KIND)
        try:
            lines = _lines_of(item)
            place = read_identifier(path) if lines is None and ("#L" in path or ":" in path) else Place(path)
            span = a_span(*lines) if lines else place.span
        except UnknownForm as damage:
            self._damaged(item.line, path, str(damage))
            return
        named = symbol if isinstance(symbol, str) else place.symbol
        where = Place(place.path, span, named, kind if isinstance(kind, str) else place.kind)
        judged_at = fields.pick(item, fields.ITEM_REVISION)
        revision = judged_at if isinstance(judged_at, str) and not isinstance(judged_at, Number | Constant) else ""
        self._add(query_id, where, grade, item.line, _spelled(where), revision=revision)

    def _identifier(self, query_id: QueryId, written: str, grade: Any, line: int) -> None:
        try:
            place = read_identifier(written)
        except UnknownForm as damage:
            self._damaged(line, written, str(damage))
            return
        self._add(query_id, place, grade, line, written)

    def _add(self, query_id: QueryId, place: Place, value: Any, line: int, written: str, *, revision: str = "") -> None:
        grade: Grade | None = UNGRADED
        if value is not None:
            grade, code, message, remedy = read_grade(value, judged_zero=self.judged_zero)
            if code:
                severity = Severity.ERROR if grade is None else Severity.WARNING
                self.problems.append(GoldProblem(line, code, f"grade of {written!r}: {message}", remedy, severity))
        if grade is None:
            self.unread += 1
        else:
            revision = revision or self._of_record
            self.references.append(GoldReference(query_id, place, grade, line, written, revision))

    def _damaged(self, line: int, written: str, reason: str) -> None:
        code = "span-inverted" if "ends before" in reason else "reference-malformed"
        remedy = "write path and lines, or path and symbol"
        self._tell(line, code, f"reference {written!r}: {reason}", remedy)
        self.unread += 1

    def _tell(self, line: int, code: str, message: str, remedy: str) -> None:
        self.problems.append(GoldProblem(line, code, message, remedy))


def _is_item(value: Members) -> bool:
    """Whether an object names one chunk; a map from ID to grade has no such names."""
    if any(isinstance(fields.pick(value, names), str) for names in (fields.PATH, fields.IDENTIFIER)):
        return not all(_is_grade(held) for _, held in value.items)
    symbol = fields.pick(value, fields.SYMBOL)
    return isinstance(symbol, str) and not isinstance(symbol, Number | Constant)


def _is_grade(value: Any) -> bool:
    return value is None or isinstance(value, bool | Number | Constant)


def _texts(value: Any) -> list[str]:
    held = value if isinstance(value, list) else [value]
    return [text for text in held if isinstance(text, str) and not isinstance(text, Number | Constant)]


def _paired(paths: list[str], symbols: list[str]) -> Iterator[tuple[str, Place]]:
    """Two lists side by side: one path for all symbols, a path for each, or no telling which."""
    if not symbols:
        yield from ((path, Place(path)) for path in paths)
    elif len(paths) == 1 or len(paths) == len(symbols):
        full = paths * len(symbols) if len(paths) == 1 else paths
        yield from ((f"{path}:{name}", Place(path, None, name)) for path, name in zip(full, symbols, strict=True))
    else:
        yield from ((name, Place(symbol=name)) for name in symbols)


def _lines_of(item: Members) -> tuple[int, int] | None:
    """Start and end line; a lone start is one line, and no start is no lines."""
    held = fields.pick(item, fields.SPAN)
    if isinstance(held, Members):
        return _lines_of(held)
    if isinstance(held, list) and held:
        return _pair(held[0], held[-1])
    if isinstance(held, str) and not isinstance(held, Number | Constant):
        start, _, end = held.replace("L", "").partition("-")
        return _pair(start, end or start)
    start = fields.pick(item, fields.START)
    if start is None:
        return None
    return _pair(start, fields.pick(item, fields.END) or start)


def _pair(start: Any, end: Any) -> tuple[int, int]:
    # Numbers arrive as text too; `true` is no line, and nine digits are more lines than files have.
    if not all(isinstance(line, str) and re.fullmatch(r"-?[0-9]{1,9}", line.strip()) for line in (start, end)):
        raise UnknownForm(f"lines {start} to {end} are no whole numbers")
    return int(start), int(end)


def _spelled(place: Place) -> str:
    return ":".join(part for part in (place.path, str(place.span or ""), place.symbol) if part)
