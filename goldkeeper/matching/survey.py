"""A change → its landscape: survivors claim their own, then what plainly moved is followed.

Chunks of one file under one symbol claim their own first, so that a lost neighbour can't have them.
But a name that stayed is no proof: where the same code stands under another name, and what took the
name over came from elsewhere, the claim is given up.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence

from goldkeeper.matching.following import (
    follow_classes,
    follow_equal,
    follow_files,
    follow_members,
    follow_symbols,
)
from goldkeeper.matching.landscape import Landscape, Place
from goldkeeper.matching.profiles import Lexicon
from goldkeeper.matching.similarity import body_likeness, parameter_likeness, size_likeness
from goldkeeper.model.changes import Change
from goldkeeper.model.chunks import Chunk, Snapshot, without_ordinal

MIN_TOKENS = 12  # below this, half the getters are the same code under another name
MAX_OVERLOADS = 24  # more of one name and different text (generated code) are paired by order alone


def survey(change: Change, lexicon: Lexicon) -> Landscape:
    """Read a change: survivors by place and symbol, then code that plainly moved."""
    unchanged = {
        path
        for path, file in change.base.files.items()
        if (other := change.head.files.get(path)) is not None
        and other.blob == file.blob
        and other.chunks == file.chunks
    }
    land = Landscape(
        base=_chunks(change.base, unchanged),
        head=_chunks(change.head, unchanged),
        renames=change.renames,
        lexicon=lexicon,
        base_sources=_sources(change.base, unchanged),
        head_sources=_sources(change.head, unchanged),
    )
    _claim_own_places(land)
    follow_equal(land, lambda profile: profile.chunk.digest, min_tokens=0)
    follow_equal(land, lambda profile: profile.masked, min_tokens=MIN_TOKENS)
    follow_symbols(land)
    follow_files(land)
    follow_classes(land)
    follow_members(land)
    return land


def _chunks(side: Snapshot, without: set[str]) -> list[Chunk]:
    return [chunk for path in sorted(side.files) if path not in without for chunk in side.files[path].chunks]


def _sources(side: Snapshot, without: set[str]) -> dict[str, str]:
    return {path: file.source for path, file in side.files.items() if path not in without}


def _claim_own_places(land: Landscape) -> None:
    """Same file after renames, same sort, same symbol; overloads by what they say."""
    for n, chunk in enumerate(land.head):
        land.places.setdefault((chunk.path, chunk.kind, without_ordinal(chunk.symbol)), []).append(n)
    asking: dict[Place, list[int]] = defaultdict(list)
    for n, chunk in enumerate(land.base):
        asking[land.head_path(chunk.path), chunk.kind, without_ordinal(chunk.symbol)].append(n)
    for place, base in asking.items():
        for one, other in _pair_overloads(land, base, land.places.get(place, [])):
            land.own_place[one] = other
            land.claim(one, other)


def _pair_overloads(land: Landscape, base: Sequence[int], head: Sequence[int]) -> Iterable[tuple[int, int]]:
    """One to one: same text, then same parameters, then the likeliest; the rest stay free."""
    if len(base) == 1 == len(head):
        return [(base[0], head[0])]
    if not head:
        return []
    by_digest: dict[str, list[int]] = defaultdict(list)
    for other in reversed(head):
        by_digest[land.head[other].digest].append(other)
    pairs = {one: same.pop() for one in base if (same := by_digest.get(land.base[one].digest))}
    taken = set(pairs.values())
    base, head = [n for n in base if n not in pairs], [n for n in head if n not in taken]
    if len(base) * len(head) > MAX_OVERLOADS**2:
        return [*pairs.items(), *zip(base, head, strict=False)]
    ranked = sorted((-_overload_likeness(land, one, other), one, other) for one in base for other in head)
    for _, one, other in ranked:
        if one not in pairs and other not in taken:
            pairs[one] = other
            taken.add(other)
    return pairs.items()


def _overload_likeness(land: Landscape, one: int, other: int) -> float:
    ours, theirs = land.base_profile(one), land.head_profile(other)
    types = land.signatures.likeness(ours, theirs)
    if types is None:
        types = parameter_likeness(ours, theirs)
    # Parameter types decide; equal ones are the same overload whatever its body says now. But a declaration
    # without a body is no successor of one with a body.
    if land.signatures.has_body(ours) != land.signatures.has_body(theirs):
        return 0.5 * types
    whole = min(1.0, 2 * size_likeness(ours.size, theirs.size))
    return whole * ((1.0 if types == 1.0 else 0.0) + 0.5 * types) + body_likeness(ours, theirs)
