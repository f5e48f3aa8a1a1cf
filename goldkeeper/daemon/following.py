"""Which branch the daemon scans.

`goldkeeper scan` with `revision = "HEAD"` means what is checked out, and the person who calls it
knows that. The daemon is not called: were it to go along with each checkout, half the gold would
seem deleted whenever somebody looks at an old branch, and a rebase would be scanned step by step.
So it stays with one branch: the configured one, else the one that was checked out when it first
started, over restarts too. A branch moves only when its new state is complete. In a submodule the commit
that the repository around it names counts, wherever its branches are: there a HEAD without a branch is
gone along with.
"""

from dataclasses import dataclass
from pathlib import Path

from goldkeeper.settings import WORK_TREE, Settings
from goldkeeper.stores.git_history import GitHistory
from goldkeeper.stores.git_places import GitPlaces, git_places

HEAD = "HEAD"
_BRANCHES = "refs/heads/"


@dataclass(frozen=True, slots=True)
class Followed:
    """What is scanned.

    Attributes:
        revision: for git; empty where the configured one holds as it is.
        branch: the full name of the branch that scans stay with; empty where they stay with none.
        checked_out: the full name of the branch that is checked out; empty for none.
    """

    revision: str
    branch: str
    checked_out: str


def choose(settings: Settings, history: GitHistory | None, remembered: str) -> Followed:
    """What to scan.

    Args:
        settings: the project's.
        history: its repository; None for a folder without git.
        remembered: the branch that scans stayed with up to now; empty before the first.
    """
    configured = settings.repository.revision
    if history is None or configured == WORK_TREE:
        return Followed("", "", "")
    checked_out = checked_out_branch(history)
    if configured != HEAD or settings.chunker.strategy == "list":  # the list's own commit, if anybody names it
        return Followed("", "", checked_out)
    wanted = settings.daemon.follow
    if wanted == HEAD:
        return Followed("", "", checked_out)
    if wanted:
        branch = wanted if wanted.startswith("refs/") else _BRANCHES + wanted
        return Followed(branch if _exists(history, branch) else wanted, branch, checked_out)
    if not checked_out and goes_along(settings, git_places(Path(history.top))):
        return Followed("", "", "")
    if remembered and _exists(history, remembered):
        return Followed(remembered, remembered, checked_out)
    return Followed(checked_out, checked_out, checked_out)


def goes_along(settings: Settings, places: GitPlaces | None) -> bool:
    """Whether it may be HEAD itself that is scanned, so that it must not be half-way anywhere."""
    follow = settings.daemon.follow
    return follow == HEAD or (not follow and places is not None and places.is_submodule)


def short(branch: str) -> str:
    """How people call it.

    >>> short("refs/heads/main"), short("refs/remotes/origin/main"), short("")
    ('main', 'origin/main', 'a commit without a branch')
    """
    return branch.removeprefix(_BRANCHES).removeprefix("refs/remotes/") or "a commit without a branch"


def checked_out_branch(history: GitHistory) -> str:
    """The branch that HEAD names; empty when it names a commit, or a branch without one."""
    answer = history.git.ask("symbolic-ref", "--quiet", HEAD)
    name = answer.output.decode("utf-8", "surrogateescape").strip() if answer.code == 0 else ""
    return name if name and _exists(history, name) else ""


def _exists(history: GitHistory, ref: str) -> bool:
    return history.git.ask("rev-parse", "--verify", "--quiet", "--end-of-options", f"{ref}^{{commit}}").code == 0
