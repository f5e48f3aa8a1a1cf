"""What goldkeeper would do about one drifted chunk: the room's door."""

from collections.abc import Sequence

from goldkeeper.model.anchors import Anchor
from goldkeeper.model.changes import ChangeKind
from goldkeeper.model.chunks import ChunkId, CommitId
from goldkeeper.model.drifts import Drift, DriftKind
from goldkeeper.model.gold import GoldPair
from goldkeeper.model.proposals import Action, Cause, Match, RemapProposal

# Replaced when all proposals of a scan are grouped.
_UNGROUPED = Cause("", "")
_NOTHING_TO_DO = frozenset({DriftKind.INTACT, DriftKind.OBSCURED, DriftKind.NEVER})


def propose(
    drift: Drift,
    match: Match | None,
    pairs: Sequence[GoldPair],
    head_commit: CommitId | None = None,
) -> RemapProposal | None:
    """What to ask people about a chunk.

    Args:
        drift: what is seen.
        match: where it may have gone; None where nothing could be matched.
        pairs: every gold pair that names the chunk.
        head_commit: the state that was looked at; None for a work tree or a folder.

    Returns:
        None when there is nothing to ask: intact, obscured, never resolved (that is reported), or no match.
    """
    if drift.kind in _NOTHING_TO_DO or match is None:
        return None
    action = choose_action(drift, match)
    return RemapProposal(drift, match, action, tuple(pairs), head_commit, _UNGROUPED)


def choose_action(drift: Drift, match: Match) -> Action:
    """Keep what stands at its own ID, remap what went, split what became several, retire what is gone."""
    if match.change is ChangeKind.GONE or not match.candidates:
        return Action.RETIRE
    if match.change is ChangeKind.SPLIT:
        return Action.SPLIT
    return Action.KEEP if match.candidates[0].chunk_id == _own_id(drift) else Action.REMAP


def _own_id(drift: Drift) -> ChunkId:
    """The ID as our chunker spells it; a gold file may spell it otherwise."""
    anchor = drift.anchor
    return ChunkId(anchor.path, anchor.span, anchor.symbol) if isinstance(anchor, Anchor) else drift.chunk_id
