"""One project in the daemon's care: what it has to do next, decided in one thread.

Nothing here waits. What may take time, the database, the disk, a scan, is asked for and answered later in
a call of its own; in between the project goes on. A project knows nothing of the others, so that what
breaks one stops no other.
"""

import json
from dataclasses import replace
from datetime import datetime

from goldkeeper.daemon.branches import Branches
from goldkeeper.daemon.calendar import make_calendar
from goldkeeper.daemon.care import Care, Questions
from goldkeeper.daemon.holding import AWAY_SECONDS, Holding
from goldkeeper.daemon.lane import Lane, Pace
from goldkeeper.daemon.orders import Ending, Job, Order, Outcome
from goldkeeper.daemon.runs import Runs
from goldkeeper.daemon.tenancy import Standing, Tenancy
from goldkeeper.daemon.troubles import Troubles
from goldkeeper.daemon.workers import Worker
from goldkeeper.model.happenings import Happening, JobFailed, ScanFinished, ScanStarted
from goldkeeper.model.service_health import Phase, ProjectHealth
from goldkeeper.settings import Project
from goldkeeper.settings.daemon import DaemonSettings

MOST_AWAY_SECONDS = 60.0  # the wait for a database that is away doubles up to it
POSTPONED_SECONDS = 5.0  # before a repository in the middle of something is looked at again
MOST_POSTPONED_SECONDS = 60.0  # that wait doubles up to it
MOST_DOUBLINGS = 10  # beyond any limit; a number that doubles for weeks would leave what a float holds


