"""What a yes to a whole group takes along: all that goes in passing, and what the judge has looked at."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from goldkeeper.adjudication.cards import Member
from goldkeeper.model.proposals import Action
from goldkeeper.model.reviews import Answer
from goldkeeper.reporting.wording import verb
from goldkeeper.workflow.answering import CHANGES_GOLD

MOST_ODD = 8  # numbers that are named


@dataclass(frozen=True, slots=True)
class Consent:
    """What a group's answer may take along beyond what goes in passing."""

    changed: bool = False
    removals: bool = False
    unseen: bool = False


@dataclass(frozen=True, slots=True)
class Plan:
    """What a yes to a whole group takes along, and what only if it is said; each member is in one of these.

    Attributes:
        usual: goes along. What the judge looked at is among it, ties apart.
        changed: does something else now, and was not looked at.
        removals: would leave the gold set, and was not looked at.
        ties: can only be answered one by one.
        unseen: unlike the rest, and was not looked at.
        beware: what a careful judge would know first; empty where there is nothing.
    """

    usual: tuple[Member, ...]
    changed: tuple[Member, ...]
    removals: tuple[Member, ...]
    ties: tuple[Member, ...]
    unseen: tuple[Member, ...]
    beware: str

    @classmethod
    def of(cls, answer: Answer, members: Sequence[Member], looked: Collection[int]) -> "Plan":
        """Sort a group's members.

        Args:
            answer: what is said to them; only a yes leaves some behind for what they are.
            members: those that were not left out.
            looked: numbers of those that the judge had before them.
        """
        sorts: dict[str, list[Member]] = {"usual": [], "changed": [], "removals": [], "ties": [], "unseen": []}
        for member in members:
            sorts[_sort(answer, member, looked)].append(member)
        kept = {name: tuple(found) for name, found in sorts.items()}
        beware = _beware(kept["usual"], kept["unseen"], looked) if answer is Answer.ACCEPT else ""
        return cls(**kept, beware=beware)

    def meant(self, consent: Consent) -> list[Member]:
        """Those that are answered, with what the judge said goes along."""
        extra = (
            (consent.changed, self.changed),
            (consent.removals, self.removals),
            (consent.unseen, self.unseen),
        )
        return [*self.usual, *(member for goes, members in extra if goes for member in members)]


def _sort(answer: Answer, member: Member, looked: Collection[int]) -> str:
    accepts = answer is Answer.ACCEPT
    if accepts and member.by_itself:
        return "ties"
    if member.number in looked:
        return "usual"
    if accepts and member.aside:
        return "removals" if _is_removal(member) else "changed"
    return "unseen" if answer in CHANGES_GOLD and member.oddities else "usual"


def _beware(usual: Sequence[Member], unseen: Sequence[Member], looked: Collection[int]) -> str:
    """What a careful judge would look at first, or knows and might forget; empty when there is nothing such."""
    if not looked:
        return "you have looked at none of them yet; Enter opens the card"
    told = []
    for one, many, number in (
        ("does something else now", "do something else now", sum(map(_is_changed, usual))),
        ("leaves the gold set", "leave the gold set", sum(map(_is_removal, usual))),
    ):
        if number:
            told.append(f"{number} of them {verb(number, one, many)}, which you have looked at")
    if unseen:
        odd = [str(member.number) for member in unseen]
        told.append(f"left out until you look: {', '.join(odd[:MOST_ODD])}{' …' if len(odd) > MOST_ODD else ''}")
    return "; ".join(told)


def _is_removal(member: Member) -> bool:
    proposal = member.item.proposal
    return proposal.action is Action.RETIRE and not member.by_itself


def _is_changed(member: Member) -> bool:
    proposal = member.item.proposal
    settled = not member.by_itself and proposal.action is not Action.RETIRE
    return settled and proposal.edit is not None and not proposal.edit.staleness.holds
