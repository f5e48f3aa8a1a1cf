"""The state that chunks are followed to: a commit, or the files on disk that stand on one."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from goldkeeper.matching.renames import path_nearness
from goldkeeper.matching.returning import put_back, same_text
from goldkeeper.model.changes import FileChange
from goldkeeper.model.chunks import BlobId, Chunk, CommitId, FileChunks
from goldkeeper.ports import History, HistoryIndex, SourceTree
from goldkeeper.workflow.lineage.commit_change import CommitChange
from goldkeeper.workflow.lineage.contents import Contents

MOST_NAMESAKES = 16  # files of one name that are looked into, the nearest first: `__init__.py` is in every folder


class Goal:
    """What stands where in a state.

    Attributes:
        is_on_disk: whether files may have been edited since the commit.
    """

    def __init__(
        self, head: SourceTree, head_commit: CommitId, history: History, index: HistoryIndex, contents: Contents
    ) -> None:
        self._head, self._head_commit = head, head_commit
        self._history, self._index, self._contents = history, index, contents
        self.is_on_disk = head.commit is None

    @cached_property
    def number(self) -> int | None:
        """Of the commit; None where the clone has it not."""
        return self._index.number(self._head_commit)

    @cached_property
    def uncommitted(self) -> CommitChange:
        """What was edited since the commit."""
        before, after = self._history.tree(self._head_commit).files(), self._head.files()
        paths = sorted(
            path
            for path in before.keys() | after.keys()
            if path not in before or path not in after or before[path].blob != after[path].blob
        )
        code = [path for path in paths if path in after and isinstance(self._contents.language_of(path), str)]
        for path, data in self._head.read(code):
            self._contents.put({after[path].blob: data})
        sides = ([tree[path].blob if path in tree else None for tree in (before, after)] for path in paths)
        files = [FileChange(path, old, new) for path, (old, new) in zip(paths, sides, strict=True)]
        return CommitChange(None, files, self._contents)

    def blob(self, path: str) -> BlobId | None:
        """The content of a path; None where there is no regular file."""
        if self.is_on_disk and path in self.uncommitted.files:
            return self.uncommitted.files[path].head_blob
        return self._index.blob_at(self.number, path) if self.number is not None else None

    def file(self, path: str) -> FileChunks | None:
        """The file under a path, chunked."""
        blob = self.blob(path)
        file = self._contents.chunks(path, blob) if blob is not None else None
        return file if isinstance(file, FileChunks) else None

    def again(self, first: Chunk, last: Chunk, last_blob: BlobId, start: int) -> Chunk | None:
        """For a chunk that went, what was put in its place later, or was copied from it before.

        Args:
            first: as it was where the walk began.
            last: as it was before it went.
            last_blob: the content that it stood in then.
            start: the number of the commit where the walk began.
        """
        before = self._contents.chunks(last.path, last_blob)
        for chunk in (last, first):
            file = self.file(chunk.path)
            stood = before if chunk is last and isinstance(before, FileChunks) else None
            found = put_back(chunk, file, stood) if file is not None else None
            if found is not None:
                return found
        return next(self._copies(last, last_blob, start), None)

    def _copies(self, last: Chunk, last_blob: BlobId, start: int) -> Iterator[Chunk]:
        """Chunks that say the same in files of that name or content, which did not say it where the walk began."""
        text = last.text.encode("utf-8", "surrogatepass")
        named = self._by_name.get(last.path.rpartition("/")[2], ())
        for path in _nearest({*named, *self._by_blob.get(last_blob, ())} - {last.path}, last.path):
            now, was = self.blob(path), self._index.blob_at(start, path)
            if text in self._contents.text_or_nothing(now) and text not in self._contents.text_or_nothing(was):
                file = self.file(path)
                found = same_text(last, file) if file is not None else None
                if found is not None:
                    yield found

    @cached_property
    def _by_name(self) -> Mapping[str, Sequence[str]]:
        found: dict[str, list[str]] = {}
        for path in self._head.files():
            found.setdefault(path.rpartition("/")[2], []).append(path)
        return found

    @cached_property
    def _by_blob(self) -> Mapping[BlobId, Sequence[str]]:
        found: dict[BlobId, list[str]] = {}
        for path, entry in self._head.files().items():
            found.setdefault(entry.blob, []).append(path)
        return found


def _nearest(paths: set[str], path: str) -> list[str]:
    return sorted(paths, key=lambda other: (-path_nearness(path, other), other))[:MOST_NAMESAKES]
