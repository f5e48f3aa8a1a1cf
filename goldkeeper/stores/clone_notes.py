"""What a clone lacks, in sentences for people: cut history, contents left out, objects lost."""

from pathlib import Path

from goldkeeper.model.chunks import CommitId, SkipReason
from goldkeeper.stores.git_log import parse_commit
from goldkeeper.stores.git_objects import ObjectReader, promisor_remotes
from goldkeeper.stores.git_process import Git

SHOWN_DIGITS = 10  # of an object name


def clone_notes(git: Git, objects: ObjectReader, *, shallow: bool) -> tuple[str, ...]:
    """Whole sentences without a full stop, with the remedy; none for a complete clone.

    What is missing or damaged is known only of objects that somebody asked for.
    """
    notes = []
    if shallow:
        notes.append(_shallow_note(git, objects))
    for remote, left_out in promisor_remotes(git).items():
        by = f" ({left_out})" if left_out else ""
        notes.append(
            f"partial clone: what {remote} left out{by} is not fetched and counts as missing;"
            " git fetch --refetch --no-filter brings it"
        )
    for names, what, remedy in (
        (objects.missing, "missing from the clone", "fetch them, or clone anew"),
        (objects.damaged, "damaged", "git fsck tells more"),
    ):
        if names:
            count = f"{len(names)} objects are" if len(names) > 1 else "1 object is"
            notes.append(f"{count} {what} ({min(names)[:SHOWN_DIGITS]} for one); {remedy}")
    return tuple(notes)


def shallow_commits(git: Git) -> tuple[str, ...]:
    """The commits whose parents a shallow clone lacks; none for a complete one."""
    place = git.read("rev-parse", "--path-format=absolute", "--git-path", "shallow").removesuffix(b"\n")
    return tuple(_lines(Path(place.decode("utf-8", "surrogateescape"))))


def _shallow_note(git: Git, objects: ObjectReader) -> str:
    ends = []
    for name in shallow_commits(git):
        content = objects.content(name, "commit")
        if not isinstance(content, SkipReason):
            ends.append(parse_commit(CommitId(name), content))
    where = ""
    if ends:
        newest = max(ends, key=lambda note: (note.date, note.commit))
        where = f" at {newest.commit[:SHOWN_DIGITS]} ({newest.date:%Y-%m-%d})"
    return f"shallow clone: its history ends{where}; git fetch --unshallow brings the rest"


def _lines(file: Path) -> list[str]:
    try:
        return file.read_text(encoding="ascii").split()
    except OSError:  # unshallowed since
        return []
