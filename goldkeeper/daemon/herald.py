"""Telling people and writing metrics, in a thread of its own: receivers and disks may take their time.

The daemon's thread hands happenings over and never waits. What could not be sent when the daemon ends
is kept, and sent when it comes back.
"""

import logging
import queue
import threading
import time
from collections.abc import Callable, Mapping
from datetime import datetime
from pathlib import Path

from goldkeeper.daemon.logs import log_complaint
from goldkeeper.model.daemon_happenings import ConfigReloaded
from goldkeeper.model.errors import GoldkeeperError
from goldkeeper.model.happenings import Happening, ScanFailing, ScanFinished
from goldkeeper.settings import Project
from goldkeeper.stores.clock import utc_now
from goldkeeper.wiring.health import look_after_all
from goldkeeper.wiring.telling import Tellers, make_tellers

METRICS_SECONDS = 60.0  # a scraper asks about as often
LONGEST_WAIT = 60.0  # quiet hours end by the wall clock, which sleep and people may move
CLOSING_SECONDS = 2.0  # what is not told by then is told after the next start
LAST_WORDS_SECONDS = 120.0  # where there may be no next start: a receiver or two that are slow

log = logging.getLogger(__name__)


class Herald:
    """Tells people of what happens, and keeps metrics files fresh."""

    def __init__(
        self,
        projects: Callable[[], Mapping[str, Project]],
        *,
        clock: Callable[[], datetime] = utc_now,
        seconds: Callable[[], float] = time.monotonic,
    ) -> None:
        """Begin.

        Args:
            projects: name in happenings → configuration, as it is now; asked again when one was read anew.
            clock: now.
            seconds: a clock that only goes forward.
        """
        self._projects, self._clock, self._seconds = projects, clock, seconds
        self._news: queue.SimpleQueue[Happening | None] = queue.SimpleQueue()
        self._troubles: dict[Path, str] = {}
        self._thread = threading.Thread(target=self._run, name="herald", daemon=True)
        self._thread.start()

    def tell(self, happening: Happening) -> None:
        """Take note; returns at once."""
        self._news.put(happening)

    def close(self, seconds: float = CLOSING_SECONDS) -> None:
        """End; what is under way gets a moment."""
        self._news.put(None)
        self._thread.join(seconds)

    def _run(self) -> None:
        tellers = self._make()
        written = float("-inf")
        while True:
            if self._seconds() - written >= METRICS_SECONDS:
                self._write_metrics()
                written = self._seconds()
            happening = self._next(tellers, written)
            if happening is None:
                return
            if isinstance(happening, ConfigReloaded):
                old, tellers = tellers, self._make()
                tellers.succeed(old)
            if isinstance(happening, Happening):
                tellers.tell(happening)
            else:
                tellers.flush()
            if isinstance(happening, ScanFinished | ScanFailing):
                written = float("-inf")

    def _next(self, tellers: Tellers, written: float) -> "Happening | Tellers | None":
        """What happened; the tellers themselves when it is time to look what else there is."""
        turn = tellers.next_turn()
        wait = min(LONGEST_WAIT, METRICS_SECONDS - (self._seconds() - written))
        if turn is not None:
            wait = min(wait, (turn - self._clock()).total_seconds())
        try:
            return self._news.get(timeout=max(0.0, wait)) if wait > 0 else self._news.get_nowait()
        except queue.Empty:
            return tellers

    def _make(self) -> Tellers:
        return make_tellers(self._projects(), clock=self._clock, complain=log_complaint)

    def _write_metrics(self) -> None:
        """Each file with all the gold sets that name it; one that can't be looked at is left out this time."""
        files: dict[Path, dict[str, Project]] = {}
        for name, project in self._projects().items():
            if project.settings.daemon.metrics_file:
                files.setdefault(project.path(Path(project.settings.daemon.metrics_file)), {})[name] = project
        for file, projects in files.items():
            self._write_file(file, projects)

    def _write_file(self, file: Path, projects: Mapping[str, Project]) -> None:
        from goldkeeper.stores.metrics_text import write_metrics  # noqa: PLC0415 - only where they are wanted

        try:
            write_metrics(file, look_after_all(projects, clock=self._clock))
        except GoldkeeperError as problem:
            said = str(problem)
            if self._troubles.get(file) != said:
                log.warning("metrics: %s", said)
            self._troubles[file] = said
        except Exception:
            log.exception("metrics: this is our fault; please report it with the lines above")
        else:
            self._troubles.pop(file, None)
