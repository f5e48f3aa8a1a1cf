"""A chunk's history, commit by commit, newest first, down to the commit that introduced it.

Backward over the whole graph, simplified as git does it: a merge changed a file only if no parent has it as it
is behind the merge; else the history is that of the first such parent.
"""

from bisect import bisect_right
from collections.abc import Collection, Iterator, Sequence

from goldkeeper.drift.change_kinds import changed_parts
from goldkeeper.matching.name_and_body import merged_into, split_off
from goldkeeper.model.chunks import BlobId, Chunk, CommitId, FileChunks, SkipReason
from goldkeeper.model.lineage import Step, StepKind
from goldkeeper.model.traces import TraceEvidence, TraceKind, TraceLine, became
from goldkeeper.ports import HistoryIndex, Touch
from goldkeeper.workflow.lineage.beginnings import beginning_evidence
from goldkeeper.workflow.lineage.commit_change import CommitChange
from goldkeeper.workflow.lineage.contents import Contents
from goldkeeper.workflow.lineage.standing import (
    Standing,
    comments_before,
    cut_again,
    has_other_comments,
    package_of,
    standing_of,
)
from goldkeeper.workflow.lineage.stepping_back import Older, step_back

AT_ONCE = 24  # versions of a file that are read together; each asking of git by itself costs more than the reading
DOCUMENTS = ("/**", "///", "//!", "/*!")  # what a comment begins with that tells a definition's users of it
NO_MORE = "history is cut off here"


class Tracer:
    """Traces chunks of one repository; what it has read for one serves the next."""

    def __init__(self, index: HistoryIndex, contents: Contents) -> None:
        self.index = index
        self.contents = contents

    def trace(
        self, chunk: Chunk, blob: BlobId, number: int, known: Collection[int] = frozenset()
    ) -> Iterator[TraceLine]:
        """The lines of one chunk's history; those of one commit stand together.

        Args:
            chunk: as it stands at a commit.
            blob: the content of its file there.
            number: the commit.
            known: commits at which the trace ends.
        """
        return _Way(self, chunk, blob, number, known).lines()


class _Way:
    """One chunk on its way back."""

    def __init__(self, tracer: Tracer, chunk: Chunk, blob: BlobId, number: int, known: Collection[int]) -> None:
        self._index, self._contents = tracer.index, tracer.contents
        self._here, self._blob, self._at, self._known = chunk, blob, number, known
        self._standing: Standing | None = None
        self._ahead: frozenset[BlobId] = frozenset()  # versions of the file that were read together
        self._is_over = False
        self._is_cut = True  # `_here` is a chunk of `_blob` as the chunker cuts it; else it slid since

    def lines(self) -> Iterator[TraceLine]:
        """Go back to the end."""
        while not self._is_over:
            touch = self._index.last_touch(self._at, self._here.path)
            if touch is None or touch.head_blob != self._blob or self._index.is_cut_off(touch.number):
                yield self._cut_off(NO_MORE)
            elif touch.number in self._known:
                yield self._last(TraceKind.REACHED, {})
            else:
                self._read_ahead(touch)
                parent, blob = self._parent(touch)
                if not self._passes(parent, blob):
                    yield from self._step(touch.number, parent)

    def _passes(self, parent: int | None, blob: BlobId | None) -> bool:
        """Go by a commit that left the chunk and its place alone."""
        if parent is None or blob is None:
            return False
        if blob == self._blob:
            self._at = parent
            return True
        if not self._stands_in(blob):
            return False
        self._at, self._blob, self._is_cut = parent, blob, False
        return True

    def _step(self, number: int, parent: int | None) -> Iterator[TraceLine]:
        newer = self._cut_here()
        if newer is None:
            yield self._cut_off(f"{self._here.path} can't be read as it was then")
            return
        commit = self._index.commit(number)
        change = CommitChange.turned(commit, self._index.changes(number, parent), self._contents)
        older = step_back(change, newer)
        if older.broken:
            yield self._cut_off(older.broken)
        elif older.chunk is None or parent is None:  # a root holds nothing before it
            self._is_over = True
            yield _introduced(commit, change, newer, older)
        else:
            yield from self._changes(commit, change, older.chunk, older)
            self._here, self._blob, self._at = older.chunk, older.blob, parent
            self._is_cut, self._standing = True, None

    def _read_ahead(self, touch: Touch) -> None:
        if touch.base_blob is not None and touch.base_blob not in self._ahead:
            touches = self._index.touches(self._here.path)
            place = bisect_right(touches, touch.number, key=lambda one: one.number)
            ahead = [one.base_blob for one in touches[max(0, place - AT_ONCE) : place] if one.base_blob is not None]
            self._contents.load(ahead)
            self._ahead = frozenset(ahead)

    def _parent(self, touch: Touch) -> tuple[int | None, BlobId | None]:
        """Which parent to go on with, and what the path holds there."""
        parents = self._index.parents(touch.number)
        if not parents:
            return None, None
        path = self._here.path
        if len(parents) == 1:
            return parents[0], touch.base_blob
        blobs = [touch.base_blob, *(self._index.blob_at(parent, path) for parent in parents[1:])]
        pairs = list(zip(parents, blobs, strict=True))
        same = [pair for pair in pairs if pair[1] == self._blob]
        same = same or [pair for pair in pairs if pair[1] is not None and self._stands_in(pair[1])]
        there = same or [pair for pair in pairs if pair[1] is not None]
        return there[0] if there else pairs[0]

    def _stands_in(self, blob: BlobId) -> bool:
        """Whether the chunk stands in another content as it does here: then nothing is parsed."""
        now, then = self._contents.read(self._blob), self._contents.read(blob)
        if isinstance(now, SkipReason) or isinstance(then, SkipReason):
            return False
        if self._standing is None:
            here = self._cut_here()
            file = self._contents.chunks(self._here.path, self._blob)
            if here is None or isinstance(file, SkipReason):
                return False
            self._standing = standing_of(here, file, now)
        return self._standing.is_same(now, then)

    def _cut_here(self) -> Chunk | None:
        if not self._is_cut:
            found = cut_again(self._contents, self._here, self._blob)
            if found is None:
                return None
            self._here, self._is_cut = found, True
        return self._here

    def _changes(self, commit: CommitId, change: CommitChange, before: Chunk, older: Older) -> Iterator[TraceLine]:
        """What the commit changed, in the order of the kinds."""
        newer = self._here
        found: dict[TraceKind, TraceEvidence] = dict(changed_parts(before, newer))
        old_file = self._contents.chunks(before.path, older.blob)
        new_file = self._contents.chunks(newer.path, self._blob)
        if isinstance(old_file, FileChunks) and isinstance(new_file, FileChunks):
            if has_other_comments(before, old_file, newer, new_file):
                comments = comments_before(before, old_file), comments_before(newer, new_file)
                found[TraceKind.COMMENT] = {"of": _sort_of_comment(*comments)}
            found |= _parts_kinds(before, newer, old_file, new_file)
            found |= _place_kinds(
                before, newer, old_file, new_file, is_moved=_is_moved(change, older.step, before, newer)
            )
        if before.name != newer.name:
            found[TraceKind.RENAME] = {"name": became(before.name, newer.name)}
        step = older.step
        how = {} if step is None or step.kind is StepKind.EDITED else {"how": str(step.kind), "sure": step.confidence}
        for kind in TraceKind:
            if kind in found:
                yield TraceLine(commit, kind, newer, before, {**found[kind], **how})

    def _cut_off(self, why: str) -> TraceLine:
        return self._last(TraceKind.CUT_OFF, {"reason": why})

    def _last(self, kind: TraceKind, evidence: TraceEvidence) -> TraceLine:
        """The end of what can be told; the chunk may have begun before."""
        self._is_over = True
        touch = self._index.last_touch(self._at, self._here.path)
        number = touch.number if touch is not None else self._at
        return TraceLine(self._index.commit(number), kind, self._cut_here() or self._here, None, evidence)


