"""A year of a daemon's life in minutes: real checks of a real repository, in simulated time.

    python -m tests.bench.soak --days 365 --seed 1

Commits, checkouts, rewritten manifests, answers of people, lost events, killed scans, killed daemons, a
database that is away, clocks that are set and machines that sleep come at random. Time is a number that jumps
to the next thing that happens. All else is real: git, the queue, passports, the ledger, the locks.

Held after each day: the branch's newest commit is checked; every upgrade was checked by exactly one scan
that ended; every answer is in the log; every run of the timetable that came due was done, once. At the
end: memory has not grown. Prints one JSON object; exit code 1 when anything failed.
"""

import argparse
import heapq
import itertools
import json
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

from goldkeeper.daemon import holding
from goldkeeper.daemon.care import Care
from goldkeeper.daemon.checking import carry_out_order
from goldkeeper.daemon.clocks import Clocks
from goldkeeper.daemon.kept import KeptProject
from goldkeeper.daemon.orders import Ending, Order, Outcome
from goldkeeper.daemon.tenancy import ProjectTenancy, a_holder
from goldkeeper.model.errors import DatabaseUnusable, GoldkeeperError
from goldkeeper.model.happenings import Happening, JobFinished
from goldkeeper.settings import load_project
from goldkeeper.wiring.keeper import Keeper
from goldkeeper.wiring.passports import scans, upgrades
from tests.projects import Shop, a_set_up_shop

START = datetime(2026, 1, 15, tzinfo=UTC)
DAY = 86_400.0
BEAT_SECONDS = 900.0  # a beat is a write; every 20 seconds of a year would be all that is measured
# How often things happen, in mean hours between two.
EVERY = {
    "commit": 6.0,
    "checkout": 9.0,
    "manifest": 40.0,
    "answer": 12.0,
    "kill_worker": 30.0,
    "kill_daemon": 20.0,
    "database_away": 100.0,
    "set_clock": 150.0,
    "sleep": 60.0,
}
LOST_EVENTS = 0.05
TIMETABLE = '[{job = "digest", cron = "30 2 * * *", zone = "Europe/Berlin", name = "nightly"}]'


class Killed(BaseException):
    """A scan that was killed half-way; nothing catches it."""


@dataclass
class Work:
    """A worker under way in simulated time."""

    order: Order
    report: Callable[[Outcome], None]
    alive: bool = True

    def kill(self) -> None:
        """As the daemon does when it ends."""
        self.alive = False


