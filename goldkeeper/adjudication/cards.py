"""The queue as a reader works through it: one card a cause, by what hangs on it, the odd ones of each on top.

A judge who looks at three of three hundred and answers for all should have looked at the three that are least like
the rest. What makes a member odd is read off the proposals: its kind, its doubt, its likeness.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise

from goldkeeper.adjudication.worth import Gains, Stakes, Worth
from goldkeeper.model.changes import ChangeKind
from goldkeeper.model.chunks import ChunkId
from goldkeeper.model.proposals import Action, RemapProposal
from goldkeeper.model.reviews import OPEN_STATES, Decision, ItemState, ReviewItem

CLOSE = 2.0  # bits: the first is four times as likely as the next, and that is not much
UNSURE_BELOW = 0.9  # calibrated: one in ten of these is wrong
FEW = 4  # members: among fewer none is the rule and none the exception


@dataclass(frozen=True, slots=True)
class Member:
    """One question of a card.

    Attributes:
        key: what an answer has to carry, so that what was shown is what is answered.
        oddities: what sets it apart from the others of its card, the gravest first.
        aside: why a yes to the whole group leaves it out; empty where it takes it along.
    """

    item: ReviewItem
    worth: Worth
    oddities: tuple[str, ...] = ()
    aside: str = ""

    @property
    def number(self) -> int:
        """The item's."""
        return self.item.number

    @property
    def key(self) -> str:
        """Names what is asked."""
        return self.item.proposal.content_key

    @property
    def by_itself(self) -> bool:
        """Whether it can only be answered by itself, looked at or not: a yes does not say which, or what grade."""
        return self.item.proposal.match.ambiguous or self.item.proposal.action is Action.REGRADE

    def goes_along(self, looks: Mapping[int, str]) -> bool:
        """Whether a yes to the whole group takes it along.

        Args:
            looks: what the judge had before them, number → key of the question as they saw it.
        """
        if self.by_itself:
            return False
        return not (self.aside or self.oddities) or looks.get(self.number) == self.key


@dataclass(frozen=True, slots=True)
class Card:
    """One cause with all that is asked because of it.

    Attributes:
        group: the cause's short name, `g3`.
        sentence: the cause.
        members: open questions, the odd ones on top, then by worth.
        answered: the group's answers that are not in the gold file yet, by number.
        worth: in whole queries, what settling all of it mends.
        holds: gold chunks of it hold back a release.
        since: when the oldest was asked.
    """

    group: str
    sentence: str
    members: tuple[Member, ...]
    answered: tuple[ReviewItem, ...]
    worth: float
    reason: str
    holds: bool
    since: datetime

    @property
    def in_passing(self) -> int:
        """How many of the open ones a yes to the whole would take along."""
        return sum(not member.aside for member in self.members)

    @property
    def odd(self) -> tuple[Member, ...]:
        """Those that are worth a look before the whole is answered."""
        return tuple(member for member in self.members if member.oddities)


def make_cards(
    items: Iterable[ReviewItem],
    gains: Gains,
    *,
    judge: str = "",
    opinions: Mapping[int, Sequence[Decision]] | None = None,
    holding: Collection[ChunkId] = (),
) -> tuple[Card, ...]:
    """The cards in the order of work; those without an open question come last, by group.

    Args:
        items: those that wait, were put off, or are decided.
        gains: of the gold set.
        judge: for whom; what they have answered already, and wait for others to answer, is not shown as open.
        opinions: by item, what was said of those that are still open.
        holding: gold chunks that hold back a release, wherever that was found out.
    """
    held = list(items)
    said = opinions or {}
    mine = {number for number, given in said.items() if any(one.judge == judge and one.counts for one in given)}
    unsure = {number for number, given in said.items() if any(one.judge == judge and not one.counts for one in given)}
    open_items = [item for item in held if item.state in OPEN_STATES]
    stakes = Stakes(gains, {item.proposal.chunk_id for item in open_items})
    by_group: dict[str, list[ReviewItem]] = defaultdict(list)
    for item in held:
        by_group[item.group].append(item)
    cards = [
        _card(group, found, stakes, mine=mine, unsure=unsure, holding=holding) for group, found in by_group.items()
    ]
    return tuple(sorted(cards, key=_order))


