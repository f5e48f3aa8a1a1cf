"""The review desk: cards, pages, search and answers, the same for whatever face a judge sits at.

An answer names what was shown, item by item with its key. What asks something else by then, was answered by
somebody else, or whose target moved, is not decided and comes back with the reason; the rest is. Undo takes back
an item, a group or all that a judge said since a moment, as long as it is not in the gold file.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from typing import assert_never

from goldkeeper.adjudication.cards import Card, make_cards, why_aside
from goldkeeper.adjudication.worth import Gains
from goldkeeper.model.chunks import ChunkId
from goldkeeper.model.errors import BadRequest, ItemNotOpen, NotLookedAt, ShownOtherwise, TargetMoved, UnknownItem
from goldkeeper.model.gold import GoldSet
from goldkeeper.model.known_answers import KnownKind
from goldkeeper.model.proposals import Action
from goldkeeper.model.reviews import OPEN_STATES, UNSETTLED_STATES, Answer, Decision, ItemState, ReviewItem
from goldkeeper.reporting.chunk_search import Found, find_chunks
from goldkeeper.reporting.item_texts import held_against
from goldkeeper.reporting.word_diff import CONTEXT
from goldkeeper.workflow import review
from goldkeeper.workflow.knowing import Catcher
from goldkeeper.workflow.looks import UNSEEN, Looks
from goldkeeper.workflow.pages import Around, Comparison, Page, compare, make_page
from goldkeeper.workflow.seen_queue import SeenQueue
from goldkeeper.workflow.sessions import session_start
from goldkeeper.workflow.surroundings import Surroundings
from goldkeeper.workflow.wishes import NO_WISH, Outcome, Sitting, Skipped, Wish

CHANGES_GOLD = frozenset({Answer.ACCEPT, Answer.AMEND, Answer.RETIRE})


@dataclass(frozen=True, slots=True)
class Shown:
    """A question as a judge saw it: its number and its page's, or its card member's, key."""

    number: int
    key: str


@dataclass(frozen=True, slots=True)
class Progress:
    """How far the work is, and who did it.

    Attributes:
        waiting: an answer is wanted, put off ones not counted.
        decided: answered and not in the gold file yet.
        judges: name and number of answers that wait to be applied, most first.
    """

    waiting: int
    deferred: int
    decided: int
    judges: tuple[tuple[str, int], ...]


def _is_named(item: ReviewItem, wish: Wish) -> bool:
    """Whether a wish says aloud that it takes such a question along unseen."""
    proposal = item.proposal
    changed = proposal.edit is not None and not proposal.edit.staleness.holds
    return (
        wish.unseen or (wish.include_changed and changed) or (wish.include_retire and proposal.action is Action.RETIRE)
    )


class ReviewDesk:
    """One gold set's questions, for many judges at once."""

    def __init__(self, world: Surroundings, looks: Looks | None = None) -> None:
        """Open a desk.

        Args:
            world: what it is about.
            looks: which questions judges had before them; shared by all desks at which a judge may sit.
        """
        self.world = world
        self.looks = looks if looks is not None else Looks(world.clock, world.look_book)
        self._summed: tuple[GoldSet, Gains] | None = None

    def cards(self, judge: str) -> tuple[Card, ...]:
        """One card a cause, in the order of work; see `make_cards`."""
        opinions = self.world.queue.opinions()
        _, gains = self._gold()
        items, holding = self.seen_by(judge).mixed(opinions).items, self.world.holding()
        return make_cards(items, gains, judge=judge, opinions=opinions, holding=holding)

    def seen_by(self, judge: str) -> SeenQueue:
        """The queue as this judge sees it: whoever lists or shows questions takes them from here."""
        return SeenQueue(self.world.queue, judge, self.world.known)

    def item(self, number: int, judge: str) -> ReviewItem:
        """A question as this judge sees it; raises UnknownItem."""
        return self.seen_by(judge).item(number)

    @property
    def is_personal(self) -> bool:
        """Whether judges may see different questions at the same moment."""
        return self.world.known is not None or bool(self.world.queue.opinions())

    @property
    def mark(self) -> str:
        """Another text after everything that was said."""
        known = self.world.known
        return f"{self.world.queue.newest_event()} {known.book.mark() if known is not None else ''}"

    def card(self, group: str, judge: str) -> Card:
        """One of them; raises UnknownItem."""
        found = next((card for card in self.cards(judge) if card.group == group), None)
        if found is None:
            raise UnknownItem("group", group)
        return found

    def page(self, number: int, judge: str, *, against: ChunkId | None = None, context: int | None = CONTEXT) -> Page:
        """All that one question shows.

        Args:
            number: the item's.
            judge: who looks; what others said of an open question stays hidden.
            against: show the judged text beside this chunk, in place of those that are proposed.
            context: unchanged lines around a change; None shows all.

        Raises:
            UnknownItem: no such item.
        """
        queue = self.world.queue
        self.world.look_anew()
        seen = self.seen_by(judge)
        item = seen.item(number)
        asked = {one.proposal.chunk_id: one.number for one in queue.items(OPEN_STATES)}
        said = queue.opinions().get(number, ())
        gold_set, gains = self._gold()
        around = Around(gold_set, gains, asked, said, seen.log(item), seen.before(item))
        page = make_page(item, around, self.world, judge=judge, against=against, context=context)
        if against is None and page.both_shown:
            self.looks.note(judge, number, page.key)
        return page

    def compare(self, number: int, target: ChunkId, *, judge: str = "", context: int | None = CONTEXT) -> Comparison:
        """A question's judged text beside any chunk of the code as it is now."""
        return compare(self.seen_by(judge).item(number).proposal, [target], self.world, context=context)[0]

    def note_look(self, item: ReviewItem, judge: str) -> None:
        """A face without pages has shown a question; it counts as looked at if both sides can be had."""
        comparisons = compare(item.proposal, held_against(item.proposal, None), self.world)
        if item.state in OPEN_STATES and all(not one.problem for one in comparisons):
            self.looks.note(judge, item.number, item.proposal.content_key)

    def search(self, text: str) -> tuple[Found, ...]:
        """Chunks of the code as it is now by path, symbol and text; the first search reads all of it."""
        self.world.look_anew()
        return find_chunks(self.world.chunks(), text)

    def answer(
        self, answer: Answer, shown: Sequence[Shown], judge: str, wish: Wish = NO_WISH, *, singly: bool | None = None
    ) -> Outcome:
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
        self.world.look_anew()
        alone = len(shown) == 1 if singly is None else singly
        keys = {one.number: one.key for one in shown}
        known = self._known(keys, judge)
        items = [known.get(item.number, (None, None, item))[2] for item in self._items(keys)]
        outdated = [
            Skipped(item, ShownOtherwise(item.number, item.state.value))
            for item in items
            if item.state in OPEN_STATES and item.proposal.content_key != keys[item.number]
        ]
        moved = {one.item.number for one in outdated}
        fresh = [item for item in items if item.number not in moved]
        looks = self.looks.of(judge) if not alone and answer in CHANGES_GOLD else {}
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
        sitting = replace(self._sitting(judge), looked=frozenset(looked))
        outcome = self._deed(answer)([item for item in fresh if item.number not in known], sitting, wish, alone)
        aside = self._hear([item for item in fresh if item.number in known], known, sitting, (answer, wish, alone))
        answered = sorted([*outcome.answered, *aside.answered], key=lambda item: item.number)
        for item in (item for item in answered if item.number in unseen):
            why = f"{UNSEEN}, though {unseen[item.number]}"
            self.world.queue.note(item.number, why, who=judge, now=self.world.clock())
        skipped = sorted([*outdated, *outcome.skipped, *aside.skipped], key=lambda one: one.item.number)
        return review.with_successors(Outcome(tuple(answered), tuple(skipped)), self.world.queue)

    def note(self, number: int, text: str, judge: str) -> None:
        """Write something beside a question; everybody reads it."""
        if not text.strip():
            raise BadRequest("note", "is empty", "write something")
        self.world.queue.note(number, text.strip(), who=self._sitting(judge).judge, now=self.world.clock())

    def undo(self, numbers: Iterable[int], judge: str) -> Outcome:
        """Take answers back that are not in the gold file yet; the questions wait again."""
        items = self._items(dict.fromkeys(numbers, ""))
        aside = [item for item in items if self._strike(item, judge)]
        struck = {item.number for item in aside}
        outcome = review.undo([item for item in items if item.number not in struck], self._sitting(judge), singly=False)
        answered = sorted([*outcome.answered, *aside], key=lambda item: item.number)
        return review.with_successors(Outcome(tuple(answered), outcome.skipped), self.world.queue)

    def undo_group(self, group: str, judge: str) -> Outcome:
        """Take back all answers of a group, whoever gave them."""
        queue, said = self.world.queue, self._said_by(judge, None)
        of_group = [item for item in queue.items(UNSETTLED_STATES) if item.group == group]
        if not of_group:
            raise UnknownItem("group", group)
        return self.undo([one.number for one in of_group if one.decision is not None or one.number in said], judge)

    def session_since(self, judge: str) -> datetime | None:
        """When the judge's last session began, told by their answers that may still be taken back; None without any."""
        queue, known = self.world.queue, self.world.known
        said = [item.decision for item in queue.items({ItemState.DECIDED, ItemState.DEFERRED}) if item.decision]
        said += [one for given in queue.opinions().values() for one in given]
        said += [one.decision for one in known.book.answers(judge)] if known is not None else []
        return session_start(one.at for one in said if judge in one.judges)

    def undo_session(self, judge: str, since: datetime) -> Outcome:
        """Take back all that a judge said since a moment."""
        own = [
            item.number
            for item in self.world.queue.items({ItemState.DECIDED, ItemState.DEFERRED})
            if item.decision is not None and judge in item.decision.judges and item.decision.at >= since
        ]
        return self.undo(sorted({*own, *self._said_by(judge, since)}), judge)

    def news(self, judge: str, since: datetime) -> tuple[ReviewItem, ...]:
        """What others decided since a moment, the newest first; nothing of what this judge is still asked."""
        decided = [
            item
            for item in self.seen_by(judge).items({ItemState.DECIDED})
            if item.decision is not None and item.decision.at > since and judge not in item.decision.judges
        ]
        return tuple(sorted(decided, key=lambda item: item.decision.at if item.decision else since, reverse=True))

    def progress(self) -> Progress:
        """How far the work is, and who did it."""
        items = self.world.queue.items(UNSETTLED_STATES)
        states = Counter(item.state for item in items)
        names = Counter(
            name
            for item in items
            if item.state is ItemState.DECIDED and item.decision is not None
            for name in item.decision.judges
        )
        ranked = tuple(sorted(names.items(), key=lambda one: (-one[1], one[0])))
        return Progress(states[ItemState.WAITING], states[ItemState.DEFERRED], states[ItemState.DECIDED], ranked)

    def _gold(self) -> tuple[GoldSet, Gains]:
        """The gold set and its sums, which are made once for each that was read."""
        gold_set, summed = self.world.gold_set(), self._summed
        if summed is None or summed[0] is not gold_set:
            summed = self._summed = (gold_set, Gains(gold_set.pairs))
        return summed

    def _said_by(self, judge: str, since: datetime | None) -> set[int]:
        """Questions of which a judge said something that decided nothing: it waits for others, or is known."""
        known = self.world.known
        return {
            number
            for number, said in self.world.queue.opinions().items()
            if any(one.judge == judge and (since is None or one.at >= since) for one in said)
        } | (self._struck_by(judge, since) if known is not None else set())

    def _struck_by(self, judge: str, since: datetime | None) -> set[int]:
        """Questions whose answer is known, and that this judge answered and may still take back."""
        known = self.world.known
        said = known.said_since(judge, since) if known is not None else set()
        return {item.number for item in self.world.queue.items(UNSETTLED_STATES) if item.number in said}

    def _known(self, keys: Mapping[int, str], judge: str) -> dict[int, tuple[KnownKind, ReviewItem, ReviewItem]]:
        """Of these questions those whose answer is known: the kind, the question as it is, and as it is shown."""
        if self.world.known is None:
            return {}
        mixed = self.seen_by(judge).mixed()
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
        questions = self.world.known
        if questions is None or not items:
            return Outcome()
        answer, wish, alone = said
        sitting = replace(sitting, queue=Catcher(items), renew=None)
        outcome = self._deed(answer)(items, sitting, wish, alone)
        for item in outcome.answered:
            kind, real, _ = known[item.number]
            decision = item.decision or Decision(item.number, answer, (), sitting.judge, sitting.now(), wish.reason)
            counted = questions.hear(kind, real, decision)
            if counted is not None:
                with suppress(ItemNotOpen, TargetMoved):  # somebody was faster; what was said is kept
                    self.world.queue.decide(counted, expected=real.proposal.content_key)
        return outcome

    def _unseen(self, items: Sequence[ReviewItem], judge: str, looked: Collection[int]) -> dict[int, str]:
        """Of these questions those that are unlike the rest of their group, and that the judge has not looked at."""
        odd = {one.number: one for card in self.cards(judge) for one in card.odd}
        return {
            item.number: odd[item.number].oddities[0]
            for item in items
            if item.number in odd and item.number not in looked
        }

    def _strike(self, item: ReviewItem, judge: str) -> bool:
        """Take back what was said to a question whose answer is known; whether that was all there was."""
        known = self.world.known
        if known is None or not known.book.strike(item.number, judge):
            return False
        decision = item.decision
        return decision is None or judge not in decision.judges

    def _items(self, numbers: Mapping[int, str]) -> list[ReviewItem]:
        """By number; one look at the queue for many."""
        queue = self.world.queue
        if len(numbers) == 1:
            return [queue.item(number) for number in numbers]
        held = {item.number: item for item in queue.items()}
        for number in numbers:
            if number not in held:
                raise UnknownItem("item", str(number))
        return [held[number] for number in sorted(numbers)]

    def _sitting(self, judge: str) -> Sitting:
        world = self.world
        return Sitting(world.queue, judge, world.clock, self._digest_of, world.renew, world.prepare)

    def _digest_of(self, chunk_id: ChunkId) -> str | None:
        found = self.world.chunk(chunk_id)
        return found.digest if found is not None else None

    @staticmethod
    def _deed(answer: Answer) -> "Callable[[Sequence[ReviewItem], Sitting, Wish, bool], Outcome]":
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