@dataclass
class World:
    """All that there is."""

    shop: Shop
    random: random.Random
    ticks: float = 0.0
    wall: float = 0.0  # how far the wall clock is from the ticks
    kept: KeptProject | None = None
    tenancy: ProjectTenancy | None = None
    work: Work | None = None
    away_until: float = -1.0
    agenda: list[tuple[float, int, Callable[[], None]]] = field(default_factory=list)
    calls: list[Callable[[], None]] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)
    answered: set[int] = field(default_factory=set)
    runs: Counter[datetime] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)
    rss: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._order = itertools.count()
        self.clocks = Clocks(self.now, lambda: self.ticks)

    def now(self) -> datetime:
        """The wall clock."""
        return START + timedelta(seconds=self.ticks + self.wall)

    def later(self, seconds: float, call: Callable[[], None]) -> None:
        """Something happens after a while."""
        heapq.heappush(self.agenda, (self.ticks + seconds, next(self._order), call))

    def again(self, deed: str, call: Callable[[], None]) -> None:
        """Something happens over and over."""

        def happen() -> None:
            self.counts[deed] += 1
            call()
            self.again(deed, call)

        self.later(self.random.expovariate(1 / (EVERY[deed] * 3600)), happen)

    def fault(self, said: str) -> None:
        """Something that must not be."""
        self.faults.append(f"day {self.ticks / DAY:.2f}: {said}")

    # The daemon

    def start(self) -> None:
        """A daemon begins."""
        if self.kept is not None:
            return
        project = load_project(self.shop.top / "config" / "goldkeeper.toml")
        self.tenancy = ProjectTenancy(project, a_holder(), clocks=self.clocks)
        self.kept = KeptProject("shop", project, self.tenancy, Care(self.clocks, self.ask, self.begin, self.told))
        self.kept.started()

    def kill(self) -> None:
        """The daemon is killed: the system frees its lock, and nobody says goodbye to the ledger."""
        if self.kept is None or self.tenancy is None:
            return
        self.kill_worker(abandoned=True)
        self.tenancy._locks.close()
        self.tenancy._stores.close()
        self.kept = self.tenancy = None
        self.calls.clear()
        self.later(self.random.expovariate(1 / 1800), self.start)

    def ask(self, work: Callable[[], object], answer: Callable[[object], None]) -> None:
        """Done at once, answered later."""
        found: object
        try:
            if self.ticks < self.away_until:
                raise DatabaseUnusable("db", "database is locked", "try again")
            found = work()
        except GoldkeeperError as problem:
            found = problem
        self.calls.append(lambda: answer(found))

    def begin(self, order: Order, report: Callable[[Outcome], None], seconds: float) -> Work:
        """A worker for some seconds."""
        work = self.work = Work(order, report)
        self.later(self.random.uniform(1, 20), lambda: self.finish(work))
        return work

    def finish(self, work: Work) -> None:
        """A worker's end, at which all its work is done."""
        if work is not self.work or not work.alive:
            return
        self.work = None
        if self.ticks < self.away_until:
            outcome = Outcome(Ending.DATABASE_AWAY, problem="database is locked", code="DatabaseUnusable")
        else:
            outcome = carry_out_order(work.order, clock=self.now)
        self.counts[f"ended {outcome.ending.value}"] += 1
        self.calls.append(lambda: work.report(outcome))

    def kill_worker(self, *, abandoned: bool = False) -> None:
        """A worker is killed before it began, or anywhere in between."""
        work, self.work = self.work, None
        if work is None:
            return
        calls = itertools.count()
        until = self.random.randrange(12)

        def clock() -> datetime:
            if next(calls) >= until:
                raise Killed
            return self.now()

        if self.random.random() < 0.7 and self.ticks >= self.away_until:
            try:
                carry_out_order(work.order, clock=clock)
            except Killed:
                self.counts["killed half-way"] += 1
        if not abandoned:
            crash = Outcome(Ending.FAILED, problem="the scan's process was ended by signal 9", code="Crashed")
            self.calls.append(lambda: work.report(crash))

    def told(self, happening: Happening) -> None:
        """Count."""
        self.counts[happening.kind] += 1
        if isinstance(happening, JobFinished):
            self.runs[happening.slot] += 1

    def noted(self, cause: str) -> None:
        """A file event, if it is not lost."""
        if self.kept is not None and self.random.random() > LOST_EVENTS:
            self.kept.noted(cause)

    # What people and machines do

    def commit(self) -> None:
        """A commit on the branch that is checked out."""
        number = self.counts["commit"]
        path = self.random.choice(["src/cart.py", "src/orders.py"])
        text = (self.shop.top / path).read_text("utf-8")
        lines = text.split("\n")
        if self.random.random() < 0.7 or len(lines) > 60:
            lines = [f"# {number}", *[line for line in lines if not line.startswith("# ")]]
        else:
            lines.insert(self.random.randrange(len(lines)), "")
        self.shop.commit({path: "\n".join(lines)}, f"commit {number}")
        self.noted("refs/heads/main changed")

    def checkout(self) -> None:
        """Another branch for a while."""
        self.shop.repository.git("checkout", "--quiet", "--force", "old")
        self.noted("HEAD changed")

        def back() -> None:
            self.shop.repository.git("checkout", "--quiet", "--force", "main")
            self.noted("HEAD changed")

        back() if self.random.random() < 0.5 else self._return_later(back)

    def _return_later(self, back: Callable[[], None]) -> None:
        for other in (self.commit, self.checkout):  # nothing is committed to the old branch meanwhile
            self._held.add(other.__name__)

        def come_back() -> None:
            self._held.clear()
            back()

        self.later(self.random.uniform(60, 3600), come_back)

    _held: set[str] = field(default_factory=set)

    def manifest(self) -> None:
        """The index was made anew."""
        number = self.counts["manifest"]
        text = json.dumps({"embedding": {"model": f"model-{number}"}, "chunker": {"name": "own"}})
        (self.shop.top / "manifest.json").write_text(text, "utf-8")
        self.noted("manifest.json changed")

    def answer(self) -> None:
        """Somebody answers a question."""
        with_keeper = Keeper(load_project(self.shop.top / "config" / "goldkeeper.toml"), clock=self.now)
        try:
            waiting = [item for item in with_keeper.queue.items() if item.state.value == "waiting"]
            if waiting:
                item = self.random.choice(waiting)
                done = self.shop.run("review", "reject", str(item.number), "--by", "ada", code=None)
                if done.exit_code == 0:
                    self.answered.add(item.number)
        finally:
            with_keeper.close()

    def database_away(self) -> None:
        """For a while nobody can write."""
        self.away_until = self.ticks + self.random.uniform(10, 7200)

    def set_clock(self) -> None:
        """By hand or by a server, there or back."""
        self.wall += self.random.choice([-7200, -3600, -60, 60, 3600])

    def sleep(self) -> None:
        """The lid is closed: ticks stand still, the wall goes on."""
        self.wall += self.random.uniform(600, 12 * 3600)

    def deed(self, name: str) -> Callable[[], None]:
        """A deed that waits while another branch is checked out."""
        call: Callable[[], None] = {
            "commit": self.commit,
            "checkout": self.checkout,
            "manifest": self.manifest,
            "answer": self.answer,
            "kill_worker": self.kill_worker,
            "kill_daemon": self.kill,
            "database_away": self.database_away,
            "set_clock": self.set_clock,
            "sleep": self.sleep,
        }[name]
        return lambda: None if name in self._held else call()

    # The course of time

    def run_until(self, end: float) -> None:
        """Let time pass."""
        while self.ticks < end:
            self.step(end)

    def step(self, end: float) -> None:
        """The next thing that happens."""
        times = [end, *(entry[0] for entry in self.agenda[:1])]
        if self.calls:
            times.append(self.ticks)
        if self.kept is not None:
            times.append(self.kept.next_tick())
            times.append(self.ticks + 600)  # the calendar is looked at in intervals
        self.ticks = max(self.ticks, min(times))
        while self.agenda and self.agenda[0][0] <= self.ticks:
            heapq.heappop(self.agenda)[2]()
        calls, self.calls = self.calls, []
        for call in calls:
            call()
        if self.kept is not None:
            self.kept.tick()

    def settle(self) -> None:
        """Let the daemon come to rest: nobody does anything, all is back."""
        agenda, self.agenda = self.agenda, []
        self.away_until = -1.0
        if self._held:
            self._held.clear()
            self.shop.repository.git("checkout", "--quiet", "--force", "main")
        self.start()
        if self.work is not None:  # its end was on the agenda
            work = self.work
            self.later(1, lambda: self.finish(work))
        until = self.ticks + 4 * 3600
        if self.kept is not None:
            self.kept.noted("end of the day")
        while self.ticks < until and not (self.kept is not None and self.kept.is_idle and not self.calls):
            self.step(until)
        for at, order, call in agenda:
            heapq.heappush(self.agenda, (max(at, self.ticks), order, call))

    def check(self) -> None:
        """What has to hold when the daemon has come to rest."""
        if self.kept is None or not self.kept.is_idle:
            self.fault("the daemon did not come to rest")
            return
        keeper = Keeper(load_project(self.shop.top / "config" / "goldkeeper.toml"), clock=self.now)
        try:
            last = keeper.memory.last()
            if last is None or last.report["head_commit"] != self.shop.repository.git("rev-parse", "main"):
                self.fault("the newest commit was not checked")
            for upgrade in upgrades(keeper):
                if upgrade.scan is None:
                    self.fault(f"upgrade {upgrade.number} is {upgrade.state.value}")
            made_for = Counter(
                part for scan in scans(keeper, 100_000) for part in scan.asked_by.split(", ") if "upgrade" in part
            )
            for name in (name for name, times in made_for.items() if times > 1):
                self.fault(f"{made_for[name]} scans for {name}")
            for number in self.answered:
                if not any(what == "reject" for _, _, what, _ in keeper.queue.log(number)):
                    self.fault(f"the answer to item {number} is lost")
            self.counts["upgrades"], self.counts["scans kept"] = len(upgrades(keeper)), len(scans(keeper, 100_000))
        finally:
            keeper.close()
        self.rss.append(_rss_kib())


