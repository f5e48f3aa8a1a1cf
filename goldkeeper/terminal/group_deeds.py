"""A whole group answered at once, after saying how many and what stays behind."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from goldkeeper.adjudication.cards import Card
from goldkeeper.model.reviews import Answer
from goldkeeper.terminal.deeds import Told
from goldkeeper.terminal.dialogs import Ask
from goldkeeper.terminal.group_plan import Consent, Plan
from goldkeeper.terminal.work import WorkScreen
from goldkeeper.workflow.answering import Shown
from goldkeeper.workflow.wishes import NO_WISH, Wish

_QUESTIONS = {
    Answer.ACCEPT: "Accept {} of {group}?",
    Answer.REJECT: "Reject {} of {group}: the gold stays as it is?",
    Answer.DEFER: "Put {} of {group} off?",
    Answer.RETIRE: "Drop {} of {group} from the gold set?",
    Answer.AMEND: "Amend {} of {group}?",
    Answer.UNSURE: "Leave {} of {group} to others?",
}


def ask_for(
    screen: WorkScreen,
    answer: Answer,
    card: Card,
    left_out: frozenset[int],
    *,
    wish: Wish = NO_WISH,
    then: Callable[[Told], None] | None = None,
) -> None:
    """Ask whether a group is meant, then answer it; members that were left out stay as they are."""
    members = [member for member in card.members if member.number not in left_out]
    if not members:
        screen.say("nothing of it waits")
        return
    question = _QUESTIONS[answer].replace("{group}", card.group)

    def ask(looked: set[int]) -> None:
        plan = Plan.of(answer, members, looked)

        def said(consent: Consent | None) -> None:
            meant = plan.meant(consent) if consent is not None else []
            if consent is None or not meant:
                why = ": these want to be looked at, or can only be answered one by one" if consent is not None else ""
                screen.say(f"nothing was answered{why}")
                return
            shown = [Shown(member.number, member.key) for member in meant]
            allowed = replace(
                wish, include_retire=consent.removals, include_changed=consent.changed, unseen=consent.unseen
            )
            screen.do(partial(screen.hand.answer, answer, shown, allowed), then=then)

        screen.app.push_screen(Ask(question, plan), said)

    screen.find_out(partial(screen.hand.looked, members), ask)
