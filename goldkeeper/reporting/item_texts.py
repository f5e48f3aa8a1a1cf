"""The texts of a review item held against one another, for a terminal or a pipe."""

from collections.abc import Callable, Sequence

from goldkeeper.model.chunks import ChunkId
from goldkeeper.model.proposals import Action, RemapProposal
from goldkeeper.model.reviews import ReviewItem
from goldkeeper.reporting.visible import visible_lines as visible
from goldkeeper.reporting.word_diff import DiffLine, Gap, diff_texts

TextOf = Callable[[RemapProposal, ChunkId | None], str | None]  # None asks for the judged text


def item_diffs(
    item: ReviewItem, text_of: TextOf, *, candidate: int | None = None
) -> tuple[tuple[str, Sequence[DiffLine | Gap]], ...]:
    """The texts, old against each proposed one; with a tie, against the first two, and when gone, the nearest.

    Args:
        item: the question.
        text_of: the judged text (None), or that of a chunk at head; None where it can't be had.
        candidate: only against this candidate, counted from 1.
    """
    proposal = item.proposal
    targets = held_against(proposal, candidate)
    found = proposal.drift.found
    base = text_of(proposal, None)
    if base is None:
        return ((f"The judged text of {visible(str(proposal.chunk_id))} can't be had.", ()),)
    judged = ("What was judged", diff_texts(base, base, context=None))
    diffs: list[tuple[str, Sequence[DiffLine | Gap]]] = [] if targets else [judged]
    nearest = ", the nearest" if proposal.action is Action.RETIRE and candidate is None else ""
    for target in targets:
        # An edited chunk's new text came with the proposal.
        head = found.text if found is not None and found.id == target else text_of(proposal, target)
        name = visible(str(target)) + nearest
        if head is None:
            diffs.append((f"The text of {name} can't be had; the code may have moved since the scan.", ()))
            diffs += [judged] if judged not in diffs else []
        elif head == base:
            diffs.append((f"What was judged = {name}, word for word", diff_texts(base, head, context=None)))
        else:
            diffs.append((f"What was judged → {name}", diff_texts(base, head)))
    return tuple(diffs)


def held_against(proposal: RemapProposal, candidate: int | None) -> Sequence[ChunkId]:
    """The chunks whose texts are shown beside the judged one; see `item_diffs`."""
    candidates = [one.chunk_id for one in proposal.match.candidates]
    if candidate is not None:
        return candidates[candidate - 1 : candidate]
    if proposal.action is Action.RETIRE:
        return candidates[:1]
    if proposal.match.ambiguous and proposal.action is not Action.SPLIT:
        return candidates[:2]
    return proposal.proposed
