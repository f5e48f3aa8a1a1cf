"""Health of a project, read from where each fact is kept."""

import os
import socket
import time
from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import replace
from datetime import timedelta

from goldkeeper.model.chunks import CommitId
from goldkeeper.model.errors import GoldkeeperError
from goldkeeper.model.errors_passports import PassportSourceUnreadable
from goldkeeper.model.gold_lines import digest_of
from goldkeeper.model.health import Failing, GoodScan, Health
from goldkeeper.model.reviews import UNSETTLED_STATES
from goldkeeper.model.tenure import Tenure
from goldkeeper.ports import Clock
from goldkeeper.settings import WORK_TREE, Project
from goldkeeper.stores.clock import utc_now
from goldkeeper.stores.lock import read_holder
from goldkeeper.wiring.keeper import Keeper
from goldkeeper.wiring.passport_check import known_passport
from goldkeeper.wiring.passports import audits_due, scans, waiting_upgrades
from goldkeeper.wiring.scan_keys import database_state
from goldkeeper.workflow.health import (
    due_by,
    failed_by,
    failing_by,
    heartbeat_of,
    kept_scan,
    reported_scan,
    said_by,
    take_health,
)
from goldkeeper.workflow.waiting import Look, Waited, wait_until_checked


def health_of(keeper: Keeper) -> Health:
    """How a project is looked after.

    Raises:
        DatabaseUnusable: the database can't be reached.
    """
    now, tenure = keeper.clock(), tenure_of(keeper)
    said, alive = said_by(tenure), tenure is not None and _lives(tenure.holder.host, tenure.holder.pid)
    return take_health(
        keeper.scope,
        last_good(keeper),
        keeper.queue.items(UNSETTLED_STATES),
        head_commit=keeper.head_commit,
        history=keeper.history,
        now=now,
        failing=failing_by(said),
        daemon=heartbeat_of(tenure, now, alive=alive),
        due=due_by(said, timedelta(minutes=keeper.settings.daemon.reconcile_minutes)),
        upgrades=len(waiting_upgrades(keeper)),
        audits=len(audits_due(keeper)),
        failures=failed_by(said),
    )


def failing_of(keeper: Keeper) -> Failing | None:
    """Why a daemon's scans of this gold set fail; None where they don't, or nobody has tried."""
    return failing_by(said_by(tenure_of(keeper)))


def tenure_of(keeper: Keeper) -> Tenure | None:
    """Which daemon has the gold set; None where none ever had."""
    from goldkeeper.stores.daemon_ledger import DatabaseLedger

    return DatabaseLedger(keeper.database, keeper.scope).look()


def last_good(keeper: Keeper) -> GoodScan | None:
    """The last scan that came to its end, on this machine or on another that shares the database."""
    kept = scans(keeper, 1)
    if kept:
        return kept_scan(kept[0])
    last = keeper.memory.last()
    return reported_scan(last.report) if last is not None else None


def look_after(project: Project, *, clock: Clock = utc_now) -> Health:
    """The same for a project that nobody has opened."""
    with closing(Keeper(project, clock=clock)) as keeper:
        return health_of(keeper)


LOOKED_BACK = 20  # scans; the one that serves is the last or, where another revision was tried, a few before


