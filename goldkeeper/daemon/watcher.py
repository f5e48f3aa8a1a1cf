"""File events → causes to look. The only door to watchdog.

Only the event types that can mean a new content are asked for: opening and closing are not among
them, or the daemon's own reading would wake it. Watches are arranged anew whenever a folder on the
way to a watched file comes or goes, and looked after in intervals, since a folder that is moved
away, or a queue that ran over, is not told to whoever watches.

Where the system refuses a watch (`fs.inotify.max_user_watches` and its kin), the folders that it
refused are polled, and the refusal is told once with the number to raise.
"""

import errno
import logging
import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from watchdog.events import (
    DirCreatedEvent,
    DirDeletedEvent,
    DirMovedEvent,
    FileCreatedEvent,
    FileDeletedEvent,
    FileModifiedEvent,
    FileMovedEvent,
    FileSystemEvent,
    FileSystemEventHandler,
)
from watchdog.observers import Observer
from watchdog.observers.api import BaseObserver, ObservedWatch
from watchdog.observers.polling import PollingObserver

from goldkeeper.daemon.places import WatchPlan

_HEARD: list[type[FileSystemEvent]] = [
    FileCreatedEvent,
    FileModifiedEvent,
    FileDeletedEvent,
    FileMovedEvent,
    DirCreatedEvent,
    DirDeletedEvent,
    DirMovedEvent,
]
_LIMITS = {
    errno.ENOSPC: "fs.inotify.max_user_watches",
    errno.EMFILE: "fs.inotify.max_user_instances",
    errno.ENFILE: "fs.file-max",
}


@dataclass(frozen=True, slots=True)
class Limit:
    """A limit of the system that keeps folders from being watched.

    Attributes:
        name: of the setting.
        present: its value; None where it can't be read.
        folders: how many are polled because of it.
    """

    name: str
    present: int | None
    folders: int

    @property
    def remedy(self) -> str:
        """How to raise it."""
        return f"raise it with: sysctl -w {self.name}={max(2 * (self.present or 0), 524_288)}"


class Watcher(FileSystemEventHandler):
    """Watches one project.

    Args:
        heard: called with the cause for each event that counts, from a thread of the watcher.
        shifted: called when the folders to watch may have changed.
        polling: look in intervals only.
        polling_seconds: between two looks.
    """

    def __init__(
        self,
        *,
        heard: Callable[[str], None],
        shifted: Callable[[], None],
        polling: bool,
        polling_seconds: float,
    ) -> None:
        self._heard, self._shifted = heard, shifted
        self._polling, self._seconds = polling, polling_seconds
        self._plan = WatchPlan({})
        self._watched: dict[str, tuple[BaseObserver, ObservedWatch, tuple[int, int]]] = {}
        self._observers: dict[bool, BaseObserver] = {}
        self._overflow = _Overflows(lambda: heard("events were lost"))

    def arrange(self, plan: WatchPlan) -> Limit | None:
        """Watch what the plan says, and no more; the limit that some folders met, if any."""
        self._plan = plan
        wanted = {(folder, deep): _identity(folder) for folder, deep in plan.folders().items()}
        present = {(folder, watch.is_recursive): identity for folder, (_, watch, identity) in self._watched.items()}
        for (folder, deep), seen in present.items():
            if wanted.get((folder, deep)) != seen:
                self._forget(folder)
        refused: list[OSError] = []
        for (folder, deep), identity in wanted.items():
            if folder not in self._watched and identity is not None:
                self._watch(folder, deep=deep, identity=identity, refused=refused)
        return _limit(refused)

    @property
    def is_alive(self) -> bool:
        """Whether all that should listen does."""
        return all(observer.is_alive() for observer in tuple(self._observers.values()))

    def close(self) -> None:
        """Stop watching."""
        self._overflow.close()
        for observer in self._observers.values():
            observer.stop()
        for observer in self._observers.values():
            observer.join()
        self._observers.clear()
        self._watched.clear()

    def on_any_event(self, event: FileSystemEvent) -> None:
        """Hear what counts; called by watchdog."""
        for raw in (event.src_path, event.dest_path):
            path = os.fsdecode(raw)
            if not path:
                continue
            if event.is_directory:
                if self._plan.shifts(path):
                    self._shifted()
            elif (cause := self._plan.cause(path)) is not None:
                self._heard(cause)

    def _watch(self, folder: str, *, deep: bool, identity: tuple[int, int], refused: list[OSError]) -> None:
        for polling in (True,) if self._polling else (False, True):
            observer = self._observer(polling=polling)
            try:
                watch = observer.schedule(self, folder, recursive=deep, event_filter=_HEARD)
            except OSError as problem:
                if problem.errno in _LIMITS:
                    refused.append(problem)
                    continue
                return  # it went away meanwhile; its going is an event of the folder above
            self._watched[folder] = (observer, watch, identity)
            return

    def _observer(self, *, polling: bool) -> BaseObserver:
        if polling not in self._observers:
            observer = PollingObserver(timeout=self._seconds) if polling else Observer()
            observer.daemon = True
            observer.start()
            self._observers[polling] = observer
        return self._observers[polling]

    def _forget(self, folder: str) -> None:
        observer, watch, _ = self._watched.pop(folder)
        try:
            observer.unschedule(watch)
        except (KeyError, OSError):  # it was gone with its folder
            return


class _Overflows(logging.Handler):
    """Hears from watchdog's log that the system's queue ran over: events are lost, and no handler is told."""

    _LOGGER = "watchdog.observers.inotify_c"

    def __init__(self, lost: Callable[[], None]) -> None:
        super().__init__(logging.WARNING)
        self._lost = lost
        logging.getLogger(self._LOGGER).addHandler(self)

    def emit(self, record: logging.LogRecord) -> None:
        """Called by the logger."""
        if "overflow" in record.getMessage():
            self._lost()

    def close(self) -> None:
        """Stop hearing."""
        logging.getLogger(self._LOGGER).removeHandler(self)
        super().close()


def _identity(folder: str) -> tuple[int, int] | None:
    """Tells a folder from another that took its name; None when it is not there."""
    try:
        found = Path(folder).stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _limit(refused: list[OSError]) -> Limit | None:
    if not refused:
        return None
    name = _LIMITS[refused[0].errno or errno.ENOSPC]
    try:
        present = int(Path("/proc/sys", *name.split(".", 1 if name.startswith("fs.file") else 2)).read_text("ascii"))
    except (OSError, ValueError):
        present = None
    return Limit(name, present, len(refused))
