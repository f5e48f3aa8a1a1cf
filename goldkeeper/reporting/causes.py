"""Drifted gold chunks by what made them drift; in each group the odd ones on top.

One rename of a package is one group of two hundred. A reviewer who means to accept it whole wants
to see first what does not fit: the tie, the kind of change that few share, the low confidence.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from goldkeeper.model.chunks import ChunkId
from goldkeeper.model.proposals import Cause
from goldkeeper.reporting.outcomes import Ending, GoldOutcome, Standing


@dataclass(frozen=True, slots=True)
class CauseGroup:
    """The drifted gold chunks that share a cause.

    Attributes:
        name: the group's short name in the queue, `g3`; empty when nothing of it is open.
        members: unusual ones first.
        endings: ending → count, most frequent first.
    """

    cause: Cause
    name: str
    members: tuple[GoldOutcome, ...]
    endings: Mapping[Ending, int]

    @property
    def waiting(self) -> int:
        """How many wait for an answer."""
        return sum(member.standing is Standing.WAITING for member in self.members)

    @property
    def certain(self) -> int:
        """How many are the same bytes, found once."""
        return sum(member.certain for member in self.members)


def causes_of(outcomes: Iterable[GoldOutcome], names: Mapping[str, str]) -> tuple[CauseGroup, ...]:
    """Groups with the most open questions first, then the largest, then by key.

    Args:
        outcomes: of one scan; those without a proposal have no cause.
        names: cause key → the group's short name.
    """
    members: dict[str, list[GoldOutcome]] = defaultdict(list)
    causes: dict[str, Cause] = {}
    for outcome in outcomes:
        if outcome.proposal is not None:
            cause = outcome.proposal.cause
            causes.setdefault(cause.key, cause)
            members[cause.key].append(outcome)
    groups = [_group(causes[key], names.get(key, ""), held) for key, held in members.items()]
    return tuple(sorted(groups, key=lambda group: (-group.waiting, -len(group.members), group.cause.key)))


def _group(cause: Cause, name: str, members: list[GoldOutcome]) -> CauseGroup:
    endings = Counter(member.ending for member in members if member.ending)
    sorts = Counter((member.ending, member.drift.kind) for member in members)

    def unusualness(member: GoldOutcome) -> tuple[bool, int, bool, float, ChunkId]:
        rarity = sorts[member.ending, member.drift.kind]
        return (not member.ambiguous, rarity, member.certain, member.confidence or 0.0, member.chunk_id)

    most_first = sorted(endings, key=lambda ending: (-endings[ending], ending.value))
    return CauseGroup(
        cause, name, tuple(sorted(members, key=unusualness)), {ending: endings[ending] for ending in most_first}
    )
