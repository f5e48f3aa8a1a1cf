"""Upgrades: one passport after another, what of it changed, and what became of that."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from goldkeeper.model.chunks import CommitId
from goldkeeper.model.passports import (
    CHUNKER_TRAITS,
    EMBEDDING_TRAITS,
    TRAIT_GROUPS,
    Fact,
    Passport,
    Trait,
)


class UpgradeKind(StrEnum):
    """What of an index changed, in the order in which it is dealt with."""

    CHUNKER = "chunker"  # gold IDs may name nothing any more
    EMBEDDING = "embedding"  # rankings change, and with them what has been judged of them


class UpgradeState(StrEnum):
    """Where an upgrade stands."""

    WAITING = "waiting"  # for a scan
    RUNNING = "running"  # a scan that checks it is under way
    DONE = "done"  # a scan that checked it came to its end


@dataclass(frozen=True, slots=True)
class Upgrade:
    """A changed passport.

    Attributes:
        number: how people name it; counts up for each gold set.
        seen_at: in UTC.
        told_by: who brought it: a source's place, or a person's or pipeline's name.
        holder: who carries it out, while it runs.
        scan: number of the scan that checked it, once it is done.
    """

    number: int
    before: Passport
    after: Passport
    kinds: tuple[UpgradeKind, ...]
    seen_at: datetime
    told_by: str
    state: UpgradeState = UpgradeState.WAITING
    holder: str = ""
    scan: int | None = None

    @property
    def sentence(self) -> str:
        """What changed, `embedding model bge-small → bge-m3, dimension 384 → 1024`."""
        return "; ".join(map(str, self.changes))

    @property
    def changes(self) -> "tuple[TraitChange, ...]":
        """What reads otherwise; fingerprint and boundaries only where they are all there is."""
        changes = changes_between(self.before, self.after, self.kinds)
        follow = {Trait.FINGERPRINT, Trait.BOUNDARIES}
        named = tuple(change for change in changes if change.trait not in follow)
        cut = any(change.trait in CHUNKER_TRAITS for change in named)
        return named if cut or UpgradeKind.CHUNKER not in self.kinds else named + _digests(changes)


def _digests(changes: "tuple[TraitChange, ...]") -> "tuple[TraitChange, ...]":
    """What says of a chunker that it is another one, where nobody says which: how it cuts, else its fingerprint."""
    boundaries = tuple(change for change in changes if change.trait is Trait.BOUNDARIES)
    return boundaries or tuple(change for change in changes if change.trait is Trait.FINGERPRINT)


@dataclass(frozen=True, slots=True)
class TraitChange:
    """A trait that reads otherwise than before; None where one of the two is silent."""

    trait: Trait
    before: str | None
    after: str | None

    def __str__(self) -> str:
        if self.trait is Trait.CHUNKER_OPTIONS and self.before is not None and self.after is not None:
            options = _changed_options(self.before, self.after)
            if options:
                return ", ".join(f"chunker option {name} {_short(old)} → {_short(new)}" for name, old, new in options)
        return f"{self.trait} {_short(self.before)} → {_short(self.after)}"


@dataclass(frozen=True, slots=True)
class CheckedScan:
    """A scan that came to its end, as it is kept.

    Attributes:
        number: counts up over all gold sets of a database.
        name: `20261130T140512Z-3f2a1b9`.
        asked_by: what it was made for: `scan`, `upgrade 3`, `timetable`, …
        outcomes: counts by name, as the report's JSON has them.
    """

    number: int
    name: str
    began: datetime
    ended: datetime
    commit: CommitId | None
    passport: str
    gold_digest: str
    asked_by: str
    needs_a_person: bool
    outcomes: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class AuditDue:
    """A request for an audit sample that nobody has drawn yet.

    Attributes:
        reason: a sentence for people.
        upgrade: number of the upgrade that asks for it; None where something else does.
    """

    number: int
    reason: str
    upgrade: int | None
    since: datetime


def changed_kinds(before: Passport, after: Passport) -> tuple[UpgradeKind, ...]:
    """Which parts of an index changed; none means that there is no upgrade.

    >>> from goldkeeper.model.passports import Fact
    >>> small, large = (Passport((Fact(Trait.MODEL, name),)) for name in ("small", "large"))
    >>> [kind.value for kind in changed_kinds(small, large)], changed_kinds(small, Passport())
    (['embedding'], ())
    """
    kinds = []
    if _differ(before, after, CHUNKER_TRAITS) or _cut_otherwise(before, after):
        kinds.append(UpgradeKind.CHUNKER)
    if _differ(before, after, EMBEDDING_TRAITS):
        kinds.append(UpgradeKind.EMBEDDING)
    return tuple(kinds)


def told_kinds(before: Passport, after: Passport) -> tuple[UpgradeKind, ...]:
    """The same where somebody told it: a first word about model or chunker is news as well."""
    kinds = set(changed_kinds(before, after))
    for kind, traits in ((UpgradeKind.CHUNKER, CHUNKER_TRAITS), (UpgradeKind.EMBEDDING, EMBEDDING_TRAITS)):
        said = [trait for trait in traits if trait is not Trait.FINGERPRINT]
        silent = all(before.value(trait) is None for trait in said)
        if silent and any(after.value(trait) is not None for trait in said):
            kinds.add(kind)
    return tuple(kind for kind in UpgradeKind if kind in kinds)


def changes_between(
    before: Passport, after: Passport, kinds: tuple[UpgradeKind, ...] | None = None
) -> tuple[TraitChange, ...]:
    """Traits that read otherwise, in their order.

    Args:
        before: the earlier passport.
        after: the later one.
        kinds: only what counts for these, and what the later one says of it; None: all of them, also those of
            which it is silent.
    """
    wanted: set[Trait] = set(Trait)
    if kinds is not None:
        wanted = set(EMBEDDING_TRAITS) if UpgradeKind.EMBEDDING in kinds else set()
        if UpgradeKind.CHUNKER in kinds:
            wanted |= {*CHUNKER_TRAITS, *((Trait.BOUNDARIES,) if _cut_otherwise(before, after) else ())}
    pairs = ((trait, before.value(trait), after.value(trait)) for trait in Trait if trait in wanted)
    return tuple(
        TraitChange(trait, old, new) for trait, old, new in pairs if old != new and (kinds is None or new is not None)
    )


def take_in(standing: Passport, reading: Passport, last_reading: Passport | None) -> Passport:
    """What is known of an index once its sources were read again.

    A source counts where it says something else than when it was read last. So what somebody told in the meantime
    stands until the manifest is written anew, and a manifest that lags behind doesn't take it back.

    Args:
        standing: what was known.
        reading: what the sources say now.
        last_reading: what they said last; None: they were never read.
    """
    earlier = last_reading or Passport()
    news: list[Fact] = []
    for group in TRAIT_GROUPS:
        said = [fact for fact in reading.facts if fact.trait in group]
        is_new = any(fact.value != earlier.value(fact.trait) for fact in said)
        if is_new or not _differ(standing, reading, group):
            news += said
    return succeed(standing, Passport.of(news))


def succeed(standing: Passport, news: Passport) -> Passport:
    """What is known after news: of what they are silent the old holds on, unless they speak of another thing.

    A new model has its own revision and dimension; those of the old one are not carried over to it.
    """
    facts: list[Fact] = list(news.facts)
    for group in TRAIT_GROUPS:
        if not _differ(standing, news, group):
            facts += [fact for fact in standing.facts if fact.trait in group]
    return Passport.of(facts)


def _differ(before: Passport, after: Passport, traits: tuple[Trait, ...]) -> bool:
    pairs = ((before.value(trait), after.value(trait)) for trait in traits)
    return any(old is not None and new is not None and old != new for old, new in pairs)


def _cut_otherwise(before: Passport, after: Passport) -> bool:
    commit = before.value(Trait.COMMIT)
    same_commit = commit is not None and commit == after.value(Trait.COMMIT)
    return same_commit and _differ(before, after, (Trait.BOUNDARIES,))


def _changed_options(before: str, after: str) -> list[tuple[str, str | None, str | None]]:
    """The options that read otherwise, by name; none where one of the two is no table."""
    try:
        old, new = json.loads(before), json.loads(after)
    except ValueError:
        return []
    if not (isinstance(old, dict) and isinstance(new, dict)):
        return []
    names = sorted(name for name in old.keys() | new.keys() if old.get(name) != new.get(name))
    return [(name, *(str(held[name]) if name in held else None for held in (old, new))) for name in names]


SHOWN_VALUE = 60  # characters of a value in a sentence; options may be a page


def _short(value: str | None) -> str:
    if value is None:
        return "(not said)"
    return value if len(value) <= SHOWN_VALUE else f"{value[: SHOWN_VALUE - 1]}…"
