"""A source tree → a snapshot, parsing only what no cache has seen."""

from collections.abc import Iterable, Mapping

from goldkeeper.model.chunks import BlobId, FileChunks, SkipReason, Snapshot
from goldkeeper.ports import ChunkCache, Chunker, Progress, SourceTree

BATCH = 256  # files between two writes of the cache: a killed scan loses at most this much parsing


def cut_snapshot(
    tree: SourceTree,
    chunker: Chunker,
    cache: ChunkCache | None = None,
    *,
    paths: Iterable[str] | None = None,
    progress: Progress | None = None,
) -> Snapshot:
    """Chunk a tree, or those of its files that are asked for.

    Args:
        paths: only these; a path that the tree doesn't have is left out without a word. None means all.

    Returns:
        Chunks of every file that has a grammar; the rest is in `skipped` with the reason.
    """
    entries = tree.files()
    links = tree.skipped()
    asked = entries.keys() | links.keys() if paths is None else set(paths)
    skipped: dict[str, SkipReason] = {path: links[path] for path in sorted(asked & links.keys())}
    languages: dict[str, str] = {}
    for path in sorted(asked & entries.keys()):
        language = chunker.language_of(path)
        if isinstance(language, SkipReason):
            skipped[path] = language
        else:
            languages[path] = language
    files: dict[str, FileChunks] = {}
    wanted = list(languages)
    for start in range(0, len(wanted), BATCH):
        batch = wanted[start : start + BATCH]
        blobs = {path: entries[path].blob for path in batch}
        for path, made in _cut(tree, chunker, cache, blobs, languages):
            if isinstance(made, SkipReason):
                skipped[path] = made
            else:
                files[path] = made
        if progress is not None:
            progress("chunking", min(start + BATCH, len(wanted)), len(wanted))
    return Snapshot(tree.label, files, skipped)


def _cut(
    tree: SourceTree,
    chunker: Chunker,
    cache: ChunkCache | None,
    blobs: Mapping[str, BlobId],
    languages: Mapping[str, str],
) -> Iterable[tuple[str, FileChunks | SkipReason]]:
    digest = chunker.fingerprint.digest if cache is not None else ""
    keys = [(blob, languages[path]) for path, blob in blobs.items() if blob]
    known = cache.get_many(keys, digest) if cache is not None else {}
    fresh: dict[tuple[BlobId, str], bytes] = {}
    for path, data in tree.read(list(blobs)):
        if isinstance(data, SkipReason):
            yield path, data
            continue
        key = (blobs[path], languages[path])
        rows = known.get(key)
        if rows is not None:
            yield path, chunker.rebuild(path, key[0], data, rows)
            continue
        made = chunker.chunk_file(path, key[0], data)
        if cache is not None and isinstance(made, FileChunks) and key[0]:
            fresh[key] = chunker.pack(made)
        yield path, made
    if cache is not None and fresh:
        cache.put_many(fresh, digest)
