"""A small repository with a known history, built the same each time, down to the commit IDs.

The history lies beside this file as patches in git's own mail form (`demo/*.patch`), since that is
the one text that holds authors, dates, renames and edits and that people can read as a story; git
itself replays them (`git am`). To change the story: build it, rewrite its commits, and write the
patches anew with `git format-patch --root --zero-commit --no-signature --no-numbered`.

Nothing of the user's set-up reaches the commits: no configuration but the repository's own, no
hooks, no signing, no templates, no `GIT_*` variables.
"""

import json
import os
import shutil
import subprocess
from collections.abc import Mapping
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

from goldkeeper.model.chunks import CommitId
from goldkeeper.model.errors import FolderTaken, GitFailed, GitMissing
from goldkeeper.model.stories import Fate, Happening, StoryFacts

GOLD_FILE = "gold.jsonl"
COMMITTER = ("The bakery by the river", "post@bakery.example")

# Inside `.git`, so that the work tree stays clean: proof that the folder may be replaced.
_MARK = "goldkeeper-demo"

_QUIET_CONFIG = {
    "commit.gpgSign": "false",
    "core.autocrlf": "false",
    "core.hooksPath": os.devnull,
    "gc.auto": "0",
    "init.defaultBranch": "main",
    "maintenance.auto": "false",
}


def write_story(folder: Path, *, replace: bool = False) -> StoryFacts:
    """Build the bakery's repository in a folder that is empty or does not exist yet.

    Args:
        folder: is made, with its parents.
        replace: take away what an earlier demo left there.

    Raises:
        FolderTaken: something else lies there.
        GitMissing: there is no git.
    """
    start_repository(folder, replace=replace)
    mailbox = b"".join(patch.read_bytes() for patch in _story_files(".patch"))
    run_git(
        folder,
        ["am", "--quiet", "--keep-cr", "--committer-date-is-author-date", "--whitespace=nowarn"],
        given=mailbox,
    )
    commits = run_git(folder, ["rev-list", "--reverse", "HEAD"]).split()
    return StoryFacts(
        folder=str(folder.resolve()),
        gold=GOLD_FILE,
        base=CommitId(commits[0]),
        head=CommitId(commits[-1]),
        commits=len(commits),
        fates=story_fates(),
    )


def story_fates() -> Mapping[str, Fate]:
    """What truly became of every gold chunk of the story, by ID."""
    (truth,) = _story_files("fates.json")
    rows = json.loads(truth.read_text(encoding="utf-8"))
    return {chunk: Fate(Happening(row["happening"]), tuple(row["successors"])) for chunk, row in rows.items()}


def start_repository(folder: Path, *, replace: bool = False) -> None:
    """An empty repository with the branch `main`, marked as made by the demo.

    Raises:
        FolderTaken: the folder holds something, and is not to be replaced or was not made here.
    """
    check_folder(folder, replace=replace)
    if (folder / ".git" / _MARK).is_file():
        shutil.rmtree(folder)
    folder.mkdir(parents=True, exist_ok=True)
    run_git(folder, ["init", "--quiet", "--template=", "--object-format=sha1", "--initial-branch=main"])
    (folder / ".git" / _MARK).write_text("made by goldkeeper demo; --force may replace this folder\n", encoding="utf-8")


def check_folder(folder: Path, *, replace: bool) -> None:
    """Whether a demo may be built there.

    Raises:
        FolderTaken: the folder holds something, and is not to be replaced or was not made here.
    """
    if folder.is_symlink() or (folder.exists() and not folder.is_dir()):
        raise FolderTaken(str(folder), "is a file or a link", "name a folder that does not exist yet")
    if not folder.exists() or not any(folder.iterdir()):
        return
    if not (folder / ".git" / _MARK).is_file():
        raise FolderTaken(str(folder), "is not empty and was not made by the demo", "name another folder")
    if not replace:
        raise FolderTaken(str(folder), "holds an earlier demo", "pass --force to replace it, or name another folder")


def commit_all(folder: Path, message: str, *, author: tuple[str, str], date: str) -> CommitId:
    """Commit the folder as it lies, ignored files too.

    Args:
        folder: the work tree.
        message: subject, and body if there is one.
        author: name and mail address, for author and committer alike.
        date: as git reads it, with its time zone.
    """
    run_git(folder, ["add", "--all", "--force", "."])
    name, mail = author
    who = {"GIT_AUTHOR_NAME": name, "GIT_AUTHOR_EMAIL": mail, "GIT_AUTHOR_DATE": date}
    who |= {"GIT_COMMITTER_NAME": name, "GIT_COMMITTER_EMAIL": mail, "GIT_COMMITTER_DATE": date}
    run_git(folder, ["commit", "--quiet", "--allow-empty", "--no-verify", "--message", message], who=who)
    return CommitId(run_git(folder, ["rev-parse", "HEAD"]).strip())


def run_git(folder: Path, arguments: list[str], *, given: bytes = b"", who: Mapping[str, str] | None = None) -> str:
    """What git prints, run in a folder apart from the user's set-up.

    Raises:
        GitMissing: there is no git.
        GitFailed: git said no.
    """
    environment = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    environment |= {
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_COMMITTER_NAME": COMMITTER[0],
        "GIT_COMMITTER_EMAIL": COMMITTER[1],
        "LC_ALL": "C",
        **(who or {}),
    }
    settings = [part for key, value in _QUIET_CONFIG.items() for part in ("-c", f"{key}={value}")]
    try:
        done = subprocess.run(
            ["git", *settings, *arguments], cwd=folder, env=environment, input=given, capture_output=True, check=False
        )
    except FileNotFoundError:
        raise GitMissing("not found on the path") from None
    if done.returncode:
        said = done.stderr.decode("utf-8", "replace").strip()
        raise GitFailed(f"git {arguments[0]}", said or f"exit code {done.returncode}")
    return done.stdout.decode("utf-8", "replace")


def _story_files(ending: str) -> list[Traversable]:
    folder = resources.files("goldkeeper.stores") / "demo"
    return sorted((file for file in folder.iterdir() if file.name.endswith(ending)), key=lambda file: file.name)
