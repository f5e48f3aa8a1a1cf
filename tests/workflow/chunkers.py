"""Chunkers that cut wherever a test says."""

from collections.abc import Sequence

from goldkeeper.chunking.building import build_file
from goldkeeper.chunking.decoding import decode_source
from goldkeeper.model.chunks import BlobId, Chunk, ChunkKind, FileChunks, SkipReason, Span
from goldkeeper.model.passports import Fingerprint
from tests.builders import a_fingerprint


class LineChunker:
    """Cuts every file at the same lines, each chunk of a name of its own; a stand-in for `ports.Chunker`."""

    ids_are_lines = False

    def __init__(self, *spans: tuple[int, int], prefix: str = "part") -> None:
        self._spans, self._prefix = spans, prefix

    @property
    def fingerprint(self) -> Fingerprint:
        return a_fingerprint()

    def language_of(self, path: str) -> str | SkipReason:
        return "python"

    def chunk_file(self, path: str, blob: BlobId, data: bytes) -> FileChunks | SkipReason:
        source = decode_source(data)
        assert source is not None
        lines = source.text.split("\n")
        chunks: list[Chunk] = []
        for start, end in self._spans:
            text = "\n".join(lines[start - 1 : end])
            row = (start, end, f"{self._prefix}_{start}", ChunkKind.FUNCTION, 0, len(text.encode()))
            piece = decode_source(text.encode())
            assert piece is not None
            chunks += build_file((path, blob, "python"), piece, [row], ()).chunks
        return FileChunks(path, blob, "python", tuple(chunks), source.text)

    def rebuild(self, path: str, blob: BlobId, data: bytes, rows: bytes) -> FileChunks:
        raise NotImplementedError

    def pack(self, file: FileChunks) -> bytes:
        raise NotImplementedError


def spans_of(cuts: Sequence[int], lines: int) -> list[tuple[int, int]]:
    """The spans into which cuts after these lines divide a file."""
    ends = sorted({cut for cut in cuts if cut < lines} | {lines})
    return list(zip([1, *(end + 1 for end in ends[:-1])], ends, strict=True))


def shared_lines(one: Span, other: Span) -> int:
    """How many lines two spans have in common."""
    return len(set(range(one.start, one.end + 1)) & set(range(other.start, other.end + 1)))
