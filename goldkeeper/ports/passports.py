"""The book of passports: what is known of an index, what changed, which scan checked it, what it asks of people."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from goldkeeper.model.chunks import CommitId
from goldkeeper.model.passports import Passport
from goldkeeper.model.upgrades import AuditDue, CheckedScan, Upgrade, UpgradeKind, UpgradeState


@dataclass(frozen=True, slots=True)
class Standing:
    """What is known of an index.

    Attributes:
        passport: all of it.
        reading: what its sources said when they were read last.
    """

    passport: Passport
    reading: Passport


@dataclass(frozen=True, slots=True)
class SeenPassport:
    """A passport with the moments at which it was seen, in UTC."""

    passport: Passport
    first_seen: datetime
    last_seen: datetime


@dataclass(frozen=True, slots=True)
class FinishedScan:
    """A scan that came to its end and is to be kept; see `CheckedScan`."""

    name: str
    began: datetime
    ended: datetime
    commit: CommitId | None
    passport: Passport
    gold_digest: str
    asked_by: str
    needs_a_person: bool
    outcomes: dict[str, object]


class PassportBook(Protocol):
    """The passports of one gold set's index; every change of state is one statement that names the state it leaves."""

    def standing(self) -> Standing | None:
        """What is known; None before anything was."""

    def learn(
        self,
        before: Standing | None,
        now: Standing,
        *,
        kinds: Sequence[UpgradeKind],
        told_by: str,
        at: datetime,
    ) -> Upgrade | None:
        """Turn the page, if `before` still stands.

        Args:
            before: what was looked at.
            now: what is known from now on.
            kinds: what changed; none makes no upgrade.
            told_by: who brought it.
            at: the moment.

        Returns:
            The upgrade; None where there is none, or where somebody else turned the page first.
        """

    def passports(self, limit: int) -> tuple[SeenPassport, ...]:
        """The passports that were seen last, newest first."""

    def passport(self, digest: str) -> Passport | None:
        """A passport that was seen, by its digest."""

    def upgrades(self, states: Sequence[UpgradeState] | None = None, *, limit: int = 0) -> tuple[Upgrade, ...]:
        """Upgrades by number; of a limit above 0 the newest ones."""

    def claim(self, holder: str, *, number: int | None = None) -> tuple[Upgrade, ...]:
        """Take all waiting upgrades, or one of them, before a scan that checks them; those that are taken."""

    def release(self, holder: str) -> int:
        """Let upgrades that a holder took wait again: its scan failed, or it died; how many."""

    def holders(self) -> tuple[str, ...]:
        """Who has taken upgrades and not finished, by name."""

    def finish(self, scan: FinishedScan, *, holder: str, audits: Mapping[int, str]) -> CheckedScan:
        """Keep a scan, and end all upgrades that its holder took: all of it happens, or nothing.

        Args:
            scan: what is kept.
            holder: who took the upgrades.
            audits: number of an upgrade → why an audit is due once it has ended.
        """

    def scans(self, limit: int) -> tuple[CheckedScan, ...]:
        """The scans that ended last, newest first."""

    def scan(self, number: int) -> CheckedScan | None:
        """One of them."""


class AuditRequests(Protocol):
    """Requests for an audit sample of one gold set."""

    def ask(self, reason: str, *, upgrade: int | None, at: datetime) -> AuditDue:
        """Ask for an audit sample."""

    def due(self) -> tuple[AuditDue, ...]:
        """Requests that nobody met, oldest first."""

    def settle(self, *, by: str, at: datetime) -> int:
        """A sample was drawn: it meets all requests that there are; how many."""
