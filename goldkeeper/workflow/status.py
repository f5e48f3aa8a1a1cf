"""How fresh the last scan is, and what waits."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from goldkeeper.model.chunks import CommitId
from goldkeeper.model.drifts import DriftKind
from goldkeeper.model.gold import Severity
from goldkeeper.model.passports import Passport
from goldkeeper.model.reviews import ItemState, ReviewItem
from goldkeeper.model.upgrades import AuditDue, Upgrade
from goldkeeper.ports import History


@dataclass(frozen=True, slots=True)
class IndexStanding:
    """What is known of the index that the gold set judges, and what its upgrades ask for.

    Attributes:
        passport: None where nobody says how the index was made.
        news: what its sources say now and nobody has noted yet, where it makes an upgrade; as a sentence.
        upgrades: those that no scan has checked.
        audits: samples that are to be drawn.
        to_judge: chunks that a new model ranks high and nobody has judged.
        judged: those that have a grade and are not in the gold file.
        problem: why its sources can't be read, as a sentence; empty where they can.
    """

    passport: Passport | None = None
    news: str = ""
    upgrades: tuple[Upgrade, ...] = ()
    audits: tuple[AuditDue, ...] = ()
    to_judge: int = 0
    judged: int = 0
    problem: str = ""

    @property
    def settled(self) -> bool:
        """Nothing to scan for, to judge or to mend; a due audit is the release's affair."""
        return not (self.news or self.upgrades or self.to_judge or self.judged or self.problem)


@dataclass(frozen=True, slots=True)
class Status:
    """Facts for a person and for a pipeline.

    Attributes:
        gold: the gold file as configured.
        scanned_at: when the last scan ran; None before the first.
        fresh: the last scan saw this very state of code, gold file, anchors and chunker.
        commits_behind: commits between the scanned one and head; None where git can't tell.
        headline: the last scan in one sentence.
        oldest: how long the oldest open item has waited.
        unsound: the gold file has damage, or chunks that can't be checked: nothing that an answer
            would settle.
        index: of the index.
    """

    gold: str
    scanned_at: datetime | None
    scanned_commit: CommitId | None
    head_commit: CommitId | None
    fresh: bool
    commits_behind: int | None
    headline: str
    waiting: int
    deferred: int
    to_apply: int
    oldest: timedelta | None
    unsound: bool = False
    index: IndexStanding = IndexStanding()

    @property
    def settled(self) -> bool:
        """Of what was scanned, nothing to answer, to judge, to apply or to mend."""
        open_ones = self.waiting or self.deferred or self.to_apply or self.unsound
        return self.index.settled and not open_ones

    @property
    def clean(self) -> bool:
        """The same, and nothing to scan."""
        return self.fresh and self.settled


def take_status(
    gold: str,
    report: Mapping[str, Any] | None,
    items: Sequence[ReviewItem],
    *,
    fresh: bool,
    head_commit: CommitId | None,
    history: History | None,
    now: datetime,
    index: IndexStanding | None = None,
) -> Status:
    """Put the facts together.

    Args:
        report: the last scan's report as JSON has it; None before the first scan.
        fresh: whether the last scan's key is today's.
        index: of the index; None: nothing is known.
    """
    counts = {state: sum(item.state is state for item in items) for state in ItemState}
    waiting = [item.created for item in items if item.state is ItemState.WAITING]
    scanned = CommitId(report["head_commit"]) if report and report.get("head_commit") else None
    behind = None
    if history is not None and scanned and head_commit and history.has(scanned):
        behind = history.count_between(scanned, head_commit)
    return Status(
        gold=gold,
        scanned_at=datetime.fromisoformat(report["at"]) if report else None,
        scanned_commit=scanned,
        head_commit=head_commit,
        fresh=fresh,
        commits_behind=behind,
        headline=str(report.get("headline", "")) if report else "",
        waiting=counts[ItemState.WAITING],
        deferred=counts[ItemState.DEFERRED],
        to_apply=sum(item.asks_for_change for item in items),
        oldest=now - min(waiting) if waiting else None,
        unsound=report is not None and _unsound(report),
        index=index or IndexStanding(),
    )


def _unsound(report: Mapping[str, Any]) -> bool:
    damaged = any(problem.get("severity") == Severity.ERROR for problem in report.get("problems", ()))
    unsettled = {DriftKind.OBSCURED, DriftKind.NEVER}
    return damaged or any(chunk.get("drift") in unsettled for chunk in report.get("chunks", ()))
