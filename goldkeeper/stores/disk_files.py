"""Files below a folder, read with care: links are not followed, not even a folder's, and a pipe is not opened.

A content is named as git names blobs, so that what lies on disk and what lies in git share a cache.
The name is made when somebody looks at the entry, and the bytes are kept until they are read: what
was named is what is handed out, even while an editor writes.
"""

import errno
import hashlib
import os
import stat
from collections.abc import Iterator, Mapping

from goldkeeper.model.chunks import BlobId, SkipReason
from goldkeeper.ports import FileEntry
from goldkeeper.stores.git_process import path_to_git

KEPT_BYTES = 64 << 20  # of named files that were not read yet

# Names of folders and files stay bytes here, which pathlib does not take.
# ruff: noqa: PTH100, PTH114, PTH118, PTH120

# A pipe would block at opening, and a link could be put in place after the look.
_REFUSES_LINKS = hasattr(os, "O_NOFOLLOW")
_FLAGS = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)


def blob_name(data: bytes, object_format: str = "sha1") -> BlobId:
    """The name git gives a content.

    >>> blob_name(b"")
    'e69de29bb2d1d6434b8b29ae775ad8c2e48c5391'
    """
    digest = hashlib.new(object_format, b"blob %d\0" % len(data), usedforsecurity=False)
    digest.update(data)
    return BlobId(digest.hexdigest())


class DiskFiles:
    """Regular files below `top`, by path with `/`."""

    def __init__(self, top: str, *, max_bytes: int | None, object_format: str = "sha1") -> None:
        self._top = os.fsencode(os.path.abspath(top))
        self._max_bytes = max_bytes
        self._object_format = object_format
        self._real_folders: dict[bytes, bool] = {}

    def name(self, data: bytes) -> BlobId:
        """The blob name under the repository's object format."""
        return blob_name(data, self._object_format)

    def look(self, path: str) -> int | SkipReason | None:
        """The size of a regular file, why it is none, or None when nothing is there."""
        try:
            found = os.lstat(self._place(path))
        except (FileNotFoundError, NotADirectoryError):
            return None
        except OSError:
            return SkipReason.UNREADABLE
        if stat.S_ISLNK(found.st_mode):
            return SkipReason.SYMLINK
        if not stat.S_ISREG(found.st_mode):
            return SkipReason.UNREADABLE
        if self._max_bytes is not None and found.st_size > self._max_bytes:
            return SkipReason.TOO_LARGE
        return found.st_size

    def read(self, path: str) -> bytes | SkipReason:
        """The bytes of a regular file inside the folder, or why they can't be had."""
        place = self._place(path)
        if not self._is_inside(os.path.dirname(place)) or (not _REFUSES_LINKS and os.path.islink(place)):
            return SkipReason.SYMLINK
        try:
            handle = os.open(place, _FLAGS)
        except OSError as problem:
            return SkipReason.SYMLINK if problem.errno == errno.ELOOP else SkipReason.UNREADABLE
        try:
            found = os.fstat(handle)
            if not stat.S_ISREG(found.st_mode):
                return SkipReason.UNREADABLE
            if self._max_bytes is not None and found.st_size > self._max_bytes:
                return SkipReason.TOO_LARGE
            return _read_all(handle, found.st_size)
        except OSError:
            return SkipReason.UNREADABLE
        finally:
            os.close(handle)

    def state(self, path: str) -> str:
        """What tells one state of a file from the next without reading it."""
        try:
            found = os.lstat(self._place(path))
        except OSError:
            return "none"
        return f"{found.st_mode} {found.st_size} {found.st_mtime_ns} {found.st_ctime_ns} {found.st_ino}"

    def _place(self, path: str) -> bytes:
        return os.path.join(self._top, path_to_git(path).replace(b"/", os.fsencode(os.sep)))

    def _is_inside(self, folder: bytes) -> bool:
        """Whether no part of the way from `top` down to a folder is a link; each is looked at once."""
        known = self._real_folders.get(folder)
        if known is None:
            known = len(folder) <= len(self._top) or (
                not os.path.islink(folder) and self._is_inside(os.path.dirname(folder))
            )
            self._real_folders[folder] = known
        return known


def _read_all(handle: int, size: int) -> bytes:
    parts = []
    while part := os.read(handle, size + 1):  # one more, so that most files need two calls
        parts.append(part)
    return parts[0] if len(parts) == 1 else b"".join(parts)


class DiskEntries(Mapping[str, FileEntry]):
    """Files by path; those not known to git get their name when they are first looked at."""

    def __init__(self, disk: DiskFiles, known: Mapping[str, FileEntry], sizes: Mapping[str, int]) -> None:
        self._disk = disk
        self._known = dict(known)
        self._sizes = sizes
        self._order = sorted(known.keys() | sizes.keys())
        self._kept: dict[str, bytes] = {}
        self._kept_bytes = 0

    def __getitem__(self, path: str) -> FileEntry:
        if path not in self._known:
            size = self._sizes[path]
            data = self._disk.read(path)
            if isinstance(data, SkipReason):
                # It will not be read either; the name only has to be nobody else's.
                name = blob_name(f"{path}\0{self._disk.state(path)}".encode("utf-8", "surrogateescape"))
                return FileEntry(path, BlobId(f"unread-{name}"), size)
            self._known[path] = FileEntry(path, self._disk.name(data), len(data))
            if self._kept_bytes + len(data) <= KEPT_BYTES:
                self._kept[path] = data
                self._kept_bytes += len(data)
        return self._known[path]

    def __iter__(self) -> Iterator[str]:
        return iter(self._order)

    def __len__(self) -> int:
        return len(self._order)

    def __contains__(self, path: object) -> bool:
        return path in self._known or path in self._sizes

    def bytes_of(self, path: str) -> bytes | SkipReason:
        """The content that the entry names; UNREADABLE when the file is another by now."""
        entry = self[path]
        data = self._kept.pop(path, None)
        if data is not None:
            self._kept_bytes -= len(data)
            return data
        found = self._disk.read(path)
        if isinstance(found, SkipReason) or self._disk.name(found) == entry.blob:
            return found
        return SkipReason.UNREADABLE
