"""A daemon's surroundings in memory: time that is told to pass, work that ends when a test says so."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from pathlib import Path

from goldkeeper.daemon.care import Care
from goldkeeper.daemon.clocks import Clocks
from goldkeeper.daemon.kept import KeptProject
from goldkeeper.daemon.orders import Ending, Order, Outcome
from goldkeeper.daemon.tenancy import Standing
from goldkeeper.model.errors import DatabaseUnusable
from goldkeeper.model.happenings import Happening, ScanFinished
from goldkeeper.settings import Project, Settings
from goldkeeper.settings.daemon import DaemonSettings, TimetableEntry
from tests.builders import NOON

AWAY = DatabaseUnusable("db", "database is locked", "try again")


@dataclass
class FakeTenancy:
    """A ledger that says what a test wants."""

    standing: Standing = field(default_factory=lambda: Standing(held=True))
    problem: Exception | None = None
    beats: bool = True
    claims: list[tuple[str, datetime]] = field(default_factory=list)
    ended: list[tuple[str, datetime, str]] = field(default_factory=list)
    followed: str = ""
    states: list[str] = field(default_factory=list)
    released: int = 0

    def _answer(self) -> None:
        if self.problem is not None:
            raise self.problem

    def take(self, labels: tuple[str, ...]) -> Standing:
        self._answer()
        return self.standing

    def beat(self, state: str) -> bool:
        self._answer()
        self.states.append(state)
        return self.beats

    def follow(self, branch: str) -> None:
        self.followed = branch

    def claim(self, label: str, slot: datetime) -> bool:
        self._answer()
        if (label, slot) in self.claims:
            return False
        self.claims.append((label, slot))
        return True

    def end(self, label: str, slot: datetime, outcome: str) -> None:
        self.ended.append((label, slot, outcome))

    def release(self) -> None:
        self.released += 1


@dataclass
class FakeWorker:
    """Work under way; `end` gives its outcome."""

    order: Order
    report: Callable[[Outcome], None]
    killed: bool = False

    def kill(self) -> None:
        self.killed = True


class World:
    """One project, its daemon's half of it, and time."""

    def __init__(self, *timetable: TimetableEntry, tenancy: FakeTenancy | None = None) -> None:
        self.ticks, self.wall = 0.0, 0.0
        self.told: list[Happening] = []
        self.workers: list[FakeWorker] = []
        self.calls: list[Callable[[], None]] = []
        self.tenancy = tenancy or FakeTenancy()
        settings = Settings(daemon=DaemonSettings(timetable=timetable))
        self.project = Project(Path("/shop"), Path("/shop/goldkeeper.toml"), settings)
        clocks = Clocks(lambda: NOON + timedelta(seconds=self.ticks + self.wall), lambda: self.ticks)
        self.kept = KeptProject(
            "shop", self.project, self.tenancy, Care(clocks, self._ask, self._begin, self.told.append)
        )

    def _ask(self, work: Callable[[], object], answer: Callable[[object], None]) -> None:
        found: object
        try:
            found = work()
        except Exception as problem:  # noqa: BLE001 - as a side thread does
            found = problem
        self.calls.append(lambda: answer(found))

    def _begin(self, order: Order, report: Callable[[Outcome], None], seconds: float) -> FakeWorker:
        self.workers.append(FakeWorker(order, report))
        return self.workers[-1]

    def go(self, seconds: float = 0.0) -> None:
        """Let time pass, stopping wherever there is something to do."""
        until = self.ticks + seconds
        while True:
            for _ in range(20):  # answers that ask again
                self.kept.tick()
                calls, self.calls = self.calls, []
                for call in calls:
                    call()
            following = self.kept.next_tick()
            if following > until:
                break
            assert following > self.ticks, "the daemon would spin"
            self.ticks = following
        self.ticks = until

    def start(self) -> None:
        self.kept.started()
        self.go()

    @property
    def running(self) -> FakeWorker:
        return self.workers[-1]

    def end(self, outcome: Outcome | None = None) -> None:
        """The newest worker ends."""
        self.running.report(outcome or done())
        self.go()

    def kinds(self) -> list[str]:
        """What was told, without the routine of starts."""
        return [one.kind for one in self.told if one.kind not in {"scan_started", "scan_finished"}]


def done(**changes: object) -> Outcome:
    """A check that came to its end."""
    finished = ScanFinished("shop", NOON, "s1", "a" * 40, "all intact", ("x",), False, False, 0, 0, 0, 1.0)
    outcome = Outcome(Ending.DONE, (finished,), followed="refs/heads/main", checked_out="refs/heads/main")
    return replace(outcome, **changes)  # type: ignore[arg-type]  # fields of Outcome


def failed(code: str = "GoldFileChanged") -> Outcome:
    """A check that failed."""
    return Outcome(Ending.FAILED, problem=f"gold.jsonl: {code}", code=code)
