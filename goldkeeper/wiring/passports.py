"""The passports of a project's index: noticed, told, checked by a scan. The door for the faces of the house."""

from dataclasses import dataclass
from datetime import datetime

from goldkeeper.model.errors_passports import UnknownUpgrade, UpgradeNotWaiting
from goldkeeper.model.passports import Fact, Origin, Passport, Trait
from goldkeeper.model.scans import ScanReport
from goldkeeper.model.upgrades import AuditDue, CheckedScan, Upgrade, UpgradeState
from goldkeeper.ports import Progress
from goldkeeper.stores.wake_file import call_daemon
from goldkeeper.wiring.keeper import Keeper
from goldkeeper.wiring.passport_check import (
    current_passport,
    note_passport,
    read_passport,
    record_scan,
    take_over,
    take_over_dead,
)
from goldkeeper.wiring.stores import ProjectStores
from goldkeeper.workflow.upgrade import note_told

__all__ = [
    "OPEN_UPGRADES",
    "Told",
    "UpgradeOutcome",
    "audits_due",
    "carry_out",
    "current_passport",
    "last_scan_at",
    "note_passport",
    "read_passport",
    "record_scan",
    "scans",
    "settle_audits",
    "take_over",
    "take_over_dead",
    "tell_upgrade",
    "upgrades",
    "waiting_upgrades",
]

OPEN_UPGRADES = (UpgradeState.WAITING, UpgradeState.RUNNING)


@dataclass(frozen=True, slots=True)
class Told:
    """What somebody tells of the index; empty where they don't speak of it."""

    embedding: str = ""
    revision: str = ""
    dimension: int | None = None
    chunker: str = ""
    chunker_version: str = ""
    commit: str = ""

    def as_passport(self, by: str) -> Passport:
        """The same as facts."""
        said = {
            Trait.MODEL: self.embedding,
            Trait.REVISION: self.revision,
            Trait.DIMENSION: str(self.dimension) if self.dimension is not None else "",
            Trait.CHUNKER: self.chunker,
            Trait.CHUNKER_VERSION: self.chunker_version,
            Trait.COMMIT: self.commit,
        }
        return Passport.of(Fact(trait, value.strip(), Origin.TOLD, by) for trait, value in said.items())


def tell_upgrade(stores: ProjectStores, told: Told, *, by: str) -> Upgrade | None:
    """Take in what a person or a pipeline tells; what is known already changes nothing, so it may be told again.

    Args:
        stores: the project.
        told: what they say.
        by: who tells.

    Returns:
        The upgrade, which waits for a scan; None where nothing changed by it.
    """
    note_passport(stores)
    upgrade = note_told(stores.passport_book, told.as_passport(by), told_by=by, at=stores.clock())
    if upgrade is not None:
        call_daemon(stores.state_folder)
    return upgrade


def waiting_upgrades(stores: ProjectStores) -> tuple[Upgrade, ...]:
    """Upgrades that no scan has checked yet, by number."""
    return stores.passport_book.upgrades(OPEN_UPGRADES)


def upgrades(stores: ProjectStores, *, limit: int = 0) -> tuple[Upgrade, ...]:
    """Upgrades by number; of a limit above 0 the newest."""
    return stores.passport_book.upgrades(limit=limit)


def scans(stores: ProjectStores, limit: int = 20) -> tuple[CheckedScan, ...]:
    """The scans that ended last, newest first."""
    return stores.passport_book.scans(limit)


def audits_due(stores: ProjectStores) -> tuple[AuditDue, ...]:
    """Requests for an audit sample that nobody has drawn, oldest first."""
    return stores.audit_requests.due()


def settle_audits(stores: ProjectStores, *, by: str) -> int:
    """A sample was drawn, which meets every request there is; how many."""
    return stores.audit_requests.settle(by=by, at=stores.clock())


@dataclass(frozen=True, slots=True)
class UpgradeOutcome:
    """What carrying out an upgrade came to.

    Attributes:
        upgrade: as it stands now.
        scan: that checked it.
        report: of that scan, where it was made just now; None where another had done it before.
        audits: samples that are to be drawn.
    """

    upgrade: Upgrade
    scan: CheckedScan
    report: ScanReport | None
    audits: tuple[AuditDue, ...]

    @property
    def needs_a_person(self) -> bool:
        """Whether the scan asks something of people."""
        return self.scan.needs_a_person


def carry_out(
    keeper: Keeper, upgrade: Upgrade, *, asked_by: str = "", progress: Progress | None = None
) -> UpgradeOutcome:
    """Have an upgrade checked by a scan; to be called inside `keeper.lock(…)`.

    Whatever else waits is checked by the same scan: the chunker's part first, since the scan cuts anew before it
    looks at anything. An upgrade that another scan has checked is not checked again.

    Raises:
        UnknownUpgrade: no upgrade of that number.
        UpgradeNotWaiting: a scan on another machine is at it.
    """
    known = _upgrade(keeper, upgrade.number)
    report = None
    if known.state is not UpgradeState.DONE:
        report = keeper.scan(progress=progress, asked_by=asked_by or f"upgrade {upgrade.number}")
        known = _upgrade(keeper, upgrade.number)
    scan = keeper.passport_book.scan(known.scan) if known.scan is not None else None
    if scan is None:
        raise UpgradeNotWaiting(known.number, known.state.value, known.holder)
    return UpgradeOutcome(known, scan, report, audits_due(keeper))


def _upgrade(stores: ProjectStores, number: int) -> Upgrade:
    found = next((one for one in stores.passport_book.upgrades() if one.number == number), None)
    if found is None:
        raise UnknownUpgrade("upgrade", number, "goldkeeper upgrade list shows them")
    return found


def last_scan_at(stores: ProjectStores) -> datetime | None:
    """When the newest scan ended; None before the first."""
    newest = scans(stores, 1)
    return newest[0].ended if newest else None
