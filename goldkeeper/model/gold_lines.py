r"""The text of a gold file, line by line: what each says and what is wrong with it.

A line is what stands between two `\n`; other characters that some readers take for line ends
(U+2028, U+0085, form feed, a lone `\r`) may stand in a query and end nothing. Damage never reaches
beyond its line, and within a line a bad pair leaves the others alone. Pure: bytes in, values out,
so that checking a file and rewriting it read it with the same eyes.
"""

import hashlib
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from goldkeeper.model.gold import GoldPair, GoldProblem, GoldSet, Query, QueryId, QueryType, Severity
from goldkeeper.model.gold_entries import BRING_IN, GoldEntry, IsFile, read_entry
from goldkeeper.model.json_text import Constant, JsonDamage, Members, Number, read_json

BOM = b"\xef\xbb\xbf"
CONFLICT_MARKS = (b"<<<<<<< ", b"=======", b">>>>>>> ", b"||||||| ")
_FIELDS = ("qid", "query", "type", "gold")
# Names under which other tools keep the same; only used to say what would do.
_SYNONYMS: Mapping[str, tuple[str, ...]] = {
    "qid": ("id", "query_id", "task_id", "case_id"),
    "query": ("question", "q", "text", "prompt", "input", "Query"),
    "gold": ("relevant", "expected", "gold_chunk_ids", "relevant_chunk_ids", "gold_spans", "evidence"),
}
LONGEST_SOURCE = 40  # letters; it names a stratum of an audit
_SHAPE = '{"qid": …, "query": …, "type": …, "gold": {chunk ID: grade}}'


def holds_a_merge(data: bytes) -> bool:
    r"""Whether git left a conflict in a gold file: what it says is then both sides at once.

    >>> holds_a_merge(b'<<<<<<< HEAD\n{}\n=======\n{}\n>>>>>>> wip\n'), holds_a_merge(b'{"query": "======="}')
    (True, False)
    """
    return any(line.startswith(CONFLICT_MARKS) for line in data.split(b"\n"))


@dataclass(frozen=True, slots=True)
class GoldLine:
    """One line of a gold file.

    Attributes:
        number: from 1.
        query: None where the line is blank, a comment, or can't be used.
        entries: the members of its gold object, unusable ones included, in order.
    """

    number: int
    query: Query | None
    entries: tuple[GoldEntry, ...] = ()
    problems: tuple[GoldProblem, ...] = field(default=())

    def pairs(self) -> Iterator[GoldPair]:
        """The usable pairs in order, each chunk once; of several grades for one chunk the highest."""
        if self.query is None:
            return
        best: dict[str, GoldPair] = {}
        for entry in self.entries:
            if entry.chunk_id is None or entry.grade is None:
                continue
            pair = GoldPair(self.query.query_id, entry.chunk_id, entry.grade, self.number, entry.written)
            known = best.get(str(entry.chunk_id))
            if known is None or pair.grade > known.grade:
                best[str(entry.chunk_id)] = pair
        yield from best.values()


def digest_of(data: bytes) -> str:
    """The digest by which a rewrite knows the bytes that were read."""
    return hashlib.sha256(data).hexdigest()


def read_gold(
    data: bytes, name: str, *, is_file: IsFile | None = None, judged_zero: bool = False, bare_ids: bool = False
) -> GoldSet:
    """A gold file's bytes as a gold set; damage becomes problems of the set, in order of lines.

    Args:
        data: the whole file.
        name: the file as the user named it.
        is_file: whether a path is a file of the repository; decides IDs that can be read in two ways.
        judged_zero: whether grade 0 is an answer (judged and not relevant) or damage.
        bare_ids: whether `path:start-end` is an ID, of a chunk without a symbol, or damage.
    """
    lines = tuple(read_gold_lines(data, is_file=is_file, judged_zero=judged_zero, bare_ids=bare_ids))
    queries = tuple(line.query for line in lines if line.query is not None)
    pairs = tuple(pair for line in lines for pair in line.pairs())
    problems = tuple(problem for line in lines for problem in line.problems)
    whole = _whole_file_problem(data) if problems and not queries else None
    return GoldSet(name, digest_of(data), queries, pairs, (whole,) if whole else problems)


