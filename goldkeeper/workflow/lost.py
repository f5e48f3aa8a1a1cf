"""Where lost gold chunks may have gone: the change since each was judged, matched as a whole."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from goldkeeper.matching.matcher import match_chunks
from goldkeeper.model.anchors import Anchor
from goldkeeper.model.changes import Change
from goldkeeper.model.chunks import ChunkId, CommitId
from goldkeeper.model.drifts import Drift, DriftKind
from goldkeeper.model.proposals import Match, RemapProposal
from goldkeeper.ports import Progress
from goldkeeper.workflow.changes import choose_bases, cut_change, joined, remembered
from goldkeeper.workflow.code import Code
from goldkeeper.workflow.snapshot import cut_snapshot

LOST = frozenset({DriftKind.SHIFTED, DriftKind.EDITED, DriftKind.MISSING})
MOST_COMMITS = 20  # a reviewer reads three; a file that is touched daily has hundreds


def match_lost(drifts: Sequence[Drift], code: Code, *, progress: Progress | None = None) -> dict[ChunkId, Match]:
    """For each gold chunk that is not where and what it was, where it may have gone."""
    lost = {d.chunk_id: d.anchor for d in drifts if d.kind in LOST and isinstance(d.anchor, Anchor)}
    found: dict[ChunkId, Match] = {}
    if code.history is not None:
        for commit, ids in choose_bases(lost, code.history).items():
            base = code.history.tree(commit)
            change = cut_change(
                base, code.head, history=code.history, chunker=code.chunker, cache=code.cache, progress=progress
            )
            found |= match_anchors({chunk_id: lost[chunk_id] for chunk_id in ids}, change)
    rest = {chunk_id: anchor for chunk_id, anchor in lost.items() if chunk_id not in found}
    if rest:  # no git, or the anchor's commit is not in this clone
        everything = cut_snapshot(code.head, code.chunker, code.cache, progress=progress)
        found |= match_anchors(rest, joined(remembered(rest.values()), everything, connected=False))
    return found


def match_anchors(anchors: Mapping[ChunkId, Anchor], change: Change) -> dict[ChunkId, Match]:
    """Matches by gold ID; a chunk that the base side doesn't have stays out."""
    wanted = {
        chunk_id: chunk
        for chunk_id, anchor in anchors.items()
        if (chunk := change.base.get(ChunkId(anchor.path, anchor.span, anchor.symbol))) is not None
    }
    each_once = {chunk.id: chunk for chunk in wanted.values()}
    matches = match_chunks([each_once[chunk_id] for chunk_id in sorted(each_once)], change)
    return {
        chunk_id: replace(matches[chunk.id], chunk_id=chunk_id)
        for chunk_id, chunk in wanted.items()
        if chunk.id in matches
    }


def with_commits(proposals: Sequence[RemapProposal], code: Code) -> list[RemapProposal]:
    """Each proposal with the commits that touched its old or new file since the anchor, newest first."""
    if code.history is None or code.head_commit is None:
        return list(proposals)
    paths: dict[CommitId, set[str]] = {}
    for proposal in proposals:
        commit = _anchored_at(proposal)
        if commit is not None and code.history.has(commit):
            paths.setdefault(commit, set()).update(_files_of(proposal))
    touched = {
        commit: code.history.commits_between(commit, code.head_commit, paths[commit]) for commit in sorted(paths)
    }
    complete = []
    for proposal in proposals:
        commit = _anchored_at(proposal)
        by_path = touched.get(commit, {}) if commit is not None else {}
        notes = {note.commit: note for path in _files_of(proposal) for note in by_path.get(path, ())}
        newest_first = sorted(notes.values(), key=lambda note: (note.date, note.commit), reverse=True)
        complete.append(replace(proposal, commits=tuple(newest_first[:MOST_COMMITS])))
    return complete


def _anchored_at(proposal: RemapProposal) -> CommitId | None:
    anchor = proposal.drift.anchor
    return anchor.commit if isinstance(anchor, Anchor) else None


def _files_of(proposal: RemapProposal) -> list[str]:
    first = proposal.match.candidates[:1]
    return sorted({proposal.chunk_id.path, *(candidate.chunk_id.path for candidate in first)})
