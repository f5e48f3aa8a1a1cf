"""The daemon: start, wait, work, stop.

One thread decides. It takes calls from a queue, into which signals, file events, answers of side threads and
outcomes of workers are put, and lets each project do what is due. It never waits for anything but
that queue, so that it answers within a moment whatever a disk, a server or a scan is doing.
"""

import logging
import os
import queue
import signal
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from goldkeeper import __version__
from goldkeeper.daemon.care import Care
from goldkeeper.daemon.clocks import Clocks
from goldkeeper.daemon.kept import KeptProject
from goldkeeper.daemon.notify_socket import NotifySocket
from goldkeeper.daemon.orders import Order, Outcome
from goldkeeper.daemon.side_thread import SideThread
from goldkeeper.daemon.tenancy import ProjectTenancy, a_holder
from goldkeeper.daemon.watching import Files, Watching
from goldkeeper.daemon.workers import Worker, WorkerProcess
from goldkeeper.model.daemon_happenings import ConfigRefused, ConfigReloaded, DaemonStarted, DaemonStopping
from goldkeeper.model.errors import GoldkeeperError, LockHeld
from goldkeeper.model.happenings import Happening
from goldkeeper.model.service_health import ProjectHealth
from goldkeeper.reporting.wording import count
from goldkeeper.settings import Project, load_project
from goldkeeper.wiring.index_sources import IndexSources

WAKE_SECONDS = 15.0  # at the longest: the calendar follows the wall clock, which may be set or stand still in sleep
STANDSTILL_SECONDS = 4 * WAKE_SECONDS  # a machine that just woke from sleep gets its turn first
REFUSED_SECONDS = 30.0  # before a configuration that was no good at the start is read again
RELEASE_SECONDS = 3.0  # for giving locks back at the end; a database that is away is not waited for

log = logging.getLogger(__name__)


def index_files(project: Project) -> Iterable[Path]:
    """The files that tell of a project's index."""
    return IndexSources(project).files


@dataclass
class Charge:
    """A project with all that serves it."""

    config: Path | None
    kept: KeptProject
    watching: Watching
    beside: SideThread
    reload_at: float = float("inf")


