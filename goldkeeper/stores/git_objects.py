"""Objects of a repository by name, through two long-lived git processes and without a dead-lock.

`cat-file --batch-check` tells kind and size, so that a file over the limit is never unpacked;
`cat-file --batch` gives the bytes. Requests go out in windows that fit any pipe, and all answers
of a window are taken in before anything is handed on: the reader may be asked again in the midst
of an iteration, and from several threads.

Git ends with an error at an object that is damaged, and in a partial clone at one that was left
out. The first is told as unreadable and git is started anew behind it. Against the second, git
gets an empty git directory of our own with the objects of theirs: there it knows of no remote
that has promised the object, and says plainly that it is missing.
"""

import os
import re
import shutil
import tempfile
import threading
import weakref
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from goldkeeper.model.chunks import BlobId, SkipReason
from goldkeeper.stores.git_process import Git

WINDOW_REQUESTS = 60  # a SHA-256 name and its line end take 65 bytes; POSIX promises pipes of 4,096
WINDOW_BYTES = 32 << 20  # what may lie in memory of one window's contents

_OBJECT_NAME = re.compile(r"[0-9a-f]{40}([0-9a-f]{24})?\Z")


@dataclass(frozen=True, slots=True)
class ObjectFact:
    """What git says of a name: `kind` is `blob`, `commit`, …, or `missing`, or `damaged`."""

    kind: str
    size: int = 0


def is_object_name(text: str) -> bool:
    """Whether a text is a full object name, and so means the same in every clone."""
    return _OBJECT_NAME.match(text) is not None


class _GitEndedError(Exception):
    """Git went away in the middle of an answer."""


class _Conversation:
    """One long-lived `cat-file`; `answers` lie ready in the order of the requests."""

    def __init__(self, git: Git, mode: str) -> None:
        self._process = git.start("cat-file", mode)
        self._owner = os.getpid()

    def ask(self, names: list[str]) -> None:
        assert self._process.stdin is not None  # a pipe was asked for
        try:
            self._process.stdin.write("".join(f"{name}\n" for name in names).encode())
            self._process.stdin.flush()
        except (BrokenPipeError, ValueError):
            raise _GitEndedError from None

    def fact(self) -> ObjectFact:
        assert self._process.stdout is not None  # a pipe was asked for
        line = self._process.stdout.readline()
        if not line.endswith(b"\n"):
            raise _GitEndedError
        parts = line.decode("ascii", "replace").split()
        if len(parts) == 3 and parts[2].isdigit():
            return ObjectFact(parts[1], int(parts[2]))
        return ObjectFact("missing")

    def content(self, size: int) -> bytes:
        assert self._process.stdout is not None  # a pipe was asked for
        data = self._process.stdout.read(size + 1)  # one line end follows
        if len(data) <= size:
            raise _GitEndedError
        return data[:size]

    def stop(self) -> None:
        """End git. After a fork the process is the parent's, and only our ends of the pipes close."""
        if self._owner == os.getpid():
            self._process.kill()  # it only reads; and an inherited pipe end could keep it waiting
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                with suppress(OSError):  # unsent requests to a git that is gone
                    pipe.close()
        if self._owner == os.getpid():
            self._process.wait()


