"""A scan and the passport it is made under: noted before, kept with it afterwards.

`Keeper.scan` goes through `check_passport`, so that every scan that comes to its end is kept, and ends the upgrades
that waited for one.
"""

import os
import secrets
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from goldkeeper.model.errors_passports import PassportSourceUnreadable
from goldkeeper.model.holes import HoleState
from goldkeeper.model.passports import Passport, Trait
from goldkeeper.model.scans import ScanReport
from goldkeeper.model.upgrades import CheckedScan, Upgrade, UpgradeState, changed_kinds
from goldkeeper.ports import FinishedScan
from goldkeeper.wiring.index_sources import disagreement
from goldkeeper.wiring.stores import ProjectStores
from goldkeeper.workflow.status import IndexStanding
from goldkeeper.workflow.upgrade import audit_reasons, note_reading


def read_passport(stores: ProjectStores) -> Passport:
    """What the configured sources say now; nothing is kept.

    Raises:
        PassportSourceUnreadable: one of them is not there or makes no sense, perhaps half-written.
    """
    return stores.index_sources.read(stores.chunker.fingerprint, stores.state_folder)


def current_passport(stores: ProjectStores) -> Passport | None:
    """What is known of the index: what its sources say and what was told; nothing is kept.

    Returns:
        None where nobody says anything about model, chunker, commit or chunks.

    Raises:
        PassportSourceUnreadable: see `read_passport`.
    """
    passport = known_passport(stores)
    return None if passport.empty else passport


def known_passport(stores: ProjectStores) -> Passport:
    """The same, and where nobody says anything the chunker alone: what a scan would be made under now.

    Raises:
        PassportSourceUnreadable: see `read_passport`.
    """
    return stores.known_passport()


def note_passport(stores: ProjectStores) -> Upgrade | None:
    """Read the sources and keep what they say.

    Returns:
        The upgrade, if they say that the index was made otherwise than before; it waits for a scan.

    Raises:
        PassportSourceUnreadable: see `read_passport`.
    """
    reading = read_passport(stores)
    places = {fact.place.split(": ")[0] for fact in reading.facts if fact.trait is not Trait.FINGERPRINT}
    told_by = ", ".join(sorted(places)) or "goldkeeper's own chunker"
    return note_reading(stores.passport_book, reading, told_by=told_by, at=stores.clock())


def index_standing(stores: ProjectStores) -> IndexStanding:
    """What is known of the index, for a status; sources that can't be read are told, not raised."""
    book = stores.passport_book
    open_ones = book.upgrades((UpgradeState.WAITING, UpgradeState.RUNNING))
    holes = [hole.state for hole in stores.hole_book.holes([HoleState.WAITING, HoleState.JUDGED])]
    to_judge, judged = holes.count(HoleState.WAITING), holes.count(HoleState.JUDGED)
    standing = book.standing()
    known = standing.passport if standing is not None else Passport()
    now, news, problem = known, "", ""
    try:
        now = known_passport(stores)
    except PassportSourceUnreadable as unreadable:
        problem = str(unreadable)
    else:
        kinds = changed_kinds(known, now)
        news = Upgrade(0, known, now, kinds, stores.clock(), "").sentence if kinds else ""
    passport = None if now.empty else now
    return IndexStanding(passport, news, open_ones, stores.audit_requests.due(), to_judge, judged, problem)


class PassportCheck:
    """A scan under way: the passport it is made under, and the upgrades that it will have checked."""

    def __init__(self, stores: ProjectStores, asked_by: str) -> None:
        self._stores, self._asked_by = stores, asked_by
        self.holder = f"{holder_prefix(stores)}{os.getpid()}-{secrets.token_hex(4)}"
        self.claimed: tuple[Upgrade, ...] = ()
        self.passport = Passport()
        self.ended = False
        self._notes: tuple[str, ...] = ()

    def begin(self) -> None:
        """Note the passport, and take what waits if the state that is scanned is the configured one."""
        stores = self._stores
        if stores.index_sources.is_list:
            from goldkeeper.wiring.listing import list_fit

            fit = list_fit(stores)
            self._notes = fit.notes if fit is not None else ()
        note_passport(stores)
        standing = stores.passport_book.standing()
        if standing is not None:
            self.passport = standing.passport
        take_over_dead(stores)
        if stores.revision == stores.settings.repository.revision:
            self.claimed = stores.passport_book.claim(self.holder)

    def end(self, report: ScanReport) -> ScanReport:
        """Keep the scan and end the upgrades; the report, which names its passport."""
        note = disagreement(self.passport, report.fingerprint)
        notes = (*report.notes, *((note,) if note else ()), *self._notes)
        named = replace(report, passport=self.passport, upgrades=self.claimed, notes=notes)
        record_scan(self._stores, named, asked_by=self._asked_by, holder=self.holder, claimed=self.claimed)
        self.ended = True
        return named


@contextmanager
def check_passport(stores: ProjectStores, *, asked_by: str) -> Iterator[PassportCheck]:
    """Around a scan; where it fails, the upgrades it took wait again."""
    check = PassportCheck(stores, asked_by)
    check.begin()
    try:
        yield check
    finally:
        if check.claimed and not check.ended:
            stores.passport_book.release(check.holder)


def record_scan(
    stores: ProjectStores,
    report: ScanReport,
    *,
    asked_by: str,
    holder: str = "",
    claimed: tuple[Upgrade, ...] = (),
) -> CheckedScan:
    """Keep a scan that came to its end, with the upgrades that its holder took.

    Args:
        stores: the project.
        report: of the scan, with its passport.
        asked_by: what it was made for.
        holder: who took the upgrades.
        claimed: those; an embedding upgrade asks for an audit.
    """
    from goldkeeper.reporting.figures import figures_of
    from goldkeeper.reporting.record import counts_record

    figures = figures_of(report)
    finished = FinishedScan(
        name=report.scan,
        began=report.at,
        ended=max(report.at, stores.clock()),
        commit=report.head_commit,
        passport=report.passport or Passport(),
        gold_digest=report.gold_set.digest,
        asked_by=asked_by,
        needs_a_person=figures.needs_a_person,
        outcomes=counts_record(figures),
    )
    return stores.passport_book.finish(finished, holder=holder, audits=audit_reasons(claimed))


def holder_prefix(stores: ProjectStores) -> str:
    """How the names of all who scan over one state folder begin; one at a time does, whoever holds its lock."""
    return f"{socket.gethostname()}:{stores.state_folder.resolve()}:"


def take_over_dead(stores: ProjectStores) -> int:
    """Let upgrades wait again that scans over this state folder took and never ended; how many.

    To be called by whoever holds the project's lock: any other holder over the same folder is dead.
    """
    prefix = holder_prefix(stores)
    dead = [holder for holder in stores.passport_book.holders() if holder.startswith(prefix)]
    return sum(stores.passport_book.release(holder) for holder in dead)


def take_over(stores: ProjectStores, holder: str) -> int:
    """The same for one holder of whom it is known that they are dead, on whatever machine; how many."""
    return stores.passport_book.release(holder)
