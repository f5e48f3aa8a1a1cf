"""Stateless remapping: chunk IDs and two revisions in, candidates out. No gold set, no queue."""

from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from goldkeeper.drift.resolver import Resolution, resolve
from goldkeeper.model.anchors import Anchor, AnchorOrigin
from goldkeeper.model.changes import ChangeKind
from goldkeeper.model.chunks import ChunkId, Snapshot, Span, last_name, without_ordinal
from goldkeeper.model.drifts import Drift, DriftKind
from goldkeeper.model.errors import MalformedChunkId
from goldkeeper.model.proposals import Candidate, Match
from goldkeeper.ports import ChunkCache, Chunker, History, SourceTree
from goldkeeper.workflow.anchoring import anchor_of
from goldkeeper.workflow.changes import cut_change
from goldkeeper.workflow.lineage.walked import Past
from goldkeeper.workflow.lost import LOST, match_anchors, walk_anchors
from goldkeeper.workflow.seeing import see_drifts
from goldkeeper.workflow.snapshot import cut_snapshot


@dataclass(frozen=True, slots=True)
class Remapped:
    """The answer for one ID.

    Attributes:
        written: the ID as it was asked.
        taken: the base chunk it was taken for; None when it names nothing there.
        problem: why it can't be answered, for people; empty when it can.
        symbol: as it was asked.
    """

    written: str
    taken: Resolution | None
    drift: Drift | None
    match: Match | None
    problem: str = ""
    symbol: str = ""

    def as_json(self) -> dict[str, Any]:
        """The line that `goldkeeper remap --json` prints."""
        candidates = [_candidate_json(candidate) for candidate in self.match.candidates] if self.match else []
        if self.drift is not None and self.taken is not None and self.drift.kind is DriftKind.INTACT:
            stands = self.drift.found or self.taken.chunk  # a file that does not parse may still hold the very text
            candidates = [_id_json(stands.id) | {"confidence": 1.0, "margin": None, "evidence": {}}]
        if self.taken is not None and not self.taken.exact:
            candidates = [_as_asked(candidate, self.symbol, self.taken.chunk.name) for candidate in candidates]
        answer: dict[str, Any] = {
            "id": self.written,
            "status": str(self.drift.kind) if self.drift else "unknown",
            "change": str(self.match.change) if self.match else ("same" if candidates else None),
            "gone": round(self.match.gone, 4) if self.match else 0.0,
            "ambiguous": self.match.ambiguous if self.match else False,
            "candidates": candidates,
        }
        if self.taken is not None and not self.taken.exact:
            answer["taken_for"] = str(self.taken.chunk.id)
        problem = self.problem or (self.drift.note if self.drift else "")
        return answer | ({"problem": problem} if problem else {})


def refuse(written: Sequence[str], problem: str) -> Iterator[Remapped]:
    """The answers to a request that can't be answered, in the order asked."""
    return (Remapped(text, None, None, None, problem) for text in written)


