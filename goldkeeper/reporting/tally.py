"""Counts of a scan: every gold chunk under exactly one drift, one ending, one standing."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from goldkeeper.model.drifts import DriftKind
from goldkeeper.model.staleness import Staleness
from goldkeeper.reporting.outcomes import Ending, GoldOutcome, Standing

FOUND = (Ending.SAME, Ending.MOVED, Ending.RENAMED, Ending.MOVED_RENAMED, Ending.SPLIT, Ending.MERGED)


@dataclass(frozen=True)
class Tally:
    """How many gold chunks, by what was seen of them.

    Attributes:
        resolving: whose ID names a chunk at head, whatever it says.
        something_else: of the resolving, those that do not say what was judged.
        unresolved: drift → count, of those whose ID names nothing at head.
        recut: of the unresolved that are shifted, those which only the chunker cuts otherwise.
        by_drift: drift → count, all kinds, in the order of the enumeration.
        by_ending: ending → count, of all that are not intact.
        left: ending → count, of those whose path and symbol are gone from where they were.
        by_standing: standing → count.
        by_staleness: staleness → count, of those that stay or moved with another text.
        holding: open questions about a chunk in its place whose grade holds, though the text is another.
        certain: proposals that are the same bytes, found once on each side, not answered yet.
    """

    total: int
    resolving: int
    something_else: int
    unresolved: Mapping[DriftKind, int]
    recut: int
    by_drift: Mapping[DriftKind, int]
    by_ending: Mapping[Ending, int]
    left: Mapping[Ending, int]
    by_standing: Mapping[Standing, int]
    certain: int
    by_staleness: Mapping[Staleness, int]
    holding: int

    @property
    def intact(self) -> int:
        """Gold chunks that say what was judged, where it was judged."""
        return self.by_drift[DriftKind.INTACT]

    @property
    def drifted(self) -> int:
        """All the others."""
        return self.total - self.intact

    @property
    def edited(self) -> int:
        """Those that stay or moved with another text, and of which the sort of edit is known."""
        return sum(self.by_staleness.values())

    @property
    def waiting(self) -> int:
        """Open items of the queue."""
        return self.by_standing[Standing.WAITING]

    @property
    def answered(self) -> int:
        """Decided, and not yet in the gold file."""
        return self.by_standing[Standing.ANSWERED]

    @property
    def rejected(self) -> int:
        """Turned down, so that the gold stays as it is."""
        return self.by_standing[Standing.REJECTED]

    @property
    def unasked(self) -> int:
        """Drifted, and nothing could be proposed: people have to look for themselves."""
        return self.by_standing[Standing.NOTHING_ASKED] - self.intact


def tally_of(outcomes: Sequence[GoldOutcome]) -> Tally:
    """Count the outcomes of a scan."""
    unresolved = Counter(outcome.drift.kind for outcome in outcomes if not outcome.drift.resolves)
    by_drift = Counter(outcome.drift.kind for outcome in outcomes)
    by_ending = Counter(outcome.ending for outcome in outcomes if outcome.ending)
    left = Counter(outcome.ending for outcome in outcomes if _left(outcome) and outcome.ending)
    by_standing = Counter(outcome.standing for outcome in outcomes)
    by_staleness = Counter(outcome.edit.staleness for outcome in outcomes if outcome.edit is not None)
    return Tally(
        total=len(outcomes),
        resolving=sum(outcome.drift.resolves for outcome in outcomes),
        something_else=sum(outcome.says_something_else for outcome in outcomes),
        unresolved={kind: unresolved[kind] for kind in DriftKind},
        recut=sum(outcome.drift.cut_otherwise and not outcome.drift.resolves for outcome in outcomes),
        by_drift={kind: by_drift[kind] for kind in DriftKind},
        by_ending={ending: by_ending[ending] for ending in Ending},
        left={ending: left[ending] for ending in Ending},
        by_standing={standing: by_standing[standing] for standing in Standing},
        certain=sum(outcome.certain and outcome.standing is Standing.WAITING for outcome in outcomes),
        by_staleness={staleness: by_staleness[staleness] for staleness in Staleness},
        holding=sum(_holds(outcome) for outcome in outcomes),
    )


def _holds(outcome: GoldOutcome) -> bool:
    """Whether it waits, and one answer may settle it with others like it."""
    waits = outcome.standing is Standing.WAITING and not outcome.certain
    return waits and outcome.proposal is not None and outcome.proposal.grade_holds


def _left(outcome: GoldOutcome) -> bool:
    return outcome.drift.kind is DriftKind.MISSING and not outcome.drift.resolves


@dataclass(frozen=True, slots=True)
class Stripe:
    """One part of the bar that shows a whole gold set.

    Attributes:
        look: stable name of its colour.
        fraction: of all gold chunks, 0..1.
    """

    look: str
    label: str
    number: int
    fraction: float


def stripes_of(tally: Tally) -> tuple[Stripe, ...]:
    """Every gold chunk in exactly one stripe, good ones first; empty stripes left out."""
    resolving_obscured = tally.resolving - tally.something_else - _resolving_intact(tally)
    parts = [
        ("intact", "intact", tally.intact),
        ("other", "something else under the same ID", tally.something_else),
        ("lines", "only moved to other lines", tally.unresolved[DriftKind.SHIFTED] - tally.recut),
        ("recut", "cut otherwise by the chunker", tally.recut),
        ("edited", "edited and moved to other lines", tally.unresolved[DriftKind.EDITED]),
        ("left", "no longer in place", tally.unresolved[DriftKind.MISSING]),
        ("obscured", "can't be parsed", tally.unresolved[DriftKind.OBSCURED] + resolving_obscured),
        ("never", "never named anything", tally.unresolved[DriftKind.NEVER]),
    ]
    return tuple(Stripe(look, label, number, number / tally.total) for look, label, number in parts if number)


def _resolving_intact(tally: Tally) -> int:
    return tally.intact - tally.unresolved[DriftKind.INTACT]
