"""What is worked out once and shown until something changes."""

from collections import defaultdict
from collections.abc import Callable, Hashable
from pathlib import Path
from threading import Lock
from typing import TypeVar

Found = TypeVar("Found")


class Kept:
    """One value a name, each with what it was made from; of several threads that ask, one makes it."""

    def __init__(self) -> None:
        """Begin empty."""
        self._held: dict[str, tuple[Hashable, object]] = {}
        self._making: defaultdict[str, Lock] = defaultdict(Lock)

    def of(self, name: str, seen: Hashable, make: Callable[[], Found]) -> Found:
        """A value, made anew where `seen` differs from what it was made from.

        Args:
            name: of the value; always of one type.
            seen: what it is made from, or a stamp of that.
            make: makes it.
        """
        held = self._held.get(name)
        if held is None or held[0] != seen:
            with self._making[name]:
                held = self._held.get(name)
                if held is None or held[0] != seen:
                    held = self._held[name] = (seen, make())
        return held[1]  # type: ignore[return-value]  # a name's values are of one type


def stamp_of(file: Path) -> str:
    """Changes when a file is written."""
    try:
        told = file.stat()
    except OSError:
        return "none"
    return f"{told.st_mtime_ns}-{told.st_size}-{told.st_ino}"
