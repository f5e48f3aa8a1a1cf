"""Which commit turned a chunk: changed its text, moved it away, or removed it.

A file is touched by many commits, and most leave the chunk alone. The turning commit is found by text,
without parsing anything: where the successor's text first stood in its file, or where the judged text
last stood in the old one. A chunk that only slid has no such commit.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from goldkeeper.model.anchors import Anchor
from goldkeeper.model.changes import CommitNote
from goldkeeper.model.chunks import BlobId, ChunkId, CommitId, SkipReason, Snapshot, last_name
from goldkeeper.model.proposals import Action, RemapProposal
from goldkeeper.ports import History
from goldkeeper.workflow.code import Code
from goldkeeper.workflow.snapshot import cut_snapshot

MOST_COMMITS = 20  # a reviewer reads three; a file that is touched daily has hundreds
MOST_VERSIONS = 200  # of one file that are read; a chunk that turned before is told by its file's commits


def with_commits(proposals: Sequence[RemapProposal], code: Code) -> list[RemapProposal]:
    """Each proposal with the commits that touched its files since the anchor, and the one that turned it."""
    if code.history is None or code.head_commit is None:
        return list(proposals)
    touched = _touched(proposals, code.history, code.head_commit)
    targets = {candidate.chunk_id.path for p in proposals for candidate in p.match.candidates[:1]}
    head = cut_snapshot(code.head, code.chunker, code.cache, paths=targets)
    looker = _Looker(code.history, code.head_commit)
    complete = []
    for proposal in proposals:
        commit = _anchored_at(proposal)
        by_path = touched.get(commit, {}) if commit is not None else {}
        notes = {note.commit: note for path in _files_of(proposal) for note in by_path.get(path, ())}
        turned = notes.get(found) if (found := looker.turn_of(proposal, head, by_path)) is not None else None
        newest_first = sorted(notes.values(), key=lambda note: (note.date, note.commit), reverse=True)
        complete.append(replace(proposal, commits=tuple(newest_first[:MOST_COMMITS]), turned_by=turned))
    return complete


def _touched(
    proposals: Sequence[RemapProposal], history: History, head: CommitId
) -> dict[CommitId, Mapping[str, tuple[CommitNote, ...]]]:
    paths: dict[CommitId, set[str]] = {}
    for proposal in proposals:
        commit = _anchored_at(proposal)
        if commit is not None and history.has(commit):
            paths.setdefault(commit, set()).update(_files_of(proposal))
    return {commit: history.commits_between(commit, head, paths[commit]) for commit in sorted(paths)}


class _Looker:
    """Reads the versions of files, each once."""

    def __init__(self, history: History, head: CommitId) -> None:
        self._history, self._head = history, head
        self.versions = lru_cache(maxsize=64)(self._read_versions)

    def turn_of(
        self, proposal: RemapProposal, head: Snapshot, touched: Mapping[str, Sequence[CommitNote]]
    ) -> CommitId | None:
        """The commit that turned a chunk; None for one that slid, and where the texts don't tell."""
        first = proposal.match.candidates[0] if proposal.match.candidates else None
        if proposal.action is not Action.RETIRE and first is not None:
            chunk = head.get(first.chunk_id)
            if chunk is None or _only_slid(proposal):
                return None
            return self._arrived(chunk.path, chunk.text.encode("utf-8", "surrogatepass"))
        removed = touched.get(proposal.chunk_id.path, ())
        last = self.versions(proposal.chunk_id.path)
        if removed and last and removed[0].commit != last[0][0]:  # the file itself went
            return removed[0].commit
        return self._left(proposal.chunk_id)

    def _arrived(self, path: str, text: bytes) -> CommitId | None:
        """Where a text first stood, walking back from the newest version without a break."""
        found = None
        for commit, data in self.versions(path):
            if text not in data:
                return found
            found = commit
        return found

    def _left(self, chunk_id: ChunkId) -> CommitId | None:
        """Where a name was last taken out of a file."""
        name = last_name(chunk_id.symbol).encode("utf-8", "surrogatepass")
        newer = None
        for commit, data in self.versions(chunk_id.path):
            if name in data:
                return newer
            newer = commit
        return None

    def _read_versions(self, path: str) -> tuple[tuple[CommitId, bytes], ...]:
        named = [
            pair for _, pair in zip(range(MOST_VERSIONS), self._history.file_history(path, self._head), strict=False)
        ]
        return tuple(self._contents(named))

    def _contents(self, named: Sequence[tuple[CommitId, BlobId]]) -> Iterator[tuple[CommitId, bytes]]:
        contents = self._history.read_blobs([blob for _, blob in named])
        for (commit, _), (_, data) in zip(named, contents, strict=True):
            if isinstance(data, SkipReason):
                return
            yield commit, data.replace(b"\r\n", b"\n")


def _only_slid(proposal: RemapProposal) -> bool:
    anchor, first = proposal.drift.anchor, proposal.match.candidates[0]
    same_place = (first.chunk_id.path, first.chunk_id.symbol) == (proposal.chunk_id.path, proposal.chunk_id.symbol)
    return same_place and isinstance(anchor, Anchor) and first.digest == anchor.digest


def _anchored_at(proposal: RemapProposal) -> CommitId | None:
    anchor = proposal.drift.anchor
    return anchor.commit if isinstance(anchor, Anchor) else None


def _files_of(proposal: RemapProposal) -> list[str]:
    first = proposal.match.candidates[:1]
    return sorted({proposal.chunk_id.path, *(candidate.chunk_id.path for candidate in first)})