class ObjectReader:
    """Contents and kinds by name.

    Attributes:
        missing: contents that were asked for and are not in the clone.
        damaged: names whose content git could not unpack.
    """

    def __init__(self, git: Git, object_format: str) -> None:
        self._git = self._their_git = git
        self._object_format = object_format
        self._open: dict[str, _Conversation] = {}
        self._owner = os.getpid()
        self._lock = threading.Lock()
        self._own_directory: weakref.finalize[[str, bool], ObjectReader] | None = None
        self._partial: bool | None = None
        self.missing: set[str] = set()
        self.damaged: set[str] = set()
        self._finalizer = weakref.finalize(self, _stop_all, self._open)

    def close(self) -> None:
        """End the git processes; the reader starts new ones if it is asked again."""
        with self._lock:
            _stop_all(self._open)
            if self._own_directory is not None:
                self._own_directory()
                self._own_directory, self._git = None, self._their_git

    def facts(self, names: Iterable[str]) -> Iterator[tuple[str, ObjectFact]]:
        """Kind and size of each object, in the order asked; no content is unpacked."""
        for window in _windows(names):
            with self._lock:
                found = self._facts(window)
            yield from zip(window, found, strict=True)

    def kind(self, name: str) -> str:
        """What an object is: `blob`, `tree`, `commit`, `tag`, `missing` or `damaged`."""
        return next(fact.kind for _, fact in self.facts([name]))

    def content(self, name: str, kind: str) -> bytes | SkipReason:
        """The raw bytes of one object of a kind."""
        with self._lock:
            return self._contents([name], kind, None)[0]

    def blobs(
        self, blobs: Iterable[BlobId], max_bytes: int | None = None
    ) -> Iterator[tuple[BlobId, bytes | SkipReason]]:
        """The bytes of each blob in the order asked, or why they can't be had."""
        for window in _windows(blobs):
            with self._lock:
                contents = self._contents(window, "blob", max_bytes)
            yield from zip(map(BlobId, window), contents, strict=True)

    def _contents(self, names: list[str], kind: str, max_bytes: int | None) -> list[bytes | SkipReason]:
        found: list[bytes | SkipReason] = [SkipReason.OBJECT_MISSING] * len(names)
        wanted: list[tuple[int, int]] = []
        for place, fact in enumerate(self._facts(names)):
            if fact.kind == "damaged":
                found[place] = SkipReason.UNREADABLE
            elif fact.kind == "missing" and kind == "blob":
                self.missing.add(names[place])
            elif fact.kind == kind and max_bytes is not None and fact.size > max_bytes:
                found[place] = SkipReason.TOO_LARGE
            elif fact.kind == kind:
                wanted.append((place, fact.size))
        while wanted:
            group = _by_bytes(wanted)
            wanted = wanted[len(group) :]
            for place, content in self._unpack(group, names):
                found[place] = content
        return found

    def _unpack(self, group: list[tuple[int, int]], names: list[str]) -> Iterator[tuple[int, bytes | SkipReason]]:
        while group:
            done = 0
            try:
                talk = self._conversation("--batch")
                talk.ask([names[place] for place, _ in group])
                for place, _ in group:
                    fact = talk.fact()
                    yield place, SkipReason.OBJECT_MISSING if fact.kind == "missing" else talk.content(fact.size)
                    done += 1
            except _GitEndedError:
                self._hang_up("--batch")
                self.damaged.add(names[group[done][0]])
                yield group[done][0], SkipReason.UNREADABLE
                done += 1
            group = group[done:]

    def _facts(self, names: list[str]) -> list[ObjectFact]:
        """One fact a name; texts that name no object in every clone alike are missing."""
        found: list[ObjectFact] = []
        while len(found) < len(names):
            rest = names[len(found) :]
            try:
                talk = self._conversation("--batch-check")
                talk.ask([name if is_object_name(name) else "-" for name in rest])
                for _ in rest:
                    found.append(talk.fact())  # noqa: PERF401  # what came before git ended counts
            except _GitEndedError:
                self._hang_up("--batch-check")
                if self._own_directory is None and self._is_partial():
                    self._hang_up("--batch")
                    self._use_own_directory()
                else:
                    self.damaged.add(names[len(found)])
                    found.append(ObjectFact("damaged"))
        return found

    def _conversation(self, mode: str) -> _Conversation:
        if self._owner != os.getpid():  # forked: the parent is in talk with these
            _stop_all(self._open)
            self._owner = os.getpid()
        if mode not in self._open:
            self._open[mode] = _Conversation(self._git, mode)
        return self._open[mode]

    def _hang_up(self, mode: str) -> None:
        talk = self._open.pop(mode, None)
        if talk is not None:
            talk.stop()

    def _is_partial(self) -> bool:
        if self._partial is None:
            self._partial = bool(promisor_remotes(self._git))
        return self._partial

    def _use_own_directory(self) -> None:
        objects = self._git.read("rev-parse", "--path-format=absolute", "--git-path", "objects")
        folder = Path(tempfile.mkdtemp(prefix="goldkeeper-objects-"))
        self._own_directory = weakref.finalize(self, shutil.rmtree, str(folder), ignore_errors=True)
        (folder / "objects").mkdir()
        (folder / "refs").mkdir()
        (folder / "HEAD").write_text("ref: refs/heads/none\n", encoding="ascii")
        if self._object_format != "sha1":
            (folder / "config").write_text(
                f"[core]\nrepositoryformatversion = 1\n[extensions]\nobjectFormat = {self._object_format}\n",
                encoding="ascii",
            )
        place = objects.removesuffix(b"\n").decode("utf-8", "surrogateescape")
        self._git = Git(self._git.name, str(folder), bare=True, environment={"GIT_OBJECT_DIRECTORY": place})


def promisor_remotes(git: Git) -> dict[str, str]:
    """The remotes that have promised what a partial clone left out, each with its filter."""
    answer = git.ask("config", "-z", "--get-regexp", r"^remote\..*\.(promisor|partialclonefilter)$")
    found: dict[str, str] = {}
    for entry in answer.output.decode("utf-8", "replace").split("\0"):
        key, _, value = entry.partition("\n")
        remote, _, variable = key.removeprefix("remote.").rpartition(".")
        if variable == "promisor" and value.lower() not in {"false", "no", "off", "0"}:
            found.setdefault(remote, "")
        elif variable == "partialclonefilter":
            found[remote] = value
    return dict(sorted(found.items()))


def _stop_all(conversations: dict[str, _Conversation]) -> None:
    while conversations:
        conversations.popitem()[1].stop()


def _windows(names: Iterable[str]) -> Iterator[list[str]]:
    source = iter(names)
    while window := list(islice(source, WINDOW_REQUESTS)):
        yield window


def _by_bytes(wanted: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The first of what is wanted, at least one, that together fit the window."""
    total = 0
    for count, (_, size) in enumerate(wanted):
        total += size
        if count and total > WINDOW_BYTES:
            return wanted[:count]
    return wanted
