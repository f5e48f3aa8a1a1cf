"""File events → causes to look.

Only the event types that can mean a new content are asked for: opening and closing are not among
them, or the daemon's own reading would wake it. Watches are arranged anew whenever a folder on the
way to a watched file comes or goes, and looked after in intervals, since a folder that is moved
away, or a queue that ran over, is not told to whoever watches.

Where the system refuses a watch (`fs.inotify.max_user_watches` and its kin), the folders that it
refused are polled, a tree of which it refused some whole, and the refusal is told once with the number
to raise. When that number has changed they are tried anew.
"""

import os
from collections.abc import Callable
from contextlib import suppress
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
from watchdog.observers.api import BaseObserver, ObservedWatch
from watchdog.observers.polling import PollingObserver

from goldkeeper.daemon.observers import Overflows, hears, make_observer
from goldkeeper.daemon.places import WatchPlan
from goldkeeper.daemon.watch_limits import Limit, is_limit, limit_behind, limits_now

_HEARD: list[type[FileSystemEvent]] = [
    FileCreatedEvent,
    FileModifiedEvent,
    FileDeletedEvent,
    FileMovedEvent,
    DirCreatedEvent,
    DirDeletedEvent,
    DirMovedEvent,
]


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
        self._refused: dict[str, OSError] = {}  # folders without a watch, by what was said of each
        self._polled: dict[str, Limit] = {}  # folders that are polled because of a refusal
        self._limits = limits_now()
        self._overflow = Overflows(lambda: heard("events were lost"))

    def arrange(self, plan: WatchPlan) -> Limit | None:
        """Watch what the plan says, and no more; the limit because of which some of it is polled, if any."""
        self._plan = plan
        limits, self._limits = self._limits, limits_now()
        if limits != self._limits:
            for folder in tuple(self._polled):
                self._forget(folder)
        wanted = {(folder, deep): _identity(folder) for folder, deep in plan.folders().items()}
        present = {(folder, watch.is_recursive): identity for folder, (_, watch, identity) in self._watched.items()}
        for (folder, deep), seen in present.items():
            if folder in self._watched and (wanted.get((folder, deep)) != seen or self._has_gap(folder, deep=deep)):
                self._forget(folder, polled=(folder, deep) in wanted)
        for (folder, deep), identity in wanted.items():
            if folder not in self._watched and identity is not None:
                self._watch(folder, deep=deep, identity=identity)
        return next((self._polled[folder] for folder in sorted(self._polled)), None)

    @property
    def is_alive(self) -> bool:
        """Whether all that should listen does."""
        return all(hears(observer) for observer in tuple(self._observers.values()))

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
                if path in self._plan.files and os.path.islink(path):  # noqa: PTH114 - it may lead elsewhere now
                    self._shifted()

    def _watch(self, folder: str, *, deep: bool, identity: tuple[int, int]) -> None:
        for polling in (True,) if self._polling or folder in self._polled else (False, True):
            try:
                observer = self._observer(polling=polling)
                watch = observer.schedule(self, folder, recursive=deep, event_filter=_HEARD)
            except OSError as problem:
                if is_limit(problem):
                    self._refused.pop(folder, None)
                    self._polled[folder] = limit_behind(problem)
                    continue
                return  # it went away meanwhile; its going is an event of the folder above
            self._watched[folder] = (observer, watch, identity)
            if not polling and self._has_gap(folder, deep=deep):
                self._forget(folder, polled=True)
                continue
            return

    def _observer(self, *, polling: bool) -> BaseObserver:
        if polling not in self._observers:
            observer = PollingObserver(timeout=self._seconds) if polling else make_observer(self._was_refused)
            observer.daemon = True
            observer.start()
            self._observers[polling] = observer
        return self._observers[polling]

    def _was_refused(self, folder: str, problem: OSError) -> None:
        """A folder has no watch; called from whichever thread wanted one."""
        if is_limit(problem):
            self._refused[folder] = problem
            self._shifted()

    def _has_gap(self, folder: str, *, deep: bool) -> bool:
        """Whether a folder below was refused, now or when it came; the whole tree is polled then."""
        below = [path for path in tuple(self._refused) if deep and path.startswith(folder + os.sep)]
        for path in below:
            self._polled[folder] = limit_behind(self._refused.pop(path))
        return bool(below)

    def _forget(self, folder: str, *, polled: bool = False) -> None:
        """Let go of a watch; it is tried anew, unless it is to be polled from now on."""
        if not polled:
            self._polled.pop(folder, None)
        found = self._watched.pop(folder, None)
        if found is None:
            return
        observer, watch, _ = found
        with suppress(KeyError, OSError):  # it was gone with its folder
            observer.unschedule(watch)


def _identity(folder: str) -> tuple[int, int] | None:
    """Tells a folder from another that took its name; None when it is not there."""
    try:
        found = Path(folder).stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino
