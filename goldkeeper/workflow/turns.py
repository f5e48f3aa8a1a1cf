"""Which commit turned a chunk: changed its text, moved it away, or removed it.

Of a chunk that was followed through history, that is known. Of the others, the turning commit is found by text,
without parsing anything: where the successor's text first stood in its file, or where the judged text last stood in
the old one; a file is touched by many commits, and most leave the chunk alone. A chunk that only slid has no such
commit, and one that was changed by several has none either: to name the last of them as the cause would hide the one
that matters.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from goldkeeper.model.anchors import Anchor
from goldkeeper.model.changes import CommitNote
from goldkeeper.model.chunks import BlobId, ChunkId, CommitId, SkipReason, last_name
from goldkeeper.model.proposals import EDITED_IN_PLACE, Action, RemapProposal
from goldkeeper.ports import History
from goldkeeper.workflow.code import Code
from goldkeeper.workflow.judged import judged_texts
from goldkeeper.workflow.snapshot import cut_snapshot

MOST_COMMITS = 20  # a reviewer reads three; a file that is touched daily has hundreds
MOST_VERSIONS = 200  # of one file that are read; a chunk that turned before is told by its file's commits
LOT = 16  # versions that are asked for at once


def with_commits(proposals: Sequence[RemapProposal], code: Code) -> list[RemapProposal]:
    """Each proposal with the commits that touched its files since the anchor, and the one that turned it.

    A turning commit that a proposal brings along stays: whoever followed the chunk commit by commit knows better.
    """
    if code.history is None or code.head_commit is None:
        return list(proposals)
    walked = {p.chunk_id: told for p in proposals if (told := _as_walked(p, code.history)) is not None}
    searched = _with_searched([p for p in proposals if p.chunk_id not in walked], code, code.history, code.head_commit)
    complete = walked | {proposal.chunk_id: proposal for proposal in searched}
    return [complete[proposal.chunk_id] for proposal in proposals]


def _as_walked(proposal: RemapProposal, history: History) -> RemapProposal | None:
    """What the walk knows: just the commits that changed the chunk. None for a chunk that was not followed."""
    lineage = proposal.match.lineage
    if lineage is None:
        return None
    passed = {passage.commit: passage for passage in lineage if passage.commit is not None}
    notes = {commit: history.commit_note(commit) for commit in list(passed)[-MOST_COMMITS:]}
    turning = [commit for commit, passage in passed.items() if passage.change != EDITED_IN_PLACE] or list(passed)
    only = turning[0] if len(turning) == 1 and all(passage.commit is not None for passage in lineage) else None
    newest_first = tuple(reversed(notes.values()))
    return replace(
        proposal, commits=newest_first, turned_by=proposal.turned_by or (notes.get(only) if only is not None else None)
    )


def _with_searched(
    proposals: Sequence[RemapProposal], code: Code, history: History, head: CommitId
) -> list[RemapProposal]:
    """What the texts in the files' versions tell of the others."""
    touched = _touched(proposals, history, head)
    by_proposal = [touched.get(commit, {}) if (commit := _anchored_at(p)) is not None else {} for p in proposals]
    open_ones = [(p, by_path) for p, by_path in zip(proposals, by_proposal, strict=True) if p.turned_by is None]
    turns = _find_turns([p for p, _ in open_ones], [by_path for _, by_path in open_ones], code)
    complete = []
    for proposal, by_path in zip(proposals, by_proposal, strict=True):
        notes = {note.commit: note for path in _files_of(proposal) for note in by_path.get(path, ())}
        found = turns.get(proposal.chunk_id)
        newest_first = sorted(notes.values(), key=lambda note: (note.date, note.commit), reverse=True)
        complete.append(
            replace(
                proposal,
                commits=tuple(newest_first[:MOST_COMMITS]),
                turned_by=proposal.turned_by or (notes.get(found) if found is not None else None),
            )
        )
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


