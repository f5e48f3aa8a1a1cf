"""A calibration as sentences and tables for people, at most 80 columns wide."""

from collections.abc import Iterator, Sequence
from textwrap import wrap

from goldkeeper.model.calibrations import CalibrationNote, Replay, Source, Trial
from goldkeeper.model.changes import ChangeKind
from goldkeeper.reporting.columns import fitted
from goldkeeper.reporting.evidence_words import in_words
from goldkeeper.reporting.reliability import (
    Passing,
    Recommendation,
    Row,
    by_band,
    by_label,
    calibration_error,
    nearest,
    of_source,
    passings,
    recommend,
    row_of,
)
from goldkeeper.reporting.wording import count, percent, verb

WIDTH = 80  # columns, as the narrowest terminal has
LABEL = 32  # columns of the first column
FEWEST = 2  # of a table's rows; a single one says what the sum says

TITLES = {
    Source.SNAPSHOTS: "Two snapshots: it saw both ends and no history between them",
    Source.THINNED: "Thinned history: it saw one commit of each {every}",
    Source.DECISIONS: "Decisions: what people answered",
}

CARRIERS = {
    Source.SNAPSHOTS: "strongest evidence",
    Source.THINNED: "riskiest step",
    Source.DECISIONS: "strongest evidence",
}


def calibration_lines(replay: Replay | None, decided: Sequence[Trial], *, wished: float) -> Iterator[str]:
    """All of it, line by line.

    Args:
        replay: None where there is no history.
        decided: the answers of people.
        wished: the share of right ones that is asked for, 0..1.
    """
    trials = [*(replay.trials if replay is not None else ()), *decided]
    if replay is not None:
        yield from _paragraph(*_about(replay))
        for note in replay.notes:
            yield from _paragraph(note)
    for source in Source:
        held = of_source(trials, source)
        if held:
            yield ""
            yield TITLES[source].format(every=replay.every if replay is not None else 0)
            yield from _tables(held)
    yield ""
    yield from _paragraph(*conclusion(trials, recommend(trials, wished)))


def conclusion(trials: Sequence[Trial], found: Recommendation) -> list[str]:
    """What follows from it, sentence by sentence."""
    wished = _share(found.wished)
    if not found.by_source:
        return ["Nothing could be replayed, so no threshold is recommended."]
    if found.opposed:
        against = f"No threshold is recommended: the replay would promise {wished}, and people's answers say less."
        return [against, "Look at what they turned down."]
    if found.threshold is None:
        return [f"No threshold is recommended for {wished}.", *_lacks(trials, found)]
    sentences = [f"Recommended threshold for {wished}: {found.threshold:g}."]
    for source, one in found.by_source:
        if one is not None:
            sentences.append(
                f"With {_named(source)}, {one.passed:,} of {one.passed + one.left:,} answers would have passed unseen"
                f" from {one.threshold:g} on, {one.wrong:,} of them wrong: at least {_share(one.interval[0])} right, 95"
                " times of 100."
            )
            sentences += _of_those_that_left(of_source(trials, source), one.threshold)
    return sentences


def _of_those_that_left(held: Sequence[Trial], threshold: float) -> Iterator[str]:
    """What holds of all need not hold of the harder ones, and those that stayed are the most."""
    passed = [one for one in held if one.passable and one.said >= threshold and one.change is not ChangeKind.SAME]
    row = row_of("", passed)
    if row.answers:
        low = _share(row.interval[0])
        yield f"Of those that changed name or place, {row.right:,} of {row.answers:,} were right: at least {low}."
    else:
        yield "None of those changed name or place: it promises nothing for those that do."


def remembered(note: CalibrationNote) -> str:
    """A calibration of before in one line."""
    when = f"calibrated {note.at:%Y-%m-%d}"
    right = f"{note.passed - note.wrong:,} of {note.passed:,} right"
    if note.threshold is None:
        return f"{when}: no threshold promises {_share(note.wished)} yet ({right})"
    return f"{when}: from {note.threshold:g} on, {_share(note.wished)} is promised ({right})"


