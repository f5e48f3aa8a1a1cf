"""What a chunk was in front of a commit: the plain cases first, then who kept the name and who the body.

It is the step of a walk, turned round and with one thing more: a walk back asks where a chunk came from, and what was
extracted from another came from nowhere, though by text it did.
"""

from dataclasses import dataclass

from goldkeeper.matching.name_and_body import body_left, delegated, extracted_from, inlined, mutual_nearest
from goldkeeper.matching.staying import place, stays
from goldkeeper.model.chunks import BlobId, Chunk, FileChunks
from goldkeeper.model.lineage import Step
from goldkeeper.workflow.lineage.beginnings import origin_of
from goldkeeper.workflow.lineage.commit_change import CommitChange
from goldkeeper.workflow.lineage.stepping import step_over

# Confidence of a step. It is calibrated on chunks that are followed forward, most of which live on; but most that have
# no plain predecessor are new. Of the links below this, read in seven languages, one in three was right.
MIN_SURE = 0.85
MIN_AGREED = 0.5  # the same, where most lines stood in that very chunk and it is not there any more


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
    step = outcome.step
    if step is not None and step.after is not None and not _is_sure(change, newer, step.after, step.confidence):
        return Older(None, BlobId(""), step)
    return Older(outcome.after, outcome.blob, step, outcome.broken)


def _is_sure(change: CommitChange, newer: Chunk, candidate: Chunk, confidence: float) -> bool:
    if confidence >= MIN_SURE or confidence < MIN_AGREED:
        return confidence >= MIN_SURE
    origin = origin_of(change, newer)
    return origin is not None and origin.chunk.id == candidate.id and not origin.is_there
