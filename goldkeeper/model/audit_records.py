"""What is kept of an audit besides its draw: texts as judges saw them, versions of answers, what came of them."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from goldkeeper.model.audits import Assignment, AuditPair, Draw, Reading
from goldkeeper.model.chunks import CommitId


@dataclass(frozen=True, slots=True)
class RowText:
    """The code of one row, as every judge is shown it.

    Kept with the draw, so that a sheet that is written a month later shows what the first one showed.

    Attributes:
        row: number in the draw.
        path, first_line, symbol: where the code stands in that state; the gold ID may lag behind.
        code: whole lines, joined by newlines; empty where nothing could be read.
        commit: the state; None for files on disk.
        note: what a judge should know, `no longer at this place; shown as it was judged`.
        link: where the code host shows these lines; empty where there is none that we know.
    """

    row: int
    path: str
    first_line: int
    symbol: str
    code: str
    commit: CommitId | None
    note: str = ""
    link: str = ""


@dataclass(frozen=True, slots=True)
class AuditRecord:
    """An audit on record.

    Attributes:
        texts: one a row, by number.
        state: what was read, for people: a commit's short name, or `work tree`.
        frame: every pair that could have been drawn, with what was known of it then: with the seed it is all that
            it takes to draw again, long after gold file, queue and earlier audits have moved on.
    """

    draw: Draw
    assignments: tuple[Assignment, ...]
    texts: tuple[RowText, ...]
    state: str
    frame: tuple[AuditPair, ...] = ()

    @property
    def judges(self) -> tuple[str, ...]:
        """Who reads, in the order named."""
        return tuple(assignment.judge for assignment in self.assignments)


@dataclass(frozen=True, slots=True)
class ReadingVersion:
    """A reading with its place among those that one judge gave of one row.

    Attributes:
        version: from 1; the highest stands.
        origin: where it came from: a file's name, `terminal`, `web`.
    """

    reading: Reading
    version: int
    origin: str


@dataclass(frozen=True, slots=True)
class ReadingChange:
    """What taking in readings did, as the readings themselves.

    Attributes:
        changed: the new ones, each with what stood before it.
    """

    added: tuple[Reading, ...]
    unchanged: tuple[Reading, ...]
    changed: tuple[tuple[Reading, Reading], ...]


class SettlementKind(StrEnum):
    """What was done about a row that the audit found wrong."""

    REGRADED = "regraded"  # a decision with the new grade is in the review queue
    DROPPED = "dropped"  # a decision that takes the pair out is in the review queue
    REWRITTEN = "rewritten"  # somebody wrote the query anew
    ASKED = "asked"  # cut at the wrong place: which chunk is the right one is a question in the review queue


@dataclass(frozen=True, slots=True)
class Settlement:
    """A disposition that was carried out.

    Attributes:
        item: the review item that holds the decision; None where there is none.
        by: who had it carried out.
    """

    row: int
    kind: SettlementKind
    item: int | None
    by: str
    at: datetime
    note: str = ""


@dataclass(frozen=True, slots=True)
class GateOverride:
    """Somebody let a release pass that the gate had refused.

    Attributes:
        refused: the gate's reasons at that moment, each a sentence.
        gold_digest: of the gold file that was let pass.
    """

    release: str
    by: str
    reason: str
    at: datetime
    gold_digest: str
    refused: tuple[str, ...] = ()
