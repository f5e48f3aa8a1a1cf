"""Rows → chunks with their texts and digests.

A repository has hundreds of thousands of chunks, and a frozen dataclass writes each of its fields
through `object.__setattr__`. Here the slots are written directly, which takes half the time; what is
written is what the constructors would accept, as the walk counts lines from 1 and ends after it begins.
"""

from collections.abc import Iterable
from typing import Any, Final

from xxhash import xxh3_128_hexdigest

from goldkeeper.chunking.decoding import SourceText
from goldkeeper.model.chunks import BlobId, Chunk, ChunkKind, FileChunks, Span

# First line, last line, symbol, kind; first byte and end of these lines.
Row = tuple[int, int, str, ChunkKind, int, int]

_SPAN_SLOTS: Final[tuple[Any, ...]] = tuple(Span.__dict__[name].__set__ for name in ("start", "end"))
_CHUNK_SLOTS: Final[tuple[Any, ...]] = tuple(
    Chunk.__dict__[name].__set__ for name in ("path", "span", "symbol", "kind", "language", "digest", "text")
)


def build_file(
    file: tuple[str, BlobId, str],
    source: SourceText,
    rows: Iterable[Row],
    damage: tuple[Span, ...],
) -> FileChunks:
    """The chunks of a file.

    Args:
        file: path, blob, language.
        source: the file as text.
        rows: by start, outer before inner.
        damage: lines without sense.
    """
    path, blob, language = file
    data, new = source.data, object.__new__
    set_start, set_end = _SPAN_SLOTS
    set_path, set_span, set_symbol, set_kind, set_language, set_digest, set_text = _CHUNK_SLOTS
    chunks: list[Chunk] = []
    same_lines = (0, 0)
    for start, end, symbol, kind, begin, stop in rows:
        if same_lines != (start, end):  # of a million definitions on one line the text is kept once
            same_lines = start, end
            piece = data[begin:stop]
            digest, text = xxh3_128_hexdigest(piece), piece.decode()
            span = new(Span)
            set_start(span, start)
            set_end(span, end)
        chunk = new(Chunk)
        set_path(chunk, path)
        set_span(chunk, span)
        set_symbol(chunk, symbol)
        set_kind(chunk, kind)
        set_language(chunk, language)
        set_digest(chunk, digest)
        set_text(chunk, text)
        chunks.append(chunk)
    return FileChunks(path, blob, language, tuple(chunks), source.text, source.encoding, damage)
