"""Drift: what is seen of a gold chunk at head, without guessing."""

from dataclasses import dataclass
from enum import StrEnum

from goldkeeper.model.anchors import Anchor, NeverResolved
from goldkeeper.model.chunks import Chunk, ChunkId

CUT_OTHERWISE = "nobody edited the judged lines: the chunker cuts them otherwise now"


class DriftKind(StrEnum):
    """The fact, by text against the anchor and not by "the ID exists"."""

    INTACT = "intact"  # the ID resolves and says the same
    SHIFTED = "shifted"  # same path, symbol and text on other lines
    EDITED = "edited"  # path and symbol are there, the text is another
    MISSING = "missing"  # nothing of that path and symbol
    OBSCURED = "obscured"  # the file does not parse there, so nothing is claimed
    NEVER = "never resolved"  # the ID named nothing in any state


@dataclass(frozen=True, slots=True)
class Drift:
    """What became of one gold chunk's place.

    Attributes:
        resolves: the ID, as the gold file has it, names a chunk at head (whatever it says).
        found: the chunk at head that bears the path and symbol, where there is one; for overloads
            the likeliest.
        note: for people, why it is obscured or never resolved.
    """

    chunk_id: ChunkId
    kind: DriftKind
    resolves: bool
    anchor: Anchor | NeverResolved
    found: Chunk | None = None
    note: str = ""

    @property
    def cut_otherwise(self) -> bool:
        """Whether nothing but the chunker changed."""
        return self.note == CUT_OTHERWISE
