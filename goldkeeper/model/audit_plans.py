"""A plan of an audit in figures: what it would take, and what it would show."""

from collections.abc import Mapping
from dataclasses import dataclass

from goldkeeper.model.audits import DrawnStratum, Risk


@dataclass(frozen=True, slots=True)
class Look:
    """When so many rows are read: accept the claim, give it up, or read on.

    Attributes:
        read: rows read so far.
        accept_up_to: with so many wrong ones or fewer the claim is made; -1: not yet.
        reject_from: with so many wrong ones or more it can't be made any more.
    """

    read: int
    accept_up_to: int
    reject_from: int


@dataclass(frozen=True, slots=True)
class Showing:
    """What a sample shows if so many of it are wrong: at most so many of the set, one-sided."""

    read: int
    wrong: int
    most: int
    size: int

    @property
    def share(self) -> float:
        """`most` as a share, 0..1."""
        return self.most / self.size if self.size else 0.0


@dataclass(frozen=True, slots=True)
class PlanFigures:
    """One way to reach the wished claim.

    Attributes:
        kind: `bare` (nothing may be wrong), `single`, `double` or `sequential`.
        risk: the probability to make the claim when one pair more than the limit is wrong, 0..1.
        power: the probability to make it when the set is as good as hoped, 0..1.
        rows_if_good: rows read on average then.
        rows_if_bad: rows read on average when twice the limit is wrong.
        good, bad: wrong pairs of the set in these two cases.
    """

    kind: str
    looks: tuple[Look, ...]
    risk: float
    power: float
    rows_if_good: float
    rows_if_bad: float
    good: int
    bad: int

    @property
    def most_rows(self) -> int:
        """Rows that are read if it stays open to the end."""
        return self.looks[-1].read


@dataclass(frozen=True, slots=True)
class AuditPlan:
    """What a draw would be, and what other sizes would show.

    Attributes:
        size: pairs of the set.
        rows: that would be drawn.
        strata: what they would be drawn from, by label.
        risks: pairs of the set by risk, each risk named.
        showings: what those rows show, from none wrong on.
        limit_share: the wished claim: at most this share is wrong, 0..1.
        limit: the same in pairs.
        hoped_share: what is hoped or known to be wrong, 0..1.
        plans: by kind.
    """

    size: int
    rows: int
    strata: tuple[DrawnStratum, ...]
    risks: Mapping[Risk, int]
    showings: tuple[Showing, ...]
    level: float
    limit_share: float
    limit: int
    hoped_share: float
    plans: tuple[PlanFigures, ...]
