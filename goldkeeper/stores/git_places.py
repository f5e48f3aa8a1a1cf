"""Where a repository keeps HEAD and its refs, read from files alone.

`.git` is a folder in a plain clone. In a linked work tree and in a submodule it is a file that says
`gitdir: PATH`; and the git directory of a linked work tree names in `commondir` the one that holds
the refs of all. No git is started: this is asked for whenever a folder appears or vanishes.
"""

from dataclasses import dataclass
from pathlib import Path

# Marks of what git is in the middle of, in the git directory; what people call it.
_UNDER_WAY = {
    "rebase-merge": "a rebase is under way",
    "rebase-apply": "a rebase is under way",
    "MERGE_HEAD": "a merge is under way",
    "CHERRY_PICK_HEAD": "a cherry-pick is under way",
    "REVERT_HEAD": "a revert is under way",
    "BISECT_LOG": "a bisection is under way",
}
STALE_LOCK_SECONDS = 600.0  # git holds its index for seconds; a lock this old was left by a crash


@dataclass(frozen=True, slots=True)
class GitPlaces:
    """A repository's folders.

    Attributes:
        own: the git directory of this work tree, with its HEAD and its index.
        common: the one that holds the refs; the same, but for a linked work tree.
    """

    own: Path
    common: Path

    @property
    def is_submodule(self) -> bool:
        """Whether another repository says which commit is checked out here."""
        if self.own != self.common or "modules" not in self.own.parts:
            return False
        try:
            return "worktree" in (self.own / "config").read_text(encoding="utf-8", errors="surrogateescape")
        except OSError:
            return False

    @property
    def under_way(self) -> str:
        """What git is in the middle of, for people; empty when nothing."""
        return next((said for mark, said in _UNDER_WAY.items() if (self.own / mark).exists()), "")

    def locked_since(self) -> float | None:
        """When the index was locked, in seconds since 1970; None when it is not."""
        try:
            return (self.own / "index.lock").stat().st_mtime
        except OSError:
            return None

    @property
    def checked_out(self) -> str:
        """The ref that HEAD names, `refs/heads/main`; empty when detached, or where refs are kept in tables."""
        try:
            text = (self.own / "HEAD").read_text(encoding="utf-8", errors="surrogateescape").strip()
        except OSError:
            return ""
        return text.removeprefix("ref:").strip() if text.startswith("ref:") and not text.endswith(".invalid") else ""


def git_places(folder: Path) -> GitPlaces | None:
    """The git folders of a work tree, of a folder below it, or of a bare repository; None where there is no git."""
    here = folder.absolute()
    for one in (here, *here.parents):
        own = _git_directory(one)
        if own is not None:
            return GitPlaces(own, _common(own))
    return None


def _git_directory(folder: Path) -> Path | None:
    entry = folder / ".git"
    try:
        if entry.is_dir():
            return entry
        if entry.is_file():
            said = entry.read_text(encoding="utf-8", errors="surrogateescape").strip()
            if said.startswith("gitdir:"):
                return (folder / said.removeprefix("gitdir:").strip()).resolve()
        if (folder / "HEAD").is_file() and (folder / "objects").is_dir() and (folder / "refs").is_dir():
            return folder
    except OSError:
        return None
    return None


def _common(own: Path) -> Path:
    try:
        said = (own / "commondir").read_text(encoding="utf-8", errors="surrogateescape").strip()
    except OSError:
        return own
    return (own / said).resolve()
