"""What was taken out of a chunk that went on: its remains call by name what was born in the same change.

A helper of three lines that was taken out of a long function shares no rare token run with it; that the function
names it now and did not before is what gives it away.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping

from goldkeeper.matching.lines import covered, telling_lines
from goldkeeper.matching.staying import place
from goldkeeper.model.chunks import Chunk, ChunkKind, FileChunks

_WORD = re.compile(r"[^\W\d]\w*[!?]?")
# A function that is called on nothing, or on the object itself.
_OWN_CALL = re.compile(r"(?<![\w.>:])(?:(?:\$?this|self|Self|cls)(?:\.|->|::))?([^\W\d]\w*[!?]?)\s*\(")


def born_in(before: FileChunks | None, after: FileChunks, known: Collection[str]) -> dict[str, list[Chunk]]:
    """Name → the functions and classes of a file that were not in it before.

    Where a place has more overloads than it had, any of them may be the one that was born.

    Args:
        before: None for a new file.
        after: the file now.
        known: digests of what stood anywhere before; such text was moved and not born.
    """
    places = Counter(place(chunk) for chunk in before.chunks) if before is not None else Counter()
    now = Counter(place(chunk) for chunk in after.chunks)
    born: dict[str, list[Chunk]] = {}
    for chunk in after.chunks:
        is_named = chunk.kind in {ChunkKind.FUNCTION, ChunkKind.CLASS}
        if is_named and now[place(chunk)] > places[place(chunk)] and chunk.digest not in known:
            born.setdefault(chunk.name, []).append(chunk)
    return born


def new_words(before: str, after: str) -> frozenset[str]:
    """Identifiers that a text has and had not.

    >>> sorted(new_words("total = a + b", "total = added(a, b)"))
    ['added']
    """
    return frozenset(_WORD.findall(after)) - frozenset(_WORD.findall(before))


def called_more(before: str, after: str) -> frozenset[str]:
    """Functions that a text calls on nothing, or on the object itself, more often than it did.

    An overload has the name of what it was taken out of, and `arraycopy(…)` may follow on `System.arraycopy(…)`:
    neither name is new.

    >>> sorted(called_more("def add(a): System.copy(a)", "def add(a): add(a, 1); copy(a)"))
    ['add', 'copy']
    """
    was = Counter(_OWN_CALL.findall(before))
    return frozenset(word for word, times in Counter(_OWN_CALL.findall(after)).items() if times > was[word])


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
    new = new_words(before.text, after.text) - {after.name}
    named = {word: here.get(word, [])[:1] or _alone(elsewhere.get(word, ())) for word in new}
    for word in called_more(before.text, after.text) - new:
        named[word] = [part for part in here.get(word, ()) if part.container == after.container]
    found: dict[Chunk, float] = {}

    def take(parts: Iterable[Chunk], *, telling: bool = False) -> None:
        shares = {
            part: len(covered(lines, telling_lines(part.text))) / (len(lines) or 1)
            for part in parts
            if part != after and part.kind is after.kind and part not in found
        }
        best = min(shares, key=lambda part: (-shares[part], part.id), default=None)
        if best is not None and (shares[best] or not telling):
            found[best] = shares[best]

    for parts in named.values():
        take(parts)
    for part in list(found):  # what was taken out was cut up in turn
        for word in new_words(before.text, part.text) - {part.name}:
            take(here.get(word, ()), telling=True)
    return sorted(found.items(), key=lambda part: (-part[1], part[0].id))


def names_anew(before: str, after: str) -> bool:
    """Whether a text names anything that it did not: what was taken out of it is called by name."""
    return bool(new_words(before, after) or called_more(before, after))


def _alone(chunks: Iterable[Chunk]) -> list[Chunk]:
    several = list(chunks)
    return several if len(several) == 1 else []
