"""One goldkeeper at a time on one state folder.

The operating system holds the lock, so it is free again the moment its holder dies, however it
dies. Who holds it stands in a file beside it (`lock.json`); that may be left over or not yet
written, and so it only ever words the message and never decides.
"""

import json
import os
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path

from goldkeeper.model.errors import FileUnreadable, LockHeld
from goldkeeper.stores.clock import utc_now

POLL_SECONDS = 0.1  # while waiting; a scan lasts seconds


@dataclass(frozen=True, slots=True)
class LockHolder:
    """Who works on the state; `since` in UTC."""

    host: str
    pid: int
    since: datetime
    what: str

    def __str__(self) -> str:
        return f"{self.what} (process {self.pid} on {self.host}, since {self.since:%Y-%m-%d %H:%M:%S} UTC)"


@contextmanager
def state_lock(
    folder: Path,
    *,
    what: str,
    wait_seconds: float = 0.0,
    name: str = "lock",
    now: Callable[[], datetime] = utc_now,
) -> Iterator[LockHolder]:
    """Hold `folder/lock` alone for the length of a `with`.

    Args:
        folder: the state folder; made if need be.
        what: the work, for whoever is kept waiting: `goldkeeper scan`.
        wait_seconds: how long to wait for a holder to end; 0 does not wait.
        name: of the lock; a daemon holds one of its own for months, beside that of each scan.
        now: the clock.

    Raises:
        LockHeld: somebody else has it, and still had it after the wait.
        FileUnreadable: the folder can't be written.
    """
    from filelock import FileLock, Timeout  # noqa: PLC0415  # costs 60 ms, and status asks for no lock

    place = folder / name
    beside = folder / f"{name}.json"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = FileLock(place, timeout=wait_seconds, poll_interval=POLL_SECONDS)
        lock.acquire()
    except Timeout:
        raise LockHeld(str(place), str(read_holder(folder, name) or "another process")) from None
    except OSError as problem:
        remedy = "make the folder writable, or set another state folder"
        raise FileUnreadable(str(place), problem.strerror or "can't be locked", remedy) from None
    holder = LockHolder(socket.gethostname(), os.getpid(), now(), what)
    try:
        with suppress(OSError):  # a full disk; the name only words the message to others
            _write(beside, holder)
        yield holder
    finally:
        beside.unlink(missing_ok=True)
        lock.release()


def read_holder(folder: Path, name: str = "lock") -> LockHolder | None:
    """Who wrote their name beside the lock last; None when nobody did, or it can't be read."""
    try:
        found = json.loads((folder / f"{name}.json").read_text(encoding="utf-8"))
        return LockHolder(
            str(found["host"]), int(found["pid"]), datetime.fromisoformat(found["since"]), str(found["what"])
        )
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _write(beside: Path, holder: LockHolder) -> None:
    """Whole or not at all: somebody may be reading it."""
    fresh = beside.with_suffix(f".{holder.pid}.tmp")
    try:
        fresh.write_text(json.dumps(asdict(holder) | {"since": holder.since.isoformat()}), encoding="utf-8")
        fresh.replace(beside)
    finally:
        fresh.unlink(missing_ok=True)
