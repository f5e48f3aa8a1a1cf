"""A chunk list by path: read once, line by line, into one SQLite file, so that a scan asks for the files it looks at.

A list may be larger than memory. It is read anew when its times or size say so, and nothing is taken from one that
somebody writes to at that moment: the file is replaced whole, or not at all.
"""

import os
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from tempfile import mkstemp
from typing import Final

from goldkeeper.model.chunks import ChunkId, Span
from goldkeeper.model.errors import MalformedChunkId, OutsideRepository
from goldkeeper.model.errors_passports import PassportSourceUnreadable
from goldkeeper.model.gold_entries import repository_path
from goldkeeper.model.listings import ListedChunk, ListedFile
from goldkeeper.stores.passports.chunk_list import Boundaries, ChunkFields, RawEntry, look, read_entries

_VERSION: Final = "2"  # of what is kept
_AT_ONCE: Final = 5_000  # entries written together
_FILES_KEPT: Final = 2_048  # entries of so many files are held for the next who asks
_LAST_LINE: Final = 999_999_999  # that a chunk ID can name
_SCHEMA: Final = """
CREATE TABLE entries (path TEXT NOT NULL, first INTEGER NOT NULL, last INTEGER NOT NULL, symbol TEXT NOT NULL,
                      line INTEGER NOT NULL, PRIMARY KEY (path, first, last, symbol)) WITHOUT ROWID;
CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL);
"""


@dataclass(frozen=True, slots=True)
class Counting:
    """How a list counts lines and writes paths.

    Attributes:
        lines_from: the number of a file's first line, 0 or 1.
        end_is: `last` where the end belongs to the chunk, `behind` where it is the line behind it; empty: not said.
        roots: what paths may begin with; the longest that fits is taken off.
    """

    lines_from: int = 1
    end_is: str = ""
    roots: tuple[str, ...] = ()


class ChunkListFile:
    """`ports.ChunkList` of a JSON lines file.

    Attributes:
        name: the list as the user named it.
        says_its_end: whether the configuration says what the list's ends name.
        boundaries: digest of all entries as they are written.
        count: of entries, duplicates included.
        duplicates: entries that stand there again, and the line of the first of them.
    """

    def __init__(self, connection: sqlite3.Connection, name: str, *, says_its_end: bool) -> None:
        """Of what `open_chunk_list` keeps."""
        self.name, self.says_its_end = name, says_its_end
        self._connection = connection
        self._lock = threading.Lock()
        self._held: dict[str, tuple[ListedChunk, ...]] = {}
        facts = _facts(connection)
        self.boundaries, self.count = facts["boundaries"], int(facts["count"])
        self.duplicates = int(facts["duplicates"]), int(facts["duplicate_line"])

    def close(self) -> None:
        """Let go of the file."""
        self._connection.close()

    def entries(self, path: str) -> tuple[ListedChunk, ...]:
        """The entries of one file, by start line, longer ones first; each ID once."""
        with self._lock:
            held = self._held.get(path)
            if held is None:
                query = "SELECT first, last, symbol, line FROM entries WHERE path = ? ORDER BY first, last DESC, symbol"
                rows = self._connection.execute(query, (_kept_text(path),)).fetchall()
                held = tuple(
                    ListedChunk(path, Span(first, last), _text(name), line) for first, last, name, line in rows
                )
                if len(self._held) >= _FILES_KEPT:
                    self._held.clear()
                self._held[path] = held
            return held

    def files(self) -> Iterator[ListedFile]:
        """Every file of the list, by path."""
        query = "SELECT path, count(*), max(last), min(line) FROM entries GROUP BY path ORDER BY path"
        with self._lock:
            rows = self._connection.execute(query).fetchall()
        return (ListedFile(_text(path), *row) for path, *row in rows)


def open_chunk_list(source: Path, name: str, fields: ChunkFields, counting: Counting, kept: Path) -> ChunkListFile:
    """A chunk list, read now if it is another than the one that is kept.

    Args:
        source: where it lies.
        name: as the user named it.
        fields: names of its fields.
        counting: how it counts.
        kept: the file that keeps it by path.

    Raises:
        PassportSourceUnreadable: it can't be read, is being written, or contradicts what is said of how it counts.
    """
    key = f"{_VERSION} {look(source)} {fields} {counting}"
    known = _open(kept)
    if known is not None and _facts(known).get("key") == key:
        return ChunkListFile(known, name, says_its_end=bool(counting.end_is))
    if known is not None:
        known.close()
    handle, temporary = mkstemp(prefix=f".{kept.name}.", suffix=".tmp", dir=kept.parent)
    os.close(handle)
    try:
        with closing(sqlite3.connect(temporary)) as connection:
            _fill(connection, source, name, fields, counting)
            connection.execute("INSERT INTO facts VALUES ('key', ?)", (key,))
            connection.commit()
        Path(temporary).replace(kept)
    finally:
        with suppress(FileNotFoundError):
            Path(temporary).unlink()
    made = _open(kept)
    if made is None:
        raise PassportSourceUnreadable(str(kept), "can't be read again", "remove it, and scan once more")
    return ChunkListFile(made, name, says_its_end=bool(counting.end_is))


