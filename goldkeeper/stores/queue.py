"""The review queue in a database: questions of one gold set, their answers, and what happened to them.

Every change of an item's state is one UPDATE whose WHERE names the states it may leave. Of two
reviewers who answer at the same moment one changes a row and the other changes none, whatever the
database and however many processes; the second is told who was first.
"""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection, Row

from goldkeeper.adjudication.verdicts import settle
from goldkeeper.model.errors import UnknownItem
from goldkeeper.model.proposals import RemapProposal
from goldkeeper.model.reviews import (
    OPEN_STATES,
    POLICY,
    UNSETTLED_STATES,
    Answer,
    Decision,
    ItemState,
    LogLine,
    ReviewItem,
)
from goldkeeper.ports import QueueChange
from goldkeeper.stores.codec import encode_decision, encode_proposal
from goldkeeper.stores.database import Database
from goldkeeper.stores.intake import KnownItem, plan_intake
from goldkeeper.stores.opinions import give, withdraw
from goldkeeper.stores.queue_memory import QueueMemory
from goldkeeper.stores.queue_rows import digest_of, new_row, not_open, refused, storable
from goldkeeper.stores.queue_writing import DECIDE, QueueWriter
from goldkeeper.stores.tables.queue import events, groups, items, scopes

_CHUNK_ROWS = 500  # numbers in one IN list; SQLite takes 999 in its older builds


