"""Anchors held against head: what is seen of each gold chunk, without guessing where it went.

"The ID resolves" proves nothing: two files may have swapped names, two overloads their places, and a
new function may bear an old one's name. So the text under the ID is held against the anchor's digest.
Where the same text is cut otherwise today, nobody edited it: the anchor's own file tells, cut anew.
Where a file can't be read or does not parse around the place, nothing is claimed: the anchor's text is
looked for as it stands, and else the chunk is obscured. Damage elsewhere in the file hides nothing.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from rapidfuzz.distance import Indel

from goldkeeper.drift.resolver import joined
from goldkeeper.model.anchors import Anchor, NeverResolved
from goldkeeper.model.chunks import Chunk, ChunkId, FileChunks, Snapshot, Span, last_name
from goldkeeper.model.drifts import CUT_OTHERWISE, Drift, DriftKind
from goldkeeper.model.tokens import token_digest

NAMES_ANOTHER = "the ID names another text now; the judged text stands unchanged beside it"


@dataclass(frozen=True, slots=True)
class LookBack:
    """What the file that an anchor was read from tells of it, looked at again.

    Attributes:
        text: what was judged; None where nothing can give it back.
        recut: the chunks that hold the judged lines under today's chunker, in that very file (the chunk itself,
            where it is still cut so); empty where the file can't be had.
        place: the lines of head's file between which the chunk should lie; None where that is not known.
    """

    text: str | None = None
    recut: tuple[Chunk, ...] = ()
    place: Span | None = None


def detect_drifts(
    anchors: Mapping[ChunkId, Anchor | NeverResolved],
    head: Snapshot,
    looked_back: Mapping[ChunkId, LookBack] | None = None,
) -> tuple[Drift, ...]:
    """What became of each gold chunk's place.

    Args:
        anchors: gold chunk ID → what it was.
        head: must hold every file that an anchor or its ID names, if the file exists.
        looked_back: gold chunk ID → what its own file tells, for those that are not plain without it.

    Returns:
        One drift for each anchor, in the mapping's order.
    """
    known = looked_back or {}
    return tuple(
        _detect(chunk_id, anchor, head, known.get(chunk_id) or LookBack(getattr(anchor, "text", None)))
        for chunk_id, anchor in anchors.items()
    )


def _detect(chunk_id: ChunkId, anchor: Anchor | NeverResolved, head: Snapshot, back: LookBack) -> Drift:
    if isinstance(anchor, NeverResolved):
        return Drift(chunk_id, DriftKind.NEVER, head.get(chunk_id) is not None, anchor, note=anchor.reason)
    # Never leniently: a chunk that slid by one line overlaps its old place, and its ID is dead all the same.
    # Where the ID is another chunker's spelling, the anchor tells where our chunker has that chunk.
    named = head.get(chunk_id) or head.get(_place_of(anchor))
    resolves = named is not None
    skipped = head.skipped.get(anchor.path)
    if skipped is not None:
        note = f"{anchor.path} was not read: {skipped.value}"
        return Drift(chunk_id, DriftKind.OBSCURED, resolves, anchor, note=note)
    if named is not None and named.digest == anchor.digest:
        return Drift(chunk_id, DriftKind.INTACT, resolves, anchor, named)
    found = _likeliest(anchor, back.text, head)
    if found is not None and found.digest == anchor.digest:
        return Drift(chunk_id, DriftKind.SHIFTED, resolves, anchor, found, NAMES_ANOTHER if resolves else "")
    cut_otherwise = _cut_otherwise(chunk_id, anchor, head, back.recut, named)
    if cut_otherwise is not None:
        return cut_otherwise
    file = head.files.get(anchor.path)
    if file is not None and file.damage:
        hidden = (
            may_be_hidden(last_name(anchor.symbol), file, back.place)
            if found is None
            else touches(file.damage, found.span)
        )
        verbatim = _as_it_stands(chunk_id, anchor, file, back.text, resolves=resolves) if hidden or not found else None
        if verbatim is not None:
            return verbatim
        if found is None and hidden:
            return Drift(chunk_id, DriftKind.OBSCURED, resolves, anchor, note=_damage_note(file))
    kind = DriftKind.MISSING if found is None else DriftKind.EDITED
    return Drift(chunk_id, kind, resolves, anchor, found)


def _place_of(anchor: Anchor) -> ChunkId:
    return ChunkId(anchor.path, anchor.span, anchor.symbol)


def _cut_otherwise(
    chunk_id: ChunkId, anchor: Anchor, head: Snapshot, recut: tuple[Chunk, ...], named: Chunk | None
) -> Drift | None:
    """The drift of a chunk whose lines are cut otherwise and say what they said; None when they don't."""
    if any(chunk.id == _place_of(anchor) for chunk in recut):
        return None
    standing = [now for chunk in recut if (now := _unchanged(chunk, head)) is not None]
    if not standing or len(standing) < len(recut):
        return None
    if len(standing) == 1 and (chunk_id != _place_of(anchor) or standing[0] == named):
        # Another chunker's spelling: how ours has changed is not that ID's affair.
        return Drift(chunk_id, DriftKind.INTACT, True, anchor, standing[0])
    return Drift(chunk_id, DriftKind.SHIFTED, named is not None, anchor, standing[0], CUT_OTHERWISE)