class Watch:
    """What a pipeline waits for, fixed when it is made; each look costs a few file times until a scan ends."""

    def __init__(self, keeper: Keeper, *, commit: str = "", passport: str = "") -> None:
        """Fix what is waited for.

        Args:
            keeper: the project.
            commit: anything git can name; empty is the configured revision.
            passport: the beginning of a passport's digest; empty is what is known of the index now, or as soon as
                its manifest can be read: it may be half-written.

        Raises:
            UnknownRevision: no such commit.
        """
        self._keeper = keeper
        named = keeper.history.resolve(commit) if commit and keeper.history is not None else None
        # Files on disk may differ from the commit they stand on.
        self._commit: CommitId | None = named or (None if keeper.revision == WORK_TREE else keeper.head_commit)
        self._passport, self._inputs = passport, ""
        self._gold = digest_of(keeper.gold.file.bytes())
        self._by_name = named is not None
        self._seen: object = None
        self._checked = self._is_fixed = False

    def _fix(self) -> bool:
        """Take down what the index is now; whether its sources can be read."""
        try:
            passport = self._passport or known_passport(self._keeper).digest
            self._inputs = "" if self._by_name else self._keeper.memory.inputs_key
        except PassportSourceUnreadable:
            return False
        self._passport = passport
        return True

    def look(self) -> Look:
        """Whether it is done, and whether anybody is at it."""
        self._is_fixed = self._is_fixed or self._fix()
        if not self._is_fixed:
            return Look(checked=False, at_work=self._at_work())
        signature = self._signature()
        if signature is None or signature != self._seen:
            self._seen = signature
            self._checked = self._is_checked()
        return Look(self._checked, self._checked or self._at_work())

    def wait(self, *, timeout: float | None, patient: bool, pause: Callable[[float], None] = time.sleep) -> Waited:
        """Look until it is checked; see `wait_until_checked`."""
        return wait_until_checked(self.look, timeout=timeout, patient=patient, seconds=time.monotonic, pause=pause)

    def _is_checked(self) -> bool:
        return any(self._serves(kept_scan(scan)) for scan in scans(self._keeper, LOOKED_BACK)) or self._was_the_same()

    def _serves(self, scan: GoodScan) -> bool:
        """Whether a scan saw the commit that is waited for, or a later one that holds it."""
        history = self._keeper.history
        if scan.gold != self._gold or not scan.passport.startswith(self._passport):
            return False
        if history is None or self._commit is None or scan.commit is None or not history.has(scan.commit):
            return False
        return history.count_between(scan.commit, self._commit) == 0

    def _was_the_same(self) -> bool:
        """Whether the last scan here saw the very state: files on disk, and folders without git, have no commit."""
        last = self._keeper.memory.last()
        if last is None or last.inputs != self._inputs:
            return False
        return reported_scan(last.report).passport.startswith(self._passport)

    def _signature(self) -> object:
        """Changes when a scan ends; None where only the database on another machine knows."""
        if self._keeper.settings.state.database:
            return None
        files = (self._keeper.state_folder / "last-scan.json", self._keeper.database_file)
        return " ".join(map(database_state, files))

    def _at_work(self) -> bool:
        """Whether a scan is under way here, or a daemon anywhere looks after it."""
        holder = read_holder(self._keeper.state_folder)
        if holder is not None and _lives(holder.host, holder.pid):
            return True
        tenure = tenure_of(self._keeper)
        if tenure is None:
            return False
        beat = heartbeat_of(tenure, self._keeper.clock(), alive=_lives(tenure.holder.host, tenure.holder.pid))
        return beat is not None and beat.alive


def look_after_all(projects: Mapping[str, Project], *, clock: Clock = utc_now) -> tuple[Health, ...]:
    """The health of several projects, in their order.

    One of several that can't be looked at says so, and does not hide the others.

    Args:
        projects: by the name that tells them apart, which is shown where two gold sets are called alike.
        clock: now.

    Raises:
        GoldkeeperError: the only one can't be looked at.
    """
    healths = [_look_at(project, clock, alone=len(projects) == 1) for project in projects.values()]
    golds = [health.gold for health in healths]
    return tuple(
        health if golds.count(health.gold) == 1 else replace(health, gold=name)
        for name, health in zip(projects, healths, strict=True)
    )


def _look_at(project: Project, clock: Clock, *, alone: bool) -> Health:
    try:
        return look_after(project, clock=clock)
    except GoldkeeperError as problem:
        if alone:
            raise
        return Health(project.settings.gold.path.as_posix(), clock(), None, unseen=problem.code)


def _lives(host: str, pid: int) -> bool:
    """Whether there is a process of that number; of another host nothing is known, so it may live."""
    if host != socket.gethostname() or os.name == "nt":  # on Windows the question would be a signal
        return True
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True
