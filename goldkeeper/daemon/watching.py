"""A project's watcher, kept in line with its folders."""

from collections.abc import Callable, Iterable
from pathlib import Path

from goldkeeper.daemon.clocks import Clocks
from goldkeeper.daemon.places import WatchPlan, plan_watch
from goldkeeper.daemon.watcher import Limit, Watcher
from goldkeeper.model.daemon_happenings import WatchLimited
from goldkeeper.model.happenings import Happening
from goldkeeper.settings import WORK_TREE, Project
from goldkeeper.wiring.stores import ProjectStores

LOOK_AFTER_SECONDS = 60.0  # a folder that was moved away is not told; nothing is lost but time, see reconcile_minutes
SHIFT_SECONDS = 0.5  # a checkout makes and removes folders by the hundred

Files = Callable[[Project], Iterable[Path]]


class Watching:
    """Looks after the watches of one project.

    Args:
        noted: called in the daemon's thread with a cause.
        started: called there once the watches stand, for what changed before.
        ask: does something that may take time elsewhere.
        post: hands a call to the daemon's thread.
        tell: a happening.
        also: further files that count, by project.
    """

    def __init__(
        self,
        name: str,
        project: Project,
        *,
        clocks: Clocks,
        noted: Callable[[str], None],
        started: Callable[[], None],
        ask: Callable[[Callable[[], object], Callable[[object], None]], None],
        post: Callable[[Callable[[], None]], None],
        tell: Callable[[Happening], None],
        also: Files,
    ) -> None:
        self._name, self.project, self._started = name, project, started
        self._clocks, self._noted, self._ask, self._post, self._tell, self._also = clocks, noted, ask, post, tell, also
        chosen = project.settings.daemon
        self._watcher = Watcher(
            heard=lambda cause: post(lambda: noted(cause)),
            shifted=lambda: post(self.shifted),
            polling=chosen.polling,
            polling_seconds=chosen.polling_seconds,
        )
        self._stores = ProjectStores(project, revision=project.settings.repository.revision, clock=clocks.now)
        self._next = float("-inf")
        self._asked = False
        self._told = ""
        self._work_state = ""
        self._asks_git = False
        self.is_arranged = False

    @property
    def is_polling(self) -> bool:
        """Some of it is looked at in intervals."""
        return bool(self.project.settings.daemon.polling or self._told or self._asks_git)

    @property
    def is_alive(self) -> bool:
        """Whether what changes would be heard of."""
        return self._watcher.is_alive

    def shifted(self) -> None:
        """Folders came or went."""
        self._next = min(self._next, self._clocks.ticks() + SHIFT_SECONDS)

    def tick(self) -> None:
        """Arrange the watches anew when it is time."""
        if self._asked or self._clocks.ticks() < self._next:
            return
        self._asked = True
        self._next = float("inf")
        self._ask(self._arrange, self._arranged)

    def next_tick(self) -> float:
        """When there is something to do again."""
        return float("inf") if self._asked else self._next

    def close(self) -> None:
        """Stop watching."""
        self._watcher.close()

    def _arrange(self) -> tuple[Limit | None, WatchPlan, str]:
        on_disk = self.project.settings.repository.revision == WORK_TREE
        history = self._stores.history if on_disk else None
        plan = plan_watch(self.project, history, self._also(self.project))
        limit = self._watcher.arrange(plan)
        return limit, plan, history.work_state() if plan.asks_git and history is not None else ""

    def _arranged(self, found: object) -> None:
        self._asked = False
        asks_git = False
        if not self.is_arranged:
            self.is_arranged = True
            self._started()
        if isinstance(found, tuple):
            limit, plan, state = found
            asks_git = plan.asks_git
            if self._work_state and state and state != self._work_state:
                self._noted("the work tree changed")
            self._work_state = state or self._work_state
            self._told = self._tell_of(limit)
        self._asks_git = asks_git
        span = max(self.project.settings.daemon.polling_seconds, SHIFT_SECONDS) if asks_git else LOOK_AFTER_SECONDS
        self._next = min(self._next, self._clocks.ticks() + span)

    def _tell_of(self, limit: Limit | None) -> str:
        """Once for each limit, as long as watches are refused or polled for its sake."""
        if limit is None:
            return self._told
        if limit.name != self._told:
            seconds = self.project.settings.daemon.polling_seconds
            told = WatchLimited(self._name, self._clocks.now(), limit.name, limit.present, limit.remedy, seconds)
            self._tell(told)
        return limit.name
