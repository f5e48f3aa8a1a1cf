"""The work tree: tracked files as they lie on disk, and untracked ones that are not ignored.

Three git calls at once say what there is: the index, what differs from it by stat, and what is
untracked. A file that git holds for unchanged has the index's blob as its name, and as its content:
if the bytes on disk are others (line ends turned, `$Id$` filled in), the blob is read instead, so
that an untouched file is the same chunks here and at its commit. Files with a `filter` attribute
(git-crypt, LFS) are what lies on disk. Changed and untracked files are named by their bytes.

A sparse checkout leaves files out that are not deleted: those are read from git.
"""

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import islice

from goldkeeper.model.chunks import BlobId, CommitId, SkipReason
from goldkeeper.ports import FileEntry
from goldkeeper.stores.disk_files import DiskEntries, DiskFiles
from goldkeeper.stores.git_log import PLAIN_DIFF
from goldkeeper.stores.git_objects import ObjectReader
from goldkeeper.stores.git_process import Git, path_from_git, path_to_git
from goldkeeper.stores.git_tree import LINK, SUBMODULE
from goldkeeper.stores.path_rules import PathRules

READ_WINDOW = 64  # files in memory at once while those that git has to give are collected

# Of a line of `git status --porcelain=v2`: changed, unmerged, untracked.
_FIELDS_BEFORE_PATH = {b"1": 8, b"u": 10, b"?": 1}

_NO_SUBMODULES = "--ignore-submodules=all"  # their own changes are not looked into


class WorkTree:
    """The files on disk as a `ports.SourceTree`; listed when first asked, then kept."""

    def __init__(self, git: Git, objects: ObjectReader, rules: PathRules, *, object_format: str) -> None:
        self._git = git
        self._objects = objects
        self._rules = rules
        self._disk = DiskFiles(git.folder, max_bytes=rules.max_bytes, object_format=object_format)

    @property
    def label(self) -> str:
        """`work tree`."""
        return "work tree"

    @property
    def commit(self) -> CommitId | None:
        """None: what lies on disk is no commit."""
        return None

    def files(self) -> Mapping[str, FileEntry]:
        """Every regular file inside the rules, by path; changed ones are named when looked at."""
        return self._listing[0]

    def skipped(self) -> Mapping[str, SkipReason]:
        """Links, submodules, nested repositories, paths outside the globs, changed files over the size limit."""
        return self._listing[1]

    def read(self, paths: Iterable[str]) -> Iterator[tuple[str, bytes | SkipReason]]:
        """The bytes of each file in the order asked, or why they can't be had."""
        source = iter(paths)
        while window := list(islice(source, READ_WINDOW)):
            looked_at = {path: self._read_from_disk(path) for path in window}
            found = {path: content for path, content in looked_at.items() if content is not None}
            others = [path for path in looked_at if path not in found]
            blobs = self._objects.blobs((self.files()[path].blob for path in others), self._rules.max_bytes)
            found |= {path: content for path, (_, content) in zip(others, blobs, strict=True)}
            for path in window:
                yield path, found[path]

    def _read_from_disk(self, path: str) -> bytes | SkipReason | None:
        """None when git has to give the content."""
        files, skipped, clean = self._listing
        if path not in files:
            return skipped.get(path, SkipReason.UNREADABLE)
        if path not in clean:
            return files.bytes_of(path)
        found = self._disk.read(path)
        if isinstance(found, bytes) and self._disk.name(found) != files[path].blob:
            return None
        return None if found is SkipReason.UNREADABLE and self._disk.look(path) is None else found

    @cached_property
    def _listing(self) -> tuple[DiskEntries, dict[str, SkipReason], set[str]]:
        index, changes, others = self._git.read_all(
            ("ls-files", "-z", "-t", "--stage"),
            ("diff-files", *PLAIN_DIFF, _NO_SUBMODULES),
            ("ls-files", "-z", "--others", "--exclude-standard"),
        )
        untracked = [path_from_git(path) for path in others.split(b"\0") if path]
        entries = list(_index_entries(index))
        known: dict[str, FileEntry] = {}
        skipped: dict[str, SkipReason] = {}
        on_disk = dict.fromkeys(self._tracked(entries, changes, known, skipped))
        for path in self._filtered(known, [*(entry.path for entry in entries), *untracked]):
            del known[path]
            on_disk[path] = None
        for path in untracked:
            if path.endswith("/"):  # another repository inside this one
                skipped[path.removesuffix("/")] = SkipReason.SUBMODULE
            elif reason := self._rules.verdict(path):
                skipped[path] = reason
            else:
                on_disk[path] = None
        sizes = self._sizes(on_disk, skipped)
        return DiskEntries(self._disk, known, sizes), dict(sorted(skipped.items())), set(known)

    def _tracked(
        self,
        entries: Iterable["_IndexEntry"],
        changes: bytes,
        known: dict[str, FileEntry],
        skipped: dict[str, SkipReason],
    ) -> Iterator[str]:
        """Fill in what the index knows; give the paths that have to be looked at on disk."""
        tokens = changes.split(b"\0")
        changed = {path_from_git(path): facts for facts, path in zip(tokens[0::2], tokens[1::2], strict=False)}
        for entry in entries:
            path = entry.path
            status = changed.get(path, b"")
            if entry.mode == SUBMODULE:
                skipped[path] = SkipReason.SUBMODULE
            elif reason := self._rules.verdict(path):
                skipped[path] = reason
            elif status.endswith(b" D"):  # also what lies behind a folder that is a link by now
                continue
            elif status or entry.unmerged or (entry.left_out and self._disk.look(path) is not None):
                yield path
            elif entry.mode == LINK:
                skipped[path] = SkipReason.SYMLINK
            else:
                known[path] = FileEntry(path, entry.blob)

    def _sizes(self, paths: Iterable[str], skipped: dict[str, SkipReason]) -> dict[str, int]:
        sizes: dict[str, int] = {}
        for path in paths:
            size = self._disk.look(path)
            if isinstance(size, SkipReason):
                skipped[path] = size
            elif size is not None:
                sizes[path] = size
        return sizes

    def _filtered(self, known: Mapping[str, FileEntry], paths: Iterable[str]) -> list[str]:
        """Unchanged files whose content on disk is made by a program; asked only where attributes speak of one."""
        attributes = [path for path in paths if path.rpartition("/")[2] == ".gitattributes"]
        texts = [self._disk.read(path) for path in (*attributes, ".git/info/attributes")]
        if not any(isinstance(text, bytes) and b"filter" in text for text in texts):
            return []
        names = b"".join(path_to_git(path) + b"\0" for path in known)
        tokens = self._git.read("check-attr", "-z", "--stdin", "filter", stdin=names).split(b"\0")
        return [
            path_from_git(path)
            for path, value in zip(tokens[0::3], tokens[2::3], strict=False)
            if value not in {b"unspecified", b"unset"}
        ]


