"""What the gate sees of the audit that counts for a release."""

from collections.abc import Iterator
from datetime import timedelta
from shlex import quote

from goldkeeper.audit.gate_words import at_most, count, draw_command, verb
from goldkeeper.model.gates import AuditFacts, CheckOutcome, GateCheck, GateFacts, GatePolicy

_ROUNDING = 1e-9  # of a share times a size: 0.29 * 100 is a hair less than 29
_NOT_ASKED = -1  # the least that alpha is asked to be; see `GatePolicy`

_OF_AN_AUDIT = (
    GateCheck.FINISHED,
    GateCheck.OVERDUE,
    GateCheck.UNCHANGED,
    GateCheck.MENDED,
    GateCheck.BOUND,
    GateCheck.AGREEMENT,
)


def look_at_audit(release: str, facts: GateFacts, policy: GatePolicy) -> Iterator[CheckOutcome]:
    """Whether there is one, whether it is finished, recent and of this gold file, and what it shows."""
    audit = facts.audit
    draw = draw_command(release, facts)
    if audit is None:
        yield _none_drawn(facts, draw)
        yield from (CheckOutcome.open(check, "There is no audit.") for check in _OF_AN_AUDIT)
        return
    if policy.audit_each_release and audit.release != release:
        sentence = f"No audit was drawn for {release}; the newest is {audit.name} of {audit.drawn_at:%Y-%m-%d}."
        yield CheckOutcome.bad(GateCheck.AUDIT, sentence, draw)
    else:
        sentence = f"Audit {audit.name} was drawn on {audit.drawn_at:%Y-%m-%d}, {count(audit.rows, 'row')}."
        if audit.place > 1:
            sentence += f" It is number {audit.place} of {audit.release}, and counts alone."
        yield CheckOutcome.good(GateCheck.AUDIT, sentence)
    yield _about_rows(audit)
    yield _about_age(audit, facts, policy, draw)
    sentence = f"{count(audit.changed, 'pair')} changed since audit {audit.name}, apart from those that it found wrong."
    if audit.changed > policy.changed_pairs:
        yield CheckOutcome.bad(GateCheck.UNCHANGED, sentence, draw, remedy="audit the set as it is now")
    else:
        yield CheckOutcome.good(GateCheck.UNCHANGED, sentence)
    yield _about_errors(audit)
    yield _about_bound(audit, policy, draw)
    yield _about_agreement(audit, policy)


def _none_drawn(facts: GateFacts, draw: str) -> CheckOutcome:
    if not facts.newborn:
        return CheckOutcome.bad(GateCheck.AUDIT, "No audit was ever drawn.", draw)
    sentence = "No audit is known here: the state is new, as in a fresh clone, and audits are kept in the database."
    remedy = "where there are some, set GOLDKEEPER_STATE__DATABASE to the database that has them; where not, draw one"
    return CheckOutcome.bad(GateCheck.AUDIT, sentence, draw, remedy=remedy)


def _about_rows(audit: AuditFacts) -> CheckOutcome:
    if not audit.open_rows:
        return CheckOutcome.good(GateCheck.FINISHED, f"Every row of audit {audit.name} is settled.")
    of_all = f"{audit.open_rows:,} of {count(audit.rows, 'row')}"
    sentence = f"{of_all} of audit {audit.name} {verb(audit.open_rows)} not settled"
    name = quote(audit.name)
    commands = []
    if audit.open_rows > audit.to_decide:
        commands.append(f"goldkeeper audit status {name}")
    if audit.to_decide:
        sentence += f"; {audit.to_decide:,} of them {'waits' if audit.to_decide == 1 else 'wait'} for a third judge"
        commands.append(f"goldkeeper audit arbitrate {name}")
    return CheckOutcome.bad(GateCheck.FINISHED, f"{sentence}.", *commands)


def _about_age(audit: AuditFacts, facts: GateFacts, policy: GatePolicy, draw: str) -> CheckOutcome:
    if facts.audits_due:
        sentence = f"An audit is due since {audit.name}: {'; '.join(facts.audits_due)}."
        return CheckOutcome.bad(GateCheck.OVERDUE, sentence, draw)
    days = (facts.now - audit.drawn_at) // timedelta(days=1)
    sentence = f"Audit {audit.name} is {count(days, 'day')} old; {policy.max_audit_days} are allowed."
    if days > policy.max_audit_days:
        return CheckOutcome.bad(GateCheck.OVERDUE, sentence, draw)
    return CheckOutcome.good(GateCheck.OVERDUE, sentence)


def _about_errors(audit: AuditFacts) -> CheckOutcome:
    standing = [*audit.left_open, *([(audit.name, audit.standing)] if audit.standing else [])]
    if not standing:
        wrong = f"All that audit {audit.name} found wrong is mended." if audit.mended else ""
        return CheckOutcome.good(GateCheck.MENDED, wrong or f"Audit {audit.name} found nothing wrong.")
    pairs = [f"{count(number, 'pair')} that audit {name} found wrong" for name, number in standing]
    are = verb(standing[0][1] if len(standing) == 1 else len(standing))
    settle = [f"goldkeeper audit settle {quote(name)}" for name, _ in standing]
    sentence = f"{' and '.join(pairs)} {are} as before."
    return CheckOutcome.bad(GateCheck.MENDED, sentence, *settle, "goldkeeper apply --commit", "goldkeeper scan")


def _about_bound(audit: AuditFacts, policy: GatePolicy, draw: str) -> CheckOutcome:
    if not audit.read:
        return CheckOutcome.open(GateCheck.BOUND, "Nobody has read a pair to the end.")
    left = audit.most - audit.mended
    sentence = (
        f"With {100 * audit.level:g} % confidence at most {left:,} of {count(audit.size, 'pair')} are wrong"
        f" ({at_most(left, audit.size)}); {100 * policy.max_wrong:g} % are allowed."
    )
    if left <= policy.max_wrong * audit.size + _ROUNDING:
        return CheckOutcome.good(GateCheck.BOUND, sentence)
    remedy = f"{count(audit.rows_needed, 'pair')} without a wrong one would show it"
    return CheckOutcome.bad(GateCheck.BOUND, sentence, f"{draw} --size {audit.rows_needed}", remedy=remedy)


def _about_agreement(audit: AuditFacts, policy: GatePolicy) -> CheckOutcome:
    if policy.min_alpha <= _NOT_ASKED:
        return CheckOutcome.good(GateCheck.AGREEMENT, "No agreement is asked for.")
    alpha = audit.alpha
    if alpha.value is not None:
        sentence = f"The judges' ordinal alpha is {alpha.value:.2f}; {policy.min_alpha:g} is asked for."
        if alpha.value >= policy.min_alpha:
            return CheckOutcome.good(GateCheck.AGREEMENT, sentence)
        remedy = "look together at the grading rules (audit.grade_0 to grade_3) and at the rows named, then read anew"
        return CheckOutcome.bad(
            GateCheck.AGREEMENT, sentence, f"goldkeeper audit report {quote(audit.name)}", remedy=remedy
        )
    if audit.raw.value is None:
        return CheckOutcome.open(GateCheck.AGREEMENT, "No row has two readings.")
    if audit.raw.value == 1.0:
        sentence = "The judges agree on every row; alpha is not defined for a single grade."
        return CheckOutcome.good(GateCheck.AGREEMENT, sentence)
    return CheckOutcome.open(GateCheck.AGREEMENT, f"Alpha is not defined: {alpha.reason}")
