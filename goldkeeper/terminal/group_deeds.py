"""A whole group answered at once, after saying how many and what stays behind."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from goldkeeper.adjudication.cards import Card, Member
from goldkeeper.model.proposals import Action
from goldkeeper.model.reviews import Answer
from goldkeeper.terminal.deeds import Told
from goldkeeper.terminal.dialogs import Ask, Consent
from goldkeeper.terminal.work import WorkScreen
from goldkeeper.workflow.desk import CHANGES_GOLD, Shown
from goldkeeper.workflow.wishes import NO_WISH, Wish

MOST_ODD = 8  # numbers that are named

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
    accepts = answer is Answer.ACCEPT
    changed, removals, ties = _aside(members) if accepts else (0, 0, 0)
    question = _QUESTIONS[answer].replace("{group}", card.group)
    looked = {member.number for member in members if screen.hand.looked(member)}
    unseen = {
        member.number
        for member in members
        if answer in CHANGES_GOLD and member.oddities and member.number not in looked and not (accepts and member.aside)
    }
    usual = len(members) - changed - removals - ties - len(unseen)
    beware = _beware(members, looked, unseen) if accepts else ""

    def said(consent: Consent | None) -> None:
        if consent is None:
            screen.say("nothing was answered")
            return
        meant = [
            member
            for member in members
            if (not accepts or _goes_along(member, consent)) and (consent.unseen or member.number not in unseen)
        ]
        if not meant:
            screen.say("nothing was answered: these want to be looked at, or can only be answered one by one")
            return
        shown = [Shown(member.number, member.key) for member in meant]
        allowed = replace(wish, include_retire=consent.removals, include_changed=consent.changed, unseen=consent.unseen)
        screen.do(partial(screen.hand.answer, answer, shown, allowed), then=then)

    screen.app.push_screen(
        Ask(question, usual=usual, changed=changed, removals=removals, ties=ties, unseen=len(unseen), beware=beware),
        said,
    )


def _beware(members: list[Member], looked: set[int], unseen: set[int]) -> str:
    """What a careful judge would look at first; empty when they have."""
    if not looked:
        return "you have looked at none of them yet; Enter opens the card"
    odd = [member.number for member in members if member.number in unseen]
    if not odd:
        return ""
    return f"left out until you look: {', '.join(map(str, odd[:MOST_ODD]))}{' …' if len(odd) > MOST_ODD else ''}"


def _aside(members: list[Member]) -> tuple[int, int, int]:
    """How many do something else now, would leave the gold set, and can't be answered in passing at all."""
    aside = [member for member in members if member.aside]
    changed = sum(_is_changed(member) for member in aside)
    removals = sum(_is_removal(member) for member in aside)
    return changed, removals, len(aside) - changed - removals


def _is_removal(member: Member) -> bool:
    proposal = member.item.proposal
    return proposal.action is Action.RETIRE and not proposal.match.ambiguous


def _is_changed(member: Member) -> bool:
    proposal = member.item.proposal
    settled = not proposal.match.ambiguous and proposal.action not in {Action.RETIRE, Action.REGRADE}
    return settled and proposal.edit is not None and not proposal.edit.staleness.holds


def _goes_along(member: Member, consent: Consent) -> bool:
    if not member.aside:
        return True
    return (_is_removal(member) and consent.removals) or (_is_changed(member) and consent.changed)
