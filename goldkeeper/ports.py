"""What the use cases ask of the world, as protocols; `stores/` answers for real, tests with fakes.

The terms are those of `model/`. Nothing here opens, reads or writes anything.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from goldkeeper.model.anchors import Anchor, NeverResolved
from goldkeeper.model.changes import CommitNote, FileChange
from goldkeeper.model.chunks import BlobId, ChunkId, CommitId, FileChunks, SkipReason
from goldkeeper.model.gold import GoldProblem, GoldSet
from goldkeeper.model.passports import Fingerprint
from goldkeeper.model.proposals import RemapProposal
from goldkeeper.model.reviews import Decision, ItemState, ReviewItem


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
    """Source bytes → chunks; pure, `chunking/` has the real one."""

    @property
    def fingerprint(self) -> Fingerprint:
        """What the chunker is made of."""

    def language_of(self, path: str) -> str | SkipReason:
        """The grammar a path is chunked with, or why it is not."""

    def chunk_file(self, path: str, blob: BlobId, data: bytes) -> FileChunks | SkipReason:
        """The chunks of one file."""

    def rebuild(self, path: str, blob: BlobId, data: bytes, rows: bytes) -> FileChunks:
        """The same from what `pack` made earlier, without parsing."""

    def pack(self, file: FileChunks) -> bytes:
        """What a cache has to keep of a file's chunks: spans, symbols, kinds; no text."""


class ChunkCache(Protocol):
    """Chunk lists by content and chunker, so that nothing is parsed twice."""

    def get_many(self, keys: Sequence[tuple[BlobId, str]], chunker: str) -> Mapping[tuple[BlobId, str], bytes]:
        """Packed rows for (blob, language) keys under a chunker's digest; absent ones are left out."""

    def put_many(self, rows: Mapping[tuple[BlobId, str], bytes], chunker: str) -> None:
        """Keep packed rows."""


class GoldStore(Protocol):
    """The gold file."""

    @property
    def name(self) -> str:
        """The file as the user named it."""

    def read(self, is_file: Callable[[str], bool] | None = None) -> GoldSet:
        """Read it whole; damaged lines become problems of the set."""

    def rewrite(self, data: bytes, *, expected_digest: str) -> None:
        """Replace the file whole (temp, fsync, rename) if its bytes still have that digest; raises GoldFileChanged."""

    def bytes(self) -> bytes:
        """The file as it lies on disk."""


class AnchorStore(Protocol):
    """`<gold>.anchors.jsonl`."""

    @property
    def problems(self) -> tuple[GoldProblem, ...]:
        """What the last `read` found damaged, by line."""

    def read(self) -> Mapping[ChunkId, Anchor | NeverResolved]:
        """All anchors; none when there is no file yet."""

    def write(self, anchors: Iterable[Anchor | NeverResolved]) -> None:
        """Replace the file, sorted by ID, whole or not at all."""


class ReviewQueue(Protocol):
    """Questions waiting for people; every change of state is one statement that names the state it leaves."""

    def add(self, proposals: Sequence[RemapProposal], *, scan: str, now: datetime) -> "QueueChange":
        """Take in a scan's proposals: the same once, changed ones superseding, rejected ones not again.

        Waiting items whose chunk has no proposal in this scan any more are superseded too.
        """

    def items(self, states: Iterable[ItemState] | None = None) -> tuple[ReviewItem, ...]:
        """Items by number."""

    def item(self, number: int) -> ReviewItem:
        """One item; raises UnknownItem."""

    def decide(self, decision: Decision, *, expected: str) -> ReviewItem:
        """Record an answer on an open item whose proposal's content key is `expected`."""

    def undo(self, number: int, *, judge: str, now: datetime) -> ReviewItem:
        """Take a decision back that is not applied yet; the item waits again."""

    def mark_applied(self, numbers: Sequence[int], *, now: datetime) -> None:
        """The decisions are in the gold file."""

    def supersede(self, number: int, *, expected: str, reason: str, now: datetime) -> None:
        """Close an open item whose proposal's content key is `expected` and that no longer fits the code."""

    def log(self, number: int) -> tuple[tuple[datetime, str, str, str], ...]:
        """Everything that happened to an item: when, who, what, why; oldest first."""

    def ever(self, what: str) -> frozenset[int]:
        """Numbers of the items to which something of that name (`undo`, …) ever happened."""


@dataclass(frozen=True, slots=True)
class PendingApplication:
    """Decisions on their way into the gold file.

    Attributes:
        gold_digest: of the gold file once they are in it.
        items: their numbers.
        before_digest: of the gold file before that.
    """

    gold_digest: str
    items: tuple[int, ...]
    before_digest: str = ""


class Journal(Protocol):
    """Remembers what is being applied over a crash: swaps applied twice would be undone."""

    def read(self) -> PendingApplication | None:
        """What was begun and not ended."""

    def begin(self, pending: PendingApplication) -> None:
        """Before the first write."""

    def end(self) -> None:
        """After the last."""


@dataclass(frozen=True, slots=True)
class QueueChange:
    """What taking in a scan did to the queue, as item numbers; `held` counts proposals not asked again."""

    added: tuple[int, ...]
    unchanged: tuple[int, ...]
    superseded: tuple[int, ...]
    held: int


Clock = Callable[[], datetime]  # now, in UTC
Progress = Callable[[str, int, int], None]  # what, done, of how many
