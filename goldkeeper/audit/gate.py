"""Facts and policy → a verdict with named reasons.

Each check is a sentence whichever way it goes, so that a pass can be read as well. What can't be said yet (how good
the judges agree, when nobody has read) is neither passed nor failed; the check before it has failed already.

An override is somebody's word for one gold file and for reasons that were named: with another gold file, or a
reason that was not named then, it counts no more.
"""

from collections.abc import Iterable
from dataclasses import replace
from datetime import timedelta
from shlex import quote

from goldkeeper.model.audit_records import GateOverride
from goldkeeper.model.gates import AuditFacts, CheckOutcome, GateCheck, GateFacts, GatePolicy, GateVerdict


def judge_release(
    release: str, facts: GateFacts, policy: GatePolicy, *, overrides: Iterable[GateOverride] = ()
) -> GateVerdict:
    """May this gold set be released?

    Args:
        overrides: those kept for this release, oldest first; the newest that fits counts.
    """
    looks = (*_about_scan(release, facts, policy), *_about_audit(release, facts, policy))
    outcomes = tuple(replace(one, places=() if one.passed else facts.places.get(one.check, ())) for one in looks)
    verdict = GateVerdict(release, facts.gold, facts.now, outcomes, policy)
    if not verdict.failed:
        return verdict
    fitting = [one for one in overrides if one.release == release and covers(one, verdict, facts.gold_digest)]
    return replace(verdict, override=fitting[-1]) if fitting else verdict


def covers(override: GateOverride, verdict: GateVerdict, gold_digest: str) -> bool:
    """Whether somebody's word is about this gold file and about all that it is refused for."""
    named = {reason.partition(":")[0] for reason in override.refused}
    return override.gold_digest == gold_digest and {str(one.check) for one in verdict.failed} <= named


def _draw(release: str, audit: AuditFacts | None) -> str:
    """The command that draws the next audit; of one release each has a name of its own."""
    command = f"goldkeeper audit draw --release {quote(release)}"
    if audit is None or audit.release != release:
        return command
    return f"{command} --name {quote(f'{release}-{audit.place + 1}')}"


def _about_scan(release: str, facts: GateFacts, policy: GatePolicy) -> list[CheckOutcome]:
    found = []
    if facts.scanned_at is None:
        found.append(_failed(GateCheck.SCAN, "Nothing was ever scanned.", "goldkeeper scan"))
    elif not facts.fresh:
        sentence = f"Code, gold file or chunker changed since the scan of {facts.scanned_at:%Y-%m-%d %H:%M} UTC."
        found.append(_failed(GateCheck.SCAN, sentence, "goldkeeper scan"))
    else:
        found.append(_passed(GateCheck.SCAN, f"The scan of {facts.scanned_at:%Y-%m-%d %H:%M} UTC saw this very state."))
    if facts.upgrades:
        sentence = f"The index was made anew since the last scan: {'; '.join(facts.upgrades)}."
        found.append(_failed(GateCheck.PASSPORT, sentence, "goldkeeper scan"))
    elif facts.audit is not None and facts.audit.made_otherwise:
        sentence = f"The index has another model or chunker than when audit {facts.audit.name} was drawn."
        found.append(_failed(GateCheck.PASSPORT, sentence, _draw(release, facts.audit)))
    else:
        found.append(_passed(GateCheck.PASSPORT, "The index's passport is the one that was scanned."))
    if facts.unsound:
        sentence = "The gold file has damage, or IDs that can't be checked."
        found.append(_failed(GateCheck.DAMAGE, sentence, "goldkeeper scan --force tells which"))
    else:
        found.append(_passed(GateCheck.DAMAGE, "The gold file has no damage."))
    drift = f"{_count(facts.open_questions, 'question')} about drift {_is(facts.open_questions)} open."
    if facts.open_questions > policy.open_questions:
        found.append(_failed(GateCheck.DRIFT, drift, "goldkeeper review list"))
    else:
        found.append(_passed(GateCheck.DRIFT, drift if facts.open_questions else "No question about drift is open."))
    if facts.to_apply:
        sentence = f"{_count(facts.to_apply, 'decision')} {_is(facts.to_apply)} not in the gold file."
        found.append(_failed(GateCheck.APPLIED, sentence, "goldkeeper apply"))
    else:
        found.append(_passed(GateCheck.APPLIED, "Every decision is in the gold file."))
    return found


