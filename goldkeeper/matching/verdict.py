"""All candidates of one chunk, weighed → how sure each is, whether the chunk is gone, and whether that is ambiguous.

Nothing here reads code: what decides are weights, confidences and a few plain facts of each candidate, so
that the same steps can be replayed over labelled cases.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import log2

from goldkeeper.matching.calibration import FIRST, GONE, Confidence, confidence_of, shares_of_rest
from goldkeeper.matching.evidence import Values
from goldkeeper.matching.scoring import weight_of
from goldkeeper.model.chunks import ChunkId, ChunkKind

LIKELY_GONE = 0.7  # of the first's confidence; a false link costs more than a chunk that people look for in vain
LESS = 0.999  # of gone's confidence is left to a candidate where that is the answer
CLEAR = 0.8  # a link below this is for people to decide: two in five are wrong, and of the others one in a hundred
CLEAR_GONE = 0.5
NEAR = 3.0  # bits; how many candidates are so close behind the first is part of the outlook
FAR = 20.0  # bits; a lead beyond says no more
LARGE = 200  # tokens; beyond, size says no more
FACTS = (  # of the first candidate, that the confidence is read from too
    "place",
    "name",
    "body",
    "short body",
    "rare runs",
    "claimed",
    "known before",
    "other operator",
    "rival",
    "members",
)
NAME_ALONE = 0.3  # body likeness; below, a name is all that two chunks share, and names are given anew
NAME_ALONE_ELSEWHERE = 0.5  # the same in another file: every program has a `main`
SURE_OF_A_NAME = 0.95  # confidence; in its own file all else speaks for it then
FEW_RUNS = 0.15  # and of the token runs that tell chunks apart hardly any are shared
# Below all three, what is left is a stranger: of the labelled links that were put first only two looked so.
OTHER_NAME = 0.5
OTHER_BODY = 0.6
OTHER_RUNS = 0.4


@dataclass(frozen=True, slots=True)
class Asked:
    """The base chunk that is asked about; `size` in tokens."""

    chunk_id: ChunkId
    kind: ChunkKind
    size: int


@dataclass(frozen=True, slots=True)
class Seen:
    """A candidate, compared with the chunk, the other candidates and its rivals.

    Attributes:
        head: its index in the landscape.
        values: every likeness, each 0..1.
        twin: an identical copy beside a living original.
        same: it says the same to the letter.
        free: no other base chunk is plainly its origin.
        rival: the best other base chunk that may be its origin; None where it was held against none.
    """

    head: int
    chunk_id: ChunkId
    digest: str
    values: Values
    twin: bool
    same: bool
    free: bool
    rival: int | None = None


@dataclass(frozen=True, slots=True)
class Judged:
    """A candidate with its weight in bits, its confidence, and the bits by which it leads the best other."""

    seen: Seen
    weight: float
    confidence: float
    margin: float


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is to be thought of one chunk.

    Attributes:
        ranked: candidates, best first, twins last, ties by ID.
        gone: confidence that there is no successor.
        is_gone: that is the answer.
        ambiguous: nothing may be confirmed unseen.
    """

    ranked: tuple[Judged, ...]
    gone: float
    is_gone: bool
    ambiguous: bool


def decide(asked: Asked, seen: Sequence[Seen]) -> Verdict:
    """The verdict on one chunk; an order of candidates is made here, the one they come in says nothing."""
    ranked = best_first((one, weight_of(one.values)) for one in seen)
    return judge(asked, ranked, confidence_of(outlook(asked, ranked)))


def best_first(weighed: Iterable[tuple[Seen, float]]) -> list[tuple[Seen, float]]:
    """Candidates by weight, twins last, ties by ID."""
    return sorted(weighed, key=lambda pair: (pair[0].twin, -round(pair[1], 3), pair[0].chunk_id))


