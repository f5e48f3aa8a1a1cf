"""The key that signs the sessions of the pages, a file that only its owner can read."""

import os
import secrets
from contextlib import suppress
from pathlib import Path

from goldkeeper.model.errors import FileUnreadable

KEY_BYTES = 32


def session_key(file: Path) -> bytes:
    """The key; made when there is none yet. Of two processes that make it at once, one does, and both use it.

    Raises:
        FileUnreadable: it can't be read or written, or is none of ours.
    """
    try:
        if not file.exists():
            _make(file)
        key = file.read_bytes()
    except OSError as problem:
        raise FileUnreadable(str(file), problem.strerror or "can't be read", "make it readable, or remove it") from None
    if len(key) != KEY_BYTES:
        raise FileUnreadable(str(file), "is no session key", "remove it; everybody then enters anew")
    return key


def _make(file: Path) -> None:
    """Under another name first: nobody reads half a key."""
    new = file.with_name(f"{file.name}.{secrets.token_hex(8)}")
    with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as handle:
        handle.write(secrets.token_bytes(KEY_BYTES))
    try:
        with suppress(FileExistsError):
            os.link(new, file)
    finally:
        new.unlink()