def _about_audit(release: str, facts: GateFacts, policy: GatePolicy) -> list[CheckOutcome]:
    audit = facts.audit
    draw = _draw(release, audit)
    if audit is None:
        return [
            _failed(GateCheck.AUDIT, "No audit was ever drawn.", draw),
            *(_open(check, "There is no audit.") for check in _OF_AN_AUDIT),
        ]
    found = []
    if policy.audit_each_release and audit.release != release:
        sentence = f"No audit was drawn for {release}; the newest is {audit.name} of {audit.drawn_at:%Y-%m-%d}."
        found.append(_failed(GateCheck.AUDIT, sentence, draw))
    else:
        sentence = f"Audit {audit.name} was drawn on {audit.drawn_at:%Y-%m-%d}, {_count(audit.rows, 'row')}."
        if audit.place > 1:
            sentence += f" It is number {audit.place} of {audit.release}, and counts alone."
        found.append(_passed(GateCheck.AUDIT, sentence))
    if audit.open_rows:
        of_all = f"{audit.open_rows:,} of {_count(audit.rows, 'row')}"
        sentence = f"{of_all} of audit {audit.name} {_is(audit.open_rows)} not settled."
        found.append(_failed(GateCheck.FINISHED, sentence, f"goldkeeper audit status {audit.name}"))
    else:
        found.append(_passed(GateCheck.FINISHED, f"Every row of audit {audit.name} is settled."))
    days = (facts.now - audit.drawn_at) // timedelta(days=1)
    sentence = f"Audit {audit.name} is {_count(days, 'day')} old; {policy.max_audit_days} are allowed."
    overdue = days > policy.max_audit_days
    if facts.audits_due:
        overdue, sentence = True, f"An audit is due since {audit.name}: {'; '.join(facts.audits_due)}."
    found.append(_failed(GateCheck.OVERDUE, sentence, draw) if overdue else _passed(GateCheck.OVERDUE, sentence))
    sentence = (
        f"{_count(audit.changed, 'pair')} changed since audit {audit.name}, apart from those that it found wrong."
    )
    if audit.changed > policy.changed_pairs:
        found.append(_failed(GateCheck.UNCHANGED, sentence, "audit them: " + draw))
    else:
        found.append(_passed(GateCheck.UNCHANGED, sentence))
    if audit.standing:
        sentence = (
            f"{_count(audit.standing, 'pair')} that audit {audit.name} found wrong {_is(audit.standing)} as before."
        )
        found.append(
            _failed(GateCheck.MENDED, sentence, f"goldkeeper audit settle {audit.name}, then goldkeeper apply")
        )
    else:
        found.append(_passed(GateCheck.MENDED, f"All that audit {audit.name} found wrong is mended."))
    found += [_about_bound(audit, policy, draw), _about_agreement(audit, policy)]
    return found


def _about_bound(audit: AuditFacts, policy: GatePolicy, draw: str) -> CheckOutcome:
    if not audit.read:
        return _open(GateCheck.BOUND, "Nobody has read a pair to the end.")
    left = audit.most - audit.mended
    sentence = (
        f"With {100 * audit.level:g} % confidence at most {left:,} of {_count(audit.size, 'pair')} are wrong"
        f" ({_up(left, audit.size)}); {100 * policy.max_wrong:g} % are allowed."
    )
    if left <= policy.max_wrong * audit.size + 1e-9:
        return _passed(GateCheck.BOUND, sentence)
    remedy = f"{_count(audit.rows_needed, 'pair')} without a wrong one would show it: {draw} --size {audit.rows_needed}"
    return _failed(GateCheck.BOUND, sentence, remedy)


def _about_agreement(audit: AuditFacts, policy: GatePolicy) -> CheckOutcome:
    if policy.min_alpha <= -1:
        return _passed(GateCheck.AGREEMENT, "No agreement is asked for.")
    alpha = audit.alpha
    if alpha.value is not None:
        sentence = f"The judges' ordinal alpha is {alpha.value:.2f}; {policy.min_alpha:g} is asked for."
        if alpha.value >= policy.min_alpha:
            return _passed(GateCheck.AGREEMENT, sentence)
        return _failed(GateCheck.AGREEMENT, sentence, "look at the grading rules together, then read those rows again")
    if audit.raw.value is None:
        return _open(GateCheck.AGREEMENT, "No row has two readings.")
    if audit.raw.value == 1.0:
        return _passed(GateCheck.AGREEMENT, "The judges agree on every row; alpha is not defined for a single grade.")
    return _open(GateCheck.AGREEMENT, f"Alpha is not defined: {alpha.reason}")


_OF_AN_AUDIT = (
    GateCheck.FINISHED,
    GateCheck.OVERDUE,
    GateCheck.UNCHANGED,
    GateCheck.MENDED,
    GateCheck.BOUND,
    GateCheck.AGREEMENT,
)


def _passed(check: GateCheck, sentence: str) -> CheckOutcome:
    return CheckOutcome(check, passed=True, sentence=sentence)


def _failed(check: GateCheck, sentence: str, remedy: str) -> CheckOutcome:
    return CheckOutcome(check, passed=False, sentence=sentence, remedy=remedy)


def _open(check: GateCheck, sentence: str) -> CheckOutcome:
    return CheckOutcome(check, passed=None, sentence=sentence)


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'s' * (number != 1)}"


def _is(number: int) -> str:
    return "is" if number == 1 else "are"


def _up(part: int, whole: int) -> str:
    """A bound in percent, never rounded down."""
    tenths = -(-1000 * part // whole) if whole else 0
    return f"{tenths / 10:g} %"
