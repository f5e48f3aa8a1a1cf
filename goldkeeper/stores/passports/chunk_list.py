"""The list of an index's chunks → how many there are, and a digest of all their boundaries.

The list may be larger than memory and in any order, so the digest is a sum: each chunk's own digest, added modulo
2^128. Equal lists give equal sums in whatever order they are written, and a chunk that is there twice counts twice.
"""

import hashlib
import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from goldkeeper.model.chunks import ChunkId
from goldkeeper.model.errors import MalformedChunkId
from goldkeeper.model.errors_passports import PassportSourceMissing, PassportSourceUnreadable
from goldkeeper.model.passports import Fact, Origin, Trait
from goldkeeper.stores.passports.chunk_list_faults import not_an_entry, not_an_object, not_json, whole_number
from goldkeeper.stores.passports.manifest import look_up

_BYTES = 16
_MODULUS = 1 << (8 * _BYTES)


@dataclass(frozen=True, slots=True)
class ChunkFields:
    """Names of the fields in a line.

    Attributes:
        chunk_id: read where path, start and end are not there.
    """

    chunk_id: str = "id"
    path: str = "path"
    start: str = "start"
    end: str = "end"
    symbol: str = "symbol"


RawEntry = tuple[str, int, int, str]  # path, start, end, symbol as they are written; 0, 0 behind an opaque ID


class Boundaries:
    """Sums up the boundaries of chunks, one after the other.

    >>> one, other = Boundaries(), Boundaries()
    >>> one.add("a.py", 1, 2, "f"); one.add("b.py", 1, 2, "g")
    >>> other.add("b.py", 1, 2, "g"); other.add("a.py", 1, 2, "f")
    >>> one.digest == other.digest, one.count
    (True, 2)
    """

    def __init__(self, count: int = 0, digest: str = "0") -> None:
        """Begin; `count` and `digest` go on where another left off."""
        self.count = count
        self._sum = int(digest, 16)

    def add(self, path: str, start: int, end: int, symbol: str) -> None:
        """Take in a chunk."""
        text = f"{path}\0{start}\0{end}\0{symbol}"
        digest = hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=_BYTES).digest()
        self._sum = (self._sum + int.from_bytes(digest, "big")) % _MODULUS
        self.count += 1

    @property
    def digest(self) -> str:
        """32 hexadecimal digits."""
        return f"{self._sum:0{2 * _BYTES}x}"


def read_boundaries(path: Path, name: str, fields: ChunkFields) -> Boundaries:
    """Go through a chunk list, line by line; as `goldkeeper chunk --json` writes it, or with fields of other names.

    Args:
        path: where it lies.
        name: as the user named it.
        fields: names of the fields.

    Raises:
        PassportSourceUnreadable: no such file, a line that is no chunk, or a list without any: half-written, perhaps.
    """
    boundaries = Boundaries()
    for _, entry in read_entries(path, name, fields):
        boundaries.add(*entry)
    return boundaries


def read_entries(path: Path, name: str, fields: ChunkFields) -> Iterator[tuple[int, RawEntry]]:
    """The entries of a chunk list as they are written, each with the number of its line.

    Raises:
        PassportSourceUnreadable: see `read_boundaries`; also once it is read, where somebody wrote to it meanwhile.
    """
    before, found = look(path), False
    for number, line in enumerate(_lines(path, name), 1):
        if line.strip():
            found = True
            yield number, _read_line(line, name, number, fields)
    if look(path) != before:
        raise PassportSourceUnreadable(name, "changed while it was read", "wait until it is written")
    if not found:
        raise PassportSourceUnreadable(name, "holds no chunk", "wait until it is written, or correct index.chunks")


def look(file: Path) -> str:
    """Names a file's content by a look at its times and size."""
    try:
        at = file.stat()
    except OSError:
        return f"{file} none"
    return f"{file} {at.st_ino} {at.st_size} {at.st_mtime_ns}"


def boundary_facts(boundaries: Boundaries, name: str) -> tuple[Fact, ...]:
    """The same as facts of a passport."""
    return (
        Fact(Trait.CHUNKS, str(boundaries.count), Origin.INFERRED, name),
        Fact(Trait.BOUNDARIES, boundaries.digest, Origin.INFERRED, name),
    )


def _lines(path: Path, name: str) -> Iterator[bytes]:
    try:
        if not path.is_file():  # a pipe would be waited for without end
            if path.exists():
                raise PassportSourceUnreadable(name, "no regular file", "correct index.chunks in the configuration")
            raise PassportSourceMissing(name, "chunk list", "index.chunks")
        with path.open("rb") as file:
            yield from file
    except OSError as problem:
        said = (problem.strerror or os.strerror(problem.errno or 0)).lower()
        raise PassportSourceUnreadable(name, f"can't be read ({said})", "make it readable") from None


def _field(record: Mapping[str, Any], name: str) -> Any:
    """A field by its name, or by a pointer into what lies in the entry (`metadata.path`, `/metadata/path`)."""
    if name in record or not ("." in name or name.startswith("/")):
        return record.get(name)
    return look_up(record, name, "chunk_path")


def _read_line(line: bytes, name: str, number: int, fields: ChunkFields) -> RawEntry:
    place = f"{name}:{number}"
    try:
        record: Any = json.loads(line.removeprefix(b"\xef\xbb\xbf"))
    except (ValueError, RecursionError) as problem:
        raise PassportSourceUnreadable(place, *not_json(line, number, problem)) from None
    if not isinstance(record, dict):
        raise PassportSourceUnreadable(place, *not_an_object(record))
    wanted = [(name, _field(record, name)) for name in (fields.path, fields.start, fields.end)]
    (_, path), (_, first), (_, last) = wanted
    start, end, symbol = whole_number(first), whole_number(last), _field(record, fields.symbol)
    if isinstance(path, str) and start is not None and end is not None:
        return path, start, end, symbol if isinstance(symbol, str) else ""
    named = _field(record, fields.chunk_id)
    if not isinstance(named, str):
        raise PassportSourceUnreadable(place, *not_an_entry(record, wanted, fields.chunk_id))
    try:
        chunk_id = ChunkId.parse(named)
    except MalformedChunkId:
        return named, 0, 0, ""  # an opaque ID is a boundary too: a chunk that was cut otherwise gets another
    return chunk_id.path, chunk_id.span.start, chunk_id.span.end, chunk_id.symbol
