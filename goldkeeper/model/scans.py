"""One pass of goldkeeper over a gold set, as a value: what every report and summary is made from."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from goldkeeper.model.chunks import CommitId, SkipReason
from goldkeeper.model.drifts import Drift
from goldkeeper.model.gold import GoldSet
from goldkeeper.model.passports import Fingerprint, Passport
from goldkeeper.model.proposals import RemapProposal
from goldkeeper.model.upgrades import Upgrade


@dataclass(frozen=True)
class ScanReport:
    """What one scan saw and asked.

    Attributes:
        scan: name of the scan, `20261130T140512Z-3f2a1b9`; sorts by time.
        at: when it began, in UTC.
        repository: how people call what was scanned.
        head_label: the state that was scanned, for people.
        head_date: author date of the head commit; None outside git.
        drifts: one for each gold chunk, in the gold file's order.
        proposals: for each drifted chunk at most one; rejected ones included.
        numbers: gold chunk ID (as text) → number of the open review item.
        groups: cause key → the group's short name in the queue, `g3`.
        rejected: gold chunk IDs (as text) whose proposal people turned down, unchanged since.
        anchor_dates: author date of each commit that anchors name.
        notes: what people should know, each a whole sentence (encodings, files with syntax errors,
            missing objects, unavailable grammars).
        seconds: wall time.
        passport: what was known of the index when the scan began.
        upgrades: those that it has checked.
    """

    scan: str
    at: datetime
    repository: str
    head_label: str
    head_commit: CommitId | None
    head_date: datetime | None
    fingerprint: Fingerprint
    gold_set: GoldSet
    drifts: tuple[Drift, ...]
    proposals: tuple[RemapProposal, ...]
    numbers: Mapping[str, int] = field(default_factory=dict)
    rejected: frozenset[str] = frozenset()
    skipped: Mapping[SkipReason, int] = field(default_factory=dict)
    anchor_dates: Mapping[CommitId, datetime] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    seconds: float = 0.0
    groups: Mapping[str, str] = field(default_factory=dict)
    passport: Passport | None = None
    upgrades: tuple[Upgrade, ...] = ()


def report_name(scan: str, suffix: str) -> str:
    """What the report of a scan is called.

    >>> report_name("20261130T140512Z-3f2a1b9", "md")
    '20261130T140512Z-3f2a1b9-drift.md'
    """
    return f"{scan}-drift.{suffix}"
