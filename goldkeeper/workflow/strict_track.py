"""Where a chunk is beyond doubt: step-by-step tracking that gives up where a step calls for judgement."""

import re

from goldkeeper.model.changes import ChangeKind
from goldkeeper.model.chunks import BlobId, Chunk
from goldkeeper.model.lineage import Step, StepKind, Track
from goldkeeper.workflow.routes import Route
from goldkeeper.workflow.walking import Walker

PLAIN = frozenset({StepKind.EDITED, StepKind.CARRIED, StepKind.FILE_MOVED})
SHORTEST_RENAMED = 60  # characters; a shorter text that differs in its name alone may be a sibling


def strict_end(walker: Walker, chunk: Chunk, blob: BlobId, there: Route, back: Route) -> Chunk | None:
    """The chunk at the end of a route, if nobody would doubt it.

    Each step is plain, nothing else has its text, and the way back leads to where it began.

    Args:
        chunk: as it stands where `there` begins.
        blob: the content of its file.
        there, back: the same way in both directions.
    """
    track = walker.follow(chunk, blob, there)
    end = _beyond_doubt(track)
    if end is None:
        return None
    returned = _beyond_doubt(walker.follow(end, track.end_blob, back))
    return end if returned is not None and returned.id == chunk.id else None


def _beyond_doubt(track: Track) -> Chunk | None:
    plain = not track.broken and not track.copies and all(map(_is_plain, track.steps))
    return track.end if plain else None


def _is_plain(step: Step) -> bool:
    if step.after is None or step.ambiguous or step.change in {ChangeKind.SPLIT, ChangeKind.MERGED}:
        return False
    return step.kind in PLAIN or step.certain or _is_renamed_alone(step.before, step.after)


def _is_renamed_alone(before: Chunk, after: Chunk) -> bool:
    """Whether a chunk stayed in its file and container, and says the same but for its own name."""
    if (before.path, before.container) != (after.path, after.container) or len(before.text) < SHORTEST_RENAMED:
        return False
    own = re.compile(r"(?<!\w)" + re.escape(before.name) + r"(?!\w)")
    return own.sub(lambda _: after.name, before.text) == after.text