@dataclass(slots=True)
class _Question:
    """A text that is followed back through the versions of a file.

    Attributes:
        stands: whether newer versions hold it; the commit is sought before which it was otherwise.
        before: what the file has to hold just before, so that the commit did all of it; None asks for nothing.
        turn: the oldest version so far that is as the newer ones are.
        alone: whether the version before the turn held `before`.
    """

    chunk_id: ChunkId
    text: bytes
    stands: bool
    before: bytes | None = None
    turn: CommitId | None = None
    answered: bool = False
    alone: bool = False

    def look(self, commit: CommitId, data: bytes) -> None:
        """Take in the next older version."""
        if (self.text in data) is self.stands:
            self.turn = commit
        else:
            self.answered = True
            self.alone = self.before is None or self.before in data


def _find_turns(
    proposals: Sequence[RemapProposal], touched: Sequence[Mapping[str, Sequence[CommitNote]]], code: Code
) -> dict[ChunkId, CommitId]:
    """The commit that turned each chunk; those that slid, and those of which texts tell nothing, are left out."""
    targets = {candidate.chunk_id.path for p in proposals for candidate in p.match.candidates[:1]}
    judged = judged_texts([a for p in proposals if isinstance(a := p.drift.anchor, Anchor)], code.history)
    movers: dict[ChunkId, frozenset[CommitId]] = {}
    head = cut_snapshot(code.head, code.chunker, code.cache, paths=targets)
    turns: dict[ChunkId, CommitId] = {}
    questions: dict[str, list[_Question]] = {}
    newest: dict[str, CommitId | None] = {}
    for proposal, by_path in zip(proposals, touched, strict=True):
        path = proposal.chunk_id.path
        first = proposal.match.candidates[0] if proposal.match.candidates else None
        if proposal.action is not Action.RETIRE and first is not None:
            chunk = head.get(first.chunk_id)
            if chunk is not None and not _only_slid(proposal):
                text, before = _bytes(chunk.text), _bytes(judged.get(proposal.chunk_id, ""))
                stayed = chunk.path == path
                questions.setdefault(chunk.path, []).append(
                    _Question(proposal.chunk_id, text, stands=True, before=before if stayed else None)
                )
                if not stayed and text != before:  # moved and edited: the commit has to be seen at both ends
                    movers[proposal.chunk_id] = frozenset(note.commit for note in by_path.get(path, ()))
            continue
        if path not in newest:
            newest[path] = next((commit for commit, _ in _versions(path, code)), None)
        removed = by_path.get(path, ())
        if removed and newest[path] not in {None, removed[0].commit}:  # the file itself went
            turns[proposal.chunk_id] = removed[0].commit
        else:
            name = _bytes(last_name(proposal.chunk_id.symbol))
            questions.setdefault(path, []).append(_Question(proposal.chunk_id, name, stands=False))
    for path in sorted(questions):
        _read_back(path, questions[path], code)
        for question in questions[path]:
            if question.turn is not None and _is_sole(question, movers.get(question.chunk_id)):
                turns[question.chunk_id] = question.turn
    return turns


def _is_sole(question: _Question, movers: frozenset[CommitId] | None) -> bool:
    """Whether one commit did all that happened to the chunk."""
    if movers is not None:
        return question.turn in movers
    return question.alone if question.answered else question.stands and question.before is None


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def _read_back(path: str, questions: Sequence[_Question], code: Code) -> None:
    """Show the versions of a file to those who ask about it, newest first, one at a time."""
    for commit, data in _contents(path, code):
        for question in questions:
            if not question.answered:
                question.look(commit, data)
        if all(question.answered for question in questions):
            return


def _versions(path: str, code: Code) -> Iterator[tuple[CommitId, BlobId]]:
    if code.history is not None and code.head_commit is not None:
        yield from islice(code.history.file_history(path, code.head_commit), MOST_VERSIONS)


def _contents(path: str, code: Code) -> Iterator[tuple[CommitId, bytes]]:
    """Versions up to the first that can't be read, read in small lots: most questions are answered early."""
    versions = iter(_versions(path, code))
    while code.history is not None and (lot := list(islice(versions, LOT))):
        contents = code.history.read_blobs([blob for _, blob in lot])
        for (commit, _), (_, data) in zip(lot, contents, strict=True):
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
