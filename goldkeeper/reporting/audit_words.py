"""An audit in sentences that whoever decides on a release can act upon, and the figures in them.

A bound is a promise, so it is cut upwards when shown: "at most 13.6 %" where it is 13.59 %. Whole pairs stand
beside shares, because they are what is known.
"""

from collections.abc import Iterator
from math import ceil, floor

from goldkeeper.model.audit_results import Agreement, AuditFindings, Leaning, MeasureEffect, Scale, WrongPairs
from goldkeeper.model.audits import Disposition, DrawMethod, Estimate
from goldkeeper.reporting.wording import count, enumeration, percent, verb

# The usual reading of Krippendorff (2004), Content Analysis, 2nd edition, page 241.
RELIABLE, TENTATIVE = 0.8, 0.667
SURPRISING = 0.05  # a leaning or a step that chance makes more often is none

METHODS = {
    DrawMethod.PROPORTIONAL: "as many from each stratum as it is large",
    DrawMethod.RISK_WEIGHTED: "more from what is risky, weighed back in every figure",
    DrawMethod.WHOLE: "every pair",
}


def headline(found: AuditFindings) -> str:
    """What was read and found, and what that proves, in one paragraph."""
    return " ".join([read_sentence(found.overall), bound_sentence(found.overall, found.level)])


def read_sentence(wrong: WrongPairs) -> str:
    """So many were read, so many of them were wrong."""
    if not wrong.read:
        return f"None of {count(wrong.size, 'pair')} has been read to the end."
    were = verb(wrong.wrong, "was", "were")
    faults = "none was" if wrong.wrong == 0 else f"{wrong.wrong:,} {were}"
    read = "all" if wrong.read == wrong.size and wrong.size > 1 else f"{wrong.read:,}"
    return f"Of {count(wrong.size, 'pair')} {read} {verb(wrong.read, 'was', 'were')} read; {faults} wrong."


def bound_sentence(wrong: WrongPairs, level: float) -> str:
    """What can be said of the whole set."""
    if not wrong.read:
        return "Nothing can be said of the set yet."
    if wrong.read == wrong.size:
        return "That is all of them, so nothing is left to chance."
    most, pairs = at_most(wrong.most, wrong.size), count(wrong.size, "pair")
    return f"With {share(level)} confidence at most {wrong.most:,} of the {pairs} are wrong ({most})."


def open_sentences(found: AuditFindings) -> Iterator[str]:
    """What is still to be read; nothing when the audit is finished."""
    counts = found.counts
    if found.finished:
        return
    parts = []
    if counts[Disposition.UNREAD]:
        parts.append(f"{count(counts[Disposition.UNREAD], 'row')} unread")
    if counts[Disposition.HALF_READ]:
        parts.append(f"{count(counts[Disposition.HALF_READ], 'row')} read by one judge only")
    if counts[Disposition.ARBITRATE]:
        parts.append(f"{count(counts[Disposition.ARBITRATE], 'row')} waiting for a third judge")
    yield f"The audit is not finished: {enumeration(parts)}."
    if counts[Disposition.ARBITRATE]:
        yield "All figures leave these out, and where judges differ more is wrong: the true share is likely higher."
    else:
        yield "All figures are about what is settled so far."


def relevance_sentence(found: AuditFindings) -> str:
    """How many of the wrong ones are badly wrong."""
    held = found.relevance
    if not found.overall.wrong:
        return ""
    bound = f"at most {at_most(held.most, held.size)} of the set"
    if not held.wrong:
        return f"None of them is off by two grades, or wrong about being relevant at all ({bound})."
    bad = f"{held.wrong:,} of them {verb(held.wrong, 'is', 'are')}"
    return f"{bad} off by two grades, wrong about being relevant at all, or not to be graded ({bound})."


def agreement_sentence(agreement: Agreement) -> str:
    """How far the judges agree."""
    if not agreement.rows:
        return "No row has two readings, so nothing can be said of agreement."
    rows = agreement.rows
    counts = (
        f"{agreement.same:,} equal ({percent(agreement.same, rows)}), {agreement.one_apart:,} one grade apart"
        f" ({percent(agreement.one_apart, rows)}), {agreement.further:,} further ({percent(agreement.further, rows)})"
    )
    alpha = agreement.alphas[Scale.ORDINAL]
    if alpha.value is None:
        return f"Of {count(rows, 'row')} with two readings {counts}. Alpha is not defined: {_lower(alpha.reason)}"
    return f"Of {count(rows, 'row')} with two readings {counts}. Ordinal alpha is {figure(alpha)}: {_reading(alpha)}."


def leaning_sentence(leaning: Leaning) -> str:
    """Whether a judge grades higher or lower than the others."""
    if leaning.mean is None or leaning.chance is None:
        return f"{leaning.judge} never differs from the others."
    apart = f"higher {count(leaning.higher, 'time')}, lower {count(leaning.lower, 'time')} of {leaning.rows:,}"
    if leaning.chance >= SURPRISING:
        return f"{leaning.judge} grades {apart}: no leaning that chance would not explain."
    way = "higher" if leaning.mean > 0 else "lower"
    return (
        f"{leaning.judge} grades {apart}: {way} than the others, {abs(leaning.mean):.2f} grades on average"
        f" (by chance {share(leaning.chance)} of the time)."
    )


