"""Answering what was shown: what of it is decided, and what stays behind with the reason.

An answer names what was shown, item by item with its key. What asks something else by then, was answered by
somebody else, or whose target moved, is not decided and comes back with the reason; the rest is. Of many, what is
graver than a yes in passing, or unlike its group, stays behind until the judge has looked at it.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import assert_never

from goldkeeper.adjudication.cards import Card, why_aside
from goldkeeper.model.errors import BadRequest, ItemNotOpen, NotLookedAt, ShownOtherwise, TargetMoved
from goldkeeper.model.known_answers import KnownKind
from goldkeeper.model.proposals import Action
from goldkeeper.model.reviews import OPEN_STATES, Answer, Decision, ReviewItem
from goldkeeper.workflow import review
from goldkeeper.workflow.knowing import Catcher
from goldkeeper.workflow.looks import UNSEEN, Looks
from goldkeeper.workflow.seen_queue import SeenQueue
from goldkeeper.workflow.selection import numbered
from goldkeeper.workflow.surroundings import Surroundings, sitting_of
from goldkeeper.workflow.wishes import Outcome, Sitting, Skipped, Wish

CHANGES_GOLD = frozenset({Answer.ACCEPT, Answer.AMEND, Answer.RETIRE})


@dataclass(frozen=True, slots=True)
class Shown:
    """A question as a judge saw it: its number and its page's, or its card member's, key."""

    number: int
    key: str


class Answering:
    """One gold set's questions, as far as they are answered."""

    def __init__(self, world: Surroundings, looks: Looks, cards: Callable[[str], Sequence[Card]]) -> None:
        """Of what a desk has.

        Args:
            world: what it is about.
            looks: which questions judges had before them.
            cards: judge → the cards that they see; asked only where many are answered at once.
        """
        self._world, self._looks, self._cards = world, looks, cards

    def answer(self, answer: Answer, shown: Sequence[Shown], judge: str, wish: Wish, *, singly: bool | None) -> Outcome:
        """Answer what was shown.

        A single question is answered as one that was looked at: a removal or a changed behaviour needs no more
        words. Of many, ties are left out, and so is what this judge had not before them and is a removal, changed its
        behaviour, or is unlike the rest of its group, unless the wish says otherwise.

        Args:
            answer: to all of it.
            shown: the questions, as they were shown.
            judge: who answers.
            wish: what they say beyond yes or no.
            singly: whether one question was named by itself; None where one is all that was shown.

        Returns:
            What was answered, and what was not with the reason; with several judges, an answer that waits for
            another's leaves its item waiting.

        Raises:
            BadRequest: nothing was shown, or the wish doesn't fit the answer.
        """
        if not shown:
            raise BadRequest("review", "no item is named", "name what was shown")
        self._world.look_anew()
        alone = len(shown) == 1 if singly is None else singly
        keys = {one.number: one.key for one in shown}
        known = self._known(keys, judge)
        items = [known.get(item.number, (None, None, item))[2] for item in numbered(self._world.queue, keys)]
        outdated = [
            Skipped(item, ShownOtherwise(item.number, item.state.value))
            for item in items
            if item.state in OPEN_STATES and item.proposal.content_key != keys[item.number]
        ]
        moved = {one.item.number for one in outdated}
        fresh = [item for item in items if item.number not in moved]
        looks = self._looks.of(judge) if not alone and answer in CHANGES_GOLD else {}
        looked = {item.number for item in fresh if looks.get(item.number) == item.proposal.content_key}
        unseen = self._unseen(fresh, judge, looked) if not alone and answer in CHANGES_GOLD else {}
        refused = [
            item
            for item in fresh
            if item.number in unseen
            and not _is_named(item, wish)
            and not (answer is Answer.ACCEPT and why_aside(item.proposal))  # graver, and told as such
        ]
        outdated += [Skipped(item, NotLookedAt(item.number, unseen[item.number])) for item in refused]
        fresh = [item for item in fresh if item not in refused]
        sitting = replace(sitting_of(self._world, judge), looked=frozenset(looked))
        outcome = _deed(answer)([item for item in fresh if item.number not in known], sitting, wish, alone)
        aside = self._hear([item for item in fresh if item.number in known], known, sitting, (answer, wish, alone))
        answered = sorted([*outcome.answered, *aside.answered], key=lambda item: item.number)
        for item in (item for item in answered if item.number in unseen):
            why = f"{UNSEEN}, though {unseen[item.number]}"
            self._world.queue.note(item.number, why, who=judge, now=self._world.clock())
        skipped = sorted([*outdated, *outcome.skipped, *aside.skipped], key=lambda one: one.item.number)
        return review.with_successors(Outcome(tuple(answered), tuple(skipped)), self._world.queue)

    def _known(self, keys: Mapping[int, str], judge: str) -> dict[int, tuple[KnownKind, ReviewItem, ReviewItem]]:
        """Of these questions those whose answer is known: the kind, the question as it is, and as it is shown."""
        if self._world.known is None:
            return {}
        mixed = SeenQueue(self._world.queue, judge, self._world.known).mixed()
        shown = {item.number: item for item in mixed.items}
        return {number: (*mixed.known[number], shown[number]) for number in keys if number in mixed.known}

    def _hear(
        self,
        items: Sequence[ReviewItem],
        known: Mapping[int, tuple[KnownKind, ReviewItem, ReviewItem]],
        sitting: Sitting,
        said: tuple[Answer, Wish, bool],
    ) -> Outcome:
        """Answers to questions whose right answer is known; those that name it answer the question itself too."""
        questions = self._world.known
        if questions is None or not items:
            return Outcome()
        answer, wish, alone = said
        sitting = replace(sitting, queue=Catcher(items), renew=None)
        outcome = _deed(answer)(items, sitting, wish, alone)
        for item in outcome.answered:
            kind, real, _ = known[item.number]
            decision = item.decision or Decision(item.number, answer, (), sitting.judge, sitting.now(), wish.reason)
            counted = questions.hear(kind, real, decision)
            if counted is not None:
                with suppress(ItemNotOpen, TargetMoved):  # somebody was faster; what was said is kept
                    self._world.queue.decide(counted, expected=real.proposal.content_key)
        return outcome

    def _unseen(self, items: Sequence[ReviewItem], judge: str, looked: Collection[int]) -> dict[int, str]:
        """Of these questions those that are unlike the rest of their group, and that the judge has not looked at."""
        odd = {one.number: one for card in self._cards(judge) for one in card.odd}
        return {
            item.number: odd[item.number].oddities[0]
            for item in items
            if item.number in odd and item.number not in looked
        }


def _is_named(item: ReviewItem, wish: Wish) -> bool:
    """Whether a wish says aloud that it takes such a question along unseen."""
    proposal = item.proposal
    changed = proposal.edit is not None and not proposal.edit.staleness.holds
    return (
        wish.unseen or (wish.include_changed and changed) or (wish.include_retire and proposal.action is Action.RETIRE)
    )


def _deed(answer: Answer) -> Callable[[Sequence[ReviewItem], Sitting, Wish, bool], Outcome]:
    match answer:
        case Answer.ACCEPT:
            deed = review.accept
        case Answer.AMEND:
            deed = review.amend
        case Answer.REJECT:
            deed = review.reject
        case Answer.RETIRE:
            deed = review.retire
        case Answer.DEFER:
            deed = review.defer
        case Answer.UNSURE:
            deed = review.unsure
        case _:
            assert_never(answer)

    def done(items: Sequence[ReviewItem], sitting: Sitting, wish: Wish, alone: bool) -> Outcome:
        # Looked at alone, and yet not raised: a face tells it in its place.
        return deed(items, sitting, wish, singly=alone, told=True) if items else Outcome()

    return done
