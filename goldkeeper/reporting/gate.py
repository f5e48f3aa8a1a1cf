"""A verdict of the gate as lines for people and as plain JSON values."""

from collections.abc import Iterator
from datetime import timedelta
from textwrap import wrap

from goldkeeper.model.audit_records import GateOverride
from goldkeeper.model.gates import CheckOutcome, GateVerdict, LapsedWord
from goldkeeper.reporting.columns import fitted
from goldkeeper.reporting.wording import count

WIDTH = 80
_MARKS = {True: "passed", False: "FAILED", None: "open"}
_COMMAND = " " * 10  # before a command
_NAME = 20  # columns of the longest check's name, and two


def gate_lines(verdict: GateVerdict) -> Iterator[str]:
    """Refusals first, each with what would do; then what was looked at besides.

    A command stands alone in its line, however long, so that it can be pasted.
    """
    yield from wrap(gate_headline(verdict), WIDTH, break_long_words=False, break_on_hyphens=False)
    if verdict.lapsed is not None:
        yield from wrap(lapsed_sentence(verdict.lapsed), WIDTH, break_long_words=False, break_on_hyphens=False)
    for outcome in verdict.failed:
        yield from _lines(outcome, "waived" if verdict.override is not None else "")
    others = [outcome for outcome in verdict.outcomes if outcome.passed is not False]
    for outcome in others:
        yield from _lines(outcome)


def gate_headline(verdict: GateVerdict) -> str:
    """May it go out, in a sentence."""
    if not verdict.failed:
        return f"{verdict.release}: the gold set {verdict.gold} may be released"
    reasons = count(len(verdict.failed), "reason")
    if verdict.override is None:
        return f"{verdict.release}: the gold set {verdict.gold} is refused, for {reasons}"
    word = verdict.override
    until = word.at + timedelta(days=verdict.policy.override_days)
    whose = f"passes by the word of {word.by} ({word.at:%Y-%m-%d}, until {until:%Y-%m-%d})"
    return f"{verdict.release}: {verdict.gold} {whose}, against {reasons}: {word.reason}"


def lapsed_sentence(lapsed: LapsedWord) -> str:
    """That somebody let it pass before, and why this is of no help now."""
    word = lapsed.word
    return f"The word of {word.by} ({word.at:%Y-%m-%d}: {word.reason}) counts no more: {lapsed.why}."


def gate_record(verdict: GateVerdict) -> dict[str, object]:
    """The verdict as JSON values."""
    policy, word, lapsed = verdict.policy, verdict.override, verdict.lapsed
    return {
        "release": verdict.release,
        "gold": verdict.gold,
        "at": verdict.at.isoformat(),
        "passed": verdict.passed,
        "headline": gate_headline(verdict),
        "reasons": [str(outcome.check) for outcome in verdict.failed],
        "checks": [
            {
                "check": str(outcome.check),
                "passed": outcome.passed,
                "sentence": outcome.sentence,
                "remedy": outcome.remedy or None,
                "commands": list(outcome.commands),
                "places": [{"line": place.line, "sentence": place.sentence} for place in outcome.places],
            }
            for outcome in verdict.outcomes
        ],
        "override": None if word is None else _word_record(word),
        "lapsed": None if lapsed is None else _word_record(lapsed.word) | {"why": lapsed.why},
        "policy": {
            "max_wrong": policy.max_wrong,
            "min_alpha": policy.min_alpha,
            "max_audit_days": policy.max_audit_days,
            "audit_each_release": policy.audit_each_release,
            "changed_pairs": policy.changed_pairs,
            "open_questions": policy.open_questions,
            "override_days": policy.override_days,
        },
    }


def _word_record(word: GateOverride) -> dict[str, object]:
    return {"by": word.by, "reason": word.reason, "at": word.at.isoformat(), "refused": list(word.refused)}


def _lines(outcome: CheckOutcome, mark: str = "") -> Iterator[str]:
    first = f"{mark or _MARKS[outcome.passed]:<8}{fitted(str(outcome.check), _NAME)}"
    margin = " " * len(first)
    for n, line in enumerate(wrap(outcome.sentence, WIDTH - len(first), break_on_hyphens=False)):
        yield f"{first if not n else margin}{line}"
    if outcome.remedy:
        remedy = f"{outcome.remedy}{':' if outcome.commands else ''}"
        for line in wrap(remedy, WIDTH - len(first), break_on_hyphens=False):
            yield f"{margin}{line}"
    yield from (f"{_COMMAND}{command}" for command in outcome.commands)
