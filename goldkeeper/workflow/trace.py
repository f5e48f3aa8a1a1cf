"""Stateless tracing: chunk IDs and a revision in, each chunk's history out. No gold set, no queue."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from goldkeeper.drift.resolver import Resolution, resolve
from goldkeeper.model.changes import CommitNote
from goldkeeper.model.chunks import ChunkId, CommitId, SkipReason, Snapshot
from goldkeeper.model.errors import BadRequest, MalformedChunkId, UnknownChunk
from goldkeeper.model.traces import TraceLine
from goldkeeper.ports import ChunkCache, Chunker, History, HistoryIndex
from goldkeeper.workflow.lineage.contents import Contents
from goldkeeper.workflow.lineage.tracing import Tracer


@dataclass(frozen=True, slots=True)
class Traced:
    """One chunk's history, or why there is none.

    Attributes:
        written: the ID as it was asked.
        taken: the chunk it was taken for; None when it names nothing there.
        lines: newest first; those of one commit stand together. Read once, as they are found.
        problem: why it can't be traced; None when it can.
    """

    written: str
    taken: Resolution | None
    lines: Iterator[tuple[TraceLine, CommitNote]]
    problem: MalformedChunkId | UnknownChunk | None = None


def trace(
    written: Sequence[str],
    head: CommitId,
    *,
    until: CommitId | None,
    history: History,
    index: HistoryIndex,
    chunker: Chunker,
    cache: ChunkCache | None = None,
) -> Iterator[Traced]:
    """The history of each chunk of a commit, in the order asked.

    Args:
        written: IDs as they stand at `head`, or spelled a little differently.
        until: a commit from before; the histories end at it.

    Raises:
        BadRequest: `until` comes after `head`.
        UnknownRevision: the clone lacks one of the commits.
    """
    number = _number(index, head, history)
    tracer = Tracer(index, Contents(history, chunker, cache))
    known = _past(index, _number(index, until, history)) if until is not None else frozenset[int]()
    if number in known and head != until:
        raise BadRequest("--to", f"{until} comes after the commit that the trace begins at", "name an older one")
    return (_trace_one(text, number, known, tracer, history) for text in written)


def _number(index: HistoryIndex, commit: CommitId, history: History) -> int:
    number = index.number(commit)
    if number is None:
        history.commit_note(commit)  # says that the clone lacks it
        raise AssertionError(f"{commit} is in the clone and not in its index")
    return number


def _past(index: HistoryIndex, number: int) -> frozenset[int]:
    """A commit and all that it descends from."""
    found = {number}
    waiting = [number]
    while waiting:
        new = [parent for parent in index.parents(waiting.pop()) if parent not in found]
        found.update(new)
        waiting += new
    return frozenset(found)


def _trace_one(text: str, number: int, known: frozenset[int], tracer: Tracer, history: History) -> Traced:
    try:
        chunk_id = ChunkId.parse(text, lambda path: tracer.index.blob_at(number, path) is not None)
    except MalformedChunkId as problem:
        return Traced(text, None, iter(()), problem)
    blob = tracer.index.blob_at(number, chunk_id.path)
    file = tracer.contents.chunks(chunk_id.path, blob) if blob is not None else "no such file"
    label = tracer.index.commit(number)[:10]
    if blob is None or isinstance(file, (SkipReason, str)):
        return Traced(text, None, iter(()), UnknownChunk(text, f"{chunk_id.path} at {label}: {file}"))
    taken = resolve(chunk_id, Snapshot(label, {chunk_id.path: file}))
    if taken is None:
        why = f"{chunk_id.path} at {label} has no chunk {chunk_id.symbol} near lines {chunk_id.span}"
        return Traced(text, None, iter(()), UnknownChunk(text, why))
    lines = tracer.trace(taken.chunk, blob, number, known)
    return Traced(text, taken, _with_notes(lines, history))


def _with_notes(lines: Iterator[TraceLine], history: History) -> Iterator[tuple[TraceLine, CommitNote]]:
    note: CommitNote | None = None
    for line in lines:
        if note is None or note.commit != line.commit:
            note = history.commit_note(line.commit)
        yield line, note


def as_json(line: TraceLine, note: CommitNote) -> dict[str, Any]:
    """The object that `goldkeeper trace --json` prints."""
    return {
        "commit": str(line.commit),
        "date": note.date.isoformat(),
        "change": str(line.kind),
        "id": str(line.after.id),
        "previous_id": str(line.before.id) if line.before is not None else None,
        "evidence": dict(line.evidence),
    }
