"""What the page of a group prints: the unusual questions open, the others listed, one answer for all of them."""

from dataclasses import dataclass

from goldkeeper.adjudication.cards import Card, Member
from goldkeeper.model.proposals import Action, RemapProposal
from goldkeeper.model.reviews import ItemState
from goldkeeper.reporting.review_words import spoken, went
from goldkeeper.reporting.wording import count, likelihood
from goldkeeper.web.review_view import place_of

MOST_OPENED = 3  # members of a group whose texts stand open on its page; a reader looks at no more in a row
MOST_LISTED = 100  # members listed before "show all"


@dataclass(frozen=True, slots=True)
class MemberLine:
    """One question of a group."""

    number: int
    key: str
    chunk: str
    goes: str
    went: str
    sure: str
    oddities: tuple[str, ...]
    worth: str
    put_off: bool


@dataclass(frozen=True, slots=True)
class GroupView:
    """A group's page.

    Attributes:
        opened: numbers of the members whose texts stand open, the odd ones first.
        listed: members, the odd ones first.
        unlisted: how many more there are.
        shown: what an answer to the whole brings along: numbers and keys of all members.
        asides: why a yes leaves some out, with how many, in words.
        may_retire, may_change: members whose acceptance has to be said aloud.
    """

    group: str
    place: str
    sentence: str
    headline: str
    opened: tuple[int, ...]
    listed: tuple[MemberLine, ...]
    unlisted: int
    shown: str
    in_passing: int
    asides: tuple[str, ...]
    may_retire: int
    may_change: int
    answered: tuple[str, ...]

    @property
    def has_odd(self) -> bool:
        """Whether a listed question is unlike the rest."""
        return any(member.oddities for member in self.listed)


def group_view(card: Card, *, everything: bool) -> GroupView:
    """A group: the odd members on top, the rest listed."""
    members = card.members
    odd = [member for member in members if member.oddities]
    usual = [member for member in members if not member.oddities]
    opened = [*odd[: MOST_OPENED - 1], *usual[:1]] if odd and usual else members[:MOST_OPENED]
    listed = members if everything else members[:MOST_LISTED]
    asides: dict[str, int] = {}
    for member in members:
        if member.aside:
            asides[member.aside] = asides.get(member.aside, 0) + 1
    return GroupView(
        group=card.group,
        place=place_of(card.group),
        sentence=card.sentence,
        headline=f"{count(len(members), 'question')} wait{'' if len(members) != 1 else 's'} for an answer."
        if members
        else "All of it is answered.",
        opened=tuple(member.number for member in opened),
        listed=tuple(_member_line(member) for member in listed),
        unlisted=len(members) - len(listed),
        shown=" ".join(f"{member.number}:{member.key}" for member in members),
        in_passing=card.in_passing,
        asides=tuple(f"{number} left out by a yes: {why}" for why, number in asides.items()),
        may_retire=asides.get("would leave the gold set", 0),
        may_change=asides.get("behaviour changed", 0),
        answered=tuple(spoken(item) for item in card.answered[:MOST_LISTED]),
    )


def _member_line(member: Member) -> MemberLine:
    proposal = member.item.proposal
    remarks = list(member.oddities)
    if member.aside and member.aside not in remarks:
        remarks.append(member.aside)
    return MemberLine(
        number=member.number,
        key=member.key,
        chunk=str(proposal.chunk_id),
        goes=goes(proposal),
        went=went(proposal),
        sure=likelihood(proposal.confidence),
        oddities=tuple(remarks),
        worth=member.worth.reason,
        put_off=member.item.state is ItemState.DEFERRED,
    )


def goes(proposal: RemapProposal) -> str:
    """Where a yes would lead, in a line."""
    if proposal.action is Action.RETIRE:
        return "out of the gold set"
    targets = [str(target) for target in proposal.proposed]
    if targets == [str(proposal.chunk_id)]:
        return "stays, with its new text"
    return " + ".join(targets) or "nothing sure"
