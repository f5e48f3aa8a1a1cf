"""A body that left its name while the name lives on and calls it: which of the two is the old chunk?

`total(cart)` becomes one line that calls the new `total(cart, rate)`, or `summed(cart)`, and the body stands there.
By text the new chunk is the old one. But what its callers know is still there under its name and parameters, so that
is the one that went on, and the other is new: extracted from it. Unless the name was taken over: where another old
chunk that is not there any more is nearer to what stands under the name now, that one was renamed.
"""

import re
from collections import Counter
from collections.abc import Sequence

from rapidfuzz import process
from rapidfuzz.distance import Indel

from goldkeeper.matching.lines import covered, telling_lines
from goldkeeper.matching.staying import CLEARLY_NEARER, parameters_of, place, text_likeness
from goldkeeper.model.chunks import Chunk, FileChunks

MIN_TAKEN = 0.3  # of the old chunk's lines that its remains have no more and the new ones have
MIN_HELD = 0.3  # of the new chunk's lines that stood in the old one
MIN_PART, MIN_PART_LINES = 0.5, 2  # of a part's lines, that the whole has and the rest has not
HARDLY_ALIKE = 0.4  # of text; a name over such a text may have been taken over
MIN_LEFT, MUCH_NEARER = 0.5, 0.25  # likeness of the body that left, and by how much it exceeds what the name had
MIN_NEAREST = 0.8  # of text; what is less alike is left to the matcher, even if nothing else is nearer


def extracted_from(chunk: Chunk, before: FileChunks, after: FileChunks) -> Chunk | None:
    """The chunk that a new one was extracted from, which lives on beside it and calls it.

    It may call it by way of another new chunk.

    Args:
        chunk: one of `after`.
        before, after: its file on either side of a commit.

    Returns:
        The chunk of `before`; None where `chunk` is not new, or nothing that calls it has given its lines to it.
    """
    if _counterpart(chunk, after, before) is not None:
        return None
    callers = [one for one in after.chunks if one is not chunk and _calls(one, chunk)]
    new = [one for one in callers if _counterpart(one, after, before) is None]
    callers += [one for one in after.chunks if one is not chunk and any(_calls(one, part) for part in new)]
    for remains in callers:
        whole = _counterpart(remains, after, before)
        if whole is not None and _took(chunk, whole, remains):
            return whole if _is_nearest(whole, chunk, before, after) else None
    return None


def delegated(chunk: Chunk, before: FileChunks, after: FileChunks) -> Chunk | None:
    """What a chunk was before it gave its body to new ones that it calls now.

    Args:
        chunk: one of `after`.
        before, after: its file on either side of a commit.
    """
    whole = _counterpart(chunk, after, before)
    if whole is None:
        return None
    lines, left = telling_lines(whole.text)[1:], telling_lines(chunk.text)
    taken: set[int] = set()
    for part in after.chunks:
        if part is not chunk and _calls(chunk, part) and _counterpart(part, after, before) is None:
            taken |= covered(lines, telling_lines(part.text)[1:])
    taken -= covered(lines, left)
    if not taken or len(taken) < MIN_TAKEN * len(lines):
        return None
    return whole if _is_nearest(whole, chunk, before, after) else None


def inlined(chunk: Chunk, origin: Chunk, before: FileChunks, after: FileChunks) -> Chunk | None:
    """What a chunk was before it took in the body of one that it had called, where that body seems to be its origin.

    Args:
        chunk: one of `after`.
        origin: the chunk that by text became it, anywhere before.
        before, after: its file on either side of a commit.
    """
    here = _counterpart(chunk, after, before)
    return here if here is not None and here.id != origin.id and _calls(here, origin) else None


def body_left(chunk: Chunk, origin: Chunk, before: FileChunks, after: FileChunks) -> Chunk | None:
    """The chunk that is not there any more and is much nearer to what stands under its old neighbour's name now.

    Args:
        chunk: one of `after`.
        origin: the chunk of `before` that bore its symbol.
        before, after: its file on either side of a commit.
    """
    alike = text_likeness(origin, chunk)
    if alike >= HARDLY_ALIKE:
        return None
    nearest = max(_gone(before, after, chunk), key=lambda one: text_likeness(one, chunk), default=None)
    if nearest is None or text_likeness(nearest, chunk) < max(MIN_LEFT, alike + MUCH_NEARER):
        return None
    return nearest


def merged_into(chunk: Chunk, origin: Chunk, before: FileChunks, after: FileChunks) -> list[Chunk]:
    """The chunks of its file that a chunk took in beside its origin, and that are not there any more.

    Args:
        chunk: one of `after`.
        origin: the chunk of `before` that it was.
        before, after: its file on either side of a commit.
    """
    lines, own = telling_lines(chunk.text), telling_lines(origin.text)
    return [one for one in _gone(before, after, chunk) if one is not origin and _lies_in(one, lines, own)]


