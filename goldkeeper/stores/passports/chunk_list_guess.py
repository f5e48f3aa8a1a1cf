"""Which fields of a chunk list name path, lines and symbol, by the words that chunkers use for them.

A guess is written into a configuration, where people see and correct it; nothing is read by guesses.
"""

import json
from collections.abc import Callable, Mapping
from itertools import islice
from pathlib import Path
from typing import Any, Final

from goldkeeper.stores.passports.chunk_list_faults import whole_number
from goldkeeper.stores.passports.manifest import look_up, paths_in

_LOOKED_AT: Final = 64 * 1024  # characters of the first entry; a chunk's own text may be in there
_LINES_LOOKED_AT: Final = 20  # for the first that is no blank one
# Most telling first: where both a `start` and a `start_line` stand, the former counts characters.
_WORDS: Final[Mapping[str, tuple[str, ...]]] = {
    "chunk_path": ("path", "filepath", "relativepath", "relpath", "file", "filename", "source"),
    "chunk_start": ("startline", "linestart", "firstline", "beginline", "start", "begin", "from"),
    "chunk_end": ("endline", "lineend", "lastline", "end", "stop", "to"),
    "chunk_symbol": ("symbol", "symbolname", "qualifiedname", "name"),
}


def guess_fields(file: Path) -> dict[str, str]:
    """Key of the `[index]` table → field of the list's first entry, where another name than the default fits.

    A file that can't be read, or whose first entry is no JSON object, tells nothing.

    >>> fields_of({"metadata": {"file": "a.py", "start_line": 1, "end_line": 40}, "id": "x"})
    {'chunk_path': 'metadata.file', 'chunk_start': 'metadata.start_line', 'chunk_end': 'metadata.end_line'}
    """
    try:
        with file.open(encoding="utf-8-sig") as lines:
            first = next((line for line in islice(lines, _LINES_LOOKED_AT) if line.strip()), "")
        record = json.loads(first) if len(first) <= _LOOKED_AT else None
    except (OSError, ValueError, RecursionError):
        return {}
    return fields_of(record) if isinstance(record, dict) else {}


def fields_of(record: Mapping[str, Any]) -> dict[str, str]:
    """The same of one entry."""
    fits: dict[str, Callable[[object], bool]] = {"chunk_start": _is_line, "chunk_end": _is_line}
    names = [name for name in paths_in(record) if all(name.split("."))]
    found: dict[str, str] = {}
    for key, words in _WORDS.items():
        asked = fits.get(key, _is_text)
        meant = (name for word in words for name in names if _word(name) == word and asked(look_up(record, name, key)))
        name = next(meant, "")
        if name and name != key.removeprefix("chunk_"):
            found[key] = name
    return found


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _is_line(value: object) -> bool:
    return whole_number(value) is not None


def _word(name: str) -> str:
    return name.rpartition(".")[2].replace("_", "").replace("-", "").casefold()
