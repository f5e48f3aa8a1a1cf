"""Holes: chunks that a run ranked high for a query, and that nobody has judged for it."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from goldkeeper.model.chunks import ChunkId
from goldkeeper.model.gold import Grade, QueryId


class HoleState(StrEnum):
    """Where a hole stands."""

    WAITING = "waiting"
    JUDGED = "judged"  # it has a grade, and `apply` puts that into the gold file
    FILLED = "filled"  # the pair is in the gold file, or is not relevant and the file keeps no zeros
    DROPPED = "dropped"  # judged there meanwhile, or the chunk is no more


@dataclass(frozen=True, slots=True)
class FoundHole:
    """A hole as it is found in a run.

    Attributes:
        digest: of the chunk's text.
        rank: in the run, from 1.
    """

    query_id: QueryId
    chunk_id: ChunkId
    digest: str
    rank: int


@dataclass(frozen=True, slots=True)
class Hole:
    """A hole that waits for a judge, or had one.

    Attributes:
        number: how people name it.
        run: the run file's name.
        passport: digest of the passport whose model made the run.
        upgrade: number of the upgrade that asks; None where nobody upgraded.
        grade: 0..3, 0 is judged and not relevant; None while it waits.
    """

    number: int
    found: FoundHole
    run: str
    passport: str
    upgrade: int | None
    since: datetime
    state: HoleState = HoleState.WAITING
    grade: Grade | None = None
    judge: str = ""
    judged: datetime | None = None
    reason: str = ""
