"""What was taken out of a chunk that went on: its remains call by name what was born in the same change.

A helper of three lines that was taken out of a long function shares no rare token run with it; that the function
names it now and did not before is what gives it away.
"""

import re
from collections.abc import Collection, Iterable, Mapping

from goldkeeper.matching.lines import covered, telling_lines
from goldkeeper.matching.staying import place
from goldkeeper.model.chunks import Chunk, ChunkKind, FileChunks

_WORD = re.compile(r"[^\W\d]\w*[!?]?")


def born_in(before: FileChunks | None, after: FileChunks, known: Collection[str]) -> dict[str, list[Chunk]]:
    """Name → the functions and classes of a file that were not in it before.

    Args:
        before: None for a new file.
        after: the file now.
        known: digests of what stood anywhere before; such text was moved and not born.
    """
    places = {place(chunk) for chunk in before.chunks} if before is not None else frozenset()
    born: dict[str, list[Chunk]] = {}
    for chunk in after.chunks:
        is_named = chunk.kind in {ChunkKind.FUNCTION, ChunkKind.CLASS}
        if is_named and place(chunk) not in places and chunk.digest not in known:
            born.setdefault(chunk.name, []).append(chunk)
    return born


def new_words(before: str, after: str) -> frozenset[str]:
    """Identifiers that a text has and had not.

    >>> sorted(new_words("total = a + b", "total = added(a, b)"))
    ['added']
    """
    return frozenset(_WORD.findall(after)) - frozenset(_WORD.findall(before))


def taken_out(
    before: Chunk, after: Chunk, here: Mapping[str, list[Chunk]], elsewhere: Mapping[str, list[Chunk]]
) -> list[tuple[Chunk, float]]:
    """The parts, with the share of the old chunk's lines that each holds; those that hold most first.

    Args:
        before, after: the chunk on either side.
        here: what was born in its file, by name.
        elsewhere: the same of other files; only what is named once there counts, since `get` is born in ten classes.
    """
    lines = telling_lines(before.text)
    found: dict[Chunk, float] = {}
    for word in new_words(before.text, after.text) - {after.name}:
        named = here.get(word, [])[:1] or _alone(elsewhere.get(word, ()))
        for part in named:
            if part != after and part.kind is after.kind:
                found[part] = len(covered(lines, telling_lines(part.text))) / (len(lines) or 1)
    return sorted(found.items(), key=lambda part: (-part[1], part[0].id))


def _alone(chunks: Iterable[Chunk]) -> list[Chunk]:
    several = list(chunks)
    return several if len(several) == 1 else []
