"""Telling people, bound to a project: its configuration, its queue, its memory."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import closing
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from zoneinfo import ZoneInfo

from goldkeeper.model.daemon_happenings import LockHeldElsewhere
from goldkeeper.model.errors import BadRequest, ConfigInvalid
from goldkeeper.model.happenings import Happening
from goldkeeper.model.redaction import Redactor
from goldkeeper.model.reviews import OPEN_STATES, ReviewItem
from goldkeeper.model.telling import Digest, Manners, NewsKind, QuietHours
from goldkeeper.ports import Clock, Notifier, Writer
from goldkeeper.settings import Project
from goldkeeper.settings.notify import NotifySettings, hours_of
from goldkeeper.stores.clock import utc_now
from goldkeeper.wiring.stores import ProjectStores
from goldkeeper.workflow.news import news_of
from goldkeeper.workflow.telling import Teller, rehearse


def manners_of(settings: NotifySettings) -> Manners:
    """When to speak and of what, as configured."""
    hours = hours_of(settings.quiet)
    return Manners(
        kinds=frozenset(map(NewsKind, settings.events)),
        quiet=QuietHours(*hours, ZoneInfo(settings.zone or "UTC")) if hours is not None else None,
        gap=timedelta(minutes=settings.min_gap_minutes),
    )


def make_notifier(project: Project, *, apart: bool = False) -> Notifier:
    """The project's receivers.

    Args:
        project: its configuration.
        apart: from processes of their own, so that nothing of it stays here.

    Raises:
        ConfigInvalid: a URL that can't be used, or is not where it should be.
        BadRequest: apprise is not installed.
    """
    from goldkeeper.stores.notifier import AppriseNotifier, urls_of

    urls = urls_of(project.settings.notify.urls, project.folder)
    if not apart:
        return AppriseNotifier(urls)
    from goldkeeper.stores.notifier_process import NotifierProcess

    return NotifierProcess(urls)


def make_writer(project: Project) -> Writer:
    """Puts digests into the project's own words, or ours."""
    from goldkeeper.stores.note_templates import NoteTemplates

    own = project.settings.notify.templates
    return NoteTemplates(project.path(Path(own)) if own else None)


def make_teller(
    project: Project, *, name: str = "", clock: Clock = utc_now, complain: Callable[[str], None]
) -> Teller | None:
    """Who tells the people of a project; None where nobody is to be told.

    Args:
        project: its configuration.
        name: how people call it; empty takes the repository's name.
        clock: now.
        complain: takes sentences for the log, without secrets.

    Raises:
        ConfigInvalid: a URL or template that can't be used.
        BadRequest: apprise is not installed.
    """
    from goldkeeper.stores.memory_file import MemoryFile

    if not project.settings.notify.urls:
        return None
    with closing(ProjectStores(project, revision="", clock=clock)) as stores:
        folder, called = stores.state_folder, name or stores.repository.resolve().name
    return Teller(
        project=called,
        gold=project.settings.gold.path.as_posix(),
        manners=manners_of(project.settings.notify),
        memory=MemoryFile(folder),
        notifier=make_notifier(project, apart=True),
        write=make_writer(project),
        open_questions=lambda: open_questions(project, clock=clock),
        clock=clock,
        complain=complain,
    )


def tell_at_once(project: Project, happening: Happening, *, clock: Clock = utc_now) -> dict[str, str]:
    """Tell everybody of one thing now, whatever was told before and whatever hour it is: somebody asked for it.

    Returns:
        Receiver → why it was not reached; empty for those that were.

    Raises:
        ConfigInvalid: nobody is named, or a URL or template can't be used.
        BadRequest: apprise is not installed, or nobody is told of such a happening.
    """
    news = news_of(happening)
    if news is None:
        raise BadRequest(happening.kind, "nobody is told of it", "tell of a closed gate or of drift")
    notifier = make_notifier(project)
    if not notifier.targets:
        add = 'add a receiver, such as urls = ["env:MY_SLACK_URL"]'
        raise ConfigInvalid(str(project.file), "notify.urls names nobody", add)
    called = project.path(project.settings.repository.path).resolve().name
    digest = Digest(called, project.settings.gold.path.as_posix(), clock(), None, (news,))
    return rehearse(notifier, make_writer(project)(digest))


def open_questions(project: Project, *, clock: Clock = utc_now) -> Sequence[ReviewItem]:
    """What a project's queue asks now; the database is opened for the moment of the look."""
    with closing(ProjectStores(project, revision="", clock=clock)) as stores:
        return stores.queue.items(OPEN_STATES)


def redactor_of(projects: Iterable[Project]) -> Redactor:
    """Knows the secrets of these projects: receivers and the database's URL. What can't be looked up has none."""
    from goldkeeper.model.errors import GoldkeeperError
    from goldkeeper.stores.notifier import urls_of

    secrets: list[str] = []
    for project in projects:
        secrets += [project.settings.state.database] if project.settings.state.database else []
        try:
            secrets += urls_of(project.settings.notify.urls, project.folder)
        except GoldkeeperError:
            continue
    return Redactor.knowing(secrets)


class Tellers:
    """The tellers of all projects that a daemon looks after.

    Only the daemon that has a project speaks for it. One that stands by would tell what the other tells.
    """

    def __init__(self, by_project: Mapping[str, Teller]) -> None:
        """Nobody speaks before a first sign that the project is ours.

        Args:
            by_project: project's name in happenings → its teller; projects without receivers have none.
        """
        self._by_project = dict(by_project)
        self._ours: set[str] = set()

    def tell(self, happening: Happening) -> None:
        """Hand a happening to its project's people; what concerns the daemon itself goes to all of them."""
        if isinstance(happening, LockHeldElsewhere):
            self._ours.discard(happening.project)
        elif happening.project:
            self._ours.add(happening.project)
        for name, teller in self._speaking():
            if happening.project in {name, ""}:
                teller.tell(happening)

    def flush(self) -> None:
        """Speak where it is time; to be called every minute or so."""
        for _, teller in self._speaking():
            teller.flush()

    def next_turn(self) -> datetime | None:
        """When `flush` will have something to do; None when nothing is left to tell."""
        turns = [turn for _, teller in self._speaking() if (turn := teller.next_turn()) is not None]
        return min(turns, default=None)

    def succeed(self, other: "Tellers") -> None:
        """Take the place of others whose configuration is old."""
        self._ours |= other._ours  # noqa: SLF001 - of the same kind

    def _speaking(self) -> list[tuple[str, Teller]]:
        return [(name, teller) for name, teller in self._by_project.items() if name in self._ours]


def make_tellers(
    projects: Mapping[str, Project], *, clock: Clock = utc_now, complain: Callable[[str, str], None]
) -> Tellers:
    """A teller for each project that has somebody to tell; one that can't be made is complained about and left out.

    Args:
        projects: name in happenings → its configuration.
        clock: now.
        complain: takes the project's name and a sentence for the log.
    """
    from goldkeeper.model.errors import GoldkeeperError

    made: dict[str, Teller] = {}
    for name, project in projects.items():
        try:
            teller = make_teller(project, clock=clock, complain=partial(complain, name))
        except GoldkeeperError as problem:
            complain(name, f"nobody is told of this project: {problem}")
            continue
        if teller is not None:
            made[name] = teller
    return Tellers(made)