def _introduced(commit: CommitId, change: CommitChange, newer: Chunk, older: Older) -> TraceLine:
    evidence = dict(beginning_evidence(change, newer))
    step = older.step
    if step is not None and step.after is not None:  # too weak to go on with
        evidence |= {"perhaps": str(step.after.id), "likelihood": step.confidence}
    elif step is not None:
        evidence["sure"] = step.confidence
    return TraceLine(commit, TraceKind.INTRODUCED, newer, None, evidence)


def _sort_of_comment(before: Sequence[str], after: Sequence[str]) -> str:
    """Documentation, or what was said to those who read the code."""
    plain = [[one for one in comments if not one.startswith(DOCUMENTS)] for comments in (before, after)]
    return "doc comment" if plain[0] == plain[1] else "comment"


def _is_moved(change: CommitChange, step: Step | None, before: Chunk, after: Chunk) -> bool:
    """Whether the chunk went from one class to another, and not its class with it.

    That is: the old class is still there, or the new one was there before. What lies in no class lies in its file.

    Args:
        change: turned, from the newer state to the older one.
    """
    if before.path == after.path and before.container == after.container:
        return False
    if step is not None and step.kind in {StepKind.CARRIED, StepKind.FILE_MOVED}:
        return False
    remained = change.before(before.path) if before.path in change.files else None
    known = change.after(after.path) if after.path in change.files else None
    if _has_class(remained, before.container) or _has_class(known, after.container):
        return True
    return not before.container and before.path != after.path and change.renamed_to(after.path) != before.path


def _place_kinds(
    before: Chunk, after: Chunk, old: FileChunks, new: FileChunks, *, is_moved: bool
) -> dict[TraceKind, TraceEvidence]:
    """Whether the chunk moved, or what holds it is called otherwise or lies elsewhere."""
    evidence: dict[str, object] = {}
    if before.path != after.path:
        evidence["path"] = became(before.path, after.path)
    packages = package_of(old.source), package_of(new.source)
    if packages[0] != packages[1]:
        evidence["package"] = became(*packages)
    if before.container != after.container:
        evidence["class"] = became(before.container, after.container)
    if not evidence:
        return {}
    return {TraceKind.MOVED if is_moved else TraceKind.CONTAINER: evidence}


def _parts_kinds(before: Chunk, after: Chunk, old: FileChunks, new: FileChunks) -> dict[TraceKind, TraceEvidence]:
    """Whether it was one chunk with others before, or several; asked only where it grew or shrank by lines."""
    if before.path != after.path or before.span.lines == after.span.lines:
        return {}
    merged = merged_into(after, before, old, new) if after.span.lines > before.span.lines else []
    split = split_off(after, before, old, new) if after.span.lines < before.span.lines else []
    found: dict[TraceKind, TraceEvidence] = {}
    for kind, others in ((TraceKind.SPLIT, split), (TraceKind.MERGE, merged)):
        if others:
            found[kind] = {"with": ", ".join(str(one.id) for one in others)}
    return found


def _has_class(file: FileChunks | SkipReason | None, symbol: str) -> bool:
    if not isinstance(file, FileChunks):
        return False
    return not symbol or any(chunk.symbol == symbol for chunk in file.chunks)
