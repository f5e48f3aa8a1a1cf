"""Anchors held against head: what is seen of each gold chunk, without guessing where it went.

"The ID resolves" proves nothing: two files may have swapped names, two overloads their places, and a
new function may bear an old one's name. So the text under the ID is held against the anchor's digest.
Where a file can't be read or does not parse around the place, nothing is claimed: the anchor's text is
looked for as it stands, and else the chunk is obscured.
"""

from collections.abc import Mapping

from rapidfuzz.distance import Indel

from goldkeeper.drift.resolver import joined
from goldkeeper.model.anchors import Anchor, NeverResolved
from goldkeeper.model.chunks import Chunk, ChunkId, FileChunks, Snapshot, Span
from goldkeeper.model.drifts import Drift, DriftKind
from goldkeeper.model.tokens import token_digest


def detect_drifts(
    anchors: Mapping[ChunkId, Anchor | NeverResolved],
    head: Snapshot,
    texts: Mapping[ChunkId, str] | None = None,
) -> tuple[Drift, ...]:
    """What became of each gold chunk's place.

    Args:
        anchors: gold chunk ID → what it was.
        head: must hold every file that an anchor or its ID names, if the file exists.
        texts: gold chunk ID → the anchor's text, where git has it and the anchor does not.

    Returns:
        One drift for each anchor, in the mapping's order.
    """
    known = texts or {}
    return tuple(_detect(chunk_id, anchor, head, known.get(chunk_id)) for chunk_id, anchor in anchors.items())


def _detect(chunk_id: ChunkId, anchor: Anchor | NeverResolved, head: Snapshot, text: str | None) -> Drift:
    if isinstance(anchor, NeverResolved):
        return Drift(chunk_id, DriftKind.NEVER, head.get(chunk_id) is not None, anchor, note=anchor.reason)
    text = anchor.text if text is None else text
    # Never leniently: a chunk that slid by one line overlaps its old place, and its ID is dead all the same.
    # Where the ID is another chunker's spelling, the anchor tells where our chunker has that chunk.
    named = head.get(chunk_id) or head.get(ChunkId(anchor.path, anchor.span, anchor.symbol))
    resolves = named is not None
    skipped = head.skipped.get(anchor.path)
    if skipped is not None:
        note = f"{anchor.path} was not read: {skipped.value}"
        return Drift(chunk_id, DriftKind.OBSCURED, resolves, anchor, note=note)

    if named is not None and named.digest == anchor.digest:
        return Drift(chunk_id, DriftKind.INTACT, resolves, anchor, named)
    found = _likeliest(anchor, text, head)
    if found is not None and found.digest == anchor.digest and not resolves:
        return Drift(chunk_id, DriftKind.SHIFTED, resolves, anchor, found)
    file = head.files.get(anchor.path)
    if file is not None and file.damage and (found is None or _touches(file.damage, found.span)):
        verbatim = _as_it_stands(chunk_id, anchor, file, text, resolves=resolves)
        if verbatim is not None or found is None:
            return verbatim or Drift(chunk_id, DriftKind.OBSCURED, resolves, anchor, note=_damage_note(file))
    kind = DriftKind.MISSING if found is None else DriftKind.EDITED
    return Drift(chunk_id, kind, resolves, anchor, found)


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


def _touches(damage: tuple[Span, ...], span: Span) -> bool:
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
