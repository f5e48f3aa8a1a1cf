"""Where a file came from, when a commit made it: the deleted file whose content it took over.

For the one file that is followed. Git's `--follow` is not used: it stops at a limit on how many
files a commit may touch, and fails on a content that the clone lacks.
"""

from collections import Counter
from pathlib import PurePosixPath

from goldkeeper.model.chunks import CommitId, SkipReason
from goldkeeper.stores.git_log import PLAIN_DIFF, LoggedChange, parse_raw_changes
from goldkeeper.stores.git_objects import ObjectReader
from goldkeeper.stores.git_process import Git

SAME_FILE = 0.5  # share of lines kept at which git too speaks of a rename
MAX_BYTES = 32 << 20  # a gold file may be larger than any source file; what is larger is not compared


def path_before(git: Git, objects: ObjectReader, *, parent: CommitId, commit: CommitId, path: str) -> str | None:
    """The path in `parent` of the file that `commit` has at `path` and made there; None when it is new.

    A file with the very content wins, of several the one with the same base name, then the first by
    path. Else the file that vanished and shares the most lines, at least half of the larger one.
    """
    answer = git.ask("diff-tree", "-r", *PLAIN_DIFF, parent, commit, "--")
    changes = tuple(parse_raw_changes(answer.output.split(b"\0"))) if answer.code == 0 else ()
    made = next((change for change in changes if change.path == path), None)
    if made is None or made.head_blob is None:
        return None
    # A file that goes on with other content may have handed its own over (two files that swapped names).
    same = [c.path for c in changes if c.base_blob == made.head_blob and c.path != path]
    vanished = [c for c in changes if c.base_blob is not None and c.head_blob is None]
    if same:
        name = PurePosixPath(path).name
        return min(same, key=lambda other: (PurePosixPath(other).name != name, other))
    return _most_alike(objects, made, vanished)


def _most_alike(objects: ObjectReader, made: LoggedChange, vanished: list[LoggedChange]) -> str | None:
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
