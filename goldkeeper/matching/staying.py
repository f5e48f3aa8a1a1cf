"""A chunk in a file that a commit edited: does it plainly stay what it was? Anything doubtful is left to the matcher.

Most edits of a file leave a given chunk alone or only push it up and down, so bytes are asked before a grammar is.
"""

import re
from collections import Counter
from collections.abc import Sequence

from rapidfuzz.distance import Indel

from goldkeeper.model.chunks import Chunk, ChunkKind, FileChunks, Span, without_ordinal

SHORTEST_SLIDING = 60  # bytes; a shorter text may stand in a file by accident
PLAINLY_ALIKE = 0.75  # of text; below, the body may have left its name
HARDLY_CHANGED = 0.97  # above, no other chunk is asked
LONG = 4_000  # letters; to compare twice as many letters takes four times as long, and lines are fewer
ENDLESS = 40_000  # letters; in generated code a line may be as long: words are counted, their order is not seen
SAME_LINES = 0.5  # overlap from which what is cut at a place is still the chunk that stood there
CLEARLY_NEARER = 0.05  # by so much another chunk has to be more alike to make the place doubtful

_DECORATION = re.compile(r"\b(?:final|const)\b|@\w+")  # of a parameter, which stays the same with and without
_WORD = re.compile(r"\w+")

Place = tuple[ChunkKind, str]  # sort, symbol without ordinal


def slides(text: bytes, before: bytes, after: bytes) -> bool:
    r"""Whether a chunk's whole lines stand exactly once on both sides of a change, and it begins where it began.

    An annotation may have been put right above it, which then belongs to it: the line above has to be the same,
    or blank.

    >>> line = b"def total(cart): return sum(item.price for item in cart.items)"
    >>> slides(line, line, b"import os\n\n" + line + b"\n"), slides(line, line, line + b"\n" + line)
    (True, False)
    >>> slides(line, b"\n" + line, b"@cached\n" + line)
    False
    """
    if len(text) < SHORTEST_SLIDING:
        return False
    was, now = _only_place(text, before), _only_place(text, after)
    if was is None or now is None:
        return False
    above = _line_above(after, now)
    return not above or above == _line_above(before, was)


def _only_place(text: bytes, source: bytes) -> int | None:
    at = source.find(text)
    if at < 0 or source.find(text, at + 1) >= 0:
        return None
    end = at + len(text)
    whole = (at == 0 or source[at - 1 : at] == b"\n") and (end == len(source) or source[end : end + 1] == b"\n")
    return at if whole else None


def _line_above(source: bytes, at: int) -> bytes:
    return source[source.rfind(b"\n", 0, max(0, at - 1)) + 1 : max(0, at - 1)].strip()


def stays(chunk: Chunk, before: FileChunks, after: FileChunks) -> Chunk | None:
    """The chunk that a file's edit made of one of its chunks, where that is plain.

    That is: its place is the only one of its symbol on both sides and says much the same, and no chunk that is
    new in the file is nearer; or of several under one symbol just one says the very same on both sides. Of those
    that don't, it is the only one left, or the only one that asks for the very same parameters.

    Args:
        chunk: one of `before`.
        before, after: the file on either side; it may bear another path by now.
    """
    here = place(chunk)
    ours = [one for one in before.chunks if place(one) == here]
    theirs = [one for one in after.chunks if place(one) == here]
    same = [one for one in theirs if one.digest == chunk.digest]
    if same:
        twins = sum(one.digest == chunk.digest for one in ours)
        return same[0] if twins == 1 == len(same) else None
    edited = _edited(chunk, ours, theirs)
    if edited is None:
        return None
    alike = text_likeness(chunk, edited)
    if alike < PLAINLY_ALIKE:
        return None
    if alike < HARDLY_CHANGED and _has_nearer(chunk, before.chunks, after.chunks, alike):
        return None
    overloads = (text_likeness(chunk, one) for one in theirs if one is not edited)
    return edited if all(other < alike + CLEARLY_NEARER for other in overloads) else None


def _edited(chunk: Chunk, ours: Sequence[Chunk], theirs: Sequence[Chunk]) -> Chunk | None:
    """Of several under one symbol the one that the chunk was edited into; those that say what they said are theirs."""
    kept = {one.digest for one in ours} & {one.digest for one in theirs}
    ours = [one for one in ours if one.digest not in kept]
    theirs = [one for one in theirs if one.digest not in kept]
    if len(ours) == 1 == len(theirs):
        return theirs[0]
    asked = parameters_of(chunk)
    twins = [one for one in ours if parameters_of(one) == asked]
    same = [one for one in theirs if parameters_of(one) == asked]
    return same[0] if asked and len(twins) == 1 == len(same) else None


def cut_there(chunk: Chunk, later: FileChunks, lines: Span) -> Chunk | None:
    """The chunk as it is cut out of another version of its file, which holds its text.

    Args:
        chunk: as it was cut before.
        later: the version.
        lines: where the text stands in it.
    """
    of_kind = [one for one in later.chunks if one.kind is chunk.kind]
    bearers = [one for one in of_kind if one.digest == chunk.digest]
    # Where no chunk says the same, what is cut there now takes in some lines more, or one less.
    bearers = bearers or [
        one for one in of_kind if one.span.overlap(lines) >= SAME_LINES or _goes_on(chunk, one, lines)
    ]
    return min(bearers, key=lambda one: (-one.span.overlap(lines), one.name != chunk.name), default=None)


def _goes_on(chunk: Chunk, other: Chunk, lines: Span) -> bool:
    """Whether a chunk begins as this one does and only has more lines behind."""
    return other.symbol == chunk.symbol and other.span.start == lines.start


def place(chunk: Chunk) -> Place:
    """Where a chunk stands in its file, twins and overloads together."""
    return chunk.kind, without_ordinal(chunk.symbol)


def parameters_of(chunk: Chunk) -> str:
    """What stands between a chunk's name and the next closing parenthesis, without white space and decoration."""
    _, _, behind = chunk.text.partition(chunk.name)
    asked, closed, _ = behind.partition(")")
    return "".join(_DECORATION.sub("", asked).split()).replace("...", "[]") if closed else ""


def text_likeness(one: Chunk, other: Chunk) -> float:
    """How alike two chunks' texts are, 0..1: common letters in order, over all of both.

    Of long texts common lines, where those are alike enough; of endless ones common words.
    """
    return _alike(one.text, other.text)


def _alike(one: str, other: str, bar: float = 0.0) -> float:
    """The same of texts; below a bar it may be told as 0."""
    shorter = min(len(one), len(other))
    if shorter > LONG:
        by_lines = Indel.normalized_similarity(one.split("\n"), other.split("\n"))
        if by_lines >= PLAINLY_ALIKE:
            return by_lines
    if shorter > ENDLESS:
        ours, theirs = Counter(_WORD.findall(one)), Counter(_WORD.findall(other))
        return 2 * (ours & theirs).total() / ((ours.total() + theirs.total()) or 1)
    return Indel.normalized_similarity(one, other, score_cutoff=bar)


def _has_nearer(chunk: Chunk, before: Sequence[Chunk], after: Sequence[Chunk], alike: float) -> bool:
    """Whether a chunk that is new in the file is more alike; what it is called doesn't count."""
    known = {place(one) for one in before}
    bar = min(1.0, alike + CLEARLY_NEARER)
    return any(
        _alike(chunk.text, other.text.replace(other.name, chunk.name), bar) >= bar
        for other in after
        if other.kind is chunk.kind and place(other) not in known
    )
