"""Passports and upgrades as JSON values and as lines for people."""

from collections.abc import Iterable, Mapping

from goldkeeper.model.passports import Passport, Trait
from goldkeeper.model.upgrades import AuditDue, CheckedScan, TraitChange, Upgrade, UpgradeKind

# Trait → its name in JSON, which stays whatever people are told.
TRAIT_KEYS: Mapping[Trait, str] = {
    Trait.MODEL: "embedding_model",
    Trait.REVISION: "embedding_revision",
    Trait.DIMENSION: "embedding_dimension",
    Trait.EMBEDDING_PACKAGES: "embedding_packages",
    Trait.CHUNKER: "chunker_name",
    Trait.CHUNKER_VERSION: "chunker_version",
    Trait.CHUNKER_OPTIONS: "chunker_options",
    Trait.CHUNKER_PACKAGES: "chunker_packages",
    Trait.FINGERPRINT: "fingerprint",
    Trait.COMMIT: "commit",
    Trait.CHUNKS: "chunks",
    Trait.BOUNDARIES: "boundaries",
}
_LONGEST = max(len(trait) for trait in Trait)


def passport_record(passport: Passport) -> dict[str, object]:
    """A passport as JSON values: each trait with who says so, None where nobody does."""
    facts = {
        key: {"value": fact.value, "origin": fact.origin.value, "place": fact.place or None} if fact else None
        for trait, key in TRAIT_KEYS.items()
        for fact in (passport.fact(trait),)
    }
    return {"digest": passport.digest, "title": passport.title, **facts}


def passport_lines(passport: Passport) -> list[str]:
    """A passport for people: trait, value, who says so."""
    lines = []
    for trait in Trait:
        fact = passport.fact(trait)
        said = f"{fact.value}   ({fact.origin}: {fact.place})" if fact is not None else "nobody says"
        lines.append(f"{trait.value:<{_LONGEST}}  {said}")
    return lines


def upgrade_record(upgrade: Upgrade) -> dict[str, object]:
    """An upgrade as JSON values."""
    return {
        "number": upgrade.number,
        "kinds": [kind.value for kind in upgrade.kinds],
        "sentence": upgrade.sentence,
        "state": upgrade.state.value,
        "seen_at": upgrade.seen_at.isoformat(),
        "told_by": upgrade.told_by,
        "scan": upgrade.scan,
        "before": passport_record(upgrade.before),
        "after": passport_record(upgrade.after),
    }


def checked_scan_record(scan: CheckedScan) -> dict[str, object]:
    """A scan that was kept, as JSON values."""
    return {
        "number": scan.number,
        "scan": scan.name,
        "began": scan.began.isoformat(),
        "ended": scan.ended.isoformat(),
        "commit": scan.commit,
        "passport": scan.passport,
        "gold_digest": scan.gold_digest,
        "asked_by": scan.asked_by,
        "needs_a_person": scan.needs_a_person,
        "outcomes": dict(scan.outcomes),
    }


def audit_due_record(due: AuditDue) -> dict[str, object]:
    """A request for an audit as JSON values."""
    return {"number": due.number, "reason": due.reason, "upgrade": due.upgrade, "since": due.since.isoformat()}


def diff_record(
    before: Passport, after: Passport, changes: Iterable[TraitChange], kinds: Iterable[UpgradeKind]
) -> dict[str, object]:
    """Two passports held against each other, as JSON values."""
    return {
        "kinds": [kind.value for kind in kinds],
        "changes": [
            {"trait": TRAIT_KEYS[change.trait], "before": change.before, "after": change.after} for change in changes
        ],
        "before": passport_record(before),
        "after": passport_record(after),
    }
