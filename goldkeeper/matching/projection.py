"""The same source, cut otherwise: a new chunker over unchanged code needs no likeness, only lines.

What lay on certain lines lies there still, so the answer is exact: the head chunk of the same lines,
or the parts into which they fall with their shares, or the larger chunk that holds them.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from goldkeeper.model.changes import ChangeKind
from goldkeeper.model.chunks import Chunk, Span

PLAINLY_SAME = 0.8  # overlap above which other chunks on these lines are by the way
SAME_LINES = 0.5  # overlap (intersection over union) from which two spans are one chunk, cut a little otherwise
MIN_SHARE = 0.1  # of the base chunk's lines; a decorator's line alone is no part


@dataclass(frozen=True, slots=True)
class Projected:
    """Head chunks that hold a base chunk's lines, with the share of its lines that each holds."""

    change: ChangeKind
    parts: tuple[tuple[Chunk, float], ...]


def project(base: Chunk, head: Sequence[Chunk]) -> Projected | None:
    """Where a chunk's lines lie in the chunks of the same, unchanged file.

    Returns:
        None when no head chunk holds any of its lines.
    """
    touching = [(chunk, shared(base.span, chunk.span)) for chunk in head]
    touching = [(chunk, share) for chunk, share in touching if share > 0]
    if not touching:
        return None
    closest = max(touching, key=lambda part: (base.span.overlap(part[0].span), part[0].name == base.name))[0]
    overlap = base.span.overlap(closest.span)
    inside = [(chunk, share) for chunk, share in touching if not chunk.span.holds(base.span)]
    parts = _cover(base.span, _outermost([part for part in inside if part[1] >= MIN_SHARE]), least=MIN_SHARE)
    if len(inside) == len(touching) and sum(share for _, share in parts) < SAME_LINES:  # paragraphs of a line or two
        parts = _cover(base.span, _outermost(inside), least=0.0)
    if overlap >= PLAINLY_SAME or (overlap >= SAME_LINES and len(parts) < 2):
        change = ChangeKind.SAME if closest.name == base.name else ChangeKind.RENAMED
        return Projected(change, ((closest, shared(base.span, closest.span)),))
    if len(parts) > 1:
        return Projected(ChangeKind.SPLIT, tuple(sorted(parts, key=lambda part: (-part[1], part[0].span))))
    # The tightest chunk around it; a class holds all its methods' lines and is the worst answer.
    holders = [part for part in touching if part[0].span.holds(base.span)] or touching
    return Projected(ChangeKind.MERGED, (min(holders, key=lambda part: (part[0].span.lines, part[0].span)),))


def shared(base: Span, head: Span) -> float:
    """Share of the base span's lines that the head span covers, 0..1."""
    return max(0, min(base.end, head.end) - max(base.start, head.start) + 1) / base.lines


def _cover(base: Span, parts: Sequence[tuple[Chunk, float]], *, least: float) -> list[tuple[Chunk, float]]:
    """As few of the parts as hold all that they hold together: windows overlap, and each line need be there once.

    Of two that add as many lines the one that holds more of them goes first, then the earlier one. What adds less
    than the `least` share of the lines is left out.
    """
    held: set[int] = set()
    chosen: list[tuple[Chunk, float]] = []
    lines = {n: _common(base, chunk.span) for n, (chunk, _) in enumerate(parts)}
    while lines:
        best = max(lines, key=lambda n: (len(lines[n] - held), parts[n][1], -parts[n][0].span.start, -n))
        new = lines.pop(best) - held
        if not new or len(new) < least * base.lines:
            break
        held |= new
        chosen.append(parts[best])
    return chosen


def _common(one: Span, other: Span) -> set[int]:
    return set(range(max(one.start, other.start), min(one.end, other.end) + 1))


def _outermost(parts: Sequence[tuple[Chunk, float]]) -> list[tuple[Chunk, float]]:
    return [
        part
        for part in parts
        if not any(other[0].span.holds(part[0].span) and other[0].span != part[0].span for other in parts)
    ]
