"""Facts and policy → a verdict with named reasons.

Each check is a sentence whichever way it goes, so that a pass can be read as well. What can't be said yet (how good
the judges agree, when nobody has read) is neither passed nor failed; the check before it has failed already.

An override is somebody's word for one gold file and for reasons as they were: with another gold file, a reason that
was not named, or one that has grown since (one open question, and now forty), it counts no more; nor when it has
grown old. Only the age of an audit may go on, for it does so by itself.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import timedelta

from goldkeeper.audit.gate_of_audit import look_at_audit
from goldkeeper.audit.gate_of_scan import look_at_scan
from goldkeeper.model.audit_records import GateOverride
from goldkeeper.model.gates import GateCheck, GateFacts, GatePolicy, GateVerdict, LapsedWord


def judge_release(
    release: str, facts: GateFacts, policy: GatePolicy, *, overrides: Iterable[GateOverride] = ()
) -> GateVerdict:
    """May this gold set be released?

    Args:
        overrides: those kept for this release, oldest first; the newest that fits counts.
    """
    looks = (*look_at_scan(release, facts, policy), *look_at_audit(release, facts, policy))
    outcomes = tuple(replace(one, places=() if one.passed else facts.places.get(one.check, ())) for one in looks)
    verdict = GateVerdict(release, facts.gold, facts.now, outcomes, policy)
    words = [one for one in overrides if one.release == release]
    if not verdict.failed or not words:
        return verdict
    return _with_word(verdict, words, facts.gold_digest)


def why_lapsed(word: GateOverride, verdict: GateVerdict, gold_digest: str) -> str:
    """Why somebody's word is not about this gold file, this day and all that it is refused for; empty where it is."""
    if word.gold_digest != gold_digest:
        return "the gold file changed"
    if verdict.at - word.at > timedelta(days=verdict.policy.override_days):
        return f"it is more than {verdict.policy.override_days} days old"
    named = {reason.partition(":")[0] for reason in word.refused}
    new = [str(one.check) for one in verdict.failed if str(one.check) not in named]
    if new:
        return f"it did not name {new[0]}"
    other = [one for one in verdict.failed if one.check is not GateCheck.OVERDUE and one.reason not in word.refused]
    return f"{other[0].check} is not as it was" if other else ""


def _with_word(verdict: GateVerdict, words: Sequence[GateOverride], gold_digest: str) -> GateVerdict:
    fitting = [one for one in words if not why_lapsed(one, verdict, gold_digest)]
    if fitting:
        return replace(verdict, override=fitting[-1])
    return replace(verdict, lapsed=LapsedWord(words[-1], why_lapsed(words[-1], verdict, gold_digest)))
