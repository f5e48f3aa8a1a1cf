"""What sort of edit each chunk went through that stays, or moved, with another text."""

from collections.abc import Sequence
from dataclasses import replace

from goldkeeper.drift.staleness import judge_edit
from goldkeeper.model.anchors import Anchor
from goldkeeper.model.chunks import ChunkId, last_name
from goldkeeper.model.proposals import Action, RemapProposal
from goldkeeper.model.staleness import Edit, Staleness
from goldkeeper.model.tokens import token_digest
from goldkeeper.reporting.wording import count
from goldkeeper.workflow.code import Code
from goldkeeper.workflow.judged import judged_texts
from goldkeeper.workflow.snapshot import cut_snapshot


def with_edits(proposals: Sequence[RemapProposal], code: Code) -> list[RemapProposal]:
    """The same proposals in the same order, with the sort of edit of those chunks that stay in the gold."""
    edited = {p.chunk_id: found for p in proposals if (found := _edited(p)) is not None}
    judged = judged_texts([anchor for anchor, _ in edited.values()], code.history)
    head = cut_snapshot(code.head, code.chunker, code.cache, paths={successor.path for _, successor in edited.values()})
    edits: dict[ChunkId, Edit | None] = {}
    for chunk_id, (anchor, successor) in edited.items():
        chunk = head.get(successor)
        if chunk is not None:
            edits[chunk_id] = _edit(anchor, judged.get(chunk_id), chunk.text, successor)
    recut = {p.chunk_id for p in proposals if p.drift.cut_otherwise}
    for chunk_id in recut & edits.keys():
        edit, text = edits[chunk_id], judged.get(chunk_id)
        chunk = head.get(edited[chunk_id][1])
        if edit is not None and not edit.staleness.holds and text is not None and chunk is not None:
            edits[chunk_id] = _wider(text, chunk.text) or edit
    return [replace(p, edit=edits.get(p.chunk_id)) for p in proposals]


def _wider(judged: str, text: str) -> Edit | None:
    """The edit of a chunk that another chunker cuts with more around it; None where a judged line is left out."""
    if f"\n{judged}\n" not in f"\n{text}\n":
        return None
    more = text.count("\n") - judged.count("\n")
    return Edit(Staleness.WIDER, f"{count(more, 'more line')} around it")


def _edited(proposal: RemapProposal) -> tuple[Anchor, ChunkId] | None:
    """The anchor, and the one chunk whose other text would take the place of what was judged."""
    anchor = proposal.drift.anchor
    if not isinstance(anchor, Anchor) or proposal.match.ambiguous:
        return None
    successor, digest = None, anchor.digest
    if proposal.action in {Action.KEEP, Action.REGRADE} and proposal.kept is not None:
        successor, digest = proposal.kept
    elif proposal.action is Action.REMAP and proposal.match.candidates:
        first = proposal.match.candidates[0]
        successor, digest = first.chunk_id, first.digest
    return (anchor, successor) if successor is not None and digest != anchor.digest else None


def _edit(anchor: Anchor, judged: str | None, text: str, successor: ChunkId) -> Edit | None:
    if judged is not None:
        names = last_name(anchor.symbol), last_name(successor.symbol)
        return judge_edit(judged, text, anchor.language, base_name=names[0], head_name=names[1])
    # Where the judged text can't be had, its tokens are still known by their digest.
    same_tokens = token_digest(text, anchor.language) == anchor.token_digest
    return Edit(Staleness.REFORMATTED, "comments and layout") if same_tokens else None