def read_gold_lines(
    data: bytes, *, is_file: IsFile | None = None, judged_zero: bool = False, bare_ids: bool = False
) -> Iterator[GoldLine]:
    """Every line of a gold file, blank ones and comments included; arguments as for `read_gold`."""
    first_lines: dict[QueryId, int] = {}
    for number, raw in enumerate(data.split(b"\n"), start=1):
        text = raw.removeprefix(BOM)
        if not text.strip() or text.lstrip().startswith((b"#", b"//")):
            yield GoldLine(number, None)
            continue
        line = _read_line(number, text, _Reading(is_file, judged_zero, bare_ids))
        if line.query is not None:
            first = first_lines.setdefault(line.query.query_id, number)
            if first != number:
                message = f"query {line.query.query_id!r} stands on line {first} already; this line is not used"
                remedy = "give it another qid, or put the gold of both into one line"
                twice = GoldProblem(number, "duplicate-qid", message, remedy)
                line = GoldLine(number, None, line.entries, (twice, *line.problems))
        yield line


@dataclass(frozen=True, slots=True)
class _Reading:
    """How IDs and grades are read; see `read_gold`."""

    is_file: IsFile | None
    judged_zero: bool
    bare_ids: bool


def _read_line(number: int, raw: bytes, reading: _Reading) -> GoldLine:
    def damaged(code: str, message: str, remedy: str) -> GoldLine:
        return GoldLine(number, None, (), (GoldProblem(number, code, message, remedy),))

    if raw.startswith(CONFLICT_MARKS):
        return damaged("merge-conflict", "a merge conflict is not resolved here", "resolve it and remove the marks")
    try:
        record = read_json(raw.decode())
    except UnicodeDecodeError as damage:
        what = f"byte {damage.start + 1} of the line (0x{raw[damage.start]:02x}) is no UTF-8"
        return damaged("not-utf-8", what, "save the file as UTF-8")
    except JsonDamage as damage:
        return damaged("not-json", f"not JSON at column {damage.column}: {damage.reason}", _json_remedy(raw, damage))
    if not isinstance(record, Members):
        return damaged("not-an-object", "the line holds no JSON object", f"write {_SHAPE}, one query a line")
    return _read_record(number, record, reading)


def _json_remedy(raw: bytes, damage: JsonDamage) -> str:
    if damage.column > len(raw.decode().rstrip()):
        return "the line is cut off; restore its end"
    if damage.reason == "extra data":
        return "one JSON object a line; put the rest on a line of its own"
    if raw.lstrip().startswith(b"{'"):
        return 'JSON wants "double" quotes'
    return f"mend it to {_SHAPE}"


def _read_record(number: int, record: Members, reading: _Reading) -> GoldLine:
    problems = [
        GoldProblem(number, "duplicate-field", f"field {name!r} stands twice in the line", "keep one of them")
        for name in _FIELDS
        if record.count(name) > 1
    ]
    query_id = _read_query_id(number, record, problems)
    text = _read_query_text(number, record, problems)
    query_type = _read_type(number, record, problems)
    entries = _read_entries(number, record, problems, reading)
    spoilt = any(problem.code in _LINE_CODES for problem in problems)
    query = None
    if not spoilt and query_id is not None and text is not None:
        query = Query(query_id, text, query_type, number, _read_source(record))
    if query is not None and not entries:  # where there are some, each that is not usable has its own problem
        problems.append(_no_gold(query))
    return GoldLine(number, query, entries, tuple(problems))


# Problems that leave no query to speak of; all others concern a pair, or are warnings.
_LINE_CODES = frozenset({"duplicate-field", "qid-missing", "qid-type", "query-missing", "gold-missing", "gold-type"})


def _no_gold(query: Query) -> GoldProblem:
    """Such a query is in no check and no table, so that it would be lost and nobody would miss it."""
    message = f"query {query.query_id} has no gold"
    remedy = "remove the line, or give it gold; an empty one means that nothing should be found"
    return GoldProblem(query.line, "no-gold", message, remedy, Severity.WARNING)


def _missing(number: int, name: str, record: Members) -> GoldProblem:
    other = next((other for other in _SYNONYMS[name] if other in record), None)
    remedy = f"add {name!r}"
    if other:
        remedy = f"rename {other!r} to {name!r}, or bring the file in with {BRING_IN}"
    return GoldProblem(number, f"{name}-missing", f"field {name!r} is missing or empty", remedy)


