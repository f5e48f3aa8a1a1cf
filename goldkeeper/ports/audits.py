"""The book of audits: draws, what judges said, what came of it."""

from collections.abc import Sequence
from typing import Protocol

from goldkeeper.model.audit_records import AuditRecord, GateOverride, ReadingChange, ReadingVersion, Settlement
from goldkeeper.model.audits import Reading


class AuditReadings(Protocol):
    """What was drawn and what judges said; all that an import asks of the book."""

    def names(self) -> tuple[str, ...]:
        """The audits, oldest first."""

    def audit(self, name: str) -> AuditRecord:
        """One audit; raises AuditUnknown, AuditDamaged."""

    def take(self, name: str, readings: Sequence[Reading], *, origin: str) -> ReadingChange:
        """Take readings in: the same once, changed ones as new versions; all of it or nothing.

        Raises:
            AuditUnknown: no such audit.
            RowUnknown: it has no such row.
        """

    def readings(self, name: str) -> tuple[Reading, ...]:
        """The readings that stand, by row, judge, arbitration last; raises AuditUnknown."""

    def log(self, name: str) -> tuple[ReadingVersion, ...]:
        """Every version there ever was, in the order in which they came; raises AuditUnknown."""


class AuditBook(AuditReadings, Protocol):
    """All audits of one gold set; nothing that was written is ever overwritten."""

    def keep(self, record: AuditRecord) -> None:
        """Put a draw on record; raises AuditExists."""

    def settle(self, name: str, settlements: Sequence[Settlement]) -> None:
        """Remember what was carried out; a row may be settled more than once."""

    def settlements(self, name: str) -> tuple[Settlement, ...]:
        """What was carried out, in that order; raises AuditUnknown."""

    def keep_override(self, override: GateOverride) -> None:
        """Remember that somebody let a release pass."""

    def overrides(self, release: str | None = None) -> tuple[GateOverride, ...]:
        """Who let what pass, oldest first; of one release or of all."""
