"""One daemon for one gold set, also where several hosts share a database.

Two locks, since neither serves alone. The operating system's, in the state folder, is free the moment
its holder dies; but it says nothing about other hosts, nor about a second clone with another state
folder. The row in the database reaches all of them; but it outlives a killed holder. So whoever
wants a held row watches its beat: unchanged for `SILENT_SECONDS` of one's own clock means that the
holder is gone (no two clocks are compared). A holder on this host whose process is gone is
known for dead at once.
"""

import os
import socket
import uuid
from contextlib import ExitStack
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol

from goldkeeper.daemon.clocks import Clocks
from goldkeeper.model.errors import LockHeld
from goldkeeper.model.tenure import Holder, Tenure
from goldkeeper.ports import Ledger
from goldkeeper.settings import Project
from goldkeeper.stores.lock import state_lock
from goldkeeper.wiring.stores import ProjectStores

SILENT_SECONDS = 90.0  # four beats of 20 seconds and some; a busy database keeps a beat waiting for 30 s at most


@dataclass(frozen=True, slots=True)
class Standing:
    """What asking for a gold set came to.

    Attributes:
        held: it is ours.
        holder: who has it otherwise, or had it before.
        silent_seconds: how long the one before had been silent when it was taken over; None when it was free.
        followed: the branch that scans stay with; empty before one was chosen.
        last_slots: of the timetable, by label.
        unfinished: runs that others claimed and never ended, by label.
    """

    held: bool
    holder: str = ""
    silent_seconds: float | None = None
    followed: str = ""
    last_slots: dict[str, datetime] = field(default_factory=dict)
    unfinished: dict[str, datetime] = field(default_factory=dict)


class Tenancy(Protocol):
    """A project's book, as the daemon uses it; each call may wait for a disk or a server."""

    def take(self, labels: tuple[str, ...]) -> Standing:
        """Try to have the gold set; `labels` of the timetable are owed from now on."""

    def beat(self, state: str) -> bool:
        """A sign of life; False when somebody else took over."""

    def follow(self, branch: str) -> None:
        """Remember the branch that scans stay with."""

    def claim(self, label: str, slot: datetime) -> bool:
        """Be the one who does this run."""

    def end(self, label: str, slot: datetime, outcome: str) -> None:
        """The run came to its end."""

    def release(self) -> None:
        """Give the gold set back and close all that is open."""


class ProjectTenancy:
    """The tenancy of a project in its database and its state folder."""

    def __init__(self, project: Project, me: Holder, *, clocks: Clocks) -> None:
        self._me, self._clock, self._ticks = me, clocks.now, clocks.ticks
        self._stores = ProjectStores(project, revision="", clock=clocks.now)
        self._local = not project.settings.state.database
        self._locks = ExitStack()
        self._locked = False
        self._seen: tuple[Tenure, float] | None = None
        self._written_in: object = None

    def take(self, labels: tuple[str, ...]) -> Standing:
        """Try to have the gold set.

        Raises:
            DatabaseUnusable, ConfigInvalid, …: as `ProjectStores` does.
        """
        if not self._locked:
            try:
                lock = state_lock(self._stores.state_folder, what="goldkeeper daemon", name="daemon")
                self._locks.enter_context(lock)
            except LockHeld as held:
                return Standing(held=False, holder=held.holder)
            self._locked = True
        ledger = self._ledger
        before = ledger.look()
        silent = self._silence(before)
        if silent is None and before is not None:
            return Standing(held=False, holder=str(before.holder))
        if not ledger.take(self._me, replacing=before, now=self._clock()):
            return Standing(held=False, holder="another daemon that was faster")
        self._seen, self._written_in = None, self._database_file
        for label in labels:
            ledger.declare(label, now=self._clock())
        taken_over = before is not None and before.holder.token not in {"", self._me.token}
        return Standing(
            held=True,
            holder=str(before.holder) if before is not None else "",
            silent_seconds=silent if taken_over else None,
            followed=before.followed if before is not None else "",
            last_slots=dict(ledger.last_slots()),
            unfinished=dict(ledger.unfinished(me=self._me)),
        )

    def beat(self, state: str) -> bool:
        """A sign of life; False when somebody else took over, or the state folder was deleted.

        A worker may have made the folder anew by then: what we hold open is another file, which nobody else sees,
        and so is the lock.
        """
        if self._database_file != self._written_in:
            self._stores.close()
        return self._ledger.beat(self._me, state=state, now=self._clock())

    def follow(self, branch: str) -> None:
        """Remember the branch that scans stay with."""
        self._ledger.follow(branch)

    def claim(self, label: str, slot: datetime) -> bool:
        """Be the one who does this run."""
        return self._ledger.claim(label, slot, me=self._me, now=self._clock())

    def end(self, label: str, slot: datetime, outcome: str) -> None:
        """The run came to its end."""
        self._ledger.end(label, slot, outcome=outcome, now=self._clock())

    def release(self) -> None:
        """Give the gold set back; the lock of the system goes even if the database is away."""
        try:
            if self._locked:
                self._ledger.release(self._me)
        finally:
            self._locks.close()
            self._locked = False
            self._stores.close()

    @property
    def _database_file(self) -> object:
        """Tells the file from another that took its name; None for a server, or where there is none."""
        if not self._local:
            return None
        try:
            found = self._stores.database_file.stat()
        except OSError:
            return None
        return found.st_dev, found.st_ino

    @property
    def _ledger(self) -> Ledger:
        from goldkeeper.stores.daemon_ledger import DatabaseLedger  # noqa: PLC0415 - brings SQLAlchemy

        return DatabaseLedger(self._stores.database, self._stores.scope)

    def _silence(self, before: Tenure | None) -> float | None:
        """How long the holder has been silent, when that means that it is gone; None while it may live."""
        if before is None or before.is_free or before.holder.token == self._me.token:
            return 0.0
        ago = max(0.0, (self._clock() - before.beat).total_seconds())
        # With a database in the state folder, the system's lock has proved it already.
        gone = self._local or before.holder.pid == self._me.pid or not _lives(before.holder.pid)
        if before.holder.host == self._me.host and gone:
            return ago
        now = self._ticks()
        if self._seen is None or self._seen[0] != before:
            self._seen = (before, now)
        silent = now - self._seen[1]
        return silent if silent >= SILENT_SECONDS else None


def a_holder() -> Holder:
    """This process, by a name that no other will have."""
    return Holder(uuid.uuid4().hex, socket.gethostname(), os.getpid())


def _lives(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
