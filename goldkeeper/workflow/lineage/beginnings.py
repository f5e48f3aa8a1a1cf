"""Where the text of a chunk stood before a commit that seems to have introduced it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from goldkeeper.matching.lines import covered, telling_lines
from goldkeeper.model.chunks import Chunk, ChunkKind, FileChunks
from goldkeeper.model.traces import TraceEvidence
from goldkeeper.workflow.lineage.commit_change import CommitChange

MIN_SHARE = 0.5  # of the new chunk's lines that stood in another before
MIN_LINES = 2  # one line alone stands in many chunks
MOST_FILES = 12  # of a commit that are searched beside the chunk's own


@dataclass(frozen=True, slots=True)
class Origin:
    """A function that held most lines of a new one.

    Attributes:
        share: of the new chunk's lines, 0..1.
        is_there: it is still there, under its name in its file.
        keeps: it still holds the lines too.
    """

    chunk: Chunk
    share: float
    is_there: bool
    keeps: bool


def origin_of(change: CommitChange, newer: Chunk) -> Origin | None:
    """The function that most of a new one's lines stood in; of several that hold as many the shortest.

    Args:
        change: turned, from the newer state to the older one.
        newer: what seems not to have been there before.
    """
    lines = telling_lines(newer.text)[1:]  # the head names the chunk itself
    ranked = []
    for old in _functions_before(change, newer):
        held = len(covered(lines, telling_lines(old.text)))
        if held >= MIN_LINES and held >= MIN_SHARE * len(lines):
            ranked.append((-held, len(old.text), old.id, old))
    if not ranked:
        return None
    held, _, _, old = min(ranked)
    now = _now(change, old)
    keeps = now is not None and len(covered(lines, telling_lines(now.text))) >= -held
    return Origin(old, -held / len(lines), is_there=now is not None, keeps=keeps)


def beginning_evidence(change: CommitChange, newer: Chunk) -> TraceEvidence:
    """What a commit that introduced a chunk brought with it, and where the chunk's text came from.

    Args:
        change, newer: as in `origin_of`.
    """
    evidence: dict[str, object] = {}
    if change.files[newer.path].head_blob is None:
        evidence["with"] = "its file"
    elif newer.container and not _had(change, newer.path, newer.container):
        evidence["with"] = "its class"
    origin = origin_of(change, newer)
    if origin is not None:
        word = "copied from" if origin.keeps else "extracted from"
        evidence |= {word: str(origin.chunk.id), "share": round(origin.share, 3)}
    return evidence


def _had(change: CommitChange, path: str, symbol: str) -> bool:
    file = change.after(path)
    return isinstance(file, FileChunks) and any(chunk.symbol == symbol for chunk in file.chunks)


def _functions_before(change: CommitChange, newer: Chunk) -> Iterator[Chunk]:
    if newer.kind is not ChunkKind.FUNCTION:
        return
    paths: Sequence[str] = [newer.path, *(path for path in sorted(change.files) if path != newer.path)]
    for path in paths[: 1 + MOST_FILES]:
        file = change.after(path)
        if isinstance(file, FileChunks) and file.language == newer.language:
            yield from (chunk for chunk in file.chunks if chunk.kind is newer.kind)


def _now(change: CommitChange, old: Chunk) -> Chunk | None:
    """What bears an old chunk's name behind the commit."""
    file = change.before(old.path)
    chunks = file.chunks if isinstance(file, FileChunks) else ()
    return next((chunk for chunk in chunks if chunk.kind is old.kind and chunk.symbol == old.symbol), None)