def a_world(folder: Path, seed: int) -> World:
    """A shop on its first day."""
    shop = a_set_up_shop(folder / "shop")
    config = shop.top / "config" / "goldkeeper.toml"
    text = config.read_text("utf-8")
    for old, new in (
        ('manifest = ""', 'manifest = "manifest.json"'),
        ("timetable = []", f"timetable = {TIMETABLE}"),
        ("write = true", "write = false"),
        ("reconcile_minutes = 15.0", "reconcile_minutes = 240.0"),
    ):
        assert old in text, old
        text = text.replace(old, new, 1)
    config.write_text(text, "utf-8")
    (shop.top / "manifest.json").write_text('{"embedding": {"model": "first"}, "chunker": {"name": "own"}}', "utf-8")
    shop.repository.write({".gitignore": "manifest.json\ngold.anchors.jsonl\n"})
    shop.repository.git("rm", "--quiet", "--cached", "gold.anchors.jsonl")
    shop.commit(message="a manifest")
    shop.repository.git("branch", "old")
    return World(shop, random.Random(seed))


def live(world: World, days: int, progress: Callable[[int], None] = lambda _: None) -> None:
    """Let some days pass, and check after each."""
    holding.BEAT_SECONDS = BEAT_SECONDS
    world.start()
    for name in EVERY:
        world.again(name, world.deed(name))
    for day in range(1, days + 1):
        world.run_until(day * DAY)
        world.settle()
        world.check()
        progress(day)
    nights = (world.now() - START) / timedelta(days=1)
    runs = len(world.runs)
    world.counts["nights"], world.counts["nightly runs"] = int(nights), runs
    twice = sum(times > 1 for times in world.runs.values())
    world.counts["nightly runs told twice"] = twice  # killed between the work and the note of its end
    # Sleep and downtime make up for several missed nights with one run.
    if not nights - world.counts["sleep"] - world.counts["kill_daemon"] - 2 <= runs <= nights + 2:
        world.fault(f"{runs} nightly runs in {nights:.0f} nights")
    if twice > world.counts["kill_daemon"] + world.counts["kill_worker"]:
        world.fault(f"{twice} nightly runs came twice")


