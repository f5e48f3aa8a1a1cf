"""Whether a chunk may lie in what a file's damage hides: to be unseen there is not to be gone."""

from goldkeeper.drift.detector import may_be_hidden, touches
from goldkeeper.drift.place import place_in
from goldkeeper.model.chunks import Chunk, FileChunks


def is_hidden(chunk: Chunk, before: FileChunks, after: FileChunks) -> bool:
    """Whether a chunk that is not found in its file may lie in what does not parse there.

    Where the file did not parse around the chunk before either, and the chunk was seen, damage hides nothing.

    Args:
        chunk: one of `before`.
        before, after: the file on either side.
    """
    if not after.damage or touches(before.damage, chunk.span):
        return False
    return may_be_hidden(chunk.name, after, place_in(before.source, chunk.span, after.source))
