"""Draw and readings → all that the audit found, ready to be reported and held against a policy."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence

from goldkeeper.audit.agreement import RESAMPLES, agreement_of, leanings
from goldkeeper.audit.disposition import READINGS, dispose_all, tally
from goldkeeper.audit.effect import Ranking, measure_effect
from goldkeeper.audit.intervals import StratumCount, share_estimate
from goldkeeper.audit.stratified import wrong_pairs
from goldkeeper.audit.trend import step_of
from goldkeeper.model.audit_results import (
    AuditFindings,
    Division,
    EvidencePrecision,
    Part,
    Scale,
    TrendPoint,
    WrongPairs,
)
from goldkeeper.model.audits import Draw, DrawnStratum, Outcome, Reading, Risk, Stratum
from goldkeeper.model.gold import GoldPair, Grade
from goldkeeper.model.proportions import LEVEL

SEVERAL = "several, merged"  # strata that were merged over what is told apart


def find(
    draw: Draw,
    readings: Iterable[Reading],
    *,
    wanted: int = READINGS,
    level: float = LEVEL,
    gold: Sequence[GoldPair] | None = None,
    run: Mapping[str, Ranking] | None = None,
    run_name: str = "",
    evidence: Mapping[int, str] | None = None,
    earlier: Sequence[TrendPoint] = (),
    resamples: int = RESAMPLES,
    divisions: Sequence[Division] = tuple(Division),
) -> AuditFindings:
    """What follows from the readings so far.

    Args:
        wanted: blind readings that a row takes.
        gold: the whole gold set, for the effect on measures; None leaves that out.
        run: query ID → chunk IDs, best first, to work the effect out for; None: for any run.
        evidence: row number → what the remap of its chunk stood on, where it was remapped and confirmed.
        earlier: former audits, in any order.
        divisions: by what the error share is told apart; each takes its time.
    """
    readings = list(readings)
    known = {row.number for row in draw.gold_rows}
    outcomes = dispose_all(draw, readings, wanted=wanted)
    gold_outcomes = [one for one in outcomes if not one.row.decoy]
    decoys = [one for one in outcomes if one.row.decoy and one.settled and one.grade is not None]
    about_gold = [one for one in readings if one.row in known]  # judges agree on decoys too easily
    agreement = agreement_of(about_gold, level=level, resamples=resamples)
    overall = _held(draw.strata, gold_outcomes, level, strict=True)
    here = TrendPoint(draw.name, draw.drawn_at, overall, agreement.alphas[Scale.ORDINAL])
    trend = (*sorted((point for point in earlier if point.name != draw.name), key=lambda point: point.at), here)
    return AuditFindings(
        draw=draw,
        judges=tuple(sorted({one.judge for one in readings})),
        level=level,
        outcomes=outcomes,
        counts=tally(gold_outcomes),
        overall=overall,
        relevance=_held(draw.strata, gold_outcomes, level, strict=False),
        parts={division: _parts(draw, gold_outcomes, division, level) for division in divisions},
        agreement=agreement,
        leanings=leanings(about_gold),
        confusion=_confusion(gold_outcomes),
        decoys=(len(decoys), sum(bool(one.grade) for one in decoys)),
        effect=measure_effect(gold, outcomes, run=run, run_name=run_name, level=level) if gold is not None else None,
        precision=precision_by_evidence(gold_outcomes, evidence or {}, level=level),
        trend=trend,
        step=step_of(trend),
    )


def precision_by_evidence(
    outcomes: Sequence[Outcome], evidence: Mapping[int, str], *, level: float = LEVEL
) -> tuple[EvidencePrecision, ...]:
    """Of confirmed remaps that were read: how many of each kind the judges found right; most read first."""
    read: Counter[str] = Counter()
    right: Counter[str] = Counter()
    for outcome in outcomes:
        kind = evidence.get(outcome.row.number)
        if kind is not None and outcome.settled:
            read[kind] += 1
            right[kind] += not outcome.wrong
    ranked = sorted(read, key=lambda kind: (-read[kind], kind))
    return tuple(
        EvidencePrecision(kind, read[kind], right[kind], share_estimate(right[kind], read[kind], level=level))
        for kind in ranked
    )


def badly_wrong(outcome: Outcome) -> bool:
    """Wrong about whether the chunk is relevant at all, or by two grades or more, or not to be graded."""
    if not outcome.wrong:
        return False
    old, new = outcome.row.pair.grade, outcome.grade
    if old is None or new is None or outcome.wrong_span:
        return True
    return (old == 0) != (new == 0) or abs(old - new) > 1


def _held(strata: Sequence[DrawnStratum], outcomes: Sequence[Outcome], level: float, *, strict: bool) -> WrongPairs:
    settled: dict[Stratum, list[Outcome]] = defaultdict(list)
    for outcome in outcomes:
        if outcome.settled and outcome.row.stratum is not None:
            settled[outcome.row.stratum].append(outcome)
    counts = [
        StratumCount(
            one.size,
            len(settled[one.stratum]),
            sum(held.wrong if strict else badly_wrong(held) for held in settled[one.stratum]),
        )
        for one in strata
    ]
    return wrong_pairs(counts, level=level)


def _parts(draw: Draw, outcomes: Sequence[Outcome], division: Division, level: float) -> tuple[Part, ...]:
    """Strata that have one value in common are taken together; what was merged over it can't be told apart."""
    held: dict[str, list[DrawnStratum]] = defaultdict(list)
    for one in draw.strata:
        held[_value(one.stratum, division)].append(one)
    ranks = {str(risk): place for place, risk in enumerate(Risk)}
    labels = sorted(held, key=lambda label: (label == SEVERAL, ranks.get(label, 0), label))
    return tuple(Part(label, _held(held[label], outcomes, level, strict=True)) for label in labels)


def _value(stratum: Stratum, division: Division) -> str:
    found = {
        Division.RISK: stratum.risk,
        Division.GRADE: None if stratum.grade is None else f"grade {stratum.grade}",
        Division.TYPE: stratum.query_type,
        Division.SOURCE: stratum.source,
        Division.STRATUM: stratum.label,
    }[division]
    return SEVERAL if found is None else str(found)


def _confusion(outcomes: Sequence[Outcome]) -> Mapping[tuple[Grade, Grade | None], int]:
    counts: Counter[tuple[Grade, Grade | None]] = Counter()
    for outcome in outcomes:
        if outcome.settled and outcome.row.pair.grade is not None:
            counts[outcome.row.pair.grade, outcome.grade] += 1
    return dict(sorted(counts.items(), key=lambda item: (item[0][0], item[0][1] is None, item[0][1] or 0)))
