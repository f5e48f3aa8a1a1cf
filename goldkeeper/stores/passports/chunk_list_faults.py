"""What is wrong with a line of a chunk list, and what would do: a list may be anything that somebody called one."""

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

from goldkeeper.stores.passports.manifest import SHOWN_KEYS, paths_in

EXAMPLE: Final = '{"path": "src/a.py", "start": 1, "end": 40}'
_PACKED: Final = {
    b"\x1f\x8b": "packed with gzip",
    b"\x28\xb5\x2f\xfd": "packed with zstd",
    b"\xfd7zXZ": "packed with xz",
    b"BZh": "packed with bzip2",
    b"PK\x03\x04": "a ZIP archive",
    b"PAR1": "a Parquet file",
    b"SQLite format 3": "an SQLite database",
}
_UTF16: Final = (b"\xff\xfe", b"\xfe\xff")
_LONGEST_SHOWN: Final = 40  # characters of a value


def not_json(line: bytes, number: int, problem: Exception) -> tuple[str, str]:
    """Problem and remedy of a line that is no JSON.

    Args:
        line: with its line break, if it has one; without, it may be half-written.
        number: of the line, from 1; the first tells what sort of file it is.
        problem: what the reader of JSON says.
    """
    text = line.strip()
    packed = next((kind for magic, kind in _PACKED.items() if line.startswith(magic)), "") if number == 1 else ""
    if packed:
        return packed, f"have it written as JSON lines: {EXAMPLE}"
    if line.startswith(_UTF16) or b"\0" in line:
        return "no UTF-8 text (UTF-16, perhaps)", "have it written as UTF-8"
    if isinstance(problem, UnicodeDecodeError):
        return f"no UTF-8 text (byte 0x{line[problem.start]:02x})", "have it written as UTF-8"
    if number == 1 and text.startswith(b"["):
        return "a JSON array", "write one chunk a line (jq -c '.[]' makes lines of it)"
    if text.startswith((b"#", b"//")):
        return "not JSON, but a comment", "leave it out: each line is a chunk"
    remedy = "wait until it is written, or make the list anew"
    if line.endswith(b"\n"):
        remedy = f"make the list anew, one JSON object a line: {EXAMPLE}"
    if isinstance(problem, json.JSONDecodeError):
        return f"not JSON: {problem.msg} (column {problem.pos + 1})", remedy
    if isinstance(problem, RecursionError):
        return "not JSON: nested too deeply", remedy
    return "not JSON: a number of thousands of digits", remedy


def not_an_object(record: object) -> tuple[str, str]:
    """Problem and remedy of JSON that is no table."""
    if isinstance(record, list) and any(isinstance(one, dict) for one in record):
        return "no JSON object, but an array", "write one chunk a line (jq -c '.[]' makes lines of it)"
    return "no JSON object", f"write one chunk a line: {EXAMPLE}"


def not_an_entry(record: Mapping[str, Any], wanted: Sequence[tuple[str, object]], id_field: str) -> tuple[str, str]:
    """Problem and remedy of an object in which a chunk's place is not found.

    Args:
        record: the object.
        wanted: the fields for path, start and end, each with what stands there; None: nothing. Two may be one field.
        id_field: name of the field for an ID.
    """
    keys = ("chunk_path", "chunk_start", "chunk_end")
    if any(value is not None for _, value in wanted[1:]):  # a path alone may stand beside an ID
        for (name, value), key in zip(wanted, keys, strict=True):
            if value is None:
                return f"has no {name}", f"say with index.{key} which field it is ({_holds(record)})"
            is_path = key == "chunk_path"
            if isinstance(value, str) if is_path else whole_number(value) is not None:
                continue
            kind = "text" if is_path else "line number"
            return f"{name} is {_shown(value)}, no {kind}", f"make the list anew, or say with index.{key} where it is"
    path, start, end = (name for name, _ in wanted)
    remedy = f"name its fields with index.chunk_path and the others ({_holds(record)})"
    return f"has neither {path}, {start} and {end}, nor {id_field}", remedy


def whole_number(value: object) -> int | None:
    """A number as lists write them: whole, be it `3`, `3.0` (a data frame with gaps) or `"3"` (a vector store).

    >>> whole_number(3.0), whole_number("3"), whole_number(3.5), whole_number(True)
    (3, 3, None, None)
    """
    if isinstance(value, bool):
        return None
    if isinstance(value, int):
        return value
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, str):
        digits = value.removeprefix("-")
        return int(value) if digits.isascii() and digits.isdigit() and len(digits) < _LONGEST_SHOWN else None
    return None


def _holds(record: Mapping[str, Any]) -> str:
    names = list(paths_in(record))
    more = ", …" if len(names) > SHOWN_KEYS else ""
    return f"it has {', '.join(names[:SHOWN_KEYS]) or 'nothing'}{more}"


def _shown(value: object) -> str:
    text = json.dumps(value)
    return text if len(text) <= _LONGEST_SHOWN else text[: _LONGEST_SHOWN - 1] + "…"
