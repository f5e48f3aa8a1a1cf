"""Answers of a fit, judged as the labelled cases are: right or wrong, how sure, whether marked ambiguous."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from goldkeeper.matching.calibration import SURE
from goldkeeper.matching.verdict import judge
from tests.bench.fit_made_up import is_made_up
from tests.bench.fit_whole import Seen, Whole

BINS = (0.0, 0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 1.0)
SHOWN = 8  # candidates of an answer


@dataclass(frozen=True, slots=True)
class Answer:
    """What would be said of a case.

    Attributes:
        wrong: "" where it is right, else "wrong link", "false link", "false gone".
        found: every truth is among the first five; None for cases of one truth.
    """

    case: Mapping[str, Any]
    confidence: float
    ambiguous: bool
    wrong: str
    found: bool | None


def replay(whole: Whole, seen: Seen | None = None) -> list[Answer]:
    """The answers to all cases, with the numbers that had not seen the repository unless others are given."""
    seen = seen or whole.outside
    place = {case["id"]: at for at, case in enumerate(whole.data.cases) if not is_made_up(case)}
    return [_answer(case, seen, place.get(case["id"])) for case in whole.cases]


def _answer(case: Mapping[str, Any], seen: Seen, at: int | None) -> Answer:
    row = case["row"]
    if row["state"] == "unknown":
        return Answer(case, 0.0, ambiguous=False, wrong="unknown", found=None)
    if at is None:
        shown = [candidate["truth"] for candidate in row["candidates"]]
        return _as_answer(case, shown, SURE, is_gone=False, ambiguous=False)
    one = seen.ranked[at]
    verdict = judge(one.asked, one.ranked, seen.confidence[at])
    if verdict.is_gone:
        return _as_answer(case, list(one.truths), verdict.gone, is_gone=True, ambiguous=verdict.ambiguous)
    candidates = row["candidates"]
    first = verdict.ranked[0]
    called = candidates[first.seen.head].get("called", [])
    named = {tuple(part["id"]) for part in called}
    rest = [
        truth
        for judged, truth in zip(verdict.ranked[1:], one.truths[1:], strict=True)
        if tuple(candidates[judged.seen.head]["id"]) not in named
    ]
    shown = [one.truths[0], *(part["truth"] for part in called), *rest]
    return _as_answer(case, shown, first.confidence, is_gone=False, ambiguous=verdict.ambiguous)


def _as_answer(
    case: Mapping[str, Any], shown: Sequence[Sequence[int]], confidence: float, *, is_gone: bool, ambiguous: bool
) -> Answer:
    truths = case["new"]
    if is_gone:
        wrong = "" if not truths or case.get("gone_ok") else "false gone"
    elif not truths:
        wrong = "false link"
    else:
        wrong = "" if shown and shown[0] else "wrong link"
    found = {truth for one in shown[:5] for truth in one}
    return Answer(case, confidence, ambiguous, wrong, len(found) == len(truths) if len(truths) > 1 else None)


def summary(answers: Sequence[Answer]) -> dict[str, float]:
    """The figures of some answers; shares of all."""
    n = len(answers) or 1
    several = [one.found for one in answers if one.found is not None]
    links = [one for one in answers if one.wrong in {"wrong link", "false link"}]
    return {
        "n": len(answers),
        "top1": sum(not one.wrong for one in answers) / n,
        "cov@p99": coverage(answers, 0.99),
        "wrong link": sum(one.wrong == "wrong link" for one in answers) / n,
        "false link": sum(one.wrong == "false link" for one in answers) / n,
        "false gone": sum(one.wrong == "false gone" for one in answers) / n,
        "ambiguous": sum(one.ambiguous for one in answers) / n,
        "clear wrong": sum(not one.ambiguous for one in links) / n,
        "all@5": sum(several) / len(several) if several else float("nan"),
        "ECE": calibration_error(answers),
    }


def coverage(answers: Sequence[Answer], precision: float) -> float:
    """The largest share of answers above one confidence of which so many are right."""
    best, right = 0, 0
    ordered = sorted(answers, key=lambda one: -one.confidence)
    for count, one in enumerate(ordered, 1):
        right += not one.wrong
        tie = count < len(ordered) and ordered[count].confidence == one.confidence
        if not tie and right / count >= precision:
            best = count
    return best / (len(answers) or 1)


def calibration_error(answers: Sequence[Answer]) -> float:
    """Mean distance of confidence and share right, over ten equal bins."""
    bins: dict[int, list[Answer]] = defaultdict(list)
    for one in answers:
        bins[min(9, int(one.confidence * 10))].append(one)
    return sum(abs(sum(one.confidence - (not one.wrong) for one in some)) for some in bins.values()) / (
        len(answers) or 1
    )


def reliability(answers: Sequence[Answer]) -> list[tuple[float, float, int, float]]:
    """Said from, said to, how many answers, what share of them was right."""
    rows = []
    for low, high in pairwise(BINS):
        some = [one for one in answers if low <= one.confidence < high or (high == 1.0 == one.confidence)]
        if some:
            rows.append((low, high, len(some), sum(not one.wrong for one in some) / len(some)))
    return rows


def grouped(answers: Sequence[Answer], key: Callable[[Answer], str]) -> dict[str, list[Answer]]:
    """Answers by a key, in order of the key."""
    groups: dict[str, list[Answer]] = defaultdict(list)
    for one in answers:
        groups[key(one)].append(one)
    return {name: groups[name] for name in sorted(groups)}


def figures_of(answers: Sequence[Answer]) -> list[str]:
    """The figures in a few lines for each set of cases."""
    lines = []
    for name, some in grouped(answers, lambda one: str(one.case["set"])).items():
        figures = {key: value for key, value in summary(some).items() if key != "n"}
        told = [f"{key} {value:.3f}" for key, value in figures.items()]
        lines += [f"{name}, {len(some):,} cases: {', '.join(told[:4])},", f"    {', '.join(told[4:])}"]
    return lines
