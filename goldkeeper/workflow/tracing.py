"""A chunk's history, commit by commit, newest first, down to the commit that introduced it.

Backward over the whole graph, simplified as git does it: a merge changed a file only if no parent has it as it
is behind the merge; else the history is that of the first such parent.
"""

from collections.abc import Collection, Iterator

from goldkeeper.drift.change_kinds import changed_parts
from goldkeeper.model.chunks import BlobId, Chunk, CommitId, FileChunks, SkipReason
from goldkeeper.model.lineage import Step, StepKind
from goldkeeper.model.traces import TraceEvidence, TraceKind, TraceLine, became
from goldkeeper.ports import HistoryIndex, Touch
from goldkeeper.workflow.ancestry import Ancestry
from goldkeeper.workflow.beginnings import origin_of
from goldkeeper.workflow.commit_change import CommitChange
from goldkeeper.workflow.contents import Contents
from goldkeeper.workflow.standing import Standing, comment_before, cut_again, package_of, standing_of
from goldkeeper.workflow.stepping_back import Older, step_back

NO_MORE = "history is cut off here"


class Tracer:
    """Traces chunks of one repository; what it has read for one serves the next."""

    def __init__(self, index: HistoryIndex, contents: Contents) -> None:
        self.index = index
        self.contents = contents
        self.ancestry = Ancestry(index)

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
        self._index, self._contents, self._ancestry = tracer.index, tracer.contents, tracer.ancestry
        self._here, self._blob, self._at, self._known = chunk, blob, number, known
        self._standing: Standing | None = None
        self._is_cut = True  # `_here` is a chunk of `_blob` as the chunker cuts it; else it slid since

    def lines(self) -> Iterator[TraceLine]:
        """Go back to the end."""
        while True:
            touch = self._ancestry.last_touch(self._at, self._here.path)
            if touch is None or self._index.is_cut_off(touch.number):
                yield self._cut_off(NO_MORE)
                return
            if touch.number in self._known:
                yield TraceLine(self._index.commit(touch.number), TraceKind.REACHED, self._cut_here() or self._here)
                return
            parent, blob = self._parent(touch)
            if parent is not None and blob == self._blob:
                self._at = parent
                continue
            if parent is not None and blob is not None and self._stands_in(blob):
                self._at, self._blob, self._is_cut = parent, blob, False
                continue
            newer = self._cut_here()
            if newer is None:
                yield self._cut_off(f"{self._here.path} can't be read as it was then")
                return
            commit = self._index.commit(touch.number)
            change = CommitChange.turned(commit, self._index.changes(touch.number, parent), self._contents)
            older = step_back(change, newer)
            if older.broken:
                yield self._cut_off(older.broken)
                return
            if older.chunk is None:
                yield _introduced(commit, change, newer, older)
                return
            yield from self._changes(commit, change, older, newer)
            if parent is None:  # a root holds nothing before it
                return
            self._arrive(older.chunk, older.blob, parent)

    def _parent(self, touch: Touch) -> tuple[int | None, BlobId | None]:
        """Which parent to go on with, and what the path holds there."""
        parents = self._index.parents(touch.number)
        if not parents:
            return None, None
        path = self._here.path
        if len(parents) == 1:
            return parents[0], touch.base_blob
        blobs = [touch.base_blob, *(self._blob_at(parent, path) for parent in parents[1:])]
        pairs = list(zip(parents, blobs, strict=True))
        same = [pair for pair in pairs if pair[1] == self._blob]
        same = same or [pair for pair in pairs if pair[1] is not None and self._stands_in(pair[1])]
        there = same or [pair for pair in pairs if pair[1] is not None]
        return there[0] if there else pairs[0]

    def _blob_at(self, number: int, path: str) -> BlobId | None:
        touch = self._ancestry.last_touch(number, path)
        return touch.head_blob if touch is not None else None

    def _stands_in(self, blob: BlobId) -> bool:
        """Whether the chunk stands in another content as it does here: then nothing is parsed."""
        if self._standing is None:
            here = self._cut_here()
            file = self._contents.chunks(self._here.path, self._blob)
            if here is None or isinstance(file, SkipReason):
                return False
            self._standing = standing_of(here, file)
        now, then = self._contents.read(self._blob), self._contents.read(blob)
        return isinstance(now, bytes) and isinstance(then, bytes) and self._standing.is_same(now, then)

    def _cut_here(self) -> Chunk | None:
        if not self._is_cut:
            found = cut_again(self._contents, self._here, self._blob)
            if found is None:
                return None
            self._here, self._is_cut = found, True
        return self._here

    def _arrive(self, chunk: Chunk, blob: BlobId, number: int) -> None:
        self._here, self._blob, self._at = chunk, blob, number
        self._is_cut, self._standing = True, None

    def _changes(self, commit: CommitId, change: CommitChange, older: Older, newer: Chunk) -> Iterator[TraceLine]:
        """What the commit changed, in the order of the kinds."""
        before = older.chunk
        assert before is not None  # the caller has looked
        found: dict[TraceKind, TraceEvidence] = dict(changed_parts(before, newer))
        old_file = self._contents.chunks(before.path, older.blob)
        new_file = self._contents.chunks(newer.path, self._blob)
        if isinstance(old_file, FileChunks) and isinstance(new_file, FileChunks):
            if comment_before(before, old_file) != comment_before(newer, new_file):
                found[TraceKind.COMMENT] = {}
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
        touch = self._ancestry.last_touch(self._at, self._here.path)
        number = touch.number if touch is not None else self._ancestry.bottom(self._at)
        return TraceLine(
            self._index.commit(number), TraceKind.CUT_OFF, self._cut_here() or self._here, None, {"reason": why}
        )


def _introduced(commit: CommitId, change: CommitChange, newer: Chunk, older: Older) -> TraceLine:
    evidence = dict(origin_of(change, newer))
    step = older.step
    if step is not None and step.after is not None:  # too weak to go on with
        evidence |= {"perhaps": str(step.after.id), "likelihood": step.confidence}
    elif step is not None:
        evidence["sure"] = step.confidence
    return TraceLine(commit, TraceKind.INTRODUCED, newer, None, evidence)


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


def _has_class(file: FileChunks | SkipReason | None, symbol: str) -> bool:
    if not isinstance(file, FileChunks):
        return False
    return not symbol or any(chunk.symbol == symbol for chunk in file.chunks)
