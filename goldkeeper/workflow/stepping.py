"""What one commit made of one chunk: the plain cases first, the matcher for the rest."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from goldkeeper.matching.renames import path_nearness, same_name
from goldkeeper.matching.staying import stays
from goldkeeper.model.changes import ChangeKind
from goldkeeper.model.chunks import BlobId, Chunk, FileChunks, SkipReason
from goldkeeper.model.lineage import Step, StepKind
from goldkeeper.workflow.commit_change import CommitChange

SURE_EDIT = 0.999  # share right of plain edits in place: in 157,000 such steps a dozen chunks went wrong
SURE_CARRIED = 0.999  # the same of files that stand elsewhere as they were
SURE_FILE_MOVED = 0.995
MOST_FORKS = 3  # equal heirs that are followed


@dataclass(frozen=True, slots=True)
class Outcome:
    """A chunk behind a commit.

    Attributes:
        after: the chunk; None where it is gone or could not be followed.
        blob: the content it stands in.
        step: what happened; None where only its lines moved.
        forks: other places that hold its file's whole content.
        broken: why it could not be followed, for people.
    """

    after: Chunk | None
    blob: BlobId
    step: Step | None = None
    forks: tuple[tuple[Chunk, BlobId], ...] = ()
    broken: str = ""


def step_over(change: CommitChange, before: Chunk) -> Outcome:
    """What a commit made of a chunk whose file it touched.

    Args:
        change: in the direction walked.
        before: as the chunker cuts it out of its file before the commit.
    """
    file = change.files[before.path]
    if file.head_blob is None:
        return _leave(change, before)
    old, new = change.before(before.path), change.after(before.path)
    if not isinstance(old, FileChunks) or not isinstance(new, FileChunks):
        return _lost_sight(f"{before.path}: {new if isinstance(new, SkipReason) else old}")
    stayed = stays(before, old, new)
    if stayed is None:
        return _weigh(change, before)
    if stayed.digest == before.digest:
        return Outcome(stayed, new.blob)
    return Outcome(stayed, new.blob, Step(change.commit, StepKind.EDITED, before, stayed, SURE_EDIT))


def _leave(change: CommitChange, before: Chunk) -> Outcome:
    """The file is not there any more."""
    carried = _nearest_first(change.carried_to(before.path), before.path)
    if carried:
        heirs = [(replace(before, path=path), change.appeared[path]) for path in carried[: 1 + MOST_FORKS]]
        after, blob = heirs[0]
        step = Step(change.commit, StepKind.CARRIED, before, after, SURE_CARRIED)
        return Outcome(after, blob, step, tuple(heirs[1:]))
    target = change.renames.get(before.path)
    old, new = change.before(before.path), change.after(target) if target is not None else None
    if isinstance(old, FileChunks) and isinstance(new, FileChunks):
        stayed = stays(before, old, new)
        if stayed is not None:
            step = Step(change.commit, StepKind.FILE_MOVED, before, stayed, SURE_FILE_MOVED)
            return Outcome(stayed, new.blob, step)
    return _weigh(change, before)


def _nearest_first(paths: Sequence[str], path: str) -> list[str]:
    return sorted(paths, key=lambda other: (not same_name(path, other), -path_nearness(path, other), other))


def _weigh(change: CommitChange, before: Chunk) -> Outcome:
    """Nothing is plain: hold it against all that the commit changed."""
    match = change.match(before)
    if match is None:
        return _lost_sight(f"{before.path}: what it was before could not be read")
    if match.change is ChangeKind.GONE or not match.candidates:
        step = Step(change.commit, StepKind.GONE, before, None, match.gone, match.ambiguous, match.candidates)
        return Outcome(None, BlobId(""), step)
    first, *others = match.candidates
    file = change.after(first.chunk_id.path)
    after = next((c for c in file.chunks if c.id == first.chunk_id), None) if isinstance(file, FileChunks) else None
    if after is None or not isinstance(file, FileChunks):  # the matcher only names chunks of what it was given
        raise AssertionError(f"{first.chunk_id} is not in {first.chunk_id.path}")
    step = Step(change.commit, StepKind.WEIGHED, before, after, first.confidence, match.ambiguous, tuple(others))
    return Outcome(after, file.blob, step)


def _lost_sight(why: str) -> Outcome:
    return Outcome(None, BlobId(""), broken=why)
