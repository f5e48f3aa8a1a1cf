r"""The whole history as rows: one `git log`, parents before children, read as it comes.

Text of 100 MB goes by here for a large repository, so it is taken in pieces, nothing is decoded, and
names are packed into their bytes. A record can't be forged by a path: each path stands behind a token
that begins with a colon, where a next commit would begin with a hexadecimal digit.
"""

import subprocess
import tempfile
from collections.abc import Generator, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import chain
from typing import IO

from goldkeeper.stores.git_log import PLAIN_DIFF
from goldkeeper.stores.git_process import Git, GitAnswer

_LOG = (
    "log",
    *PLAIN_DIFF,
    "--no-notes",
    "--no-show-signature",
    "--format=tformat:%H %ct %P",
    "--diff-merges=first-parent",  # against each parent takes 20 times as long
    "--stdin",
)
_PARENTS_FIRST = ("--topo-order", "--reverse", "--ignore-missing")
_AS_NAMED = ("--no-walk=unsorted",)
_LIST = ("rev-list", "--parents", "--timestamp", "--stdin", *_PARENTS_FIRST)
_DAMAGES = 20  # after so many commits that can't be read no more are tried: a treeless clone has not one tree
_PIECE = 1 << 20  # bytes read at once
_LATEST = 2**62  # seconds; SQLite's integers end soon after, and nobody's clock shows it

# Path, blob before, blob after, as bytes; an empty name where there is no regular file.
RawChange = tuple[bytes, bytes, bytes]


@dataclass(slots=True)
class RawCommit:
    """A commit as git told it; names are packed bytes.

    Attributes:
        date: when it was committed, in seconds since 1970.
        changes: against the first parent, in order of the paths' bytes.
        is_told: git could read what it changed.
    """

    name: bytes
    date: int
    parents: list[bytes]
    changes: list[RawChange] = field(default_factory=list)
    is_told: bool = True


def read_commits(git: Git, wanted: Iterable[str], known: Iterable[str]) -> Generator[RawCommit, None, None]:
    """The commits from `wanted` down that are not among `known` and their past, parents before children.

    Where a tree is missing or damaged, what changed there is not told; after the first few such commits,
    nothing more is.

    Raises:
        DamagedRepository, GitFailed: not even the commits can be listed.
    """
    question = _lines((*wanted, *(f"^{name}" for name in known)))
    answer, told = yield from _told(git, _PARENTS_FIRST, question)
    if answer.code == 0:
        return
    rest = _listed(git, question, answer)[told:]
    for _ in range(_DAMAGES):
        if not rest:
            return
        yield rest.pop(0)  # at this one git ended
        if rest:
            answer, told = yield from _told(git, _AS_NAMED, _lines(commit.name.hex() for commit in rest))
            rest = rest[told:]
    yield from rest


def _told(git: Git, options: tuple[str, ...], question: bytes) -> Generator[RawCommit, None, tuple[GitAnswer, int]]:
    """The commits that git could read, then how it ended and how many they were."""
    told = 0
    with tempfile.TemporaryFile() as complaints:
        with git.start(*_LOG, *options, stderr=complaints.fileno()) as process:
            try:
                for commit in _parse(_tokens(process, question)):
                    told += 1
                    yield commit
            except BaseException:
                process.kill()
                raise
        complaints.seek(0)
        error = complaints.read().decode("utf-8", "replace").strip()
    answer = GitAnswer(process.returncode, b"", error)
    if process.returncode < 0:  # ended from outside
        git.refuse(_LOG, answer)
    return answer, told


def _listed(git: Git, question: bytes, answer: GitAnswer) -> list[RawCommit]:
    """The same commits without what they changed, after the answer that was no whole one."""
    listed = git.ask(*_LIST, stdin=question)
    if listed.code != 0:
        git.refuse(_LOG, answer)
    found = []
    for line in listed.output.splitlines():
        date, name, *parents = line.split()
        found.append(RawCommit(_packed(name), _date(date), [_packed(parent) for parent in parents], is_told=False))
    return found


def _lines(names: Iterable[str]) -> bytes:
    return "".join(f"{name}\n" for name in names).encode()


def _tokens(process: subprocess.Popen[bytes], question: bytes) -> Iterator[bytes]:
    """What git says, cut at NUL; it reads the whole question before it answers."""
    assert process.stdin is not None  # pipes were asked for
    assert process.stdout is not None
    with suppress(BrokenPipeError):  # it ended at once, and its exit code tells
        process.stdin.write(question)
    with suppress(BrokenPipeError):
        process.stdin.close()
    return chain.from_iterable(_pieces(process.stdout))


def _pieces(output: IO[bytes]) -> Iterator[list[bytes]]:
    with suppress(ImportError, OSError):  # where pipes can be made larger, git works on while rows are written
        from fcntl import F_SETPIPE_SZ, fcntl  # noqa: PLC0415

        fcntl(output.fileno(), F_SETPIPE_SZ, _PIECE)
    rest = b""
    while piece := output.read(_PIECE):
        tokens = (rest + piece).split(b"\0")
        rest = tokens.pop()
        yield tokens


def _parse(tokens: Iterator[bytes]) -> Iterator[RawCommit]:
    """Each commit once it is whole: a cut-off last one is left out, which a change more would have shown."""
    commit: RawCommit | None = None
    changes: list[RawChange] = []
    digits = 0
    for token in tokens:
        if token[:1] == b":" or token[:2] == b"\n:":
            facts = token.lstrip(b"\n")
            path = next(tokens, None)
            if path is None:
                return
            # `:100644 100644 <base> <head> M`; modes of regular files begin with 100.
            base = bytes.fromhex(facts[15 : 15 + digits].decode()) if facts[1:4] == b"100" else b""
            head = bytes.fromhex(facts[16 + digits : 16 + 2 * digits].decode()) if facts[8:11] == b"100" else b""
            if base != head:
                changes.append((path, base, head))
        elif token:
            if commit is not None:
                yield commit
            name, date, *parents = token.split()
            digits = len(name)
            changes = []
            commit = RawCommit(_packed(name), _date(date), [_packed(parent) for parent in parents], changes)
    if commit is not None:
        yield commit


def _packed(name: bytes) -> bytes:
    return bytes.fromhex(name.decode("ascii"))


def _date(seconds: bytes) -> int:
    return max(-_LATEST, min(int(seconds), _LATEST))
