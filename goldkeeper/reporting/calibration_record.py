"""A calibration as plain JSON values."""

from collections.abc import Sequence

from goldkeeper.model.calibrations import Replay, Source, Trial
from goldkeeper.reporting.calibration import conclusion
from goldkeeper.reporting.reliability import (
    Passing,
    Row,
    by_band,
    by_label,
    calibration_error,
    of_source,
    passings,
    recommend,
    row_of,
)


def calibration_record(replay: Replay | None, decided: Sequence[Trial], *, wished: float) -> dict[str, object]:
    """The report as JSON values; shares are in 0..1."""
    trials = [*(replay.trials if replay is not None else ()), *decided]
    found = recommend(trials, wished)
    return {
        "wished": wished,
        "threshold": found.threshold,
        "opposed_by_decisions": found.opposed,
        "conclusion": conclusion(trials, found),
        "replay": None if replay is None else _replay(replay),
        "sources": {str(source): _source(held) for source in Source if (held := of_source(trials, source))},
        "wrong": [_trial(trial) for trial in trials if not trial.right],
    }


def _replay(replay: Replay) -> dict[str, object]:
    return {
        "head": replay.head,
        "states": list(replay.states),
        "commits": replay.commits,
        "every": replay.every,
        "drawn": replay.drawn,
        "known": replay.known,
        "notes": list(replay.notes),
    }


def _source(held: Sequence[Trial]) -> dict[str, object]:
    bands = by_band(held)
    return {
        "all": _row(row_of("all", held)),
        "by_confidence": [_row(row) for row in bands],
        "expected_calibration_error": round(calibration_error(bands), 4),
        "by_change": [_row(row) for row in by_label(held, lambda trial: str(trial.change))],
        "by_evidence": [_row(row) for row in by_label(held, lambda trial: trial.carried_by)],
        "thresholds": [_passing(one) for one in passings(held)],
    }


def _row(row: Row) -> dict[str, object]:
    return {"label": row.label, "answers": row.answers, "right": row.right, "said": round(row.said, 4)} | _bounds(row)


def _passing(one: Passing) -> dict[str, object]:
    about = {"threshold": one.threshold, "passed": one.passed, "wrong": one.wrong, "to_review": one.left}
    return about | _bounds(one)


def _bounds(one: Row | Passing) -> dict[str, object]:
    low, high = one.interval
    return {"lower": round(low, 4), "upper": round(high, 4)}


def _trial(trial: Trial) -> dict[str, object]:
    return {
        "source": str(trial.source),
        "id": str(trial.asked),
        "said": round(trial.said, 4),
        "change": str(trial.change),
        "carried_by": trial.carried_by,
        "would_pass": trial.passable,
    }
