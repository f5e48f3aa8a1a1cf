"""Chunk lists kept for one command, where no project has a place to keep them longer."""

from collections.abc import Mapping, Sequence

from goldkeeper.model.chunks import BlobId

MOST_BYTES = 256 << 20  # of packed rows; beyond, nothing more is kept


class ChunkMemory:
    """`ports.ChunkCache` in memory."""

    def __init__(self) -> None:
        self._rows: dict[tuple[BlobId, str, str], bytes] = {}
        self._held = 0

    def get_many(self, keys: Sequence[tuple[BlobId, str]], chunker: str) -> Mapping[tuple[BlobId, str], bytes]:
        """Packed rows for (blob, language) keys under a chunker's digest; absent ones are left out."""
        found = ((key, self._rows.get((*key, chunker))) for key in keys)
        return {key: rows for key, rows in found if rows is not None}

    def put_many(self, rows: Mapping[tuple[BlobId, str], bytes], chunker: str) -> None:
        """Keep packed rows."""
        for key, packed in rows.items():
            if self._held < MOST_BYTES:
                self._rows[*key, chunker] = packed
                self._held += len(packed)
