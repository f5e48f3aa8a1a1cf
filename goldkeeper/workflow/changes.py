"""Two states → the Change between them, chunked on both sides; and as few base states as will do."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from goldkeeper.model.anchors import Anchor
from goldkeeper.model.changes import Change
from goldkeeper.model.chunks import BlobId, Chunk, ChunkId, CommitId, FileChunks, Snapshot
from goldkeeper.ports import ChunkCache, Chunker, History, Progress, SourceTree
from goldkeeper.workflow.judged import judged_chunk
from goldkeeper.workflow.snapshot import cut_snapshot


def cut_change(
    base: SourceTree,
    head: SourceTree,
    *,
    history: History | None,
    chunker: Chunker,
    cache: ChunkCache | None,
    progress: Progress | None = None,
) -> Change:
    """Chunk every file that differs between two trees, on both sides.

    Unchanged files can't hold a successor, only twins; leaving them out keeps the cost with the
    change and not with the repository.
    """
    if history is not None and base.commit is not None and head.commit is not None:
        differing = history.changed_files(base.commit, head.commit)
        base_paths = {change.path for change in differing if change.base_blob}
        head_paths = {change.path for change in differing if change.head_blob}
    else:
        before, after = base.files(), head.files()
        same = {path for path in before.keys() & after.keys() if before[path].blob == after[path].blob}
        base_paths, head_paths = before.keys() - same, after.keys() - same
    base_part = cut_snapshot(base, chunker, cache, paths=base_paths, progress=progress)
    head_part = cut_snapshot(head, chunker, cache, paths=head_paths, progress=progress)
    return Change(base_part, head_part)


def with_remembered(change: Change, anchors: Iterable[Anchor]) -> tuple[Change, dict[ChunkId, Chunk]]:
    """The change with chunks in its base that were judged and that today's chunker leaves out, with their text.

    Returns:
        The chunks by gold ID too; one whose file in the base does not say what was judged is not among them.
    """
    files = dict(change.base.files)
    kept: dict[ChunkId, Chunk] = {}
    for anchor in anchors:
        file = files[anchor.path]
        chunk = judged_chunk(anchor, file.source.split("\n"))
        if chunk is not None:
            kept[anchor.chunk_id] = chunk
            together = {known.id: known for known in (*file.chunks, chunk)}
            files[anchor.path] = replace(file, chunks=tuple(sorted(together.values(), key=_as_in_file)))
    return replace(change, base=Snapshot(change.base.label, files, change.base.skipped)), kept


def _as_in_file(chunk: Chunk) -> tuple[int, int, str]:
    return chunk.span.start, -chunk.span.end, chunk.symbol


def remembered(anchors: Iterable[Anchor], texts: Mapping[ChunkId, str]) -> Snapshot:
    """A base side made of anchors alone, for what no tree can give back any more.

    Args:
        texts: gold chunk ID → what it said; without, a chunk is matched by name, place and digest.
    """
    chunks: dict[str, dict[ChunkId, Chunk]] = {}
    for anchor in anchors:
        text = texts.get(anchor.chunk_id, "")
        chunk = Chunk(anchor.path, anchor.span, anchor.symbol, anchor.kind, anchor.language, anchor.digest, text)
        chunks.setdefault(anchor.path, {})[chunk.id] = chunk
    files = {
        path: FileChunks(
            path,
            anchor_blob(path),
            next(iter(found.values())).language,
            tuple(sorted(found.values(), key=_as_in_file)),
            "",
        )
        for path, found in chunks.items()
    }
    return Snapshot("anchors", files)


def anchor_blob(path: str) -> BlobId:
    """A name for content that is not there; no real blob is called so."""
    return BlobId(f"anchors:{path}")


def choose_bases(anchors: Mapping[ChunkId, Anchor], history: History) -> dict[CommitId, list[ChunkId]]:
    """As few base commits as will do for these chunks, each chunk under one of them.

    A chunk anchored at one commit may be read at any other in which its file has the same content.
    The commit that serves most goes first (ties by name), so that a set judged piece by piece over
    years costs a few changes and not one a judgement.
    """
    commits = sorted({a.commit for a in anchors.values() if a.commit is not None and history.has(a.commit)})
    serves = {commit: _served(commit, anchors, history) for commit in commits}
    chosen: dict[CommitId, list[ChunkId]] = {}
    remaining = set().union(*serves.values()) if serves else set()
    while remaining:
        best = min(serves, key=lambda commit: (-len(serves[commit] & remaining), commit))
        chosen[best] = sorted(serves[best] & remaining)
        remaining -= serves[best]
    return chosen


def _served(commit: CommitId, anchors: Mapping[ChunkId, Anchor], history: History) -> set[ChunkId]:
    """The chunks whose file has the judged content at a commit; its listing is let go of at once."""
    entries = history.tree(commit).files()
    return {
        chunk_id
        for chunk_id, anchor in anchors.items()
        if anchor.commit == commit or ((entry := entries.get(anchor.path)) is not None and entry.blob == anchor.blob)
    }
