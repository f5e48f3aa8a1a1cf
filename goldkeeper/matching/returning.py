"""A chunk that went, and what is there later: it was put back, or copied away before it was taken out."""

from goldkeeper.matching.staying import SHORTEST_SLIDING, place, text_likeness
from goldkeeper.model.chunks import Chunk, FileChunks

ALIKE_AGAIN = 0.6  # of text; below, somebody wrote another thing under a name that was free


def put_back(chunk: Chunk, later: FileChunks, before: FileChunks | None = None) -> Chunk | None:
    """The chunk of a later version of a file that one which went may have become.

    That is the very text under its name, in whatever class; else what bears its symbol and says much the same. An
    overload that stood beside it was not put back.

    Args:
        chunk: as it was last.
        later: the file that it was in, or one that took its path.
        before: the file as it was last; None where that is not known.
    """
    here = place(chunk)
    overloads = [one for one in before.chunks if place(one) == here and one.id != chunk.id] if before else []
    likeness = {
        one: 1.0 if one.digest == chunk.digest else text_likeness(chunk, one)
        for one in later.chunks
        if place(one) == here or (one.digest == chunk.digest and one.kind is chunk.kind and one.name == chunk.name)
    }
    free = [one for one in likeness if all(text_likeness(other, one) < likeness[one] for other in overloads)]
    found = max(free, key=lambda one: (likeness[one], place(one) == here, -one.span.start), default=None)
    return found if found is not None and likeness[found] >= ALIKE_AGAIN else None


def same_text(chunk: Chunk, later: FileChunks) -> Chunk | None:
    """The one chunk of any file that says the same under the same name; None for texts that anybody writes."""
    same = [one for one in later.chunks if (one.digest, one.kind, one.name) == (chunk.digest, chunk.kind, chunk.name)]
    return same[0] if len(same) == 1 and len(chunk.text) >= SHORTEST_SLIDING else None