class Service:
    """The daemon over some projects.

    Args:
        projects: each with the file it was read from, where it is to be read again from.
        tell: called for each happening, in the daemon's thread; it must not wait.
        also: further files of a project that count (manifests, index files).
    """

    def __init__(
        self,
        projects: Sequence[Project],
        *,
        tell: Callable[[Happening], None],
        also: Files = index_files,
        clocks: Clocks = Clocks(),  # noqa: B008 - frozen
    ) -> None:
        self._calls: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()
        self._clocks, self._told, self._also = clocks, tell, also
        self._me = a_holder()
        self._socket = NotifySocket()
        self._stopping = ""
        self._next_ping = float("-inf")
        self._ticked = clocks.ticks()
        self._refused: list[Path] = []
        self._next_look = clocks.ticks() + REFUSED_SECONDS
        self.charges: list[Charge] = []
        for name, project in zip(project_names(projects), projects, strict=True):
            try:
                self.charges.append(self._charge(name, project))
            except GoldkeeperError as problem:
                if len(projects) == 1 or project.file is None:
                    raise
                self.refuse(project.file, problem)

    def refuse(self, config: Path, problem: GoldkeeperError) -> None:
        """One configuration of several is no good: the others are looked after, and it is read again in a while."""
        self._refused.append(config)
        self.tell(ConfigRefused(os.fspath(config), self._clocks.now(), str(problem).replace("\n", " ")))

    def run(self, *, once: bool = False, stand_by: bool = True) -> None:
        """Work until told to stop.

        Args:
            once: stop when every project has been checked.
            stand_by: wait for projects that another daemon has.

        Raises:
            LockHeld: another daemon has all the projects, and they are not waited for.
        """
        self._catch_signals()
        names = tuple(charge.kept.name for charge in self.charges)
        self.tell(DaemonStarted("", self._clocks.now(), __version__, names))
        self._socket.send("READY=1", f"STATUS=looks after {count(len(names), 'project')}")
        held: LockHeld | None = None
        while not self._stopping:
            self._tick()
            if not stand_by and all(charge.kept.stands_by for charge in self.charges):
                kept = self.charges[0].kept
                held = LockHeld(kept.name, kept.holder, "end that one, or wait for it with --stand-by")
                break
            if once and all(charge.kept.is_settled for charge in self.charges):
                self._stopping = "all projects were checked once"
                break
            self._take_calls()
        self._end()
        if held is not None:
            raise held

    def stop(self, reason: str) -> None:
        """End soon; safe to call from any thread and from a signal's handler."""
        self._calls.put(lambda: self._stop(reason))

    def reload(self) -> None:
        """Read all configurations anew; safe to call from anywhere."""
        self._calls.put(self._reload_all)

    def health(self) -> tuple[ProjectHealth, ...]:
        """How each project goes; values, so that any thread may ask."""
        return tuple(charge.kept.health() for charge in self.charges)

    def troubles(self) -> tuple[str, ...]:
        """What is wrong with the process itself, each in a few words; any thread may ask."""
        said = [f"{charge.kept.name}: its watcher has died" for charge in self.charges if not charge.watching.is_alive]
        still = self._clocks.ticks() - self._ticked
        if still > STANDSTILL_SECONDS:
            said.append(f"nothing was decided for {still:.0f} s")
        return tuple(said)

    def tell(self, happening: Happening) -> None:
        """Hand a happening on; who tells people must not bring the daemon down."""
        try:
            self._told(happening)
        except Exception:
            log.exception("a happening could not be told: %s", happening.kind)

    # One round

    def _tick(self) -> None:
        now = self._ticked = self._clocks.ticks()
        if self._refused and now >= self._next_look:
            self._look_at_refused()
        for charge in self.charges:
            if now >= charge.reload_at:
                charge.reload_at = float("inf")
                self._reload(charge)
            self._guarded(charge, charge.watching.tick)
            self._guarded(charge, charge.kept.tick)
            charge.kept.is_polling = charge.watching.is_polling
        span = self._socket.watchdog_seconds
        if span is not None and now >= self._next_ping:
            self._socket.send("WATCHDOG=1")
            self._next_ping = now + span / 3

    def _take_calls(self) -> None:
        times = [one for charge in self.charges for one in (charge.kept.next_tick(), charge.watching.next_tick())]
        times += [charge.reload_at for charge in self.charges]
        if self._socket.watchdog_seconds is not None:
            times.append(self._next_ping)
        wait = min(WAKE_SECONDS, max(0.0, min(times) - self._clocks.ticks()))
        try:
            call = self._calls.get(timeout=wait) if wait else self._calls.get_nowait()
            while True:
                self._take(call)
                call = self._calls.get_nowait()
        except queue.Empty:
            return

    def _take(self, call: Callable[[], None]) -> None:
        """An answer that trips over a mistake of ours must not stop the daemon."""
        try:
            call()
        except Exception:
            log.exception("this is our fault; please report it with the lines above")

    def _guarded(self, charge: Charge, call: Callable[[], None]) -> None:
        """A mistake of ours in one project must not stop the others."""
        try:
            call()
        except Exception as problem:
            log.exception("%s: this is our fault; please report it with the lines above", charge.kept.name)
            charge.kept.broke(problem)

    # Beginning, changing and ending

    def _look_at_refused(self) -> None:
        """Take in what was mended meanwhile; what was not has been told."""
        self._next_look = self._clocks.ticks() + REFUSED_SECONDS
        for config in tuple(self._refused):
            try:
                project = load_project(config)
                charge = self._charge(project_names([project])[0], project)
            except GoldkeeperError:
                continue
            if any(charge.kept.name == other.kept.name for other in self.charges):
                charge.kept.name = f"{charge.kept.name} ({os.fspath(config)})"
            self._refused.remove(config)
            self.charges.append(charge)
            self.tell(ConfigReloaded(charge.kept.name, self._clocks.now()))

    def _charge(self, name: str, project: Project) -> Charge:
        beside = SideThread(name, self._calls.put)
        tenancy = ProjectTenancy(project, self._me, clocks=self._clocks)
        kept = KeptProject(name, project, tenancy, Care(self._clocks, beside.ask, self._start, self.tell))
        return Charge(project.file, kept, self._watching(kept, beside), beside)

    def _watching(self, kept: KeptProject, beside: SideThread) -> Watching:
        return Watching(
            kept.name,
            kept.project,
            clocks=self._clocks,
            noted=lambda cause: self._noted(kept, cause),
            started=kept.started,
            ask=beside.ask,
            post=self._calls.put,
            tell=self.tell,
            also=self._also,
        )

    def _noted(self, kept: KeptProject, cause: str) -> None:
        file = kept.project.file
        if file is not None and cause == f"{file.name} changed":
            charge = next(charge for charge in self.charges if charge.kept is kept)
            charge.reload_at = self._clocks.ticks() + kept.settings.quiet_seconds
            return
        kept.noted(cause)

    def _start(self, order: Order, report: Callable[[Outcome], None], seconds: float) -> Worker:
        return WorkerProcess(order, lambda outcome: self._calls.put(lambda: report(outcome)), seconds=seconds)

    def _reload_all(self) -> None:
        self._socket.send("RELOADING=1", f"MONOTONIC_USEC={time.monotonic_ns() // 1000}")
        for charge in self.charges:
            self._reload(charge)
        self._look_at_refused()
        self._socket.send("READY=1")

    def _reload(self, charge: Charge) -> None:
        """Take a changed configuration, or refuse it and keep the old one."""
        kept = charge.kept
        try:
            project = load_project(charge.config)
            if project.settings == kept.project.settings:
                return
            if _is_another(project, kept.project):
                self._replace(charge, project)
            else:
                kept.reload(project)
                self._watch_anew(charge)
        except GoldkeeperError as problem:
            self.tell(ConfigRefused(kept.name, self._clocks.now(), str(problem).replace("\n", " ")))
        else:
            self.tell(ConfigReloaded(kept.name, self._clocks.now()))

    def _watch_anew(self, charge: Charge) -> None:
        old = charge.watching
        charge.watching = self._watching(charge.kept, charge.beside)
        charge.beside.ask(old.close, lambda _: None)

    def _replace(self, charge: Charge, project: Project) -> None:
        """Another gold set, database or state folder: the old one is given back, and all begins anew."""
        fresh = self._charge(charge.kept.name, project)
        charge.kept.stop()
        charge.beside.ask(charge.watching.close, lambda _: None)
        charge.beside.ask(charge.kept.release, lambda _: None)
        self.charges[self.charges.index(charge)] = fresh

    def _stop(self, reason: str) -> None:
        self._stopping = self._stopping or reason

    def _end(self) -> None:
        self._socket.send("STOPPING=1")
        self.tell(DaemonStopping("", self._clocks.now(), self._stopping or "another daemon is at work"))
        for charge in self.charges:
            charge.kept.stop()
            charge.beside.ask(charge.kept.release, lambda _: None)
            charge.beside.ask(charge.watching.close, lambda _: None)
        until = time.monotonic() + RELEASE_SECONDS
        for charge in self.charges:
            charge.beside.close(max(0.0, until - time.monotonic()))

    def _catch_signals(self) -> None:
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda number, _: self.stop(signal.Signals(number).name))
        if hasattr(signal, "SIGHUP"):
            signal.signal(signal.SIGHUP, lambda *_: self.reload())


def project_names(projects: Sequence[Project]) -> list[str]:
    """How each project is called: `repository/gold file`, with its configuration where that is no name yet."""
    names = [
        f"{project.path(project.settings.repository.path).resolve().name}/{project.settings.gold.path.as_posix()}"
        for project in projects
    ]
    return [
        name if names.count(name) == 1 else f"{name} ({os.fspath(project.file or project.folder)})"
        for name, project in zip(names, projects, strict=True)
    ]


def _is_another(new: Project, old: Project) -> bool:
    return (new.settings.state, new.settings.gold, new.settings.repository.path) != (
        old.settings.state,
        old.settings.gold,
        old.settings.repository.path,
    )
