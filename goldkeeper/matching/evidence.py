"""A base chunk and a head chunk → named likenesses, each by itself 0..1; what they weigh is said in `scoring.py`.

Likenesses of one pair come first (`compare`), then the same held against the others: by how much the
pair leads the next best candidate, and the best rival that may claim the same head chunk. Without that
comparison one wrong link in two goes unnoticed.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from goldkeeper.matching.blocking import Hit
from goldkeeper.matching.classes import is_constructor
from goldkeeper.matching.context import Context
from goldkeeper.matching.landscape import Landscape
from goldkeeper.matching.renames import path_nearness
from goldkeeper.matching.similarity import (
    body_likeness,
    container_likeness,
    is_operator,
    name_likeness,
    parameter_likeness,
    size_likeness,
)
from goldkeeper.model.chunks import ChunkKind, last_name

FEW_TOKENS = 20  # shorter bodies are alike by accident
BESIDE = 0.5  # of being in place: another overload of the symbol
LIKELY = 0.6  # of plain likeness; of what is less alike, nearness of the path chooses between two wrong ones
AS_LIKE = 0.05  # of plain likeness; two modules have the same function, but for a word or two
LEAD_SPAN = 0.5  # a lead of this much likeness counts in full

Values = Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Pair:
    """A base and a head chunk with what was measured of them; `plain` is their likeness in one number."""

    base: int
    head: int
    values: Values
    plain: float


def compare(land: Landscape, context: Context, n: int, hit: Hit) -> Pair:
    """Likenesses of one pair, without a look at the others."""
    h = hit.chunk
    ours, theirs = land.base_profile(n), land.head_profile(h)
    base, head = land.base[n], land.head[h]
    here = land.head_path(base.path)
    body = body_likeness(ours, theirs)
    base_name, head_name = land.base_names[n], land.head_names[h]
    name = _name(land, n, h)
    container = _container(land, context, n, h)
    parameters = parameter_likeness(ours, theirs)
    short = min(ours.size, theirs.size) < FEW_TOKENS
    # Short texts are the same by accident, and what stood in many places did not move from this one.
    telling = min(1.0, ours.size / FEW_TOKENS) / land.copies[base.digest]
    values = {
        "place": 1.0 if land.own_place.get(n) == h else BESIDE if land.beside(n, h) else 0.0,
        "symbol": 1.0 if base.symbol == head.symbol else 0.0,
        "followed": 1.0 if land.image.get(n) == h and land.own_place.get(n) != h else 0.0,
        "text": telling if base.digest == head.digest else 0.0,
        "tokens": telling if ours.masked and ours.masked == theirs.masked else 0.0,
        "short body" if short else "body": body if ours.size and theirs.size else 0.5,
        "rare runs": hit.cosine,
        "runs kept": hit.containing,
        "runs found": hit.contained,
        "name": name,
        "other operator": 1.0 if is_operator(base_name) and is_operator(head_name) and base_name != head_name else 0.0,
        "container": container,
        "path": 1.0 if head.path == here else 0.8 * path_nearness(here, head.path),
        "siblings": context.file_vote(n, head.path),
        "neighbours": context.neighbours(n, h),
        "size": size_likeness(ours.size, theirs.size),
        "claimed": _claimed(land, n, h),
        "claimant moved": _claimant_moved(land, h) if land.claimant.get(h) != n else 0.0,
        "taken in": context.taken_in(n, h),
        "known before": 1.0 if context.existed_before(n, h) else 0.0,
        "equal heirs": context.heirs.others(n, h),
        "original lives": context.heirs.original_lives(n, h),
        "stood elsewhere": context.heirs.stood_elsewhere(n, h),
    }
    asked: list[tuple[str, float | None]] = [
        ("between", context.order.between(n, h)),
        ("in turn", context.order.in_turn(n, h)),
        *_named(context, n, h, renamed=base_name != head_name),
    ]
    if base.kind is ChunkKind.CLASS:
        asked += _as_classes(context, n, h)
    elif base.kind is ChunkKind.FUNCTION:
        values["parameters"] = parameters
        values["only one body"] = 1.0 if land.signatures.has_body(ours) != land.signatures.has_body(theirs) else 0.0
        asked += [("types", land.signatures.likeness(ours, theirs)), ("kin", context.heritage.kin(n, h))]
    values.update((cue, value) for cue, value in asked if value is not None)
    return Pair(n, h, values, plain_likeness(body, name, container, parameters, short=short))


def _name(land: Landscape, n: int, h: int) -> float:
    """How alike the names are; constructors are called like their classes, so that theirs say nothing new."""
    old, new = land.base_names[n], land.head_names[h]
    if is_constructor(old, land.base_containers[n]) and is_constructor(new, land.head_containers[h]):
        return 1.0
    return name_likeness(old, new)


def _named(context: Context, n: int, h: int, *, renamed: bool) -> list[tuple[str, float | None]]:
    """What the lines say that name the one or the other."""
    if renamed:
        return [
            ("callers", context.callers.went(n, h)),
            ("renamed alike", context.order.renamed_alike(n, h)),
            ("callers stayed", context.callers.stayed(n)),
            ("old name in use", context.callers.still_named(n)),
        ]
    return [("called as before", context.callers.stayed(n)), ("name in use", context.callers.still_named(n))]


def _as_classes(context: Context, n: int, h: int) -> list[tuple[str, float | None]]:
    """What the members say."""
    return [
        ("members", context.member_vote(n, h)),
        ("members from it", context.classes.origin(n, h)),
        ("member names", context.classes.names_shared(n, h)),
        ("shell", context.classes.shell_likeness(n, h)),
    ]


def plain_likeness(body: float, name: float, container: float, parameters: float, *, short: bool) -> float:
    """One number for comparing pairs: of short texts, which are alike by accident, the name says more."""
    if short:
        return 0.45 * body + 0.35 * name + 0.1 * parameters + 0.1 * container
    return 0.65 * body + 0.18 * name + 0.07 * parameters + 0.1 * container


def _container(land: Landscape, context: Context, n: int, h: int) -> float:
    """How alike the containers are; a container that the siblings went to counts as the same."""
    base, head = land.base_containers[n], land.head_containers[h]
    if base == head:
        return 1.0
    alike = container_likeness(last_name(base), last_name(head))
    followed = context.container_vote(n, (land.head[h].path, head)) if base else 0.0
    return max(0.9 * alike, followed)


def _claimant_moved(land: Landscape, h: int) -> float:
    """Whether the chunk that claims it came from elsewhere too: two that moved to one place may have been merged."""
    other = land.claimant.get(h)
    return 0.0 if other is None or land.own_place.get(other) == h else 1.0


def _claimed(land: Landscape, n: int, h: int) -> float:
    """How surely another base chunk is the head chunk's origin."""
    other = land.claimant.get(h)
    if other is None or other == n:
        return 0.0
    if land.same(other, h):
        return 1.0
    return 0.3 + 0.7 * body_likeness(land.base_profile(other), land.head_profile(h))


