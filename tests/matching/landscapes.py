"""Small changes, read as the matcher reads them: files in, a landscape and the numbers of its chunks out."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from goldkeeper.chunking.chunker import DefinitionChunker
from goldkeeper.matching.context import Context
from goldkeeper.matching.landscape import Landscape
from goldkeeper.matching.profiles import Lexicon
from goldkeeper.matching.survey import survey
from goldkeeper.model.changes import Change
from goldkeeper.model.chunks import BlobId, Chunk, FileChunks, Snapshot


@dataclass(frozen=True)
class Surveyed:
    """A landscape whose chunks are asked for by path and symbol, `a.py Cart.add`."""

    land: Landscape
    context: Context

    def base(self, name: str) -> int:
        """The number of a base chunk."""
        return _number(self.land.base, name)

    def head(self, name: str) -> int:
        """The number of a head chunk."""
        return _number(self.land.head, name)


def surveyed(base: Mapping[str, str], head: Mapping[str, str]) -> Surveyed:
    """Both sides through the real chunker."""
    land = survey(Change(_snapshot(base), _snapshot(head)), Lexicon())
    return Surveyed(land, Context(land))


def _snapshot(files: Mapping[str, str]) -> Snapshot:
    chunker = DefinitionChunker()
    made: dict[str, FileChunks] = {}
    for path, text in files.items():
        data = text.encode()
        file = chunker.chunk_file(path, BlobId(hashlib.sha256(data).hexdigest()), data)
        assert isinstance(file, FileChunks)
        made[path] = file
    return Snapshot("story", made)


def _number(chunks: Sequence[Chunk], name: str) -> int:
    path, symbol = name.split(" ")
    found = [n for n, chunk in enumerate(chunks) if (chunk.path, chunk.symbol) == (path, symbol)]
    assert len(found) == 1, [f"{chunk.path} {chunk.symbol}" for chunk in chunks]
    return found[0]