def _open(kept: Path) -> sqlite3.Connection | None:
    """What is kept; None where there is nothing, or nothing that makes sense."""
    if not kept.is_file():
        return None
    connection = sqlite3.connect(kept, check_same_thread=False)
    try:
        _facts(connection)
    except sqlite3.Error:
        connection.close()
        return None
    return connection


def _kept_text(text: str) -> str | bytes:
    """As SQLite takes it: a name whose bytes are no UTF-8 holds surrogates, and is kept as bytes."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-8", "surrogatepass")
    return text


def _text(kept: str | bytes) -> str:
    return kept if isinstance(kept, str) else kept.decode("utf-8", "surrogatepass")


def _facts(connection: sqlite3.Connection) -> dict[str, str]:
    return dict(connection.execute("SELECT name, value FROM facts"))


def _fill(connection: sqlite3.Connection, source: Path, name: str, fields: ChunkFields, counting: Counting) -> None:
    connection.executescript(f"PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; {_SCHEMA}")
    boundaries, put, again, first_again = Boundaries(), 0, 0, 0
    rows = _rows(read_entries(source, name, fields), name, boundaries, counting)
    while batch := list(islice(rows, _AT_ONCE)):
        for row in batch:
            put = connection.execute("INSERT OR IGNORE INTO entries VALUES (?, ?, ?, ?, ?)", row).rowcount
            if put < 1:
                again, first_again = again + 1, first_again or row[-1]
    facts = {
        "boundaries": boundaries.digest,
        "count": str(boundaries.count),
        "duplicates": str(again),
        "duplicate_line": str(first_again),
    }
    connection.executemany("INSERT INTO facts VALUES (?, ?)", facts.items())


def _rows(
    entries: Iterator[tuple[int, RawEntry]], name: str, boundaries: Boundaries, counting: Counting
) -> Iterator[tuple[str | bytes, int, int, str | bytes, int]]:
    paths: dict[str, str] = {}
    for line, written in entries:
        boundaries.add(*written)
        place, entry = f"{name}:{line}", _read_id(written)
        raw = entry[0]
        if raw not in paths:
            if len(paths) >= _FILES_KEPT:
                paths.clear()
            paths[raw] = _path(raw, place, counting)
        first, last = _lines(entry, place, counting)
        if "\0" in raw or "\0" in entry[3]:  # no file, no gold file and no database has that
            raise PassportSourceUnreadable(place, "path or symbol hold a NUL character", "make the list anew")
        yield _kept_text(paths[raw]), first, last, _kept_text(entry[3]), line


def _read_id(entry: RawEntry) -> RawEntry:
    """`path:start-end` as one text is no opaque name."""
    if entry[1:] != (0, 0, ""):
        return entry
    try:
        named = ChunkId.parse(entry[0], bare=True)
    except MalformedChunkId:
        return entry
    return named.path, named.span.start, named.span.end, named.symbol


def _path(raw: str, place: str, counting: Counting) -> str:
    """A path as the repository has it."""
    path = raw.replace("\\", "/") if "/" not in raw else raw
    for root in sorted(counting.roots, key=len, reverse=True):
        if root and path.startswith(f"{root.rstrip('/')}/"):
            path = path[len(root.rstrip("/")) + 1 :]
            break
    try:
        known = repository_path(path)
    except OutsideRepository as outside:
        remedy = "say with index.chunk_root what the paths begin with before the repository's own part"
        raise PassportSourceUnreadable(place, f"{raw}: {outside.reason}, outside the repository", remedy) from None
    if not known:
        raise PassportSourceUnreadable(place, "an empty path", "name the field with index.chunk_path")
    return known


def _lines(entry: RawEntry, place: str, counting: Counting) -> tuple[int, int]:
    """First and last line, from 1."""
    raw, start, end, _ = entry
    if start < counting.lines_from:
        if (start, end, counting.lines_from) == (0, 0, 1) and not _looks_like_a_path(raw):
            remedy = "have the list name path, start and end too (index.chunk_path and the others say where)"
            raise PassportSourceUnreadable(place, f"{raw} tells no lines", remedy)
        remedy = "set index.chunk_lines_from = 0" if start == 0 else "make the list anew"
        if (start, end) == (0, 0):
            remedy += "; if that is an ID and no path, have the list name path, start and end too"
        problem = (
            f"a chunk of {raw} starts at line {start}, and lines are said to be counted from {counting.lines_from}"
        )
        raise PassportSourceUnreadable(place, problem, remedy)
    first = start + 1 - counting.lines_from
    last = end + 1 - counting.lines_from - (counting.end_is == "behind")
    if last < first:
        problem = f"a chunk of {raw} goes from {start} to {end}, which holds no line"
        remedy = "make the list anew"
        if counting.end_is == "behind" and end == start:
            problem += ', the end being said to be the line "behind" it'
            remedy = 'set index.chunk_end_is = "last"'
        raise PassportSourceUnreadable(place, problem, remedy)
    if last > _LAST_LINE:
        digits = len(str(last)) if last < 10**18 else "more than 18"
        problem = f"a chunk of {raw} ends at a line of {digits} digits, which no file has"
        raise PassportSourceUnreadable(place, problem, "make the list anew")
    return first, last


def _looks_like_a_path(raw: str) -> bool:
    return "/" in raw or "." in raw
