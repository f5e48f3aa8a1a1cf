"""Where the text of a chunk that a commit introduced came from."""

from collections.abc import Iterator

from goldkeeper.matching.lines import covered, telling_lines
from goldkeeper.model.chunks import Chunk, ChunkKind, FileChunks
from goldkeeper.model.traces import TraceEvidence
from goldkeeper.workflow.commit_change import CommitChange

MIN_SHARE = 0.5  # of the new chunk's lines that stood in another before
MIN_LINES = 2  # one line alone stands in many chunks
MOST_FILES = 12  # of a commit that are searched beside the chunk's own


def origin_of(change: CommitChange, newer: Chunk) -> TraceEvidence:
    """What tells of an introduced chunk where it came from: the chunk it was extracted or copied from.

    Args:
        change: turned, from the newer state to the older one.
        newer: what is not there before.
    """
    evidence: dict[str, object] = {}
    file = change.files.get(newer.path)
    if file is None or file.head_blob is None:
        evidence["with"] = "its file"
    elif newer.container and not _had(change, newer.path, newer.container):
        evidence["with"] = "its class"
    lines = telling_lines(newer.text)[1:]  # the head names the chunk itself
    best: tuple[int, str, Chunk] | None = None
    for old in _chunks_before(change, newer):
        held = len(covered(lines, telling_lines(old.text)))
        if held >= MIN_LINES and held >= MIN_SHARE * len(lines):
            rank = (held, str(old.id), old)
            if best is None or (-held, len(old.text), rank[1]) < (-best[0], len(best[2].text), best[1]):
                best = rank
    if best is not None:
        held, name, old = best
        word = "copied from" if _still_holds(change, old, lines, held) else "extracted from"
        evidence |= {word: name, "share": round(held / len(lines), 3)}
    return evidence


def _had(change: CommitChange, path: str, symbol: str) -> bool:
    file = change.after(path)
    return isinstance(file, FileChunks) and any(chunk.symbol == symbol for chunk in file.chunks)


def _chunks_before(change: CommitChange, newer: Chunk) -> Iterator[Chunk]:
    paths = [newer.path, *(path for path in sorted(change.files) if path != newer.path)]
    for path in paths[: 1 + MOST_FILES]:
        file = change.after(path)
        if isinstance(file, FileChunks) and file.language == newer.language:
            yield from (chunk for chunk in file.chunks if chunk.kind is newer.kind and chunk.kind is ChunkKind.FUNCTION)


def _still_holds(change: CommitChange, old: Chunk, lines: list[str], held: int) -> bool:
    """Whether the chunk that the lines came from has them still."""
    file = change.before(old.path)
    if not isinstance(file, FileChunks):
        return False
    for chunk in file.chunks:
        if chunk.kind is old.kind and chunk.symbol == old.symbol:
            return len(covered(lines, telling_lines(chunk.text))) >= held
    return False