def _card(
    group: str,
    items: Sequence[ReviewItem],
    stakes: Stakes,
    *,
    mine: Collection[int],
    unsure: Collection[int],
    holding: Collection[ChunkId],
) -> Card:
    asked = [item for item in items if item.state in OPEN_STATES and item.number not in mine]
    odd = oddities([item.proposal for item in asked])
    members = [
        Member(item, stakes.worth(item.proposal), why, why_aside(item.proposal))
        for item, why in zip(asked, odd, strict=True)
    ]
    members.sort(key=lambda one: _member_order(one, unsure))
    worth = sum(member.worth.queries for member in members)
    first = max(members, key=lambda one: one.worth.queries, default=None)
    newest = max(items, key=lambda item: item.number)
    return Card(
        group=group,
        sentence=newest.proposal.cause.sentence,
        members=tuple(members),
        answered=tuple(item for item in items if item.state is ItemState.DECIDED or item.number in mine),
        worth=worth,
        reason=_reason(members) or (first.worth.reason if first is not None else ""),
        holds=any(member.worth.orphans or member.item.proposal.chunk_id in holding for member in members),
        since=min(member.item.created for member in members) if members else newest.created,
    )


def _reason(members: Sequence[Member]) -> str:
    only = {query for member in members for query in member.worth.only}
    if len(only) > 1:
        return f"the only gold of {len(only):,} queries"
    return ""


def _order(card: Card) -> tuple[bool, float, bool, datetime, int]:
    # Tenths of a query: what differs by less is as urgent, and then the others decide.
    return not card.members, -round(card.worth, 1), not card.holds, card.since, int(card.group[1:])


def _member_order(member: Member, unsure: Collection[int]) -> tuple[bool, bool, int, float, int]:
    put_off = member.item.state is ItemState.DEFERRED or member.number in unsure
    return put_off, not member.oddities, -len(member.oddities), -member.worth.queries, member.number


def why_aside(proposal: RemapProposal) -> str:
    """Why a yes to many leaves a question out; empty where it doesn't."""
    if proposal.match.ambiguous:
        return "ambiguous"
    if proposal.action is Action.RETIRE:
        return "would leave the gold set"
    if proposal.action is Action.REGRADE:
        return "asks for a grade"
    if proposal.edit is not None and not proposal.edit.staleness.holds:
        return "behaviour changed"
    return ""


def oddities(proposals: Sequence[RemapProposal]) -> tuple[tuple[str, ...], ...]:
    """What sets each of a group apart from the rest, the gravest first; nothing where it is like the others."""
    kinds = Counter(_kind(one) for one in proposals)
    usual = kinds.most_common(1)[0][0] if kinds else None
    changed = sum(_behaves_otherwise(one) for one in proposals)
    floor = _likeness_gap([one.confidence for one in proposals if one.confidence is not None])
    return tuple(
        tuple(_odd(one, usual, floor, most_changed=2 * changed > len(proposals), few=len(proposals) < FEW))
        for one in proposals
    )


def _odd(one: RemapProposal, usual: object, floor: float, *, most_changed: bool, few: bool) -> Iterable[str]:
    if one.match.ambiguous:
        yield "ambiguous"
    apart = _behaves_otherwise(one) and not most_changed
    if apart:
        yield "behaviour changed"
    if not few and not apart and _kind(one) != usual:
        yield f"{_kind(one)}, unlike the rest"
    lead = one.match.candidates[0].margin if len(one.match.candidates) > 1 else CLOSE
    rivalled = not one.match.ambiguous and not one.match.certain and one.action not in {Action.KEEP, Action.SPLIT}
    if rivalled and lead < CLOSE:
        yield "close runner-up"
    sure = one.confidence
    if sure is not None and (sure < UNSURE_BELOW or (not few and sure < floor)):
        yield "less sure"


def _kind(one: RemapProposal) -> str:
    """What is asked, as far as it tells one member from another: whether lines slid beside an edit does not."""
    if one.action in {Action.RETIRE, Action.SPLIT, Action.REGRADE}:
        return one.action.value
    stays = one.match.change is ChangeKind.SAME
    return one.edit.staleness.value if stays and one.edit is not None else one.match.change.value


def _behaves_otherwise(one: RemapProposal) -> bool:
    return one.edit is not None and not one.edit.staleness.holds


def _likeness_gap(values: Sequence[float]) -> float:
    """Below it lie the few that are clearly less sure than the rest: behind the widest step in the lower quarter."""
    ranked = sorted(values)
    steps = [(upper - lower, upper) for lower, upper in pairwise(ranked[: max(2, len(ranked) // 4 + 1)])]
    widest, upper = max(steps, default=(0.0, 0.0))
    return upper if widest >= 0.05 else 0.0
