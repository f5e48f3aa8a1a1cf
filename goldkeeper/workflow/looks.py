"""Which questions a judge had before them, both sides of them, so that a yes to many can ask for it.

They are kept in the database with their time, for a restart and for whoever shows the same queue from another process.
A look counts for some days: what was looked at weeks ago is fresh in nobody's mind, and to look again costs a key.
What can't be written at once, because somebody else is writing, is held here and written with the next look: nobody
waits for it who only wants to read.
"""

import threading
from collections import defaultdict
from collections.abc import Mapping
from datetime import datetime, timedelta

from goldkeeper.ports import Clock, LookBook

COUNTS = timedelta(days=4)  # begun before a weekend, ended after it
FRESH = COUNTS / 4  # a look that is no older is not written again: a page is loaded many times
MOST_KEPT = 200_000  # looks; a face that stays open for months forgets, and asks the book

UNSEEN = "taken unseen"  # opens the note in the log of a question that nobody looked at


class Looks:
    """Safe to be used by several threads."""

    def __init__(self, clock: Clock, book: LookBook | None = None) -> None:
        """Begin with what the book has.

        Args:
            clock: now, in UTC.
            book: keeps them; without it they are known here alone.
        """
        self._clock, self._book = clock, book
        self._here: dict[str, dict[int, tuple[str, datetime]]] = defaultdict(dict)
        self._owed: dict[str, dict[int, str]] = defaultdict(dict)
        self._lock = threading.Lock()

    def note(self, judge: str, number: int, key: str) -> None:
        """A judge has both sides of a question before them; of nobody nothing is kept."""
        if not judge:
            return
        now = self._clock()
        with self._lock:
            known = self._here[judge].get(number)
            if known is not None and known[0] == key and now - known[1] < FRESH:
                return  # it is kept, and fresh enough
            if sum(map(len, self._here.values())) >= MOST_KEPT:
                self._here.clear()
            self._here[judge][number] = (key, now)
            if self._book is None:
                return
            self._owed[judge][number] = key
            owed = dict(self._owed[judge])
        if self._book.keep(judge, owed, now=now):
            with self._lock:
                for one, its_key in owed.items():
                    if self._owed[judge].get(one) == its_key:
                        del self._owed[judge][one]

    def of(self, judge: str) -> Mapping[int, str]:
        """What a judge had before them, as far as it still counts: number → key of the question as they saw it."""
        since = self._clock() - COUNTS
        kept = dict(self._book.seen(judge, since=since)) if self._book is not None else {}
        with self._lock:
            here = self._here.get(judge, {})
            return {**kept, **{number: key for number, (key, at) in here.items() if at >= since}}

    def has(self, judge: str, number: int, key: str) -> bool:
        """Whether they had one, as the question is now."""
        return self.of(judge).get(number) == key
