"""Two states → the Change between them, chunked on both sides; and as few base states as will do."""

from collections.abc import Iterable, Mapping

from goldkeeper.matching.renames import detect_renames
from goldkeeper.model.anchors import Anchor
from goldkeeper.model.changes import Change
from goldkeeper.model.chunks import BlobId, Chunk, ChunkId, CommitId, FileChunks, Snapshot
from goldkeeper.ports import ChunkCache, Chunker, History, Progress, SourceTree
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
    return joined(base_part, head_part, connected=True)


def joined(base: Snapshot, head: Snapshot, *, connected: bool) -> Change:
    """Two chunked sides → the Change, with renames found by content among files whose path vanished or appeared."""
    vanished = {path: file for path, file in base.files.items() if path not in head.files}
    appeared = {path: file for path, file in head.files.items() if path not in base.files}
    renames = detect_renames(vanished, appeared) if vanished and appeared else {}
    return Change(base, head, renames, connected=connected)


def remembered(anchors: Iterable[Anchor]) -> Snapshot:
    """A base side made of anchors alone, for what no tree can give back any more.

    Texts that are not kept are empty: such chunks are matched by name, place and digest.
    """
    chunks: dict[str, list[Chunk]] = {}
    for anchor in anchors:
        chunk = Chunk(
            anchor.path, anchor.span, anchor.symbol, anchor.kind, anchor.language, anchor.digest, anchor.text or ""
        )
        chunks.setdefault(anchor.path, []).append(chunk)
    files = {
        path: FileChunks(path, anchor_blob(path), found[0].language, tuple(sorted(found, key=lambda c: c.id)), "")
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
    blobs = {commit: history.tree(commit).files() for commit in commits}
    serves: dict[CommitId, set[ChunkId]] = {}
    for commit, entries in blobs.items():
        serves[commit] = {
            chunk_id
            for chunk_id, anchor in anchors.items()
            if anchor.commit == commit or ((entry := entries.get(anchor.path)) and entry.blob == anchor.blob)
        }
    chosen: dict[CommitId, list[ChunkId]] = {}
    remaining = set().union(*serves.values()) if serves else set()
    while remaining:
        best = min(serves, key=lambda commit: (-len(serves[commit] & remaining), commit))
        chosen[best] = sorted(serves[best] & remaining)
        remaining -= serves[best]
    return chosen
