"""What gold chunks said when they were judged.

The one place that gives such a text back: the anchor keeps it where git can't, and else it is the anchor's
lines of the blob it names. That they are still those lines, the digest tells.
"""

from collections.abc import Iterable, Iterator

from goldkeeper.chunking.building import build_file
from goldkeeper.chunking.decoding import SourceText, decode_source
from goldkeeper.model.anchors import Anchor
from goldkeeper.model.chunks import BlobId, Chunk, ChunkId, SkipReason
from goldkeeper.ports import History


def judged_texts(anchors: Iterable[Anchor], history: History | None) -> dict[ChunkId, str]:
    """Gold chunk ID → what it said; those that nothing can give back any more are left out."""
    texts: dict[ChunkId, str] = {}
    by_blob: dict[BlobId, list[Anchor]] = {}
    for anchor in anchors:
        if anchor.text is not None:
            texts[anchor.chunk_id] = anchor.text
        elif anchor.blob is not None:
            by_blob.setdefault(anchor.blob, []).append(anchor)
    for blob, source in _sources(by_blob, history):
        lines = source.split("\n")
        for anchor in by_blob[blob]:
            chunk = judged_chunk(anchor, lines)
            if chunk is not None:
                texts[anchor.chunk_id] = chunk.text
    return texts


def judged_chunk(anchor: Anchor, lines: list[str]) -> Chunk | None:
    """The chunk that was judged, from the lines of its file; None when they say something else."""
    text = "\n".join(lines[anchor.span.start - 1 : anchor.span.end])
    data = text.encode()
    row = (anchor.span.start, anchor.span.end, anchor.symbol, anchor.kind, 0, len(data))
    file = (anchor.path, anchor.blob or BlobId(""), anchor.language)
    (chunk,) = build_file(file, SourceText(text, data, "utf-8"), [row], ()).chunks
    return chunk if chunk.digest == anchor.digest else None


def _sources(blobs: Iterable[BlobId], history: History | None) -> Iterator[tuple[BlobId, str]]:
    if history is None:
        return
    for blob, data in history.read_blobs(sorted(blobs)):
        source = None if isinstance(data, SkipReason) else decode_source(data)
        if source is not None:
            yield blob, source.text
