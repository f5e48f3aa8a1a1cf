"""What is seen of the gold chunks at head, with a look back where the ID and the digests don't tell.

Most are where they were, and nothing is read for them. Of the others the judged text is, and how today's
chunker cuts the very file they were judged in: what it would not cut any more was edited by nobody.
"""

from collections.abc import Iterable, Iterator, Mapping

from goldkeeper.drift.detector import LookBack, detect_drifts
from goldkeeper.drift.place import place_in
from goldkeeper.matching.projection import Projected, project
from goldkeeper.model.anchors import Anchor, NeverResolved
from goldkeeper.model.changes import ChangeKind
from goldkeeper.model.chunks import BlobId, Chunk, ChunkId, FileChunks, Snapshot
from goldkeeper.model.drifts import Drift, DriftKind
from goldkeeper.ports import ChunkCache, Chunker, History
from goldkeeper.workflow.judged import judged_texts
from goldkeeper.workflow.listed import on_its_lines
from goldkeeper.workflow.snapshot import cut_blobs

# What the ID, path, symbol and digest alone leave open.
UNCLEAR = frozenset({DriftKind.EDITED, DriftKind.MISSING, DriftKind.OBSCURED})


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
            if chunker.ids_are_lines and now is not None and now.blob != file.blob:
                listed = on_its_lines(anchor, file.source, now)
                today = listed.today if listed is not None and listed.verbatim else None
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
