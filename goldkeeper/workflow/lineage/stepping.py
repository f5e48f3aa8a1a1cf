"""What one commit made of one chunk: the plain cases first, the matcher for the rest."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from goldkeeper.matching.lines import covered, telling_lines
from goldkeeper.matching.parts import MIN_PART_LINES, MOST_PARTS
from goldkeeper.matching.renames import path_nearness, same_name
from goldkeeper.matching.staying import stays
from goldkeeper.model.changes import ChangeKind
from goldkeeper.model.chunks import BlobId, Chunk, FileChunks, SkipReason
from goldkeeper.model.lineage import Heir, Step, StepKind
from goldkeeper.model.proposals import Candidate, Evidence
from goldkeeper.workflow.lineage.commit_change import CommitChange
from goldkeeper.workflow.lineage.hidden import is_hidden

SURE_EDIT = 0.99999  # share right of plain edits in place: in 157,000 such steps a dozen chunks went wrong
SURE_CARRIED = 0.9999  # the same of files that stand elsewhere as they were
SURE_FILE_MOVED = 0.9995
MOST_COPIES = 3  # of a whole file that are followed
MOST_OTHERS = 2  # other candidates of a doubtful commit that are followed
MOST_SHOWN = 6  # parts and other candidates of a commit that is the whole way
LEAST_DOUBT = 0.002  # confidence of another candidate from which it is worth following


@dataclass(frozen=True, slots=True)
class Branch:
    """Another chunk behind the commit that the way may go on with.

    Attributes:
        blob: the content it stands in.
        confidence, share, evidence: see `Heir`.
    """

    chunk: Chunk
    blob: BlobId
    confidence: float
    share: float | None = None
    evidence: Evidence = ()

    @property
    def heir(self) -> Heir:
        """What the way ends in, where it ends here."""
        return Heir(self.chunk, self.confidence, self.share, self.evidence)


@dataclass(frozen=True, slots=True)
class Outcome:
    """A chunk behind a commit.

    Attributes:
        after: the chunk; None where it is gone or could not be followed.
        blob: the content it stands in.
        step: what happened; None where only its lines moved.
        copies: the same chunk in other places that hold its file's whole content.
        parts: what was taken out of it.
        others: other candidates, where the commit leaves a doubt.
        broken: why it could not be followed, for people.
        is_hidden: its file does not parse where it should stand; behind a later commit it may.
    """

    after: Chunk | None
    blob: BlobId
    step: Step | None = None
    copies: tuple[Branch, ...] = ()
    parts: tuple[Branch, ...] = ()
    others: tuple[Branch, ...] = ()
    broken: str = ""
    is_hidden: bool = False


def step_over(change: CommitChange, before: Chunk, *, alone: bool = False) -> Outcome:
    """What a commit made of a chunk whose file it touched.

    Args:
        change: in the direction walked.
        before: as the chunker cuts it out of its file before the commit.
        alone: the commit is the whole way, and worth a look at all that may have been taken out of the chunk.
    """
    file = change.files.get(before.path)
    if file is None:
        return _lost_sight(f"{before.path} is outside the include/exclude rules")
    if file.head_blob is None:
        return _leave(change, before, alone=alone)
    old, new = change.before(before.path), change.after(before.path)
    if not isinstance(old, FileChunks) or not isinstance(new, FileChunks):
        return _lost_sight(f"{before.path}: {new if isinstance(new, SkipReason) else old}")
    stayed = stays(before, old, new)
    if stayed is not None and stayed.digest == before.digest:
        return Outcome(stayed, new.blob)
    if stayed is None or change.has_moved_text(before):
        outcome = _weigh(change, before, alone=alone)
        is_doubtful = outcome.step is not None and (outcome.after is None or outcome.step.ambiguous)
        if stayed is None and is_doubtful and is_hidden(before, old, new):
            return replace(
                _lost_sight(f"{before.path} does not parse where {before.symbol} should stand"), is_hidden=True
            )
        return outcome
    return Outcome(
        stayed,
        new.blob,
        Step(change.commit, StepKind.EDITED, before, stayed, SURE_EDIT),
        parts=_parts(change, before, stayed, alone=alone),
    )


def _leave(change: CommitChange, before: Chunk, *, alone: bool) -> Outcome:
    """The file is not there any more."""
    carried = _nearest_first(change.carried_to(before.path), before.path)
    if carried and not (len(carried) == 1 and change.has_other_heir(before, carried[0])):
        heirs = [(replace(before, path=path), change.appeared[path]) for path in carried[: 1 + MOST_COPIES]]
        after, blob = heirs[0]
        step = Step(change.commit, StepKind.CARRIED, before, after, SURE_CARRIED, ChangeKind.MOVED)
        return Outcome(after, blob, step, copies=tuple(Branch(chunk, where, 0.0) for chunk, where in heirs[1:]))
    target = change.renamed_to(before.path)
    old, new = change.before(before.path), change.after(target) if target is not None else None
    if isinstance(old, FileChunks) and isinstance(new, FileChunks):
        stayed = stays(before, old, new)
        if stayed is not None and not change.has_other_heir(before, new.path):
            step = Step(change.commit, StepKind.FILE_MOVED, before, stayed, SURE_FILE_MOVED, ChangeKind.MOVED)
            return Outcome(stayed, new.blob, step, parts=_parts(change, before, stayed, alone=alone))
    return _weigh(change, before, alone=alone)


def _weigh(change: CommitChange, before: Chunk, *, alone: bool) -> Outcome:
    """Nothing is plain: hold it against all that the commit changed."""
    match = change.match(before, alone=alone)
    if match is None:
        return _lost_sight(f"{before.path}: what it was before could not be read")
    found = [_branch(change, candidate) for candidate in match.candidates if not candidate.twin]
    if match.change is ChangeKind.GONE or not found:
        step = Step(change.commit, StepKind.GONE, before, None, match.gone, ChangeKind.GONE, match.ambiguous)
        return Outcome(None, BlobId(""), step, others=_doubts(found))
    first, *rest = found
    step = Step(
        change.commit,
        StepKind.WEIGHED,
        before,
        first.chunk,
        first.confidence,
        match.change,
        match.ambiguous,
        match.certain,
        first.share,
        first.evidence,
    )
    if alone:
        return Outcome(first.chunk, first.blob, step, parts=tuple(rest[:MOST_SHOWN]))
    if match.change is ChangeKind.SPLIT:
        parts = tuple(branch for branch in rest if branch.share is not None)
    else:
        parts = _parts(change, before, first.chunk, alone=False)
    named = {branch.chunk.id for branch in parts}
    others = [branch for branch in rest if branch.chunk.id not in named]
    return Outcome(first.chunk, first.blob, step, parts=parts, others=_doubts(others))


def _branch(change: CommitChange, candidate: Candidate) -> Branch:
    chunk, blob = change.chunk_after(candidate.chunk_id)
    return Branch(chunk, blob, candidate.confidence, candidate.share, candidate.evidence)


def _parts(change: CommitChange, before: Chunk, after: Chunk, *, alone: bool) -> tuple[Branch, ...]:
    """What was taken out of a chunk that went on; nothing is looked for where it lost no line."""
    lines = telling_lines(before.text)
    lost = len(lines) - len(covered(lines, telling_lines(after.text)))
    if not lost:
        return ()
    match = change.match(before, alone=True) if alone and change.names_anew(before, after) else None
    if match is not None and match.candidates and match.candidates[0].chunk_id == after.id:
        return tuple(_branch(change, candidate) for candidate in match.candidates[1 : 1 + MOST_SHOWN])
    # Who lost one line alone may only call what was renamed: a place is new then, and nothing was taken out.
    parts = [part for part in change.parts(before, after) if part.holds_some or lost >= MIN_PART_LINES]
    return tuple(Branch(*change.chunk_after(part.chunk.id), 0.0, part.share) for part in parts[:MOST_PARTS])


def _doubts(branches: Sequence[Branch]) -> tuple[Branch, ...]:
    return tuple(branch for branch in branches if branch.confidence >= LEAST_DOUBT)[:MOST_OTHERS]


def _nearest_first(paths: Sequence[str], path: str) -> list[str]:
    return sorted(paths, key=lambda other: (not same_name(path, other), -path_nearness(path, other), other))


def _lost_sight(why: str) -> Outcome:
    return Outcome(None, BlobId(""), broken=why)
