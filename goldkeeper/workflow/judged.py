"""What gold chunks said when they were judged, and how today's chunker cuts those lines.

The one place that gives back a judged text: the anchor keeps it where git can't, and else it is the
anchor's lines of the blob it names. Both are read again only for chunks that are not plainly where they were.
"""

from collections.abc import Iterable, Iterator, Mapping

from goldkeeper.chunking.building import build_file
from goldkeeper.chunking.decoding import SourceText, decode_source
from goldkeeper.drift.detector import LookBack, detect_drifts
from goldkeeper.drift.place import place_in
from goldkeeper.matching.projection import Projected, project
from goldkeeper.model.anchors import Anchor, NeverResolved
from goldkeeper.model.changes import ChangeKind
from goldkeeper.model.chunks import BlobId, Chunk, ChunkId, FileChunks, SkipReason, Snapshot
from goldkeeper.model.drifts import Drift, DriftKind
from goldkeeper.ports import ChunkCache, Chunker, History
from goldkeeper.workflow.snapshot import cut_blobs

# What the ID, path, symbol and digest alone leave open.
UNCLEAR = frozenset({DriftKind.EDITED, DriftKind.MISSING, DriftKind.OBSCURED})


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
    data = text.encode("utf-8", "surrogatepass")
    row = (anchor.span.start, anchor.span.end, anchor.symbol, anchor.kind)
    file = (anchor.path, anchor.blob or BlobId(""), anchor.language)
    (chunk,) = build_file(file, SourceText(text, data, "utf-8"), [(row, (0, len(data)))], ()).chunks
    return chunk if chunk.digest == anchor.digest else None


def todays_chunks(anchor: Anchor, file: FileChunks) -> Projected | None:
    """How the anchor's own file is cut today where it lies: chunks with the share of its lines that each holds.

    Args:
        file: the anchor's blob under the chunker of today.

    Returns:
        The chunk itself where it is still cut so; None where no chunk holds its lines.
    """
    judged = Chunk(anchor.path, anchor.span, anchor.symbol, anchor.kind, anchor.language, anchor.digest, "")
    for chunk in file.chunks:
        if chunk.id == judged.id and chunk.digest == anchor.digest:
            return Projected(ChangeKind.SAME, ((chunk, 1.0),))
    return project(judged, file.chunks)


def see_drifts(
    anchors: Mapping[ChunkId, Anchor | NeverResolved],
    head: Snapshot,
    *,
    history: History | None,
    chunker: Chunker,
    cache: ChunkCache | None,
) -> tuple[Drift, ...]:
    """What became of each gold chunk's place, in the mapping's order.

    Args:
        head: must hold every file that an anchor or its ID names, if the file exists.
    """
    drifts = detect_drifts(anchors, head)
    unclear = [d.anchor for d in drifts if d.kind in UNCLEAR and isinstance(d.anchor, Anchor)]
    readable = [anchor for anchor in unclear if anchor.path not in head.skipped]
    if not readable:
        return drifts
    texts = judged_texts(readable, history)
    looked_back = {anchor.chunk_id: LookBack(texts.get(anchor.chunk_id)) for anchor in readable}
    by_file: dict[tuple[str, BlobId], list[Anchor]] = {}
    for anchor in readable:
        if anchor.blob is not None:
            by_file.setdefault((anchor.path, anchor.blob), []).append(anchor)
    for file in _todays_files(by_file, head, history, chunker, cache):
        now = head.files.get(file.path)
        for anchor in by_file[file.path, file.blob]:
            today = todays_chunks(anchor, file)
            looked_back[anchor.chunk_id] = LookBack(
                text=texts.get(anchor.chunk_id),
                recut=tuple(chunk for chunk, _ in today.parts) if today is not None else (),
                place=place_in(file.source, anchor.span, now.source) if now is not None and now.damage else None,
            )
    return detect_drifts(anchors, head, looked_back)


def _todays_files(
    wanted: Iterable[tuple[str, BlobId]],
    head: Snapshot,
    history: History | None,
    chunker: Chunker,
    cache: ChunkCache | None,
) -> Iterator[FileChunks]:
    """The anchors' own files as they are cut today; those that head still has are not read again."""
    older = []
    for path, blob in sorted(wanted):
        now = head.files.get(path)
        if now is not None and now.blob == blob:
            yield now
        else:
            older.append((path, blob))
    if history is not None:
        yield from cut_blobs(older, history, chunker, cache)


def _sources(blobs: Iterable[BlobId], history: History | None) -> Iterator[tuple[BlobId, str]]:
    if history is None:
        return
    for blob, data in history.read_blobs(sorted(blobs)):
        source = None if isinstance(data, SkipReason) else decode_source(data)
        if source is not None:
            yield blob, source.text
