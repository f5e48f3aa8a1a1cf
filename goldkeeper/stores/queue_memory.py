"""Items of the queue as they were last read, read again only where something happened to them.

Two thousand questions are read for every page, and between two pages one of them changes. Whatever happens to an
item is told in `events`, so the newest event says whether to read anything, and the events since then say what.

With SQLite, which writes one transaction after the other, that is all. PostgreSQL may show an event after a newer one,
so there events are counted too: as none is ever removed, a newest one and a number that are the same mean the same
events, and where there are more than those that are newer, one came late. Then the marks of all items are read and
held against those that are known.
"""

import threading
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.engine import Connection, Row

from goldkeeper.model.proposals import RemapProposal
from goldkeeper.model.reviews import Decision, ItemState, ReviewItem
from goldkeeper.stores.codec import decode_proposal
from goldkeeper.stores.opinions import said_of_open
from goldkeeper.stores.queue_rows import to_item
from goldkeeper.stores.tables.queue import events, items

_WITHOUT_PAYLOAD = [column for column in items.c if column.name != "payload"]
# What changes of an item; the number first. Reading these alone takes a tenth of reading whole rows.
_MARKS = (items.c.number, items.c.state, items.c.group_number, items.c.payload_digest, items.c.decision)
_KEPT = 4_096  # items and decoded proposals; about 10 KB each
_CHUNK_ROWS = 500  # numbers in one IN list; SQLite takes 999 in its older builds

Mark = tuple[Any, ...]


class _Until(NamedTuple):
    """All events up to a moment; later ones compare as greater.

    Attributes:
        newest: the highest number; 0 where there is none.
        number: how many, where a late one may bear a lower number; else 0.
    """

    newest: int
    number: int


@dataclass(frozen=True, slots=True)
class _Seen:
    """All items at one moment.

    Attributes:
        until: the events of that moment.
        held: items with their marks, by number and in that order.
        by_states: answers given before; only added to.
    """

    until: _Until
    held: Mapping[int, tuple[Mark, ReviewItem]]
    by_states: dict[frozenset[ItemState], tuple[ReviewItem, ...]] = field(default_factory=dict)

    def of(self, states: frozenset[ItemState]) -> tuple[ReviewItem, ...]:
        found = self.by_states.get(states)
        if found is None:
            found = self.by_states[states] = tuple(item for _, item in self.held.values() if item.state in states)
        return found


