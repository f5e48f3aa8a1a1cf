"""The audit of a gold set: what may be drawn, what was drawn, what judges said of it, and what it proves.

A *pair* is drawn from a *frame* (all gold pairs that are asked about), stratum by stratum. Each drawn pair is a
*row*; two judges read it blind, each reading is kept, and the *disposition* says what follows. An *estimate* is a
figure with its interval, or the reason why there is none.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from functools import cached_property

from goldkeeper.model.chunks import ChunkId
from goldkeeper.model.gold import Grade, QueryId, QueryType

UNTYPED = "untyped"  # the query has no type in the gold file
UNKNOWN_SOURCE = "unknown"  # nothing says where the grade came from


class Risk(StrEnum):
    """Why a pair may be wrong; the first that holds is the pair's, riskiest first."""

    REMAPPED = "remapped"  # touched by a remap since the last audit
    EDITED = "edited"  # its chunk was edited since it was judged
    UNSURE = "low confidence"  # confirmed at a low confidence
    NEVER = "never audited"
    CALM = "calm"  # audited, and nothing has touched it since


class DrawMethod(StrEnum):
    """How a sample is spread over the strata."""

    PROPORTIONAL = "proportional"  # by size, at least one each
    RISK_WEIGHTED = "risk-weighted"  # more of what is risky; the estimate weighs it back
    WHOLE = "whole set"  # every pair


@dataclass(frozen=True, slots=True)
class Stratum:
    """Pairs that are drawn from together; None in a field stands for all of its values, where strata were merged.

    Attributes:
        query_type: a `QueryType` or `UNTYPED`.
        source: where the grade came from, in the project's own words.
    """

    query_type: str | None
    grade: Grade | None
    source: str | None
    risk: Risk | None

    @property
    def label(self) -> str:
        """As people read it, riskiest part first.

        >>> Stratum("intent", Grade(3), None, Risk.REMAPPED).label
        'remapped, grade 3, intent'
        """
        parts = [
            self.risk,
            None if self.grade is None else f"grade {self.grade}",
            self.query_type,
            None if self.source in {None, UNKNOWN_SOURCE} else self.source,
        ]
        return ", ".join(part for part in parts if part is not None) or "all pairs"


@dataclass(frozen=True, slots=True)
class AuditPair:
    """A gold pair as an audit sees it, or a decoy: an ungraded neighbour.

    Attributes:
        query: the text of the query.
        grade: the grade in the gold file; None for a decoy.
        source: where the grade came from; `UNKNOWN_SOURCE` where nothing says it.
        last_audited: when judges last read it, in UTC; None if never.
    """

    query_id: QueryId
    query: str
    type: QueryType | None
    chunk_id: ChunkId
    grade: Grade | None
    source: str = UNKNOWN_SOURCE
    risk: Risk = Risk.NEVER
    last_audited: datetime | None = None

    @property
    def key(self) -> str:
        """Query and chunk as one line; what a draw is made from, so it never changes form."""
        return f"{self.query_id}\t{self.chunk_id}"

    @property
    def stratum(self) -> Stratum:
        """The finest stratum that it belongs to."""
        return Stratum(self.type.value if self.type is not None else UNTYPED, self.grade, self.source, self.risk)


@dataclass(frozen=True, slots=True)
class DrawnStratum:
    """How many of a stratum's pairs were drawn: 1 ≤ drawn ≤ size."""

    stratum: Stratum
    size: int
    drawn: int

    @property
    def inclusion(self) -> float:
        """The probability of each of its pairs to be drawn, 0..1."""
        return self.drawn / self.size


@dataclass(frozen=True, slots=True)
class AuditRow:
    """One thing to read.

    Attributes:
        number: names it in sheets and readings, from 1; no judge's order.
        stratum: the one it was drawn from, merged or not; None for a decoy.
        inclusion: the probability that it was drawn, 0..1; 0 for a decoy, which no estimate counts.
    """

    number: int
    pair: AuditPair
    stratum: Stratum | None
    inclusion: float
    decoy: bool = False