def split_off(chunk: Chunk, origin: Chunk, before: FileChunks, after: FileChunks) -> list[Chunk]:
    """The new chunks of its file that a chunk's origin became beside it, where the origin's name is gone.

    Args:
        chunk, origin, before, after: as in `merged_into`.
    """
    if _counterpart(origin, before, after) is not None:
        return []
    lines, own = telling_lines(origin.text), telling_lines(chunk.text)
    return [one for one in _gone(after, before, chunk) if one is not chunk and _lies_in(one, lines, own)]


def _gone(file: FileChunks, other: FileChunks, like: Chunk) -> list[Chunk]:
    ours, theirs = (Counter(place(one) for one in version.chunks) for version in (file, other))
    found = []
    for one in file.chunks:
        here = place(one)
        is_plain = ours[here] <= 1 and theirs[here] <= 1  # overloads are paired by their parameters
        if one.kind is like.kind and not (theirs[here] if is_plain else _counterpart(one, file, other)):
            found.append(one)
    return found


def _lies_in(part: Chunk, whole: Sequence[str], rest: Sequence[str]) -> bool:
    """Whether most of a part's lines stand in a whole, and do not in what else the whole is made of."""
    lines = telling_lines(part.text)[1:]
    held = covered(lines, whole) - covered(lines, rest)
    return len(held) >= MIN_PART_LINES and len(held) >= MIN_PART * len(lines)


def mutual_nearest(chunk: Chunk, file: FileChunks, other: FileChunks) -> Chunk | None:
    """The chunk of another version that is clearly nearer to one than all others there, and has none nearer here.

    Args:
        chunk: one of `file`.
        file, other: two versions of a file.

    Returns:
        None too where the chunk's own symbol and parameters are there: then more has to be weighed than text.
    """
    if _counterpart(chunk, file, other) is not None:
        return None
    there = _clearly_nearest(chunk, other)
    return there if there is not None and _clearly_nearest(there, file) is chunk else None


def _clearly_nearest(chunk: Chunk, file: FileChunks) -> Chunk | None:
    rivals = [one for one in file.chunks if one.kind is chunk.kind]
    found = process.extract(
        chunk.text,
        [one.text for one in rivals],
        scorer=Indel.normalized_similarity,
        score_cutoff=MIN_NEAREST - CLEARLY_NEARER,
        limit=2,
    )
    if not found or found[0][1] < MIN_NEAREST or (len(found) > 1 and found[1][1] > found[0][1] - CLEARLY_NEARER):
        return None
    return rivals[found[0][2]]


def _counterpart(chunk: Chunk, file: FileChunks, other: FileChunks) -> Chunk | None:
    """What bears a chunk's symbol and parameters in another version; where other parameters, the only one left."""
    ours = [one for one in file.chunks if place(one) == place(chunk)]
    theirs = [one for one in other.chunks if place(one) == place(chunk)]
    asked = parameters_of(chunk)
    same = [one for one in theirs if parameters_of(one) == asked]
    if same:
        return same[0] if len(same) == 1 else None
    kept = {parameters_of(one) for one in ours} & {parameters_of(one) for one in theirs}
    left = [one for one in theirs if parameters_of(one) not in kept]
    alone = sum(parameters_of(one) not in kept for one in ours) == 1
    return left[0] if alone and len(left) == 1 else None


def _is_nearest(whole: Chunk, chunk: Chunk, before: FileChunks, after: FileChunks) -> bool:
    """Whether no chunk that went away is clearly nearer to what stands there now."""
    bar = min(1.0, text_likeness(whole, chunk) + CLEARLY_NEARER)
    return not any(
        Indel.normalized_similarity(one.text, chunk.text, score_cutoff=bar) >= bar
        for one in _gone(before, after, chunk)
        if one is not whole
    )


def _calls(caller: Chunk, called: Chunk) -> bool:
    """Whether a chunk names another, beside saying its own name."""
    if caller.kind is not called.kind or called.name not in caller.text:
        return False
    named = len(re.findall(rf"(?<!\w){re.escape(called.name)}(?!\w)", caller.text))
    return named > (caller.name == called.name)


def _took(part: Chunk, whole: Chunk, remains: Chunk) -> bool:
    lines = telling_lines(whole.text)[1:]  # the head stays where it is
    theirs = telling_lines(part.text)[1:]
    taken = covered(lines, theirs) - covered(lines, telling_lines(remains.text))
    held = covered(theirs, lines)
    return bool(taken) and len(taken) >= MIN_TAKEN * len(lines) and len(held) >= MIN_HELD * len(theirs)
