"""Decisions that have to wait for others: an ID must not mean two texts at once.

Two files swap names, and only `a → b` is decided. Written alone it would put the new `b` beside the
old one, and one anchor can't stand for both: either the old pair would pass for judged at a text
that nobody was asked about, or the new one for edited. So while gold that says something else still
bears the ID of a target, the decision is held back; it stays decided and goes in with the other one.
Holding one back keeps its own ID in place, and others may have to wait for that.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from goldkeeper.model.anchors import Anchor, NeverResolved
from goldkeeper.model.chunks import ChunkId
from goldkeeper.model.gold import QueryId
from goldkeeper.model.gold_entries import IsFile
from goldkeeper.model.gold_lines import read_gold_lines
from goldkeeper.model.gold_mentions import UnreadLines
from goldkeeper.model.reviews import OPEN_STATES, Answer, Decision, ReviewItem

Anchors = Mapping[ChunkId, Anchor | NeverResolved]


class WaitsFor(StrEnum):
    """What has to happen before a decision can be carried out."""

    ANSWER = "answer"  # of the item that asks about the other gold
    REJECTED = "rejected"  # the other gold was told to stay
    OTHER_QUERIES = "other queries"  # an answer for some queries left it where it is for the others
    OUTDATED = "outdated"  # the other decision's target moved on
    HELD_BACK = "held back"  # the other decision waits itself
    DAMAGED_LINE = "damaged line"  # nobody can say what becomes of what is named there
    QUESTION = "question"  # nothing is asked about the other gold: it could not be looked at


@dataclass(frozen=True, slots=True)
class HeldBack:
    """A decision that can't be carried out yet.

    Attributes:
        item: the decided item.
        taken: the ID of its target, under which other gold is anchored with another text.
        reason: why that gold stays.
        blocker: number of the item about that gold; None where there is none.
        line: the damaged line that names it.
    """

    item: ReviewItem
    taken: ChunkId
    reason: WaitsFor
    blocker: int | None = None
    line: int | None = None


def hold_back(
    items: Sequence[ReviewItem],
    data: bytes,
    anchors: Anchors,
    *,
    unsettled: Callable[[], Iterable[ReviewItem]],
    is_file: IsFile | None = None,
) -> tuple[HeldBack, ...]:
    """The decisions that would give an ID a second meaning, until none is left that would.

    Args:
        items: decided items that could be carried out; their targets still say what was confirmed.
        data: the gold file.
        anchors: what each gold chunk was.
        unsettled: all items that are open or decided, at most one a gold chunk; asked only when needed.
        is_file: as for reading the gold file.

    Returns:
        By item number.
    """
    contested = _contested(items, anchors)
    if not contested:
        return ()
    places = _Places.of(items, data, is_file)
    about = {item.proposal.chunk_id: item for item in unsettled()}
    held: dict[int, HeldBack] = {}
    stays = [chunk_id for chunk_id in contested if places.stays(chunk_id)]
    while stays:
        taken = stays.pop()
        for item in contested.get(taken, ()):
            if item.number not in held:
                held[item.number] = _held(item, taken, about.get(taken), places, held)
                if item.proposal.chunk_id in places.queries:
                    stays.append(item.proposal.chunk_id)
    return tuple(held[number] for number in sorted(held))


def decision_of(item: ReviewItem) -> Decision:
    """The answer of an item that is decided."""
    assert item.decision is not None  # the caller chose decided ones
    return item.decision


def _contested(items: Sequence[ReviewItem], anchors: Anchors) -> dict[ChunkId, list[ReviewItem]]:
    """Targets' IDs that are anchored with another text, with the items that name them."""
    contested: dict[ChunkId, list[ReviewItem]] = {}
    for item in items:
        for target in decision_of(item).targets:
            anchor = anchors.get(target.chunk_id)
            if isinstance(anchor, Anchor) and anchor.digest != target.digest:
                contested.setdefault(target.chunk_id, []).append(item)
    return contested


@dataclass(frozen=True, slots=True)
class _Places:
    """Which gold stands where, and which item speaks of it.

    Attributes:
        queries: usable gold chunk → the queries that it answers.
        own: gold chunk → the item about it that could be carried out.
        damaged: chunk of an unusable pair → its line.
        unread: lines that can't be used at all.
    """

    queries: Mapping[ChunkId, Collection[QueryId]]
    own: Mapping[ChunkId, ReviewItem]
    damaged: Mapping[ChunkId, int]
    unread: UnreadLines

    @classmethod
    def of(cls, items: Sequence[ReviewItem], data: bytes, is_file: IsFile | None) -> "_Places":
        queries: dict[ChunkId, set[QueryId]] = {}
        damaged: dict[ChunkId, int] = {}
        unread: list[tuple[int, bytes]] = []
        raw_lines = data.split(b"\n")
        for line in read_gold_lines(data, is_file=is_file, judged_zero=True, bare_ids=True):
            if line.query is None:
                if line.problems:  # else it is blank or a comment
                    unread.append((line.number, raw_lines[line.number - 1]))
                continue
            for entry in line.entries:
                if entry.chunk_id is not None and entry.usable:
                    queries.setdefault(entry.chunk_id, set()).add(line.query.query_id)
                elif entry.chunk_id is not None:
                    damaged.setdefault(entry.chunk_id, line.number)
        own = {item.proposal.chunk_id: item for item in items}
        return cls(queries, own, damaged, UnreadLines.of(unread))

    def stays(self, chunk_id: ChunkId) -> bool:
        """Whether gold goes on bearing this ID in its old sense even if all items are carried out."""
        own = self.own.get(chunk_id)
        if own is None:
            return chunk_id in self.queries or self.damaged_line(chunk_id) is not None
        decision = decision_of(own)
        if decision.queries is not None and not set(self.queries.get(chunk_id, ())) <= set(decision.queries):
            return True
        if any(target.chunk_id == chunk_id for target in decision.targets):
            return False  # the chunk itself was judged again, so its ID means the new text from now on
        return self.damaged_line(chunk_id) is not None

    def damaged_line(self, chunk_id: ChunkId) -> int | None:
        """The first line that names it and can't be used as it stands."""
        lines = [*self.unread.naming(str(chunk_id)), *([self.damaged[chunk_id]] if chunk_id in self.damaged else [])]
        return min(lines, default=None)


def _held(
    item: ReviewItem, taken: ChunkId, other: ReviewItem | None, places: _Places, held: Collection[int]
) -> HeldBack:
    """Say what the decision waits for; `other` is the item about the gold that bears the ID."""
    line = places.damaged_line(taken)
    if other is None or taken not in places.queries:
        return HeldBack(item, taken, WaitsFor.QUESTION if line is None else WaitsFor.DAMAGED_LINE, line=line)
    decision = other.decision
    if other.state in OPEN_STATES or decision is None:
        reason = WaitsFor.ANSWER
    elif decision.answer is Answer.REJECT:
        reason = WaitsFor.REJECTED
    elif taken not in places.own:
        reason = WaitsFor.OUTDATED
    elif other.number in held:
        reason = WaitsFor.HELD_BACK
    elif decision.queries is not None:
        reason = WaitsFor.OTHER_QUERIES
    else:
        return HeldBack(item, taken, WaitsFor.DAMAGED_LINE, line=line)
    return HeldBack(item, taken, reason, other.number)
