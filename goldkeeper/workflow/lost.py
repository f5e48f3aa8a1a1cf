"""Where lost gold chunks may have gone: the change since each was judged, matched as a whole."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from goldkeeper.matching.matcher import match_chunks
from goldkeeper.model.anchors import Anchor
from goldkeeper.model.changes import Change
from goldkeeper.model.chunks import ChunkId
from goldkeeper.model.drifts import Drift, DriftKind
from goldkeeper.model.proposals import Match
from goldkeeper.ports import Progress
from goldkeeper.workflow.changes import choose_bases, cut_change, joined, remembered
from goldkeeper.workflow.code import Code
from goldkeeper.workflow.snapshot import cut_snapshot

LOST = frozenset({DriftKind.SHIFTED, DriftKind.EDITED, DriftKind.MISSING})


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
