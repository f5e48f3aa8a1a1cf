"""Gold chunks of an index that somebody else's chunker cut: where their lines are, and what the list has there now.

How the older state was cut nobody knows any more, and need not: an ID tells its lines, and lines are followed
without a grammar. What the list has on these lines today is then the answer, exact where nobody edited them.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from goldkeeper.chunking.decoding import decode_source
from goldkeeper.chunking.listed import line_count
from goldkeeper.matching.matcher import match_chunks
from goldkeeper.matching.projection import Projected, project
from goldkeeper.model.anchors import Anchor
from goldkeeper.model.changes import Change, ChangeKind
from goldkeeper.model.chunks import BlobId, Chunk, ChunkId, FileChunks, SkipReason, Snapshot, Span
from goldkeeper.model.line_maps import Carried, LineMap
from goldkeeper.model.proposals import Match
from goldkeeper.ports import History
from goldkeeper.workflow.code import Code
from goldkeeper.workflow.recut import followed
from goldkeeper.workflow.snapshot import cut_snapshot

MIN_HELD = 0.5  # of the judged lines that still stand in the file; with less, what was judged may live elsewhere


@dataclass(frozen=True, slots=True)
class Found:
    """What the list has on the lines that were judged.

    Attributes:
        held: share of the judged lines that stand unchanged in the file.
        verbatim: whether they stand there in one piece, letter by letter.
    """

    today: Projected
    held: float
    verbatim: bool


def on_its_lines(anchor: Anchor, source: str, now: FileChunks) -> Found | None:
    """What the list has where an anchor's lines lie in its file now; None where they do not, or in no chunk.

    Args:
        anchor: what was judged.
        source: the file it was judged in; of what no git holds the judged text alone.
        now: the file as it is listed.
    """
    alone = source == anchor.text
    span = Span(1, line_count(source)) if alone else anchor.span
    if span.end > line_count(source):
        return None
    place = LineMap(source, now.source).carried(span)
    if place is None:
        return None
    judged = Chunk(now.path, place.span, anchor.symbol, anchor.kind, anchor.language, anchor.digest, "")
    today = project(judged, now.chunks)
    return Found(today, place.held, _is_verbatim(source, span, now, place)) if today is not None else None


def _is_verbatim(source: str, span: Span, now: FileChunks, place: Carried) -> bool:
    ours, theirs = source.split("\n"), now.source.split("\n")
    return ours[span.start - 1 : span.end] == theirs[place.span.start - 1 : place.span.end]


def follow_lines(anchors: Mapping[ChunkId, Anchor], head: Snapshot, code: Code) -> dict[ChunkId, Match]:
    """For each gold chunk most of whose lines still stand in its file, what the list has there.

    A file that only stands elsewhere is its file too. Whatever stays out is to be looked for in all that changed.
    """
    placed = list(_with_files(anchors, head, code))
    found: dict[ChunkId, Found] = {}
    files: dict[str, FileChunks] = {}
    sources = _sources([anchor for anchor, _ in placed], code.history)
    for (anchor, file), source in zip(placed, sources, strict=True):
        one = on_its_lines(anchor, source, file) if source is not None else None
        if one is not None and one.held >= MIN_HELD:
            found[anchor.chunk_id] = one
            files[file.path] = file
    here = Snapshot(head.label, {path: files[path] for path in sorted(files)})
    wanted = {chunk.id: chunk for one in found.values() for chunk, _ in one.today.parts}
    matches = match_chunks([wanted[chunk_id] for chunk_id in sorted(wanted)], Change(here, here))
    return {chunk_id: _match_of(anchors[chunk_id], one, matches) for chunk_id, one in found.items()}


def _match_of(anchor: Anchor, found: Found, matches: Mapping[ChunkId, Match]) -> Match:
    """The match of judged lines: as sure as the share of them that nobody edited."""
    first = found.today.parts[0][0]
    if first.digest == anchor.digest and len(found.today.parts) == 1:
        match = replace(matches[first.id], chunk_id=anchor.chunk_id)
    else:
        match = followed(anchor, found.today, matches)
    sure = tuple(replace(one, confidence=round(one.confidence * found.held, 4)) for one in match.candidates)
    moves = {ChangeKind.SAME: ChangeKind.MOVED, ChangeKind.RENAMED: ChangeKind.MOVED_RENAMED}
    change = moves.get(match.change, match.change) if first.path != anchor.path else match.change
    return replace(match, candidates=sure, change=change)


def _with_files(anchors: Mapping[ChunkId, Anchor], head: Snapshot, code: Code) -> Iterator[tuple[Anchor, FileChunks]]:
    """The anchors whose file is there, under its path or another, with the file as it is listed."""
    entries = code.head.files()
    gone = {anchor.blob for anchor in anchors.values() if anchor.path not in entries and anchor.blob}
    carried: dict[BlobId, str] = {}
    for path in sorted(entries, reverse=True) if gone else ():  # of several copies the first by name
        if entries[path].blob in gone:
            carried[entries[path].blob] = path
    moved = cut_snapshot(code.head, code.chunker, code.cache, paths=carried.values()).files if carried else {}
    for anchor in anchors.values():
        file = head.files.get(anchor.path)
        if file is None and anchor.blob in carried:
            file = moved.get(carried[anchor.blob])
        if file is not None:
            yield anchor, file


def _sources(anchors: Sequence[Anchor], history: History | None) -> Iterator[str | None]:
    """What each anchor's file said; the judged text alone where git does not have it."""
    blobs = sorted({anchor.blob for anchor in anchors if anchor.blob is not None and anchor.text is None})
    texts: dict[BlobId, str] = {}
    for blob, data in history.read_blobs(blobs) if history is not None else ():
        source = decode_source(data) if not isinstance(data, SkipReason) else None
        if source is not None:
            texts[blob] = source.text
    for anchor in anchors:
        yield anchor.text if anchor.text is not None or anchor.blob is None else texts.get(anchor.blob)
