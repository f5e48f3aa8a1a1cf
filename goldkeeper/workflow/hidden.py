"""Whether a chunk may lie in what a file's damage hides: to be unseen there is not to be gone."""

import re
from collections.abc import Sequence

from goldkeeper.drift.place import place_in
from goldkeeper.model.chunks import Chunk, FileChunks, Span


def is_hidden(chunk: Chunk, before: FileChunks, after: FileChunks) -> bool:
    """Whether a chunk that is not found in its file may lie in what does not parse there.

    Where the file did not parse around the chunk before either, and the chunk was seen, damage hides nothing.

    Args:
        chunk: one of `before`.
        before, after: the file on either side.
    """
    if not after.damage or _touches(before.damage, chunk.span):
        return False
    place = place_in(before.source, chunk.span, after.source)
    if _touches(after.damage, place):
        return True
    name = re.compile(rf"(?<!\w){re.escape(chunk.name)}(?!\w)")
    # An error can swallow the definitions behind it without marking their lines.
    return any(name.search(line) for line in after.source.split("\n")[place.start - 1 : place.end])


def _touches(damage: Sequence[Span], span: Span) -> bool:
    return any(spot.start <= span.end and span.start <= spot.end for spot in damage)
