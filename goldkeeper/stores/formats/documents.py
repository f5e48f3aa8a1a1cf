"""Bytes → records with their lines: JSON with a list somewhere near the top, or JSONL."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from goldkeeper.model.errors import FileUnreadable
from goldkeeper.model.gold import GoldProblem
from goldkeeper.model.gold_lines import BOM
from goldkeeper.model.json_text import JsonDamage, Members, closing_lines, read_json
from goldkeeper.stores.formats.fields import ALL_GOLD, LISTS, QUERY_TEXT, pick


@dataclass(frozen=True, slots=True)
class Records:
    """The records of a file, one a query, each with the line on which it opens.

    Attributes:
        document: what they lie in, where that is one object; what it says holds for all of them.
    """

    records: tuple[Members, ...]
    problems: tuple[GoldProblem, ...] = field(default=())
    document: Members | None = None


def read_records(data: bytes, name: str) -> Records:
    """Find the records of a file.

    A damaged line of JSONL is a problem, and the rest goes on; JSON is read whole or not at all.

    Raises:
        FileUnreadable: neither JSON nor JSONL, or JSON in which no list of queries is found.
    """
    data = data.removeprefix(BOM)
    try:
        document = read_json(data.decode(), closing_lines(data))
    except (JsonDamage, UnicodeDecodeError) as damage:
        records, problems = _read_lines(data)
        if not records:
            reason = f"is neither JSON nor JSONL ({damage})"
            raise FileUnreadable(name, reason, "name a JSON or JSONL file with one record a query") from None
        return Records(records, problems)
    held = _queries_in(document)
    if held is None:
        remedy = f"put the queries into a list, or under one of {', '.join(LISTS)}"
        raise FileUnreadable(name, "no list of queries was found", remedy)
    records = tuple(record for record in held if isinstance(record, Members) and _is_record(record))
    return Records(records, document=document if isinstance(document, Members) else None)


def _is_record(record: Members) -> bool:
    """A query, or gold without one, which is told; headings and notes lie between them."""
    return pick(record, QUERY_TEXT) is not None or any(pick(record, (name,)) is not None for name in ALL_GOLD)


def _read_lines(data: bytes) -> tuple[tuple[Members, ...], tuple[GoldProblem, ...]]:
    records: list[Members] = []
    problems: list[GoldProblem] = []
    for number, raw in enumerate(data.split(b"\n"), start=1):
        if not raw.strip() or raw.lstrip().startswith((b"#", b"//")):
            continue
        try:
            record = read_json(raw.decode(), _shifted(raw, number - 1))
        except UnicodeDecodeError:
            problems.append(GoldProblem(number, "not-utf-8", "the line is no UTF-8", "save the file as UTF-8"))
        except JsonDamage as damage:
            message = f"not JSON at column {damage.column}: {damage.reason}"
            problems.append(GoldProblem(number, "not-json", message, "mend the line"))
        else:
            if isinstance(record, Members):
                records.append(record)
            else:
                message = "the line holds no JSON object"
                problems.append(GoldProblem(number, "not-an-object", message, "write one object a line"))
    return tuple(records), tuple(problems)


def _shifted(raw: bytes, lines_before: int) -> Iterator[int]:
    return (line + lines_before for line in closing_lines(raw))


def _queries_in(document: Any) -> list[Any] | None:
    """A bare list, or the list under one of the usual names, a level or two down; a lone record too."""
    if isinstance(document, list):
        return document
    if not isinstance(document, Members):
        return None
    held = pick(document, LISTS)
    if isinstance(held, list):
        return held
    if isinstance(held, Members):
        return _queries_in(held)
    return [document] if pick(document, QUERY_TEXT) is not None else None
