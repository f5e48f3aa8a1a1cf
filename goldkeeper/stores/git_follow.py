"""Where a file came from, when a commit made it: the deleted file whose content it took over.

For the one file that is followed. Git's `--follow` is not used: it stops at a limit on how many
files a commit may touch, and fails on a content that the clone lacks.
"""

from collections import Counter
from dataclasses import dataclass
from pathlib import PurePosixPath

from goldkeeper.model.chunks import CommitId, SkipReason
from goldkeeper.stores.git_log import PLAIN_DIFF, LoggedChange, parse_raw_changes
from goldkeeper.stores.git_objects import ObjectReader
from goldkeeper.stores.git_process import Git

SAME_FILE = 0.5  # share of lines kept at which git too speaks of a rename
MAX_BYTES = 32 << 20  # a gold file may be larger than any source file; what is larger is not compared


@dataclass(frozen=True, slots=True)
class FilePlace:
    """A file at a commit."""

    path: str
    commit: CommitId


def place_before(git: Git, objects: ObjectReader, made: FilePlace) -> FilePlace | None:
    """Where a file was in the first parent of the commit that made it at its place; None when it is new.

    A file with the very content wins, of several the one with the same base name, then the first by
    path. Else the file that vanished and shares the most lines, at least half of the larger one.
    """
    parent = _first_parent(objects, made.commit)
    if parent is None:
        return None
    answer = git.ask("diff-tree", "-r", *PLAIN_DIFF, parent, made.commit, "--")
    changes = tuple(parse_raw_changes(answer.output.split(b"\0"))) if answer.code == 0 else ()
    here = next((change for change in changes if change.path == made.path), None)
    if here is None or here.head_blob is None or here.base_blob is not None:
        return None
    path = _same_content(here, changes) or _most_alike(objects, here, changes)
    return FilePlace(path, parent) if path is not None else None


def _first_parent(objects: ObjectReader, commit: CommitId) -> CommitId | None:
    content = objects.content(commit, "commit")
    headers = [] if isinstance(content, SkipReason) else content.partition(b"\n\n")[0].split(b"\n")
    parents = (line.removeprefix(b"parent ") for line in headers if line.startswith(b"parent "))
    return next((CommitId(parent.decode("ascii", "replace")) for parent in parents), None)


def _same_content(made: LoggedChange, changes: tuple[LoggedChange, ...]) -> str | None:
    """A file that goes on with other content may have handed its own over, so all that changed count."""
    name = PurePosixPath(made.path).name
    same = [change.path for change in changes if change.base_blob == made.head_blob]
    return min(same, key=lambda other: (PurePosixPath(other).name != name, other), default=None)


def _most_alike(objects: ObjectReader, made: LoggedChange, changes: tuple[LoggedChange, ...]) -> str | None:
    vanished = [change for change in changes if change.base_blob is not None and change.head_blob is None]
    blobs = [change.base_blob for change in vanished if change.base_blob is not None]
    if made.head_blob is None or not blobs:
        return None
    (_, wanted), *others = objects.blobs([made.head_blob, *blobs], max_bytes=MAX_BYTES)
    if isinstance(wanted, SkipReason):
        return None
    alike = [
        (_shared_lines(wanted, content), change.path)
        for change, (_, content) in zip(vanished, others, strict=True)
        if not isinstance(content, SkipReason)
    ]
    share, path = max(alike, key=lambda found: found[0], default=(0.0, ""))
    return path if share >= SAME_FILE else None


def _shared_lines(one: bytes, other: bytes) -> float:
    """Bytes in lines that both have, over the bytes of the larger, 0..1."""
    shared = Counter(one.split(b"\n")) & Counter(other.split(b"\n"))
    total = sum((len(line) + 1) * count for line, count in shared.items())
    return total / max(len(one) + 1, len(other) + 1)
