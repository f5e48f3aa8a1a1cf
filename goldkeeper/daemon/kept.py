"""One project in the daemon's care: what it has to do next, decided in one thread.

Nothing here waits. What may take time, the database, the disk, a scan, is asked for and answered later in
a call of its own; in between the project goes on. A project knows nothing of the others, so that what
breaks one stops no other.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime

from goldkeeper.daemon.calendar import Calendar, make_calendar
from goldkeeper.daemon.clocks import Clocks
from goldkeeper.daemon.following import short
from goldkeeper.daemon.lane import Lane, Pace
from goldkeeper.daemon.orders import Ending, Job, Order, Outcome
from goldkeeper.daemon.tenancy import Standing, Tenancy
from goldkeeper.daemon.troubles import Troubles
from goldkeeper.daemon.workers import Worker
from goldkeeper.model.daemon_happenings import BranchLeft
from goldkeeper.model.errors import DatabaseUnusable, GoldkeeperError
from goldkeeper.model.happenings import Happening, JobFailed, ScanFinished, ScanStarted
from goldkeeper.model.service_health import Phase, ProjectHealth
from goldkeeper.settings import Project
from goldkeeper.settings.daemon import DaemonSettings

BEAT_SECONDS = 20.0  # see SILENT_SECONDS
TAKE_AGAIN_SECONDS = 10.0  # while another daemon has the project
AWAY_SECONDS = 5.0  # before a database that is away is tried again; doubled up to
MOST_AWAY_SECONDS = 60.0
POSTPONED_SECONDS = 5.0  # before a repository in the middle of something is looked at again; doubled up to
MOST_POSTPONED_SECONDS = 60.0

Answer = Callable[[object], None]  # takes a result, or the exception in its place


@dataclass(frozen=True, slots=True)
class Care:
    """What a project needs of the daemon.

    Attributes:
        ask: do something that may take time, elsewhere; the answer comes later, in the daemon's thread.
        start: a worker for an order; its outcome comes later, in the daemon's thread.
        tell: a happening.
    """

    clocks: Clocks
    ask: Callable[[Callable[[], object], Answer], None]
    start: Callable[[Order, Callable[[Outcome], None], float], Worker]
    tell: Callable[[Happening], None]


class KeptProject:
    """One project."""

    def __init__(self, name: str, project: Project, tenancy: Tenancy, care: Care) -> None:
        self.name, self.project = name, project
        self._tenancy, self._care = tenancy, care
        self._calendar: Calendar = make_calendar(project.settings.daemon.timetable, care.clocks.now())
        self.lane = Lane()
        self._troubles = Troubles(name, care.clocks, care.tell)
        self._held = self._was_ever_held = False
        self.stands_by = False
        self.holder = ""
        self._asked: set[str] = set()
        self._next_take = self._next_beat = float("-inf")
        self._last_check = float("-inf")
        self._next_job = float("-inf")
        self._worker: Worker | None = None
        self._job: Job | None = None
        self._followed = ""
        self._checked_out = ""
        self._pending_since: datetime | None = None
        self._finished: ScanFinished | None = None
        self._finished_at: datetime | None = None
        self._failed = 0
        self.is_polling = False

    @property
    def settings(self) -> DaemonSettings:
        """The settings in force."""
        return self.project.settings.daemon

    @property
    def pace(self) -> Pace:
        """How long is waited."""
        chosen = self.settings
        return Pace(chosen.quiet_seconds, chosen.max_wait_seconds, chosen.retry_seconds, chosen.max_retry_minutes * 60)

    # What comes from outside

    def noted(self, cause: str) -> None:
        """Something changed."""
        if self._pending_since is None:
            self._pending_since = self._care.clocks.now()
        self.lane = self.lane.noted(cause, self._care.clocks.ticks())

    def started(self) -> None:
        """Changes are heard from now on; what came before is looked for at once."""
        self.noted("start")
        self.lane = self.lane.hurried()

    def reload(self, project: Project) -> None:
        """Other settings hold from now on; raises what `make_calendar` does, and then the old ones stay."""
        calendar = make_calendar(project.settings.daemon.timetable, self._care.clocks.now())
        self.project, self._calendar = project, replace(calendar, last=self._calendar.last)
        self.noted("the configuration changed")
        self._next_take = float("-inf")
        self._ask("declare", lambda: self._tenancy.take(calendar.labels), self._took)

    def tick(self) -> None:
        """Do what is due."""
        at = self._care.clocks.ticks()
        if not self._held:
            if at >= self._next_take:
                labels = self._calendar.labels
                self._ask("take", lambda: self._tenancy.take(labels), self._took)
            return
        if at >= self._next_beat:
            self._next_beat = at + BEAT_SECONDS
            state = json.dumps(self.health().record())
            self._ask("beat", lambda: self._tenancy.beat(state), self._beaten)
        for job in self._calendar.due(self._care.clocks.now()):
            self._claim(job)
        if at >= self._last_check + self.settings.reconcile_minutes * 60 and self.lane.burst is None:
            self._last_check = at
            self.noted("a look after a while")
        self._start_what_is_due(at)

    def next_tick(self) -> float:
        """When there is something to do again, in ticks, if nothing comes before."""
        if not self._held:
            return self._next_take if "take" not in self._asked else float("inf")
        times = [self._next_beat]
        if self.lane.burst is None:
            times.append(self._last_check + self.settings.reconcile_minutes * 60)
        if self._worker is None:
            times += [due for due in (self.lane.due(self.pace),) if due is not None]
            times += [self._next_job] if self._calendar.waiting else []
        return min(times)

    def broke(self, problem: Exception) -> None:
        """A mistake of ours came up here; go on after a while."""
        now = self._care.clocks.ticks()
        at = now + self.pace.retry
        self._next_take = self._next_beat = self._next_job = at
        self._last_check = at - self.settings.reconcile_minutes * 60  # then all is looked at anew
        if self._worker is None and self.lane.running is not None:
            self.lane = self.lane.put_back(now, again=at)
        self._troubles.failing(f"{type(problem).__name__}: {problem}", "Crashed", 1, self._care.clocks.moment(at))

    def stop(self) -> None:
        """End what runs; the gold set is given back with `release`."""
        if self._worker is not None:
            self._worker.kill()

    def release(self) -> None:
        """Give the gold set back; may wait for a disk or a server."""
        self._tenancy.release()

    @property
    def is_idle(self) -> bool:
        """Nothing waits and nothing runs."""
        return self._held and self.lane == Lane() and self._worker is None and not self._calendar.waiting

    @property
    def is_settled(self) -> bool:
        """Nothing can be done now but wait: all is done, it failed, or somebody else has it."""
        return self.stands_by or self.is_idle or (self._held and self._worker is None and self.lane.retry is not None)

    def health(self) -> ProjectHealth:
        """How it goes."""
        clocks, retry = self._care.clocks, self.lane.retry
        return ProjectHealth(
            project=self.name,
            phase=self._phase,
            followed=self._followed,
            finished_at=self._finished_at,
            scan=self._finished.scan if self._finished else "",
            scanned_commit=self._finished.commit if self._finished else None,
            pending_since=self._pending_since,
            failures=self.lane.failures,
            failed=self._failed,
            failing_since=self._troubles.since,
            problem=self._troubles.problem,
            retry_at=clocks.moment(retry) if retry is not None else None,
            polling=self.is_polling,
            next_runs=self._calendar.next_runs(clocks.now()),
        )

    @property
    def _phase(self) -> Phase:
        if not self._held:
            return Phase.STANDING_BY if self.stands_by else Phase.STARTING
        if self._worker is not None:
            return Phase.SCANNING
        if self._troubles.is_database_away:
            return Phase.DATABASE_AWAY
        if self.lane.retry is not None:
            return Phase.RETRYING
        return Phase.SETTLING if self.lane.burst is not None else Phase.WATCHING

    # Who has it

    def _took(self, found: object) -> None:
        at = self._care.clocks.ticks()
        self._next_take = at + TAKE_AGAIN_SECONDS
        if not isinstance(found, Standing):
            self._next_take = at + self._refused(found)
            return
        if not found.held:
            self.stands_by, self._held, self.holder = True, False, found.holder
            self._troubles.held_elsewhere(found.holder)
            return
        self._troubles.ours(found.holder, found.silent_seconds)
        self._troubles.database_is_back()
        was_held, self._held, self.stands_by = self._held, True, False
        self._followed = found.followed or self._followed
        for job in self._calendar.known(found.last_slots, found.unfinished):
            if not was_held:
                self._claim(job)
        if not was_held:
            self._next_beat = at + BEAT_SECONDS
            self._last_check = at
            if self._was_ever_held:
                self.noted("ours again")
            self._was_ever_held = True

    def _beaten(self, found: object) -> None:
        if found is True:
            if self._troubles.database_is_back():
                self.noted("the database is back")
        elif found is False:
            self._held = False
            self._next_take = self._care.clocks.ticks()
            self.stop()
            self._ask("release", self._tenancy.release, lambda _: None)
        else:
            self._refused(found)

    def _refused(self, problem: object) -> float:
        """A call of the ledger did not come through; seconds to wait."""
        if isinstance(problem, DatabaseUnusable):
            self._troubles.database_away(str(problem))
            return AWAY_SECONDS
        code = problem.code if isinstance(problem, GoldkeeperError) else type(problem).__name__
        self._troubles.failing(str(problem), code, 1, self._care.clocks.moment(self._next_take))
        return self.pace.retry

    # Work

    def _claim(self, job: Job) -> None:
        def answered(found: object) -> None:
            if found is True:
                self._calendar.waiting.append(job)
                self._calendar.waiting.sort(key=lambda one: one.slot)
            elif isinstance(found, BaseException):
                self._refused(found)
                self._calendar.last.pop(job.label, None)
                self._ask("slots", lambda: self._tenancy.take(self._calendar.labels), self._took)

        self._care.ask(lambda: self._tenancy.claim(job.label, job.slot), answered)

    def _start_what_is_due(self, at: float) -> None:
        if self._worker is not None:
            return
        if self._calendar.waiting and at >= self._next_job:
            self._job = self._calendar.waiting[0]
            self._start((f"timetable: {self._job.label}",), self._job)
            return
        due = self.lane.due(self.pace)
        if due is not None and at >= due:
            self.lane = self.lane.begun(at, self.pace)
            self._last_check = at
            self._pending_since = None
            self._start(self.lane.running or (), None)

    def _start(self, causes: tuple[str, ...], job: Job | None) -> None:
        order = Order(self.name, self.project, causes, self._followed, job)
        if job is None:
            self._care.tell(ScanStarted(self.name, self._care.clocks.now(), causes))
        self._worker = self._care.start(order, self._ended, self.settings.scan_minutes * 60)

    def _ended(self, outcome: Outcome) -> None:
        self._worker = None
        self._see_branch(outcome)
        if outcome.ending is Ending.ABANDONED:
            if self._job is None and self.lane.running is not None:
                at = self._care.clocks.ticks()
                self.lane = self.lane.put_back(at, again=at)
            self._job = None
            return
        for happening in outcome.happenings:
            self._care.tell(self._with_lag(happening))
        if self._job is not None:
            self._job_ended(self._job, outcome)
        else:
            self._check_ended(outcome)

    def _check_ended(self, outcome: Outcome) -> None:
        at = self._care.clocks.ticks()
        if outcome.ending is Ending.DONE:
            self._troubles.works_again(self.lane.failures)
            self.lane = self.lane.done()
            return
        self._pending_since = self._pending_since or self._care.clocks.now()
        if outcome.ending is Ending.FAILED or self._troubles.has_no_patience(outcome):
            self.lane = self.lane.failed_at(at, self.pace)
            self._failed += 1
            retry = self._care.clocks.moment(self.lane.retry or at)
            self._troubles.failing(outcome.problem, outcome.code, self.lane.failures, retry)
            return
        self.lane = self.lane.put_back(at, again=at + self._put_off(outcome))

    def _put_off(self, outcome: Outcome) -> float:
        """Seconds to wait before work that could not be done now is tried again."""
        if outcome.ending is Ending.DATABASE_AWAY:
            tries = self._troubles.database_away(outcome.problem)
            return min(MOST_AWAY_SECONDS, AWAY_SECONDS * 2.0 ** min(tries, 10))
        tries = self._troubles.postponed(outcome.problem)
        return min(MOST_POSTPONED_SECONDS, POSTPONED_SECONDS * 2.0 ** min(tries, 10))

    def _job_ended(self, job: Job, outcome: Outcome) -> None:
        self._job = None
        at = self._care.clocks.ticks()
        if outcome.ending in {Ending.POSTPONED, Ending.DATABASE_AWAY}:
            self._next_job = at + self._put_off(outcome)
            return
        self._calendar.waiting.remove(job)
        said = outcome.said
        if outcome.ending is Ending.FAILED:
            said = f"failed: {outcome.problem}"
            self._care.tell(JobFailed(self.name, self._care.clocks.now(), job.label, job.slot, outcome.problem))
            if job.job == "scan":
                self._failed += 1
                self.noted(f"{job.label} failed")
        self._care.ask(lambda: self._tenancy.end(job.label, job.slot, said), lambda _: None)

    def _with_lag(self, happening: Happening) -> Happening:
        if not isinstance(happening, ScanFinished):
            return happening
        if self.lane.settled is not None:
            happening = replace(happening, lag_seconds=self._care.clocks.ticks() - self.lane.settled)
        self._finished, self._finished_at = happening, self._care.clocks.now()
        return happening

    def _see_branch(self, outcome: Outcome) -> None:
        if outcome.followed and outcome.followed != self._followed:
            self._followed = outcome.followed
            branch = outcome.followed
            self._care.ask(lambda: self._tenancy.follow(branch), lambda _: None)
        if outcome.checked_out is None or outcome.checked_out == self._checked_out:
            return
        self._checked_out = outcome.checked_out
        if outcome.followed and outcome.checked_out != outcome.followed:
            followed, other = short(outcome.followed), short(outcome.checked_out)
            self._care.tell(BranchLeft(self.name, self._care.clocks.now(), followed, other))

    def _ask(self, question: str, work: Callable[[], object], answer: Answer) -> None:
        """Ask, unless the same question is still open."""
        if question in self._asked:
            return
        self._asked.add(question)

        def answered(found: object) -> None:
            self._asked.discard(question)
            answer(found)

        self._care.ask(work, answered)
