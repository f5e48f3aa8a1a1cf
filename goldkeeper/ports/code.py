"""Code and its history: trees, commits, the index of what changed where, the chunker and its cache."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from goldkeeper.model.changes import CommitNote, FileChange
from goldkeeper.model.chunks import BlobId, CommitId, FileChunks, SkipReason
from goldkeeper.model.listings import ListedChunk, ListedFile
from goldkeeper.model.passports import Fingerprint


@dataclass(frozen=True, slots=True)
class FileEntry:
    """A file of a tree: its path, its content's name, and its size in bytes where known for free."""

    path: str
    blob: BlobId
    size: int | None = None


class SourceTree(Protocol):
    """One state of a repository: which files it has, and their bytes."""

    @property
    def label(self) -> str:
        """How people call this state: an abbreviated commit, `work tree`, a folder's name."""

    @property
    def commit(self) -> CommitId | None:
        """The commit; None for a work tree or a folder."""

    def files(self) -> Mapping[str, FileEntry]:
        """Every regular file inside the include/exclude rules, by path as git spells it."""

    def skipped(self) -> Mapping[str, SkipReason]:
        """Entries that are no readable file: links, submodules, what the rules leave out.

        A size may be known only when a file is read; `read` then says TOO_LARGE. What is missing below a
        folder stands under `folder/`.
        """

    def read(self, paths: Iterable[str]) -> Iterator[tuple[str, bytes | SkipReason]]:
        """The bytes of each file in the order asked, or why they can't be had (missing object, …)."""


class History(Protocol):
    """A repository over time. A folder without git has none: wiring then passes None."""

    def resolve(self, rev: str) -> CommitId:
        """The commit that a revision names; raises UnknownRevision."""

    def tree(self, commit: CommitId) -> SourceTree:
        """The state at a commit."""

    def work_tree(self) -> SourceTree:
        """Tracked files as they lie on disk, and untracked ones that are not ignored."""

    def has(self, commit: CommitId) -> bool:
        """Whether the commit is in this clone (a shallow one lacks most)."""

    def changed_files(self, base: CommitId, head: CommitId) -> tuple[FileChange, ...]:
        """Every path whose blob differs, by path; git's rename detection has no part in it."""

    def commits_between(
        self, base: CommitId, head: CommitId, paths: Iterable[str]
    ) -> Mapping[str, tuple[CommitNote, ...]]:
        """For each path the commits after `base` up to `head` that touched it, newest first."""

    def file_history(self, path: str, head: CommitId, *, follow: bool = False) -> Iterator[tuple[CommitId, BlobId]]:
        """The commits up to `head` that gave the path new content, newest first, with that content.

        `follow` goes on with the file that it was renamed from.
        """

    def count_between(self, base: CommitId, head: CommitId) -> int:
        """How many commits `head` has that `base` has not."""

    def behind_since(self, base: CommitId, head: CommitId) -> datetime | None:
        """When the first of these was made; None where there are none."""

    def commit_at(self, moment: datetime, head: CommitId) -> CommitId | None:
        """The newest commit at or before a moment on the first-parent line of `head`."""

    def read_blobs(self, blobs: Iterable[BlobId]) -> Iterator[tuple[BlobId, bytes | SkipReason]]:
        """Contents by name, in the order asked."""

    def commit_note(self, commit: CommitId) -> CommitNote:
        """Author, date and subject of one commit."""

    def notes(self) -> tuple[str, ...]:
        """What people should know of this clone, each a whole sentence: shallow, partial, objects missing."""


@dataclass(frozen=True, slots=True)
class Touch:
    """A commit that gave a path other content than its first parent has.

    Attributes:
        number: of the commit in its index.
        base_blob, head_blob: before and after; None where there is no regular file.
    """

    number: int
    base_blob: BlobId | None
    head_blob: BlobId | None


class HistoryIndex(Protocol):
    """Which commit changed which paths, read once and kept.

    Commits are numbered so that parents come before children; numbers hold for one process. A merge is held
    against its first parent, as `git log --diff-merges=first-parent` does.
    """

    def number(self, commit: CommitId) -> int | None:
        """The commit's number; what the index lacks is read now. None when the clone has no such commit."""

    def commit(self, number: int) -> CommitId:
        """The other way."""

    def parents(self, number: int) -> Sequence[int]:
        """Numbers of the parents that the clone has, first parent first."""

    def is_cut_off(self, number: int) -> bool:
        """Whether the clone lacks a parent of the commit (a shallow one's border): what it changed is not known."""

    def line(self, base: int, head: int) -> Sequence[int] | None:
        """The commits after `base` up to `head`, oldest first, each a child of the one before.

        Of several ways the one that keeps to first parents where those descend from `base`. None when `base` is
        no ancestor of `head`.
        """

    def merge_base(self, one: int, other: int) -> int | None:
        """The newest commit that both descend from (or are); None for unrelated histories."""

    def touches(self, path: str) -> Sequence[Touch]:
        """The commits that changed a path against their first parent, by number."""

    def last_touch(self, number: int, path: str) -> Touch | None:
        """The newest commit at or before one, down its first parents, that changed a path."""

    def changes(self, number: int, parent: int | None = None) -> Sequence[FileChange]:
        """What a commit changed against a parent (None: the first; a root against nothing), by path."""

    def blob_at(self, number: int, path: str) -> BlobId | None:
        """The content of a path at a commit; None where there is no regular file."""


class Chunker(Protocol):
    """Source bytes → chunks; pure, `chunking/` has the real ones."""

    @property
    def fingerprint(self) -> Fingerprint:
        """What the chunker is made of."""

    @property
    def ids_are_lines(self) -> bool:
        """Whether an ID's lines alone say what it names: somebody else cut, and how an older state was cut is lost."""

    def language_of(self, path: str) -> str | SkipReason:
        """The grammar a path is chunked with, or why it is not."""

    def chunk_file(self, path: str, blob: BlobId, data: bytes) -> FileChunks | SkipReason:
        """The chunks of one file."""

    def rebuild(self, path: str, blob: BlobId, data: bytes, rows: bytes) -> FileChunks:
        """The same from what `pack` made earlier, without parsing."""

    def pack(self, file: FileChunks) -> bytes:
        """What a cache has to keep of a file's chunks: spans, symbols, kinds; no text."""


class ChunkList(Protocol):
    """A list of chunks that somebody else's chunker made."""

    @property
    def name(self) -> str:
        """The list as the user named it."""

    @property
    def boundaries(self) -> str:
        """Digest of all boundaries."""

    @property
    def says_its_end(self) -> bool:
        """Whether somebody said what its ends name: a chunk's last line, or the one behind it."""

    @property
    def duplicates(self) -> tuple[int, int]:
        """How many entries stand there again, and the line of the first of them."""

    def files(self) -> Iterator[ListedFile]:
        """Every file of the list, by path."""

    def entries(self, path: str) -> Sequence[ListedChunk]:
        """The entries of one file, by start line, longer ones first; each ID once."""


class ChunkCache(Protocol):
    """Chunk lists by content and chunker, so that nothing is parsed twice."""

    def get_many(self, keys: Sequence[tuple[BlobId, str]], chunker: str) -> Mapping[tuple[BlobId, str], bytes]:
        """Packed rows for (blob, language) keys under a chunker's digest; absent ones are left out."""

    def put_many(self, rows: Mapping[tuple[BlobId, str], bytes], chunker: str) -> None:
        """Keep packed rows."""
