"""Writing a file whole or not at all, so that no crash leaves half of one.

The new bytes go to a temporary file in the same folder, reach the disk, and then take the name in
one step. A reader sees the old file or the new one. Watchers see one rename, and can tell the
temporary file by its name.
"""

import contextlib
import os
import secrets
import stat
from collections.abc import Callable
from pathlib import Path

from goldkeeper.model.errors import FileUnreadable

TEMPORARY_PREFIX = ".goldkeeper-"
TEMPORARY_SUFFIX = ".tmp"


def read_regular(path: Path, name: str, remedy: str) -> bytes:
    """The bytes of a regular file; a pipe or device of that name would be waited for without end.

    Args:
        path: what to read.
        name: how the user named it.
        remedy: what to do where it can't be read.

    Raises:
        FileNotFoundError: there is none.
        FileUnreadable: it is no regular file, or the system refuses.
    """
    try:
        # Opened without waiting first: between a look at the name and the reading it could change.
        descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    except FileNotFoundError:
        raise
    except OSError as problem:
        raise FileUnreadable(name, f"can't be read ({_words(problem)})", remedy) from None
    try:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise FileUnreadable(name, "no regular file", remedy)
        with open(descriptor, "rb", closefd=False) as file:
            return file.read()
    except OSError as problem:
        raise FileUnreadable(name, f"can't be read ({_words(problem)})", remedy) from None
    finally:
        os.close(descriptor)


def write_whole(path: Path, data: bytes, *, check: Callable[[Path], None] | None = None) -> None:
    """Replace a file's bytes, or make the file; mode and owner of an old one are kept.

    A symbolic link stays one: the file it leads to is replaced, in its own folder.

    Args:
        path: what to write.
        data: all of it.
        check: called with the real path when the new bytes are on disk, just before they take the
            name; what it raises leaves the old file as it is.

    Raises:
        FileUnreadable: a folder, device or dangling link bears the name, the file is read-only, or
            the system refuses.
    """
    try:
        real, old = _real_file(path)
        _replace(real, old, data, check)
    except OSError as problem:
        raise FileUnreadable(str(path), f"can't be written ({_words(problem)})", "mend that and run it again") from None


def _real_file(path: Path) -> tuple[Path, os.stat_result | None]:
    try:
        real = path.resolve(strict=True)
    except FileNotFoundError:
        if path.is_symlink():
            raise FileUnreadable(str(path), "a link that leads nowhere", "mend or remove the link") from None
        return path.parent.resolve() / path.name, None
    except RuntimeError:  # pathlib before 3.13 says so of a link that leads to itself
        raise FileUnreadable(str(path), "a link that leads to itself", "remove the link") from None
    old = real.stat()
    if not stat.S_ISREG(old.st_mode):
        raise FileUnreadable(str(path), "no regular file", "name a file")
    if not os.access(real, os.W_OK):
        raise FileUnreadable(str(path), "the file is read-only", "make it writable first")
    return real, old


def _replace(real: Path, old: os.stat_result | None, data: bytes, check: Callable[[Path], None] | None) -> None:
    temporary = real.with_name(f"{TEMPORARY_PREFIX}{secrets.token_hex(8)}{TEMPORARY_SUFFIX}")
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
    descriptor = os.open(temporary, flags, 0o666)  # the umask has its say, as for any new file
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            if old is not None:
                _keep_mode_and_owner(temporary, old)
            os.fsync(file.fileno())
        if check is not None:
            check(real)
        temporary.replace(real)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    _sync_folder(real.parent)


def _keep_mode_and_owner(path: Path, old: os.stat_result) -> None:
    new = path.stat()
    if hasattr(os, "chown") and (new.st_uid, new.st_gid) != (old.st_uid, old.st_gid):
        with contextlib.suppress(PermissionError):  # only root may give files away
            os.chown(path, old.st_uid, old.st_gid)
    path.chmod(stat.S_IMODE(old.st_mode))


def _sync_folder(folder: Path) -> None:
    # The rename itself reaches the disk with the folder. Windows can't open one, some network file
    # systems can't sync one; the file is whole there all the same.
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def _words(problem: OSError) -> str:
    return (problem.strerror or str(problem)).lower()
