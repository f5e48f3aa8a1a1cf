"""Chunks of an older state that changed since: those of each sort in turn, and the same for the same seed."""

import hashlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from goldkeeper.drift.detector import detect_drifts
from goldkeeper.model.anchors import Anchor, AnchorOrigin
from goldkeeper.model.chunks import BlobId, Chunk, ChunkId, ChunkKind, CommitId, FileChunks, Snapshot
from goldkeeper.model.drifts import DriftKind
from goldkeeper.ports import History, SourceTree
from goldkeeper.workflow.anchoring import anchor_of
from goldkeeper.workflow.lineage.contents import Contents

MOST_FILES = 120  # of a state that are looked into: enough to fill its part of the sample
MOST_OF_A_FILE = 4  # chunks of one sort: those of a file move together, and say one thing several times
DRAWN_KINDS = frozenset({ChunkKind.FUNCTION, ChunkKind.CLASS, ChunkKind.SECTION})
# A chunk that only slid to other lines asks for no judgement: those would fill the sample and prove nothing.
DRAWN_DRIFTS = (DriftKind.MISSING, DriftKind.EDITED)


@dataclass(frozen=True, slots=True)
class Drawn:
    """A chunk of the sample.

    Attributes:
        blob: the content of its file.
        anchor: what a gold set would remember of it.
        drift: what is seen of it at head.
    """

    chunk: Chunk
    blob: BlobId
    anchor: Anchor
    drift: DriftKind


@dataclass(frozen=True, slots=True)
class Urn:
    """What chunks are drawn from.

    Attributes:
        head: the state that they are followed to.
        first: paths whose chunks are drawn before others: the gold set's own.
        seed: draws with the same seed are the same.
    """

    history: History
    head: SourceTree
    contents: Contents
    first: AbstractSet[str]
    seed: int

    def draw(self, commit: CommitId) -> Mapping[DriftKind, Sequence[Drawn]]:
        """The chunks of a commit that are edited or missing at head, in the order in which they are to be taken.

        Functions, classes and sections take turns; those of the files that go first, go first.
        """
        found = list(self._changed(commit))
        return {drift: self._in_turn([one for one in found if one.drift is drift], commit) for drift in DRAWN_DRIFTS}

    def _in_turn(self, drawn: Sequence[Drawn], commit: CommitId) -> list[Drawn]:
        shuffled = sorted(drawn, key=lambda one: self._rank(commit, str(one.chunk.id)))
        turns: dict[ChunkKind, int] = {}
        placed = []
        for one in sorted(shuffled, key=lambda one: one.chunk.path not in self.first):
            turns[one.chunk.kind] = turns.get(one.chunk.kind, 0) + 1
            placed.append((one.chunk.path not in self.first, turns[one.chunk.kind], one.chunk.kind, one))
        return [one for *_, one in sorted(placed, key=lambda place: place[:3])]

    def _changed(self, commit: CommitId) -> Iterator[Drawn]:
        for path, blob in self._changed_files(commit):
            file, now = self.contents.chunks(path, blob), self._file_now(path)
            if not isinstance(file, FileChunks) or file.damage:
                continue
            anchors = {
                chunk.id: anchor_of(chunk.id, chunk, commit=commit, blob=blob, origin=AnchorOrigin.RESOLVED)
                for chunk in file.chunks
                if chunk.kind in DRAWN_KINDS
            }
            yield from self._of_file(file, anchors, now)

    def _changed_files(self, commit: CommitId) -> Sequence[tuple[str, BlobId]]:
        assert self.head.commit is not None
        changed = [
            (change.path, change.base_blob)
            for change in self.history.changed_files(commit, self.head.commit)
            if change.base_blob is not None and isinstance(self.contents.language_of(change.path), str)
        ]
        return sorted(changed, key=lambda file: (file[0] not in self.first, self._rank(commit, file[0])))[:MOST_FILES]

    def _file_now(self, path: str) -> Snapshot:
        entry = self.head.files().get(path)
        file = self.contents.chunks(path, entry.blob) if entry is not None else None
        if file is None:
            return Snapshot(self.head.label, {})
        if isinstance(file, FileChunks):
            return Snapshot(self.head.label, {path: file})
        return Snapshot(self.head.label, {}, {path: file})

    def _of_file(self, file: FileChunks, anchors: dict[ChunkId, Anchor], now: Snapshot) -> Iterator[Drawn]:
        taken: Counter[tuple[DriftKind, ChunkKind]] = Counter()
        chunks = {chunk.id: chunk for chunk in file.chunks}
        for drift in sorted(detect_drifts(anchors, now), key=lambda drift: self._rank(str(drift.chunk_id))):
            chunk = chunks[drift.chunk_id]
            stratum = (drift.kind, chunk.kind)
            if drift.kind in DRAWN_DRIFTS and taken[stratum] < MOST_OF_A_FILE:
                taken[stratum] += 1
                yield Drawn(chunk, file.blob, anchors[chunk.id], drift.kind)

    def _rank(self, *names: str) -> bytes:
        """A place in an order that hangs on the seed and nothing else, whatever the Python."""
        text = "\0".join((str(self.seed), *names))
        return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest()