class DatabaseQueue:
    """`ports.ReviewQueue` for one gold set; many share a database, each with its own numbers."""

    def __init__(self, database: Database, scope: str, *, judges: int = 1) -> None:
        """Open the questions of one gold set.

        Args:
            database: open, and closed by whoever opened it.
            scope: the gold set's name.
            judges: how many have to give the same answer before it stands.
        """
        self._database, self._scope, self.judges = database, storable(scope), judges
        self._writer = QueueWriter(database, self._scope)
        self._memory = QueueMemory(self._scope)

    def add(self, proposals: Sequence[RemapProposal], *, scan: str, now: datetime) -> QueueChange:
        """Take in a scan's proposals; see `intake.py` for the rules. All of it happens, or nothing."""
        return self._take_in(proposals, who=f"scan {scan}", now=now, beside=False)

    def ask_beside(self, proposals: Sequence[RemapProposal], *, who: str, now: datetime) -> QueueChange:
        """Ask what no scan asks, and leave all else as it is; a chunk that is asked about already is held."""
        return self._take_in(proposals, who=who, now=now, beside=True)

    def _take_in(self, proposals: Sequence[RemapProposal], *, who: str, now: datetime, beside: bool) -> QueueChange:
        named = [(digest_of(str(proposal.chunk_id)), proposal) for proposal in proposals]
        with self._database.writing() as connection:
            last_item, last_group = self._lock_scope(connection)
            intake = plan_intake(self._known(connection), named, beside=beside)
            told: list[tuple[int, str, str]] = []
            for item, reason in intake.close:
                self._move(connection, item.number, {item.state}, state=ItemState.SUPERSEDED)
                told.append((item.number, "superseded", reason))
            for item in intake.reinstate:
                self._move(connection, item.number, {ItemState.SUPERSEDED}, state=ItemState.DECIDED)
                told.append((item.number, "reinstated", "the question is the one that was answered before"))
            numbers, last_group = self._group_numbers(connection, proposals, last_group)
            reworded = self._refresh(connection, intake.refresh, numbers)
            told += [(number, "reworded", "the same question, in the words of a newer scan") for number in reworded]
            rows = [
                {"scope": self._scope, **new_row(number, proposal, before, group=numbers[proposal.cause.key], now=now)}
                for number, (proposal, before) in enumerate(intake.ask, last_item + 1)
            ]
            if rows:
                connection.execute(items.insert(), rows)
            told += [(row["number"], "asked", p.cause.sentence) for row, (p, _) in zip(rows, intake.ask, strict=True)]
            self._writer.tell(connection, told, who=who, now=now)
            mine = scopes.update().where(scopes.c.name == self._scope)
            connection.execute(mine.values(last_item=last_item + len(rows), last_group=last_group))
        return QueueChange(
            added=tuple(row["number"] for row in rows),
            unchanged=tuple(sorted(item.number for item, _ in intake.refresh)),
            superseded=tuple(sorted(item.number for item, _ in intake.close)),
            held=intake.held,
        )

    def items(self, states: Iterable[ItemState] | None = None) -> tuple[ReviewItem, ...]:
        """Items by number, of the given states or of all."""
        with self._database.reading() as connection:
            return self._memory.items(connection, ItemState if states is None else states)

    def item(self, number: int) -> ReviewItem:
        """One item; raises UnknownItem."""
        with self._database.reading() as connection:
            return self._memory.to_item(self._row(connection, number))

    def opinions(self) -> Mapping[int, tuple[Decision, ...]]:
        """What was said of items that are still open, by item and in the order it was said."""
        with self._database.reading() as connection:
            return self._memory.opinions(connection)

    def note(self, number: int, text: str, *, who: str, now: datetime) -> None:
        """Write something beside an item; raises UnknownItem."""
        with self._database.writing() as connection:
            self._row(connection, number)
            self._writer.tell(connection, [(number, "note", text)], who=who, now=now)

    def together(self) -> AbstractContextManager[None]:
        """Within it this thread's answers share one transaction: a disk is waited for once, not once an answer."""
        return self._writer.together()

    def decide(self, decision: Decision, *, expected: str) -> ReviewItem:
        """Record an answer on an open item.

        With several judges it is kept, and the item waits on until as many as are wanted said the same; a rule
        that was configured needs nobody's consent.

        Args:
            decision: the answer; `item` names the question. A deferred item stays open, as does one of which
                nobody is sure.
            expected: content key of the proposal that the judge saw.

        Raises:
            UnknownItem: no such item.
            ItemNotOpen: answered, superseded or applied since, or by this very judge.
            TargetMoved: the item asks something else than the judge saw.
        """
        several = self.judges > 1 and not decision.judge.startswith(POLICY)
        is_heard = several or decision.answer is Answer.UNSURE
        with self._writer.writing(one_change=not is_heard) as connection:
            if is_heard:
                standing = self._hear(connection, decision, expected)
                if standing is None:
                    return self._memory.to_item(self._row(connection, decision.item))
                decision = standing
            state = ItemState.DEFERRED if decision.answer is Answer.DEFER else ItemState.DECIDED
            now = {
                "at_scope": self._scope,
                "at_number": decision.item,
                "at_key": expected,
                "to_state": state.value,
                "to_answer": decision.answer.value,
                "to_judge": storable(decision.judge),
                "to_decision": encode_decision(decision),
            }
            if connection.execute(DECIDE, now).rowcount != 1:
                raise refused(self._row(connection, decision.item))
            told = (decision.item, decision.answer.value, decision.reason)
            self._writer.tell(connection, [told], who=decision.judge, now=decision.at)
            known = self._memory.known(decision.item)
            if known is not None and known.proposal.content_key == expected:
                return replace(known, state=state, decision=decision)
            return self._memory.to_item(self._row(connection, decision.item))

    def _hear(self, connection: Connection, decision: Decision, expected: str) -> Decision | None:
        """One of several judges speaks; the decision that stands with that, if any does.

        Nobody is told what the others said as long as it is open, not even by the log.
        """
        row = self._row(connection, decision.item, locked=True)
        if ItemState(row.state) not in OPEN_STATES or row.content_key != expected:
            raise refused(row)
        said = give(connection, self._scope, decision, storable(decision.judge))
        standing = settle(said, judges=self.judges)
        if standing is None:
            open_word = decision.answer.value if not decision.counts else "answered"
            why = decision.reason if self.judges == 1 else ""
            self._writer.tell(connection, [(decision.item, open_word, why)], who=decision.judge, now=decision.at)
        return standing

    def undo(self, number: int, *, judge: str, now: datetime) -> ReviewItem:
        """Take an answer back; the item waits again.

        Of several judges each takes back their own; whoever was none of them takes back all.

        Raises:
            UnknownItem: no such item.
            ItemNotOpen: nothing to take back, or too late: applied or superseded.
        """
        with self._writer.writing() as connection:
            before = self._row(connection, number, locked=True)
            spoke = withdraw(connection, self._scope, number, storable(judge))
            if spoke and before.state == ItemState.WAITING.value:
                self._writer.tell(connection, [(number, "undo", "")], who=judge, now=now)
                return self._memory.to_item(before)
            changed = self._move(
                connection,
                number,
                {ItemState.DECIDED, ItemState.DEFERRED},
                state=ItemState.WAITING,
                answer=None,
                judge=None,
                decision=None,
            )
            if not changed:
                raise not_open(before)
            if not spoke:
                withdraw(connection, self._scope, number)
            self._writer.tell(connection, [(number, "undo", f"{before.answer} by {before.judge}")], who=judge, now=now)
            return self._memory.to_item(self._row(connection, number))

    def mark_applied(self, numbers: Sequence[int], *, now: datetime) -> None:
        """The decisions are in the gold file; those marked before stay as they are.

        Raises:
            UnknownItem: no such item; none is marked.
            ItemNotOpen: an item has no decision (any more); the others are marked.
        """
        amiss: list[Row[Any]] = []
        with self._database.writing() as connection:
            for number in sorted(set(numbers)):
                if self._move(connection, number, {ItemState.DECIDED}, state=ItemState.APPLIED):
                    self._writer.tell(connection, [(number, "applied", "")], who="apply", now=now)
                elif (row := self._row(connection, number)).state != ItemState.APPLIED.value:
                    amiss.append(row)
        if amiss:
            raise not_open(amiss[0])

    def supersede(self, number: int, *, expected: str, reason: str, now: datetime) -> None:
        """Close an open item that no longer fits the code; what somebody answered meanwhile stands.

        Args:
            number: the item.
            expected: content key of the proposal that was looked at.
            reason: why, for the log.
            now: in UTC.

        Raises:
            UnknownItem: no such item.
            ItemNotOpen: answered, superseded or applied since.
            TargetMoved: the item asks something else than was looked at.
        """
        with self._writer.writing() as connection:
            if not self._move(connection, number, OPEN_STATES, key=expected, state=ItemState.SUPERSEDED):
                raise refused(self._row(connection, number))
            self._writer.tell(connection, [(number, "superseded", reason)], who="goldkeeper", now=now)

    def log(self, number: int) -> tuple[LogLine, ...]:
        """Everything that happened to an item: when, who, what, why; oldest first."""
        mine = (events.c.scope == self._scope) & (events.c.item == number)
        query = sa.select(events.c.at, events.c.who, events.c.what, events.c.why).where(mine).order_by(events.c.id)
        with self._database.reading() as connection:
            self._row(connection, number)
            return tuple((at, who, what, why) for at, who, what, why in connection.execute(query))

    def ever(self, what: str) -> frozenset[int]:
        """Numbers of the items to which something of that name (`undo`, …) ever happened."""
        query = sa.select(events.c.item).where(events.c.scope == self._scope, events.c.what == what).distinct()
        with self._database.reading() as connection:
            return frozenset(connection.execute(query).scalars())

    def recent(self, most: int) -> tuple[tuple[int, *LogLine], ...]:
        """What happened last to any item: which, when, who, what, why; newest first."""
        columns = (events.c.item, events.c.at, events.c.who, events.c.what, events.c.why)
        query = sa.select(*columns).where(events.c.scope == self._scope).order_by(events.c.id.desc()).limit(most)
        with self._database.reading() as connection:
            return tuple((item, at, who, what, why) for item, at, who, what, why in connection.execute(query))

    def newest_event(self) -> int:
        """Grows with everything that happens to an item; 0 where nothing ever did."""
        with self._database.reading() as connection:
            return self._memory.newest_event(connection)

    def _lock_scope(self, connection: Connection) -> tuple[int, int]:
        """Last item and group number; whoever else adds to this gold set waits until we are done."""
        connection.execute(
            sa.text("INSERT INTO scopes (name, last_item, last_group) VALUES (:name, 0, 0) ON CONFLICT DO NOTHING"),
            {"name": self._scope},
        )
        mine = scopes.c.name == self._scope
        connection.execute(scopes.update().where(mine).values(last_item=scopes.c.last_item))
        row = connection.execute(sa.select(scopes.c.last_item, scopes.c.last_group).where(mine)).one()
        return row.last_item, row.last_group

    def _known(self, connection: Connection) -> list[KnownItem]:
        """Unsettled items, rejected ones, and the newest of each chunk; locked, so no answer slips in between."""
        newest = sa.select(sa.func.max(items.c.number)).where(items.c.scope == self._scope).group_by(items.c.chunk)
        looked_at = (
            items.c.state.in_([state.value for state in UNSETTLED_STATES])
            | (items.c.answer == Answer.REJECT.value)
            | items.c.number.in_(newest)
        )
        query = (
            sa.select(items.c.number, items.c.chunk, items.c.content_key, items.c.state, items.c.answer)
            .where(items.c.scope == self._scope, looked_at)
            .order_by(items.c.number)
            .with_for_update()
        )
        return [
            KnownItem(number, chunk, key, ItemState(state), Answer(answer) if answer is not None else None)
            for number, chunk, key, state, answer in connection.execute(query)
        ]

    def _group_numbers(
        self, connection: Connection, proposals: Sequence[RemapProposal], last_group: int
    ) -> tuple[Mapping[str, int], int]:
        """Cause key → number; new causes are numbered in the order of the scan."""
        query = sa.select(groups.c.cause, groups.c.number).where(groups.c.scope == self._scope)
        numbers = {row.cause: row.number for row in connection.execute(query)}
        rows = []
        for key in dict.fromkeys(proposal.cause.key for proposal in proposals):
            if digest_of(key) not in numbers:
                last_group += 1
                numbers[digest_of(key)] = last_group
                rows.append({"scope": self._scope, "number": last_group, "cause": digest_of(key)})
        if rows:
            connection.execute(groups.insert(), rows)
        return {proposal.cause.key: numbers[digest_of(proposal.cause.key)] for proposal in proposals}, last_group

    def _refresh(
        self, connection: Connection, kept: Sequence[tuple[KnownItem, RemapProposal]], group_numbers: Mapping[str, int]
    ) -> list[int]:
        """Put the newest wording of the same question into open items, and say into which; most scans change none."""
        query = sa.select(items.c.number, items.c.payload_digest, items.c.group_number)
        held: dict[int, tuple[str, int]] = {}
        for at in range(0, len(kept), _CHUNK_ROWS):
            some = [item.number for item, _ in kept[at : at + _CHUNK_ROWS]]
            for row in connection.execute(query.where(items.c.scope == self._scope, items.c.number.in_(some))):
                held[row.number] = (row.payload_digest, row.group_number)
        changed: list[int] = []
        for item, proposal in kept:
            payload, group = encode_proposal(proposal), group_numbers[proposal.cause.key]
            if held[item.number] != (digest_of(payload), group):
                values = {"payload": payload, "payload_digest": digest_of(payload), "group_number": group}
                self._move(connection, item.number, {item.state}, key=item.key, **values)
                changed.append(item.number)
        return changed

    def _move(
        self, connection: Connection, number: int, leaves: Iterable[ItemState], *, key: str | None = None, **values: Any
    ) -> bool:
        """Change an item if it is in one of the states it may leave; whether it was."""
        states = [state.value for state in leaves]
        query = items.update().where(items.c.scope == self._scope, items.c.number == number, items.c.state.in_(states))
        if key is not None:
            query = query.where(items.c.content_key == key)
        if isinstance(values.get("state"), ItemState):
            values["state"] = values["state"].value
        return connection.execute(query.values(**values)).rowcount == 1

    def _row(self, connection: Connection, number: int, *, locked: bool = False) -> Row[Any]:
        query = sa.select(items).where(items.c.scope == self._scope, items.c.number == number)
        row = connection.execute(query.with_for_update() if locked else query).one_or_none()
        if row is None:
            raise UnknownItem("item", str(number))
        return row