def leads(pairs: Sequence[Pair]) -> list[float]:
    """By how much each pair leads the best other one, in plain likeness, scaled to 0..1 (0.5 is a tie)."""
    first = max((pair.plain for pair in pairs), default=0.0)
    second = sorted((pair.plain for pair in pairs), reverse=True)[1:2]
    others = [second[0] if second and pair.plain == first else first for pair in pairs]
    if len(pairs) == 1:
        others = [0.0]
    return [scaled(pair.plain - other) for pair, other in zip(pairs, others, strict=True)]


def held_against(land: Landscape, n: int, pairs: Sequence[Pair]) -> list[Values]:
    """What the candidates of one base chunk say about one another, in the order given.

    Returns:
        For each its `lead`; for its own place, by how much another free chunk is nearer in text (`body left`),
        and for those by how much they are (`has the body`); and among likely ones that bear one name and are as like,
        1 for the nearest path, 0 for the others, 0.5 where two are as near (`nearest heir`).
    """
    free = [land.claimant.get(pair.head, n) == n for pair in pairs]
    own = next((pair for pair in pairs if pair.values["place"] == 1.0), None)
    others = [_body(pair) for pair, is_free in zip(pairs, free, strict=True) if is_free and pair is not own]
    nearest = max(others, default=0.0)
    found: list[Values] = []
    for pair, is_free, lead in zip(pairs, free, leads(pairs), strict=True):
        values = {"lead": lead}
        if own is not None and pair is own:
            values["body left"] = max(0.0, nearest - _body(own))
        elif own is not None and is_free:
            values["has the body"] = max(0.0, _body(pair) - _body(own))
        near = _nearness(land, pair, pairs)
        if near is not None:
            values["nearest heir"] = near
        found.append(values)
    return found


def _nearness(land: Landscape, pair: Pair, pairs: Sequence[Pair]) -> float | None:
    """Whether the nearest of those that bear one name and are as likely; None where there is no other."""
    like = [
        other.values["path"]
        for other in pairs
        if other is not pair
        and pair.plain >= LIKELY
        and land.head_names[other.head] == land.head_names[pair.head]
        and abs(other.plain - pair.plain) <= AS_LIKE
    ]
    if not like:
        return None
    path, best = pair.values["path"], max(like)
    return 0.5 if path == best else float(path > best)


def _body(pair: Pair) -> float:
    return pair.values.get("body", pair.values.get("short body", 0.0))


def scaled(lead: float) -> float:
    """A lead in -1..1 → 0..1, full at `LEAD_SPAN`."""
    return min(1.0, max(0.0, 0.5 + lead / (2 * LEAD_SPAN)))
