"""What was said against what was right, and from which confidence on a rule might have confirmed unseen."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from goldkeeper.model.calibrations import Source, Trial
from goldkeeper.model.proportions import exact_interval, trials_needed

# Lower ends of the bands of confidence. Nearly all answers are said with more than 0.9, so that is told finest.
BANDS = (0.0, 0.5, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995)
# What a threshold may be: few and set before anybody looked, since the best of many is best by chance.
THRESHOLDS = (0.995, 0.99, 0.98, 0.95, 0.9, 0.8, 0.5)


@dataclass(frozen=True, slots=True)
class Row:
    """Answers of one sort.

    Attributes:
        said: their mean confidence, 0..1; 0 where there are none.
    """

    label: str
    answers: int
    right: int
    said: float

    @property
    def share(self) -> float:
        """Right over all, 0..1; 0 of nothing."""
        return self.right / self.answers if self.answers else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Where the true share lies, 95 times of 100."""
        return exact_interval(self.right, self.answers)


def row_of(label: str, trials: Iterable[Trial]) -> Row:
    """The row of some answers."""
    held = list(trials)
    said = sum(trial.said for trial in held) / len(held) if held else 0.0
    return Row(label, len(held), sum(trial.right for trial in held), said)


def by_band(trials: Sequence[Trial]) -> tuple[Row, ...]:
    """Answers by what they said, surest first; empty bands are left out."""
    edges = [*BANDS, float("inf")]
    bands = [
        (f"{low:g} and more" if high > 1 else f"{low:g} to {high:g}", [t for t in trials if low <= t.said < high])
        for low, high in pairwise(edges)
    ]
    return tuple(row_of(label, held) for label, held in reversed(bands) if held)


def by_label(trials: Iterable[Trial], label_of: Callable[[Trial], str]) -> tuple[Row, ...]:
    """Answers by some name, the most frequent first, then by name."""
    groups: dict[str, list[Trial]] = {}
    for trial in trials:
        groups.setdefault(label_of(trial), []).append(trial)
    return tuple(row_of(label, groups[label]) for label in sorted(groups, key=lambda key: (-len(groups[key]), key)))


def calibration_error(rows: Iterable[Row]) -> float:
    """By how much what was said and what was right lie apart on average, 0..1, weighted by answers.

    Source:
        Naeini, Cooper and Hauskrecht (2015), AAAI: the expected calibration error, over the bands given.
    """
    held = [row for row in rows if row.answers]
    whole = sum(row.answers for row in held)
    return sum(row.answers * abs(row.share - row.said) for row in held) / whole if whole else 0.0


@dataclass(frozen=True, slots=True)
class Passing:
    """What a threshold would have let pass unseen.

    Attributes:
        passed: answers at or above it that a rule might confirm.
        wrong: how many of these were wrong.
        left: answers that people would still be asked about.
    """

    threshold: float
    passed: int
    wrong: int
    left: int

    @property
    def share(self) -> float:
        """Right over passed, 0..1; 0 of nothing."""
        return (self.passed - self.wrong) / self.passed if self.passed else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Where the true share of right ones lies, 95 times of 100."""
        return exact_interval(self.passed - self.wrong, self.passed)

    def missing(self, wished: float) -> int:
        """How many more answers it takes to promise a share, if none of them is wrong."""
        return max(0, trials_needed(self.wrong, wished) - self.passed)


def passings(trials: Sequence[Trial]) -> tuple[Passing, ...]:
    """What each threshold would have cost, highest first."""
    found = []
    for threshold in THRESHOLDS:
        passed = [trial for trial in trials if trial.passable and trial.said >= threshold]
        wrong = sum(not trial.right for trial in passed)
        found.append(Passing(threshold, len(passed), wrong, len(trials) - len(passed)))
    return tuple(found)


def carried(held: Sequence[Passing], wished: float) -> Passing | None:
    """The lowest threshold that the sample promises the share for; None where it does so for none.

    Each step down has to add answers, of which no fewer were right than is wished: where nothing was seen
    nothing is promised, and the many sure ones don't make up for a few doubtful ones that were wrong.
    """
    found = None
    passed = wrong = 0
    for one in held:
        added, added_wrong = one.passed - passed, one.wrong - wrong
        if added_wrong > (1 - wished) * added:
            break
        if added and one.interval[0] >= wished:
            found = one
        passed, wrong = one.passed, one.wrong
    return found


def nearest(held: Sequence[Passing], wished: float) -> Passing | None:
    """Where none is promised: the threshold that lacks the fewest further answers; of equals the highest."""
    seen = [one for one in held if one.passed]
    return min(seen, key=lambda one: (one.missing(wished), -one.threshold), default=None)


@dataclass(frozen=True, slots=True)
class Recommendation:
    """From which confidence on a rule might confirm unseen.

    Attributes:
        wished: the share of right ones asked for, 0..1.
        threshold: None where nothing is promised.
        by_source: what each replay promises for itself; None in it where it promises nothing.
        opposed: answers of people speak against it: fewer were right than was wished, and not by chance.
    """

    wished: float
    threshold: float | None
    by_source: tuple[tuple[Source, Passing | None], ...]
    opposed: bool = False


def recommend(trials: Sequence[Trial], wished: float) -> Recommendation:
    """The highest of the thresholds that the replays ask for, if each of them promises one.

    The answers of one replay are never added to those of another: they are about the same chunks.
    """
    found: list[tuple[Source, Passing | None]] = []
    for source in (Source.SNAPSHOTS, Source.THINNED):
        held = of_source(trials, source)
        if held:
            found.append((source, carried(passings(held), wished)))
    thresholds = [one.threshold for _, one in found if one is not None]
    if not found or len(thresholds) < len(found):
        return Recommendation(wished, None, tuple(found))
    threshold = max(thresholds)
    decided = [t for t in of_source(trials, Source.DECISIONS) if t.passable and t.said >= threshold]
    opposed = exact_interval(sum(t.right for t in decided), len(decided))[1] < wished
    return Recommendation(wished, None if opposed else threshold, tuple(found), opposed)


def of_source(trials: Iterable[Trial], source: Source) -> list[Trial]:
    """The answers of one source."""
    return [trial for trial in trials if trial.source is source]


def binding(trials: Sequence[Trial], found: Recommendation) -> Passing | None:
    """Of what the replays show at the recommended threshold, or nearest to one, that which promises least."""
    shown = []
    for source, _ in found.by_source:
        held = passings(of_source(trials, source))
        at = next((one for one in held if one.threshold == found.threshold), None) or nearest(held, found.wished)
        if at is not None:
            shown.append(at)
    return min(shown, key=lambda one: one.interval[0], default=None)