def _rss_kib() -> int:
    lines = Path("/proc/self/status").read_text("ascii").splitlines() if Path("/proc/self/status").exists() else []
    return next((int(line.split()[1]) for line in lines if line.startswith("VmRSS")), 0)


def main() -> None:
    """Run and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--days", type=int, default=365)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="soak-") as folder:
        world = a_world(Path(folder), arguments.seed)

        def progress(day: int) -> None:
            if day % 20 == 0:
                said = f"day {day}, {time.monotonic() - began:.0f} s, {world.rss[-1] // 1024} MiB, {len(world.faults)}"
                sys.stderr.write(f"{said} faults\n")

        live(world, arguments.days, progress)
    early, late = world.rss[len(world.rss) // 5], world.rss[-1]
    if late - early > 30 * 1024:
        world.fault(f"memory grew from {early} to {late} KiB")
    figures = {
        "days": arguments.days,
        "seed": arguments.seed,
        "seconds": round(time.monotonic() - began),
        "counts": dict(sorted(world.counts.items())),
        "rss_mib": {"after a fifth": round(early / 1024, 1), "at the end": round(late / 1024, 1)},
        "faults": world.faults,
    }
    sys.stdout.write(json.dumps(figures, indent=2) + "\n")
    sys.exit(1 if world.faults else 0)


if __name__ == "__main__":
    main()
