"""What the page of a group prints: the unusual questions open, the others listed, one answer for all of them."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from goldkeeper.adjudication.cards import Card, Member
from goldkeeper.model.proposals import Action, RemapProposal
from goldkeeper.model.reviews import ItemState
from goldkeeper.reporting.review_words import spoken, went
from goldkeeper.reporting.wording import count, likelihood
from goldkeeper.web.review_view import place_of

MOST_OPENED = 3  # members of a group whose texts stand open on its page; a reader looks at no more in a row
MOST_ODD = 50  # unusual members that open at once when asked for; each costs a reading of its texts
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
        listed: members, the odd ones first.
        unlisted: how many more there are.
        odd_closed: unusual members whose texts don't stand open, and can be asked for at once.
        shown: what an answer to the whole brings along: numbers and keys of all members.
        asides: why a yes leaves some out, and what it takes along that was looked at, with how many, in words.
        may_retire, may_change: members whose acceptance has to be said aloud.
    """

    group: str
    place: str
    sentence: str
    headline: str
    listed: tuple[MemberLine, ...]
    unlisted: int
    odd_closed: int
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


def opened_of(card: Card, *, all_odd: bool = False) -> tuple[int, ...]:
    """Numbers of the members whose texts stand open: odd ones, and one that is as the rest.

    Args:
        card: the group.
        all_odd: all unusual ones instead of the first, up to `MOST_ODD`.
    """
    members = card.members
    odd = [member for member in members if member.oddities]
    usual = [member for member in members if not member.oddities]
    most = MOST_ODD if all_odd else MOST_OPENED - 1 if usual else MOST_OPENED
    opened = [*odd[:most], *usual[:1]] if odd else members[:MOST_OPENED]
    return tuple(member.number for member in opened)


def group_view(card: Card, looks: Mapping[int, str], *, everything: bool, opened: Collection[int] = ()) -> GroupView:
    """A group: the odd members on top, the rest listed.

    Args:
        card: the group.
        looks: what the judge had before them, those that stand open on this very page among it.
        everything: list all members.
        opened: numbers of the members whose texts stand open.
    """
    members = card.members
    listed = members if everything else members[:MOST_LISTED]
    taken = {member.number for member in members if member.goes_along(looks)}
    along = [member for member in members if member.number in taken]
    asides = Counter(
        member.aside or "unlike the rest, until you look" for member in members if member.number not in taken
    )
    looked = Counter(member.aside for member in along if member.aside)
    return GroupView(
        group=card.group,
        place=place_of(card.group),
        sentence=card.sentence,
        headline=f"{count(len(members), 'question')} wait{'' if len(members) != 1 else 's'} for an answer."
        if members
        else "All of it is answered.",
        listed=tuple(_member_line(member) for member in listed),
        unlisted=len(members) - len(listed),
        odd_closed=_odd_closed(members, opened),
        shown=" ".join(f"{member.number}:{member.key}" for member in members),
        in_passing=len(along),
        asides=(
            *(f"{number} left out by a yes: {why}" for why, number in asides.items()),
            *(f"{number} taken along, as you have looked: {why}" for why, number in looked.items()),
        ),
        may_retire=asides["would leave the gold set"],
        may_change=asides["behaviour changed"],
        answered=tuple(spoken(item) for item in card.answered[:MOST_LISTED]),
    )


def _odd_closed(members: Sequence[Member], opened: Collection[int]) -> int:
    """How many more unusual members one click would open."""
    odd = [member.number for member in members if member.oddities][:MOST_ODD]
    return sum(number not in opened for number in odd)


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
