"""Where a chunk is beyond doubt: step-by-step tracking that gives up where a step calls for judgement."""

import re
from dataclasses import dataclass

from goldkeeper.model.changes import ChangeKind
from goldkeeper.model.chunks import BlobId, Chunk, ChunkId
from goldkeeper.model.lineage import Step, StepKind, Track
from goldkeeper.workflow.calibration.remains import Remains
from goldkeeper.workflow.lineage.routes import Route
from goldkeeper.workflow.lineage.walking import Walker

PLAIN = frozenset({StepKind.EDITED, StepKind.CARRIED, StepKind.FILE_MOVED})
SHORTEST_RENAMED = 60  # characters; a shorter text that differs in its name alone may be a sibling


@dataclass(frozen=True, slots=True)
class Fate:
    """What became of a chunk.

    Attributes:
        end: the chunk that it is now; None where it is gone.
        last: the ID that it bore last.
    """

    end: Chunk | None
    last: ChunkId


@dataclass(frozen=True, slots=True)
class Judge:
    """Follows chunks along a line, both ways."""

    walker: Walker
    there: Route
    back: Route
    remains: Remains

    def fate(self, chunk: Chunk, blob: BlobId) -> Fate | None:
        """What became of a chunk, if nobody would doubt it.

        Where it went on, each step is plain, nothing else has its text, and the way back leads to where it began.
        Where it is gone, the steps up to its end are plain, and neither its name nor its lines stand anywhere.

        Args:
            chunk: as it stands where `there` begins.
            blob: the content of its file.
        """
        track = self.walker.follow(chunk, blob, self.there)
        if track.removal is not None:
            last = track.removal.before
            plain = not track.broken and all(map(_is_plain, track.steps[:-1]))
            is_gone = plain and not track.removal.ambiguous and self.remains.left_no_trace(last)
            return Fate(None, last.id) if is_gone else None
        end = _beyond_doubt(track)
        if end is None:
            return None
        returned = _beyond_doubt(self.walker.follow(end, track.end_blob, self.back))
        return Fate(end, end.id) if returned is not None and returned.id == chunk.id else None


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