@dataclass(frozen=True, slots=True)
class _IndexEntry:
    """A line of the index; `left_out` by a sparse checkout."""

    path: str
    mode: bytes
    blob: BlobId
    unmerged: bool
    left_out: bool


def _index_entries(output: bytes) -> Iterator[_IndexEntry]:
    """The lines of `ls-files -z -t --stage`."""
    for line in output.split(b"\0"):
        if line:
            facts, _, path = line.partition(b"\t")
            tag, mode, blob, stage = facts.split(b" ")
            yield _IndexEntry(path_from_git(path), mode, BlobId(blob.decode("ascii")), stage != b"0", tag == b"S")


def work_tree_digest(git: Git) -> str:
    """Names the state of HEAD, index and disk: one `git status`, and the stat of what it lists."""
    status = git.read(
        "status",
        "--porcelain=v2",  # names the index's blobs too
        "--branch",
        "-z",
        "--untracked-files=all",
        "--no-renames",
        "--no-ahead-behind",
        _NO_SUBMODULES,
    )
    disk = DiskFiles(git.folder, max_bytes=None)
    digest = hashlib.blake2b(digest_size=16)
    for line in status.split(b"\0"):
        if line.startswith(b"# ") and not line.startswith(b"# branch.oid "):
            continue  # a fetch moves the upstream and nothing here
        digest.update(line + b"\0")
        if line and not line.startswith(b"#"):
            path = line.split(b" ", _FIELDS_BEFORE_PATH[line[:1]])[-1]
            digest.update(disk.state(path_from_git(path)).encode())
    return digest.hexdigest()
