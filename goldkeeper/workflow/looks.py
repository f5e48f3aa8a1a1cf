"""Which questions a judge had before them, both sides of them, since the face was opened.

Kept in memory: what was looked at last week is not fresh in anybody's mind, and to look again costs a key.
"""

import threading

MOST_KEPT = 200_000  # looks; a face that stays open for months forgets, and asks for a look once more

UNSEEN = "taken unseen"  # opens the note in the log of an odd question that nobody looked at


class Looks:
    """Safe to be used by several threads."""

    def __init__(self) -> None:
        self._seen: set[tuple[str, int, str]] = set()
        self._lock = threading.Lock()

    def note(self, judge: str, number: int, key: str) -> None:
        """A judge has both sides of a question before them."""
        with self._lock:
            if len(self._seen) >= MOST_KEPT:
                self._seen.clear()
            self._seen.add((judge, number, key))

    def has(self, judge: str, number: int, key: str) -> bool:
        """Whether they had, as the question is now."""
        with self._lock:
            return (judge, number, key) in self._seen
