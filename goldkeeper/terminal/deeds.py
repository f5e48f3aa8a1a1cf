"""What a judge does, carried out and told as a sentence; the last deeds can be taken back one by one."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from goldkeeper.adjudication.cards import Member
from goldkeeper.model.reviews import Answer, ReviewItem
from goldkeeper.reporting.review_words import fates, spoken
from goldkeeper.reporting.wording import count
from goldkeeper.workflow.answering import Shown
from goldkeeper.workflow.desk import ReviewDesk
from goldkeeper.workflow.wishes import NO_WISH, Outcome, Wish

_DONE = {
    Answer.ACCEPT: "accepted",
    Answer.AMEND: "amended",
    Answer.REJECT: "rejected",
    Answer.RETIRE: "taken out of the gold set",
    Answer.DEFER: "put off",
    Answer.UNSURE: "left to others",
}
MOST_TOLD = 3  # problems; the rest is counted


@dataclass(frozen=True, slots=True)
class Told:
    """What came of a deed.

    Attributes:
        complete: nothing was left out.
        answered: numbers of the items that it changed.
    """

    sentence: str
    complete: bool = True
    answered: tuple[int, ...] = ()


@dataclass
class Hand:
    """A judge at a desk.

    Attributes:
        since: when they sat down; all that they said since can be taken back at once.
    """

    desk: ReviewDesk
    judge: str
    since: datetime
    _done: list[tuple[int, ...]] = field(default_factory=list)

    def looked(self, members: Iterable[Member]) -> set[int]:
        """Numbers of those that they had both sides of before them, as the question is now."""
        looks = self.desk.looks.of(self.judge)
        return {member.number for member in members if looks.get(member.number) == member.key}

    def answer(self, answer: Answer, shown: Sequence[Shown], wish: Wish = NO_WISH) -> Told:
        """Answer what was shown."""
        outcome = self.desk.answer(answer, shown, self.judge, wish)
        if outcome.answered:
            self._done.append(tuple(item.number for item in outcome.answered))
        return told(outcome, answer)

    def undo_last(self) -> Told:
        """Take the last deed back that was not taken back yet."""
        if not self._done:
            return Told("nothing to take back; U takes back a group, Ctrl+U all that you said", complete=False)
        return self.undo(self._done.pop())

    def undo(self, numbers: Sequence[int]) -> Told:
        """Take answers back."""
        return told(self.desk.undo(numbers, self.judge), None)

    def undo_group(self, group: str) -> Told:
        """Take back all answers of a group."""
        return told(self.desk.undo_group(group, self.judge), None)

    def undo_session(self) -> Told:
        """Take back all that was said since sitting down."""
        self._done.clear()
        return told(self.desk.undo_session(self.judge, self.since), None)

    def note(self, number: int, text: str) -> Told:
        """Write something beside an item."""
        self.desk.note(number, text, self.judge)
        return Told(f"item {number}: noted")

    def news(self, since: datetime) -> str:
        """What others decided since a moment; empty when nothing."""
        items = self.desk.news(self.judge, since)
        if not items:
            return ""
        newest = items[0]
        who = newest.decision.judge if newest.decision is not None else ""
        if len(items) == 1:
            return f"{who} answered {newest.number}: {_fate(newest)}"
        return f"{who} and others answered {count(len(items), 'item')}, the newest {newest.number}"


def told(outcome: Outcome, answer: Answer | None) -> Told:
    """An outcome as a sentence; `answer` is None when answers were taken back."""
    numbers = tuple(item.number for item in outcome.answered)
    problems = [str(one.problem) for one in outcome.skipped]
    parts = []
    if len(outcome.answered) == 1:
        parts.append(spoken(outcome.answered[0], undone=answer is None))
    elif outcome.answered:
        done = _DONE[answer] if answer is not None else "taken back"
        parts.append(f"{len(outcome.answered):,} {done}")
    if problems:
        more = [f"and {len(problems) - MOST_TOLD} more left out"] if len(problems) > MOST_TOLD else []
        parts += [*problems[:MOST_TOLD], *more]
    return Told("; ".join(parts) or "nothing to do", not problems, numbers)


def _fate(item: ReviewItem) -> str:
    return " + ".join(fates(item, item.decision)) if item.decision is not None else ""
