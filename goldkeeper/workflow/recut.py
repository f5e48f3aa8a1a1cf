"""The match of a judged chunk that is cut otherwise now, from those of the chunks that hold its lines."""

from collections.abc import Mapping
from dataclasses import replace

from goldkeeper.matching.projection import Projected
from goldkeeper.model.anchors import Anchor
from goldkeeper.model.changes import ChangeKind
from goldkeeper.model.chunks import ChunkId, last_name
from goldkeeper.model.proposals import Candidate, EvidencePart, Match


def followed(anchor: Anchor, today: Projected, matches: Mapping[ChunkId, Match]) -> Match:
    """The match of a judged chunk, from those of the chunks that hold its lines as its file is cut today."""
    chunk, share = today.parts[0]
    match = replace(matches[chunk.id], chunk_id=anchor.chunk_id)
    if chunk.digest == anchor.digest and chunk.id == ChunkId(anchor.path, anchor.span, anchor.symbol):
        return match
    if len(today.parts) > 1:
        return _followed_apart(anchor, today, matches)
    if match.change is ChangeKind.GONE or not match.candidates:
        return replace(match, certain=False)
    candidates = (_holding(match.candidates[0], share), *match.candidates[1:])
    change = today.change if match.change is ChangeKind.SAME else match.change
    return replace(match, change=change, candidates=candidates, certain=False)


def _followed_apart(anchor: Anchor, today: Projected, matches: Mapping[ChunkId, Match]) -> Match:
    """The same of lines that fall apart: each part's successor with its share; parts that are gone are left out."""
    shares: dict[ChunkId, float] = {}
    successors: dict[ChunkId, Candidate] = {}
    parts = [(matches[chunk.id], share) for chunk, share in today.parts]
    for match, share in parts:
        if match.change is not ChangeKind.GONE and match.candidates:
            first = match.candidates[0]
            successors.setdefault(first.chunk_id, first)
            shares[first.chunk_id] = shares.get(first.chunk_id, 0.0) + share
    gone = min(match.gone for match, _ in parts)
    if not successors:
        return Match(anchor.chunk_id, ChangeKind.GONE, (), gone, ambiguous=any(m.ambiguous for m, _ in parts))
    order = sorted(successors, key=lambda chunk_id: (-shares[chunk_id], chunk_id))
    sure = min(candidate.confidence for candidate in successors.values())  # right only if each part is
    candidates = tuple(_holding(replace(successors[one], confidence=sure), shares[one]) for one in order)
    alone = ChangeKind.SAME if last_name(order[0].symbol) == last_name(anchor.symbol) else ChangeKind.RENAMED
    change = ChangeKind.SPLIT if len(order) > 1 else alone
    return Match(anchor.chunk_id, change, candidates, gone, ambiguous=any(m.ambiguous for m, _ in parts))


def _holding(candidate: Candidate, share: float) -> Candidate:
    lines = EvidencePart("lines", round(share, 4), 0.0, "share of the judged lines, as their own file is cut today")
    return replace(candidate, share=round(share, 4), evidence=(*candidate.evidence, lines))