def _unchanged(chunk: Chunk, head: Snapshot) -> Chunk | None:
    """The chunk of head in the same file that says the same under the same symbol, the nearest first."""
    bearers = [c for c in head.in_file(chunk.path) if c.digest == chunk.digest and c.symbol == chunk.symbol]
    return min(bearers, key=lambda bearer: abs(bearer.span.start - chunk.span.start), default=None)


def may_be_hidden(name: str, file: FileChunks, place: Span | None) -> bool:
    """Whether a chunk that is not found may lie in what does not parse: the damage is at its place, or its name.

    An error can swallow the definitions behind it without marking their lines.

    Args:
        name: the chunk's own.
        file: where it should stand.
        place: the lines between which it should lie; None where that is not known.
    """
    if place is None or touches(file.damage, place):
        return True
    lines = file.source.split("\n")[place.start - 1 : place.end]
    bare = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)")
    return any(bare.search(line) for line in lines)


def _likeliest(anchor: Anchor, text: str | None, head: Snapshot) -> Chunk | None:
    """The chunk of the anchor's path and symbol; among overloads the one that says most nearly the same.

    Order: same text, same tokens, likeness of text where we have it, overlap with the old place.
    """
    symbol = joined(anchor.symbol)
    bearers = [c for c in head.in_file(anchor.path) if c.kind is anchor.kind and joined(c.symbol) == symbol]
    if len(bearers) < 2:  # nothing to choose
        return bearers[0] if bearers else None

    def rank(chunk: Chunk) -> tuple[bool, bool, float, float, int]:
        same_text = chunk.digest == anchor.digest
        same_tokens = same_text or token_digest(chunk.text, chunk.language) == anchor.token_digest
        likeness = Indel.normalized_similarity(chunk.text, text) if text is not None else 0.0
        return same_text, same_tokens, likeness, chunk.span.overlap(anchor.span), -chunk.span.start

    return max(bearers, key=rank)


def touches(damage: tuple[Span, ...], span: Span) -> bool:
    """Whether a span has a line in common with what does not parse."""
    return any(spot.start <= span.end and span.start <= spot.end for spot in damage)


def _as_it_stands(
    chunk_id: ChunkId, anchor: Anchor, file: FileChunks, text: str | None, *, resolves: bool
) -> Drift | None:
    """Look for the anchor's lines in a file that does not parse; None when they are not there once."""
    if text is None:
        return None
    wanted, lines = text.split("\n"), file.source.split("\n")
    first = wanted[0]
    starts = [
        at for at, line in enumerate(lines, 1) if line == first and lines[at - 1 : at - 1 + len(wanted)] == wanted
    ]
    note = _damage_note(file)
    if anchor.span.start in starts:
        return Drift(chunk_id, DriftKind.INTACT, True, anchor, note=f"{note}; the text stands where it stood")
    if len(starts) == 1:
        where = f"{starts[0]}-{starts[0] + len(wanted) - 1}"
        return Drift(chunk_id, DriftKind.SHIFTED, resolves, anchor, note=f"{note}; the text stands at lines {where}")
    return None


def _damage_note(file: FileChunks) -> str:
    spots = ", ".join(str(spot) for spot in file.damage[:3])
    more = f" and {len(file.damage) - 3} more places" if len(file.damage) > 3 else ""  # as above
    return f"{file.path} does not parse at lines {spots}{more}, so nothing is claimed"
