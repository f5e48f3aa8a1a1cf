"""What an audit found: bounds, agreement, and what both mean for the measures."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from goldkeeper.model.audits import Disposition, Draw, Estimate, Outcome
from goldkeeper.model.gold import Grade


class Weights(StrEnum):
    """What a miss costs in Cohen's kappa."""

    NONE = "unweighted"
    LINEAR = "linear"
    QUADRATIC = "quadratic"


class Scale(StrEnum):
    """What a difference means in Krippendorff's alpha."""

    NOMINAL = "nominal"
    ORDINAL = "ordinal"
    INTERVAL = "interval"


class Division(StrEnum):
    """By what the error share is told apart."""

    RISK = "risk"
    GRADE = "grade"
    TYPE = "query type"
    SOURCE = "source"
    STRATUM = "stratum"


@dataclass(frozen=True, slots=True)
class WrongPairs:
    """Wrong pairs of a finite set: how many they are likely, and how many they may be.

    Attributes:
        size: pairs of the set.
        read, wrong: pairs that were read and settled, and how many of these were wrong.
        estimate: the share that is wrong, with the interval that misses on either side at most half of what the level
            leaves.
        most: one-sided: so many pairs may be wrong, and more are ruled out at the level.
        fewest: one-sided: so many are wrong at least.
        effective: as many rows as a plain sample would need to say as much; fewer than `read` where strata were read
            unequally (Kish), 0 where nothing was read.
    """

    size: int
    read: int
    wrong: int
    estimate: Estimate
    most: int
    fewest: int
    effective: float = 0.0

    @property
    def most_share(self) -> float:
        """`most` as a share, 0..1; 0 of nothing."""
        return self.most / self.size if self.size else 0.0


@dataclass(frozen=True, slots=True)
class Part:
    """One value of a division, such as grade 3."""

    label: str
    wrong_pairs: WrongPairs


@dataclass(frozen=True, slots=True)
class Agreement:
    """How far judges agree.

    Attributes:
        rows: with two readings or more.
        same, one_apart, further: rows by the largest distance between two of their grades; `same + one_apart + further`
            is `rows`.
        alphas: Krippendorff's, by scale.
        kappas: Cohen's, for two judges, by weights; of more than two the mean over all pairs would hide who differs, so
            empty.
    """

    rows: int
    same: int
    one_apart: int
    further: int
    raw: Estimate
    alphas: Mapping[Scale, Estimate]
    kappas: Mapping[Weights, Estimate]


@dataclass(frozen=True, slots=True)
class Leaning:
    """One judge beside the others on the same rows.

    Attributes:
        rows: compared readings.
        higher, lower: how often the judge's grade was above, below another's.
        mean: of own grade minus the other's, in grades; None without rows.
        chance: how often a judge without a leaning would differ as lopsidedly or more, 0..1 (sign test, exact); None
            where nothing differs.
    """

    judge: str
    rows: int
    higher: int
    lower: int
    mean: float | None
    chance: float | None


@dataclass(frozen=True, slots=True)
class MeasureEffect:
    """How far a measure could move if the errors of the whole set are as those that were found.

    Attributes:
        measure: such as `nDCG@10`.
        run: the run it was worked out for; empty where none was given: then it holds for every run.
        low, high: true minus shown, the mean over the queries, -1..1; None where undefined.
        level: how often such an interval holds the truth, 0..1.
        method: how it was worked out.
        reason: why it is undefined; empty where it is not.
    """

    measure: str
    run: str
    low: float | None
    high: float | None
    level: float
    method: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class EvidencePrecision:
    """Of the confirmed remaps that stood on one kind of evidence: how many the judges found right."""

    kind: str
    read: int
    right: int
    precision: Estimate


@dataclass(frozen=True, slots=True)
class TrendPoint:
    """One audit of the series."""

    name: str
    at: datetime
    wrong_pairs: WrongPairs
    alpha: Estimate | None = None


@dataclass(frozen=True, slots=True)
class TrendStep:
    """The last audit beside the one before.

    Attributes:
        change: the difference of the error shares, new minus old, -1..1.
        chance: how often shares as far apart would come from one and the same share, 0..1 (Fisher, two-sided, over the
            effective rows of both).
    """

    change: float
    chance: float


@dataclass(frozen=True)
class AuditFindings:
    """All that an audit found; what a report is made of.

    Attributes:
        outcomes: of every row, decoys as well; by row number.
        counts: gold rows by what follows for them; nobody decides about a decoy.
        overall: wrong pairs of the set.
        relevance: the same, counting only pairs whose grade is wrong about "relevant or not", or by two or more.
        parts: the same by division; labels in the order in which they are shown.
        confusion: gold pairs by grade in the gold file and by the audit's grade; None: the query is ambiguous.
        decoys: decoys that were settled, and those of them that the judges took for relevant.
        effect: None where it was not asked for.
        precision: of remap confirmations, by kind.
        trend: this audit last, older ones before it.
    """

    draw: Draw
    judges: tuple[str, ...]
    level: float
    outcomes: tuple[Outcome, ...]
    counts: Mapping[Disposition, int]
    overall: WrongPairs
    relevance: WrongPairs
    parts: Mapping[Division, tuple[Part, ...]]
    agreement: Agreement
    leanings: tuple[Leaning, ...]
    confusion: Mapping[tuple[Grade, Grade | None], int]
    decoys: tuple[int, int]
    effect: MeasureEffect | None = None
    precision: tuple[EvidencePrecision, ...] = field(default=())
    trend: tuple[TrendPoint, ...] = field(default=())
    step: TrendStep | None = None

    @property
    def finished(self) -> bool:
        """Whether every gold row is settled."""
        return not self.open_rows

    @property
    def open_rows(self) -> int:
        """Gold rows that still take a reading or an arbitration."""
        return sum(not outcome.settled for outcome in self.outcomes if not outcome.row.decoy)