def _read_query_id(number: int, record: Members, problems: list[GoldProblem]) -> QueryId | None:
    value = record.get("qid")
    if isinstance(value, Number):
        message, remedy = f"qid {value} is a number, taken as the text {str(value)!r}", f'write "{value}"'
        problems.append(GoldProblem(number, "qid-number", message, remedy, Severity.WARNING))
        return QueryId(str(value))
    if value is None or (isinstance(value, str) and not value.strip()):
        problems.append(_missing(number, "qid", record))
    elif not isinstance(value, str) or isinstance(value, Constant) or not _encodable(value):
        problems.append(GoldProblem(number, "qid-type", "field 'qid' is no text", "write a text that names the query"))
    else:
        return QueryId(value)
    return None


def _read_query_text(number: int, record: Members, problems: list[GoldProblem]) -> str | None:
    value = record.get("query")
    if not isinstance(value, str) or isinstance(value, Number | Constant) or not value.strip():
        problems.append(_missing(number, "query", record))
        return None
    if _encodable(value):
        return value
    message = "the query holds half a character (a lone surrogate), shown as \N{REPLACEMENT CHARACTER}"
    problems.append(GoldProblem(number, "query-surrogate", message, "write the whole character", Severity.WARNING))
    return value.encode(errors="surrogatepass").decode(errors="replace")


def _read_source(record: Members) -> str:
    """The field `source`, which is the user's own: whatever is no short text is passed over."""
    value = record.get("source")
    text = " ".join(value.split()) if isinstance(value, str) else ""
    return text if len(text) <= LONGEST_SOURCE and text.isprintable() else ""


def _read_type(number: int, record: Members, problems: list[GoldProblem]) -> QueryType | None:
    value = record.get("type")
    if value is None:
        return None
    if isinstance(value, str) and value in set(QueryType):
        return QueryType(value)
    shown = repr(value) if isinstance(value, str) else "no text"
    remedy = f"write one of {', '.join(QueryType)}"
    problems.append(GoldProblem(number, "type-unknown", f"type is {shown}", remedy, Severity.WARNING))
    return None


def _read_entries(
    number: int, record: Members, problems: list[GoldProblem], reading: _Reading
) -> tuple[GoldEntry, ...]:
    gold = record.get("gold")
    if not isinstance(gold, Members):
        if "gold" in record:
            remedy = "write an object, {chunk ID: grade}; {} if nothing should be found"
            problems.append(GoldProblem(number, "gold-type", "field 'gold' is no object", remedy))
        else:
            problems.append(_missing(number, "gold", record))
        return ()
    entries: list[GoldEntry] = []
    for written, value in gold.items:
        entry, found = read_entry(
            number,
            written,
            value,
            is_file=reading.is_file,
            judged_zero=reading.judged_zero,
            bare_ids=reading.bare_ids,
        )
        entries.append(entry)
        problems.extend(found)
    problems.extend(_duplicates(number, entries))
    return tuple(entries)


def _duplicates(number: int, entries: list[GoldEntry]) -> Iterator[GoldProblem]:
    names = [str(entry.chunk_id) if entry.chunk_id else entry.written for entry in entries]
    for name in (name for name, times in Counter(names).items() if times > 1):
        same = [entry for entry, other in zip(entries, names, strict=True) if other == name]
        spelled = " and ".join(repr(text) for text in dict.fromkeys(entry.written for entry in same))
        grades = [entry.grade for entry in same if entry.grade is not None]
        if len(set(grades)) > 1:
            listed = ", ".join(str(grade) for grade in grades)
            message = f"{spelled}: one chunk with several grades ({listed}); the highest is used"
            yield GoldProblem(number, "duplicate-chunk", message, "keep one of them")
        else:
            message = f"{spelled}: the chunk stands {len(same)} times in this line"
            yield GoldProblem(number, "duplicate-chunk", message, "keep one of them", Severity.WARNING)


def _encodable(text: str) -> bool:
    return not any("\ud800" <= character <= "\udfff" for character in text)


def _whole_file_problem(data: bytes) -> GoldProblem | None:
    """One sentence instead of hundreds, for a file that is no JSONL at all."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return GoldProblem(0, "not-utf-8", "the file is UTF-16", "save it as UTF-8")
    if b"\n" not in data.strip():
        return None
    try:
        whole: Any = read_json(data.removeprefix(BOM).decode())
    except (JsonDamage, UnicodeDecodeError):
        return None
    what = "one JSON list" if isinstance(whole, list) else "one JSON document"
    remedy = f"write {_SHAPE}, one a line, or bring it in with {BRING_IN}"
    return GoldProblem(0, "not-jsonl", f"the file is {what}, not one object a line", remedy)
