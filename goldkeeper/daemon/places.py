"""What a project's daemon watches, and what each event means.

Folders are watched and never files: a save by rename kills a watch on the file, and shows only as a
move whose destination has the real name. Of what happens in a watched folder only the names that
count are heard: the configuration, the gold file, what tells of the index, HEAD and the refs. What
goldkeeper writes itself (anchors, reports, its state, temporary files) is none of them.

A commit's files need no watching; the ref that names the commit does. Where `revision` is
`worktree` the files do count, and the folders that git does not ignore are watched whole, as long
as they are few enough: each costs the system a watch, of which old kernels have 8,192 for all
programs of a user. Beyond that, git is asked in intervals.
"""

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from goldkeeper.settings import WORK_TREE, Project
from goldkeeper.stores.anchor_file import anchor_path
from goldkeeper.stores.atomic import TEMPORARY_PREFIX
from goldkeeper.stores.git_history import GitHistory
from goldkeeper.stores.git_places import GitPlaces, git_places
from goldkeeper.stores.wake_file import WAKE_FILE

MOST_FOLDERS = 4000  # of a work tree that are watched; half of what a small system allows a user
MOST_TOP_FOLDERS = 64  # each is a thread that waits
# The list of tables is renamed into its place when a ref has moved; the tables beside it come and go.
_GIT_FILES = {"HEAD": "HEAD", "packed-refs": "packed-refs", "reftable/tables.list": "refs"}


@dataclass(frozen=True, slots=True)
class Tree:
    """A folder of which everything counts, but for what lies below `without`; paths are real ones.

    A tree that is not `deep` is the files right in the folder.
    """

    top: str
    label: str
    without: tuple[str, ...] = ()
    deep: bool = True

    def holds(self, path: str) -> bool:
        """Whether a path below it counts."""
        if not self.deep and os.path.dirname(path) != self.top:  # noqa: PTH120
            return False
        return _below(path, self.top) and not any(_below(path, other) or path == other for other in self.without)


@dataclass(frozen=True, slots=True)
class WatchPlan:
    """What is watched, in real paths.

    Attributes:
        files: path → how people call it.
        trees: folders of which all counts.
        asks_git: the work tree is too big to be watched, so git is asked in intervals.
    """

    files: dict[str, str]
    trees: tuple[Tree, ...] = ()
    asks_git: bool = False

    def cause(self, path: str) -> str | None:
        """How people call what changed; None when the path means nothing."""
        if path in self.files:
            return f"{self.files[path]} changed"
        name = os.path.basename(path)  # noqa: PTH119 - a path of an event, many a second
        if name.endswith(".lock") or (name.startswith(TEMPORARY_PREFIX) and name.endswith(".tmp")):
            return None
        for tree in self.trees:
            if tree.holds(path):
                below = os.path.relpath(path, tree.top).replace(os.sep, "/")
                return f"{tree.label}/{below} changed" if tree.label else f"{below} changed"
        return None

    def folders(self) -> dict[str, bool]:
        """Folders to watch → whether with all below; for one that is missing, the nearest that is there."""
        wanted: dict[str, bool] = {}
        for path in sorted(self.files):
            wanted.setdefault(_there(os.path.dirname(path)), False)  # noqa: PTH120
        for tree in self.trees:
            if os.path.isdir(tree.top):  # noqa: PTH112
                wanted[tree.top] = tree.deep or wanted.get(tree.top, False)
            else:
                wanted.setdefault(_there(tree.top), False)
        return wanted

    def shifts(self, path: str) -> bool:
        """Whether a folder that comes or goes at a path changes what can be watched."""
        if any(not tree.deep and tree.holds(path) for tree in self.trees):
            return True
        watched = (*map(os.path.dirname, self.files), *(tree.top for tree in self.trees))
        return any(one == path or _below(one, path) for one in watched)


def plan_watch(project: Project, history: GitHistory | None, also: Iterable[Path] = ()) -> WatchPlan:
    """What to watch for a project as its files lie now.

    Args:
        project: with the settings in force.
        history: the repository, asked only for a work tree that is scanned as it lies on disk.
        also: further files that count: manifests, index files, lock files of packages.
    """
    settings = project.settings
    repository, gold = project.path(settings.repository.path), project.path(settings.gold.path)
    state = project.path(settings.state.folder)
    files: dict[str, str] = {}
    _add(files, gold, settings.gold.path.as_posix())
    _add(files, state / WAKE_FILE, "a call")
    if project.file is not None:
        _add(files, project.file, project.file.name)
    for path in also:
        _add(files, path, _called(path, project.folder))
    trees: list[Tree] = []
    places = git_places(repository)
    if places is None:
        _add(files, repository / ".git", ".git")
    else:
        _add_git(files, trees, places)
    if settings.repository.revision == WORK_TREE or places is None:
        own = (state, project.path(settings.reports.folder), anchor_path(gold))
        found = _work_trees(repository, history, tuple(_real(path) for path in own))
        if found is None:
            return WatchPlan(files, tuple(trees), asks_git=True)
        trees += found
    return WatchPlan(files, tuple(trees))


def _add(files: dict[str, str], path: Path, label: str) -> None:
    """The name itself, and where it leads if it is a link: either may change."""
    files[os.path.join(os.path.realpath(path.parent), path.name)] = label  # noqa: PTH118
    if path.is_symlink():
        files[_real(path)] = label


def _add_git(files: dict[str, str], trees: list[Tree], places: GitPlaces) -> None:
    for folder in dict.fromkeys((places.own, places.common)):
        for name, label in _GIT_FILES.items():
            _add(files, folder / name, label)
    trees.append(Tree(_real(places.common / "refs"), "refs"))


def _work_trees(top: Path, history: GitHistory | None, own: tuple[str, ...]) -> list[Tree] | None:
    """Trees that cover a work tree but for what is ignored; None when they have too many folders."""
    root = _real(top)
    ignored = (*_ignored(history), *own, os.path.join(root, ".git"))  # noqa: PTH118
    tops = [entry.path for entry in os.scandir(root) if entry.is_dir(follow_symlinks=False)]
    tops = sorted(path for path in tops if path not in ignored)
    count = 0
    for path in tops:
        for _ in os.walk(path):
            count += 1
            if count > MOST_FOLDERS:
                return None
    if len(tops) > MOST_TOP_FOLDERS:
        return None
    deep = [Tree(path, os.path.basename(path), ignored) for path in tops]  # noqa: PTH119
    return [Tree(root, "", ignored, deep=False), *deep]


def _ignored(history: GitHistory | None) -> Iterator[str]:
    """Folders and files that git leaves out, as real paths."""
    if history is None or not history.has_work_tree:
        return
    said = history.git.read("ls-files", "-z", "--others", "--ignored", "--exclude-standard", "--directory")
    for path in said.decode("utf-8", "surrogateescape").split("\0"):
        if path:
            yield os.path.join(os.path.realpath(history.top), path.rstrip("/"))  # noqa: PTH118


def _there(folder: str) -> str:
    while not os.path.isdir(folder) and os.path.dirname(folder) != folder:  # noqa: PTH112, PTH120
        folder = os.path.dirname(folder)  # noqa: PTH120
    return folder


def _real(path: Path) -> str:
    return os.path.realpath(path)


def _below(path: str, folder: str) -> bool:
    return path.startswith(folder + os.sep)


def _called(path: Path, folder: Path) -> str:
    return path.relative_to(folder).as_posix() if path.is_relative_to(folder) else path.as_posix()