def judge(asked: Asked, ranked: Sequence[tuple[Seen, float]], confidence: Confidence) -> Verdict:
    """The verdict, from candidates with their weights, best first, and what they make likely."""
    gone = round(confidence.gone, 4)
    is_gone = not ranked or ranked[0][0].twin or gone > LIKELY_GONE * confidence.first
    stranger = not is_gone and _is_stranger(ranked[0][0])
    if stranger:
        is_gone, gone = True, round(confidence.gone + confidence.first / 2, 4)
    judged = _judged(ranked, confidence, most=min(confidence.first, LESS * gone if is_gone else 1.0))
    if is_gone:
        unclear = stranger or gone < CLEAR_GONE or (bool(ranked) and _has_other_operator(ranked[0][0]))
        return Verdict(judged, gone, is_gone=True, ambiguous=unclear)
    first, others = judged[0], [one for one in judged[1:] if not one.seen.twin]
    ambiguous = (
        first.confidence < CLEAR
        or _has_other_operator(first.seen)
        or _is_name_alone(asked, first)
        or _has_equal_heir(first.seen, others)
        or _code_went_elsewhere(first.seen, others)
    )
    return Verdict(judged, gone, is_gone=False, ambiguous=ambiguous)


def outlook(asked: Asked, ranked: Sequence[tuple[Seen, float]]) -> dict[str, float]:
    """What the confidence is read from: curve → value.

    Args:
        ranked: candidates with their weights, best first, without twins.
    """
    living = [(one, weight) for one, weight in ranked if not one.twin]
    weights = [weight for _, weight in living]
    found = {"gone": -_log_sum(weights), "size": min(asked.size, LARGE) / LARGE}
    if living:
        first, weight = living[0]
        behind = weights[1:]
        found |= {
            "odds": weight - _log_sum([0.0, *behind]),
            "weight": weight,
            "margin": min(weight - max([0.0, *behind]), FAR),
            "near": float(sum(weight - other < NEAR for other in behind)),
            "second is free": float(bool(behind) and living[1][0].free),
            "class": float(asked.kind is ChunkKind.CLASS),
        } | {name: first.values[name] for name in FACTS if name in first.values}
        found |= {FIRST + name: value for name, value in found.items()}
    return {name if name.startswith(FIRST) else GONE + name: value for name, value in found.items()}


def _judged(ranked: Sequence[tuple[Seen, float]], confidence: Confidence, *, most: float) -> tuple[Judged, ...]:
    """Each candidate with its confidence, `most` at the most: of several, only one is right."""
    weights = [weight for _, weight in ranked]
    behind = shares_of_rest(confidence.neither, [-FAR if one.twin else weight for one, weight in ranked[1:]])
    best, second = ([*sorted(weights, reverse=True), 0.0, 0.0])[:2]
    return tuple(
        Judged(
            one,
            round(weight, 3),
            0.0 if one.twin else round(min(share, most), 4),
            weight - (second if weight == best else best),
        )
        for (one, weight), share in zip(ranked, (confidence.first, *behind), strict=False)
    )


def _log_sum(weights: Sequence[float]) -> float:
    """Bits of the sum of what has these bits."""
    most = max(weights, default=-FAR)
    return most + log2(sum(2.0 ** (weight - most) for weight in weights)) if weights else -FAR


def _has_other_operator(first: Seen) -> bool:
    """`!=` and `<` may be alike to the letter; what became of an operator is for people to say."""
    return first.values.get("other operator", 0.0) > 0


def _is_name_alone(asked: Asked, first: Judged) -> bool:
    """A chunk that bears the name and does something else."""
    values = first.seen.values
    body = values.get("body", 1.0)
    if asked.chunk_id.path == first.seen.chunk_id.path:
        return body < NAME_ALONE and first.confidence < SURE_OF_A_NAME
    return body < NAME_ALONE_ELSEWHERE and values["rare runs"] < FEW_RUNS


def _is_stranger(first: Seen) -> bool:
    """Whether a function has neither name nor text in common, and nobody calls it for the other: it took the place."""
    values = first.values
    body = values.get("body", values.get("short body", 1.0))
    return (
        "members" not in values
        and values["name"] < OTHER_NAME
        and body < OTHER_BODY
        and values["rare runs"] < OTHER_RUNS
        and not values.get("callers")
        and not values.get("renamed alike")
    )


def _has_equal_heir(first: Seen, others: Sequence[Judged]) -> bool:
    """Two chunks that nobody else claims say what the chunk said."""
    return first.same and any(other.seen.same and other.seen.free for other in others)


def _code_went_elsewhere(first: Seen, others: Sequence[Judged]) -> bool:
    """The name leads and another, free chunk says what the chunk said: no number decides between the two."""
    if says_the_same(first):
        return False
    return any(says_the_same(other.seen) for other in others if other.seen.free)


def says_the_same(seen: Seen) -> bool:
    """Whether only comments, layout and its own name differ."""
    return seen.values["tokens"] > 0
