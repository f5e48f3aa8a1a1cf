"""An audit's findings as plain JSON values; what is not defined is null with its reason beside it."""

from collections.abc import Mapping

from goldkeeper.model.audit_plans import AuditPlan
from goldkeeper.model.audit_results import AuditFindings, MeasureEffect, WrongPairs
from goldkeeper.model.audits import Draw, Estimate, Outcome, Stratum
from goldkeeper.reporting.audit_words import headline, open_sentences

_DIGITS = 6  # of every share; more are noise


def findings_record(found: AuditFindings) -> dict[str, object]:
    """Everything that the report shows, and every row; shares are in 0..1."""
    return {
        "audit": found.draw.name,
        "release": found.draw.release,
        "finished": found.finished,
        "headline": headline(found),
        "open": list(open_sentences(found)),
        "level": found.level,
        "judges": list(found.judges),
        "draw": draw_record(found.draw),
        "rows_by_disposition": {str(kind): number for kind, number in found.counts.items()},
        "wrong": _wrong(found.overall),
        "badly_wrong": _wrong(found.relevance),
        "by": {
            str(division): [{"label": part.label} | _wrong(part.wrong_pairs) for part in parts]
            for division, parts in found.parts.items()
        },
        "agreement": {
            "rows": found.agreement.rows,
            "same": found.agreement.same,
            "one_apart": found.agreement.one_apart,
            "further": found.agreement.further,
            "raw": estimate_record(found.agreement.raw),
            "alpha": {str(scale): estimate_record(one) for scale, one in found.agreement.alphas.items()},
            "kappa": {str(weights): estimate_record(one) for weights, one in found.agreement.kappas.items()},
        },
        "leanings": [
            {
                "judge": one.judge,
                "rows": one.rows,
                "higher": one.higher,
                "lower": one.lower,
                "mean": _rounded(one.mean),
                "by_chance": _rounded(one.chance),
            }
            for one in found.leanings
        ],
        "confusion": [
            {"gold": int(old), "audit": None if new is None else int(new), "pairs": number}
            for (old, new), number in found.confusion.items()
        ],
        "decoys": {"settled": found.decoys[0], "taken_for_relevant": found.decoys[1]},
        "effect": None if found.effect is None else _effect(found.effect),
        "remaps": [
            {"evidence": one.kind, "read": one.read, "right": one.right, "precision": estimate_record(one.precision)}
            for one in found.precision
        ],
        "trend": [
            {
                "audit": one.name,
                "at": one.at.isoformat(),
                **_wrong(one.wrong_pairs),
                "alpha": None if one.alpha is None else estimate_record(one.alpha),
            }
            for one in found.trend
        ],
        "step": None
        if found.step is None
        else {"change": _rounded(found.step.change), "by_chance": _rounded(found.step.chance)},
        "rows": [_row(outcome) for outcome in found.outcomes],
    }


def draw_record(draw: Draw) -> dict[str, object]:
    """What it takes to draw again, and what was drawn from."""
    return {
        "name": draw.name,
        "release": draw.release,
        "seed": draw.seed,
        "gold_digest": draw.gold_digest,
        "passport_digest": draw.passport_digest,
        "frame_digest": draw.frame_digest,
        "drawn_at": draw.drawn_at.isoformat(),
        "method": str(draw.method),
        "size_asked": draw.size_asked,
        "rotated": draw.rotated,
        "frame_size": draw.frame_size,
        "strata": [
            {**_stratum(one.stratum), "size": one.size, "drawn": one.drawn, "inclusion": _rounded(one.inclusion)}
            for one in draw.strata
        ],
    }


def plan_record(plan: AuditPlan) -> dict[str, object]:
    """A plan as JSON values."""
    return {
        "pairs": plan.size,
        "rows": plan.rows,
        "level": plan.level,
        "risks": {str(risk): number for risk, number in plan.risks.items()},
        "strata": [{**_stratum(one.stratum), "size": one.size, "drawn": one.drawn} for one in plan.strata],
        "shows": [
            {"wrong": one.wrong, "most_pairs": one.most, "most_share": _rounded(one.share)} for one in plan.showings
        ],
        "claim": {"share": plan.limit_share, "pairs": plan.limit, "hoped": plan.hoped_share},
        "plans": [
            {
                "kind": one.kind,
                "most_rows": one.most_rows,
                "looks": [
                    {
                        "read": look.read,
                        "accept_up_to": None if look.accept_up_to < 0 else look.accept_up_to,
                        "reject_from": look.reject_from,
                    }
                    for look in one.looks
                ],
                "risk": _rounded(one.risk),
                "power": _rounded(one.power),
                "rows_if_good": _rounded(one.rows_if_good),
                "rows_if_bad": _rounded(one.rows_if_bad),
                "good": one.good,
                "bad": one.bad,
            }
            for one in plan.plans
        ],
    }


def estimate_record(estimate: Estimate) -> dict[str, object]:
    """A figure: null and a reason where it is not defined, never NaN."""
    return {
        "value": _rounded(estimate.value),
        "low": _rounded(estimate.low),
        "high": _rounded(estimate.high),
        "level": estimate.level,
        "method": estimate.method,
        "reason": estimate.reason or None,
    }


def _wrong(held: WrongPairs) -> dict[str, object]:
    return {
        "pairs": held.size,
        "read": held.read,
        "wrong": held.wrong,
        "share": estimate_record(held.estimate),
        "most_pairs": held.most,
        "most_share": _rounded(held.most_share),
        "fewest_pairs": held.fewest,
    }


def _stratum(stratum: Stratum) -> Mapping[str, object]:
    return {
        "label": stratum.label,
        "type": stratum.query_type,
        "grade": stratum.grade,
        "source": stratum.source,
        "risk": None if stratum.risk is None else str(stratum.risk),
    }


def _effect(effect: MeasureEffect) -> dict[str, object]:
    return {
        "measure": effect.measure,
        "run": effect.run or None,
        "low": _rounded(effect.low),
        "high": _rounded(effect.high),
        "level": effect.level,
        "method": effect.method,
        "reason": effect.reason or None,
    }


def _row(outcome: Outcome) -> dict[str, object]:
    pair = outcome.row.pair
    readings = [*outcome.readings, *([outcome.arbitration] if outcome.arbitration is not None else [])]
    return {
        "row": outcome.row.number,
        "query_id": pair.query_id,
        "query": pair.query,
        "chunk_id": str(pair.chunk_id),
        "decoy": outcome.row.decoy,
        "stratum": None if outcome.row.stratum is None else outcome.row.stratum.label,
        "inclusion": _rounded(outcome.row.inclusion),
        "gold": pair.grade,
        "audit": outcome.grade,
        "disposition": str(outcome.disposition),
        "wrong": outcome.wrong,
        "wrong_span": outcome.wrong_span,
        "reason": outcome.reason,
        "readings": [
            {
                "judge": one.judge,
                "grade": one.grade,
                "at": one.at.isoformat(),
                "doubt": one.doubt,
                "ambiguous_query": one.ambiguous_query,
                "wrong_span": one.wrong_span,
                "arbitration": one.arbitration,
            }
            for one in readings
        ],
    }


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, _DIGITS)
