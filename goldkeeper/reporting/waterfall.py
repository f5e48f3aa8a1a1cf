"""The evidence for one proposal as a sum of explained parts: what each adds, what the sum is, what made the difference.

It begins with what is held before any look, and each part goes on from where the one before ended, the
heaviest first. What weighs little is one part, `others`, so that the eye is not lost in it; with it the parts
add up to the weight, to the bit. Beside it stands the runner-up: the parts in which the two differ most say why the
first is first.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import isfinite

from goldkeeper.model.chunks import ChunkId
from goldkeeper.model.proposals import Action, Candidate, EvidencePart, RemapProposal
from goldkeeper.reporting.evidence_words import SAID, in_words, looked_at

LEAST_SHOWN = 0.5  # bits; less changes nobody's mind
MOST_SHOWN = 9  # parts, without the others: what a reader takes in
MOST_DIFFERENCES = 3  # between first and runner-up
LEAST_DIFFERENCE = 0.3  # bits; less sets nothing apart
OTHERS = "others"


@dataclass(frozen=True, slots=True)
class Step:
    """One part of the sum.

    Attributes:
        name: as the evidence has it; `others` for those that are folded.
        label: in plain words.
        value: how alike, 0..1; None where that means nothing.
        bits: what it adds; negative speaks against.
        start, end: the sum before and behind it, in bits.
        note: for people, where it says more than the label.
    """

    name: str
    label: str
    value: float | None
    bits: float
    start: float
    end: float
    note: str = ""


@dataclass(frozen=True, slots=True)
class Difference:
    """What a part adds to the first and to the runner-up, in bits."""

    label: str
    first: float
    second: float

    @property
    def lead(self) -> float:
        """By how much it speaks for the first; negative for the other."""
        return self.first - self.second


@dataclass(frozen=True, slots=True)
class RunnerUp:
    """The next best candidate.

    Attributes:
        behind: bits by which it is behind the first; negative where it leads.
        differences: those that set the two apart, the greatest first.
    """

    chunk_id: ChunkId
    weight: float
    confidence: float
    behind: float
    differences: tuple[Difference, ...]


@dataclass(frozen=True, slots=True)
class Waterfall:
    """Why a candidate is believed to be the successor, and why not the next.

    Attributes:
        chunk_id: the candidate.
        nearest: it is shown as the nearest to a chunk that seems gone.
        weight: the sum, in bits.
        confidence: 0..1, that it is the successor.
    """

    chunk_id: ChunkId
    nearest: bool
    steps: tuple[Step, ...]
    weight: float
    confidence: float
    runner_up: RunnerUp | None = None

    @property
    def reach(self) -> tuple[float, float]:
        """The lowest and the highest that the sum ever is, 0 among them, in bits."""
        ends = [0.0, *(step.start for step in self.steps), *(step.end for step in self.steps)]
        return min(ends), max(ends)

    @property
    def zero(self) -> float:
        """Where even odds lie between lowest and highest, 0..1."""
        low, high = self.reach
        return abs(low) / ((high - low) or 1.0)

    def spot(self, step: Step) -> tuple[float, float]:
        """Where a step lies between lowest and highest, and how much of that it takes: 0..1 each, for a drawing."""
        low, high = self.reach
        whole = (high - low) or 1.0
        return (min(step.start, step.end) - low) / whole, abs(step.bits) / whole


def waterfall_of(proposal: RemapProposal) -> Waterfall | None:
    """The first candidate's evidence as a sum; None where nothing was weighed."""
    candidates = proposal.match.candidates
    if not candidates or not candidates[0].evidence or not isfinite(candidates[0].weight):
        return None
    first = candidates[0]
    return Waterfall(
        chunk_id=first.chunk_id,
        nearest=proposal.action is Action.RETIRE,
        steps=tuple(_steps(first)),
        weight=first.weight,
        confidence=first.confidence,
        runner_up=_runner_up(first, _rivals(proposal)),
    )


def _rivals(proposal: RemapProposal) -> list[Candidate]:
    """Who stands against the first; the parts of a split stand beside it."""
    rest = proposal.match.candidates[1:]
    is_split = proposal.action is Action.SPLIT
    return [one for one in rest if isfinite(one.weight) and not (is_split and one.share is not None)]


def _steps(first: Candidate) -> Iterable[Step]:
    opening = [part for part in first.evidence if part.name == "prior"]
    heard = [part for part in first.evidence if part.name != "prior" and abs(part.weight) >= LEAST_SHOWN]
    heard.sort(key=lambda part: (-abs(part.weight), part.name))
    shown = [*opening, *heard[:MOST_SHOWN]]
    left = [part for part in first.evidence if part not in shown]
    end = 0.0
    for part in shown:
        start, end = end, end + part.weight
        value = None if part.name == "prior" else part.value
        yield Step(part.name, in_words(part.name), value, part.weight, start, end, _note(part))
    rest = first.weight - end
    if left or abs(rest) >= LEAST_SHOWN / 10:  # a tenth: what is rounded away is no part
        yield Step(OTHERS, f"{len(left)} others" if len(left) > 1 else "the rest", None, rest, end, first.weight)


def _note(part: EvidencePart) -> str:
    return "" if looked_at(part.name) in SAID else part.note


def _runner_up(first: Candidate, rivals: Sequence[Candidate]) -> RunnerUp | None:
    if not rivals:
        return None
    second = max(rivals, key=lambda one: one.weight)  # of equal ones the one that stands first
    ours, theirs = _by_look(first.evidence), _by_look(second.evidence)
    looks = list(dict.fromkeys([*ours, *theirs]))
    differences = [Difference(in_words(look), ours.get(look, 0.0), theirs.get(look, 0.0)) for look in looks]
    differences.sort(key=lambda one: (-abs(one.lead), one.label))
    telling = tuple(one for one in differences[:MOST_DIFFERENCES] if abs(one.lead) >= LEAST_DIFFERENCE)
    return RunnerUp(second.chunk_id, second.weight, second.confidence, first.weight - second.weight, telling)


def _by_look(evidence: Iterable[EvidencePart]) -> dict[str, float]:
    """What was looked at → bits; one look may be read in two ways for two candidates."""
    found: dict[str, float] = {}
    for part in evidence:
        look = looked_at(part.name)
        found[look] = found.get(look, 0.0) + part.weight
    return found