@dataclass(frozen=True)
class Draw:
    """A sample on record: with seed and gold version anybody can draw it again.

    Attributes:
        name: unique in a project, such as `v1.4`.
        gold_digest: of the gold file's bytes.
        passport_digest: of the index's passport; None where there is none.
        frame_digest: of everything that was drawn from: `audit.sampling.frame_digest`.
        drawn_at: in UTC.
        strata: what was drawn from, merged as it was, with the sizes; by label.
        rows: by number.
        size_asked: how many gold pairs were asked for; fewer where the set is smaller.
        rotated: whether calm pairs that were read long ago went before those read lately.
    """

    name: str
    release: str
    seed: str
    gold_digest: str
    passport_digest: str | None
    frame_digest: str
    drawn_at: datetime
    method: DrawMethod
    strata: tuple[DrawnStratum, ...]
    rows: tuple[AuditRow, ...]
    size_asked: int = 0
    rotated: bool = True

    @property
    def frame_size(self) -> int:
        """Pairs that were drawn from."""
        return sum(stratum.size for stratum in self.strata)

    @cached_property
    def gold_rows(self) -> tuple[AuditRow, ...]:
        """The rows that are gold pairs, without the decoys."""
        return tuple(row for row in self.rows if not row.decoy)

    @cached_property
    def rows_by_number(self) -> Mapping[int, AuditRow]:
        """The rows by number."""
        return {row.number: row for row in self.rows}


@dataclass(frozen=True, slots=True)
class Assignment:
    """What one judge reads, in the order in which they read it."""

    judge: str
    rows: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Reading:
    """What one judge said of one row.

    Attributes:
        row: the row's number.
        grade: 0..3; None where the judge left it open.
        doubt: the judge's note, empty if none.
        ambiguous_query: the query can be meant in more than one way.
        wrong_span: the chunk begins or ends at the wrong place.
        at: in UTC.
        arbitration: the judge is the third, who saw both readings.
    """

    row: int
    judge: str
    grade: Grade | None
    at: datetime
    doubt: str = ""
    ambiguous_query: bool = False
    wrong_span: bool = False
    arbitration: bool = False


class ArbiterSees(StrEnum):
    """What a third judge is shown of what the two said; never the grade in the gold file."""

    ANSWERS = "answers"  # without names
    NAMES = "names"  # and who said it
    NOTHING = "nothing"


class Disposition(StrEnum):
    """What follows from the readings of a row."""

    IN = "in"  # agreed, or settled by a third
    ARBITRATE = "arbitrate"  # one apart: a third decides
    AMBIGUOUS = "ambiguous"  # two or more apart, or a judge says so: the query is rewritten or dropped
    HALF_READ = "half read"  # one of two
    UNREAD = "unread"


@dataclass(frozen=True, slots=True)
class Outcome:
    """A row with its readings and what follows.

    Attributes:
        readings: one a judge, the last that the judge gave; by judge.
        arbitration: what the third said.
        grade: what the audit holds the pair to be worth; None while that is open.
        reason: one sentence for people.
    """

    row: AuditRow
    disposition: Disposition
    readings: tuple[Reading, ...]
    grade: Grade | None
    reason: str
    arbitration: Reading | None = None

    @property
    def settled(self) -> bool:
        """Whether nothing more is to be read."""
        return self.disposition in {Disposition.IN, Disposition.AMBIGUOUS}

    @property
    def wrong_span(self) -> bool:
        """Whether a judge whose word counts says that the chunk is cut wrongly."""
        said = (self.arbitration,) if self.arbitration is not None else self.readings
        return any(reading.wrong_span for reading in said)

    @property
    def wrong(self) -> bool:
        """Settled, and not as the gold file has it: another grade, a wrong span, or an ambiguous query."""
        if not self.settled or self.row.decoy:
            return False
        return self.disposition is Disposition.AMBIGUOUS or self.wrong_span or self.grade != self.row.pair.grade


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure with its interval, or the reason why there is none.

    Attributes:
        value, low, high: all None where undefined; `low` and `high` alone None where only the value is known.
        level: how often such an interval holds the truth, 0..1.
        method: how it was worked out, in words for people who check it.
        reason: why it is undefined; empty where it is not.
    """

    value: float | None
    low: float | None
    high: float | None
    level: float
    method: str
    reason: str = field(default="")

    @property
    def defined(self) -> bool:
        """Whether there is a value."""
        return self.value is not None

    @classmethod
    def undefined(cls, reason: str, *, level: float, method: str) -> "Estimate":
        """No figure, and why."""
        return cls(None, None, None, level, method, reason)