def effect_sentence(effect: MeasureEffect) -> str:
    """What it means for a measure."""
    if effect.low is None or effect.high is None:
        return f"What it means for {effect.measure} can't be said: {_lower(effect.reason)}"
    whose = f"of the run {effect.run}" if effect.run else "of any run"
    if effect.low == effect.high == 0:
        return f"{effect.measure} {whose} would not move."
    begin = f"If the rest of the set is as wrong as what was read, the true {effect.measure} {whose}"
    if effect.low >= 0 or effect.high <= 0:  # one way only
        near, far = sorted((abs(effect.low), abs(effect.high)))
        way = "higher" if effect.high > 0 else "lower"
        by = _moved(far) if near == far else f"{floor(1000 * near + 1e-9) / 1000:.3f} to {_moved(far)}"
        return f"{begin} is {by} {way} than it is shown."
    return f"{begin} may be up to {_moved(-effect.low)} lower or up to {_moved(effect.high)} higher than it is shown."


def step_sentence(found: AuditFindings) -> str:
    """This audit beside the one before; empty where there is none."""
    if found.step is None:
        return ""
    before = found.trend[-2].name
    change = f"{abs(100 * found.step.change):.1f} points"
    if found.step.chance >= SURPRISING:
        return f"Against {before}, nothing that chance would not explain ({change} apart)."
    way = "fewer" if found.step.change < 0 else "more"
    return f"Against {before}, {way} are wrong ({change}; by chance {share(found.step.chance)} of the time)."


def decoy_sentence(found: AuditFindings) -> str:
    """What the judges made of the decoys; empty where there were none."""
    read, taken = found.decoys
    if not read:
        return ""
    if not taken:
        return f"{count(read, 'decoy')} {verb(read, 'was', 'were')} read, and none taken for relevant."
    missing = verb(taken, "it is a pair that the set may lack", "they are pairs that the set may lack")
    return f"Of {count(read, 'decoy')} {taken:,} {verb(taken, 'was', 'were')} taken for relevant: {missing}."


def share(part: float) -> str:
    """A share for people, with as many digits as say something: tenths of a percent below ten alone.

    >>> share(0.95), share(0.0476), share(0.00012), share(0.0), share(1.0), share(0.0349), share(0.1428), share(0.996)
    ('95 %', '4.8 %', '<0.1 %', '0 %', '100 %', '3.5 %', '14 %', '99.6 %')
    """
    if 0 < part < 0.001:
        return "<0.1 %"
    if 0.999 < part < 1:
        return ">99.9 %"
    return f"{round(100 * part, 1 if _takes_tenths(part) else 0):g} %"


def at_most(pairs: int, size: int) -> str:
    """An upper bound in percent, never rounded down.

    >>> at_most(56, 412), at_most(24, 100), at_most(0, 100), at_most(31, 412)
    ('14 %', '24 %', '0 %', '7.6 %')
    """
    return f"{_upper(pairs / size):g} %" if size else "-"


def figure(estimate: Estimate) -> str:
    """A figure with its interval; `n/a` where there is none.

    >>> figure(Estimate(0.521, 0.453, 0.581, 0.95, ""))
    '0.52 (0.45 to 0.58)'
    >>> figure(Estimate.undefined("One label.", level=0.95, method=""))
    'n/a'
    """
    if estimate.value is None:
        return "n/a"
    if estimate.low is None or estimate.high is None:
        return f"{estimate.value:.2f}"
    return f"{estimate.value:.2f} ({estimate.low:.2f} to {estimate.high:.2f})"


def share_figure(estimate: Estimate) -> str:
    """The same in percent.

    >>> share_figure(Estimate(0.05, 0.01, 0.2, 0.95, ""))
    '5 % (1 to 20)'
    """
    if estimate.value is None:
        return "n/a"
    if estimate.low is None or estimate.high is None:
        return share(estimate.value)
    return f"{share(estimate.value)} ({_lower_end(estimate.low):g} to {_upper(estimate.high):g})"


def _takes_tenths(part: float) -> bool:
    """Whether a tenth of a percent says something; between, the interval is always wider than that."""
    return part < 0.0995 or part > 0.99


def _upper(part: float) -> float:
    """An upper end in percent, never rounded down."""
    steps = 10 if _takes_tenths(part) else 1
    return ceil(100 * steps * part - 1e-9) / steps


def _lower_end(part: float) -> float:
    """A lower end in percent, never rounded up."""
    steps = 10 if _takes_tenths(part) else 1
    return floor(100 * steps * part + 1e-9) / steps


def _reading(alpha: Estimate) -> str:
    if alpha.value is None or alpha.value < TENTATIVE:
        if alpha.high is not None and alpha.high >= RELIABLE:
            return "low, and of too few rows to say that the judges do not mean the same by a grade"
        return "the judges do not mean the same by a grade; look at the rules before the grades"
    if alpha.value < RELIABLE:
        return "good enough for tentative conclusions"
    if alpha.low is not None and alpha.low < TENTATIVE:
        return "high, and of too few rows to rely on"
    return "the judges mean the same by a grade"


def _moved(shift: float) -> str:
    """A size, never rounded down, as a bound is not."""
    return f"{max(0, ceil(1000 * shift - 1e-9)) / 1000:.3f}"


def _lower(sentence: str) -> str:
    return sentence[:1].lower() + sentence[1:]
