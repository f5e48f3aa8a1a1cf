"""What a chunk was in front of a commit: the plain cases first, then who kept the name and who the body.

It is the step of a walk, turned round and with one thing more: a walk back asks where a chunk came from, and what was
extracted from another came from nowhere, though by text it did.
"""

from dataclasses import dataclass

from goldkeeper.matching.name_and_body import body_left, delegated, extracted_from, inlined, mutual_nearest
from goldkeeper.matching.staying import place, stays
from goldkeeper.model.chunks import BlobId, Chunk, FileChunks
from goldkeeper.model.lineage import Step
from goldkeeper.workflow.commit_change import CommitChange
from goldkeeper.workflow.stepping import step_over

MIN_SURE = 0.5  # confidence of a step; one that is rather wrong than right is no history


@dataclass(frozen=True, slots=True)
class Older:
    """A chunk in front of a commit.

    Attributes:
        chunk: None where it was not there, or can't be followed.
        blob: the content it stood in.
        step: how that is known; None where it was plain.
        broken: why it can't be followed, for people.
    """

    chunk: Chunk | None
    blob: BlobId
    step: Step | None = None
    broken: str = ""


_NOTHING = Older(None, BlobId(""))


def step_back(change: CommitChange, newer: Chunk) -> Older:
    """What a chunk was before a commit that touched its file.

    Args:
        change: turned, from the newer state to the older one.
        newer: as the chunker cuts it out of its file behind the commit.
    """
    old, new = change.after(newer.path), change.before(newer.path)
    if not isinstance(old, FileChunks) or not isinstance(new, FileChunks):
        return _weighed(change, newer)
    stayed = stays(newer, new, old)
    if stayed is not None:
        return Older(stayed, old.blob)
    if extracted_from(newer, old, new) is not None:
        return _NOTHING
    kept = delegated(newer, old, new) or mutual_nearest(newer, new, old)
    if kept is not None:
        return Older(kept, old.blob)
    weighed = _weighed(change, newer)
    if weighed.chunk is None:
        return weighed
    other = inlined(newer, weighed.chunk, old, new)
    if other is None and weighed.chunk.path == newer.path and place(weighed.chunk) == place(newer):
        other = body_left(newer, weighed.chunk, old, new)
    return Older(other, old.blob) if other is not None else weighed


def _weighed(change: CommitChange, newer: Chunk) -> Older:
    outcome = step_over(change, newer)
    if outcome.step is not None and outcome.step.confidence < MIN_SURE:
        return Older(None, BlobId(""), outcome.step)
    return Older(outcome.after, outcome.blob, outcome.step, outcome.broken)
