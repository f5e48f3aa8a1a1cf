"""What the gate sees of the scan and the review queue."""

from collections.abc import Iterator

from goldkeeper.audit.gate_words import count, draw_command, verb
from goldkeeper.model.gates import CheckOutcome, GateCheck, GateFacts, GatePolicy

_SCAN = "goldkeeper scan"
_UNSEEN = "Nothing was scanned, so nobody knows."


def look_at_scan(release: str, facts: GateFacts, policy: GatePolicy) -> Iterator[CheckOutcome]:
    """Whether this very state was scanned, and whether all that came of it is answered and applied."""
    yield _about_scan(facts)
    yield _about_passport(release, facts)
    yield _about_damage(facts)
    yield _about_drift(facts, policy)
    if facts.to_apply:
        sentence = f"{count(facts.to_apply, 'decision')} {verb(facts.to_apply)} not in the gold file."
        yield CheckOutcome.bad(GateCheck.APPLIED, sentence, "goldkeeper apply --commit", _SCAN)
    else:
        yield CheckOutcome.good(GateCheck.APPLIED, "Every decision is in the gold file.")


def _about_scan(facts: GateFacts) -> CheckOutcome:
    failing = f" {facts.failing}" if facts.failing else ""
    if facts.scanned_at is None:
        return CheckOutcome.bad(GateCheck.SCAN, f"Nothing was ever scanned.{failing}", _SCAN)
    scan = f"scan of {facts.scanned_at:%Y-%m-%d %H:%M} UTC"
    if facts.fresh:
        return CheckOutcome.good(GateCheck.SCAN, f"The {scan} saw this very state.")
    if facts.moved:
        sentence = f"The code went {facts.moved} since the {scan}.{failing}"
    else:
        sentence = f"Gold file, anchors, chunker or files on disk changed since the {scan}.{failing}"
    return CheckOutcome.bad(GateCheck.SCAN, sentence, _SCAN)


def _about_passport(release: str, facts: GateFacts) -> CheckOutcome:
    if facts.upgrades:
        sentence = f"The index was made anew since the last scan: {'; '.join(facts.upgrades)}."
        return CheckOutcome.bad(GateCheck.PASSPORT, sentence, _SCAN)
    audit = facts.audit
    if audit is not None and audit.made_otherwise:
        sentence = f"The index has another model or chunker than when audit {audit.name} was drawn."
        return CheckOutcome.bad(GateCheck.PASSPORT, sentence, draw_command(release, facts))
    if not facts.index_known:
        return CheckOutcome.good(GateCheck.PASSPORT, "Nobody says how the index was made, so no change is known of.")
    if facts.scanned_at is None:
        return CheckOutcome.open(GateCheck.PASSPORT, _UNSEEN)
    return CheckOutcome.good(GateCheck.PASSPORT, "The index's passport is the one that was scanned.")


def _about_damage(facts: GateFacts) -> CheckOutcome:
    if facts.unsound:
        sentence = "The gold file has damage, or IDs that can't be checked."
        return CheckOutcome.bad(
            GateCheck.DAMAGE, sentence, "goldkeeper scan --force", remedy="a scan tells which lines"
        )
    if facts.scanned_at is None:
        return CheckOutcome.open(GateCheck.DAMAGE, _UNSEEN)
    return CheckOutcome.good(GateCheck.DAMAGE, "The gold file has no damage.")


def _about_drift(facts: GateFacts, policy: GatePolicy) -> CheckOutcome:
    drift = f"{count(facts.open_questions, 'question')} about drift {verb(facts.open_questions)} open."
    if facts.open_questions > policy.open_questions:
        commands = ("goldkeeper review", "goldkeeper apply --commit", _SCAN)
        return CheckOutcome.bad(GateCheck.DRIFT, drift, *commands)
    if facts.scanned_at is None and not facts.open_questions:
        return CheckOutcome.open(GateCheck.DRIFT, _UNSEEN)
    return CheckOutcome.good(GateCheck.DRIFT, drift if facts.open_questions else "No question about drift is open.")