class KeptProject:
    """One project."""

    def __init__(self, name: str, project: Project, tenancy: Tenancy, care: Care) -> None:
        self.name, self.project = name, project
        self._tenancy, self._care = tenancy, care
        self.lane = Lane()
        self._troubles = Troubles(name, care.clocks, care.tell)
        self._branches = Branches(name, tenancy, care)
        self._holding = Holding(self, tenancy, care, Questions(care), self._troubles)
        calendar = make_calendar(project.settings.daemon.timetable, care.clocks.now())
        self._runs = Runs(calendar, tenancy, care, self._holding)
        self._last_check = float("-inf")
        self._worker: Worker | None = None
        self._job: Job | None = None
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

    @property
    def stands_by(self) -> bool:
        """Another daemon has the project."""
        return self._holding.stands_by

    @property
    def holder(self) -> str:
        """Who that is."""
        return self._holding.holder

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
        self.project = project
        self._runs.change(calendar)
        self.noted("the configuration changed")
        self._holding.hurry()
        self._holding.ask("declare")

    def tick(self) -> None:
        """Do what is due."""
        at = self._care.clocks.ticks()
        self._holding.tick(at)
        if not self._holding.held:
            return
        self._runs.claim_due(self._care.clocks.now())
        if at >= self._last_check + self.settings.reconcile_minutes * 60 and self.lane.burst is None:
            self._last_check = at
            self.noted("a look after a while")
        self._start_what_is_due(at)

    def next_tick(self) -> float:
        """When there is something to do again, in ticks, if nothing comes before."""
        times = [self._holding.next_tick()]
        if not self._holding.held:
            return times[0]
        if self.lane.burst is None:
            times.append(self._last_check + self.settings.reconcile_minutes * 60)
        if self._worker is None:
            times += [due for due in (self.lane.due(self.pace),) if due is not None]
            times.append(self._runs.next_tick())
        return min(times)

    def broke(self, problem: Exception) -> None:
        """A mistake of ours came up here; go on after a while."""
        now = self._care.clocks.ticks()
        at = now + self.pace.retry
        self._runs.put_off(at)
        self._holding.put_off(at)
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
        return self._holding.held and self.lane == Lane() and self._worker is None and not self._runs.wait

    @property
    def is_settled(self) -> bool:
        """Nothing can be done now but wait: all is done, it failed, or somebody else has it."""
        return (
            self.stands_by
            or self.is_idle
            or (self._holding.held and self._worker is None and self.lane.retry is not None)
        )

    def health(self) -> ProjectHealth:
        """How it goes."""
        clocks, retry = self._care.clocks, self.lane.retry
        return ProjectHealth(
            project=self.name,
            phase=self._phase,
            followed=self._branches.followed,
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
            next_runs=self._runs.calendar.next_runs(clocks.now()),
        )

    @property
    def _phase(self) -> Phase:
        if not self._holding.held:
            return Phase.STANDING_BY if self.stands_by else Phase.STARTING
        if self._worker is not None:
            return Phase.SCANNING
        if self._troubles.is_database_away:
            return Phase.DATABASE_AWAY
        if self.lane.retry is not None:
            return Phase.RETRYING
        return Phase.SETTLING if self.lane.burst is not None else Phase.WATCHING

    # Who has it

    @property
    def labels(self) -> tuple[str, ...]:
        """See `Owner`."""
        return self._runs.calendar.labels

    @property
    def retry_seconds(self) -> float:
        """See `Owner`."""
        return self.pace.retry

    def state(self) -> str:
        """See `Owner`."""
        return json.dumps(self.health().record())

    def has_it(self, standing: Standing, *, is_new: bool) -> None:
        """See `Owner`."""
        self._branches.known(standing.followed)
        unfinished = self._runs.calendar.known(standing.last_slots, standing.unfinished)
        if is_new:
            self._last_check = self._care.clocks.ticks()
            for job in unfinished:
                self._runs.claim(job)

    def lost_it(self) -> None:
        """See `Owner`."""
        self.stop()

    # Work

    def _start_what_is_due(self, at: float) -> None:
        if self._worker is not None:
            return
        self._job = self._runs.due(at)
        if self._job is not None:
            self._start((f"timetable: {self._job.label}",), self._job)
            return
        due = self.lane.due(self.pace)
        if due is not None and at >= due:
            self.lane = self.lane.begun(at, self.pace)
            self._last_check = at
            self._pending_since = None
            self._start(self.lane.running or (), None)

    def _start(self, causes: tuple[str, ...], job: Job | None) -> None:
        order = Order(self.name, self.project, causes, self._branches.followed, job)
        if job is None:
            self._care.tell(ScanStarted(self.name, self._care.clocks.now(), causes))
        self._worker = self._care.start(order, self._ended, self.settings.scan_minutes * 60)

    def _ended(self, outcome: Outcome) -> None:
        self._worker = None
        self._branches.seen(outcome, configured=self.settings.follow)
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
        self._holding.beat_soon()
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
            return _doubled(AWAY_SECONDS, tries, most=MOST_AWAY_SECONDS)
        tries = self._troubles.postponed(outcome.problem)
        return _doubled(POSTPONED_SECONDS, tries, most=MOST_POSTPONED_SECONDS)

    def _job_ended(self, job: Job, outcome: Outcome) -> None:
        self._job = None
        at = self._care.clocks.ticks()
        if outcome.ending in {Ending.POSTPONED, Ending.DATABASE_AWAY}:
            self._runs.put_off(at + self._put_off(outcome))
            return
        said = outcome.said
        if outcome.ending is Ending.FAILED:
            said = f"failed: {outcome.problem}"
            self._care.tell(JobFailed(self.name, self._care.clocks.now(), job.label, job.slot, outcome.problem))
            if job.job == "scan":
                self._failed += 1
                self.noted(f"{job.label} failed")
        self._runs.ended(job, said)

    def _with_lag(self, happening: Happening) -> Happening:
        if not isinstance(happening, ScanFinished):
            return happening
        if self.lane.settled is not None:
            happening = replace(happening, lag_seconds=self._care.clocks.ticks() - self.lane.settled)
        self._finished, self._finished_at = happening, self._care.clocks.now()
        return happening


def _doubled(first: float, tries: int, *, most: float) -> float:
    """Seconds to wait after so many tries in vain."""
    return min(most, first * 2.0 ** min(tries, MOST_DOUBLINGS))
