"""`git log` as records: each commit, and which paths it gave which content.

Records can't be forged by what people write: with `-z` every field ends in NUL, which git lets
neither into messages nor into names or paths, a record begins with a fixed number of fields, and
a change begins with a colon where the next record would begin with a hexadecimal digit.

Merges are held against their first parent: against each of them (`-m`) takes 20 times as long.
"""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, timezone
from itertools import dropwhile, takewhile

from goldkeeper.model.changes import CommitNote
from goldkeeper.model.chunks import BlobId, CommitId
from goldkeeper.stores.git_process import path_from_git

# `raw` dates: seconds and zone as the commit has them; the other forms drop what they find odd.
LOG_FORMAT = "--format=tformat:%H%x00%P%x00%an%x00%ad%x00%s"
# A raw diff of any two trees, whatever the configuration says.
PLAIN_DIFF = (
    "-z",
    "--raw",
    "--no-renames",
    "--no-abbrev",
    "--no-color",
    "--no-ext-diff",
    "--no-textconv",
    "--no-relative",
    "-O" + os.devnull,  # no order of the user's own; nothing else takes diff.orderFile back
    "--ignore-submodules=none",
)
LOG_OPTIONS = (
    *PLAIN_DIFF,
    "--no-notes",
    "--no-show-signature",
    "--encoding=UTF-8",
    "--date=raw",
    LOG_FORMAT,
)
# All that a commit changed, merges against their first parent. It also turns off git's leaving out of side branches.
EVERY_CHANGE = (*LOG_OPTIONS, "--diff-merges=first-parent", "--date-order")
# One path over time: side branches whose content did not survive are left out, `parents` are the next ones that
# count, and a merge is there only if its content is none of its parents'.
ONE_PATH = (*LOG_OPTIONS, "--diff-merges=combined", "--topo-order", "--parents")
_FIELDS = 5
_REGULAR = b"100"  # modes of files begin so; links, submodules and absence do not
_LONGEST_ZONE = timedelta(hours=24)


@dataclass(frozen=True, slots=True)
class LoggedChange:
    """A path that a commit changed; a None blob means no regular file on that side."""

    path: str
    base_blob: BlobId | None
    head_blob: BlobId | None


@dataclass(frozen=True, slots=True)
class LoggedCommit:
    """A commit of the log with its changes against its first parent, by path."""

    note: CommitNote
    parents: tuple[CommitId, ...]
    changes: tuple[LoggedChange, ...]


def parse_log(output: bytes) -> Iterator[LoggedCommit]:
    """The records of `git log` under LOG_OPTIONS, in git's order; a cut-off last one is left out."""
    tokens = output.split(b"\0")
    at = 0
    while at + _FIELDS <= len(tokens):
        commit, parents, author, date, subject = tokens[at : at + _FIELDS]
        at += _FIELDS
        first_change = at
        while at < len(tokens) and (not tokens[at] or tokens[at].lstrip(b"\n").startswith(b":")):
            at += 2 if tokens[at] else 1
        yield LoggedCommit(
            CommitNote(
                CommitId(commit.strip().decode("ascii")),
                author.decode("utf-8", "replace"),
                parse_raw_date(date),
                subject.decode("utf-8", "replace").strip(),
            ),
            tuple(CommitId(parent.decode("ascii")) for parent in parents.split()),
            tuple(parse_raw_changes(tokens[first_change:at])),
        )


def parse_raw_changes(tokens: list[bytes]) -> Iterator[LoggedChange]:
    """The changes of `--raw -z --no-renames`: pairs of facts and path, empty tokens in between.

    What is no regular file on either side (links, submodules) and pure changes of mode are no changes.

    >>> [change.path for change in parse_raw_changes([b":000000 100644 00 1f A", b"a b.py", b""])]
    ['a b.py']
    """
    source = iter(tokens)
    for token in source:
        if not token:
            continue
        facts = token.lstrip(b"\n:").split(b" ")
        path = next(source, None)
        if path is None:  # cut off
            return
        # Modes of each parent and of the commit, names likewise, the status; only combined merges have many parents.
        sides = len(facts) // 2
        base_mode, head_mode, base, head = facts[0], facts[sides - 1], facts[sides], facts[-2]
        base_blob = BlobId(base.decode("ascii")) if base_mode.startswith(_REGULAR) else None
        head_blob = BlobId(head.decode("ascii")) if head_mode.startswith(_REGULAR) else None
        if base_blob != head_blob:
            yield LoggedChange(path_from_git(path), base_blob, head_blob)


def parse_commit(commit: CommitId, content: bytes) -> CommitNote:
    r"""The same note from a raw commit object, without a git call.

    >>> raw = b"tree 1f\nauthor Ada <a@b> 1700000000 +0000\n\nOne\nstory\n\nand more\n"
    >>> note = parse_commit(CommitId("2e"), raw); note.author, note.subject
    ('Ada', 'One story')
    """
    head, _, message = content.partition(b"\n\n")
    headers: dict[bytes, bytes] = {}
    for line in head.split(b"\n"):
        name, _, value = line.partition(b" ")
        headers.setdefault(name, value)
    person, _, date = headers.get(b"author", b"").rpartition(b">")
    name = person.partition(b"<")[0].strip()
    lines = [line.rstrip() for line in message.partition(b"\0")[0].split(b"\n")]
    paragraph = takewhile(bool, dropwhile(lambda line: not line, lines))
    subject = b" ".join(paragraph).strip()
    encoding = headers.get(b"encoding", b"utf-8").decode("ascii", "replace")
    return CommitNote(commit, _decode(name, encoding), parse_raw_date(date), _decode(subject, encoding).strip())


def _decode(raw: bytes, encoding: str) -> str:
    try:
        return raw.decode(encoding)
    except (UnicodeDecodeError, LookupError):
        return raw.decode("utf-8", "replace")


def parse_raw_date(raw: bytes) -> datetime:
    """Author date with its zone; one that the calendar does not have becomes 1970-01-01 UTC.

    >>> parse_raw_date(b"1700000000 +0130").isoformat()
    '2023-11-14T23:43:20+01:30'
    """
    seconds, _, zone = raw.decode("ascii", "replace").strip().partition(" ")
    try:
        offset = timedelta(hours=int(zone[:3]), minutes=int(zone[0] + zone[3:5]))
    except (ValueError, IndexError):
        offset = timedelta()
    if abs(offset) >= _LONGEST_ZONE:
        offset = timedelta()
    try:
        return datetime.fromtimestamp(int(seconds), UTC).astimezone(timezone(offset))
    except (ValueError, OverflowError, OSError):
        return datetime.fromtimestamp(0, UTC)
