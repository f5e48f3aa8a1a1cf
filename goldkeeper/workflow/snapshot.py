"""A source tree → a snapshot, old contents → their chunks; only what no cache has seen is parsed."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from goldkeeper.model.chunks import BlobId, FileChunks, SkipReason, Snapshot
from goldkeeper.ports import ChunkCache, Chunker, History, Progress, SourceTree

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
        pieces = [_Piece(path, entries[path].blob, languages[path]) for path in batch]
        for path, made in _cut(pieces, (data for _, data in tree.read(batch)), chunker, cache):
            if isinstance(made, SkipReason):
                skipped[path] = made
            else:
                files[path] = made
        if progress is not None:
            progress("chunking", min(start + BATCH, len(wanted)), len(wanted))
    return Snapshot(tree.label, files, skipped)


def cut_blobs(
    files: Iterable[tuple[str, BlobId]], history: History, chunker: Chunker, cache: ChunkCache | None = None
) -> Iterator[FileChunks]:
    """Chunk contents of any age, each under a path that it once had, in the order given.

    What can't be read or has no grammar is left out.
    """
    languages = ((path, blob, chunker.language_of(path)) for path, blob in files)
    pieces = [_Piece(path, blob, name) for path, blob, name in languages if not isinstance(name, SkipReason)]
    for start in range(0, len(pieces), BATCH):
        batch = pieces[start : start + BATCH]
        contents = (data for _, data in history.read_blobs([piece.blob for piece in batch]))
        for _, made in _cut(batch, contents, chunker, cache):
            if isinstance(made, FileChunks):
                yield made


@dataclass(frozen=True, slots=True)
class _Piece:
    """A content to be chunked; outside git it may have no name, and is then not looked up."""

    path: str
    blob: BlobId
    language: str


def _cut(
    pieces: Sequence[_Piece], contents: Iterable[bytes | SkipReason], chunker: Chunker, cache: ChunkCache | None
) -> Iterator[tuple[str, FileChunks | SkipReason]]:
    digest = chunker.fingerprint.digest if cache is not None else ""
    keys = [(piece.blob, piece.language) for piece in pieces if piece.blob]
    known = cache.get_many(keys, digest) if cache is not None else {}
    fresh: dict[tuple[BlobId, str], bytes] = {}
    for piece, data in zip(pieces, contents, strict=True):
        if isinstance(data, SkipReason):
            yield piece.path, data
            continue
        key = (piece.blob, piece.language)
        rows = known.get(key)
        if rows is not None:
            yield piece.path, chunker.rebuild(piece.path, piece.blob, data, rows)
            continue
        made = chunker.chunk_file(piece.path, piece.blob, data)
        if cache is not None and isinstance(made, FileChunks) and piece.blob:
            fresh[key] = chunker.pack(made)
        yield piece.path, made
    if cache is not None and fresh:
        cache.put_many(fresh, digest)
