"""A project's watcher, kept in line with its folders."""

import logging
from collections.abc import Callable, Iterable
from pathlib import Path

from goldkeeper.daemon.clocks import Clocks
from goldkeeper.daemon.places import WatchPlan, plan_watch
from goldkeeper.daemon.settling import KEPT_CAUSES
from goldkeeper.daemon.watch_limits import Limit
from goldkeeper.daemon.watcher import Watcher
from goldkeeper.model.daemon_happenings import WatchLimited
from goldkeeper.model.errors import GoldkeeperError
from goldkeeper.model.happenings import Happening
from goldkeeper.settings import WORK_TREE, Project
from goldkeeper.wiring.stores import ProjectStores

LOOK_AFTER_SECONDS = 60.0  # a folder that was moved away is not told; nothing is lost but time, see reconcile_minutes
SHIFT_SECONDS = 0.5  # a checkout makes and removes folders by the hundred

log = logging.getLogger(__name__)

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
        self._tops: frozenset[str] = frozenset()
        self._problem = ""
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
        was_arranged, self.is_arranged = self.is_arranged, True
        if not was_arranged:
            self._started()
        if isinstance(found, Exception):
            self._could_not(found)
        if isinstance(found, tuple):
            limit, plan, state = found
            self._problem = ""
            self._see_folders(plan)
            asks_git = plan.asks_git
            if self._work_state and state and state != self._work_state:
                self._noted("the work tree changed")
            self._work_state = state or self._work_state
            told, self._told = self._told, self._tell_of(limit)
            if was_arranged and told != self._told:  # in between nothing was heard
                self._noted("watches were refused" if self._told else "watches stand again")
        self._asks_git = asks_git
        span = max(self.project.settings.daemon.polling_seconds, SHIFT_SECONDS) if asks_git else LOOK_AFTER_SECONDS
        self._next = min(self._next, self._clocks.ticks() + span)

    def _see_folders(self, plan: WatchPlan) -> None:
        """What lies in a folder that came or went was not heard of: its watch came later, or went with it."""
        tops = frozenset(tree.top for tree in plan.trees)
        if self._tops and tops != self._tops and not plan.asks_git:
            for top in sorted(tops ^ self._tops)[:KEPT_CAUSES]:
                self._noted(f"{Path(top).name}/ {'came' if top in tops else 'went'}")
        self._tops = tops

    def _could_not(self, problem: Exception) -> None:
        """The old watches stand, and it is tried again in a while; a repository that is away is told by its checks."""
        said = f"{type(problem).__name__}: {problem}"
        if not isinstance(problem, GoldkeeperError | FileNotFoundError) and said != self._problem:
            what = "what changes may not be heard of, and is looked for in intervals"
            log.warning("%s: %s", what, said, extra={"project": self._name})
        self._problem = said

    def _tell_of(self, limit: Limit | None) -> str:
        """Once for each limit, as long as it has folders polled."""
        if limit is None:
            return ""
        if limit.name != self._told:
            seconds = self.project.settings.daemon.polling_seconds
            told = WatchLimited(self._name, self._clocks.now(), limit.name, limit.present, limit.remedy, seconds)
            self._tell(told)
        return limit.name
