"""Staleness: how far an edit puts the grade of a chunk in doubt, apart from where the chunk went."""

from dataclasses import dataclass
from enum import StrEnum


class Staleness(StrEnum):
    """What sort of edit it was, the mildest first."""

    REFORMATTED = "reformatted"  # the same tokens: comments and layout, and what a formatter rewrites
    REFACTORED = "refactored"  # the same calls, literals and control words in the same order, under other names
    WIDER = "cut wider"  # all that was judged is in there unchanged, and more lines: another chunker cut it
    BEHAVIOUR = "behaviour changed"  # anything else: does the grade still hold?

    @property
    def holds(self) -> bool:
        """Whether the grade holds without another look."""
        return self is not Staleness.BEHAVIOUR


@dataclass(frozen=True, slots=True)
class Edit:
    """How the text of a chunk that stays, or moved, differs from what was judged.

    Attributes:
        note: for people, what differs: `other quotes`, `total is called subtotal`, `now calls audit`.
    """

    staleness: Staleness
    note: str = ""

    @property
    def sentence(self) -> str:
        """What follows for the grade."""
        match self.staleness:
            case Staleness.REFORMATTED:
                return f"the grade holds: only layout changed{self._why}"
            case Staleness.REFACTORED:
                return f"the grade holds: it was refactored and does the same{self._why}"
            case Staleness.WIDER:
                return f"the grade holds: all that was judged is in there, unchanged{self._why}"
            case Staleness.BEHAVIOUR:
                return f"look at the grade again: it may do or say something else now{self._why}"

    @property
    def _why(self) -> str:
        return f" ({self.note})" if self.note else ""
