"""Telling people: what happened is collected, put into one message, sent, and remembered.

Memory is written before anything is sent: a process that dies while sending sends again, and one
that comes back does not tell twice what arrived. Nothing here raises: a message that can't be sent
is a line in the log and another try later, and never stops a scan.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from threading import Lock

from goldkeeper.model.happenings import Happening
from goldkeeper.model.reviews import ReviewItem
from goldkeeper.model.telling import Digest, Manners, Memory, Message, Unsent
from goldkeeper.ports import Clock, MemoryStore, Notifier, Writer
from goldkeeper.reporting.digest import drift_news
from goldkeeper.reporting.wording import duration
from goldkeeper.workflow.news import heard_of, new_questions, taken_in

FIRST_RETRY = timedelta(minutes=1)
LONGEST_RETRY = timedelta(hours=1)
GIVEN_UP = timedelta(days=3)  # what nobody could be told for so long, the next message says as well
MOST_UNSENT = 20  # messages kept for receivers that are away

Complain = Callable[[str], None]  # one sentence for the log, without secrets


class Teller:
    """Tells the people of one project; may be called from several threads."""

    def __init__(
        self,
        *,
        project: str,
        gold: str,
        manners: Manners,
        memory: MemoryStore,
        notifier: Notifier,
        write: Writer,
        open_questions: Callable[[], Sequence[ReviewItem]],
        clock: Clock,
        complain: Complain,
    ) -> None:
        """Bind it to a project.

        Args:
            project: how people call it.
            gold: the gold file as configured.
            manners: when to speak, and of what.
            memory: what was told.
            notifier: who is told.
            write: puts a digest into words.
            open_questions: what the queue asks now.
            clock: now.
            complain: takes what people should read in the log.
        """
        self._project, self._gold, self._manners = project, gold, manners
        self._store, self._notifier, self._write = memory, notifier, write
        self._open_questions, self._clock, self._complain = open_questions, clock, complain
        self._lock = Lock()
        self._said: dict[str, str] = {}

    def tell(self, happening: Happening) -> None:
        """Take note of what happened, and speak if it is time."""
        with self._lock:
            self._attempt("noting", lambda: self._take_in(happening))
            self._attempt("telling", self._speak)

    def flush(self) -> None:
        """Speak if it is time: quiet hours end, gaps pass, receivers come back. Cheap when there is nothing."""
        with self._lock:
            self._attempt("telling", self._speak)

    def next_turn(self) -> datetime | None:
        """When `flush` will have something to do; None when nothing is left to tell."""
        with self._lock:
            try:
                memory, now = self._store.read(), self._clock()
            except Exception:  # noqa: BLE001 - asked for a timer; speaking says what is wrong
                return None
            turns = [one.due for one in memory.unsent]
            turns += [max(one.ripe, self._manners.may_speak_at(memory, now)) for one in memory.pending]
            turns += [self._manners.may_speak_at(memory, now)] if memory.look else []
            return min(turns, default=None)

    def _attempt(self, name: str, step: Callable[[], None]) -> None:
        """Try something; a problem that lasts is complained of once."""
        try:
            step()
        except Exception as problem:  # noqa: BLE001 - whatever it is, scans go on
            said = f"{name} what people should hear failed: {str(problem) or type(problem).__name__}"
            if self._said.get(name) != said:
                self._complain(said)
            self._said[name] = said
        else:
            self._said.pop(name, None)

    def _take_in(self, happening: Happening) -> None:
        memory = self._store.read()
        after = taken_in(memory, happening, self._manners.kinds)
        if after != memory:
            self._store.write(after)

    def _speak(self) -> None:
        memory, now = self._store.read(), self._clock()
        ripe = tuple(news for news in memory.pending if news.ripe <= now)
        if (ripe or memory.look) and self._manners.may_speak_at(memory, now) <= now:
            memory = self._compose(memory, now)
        self._deliver(memory, now)

    def _compose(self, memory: Memory, now: datetime) -> Memory:
        """Put all there is to tell into one message for each receiver."""
        ripe = tuple(sorted((n for n in memory.pending if n.ripe <= now), key=lambda n: (n.at, n.key)))
        open_items = self._open_questions() if memory.look else ()
        new = new_questions(open_items, memory.questions)
        drift = drift_news(new, waiting=len(open_items))
        after = heard_of(memory, open_items, ripe, now)
        if drift is None and not ripe:
            after = replace(after, spoke=memory.spoke)  # nothing was said
        else:
            message = self._write(Digest(self._project, self._gold, now, drift, ripe))
            unsent = [Unsent(target, message, now, 0, now) for target in sorted(self._notifier.targets)]
            after = replace(after, unsent=(*memory.unsent, *unsent)[-MOST_UNSENT:])
        self._store.write(after)
        return after

    def _deliver(self, memory: Memory, now: datetime) -> None:
        quiet = self._manners.quiet
        if quiet is not None and quiet.covers(now):
            return
        for one in memory.unsent:
            if one.due > now:
                continue
            left = self._sent(one, now)
            unsent = [left if other is one else other for other in memory.unsent]
            memory = replace(memory, unsent=tuple(other for other in unsent if other is not None))
            self._store.write(memory)

    def _sent(self, one: Unsent, now: datetime) -> Unsent | None:
        """Try to send; None when it is settled."""
        name = self._notifier.targets.get(one.target)
        if name is None:  # no receiver any more
            return None
        problem = self._notifier.send(one.target, one.message)
        if not problem:
            if one.tries:
                self._complain(f"{name} was told after {one.tries} failed tries: {one.message.title}")
            return None
        if now - one.made >= GIVEN_UP:
            self._complain(f"{name} could not be told for {GIVEN_UP.days} days, given up: {problem}")
            return None
        wait = min(FIRST_RETRY * 2**one.tries, LONGEST_RETRY)
        if one.tries == 0:
            again = duration(wait.total_seconds())
            self._complain(f"{name} could not be told and is tried again in {again}, then ever more rarely: {problem}")
        return replace(one, tries=one.tries + 1, due=now + wait)


def rehearse(notifier: Notifier, message: Message) -> dict[str, str]:
    """Send a message to everybody at once; receiver → why not, empty for those who got it."""
    return {name: notifier.send(target, message) for target, name in sorted(notifier.targets.items())}