def note_record(note: CalibrationNote | None) -> dict[str, object] | None:
    """The same as JSON values."""
    if note is None:
        return None
    return {
        "at": note.at.isoformat(),
        "head": note.head,
        "wished": note.wished,
        "threshold": note.threshold,
        "passed": note.passed,
        "wrong": note.wrong,
    }


def _about(replay: Replay) -> list[str]:
    if not replay.states:
        return [f"There is nothing before {replay.head[:7]} to replay."]
    lost = replay.drawn - replay.known
    states = count(len(replay.states), "older state")
    drawn = count(replay.drawn, "chunk")
    back = f"Replayed to {replay.head[:7]} from {states}, the oldest {count(replay.commits, 'commit')} back."
    known = f"Of {drawn} that had changed, it is beyond doubt of {replay.known:,} what became of them: the sample."
    others = f"Of the other {lost:,} it is not, and the remapper may be less often right there than is said here."
    return [back, known, *([others] if lost else [])]


def _tables(held: Sequence[Trial]) -> Iterator[str]:
    yield from _table("said", by_band(held), sum_of=held)
    error = calibration_error(by_band(held))
    yield f"{fitted('  expected calibration error', LABEL)}{error:8.3f}"
    for head, rows in (
        ("kind of change", by_label(held, lambda trial: str(trial.change))),
        (CARRIERS[held[0].source], by_label(held, lambda trial: in_words(trial.carried_by))),
    ):
        if len(rows) >= FEWEST or rows[0].right < rows[0].answers:
            yield from _table(head, rows)
    yield f"{fitted('  confirmed unseen from', LABEL)}{'passed':>8}{'wrong':>8}{'to review':>11}   {'right (95 %)'}"
    before = 0
    for one in passings(held):
        if one.passed > before:  # a lower threshold that lets no more pass is none
            before = one.passed
            yield (
                f"{fitted(f'    {one.threshold:g}', LABEL)}{one.passed:>8,}{one.wrong:>8,}{one.left:>11,}"
                f"   {_interval(one.interval)}"
            )


def _table(head: str, rows: Sequence[Row], *, sum_of: Sequence[Trial] = ()) -> Iterator[str]:
    yield f"{fitted(f'  {head}', LABEL)}{'answers':>8}{'right':>8}{'':>7}{'said':>7}   right (95 %)"
    for row in (*rows, *([row_of("all", sum_of)] if sum_of else [])):
        yield (
            f"{fitted(f'    {row.label}', LABEL)}{row.answers:>8,}{row.right:>8,}"
            f"{percent(row.right, row.answers):>7}{row.said:>7.3f}   {_interval(row.interval)}"
        )


def _lacks(trials: Sequence[Trial], found: Recommendation) -> Iterator[str]:
    for source, one in found.by_source:
        if one is not None:
            yield f"With {_named(source)}, {one.threshold:g} would do."
            continue
        near = nearest(passings(of_source(trials, source)), found.wished)
        if near is None:
            yield f"With {_named(source)}, no answer is one that a rule might confirm."
        else:
            yield _too_few(source, near, found.wished)


def _too_few(source: Source, near: Passing, wished: float) -> str:
    right = near.passed - near.wrong
    seen = f"With {_named(source)}, {right:,} of {near.passed:,} were right from {near.threshold:g} on"
    if near.share < wished:
        return f"{seen}, {_share(near.share)}: fewer than was wished."
    more = near.missing(wished)
    return (
        f"{seen}, which promises no more than {_share(near.interval[0])}; the sample is too small: it takes {more:,}"
        f" more {verb(more, 'answer', 'answers')} without a miss."
    )


def _named(source: Source) -> str:
    return "the history thinned" if source is Source.THINNED else "two snapshots"


def _interval(bounds: tuple[float, float]) -> str:
    return f"{100 * bounds[0]:.1f} to {100 * bounds[1]:.1f} %"


def _share(share: float) -> str:
    """A share with one digit behind the point, cut and not rounded: a promise is no larger than what was proved.

    >>> _share(0.99), _share(0.98999), _share(0.9)
    ('99 %', '98.9 %', '90 %')
    """
    return f"{int(1000 * share + 1e-9) / 10:g} %"


def _paragraph(*sentences: str) -> Iterator[str]:
    yield from wrap(" ".join(sentences), WIDTH, break_long_words=False, break_on_hyphens=False)