class QueueMemory:
    """What was read of one gold set's items; for several threads."""

    def __init__(self, scope: str) -> None:
        """Begin with nothing.

        Args:
            scope: the gold set's name.
        """
        self._scope = scope
        self._reads = threading.Lock()
        self._seen: _Seen | None = None  # never changed in place: another thread may be reading it
        self._opinions: tuple[_Until, Mapping[int, tuple[Decision, ...]]] | None = None
        self._proposals: dict[str, RemapProposal] = {}  # by digest: a page is asked for again and again

    def items(self, connection: Connection, states: Iterable[ItemState]) -> tuple[ReviewItem, ...]:
        """Items by number, of the given states; the very same tuple as long as nothing happened.

        Args:
            connection: at the beginning of a transaction that reads.
            states: those wanted.
        """
        wanted = frozenset(states)
        until = self._until(connection)
        seen = self._seen
        if seen is not None and seen.until == until:
            return seen.of(wanted)
        with self._reads:  # of many who ask at once one reads, and the others find what it read
            seen = self._seen
            if seen is None or seen.until < until:
                seen = self._read_on(connection, seen, until)
                self._seen = seen if len(seen.held) <= _KEPT else None
            return seen.of(wanted)

    def known(self, number: int) -> ReviewItem | None:
        """An item as it was when it was last read; None where it was not."""
        seen = self._seen
        return seen.held[number][1] if seen is not None and number in seen.held else None

    def opinions(self, connection: Connection) -> Mapping[int, tuple[Decision, ...]]:
        """What was said of items that are still open; see `ReviewQueue.opinions`."""
        until, kept = self._until(connection), self._opinions
        if kept is None or kept[0] != until:
            kept = self._opinions = (until, said_of_open(connection, self._scope))
        return kept[1]

    def to_item(self, row: Row[Any]) -> ReviewItem:
        """A whole row as an item."""
        return to_item(row, self._proposals.get(row.payload_digest) or decode_proposal(row.payload))

    def newest_event(self, connection: Connection) -> int:
        """Grows with everything that happens; where a late event may bear a lower number, their count does too."""
        return sum(self._until(connection))

    def _until(self, connection: Connection) -> _Until:
        if connection.dialect.name == "sqlite":
            newest = connection.execute(sa.select(sa.func.max(events.c.id))).scalar()  # of any gold set: no scan
            return _Until(newest or 0, 0)
        mine = sa.select(sa.func.max(events.c.id), sa.func.count()).where(events.c.scope == self._scope)
        newest, number = connection.execute(mine).one()
        return _Until(newest or 0, number)

    def _changed_since(self, connection: Connection, until: _Until) -> tuple[_Until | None, list[int]]:
        """The items that later events tell of, and until when; None where an event came late, so that more changed."""
        since = sa.select(events.c.item).where(events.c.scope == self._scope, events.c.id > until.newest)
        if connection.dialect.name == "sqlite":
            newer = connection.execute(since.add_columns(events.c.id)).all()
            return _Until(max((row.id for row in newer), default=until.newest), 0), sorted({row.item for row in newer})
        # One statement sees one moment; what is read of the items after it can only be newer, and is read again then.
        counted = sa.select(sa.func.count()).where(events.c.scope == self._scope).scalar_subquery()
        newer = connection.execute(since.add_columns(events.c.id, counted.label("number"))).all()
        if not newer or newer[0].number != until.number + len(newer):
            return None, []
        return _Until(max(row.id for row in newer), newer[0].number), sorted({row.item for row in newer})

    def _read_on(self, connection: Connection, seen: _Seen | None, until: _Until) -> _Seen:
        """Everything as it is now, from what was seen and what changed since."""
        later, changed = self._changed_since(connection, seen.until) if seen is not None else (None, [])
        if seen is not None and later is not None:
            until = max(until, later)
            if not changed:
                return _Seen(until, seen.held, seen.by_states)
            held = {**seen.held, **self._read(connection, changed)}
        else:
            known = seen.held if seen is not None else {}
            query = sa.select(*_MARKS).where(items.c.scope == self._scope)
            marks = [tuple(row) for row in connection.execute(query)]
            unread = [mark[0] for mark in marks if mark[0] not in known or known[mark[0]][0] != mark]
            if not unread and seen is not None:
                return _Seen(until, seen.held, seen.by_states)
            held = {**known, **self._read(connection, unread)}
        return _Seen(until, dict(sorted(held.items())))

    def _read(self, connection: Connection, numbers: Sequence[int]) -> dict[int, tuple[Mark, ReviewItem]]:
        """Items with the marks by which it is seen that they changed, by number."""
        query = sa.select(*_WITHOUT_PAYLOAD).where(items.c.scope == self._scope)
        found: dict[int, tuple[Mark, ReviewItem]] = {}
        for at in range(0, len(numbers), _CHUNK_ROWS):
            rows = connection.execute(query.where(items.c.number.in_(numbers[at : at + _CHUNK_ROWS]))).all()
            proposals = self._proposals_of(connection, rows)
            for row in rows:
                mark = tuple(getattr(row, column.name) for column in _MARKS)
                found[row.number] = (mark, to_item(row, proposals[row.payload_digest]))
        return found

    def _proposals_of(self, connection: Connection, rows: Sequence[Row[Any]]) -> Mapping[str, RemapProposal]:
        """The rows' proposals by digest, decoded once: a face that stays open asks for them again and again."""
        known, digests = self._proposals, {row.number: row.payload_digest for row in rows}
        found = {digest: known[digest] for digest in set(digests.values()) if digest in known}
        unread = sorted(number for number, digest in digests.items() if digest not in found)
        query = sa.select(items.c.number, items.c.payload).where(items.c.scope == self._scope)
        for at in range(0, len(unread), _CHUNK_ROWS):
            for row in connection.execute(query.where(items.c.number.in_(unread[at : at + _CHUNK_ROWS]))):
                found[digests[row.number]] = decode_proposal(row.payload)
        if unread:  # never changed in place
            self._proposals = found if len(known) > _KEPT else {**known, **found}
        return found