def remap(
    written: Sequence[str],
    base: SourceTree,
    head: SourceTree,
    *,
    history: History | None,
    chunker: Chunker,
    cache: ChunkCache | None = None,
    past: Past | None = None,
) -> Iterator[Remapped]:
    """Where each chunk of one state is in another, in the order asked; either state may be the older one.

    Args:
        written: chunk IDs of the base state.
        base, head: the two states.
        history: of both; None outside git.
        chunker, cache: what cuts contents.
        past: of the history; without, the two states are compared directly.
    """
    base_files = base.files()
    parsed: list[ChunkId | MalformedChunkId] = [_parse(text, base_files) for text in written]
    ids = [one for one in parsed if isinstance(one, ChunkId)]
    places = {chunk_id.path for chunk_id in ids}
    base_part = cut_snapshot(base, chunker, cache, paths=places)
    head_part = cut_snapshot(head, chunker, cache, paths=places)
    taken = {chunk_id: resolution for chunk_id in ids if (resolution := resolve(chunk_id, base_part))}
    anchors: dict[ChunkId, Anchor] = {
        chunk_id: anchor_of(
            chunk_id,
            resolution.chunk,
            commit=base.commit,
            blob=base_part.files[resolution.chunk.path].blob,
            origin=AnchorOrigin.RESOLVED,
        )
        for chunk_id, resolution in taken.items()
    }
    drifts = {
        drift.chunk_id: drift for drift in see_drifts(anchors, head_part, history=history, chunker=chunker, cache=cache)
    }
    lost = {chunk_id: anchors[chunk_id] for chunk_id, drift in drifts.items() if _is_sought(drift, head_part)}
    matches: dict[ChunkId, Match] = {}
    if lost and head.commit is not None and past is not None:
        matches = walk_anchors(lost, past.to(head, head.commit))
        lost = {chunk_id: anchor for chunk_id, anchor in lost.items() if chunk_id not in matches}
    if lost:
        matches |= match_anchors(lost, cut_change(base, head, history=history, chunker=chunker, cache=cache))
    for text, one in zip(written, parsed, strict=True):
        if isinstance(one, MalformedChunkId):
            yield Remapped(text, None, None, None, str(one))
        elif one not in taken:
            yield Remapped(text, None, None, None, _unknown(one, base, base_part))
        else:
            match = _claimable(drifts[one], matches.get(one))
            yield Remapped(text, taken[one], drifts[one], match, symbol=one.symbol)


def _is_sought(drift: Drift, head: Snapshot) -> bool:
    """Whether a chunk is looked for: also one that a file hides which does not parse, if it can be read."""
    if drift.kind is not DriftKind.OBSCURED:
        return drift.kind in LOST
    return isinstance(drift.anchor, Anchor) and drift.anchor.path in head.files


def _claimable(drift: Drift, match: Match | None) -> Match | None:
    """Of a hidden chunk it is told where it may be, and never that it is gone."""
    if drift.kind is DriftKind.OBSCURED and match is not None and match.change is ChangeKind.GONE:
        return None
    return match


def _parse(text: str, files: Container[str]) -> ChunkId | MalformedChunkId:
    try:
        return ChunkId.parse(text, lambda path: path in files)
    except MalformedChunkId as problem:
        return problem


def _unknown(chunk_id: ChunkId, base: SourceTree, part: Snapshot) -> str:
    if chunk_id.path in part.skipped:
        return f"{chunk_id.path} at {base.label}: {part.skipped[chunk_id.path]}"
    if chunk_id.path not in part.files:
        return f"{chunk_id.path}: no such file at {base.label}"
    return f"{chunk_id.path} at {base.label} has no chunk {chunk_id.symbol} near lines {chunk_id.span}"


def _as_asked(candidate: dict[str, Any], asked: str, name: str) -> dict[str, Any]:
    """A candidate that kept its name, with that name as the ID asked for spells it.

    Other chunkers take C++ operators as the source has them: `operator <`, `operator bool() const`. Who looks the
    answer up in their chunks finds it under their own spelling alone.
    """
    spelled = last_name(asked)
    if spelled == name or last_name(candidate["symbol"]) != name:
        return candidate
    symbol = without_ordinal(candidate["symbol"]).removesuffix(name) + spelled
    return candidate | _id_json(ChunkId(candidate["path"], Span(candidate["start"], candidate["end"]), symbol))


def _id_json(chunk_id: ChunkId) -> dict[str, Any]:
    return {
        "id": str(chunk_id),
        "path": chunk_id.path,
        "start": chunk_id.span.start,
        "end": chunk_id.span.end,
        "symbol": chunk_id.symbol,
    }


def _candidate_json(candidate: Candidate) -> dict[str, Any]:
    evidence = {
        part.name: {"value": round(part.value, 4), "bits": round(part.weight, 3)}
        | ({"note": part.note} if part.note else {})
        for part in candidate.evidence
    }
    found = _id_json(candidate.chunk_id) | {
        "confidence": round(candidate.confidence, 4),
        "margin": round(candidate.margin, 3),
        "evidence": evidence,
    }
    if candidate.share is not None:
        found["share"] = round(candidate.share, 4)
    return found | ({"twin": True} if candidate.twin else {})
