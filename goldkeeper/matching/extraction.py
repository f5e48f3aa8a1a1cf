"""What was taken out of a chunk that went on: its remains call by name what was born in the same change.

A helper of three lines that was taken out of a long function shares no rare token run with it; that the function
names it now and did not before is what gives it away. How much of the old chunk lies in it only says which of
several of one name it is.

Who was born is for those to say who ask. Where a whole change is surveyed, it is what is nobody's successor; on a
walk, it is what stands at a place that was not there before.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from goldkeeper.matching.lines import share
from goldkeeper.matching.profiles import Lexicon, Profile
from goldkeeper.matching.renames import path_nearness
from goldkeeper.matching.staying import place
from goldkeeper.model.chunks import Chunk, ChunkId, ChunkKind, FileChunks, last_name

MOST_OF_A_NAME = 24  # chunks born under one name that are looked at for one part
MIN_RUNS = 0.25  # of the token runs of what a part calls that lie in the old chunk; below, it is new code

_CALL = "("
_MEMBER_OF = frozenset((".", "->", "::", "?."))
_CONSTRUCTED = "this"
_ITSELF = frozenset(("this", "$this", "self", "Self", "cls"))

Born = Callable[[str], Sequence[Chunk]]  # name → the functions and classes that were born under it in a change


@dataclass(frozen=True, slots=True)
class TakenOut:
    """A chunk that was born in a change and called by what remains of another.

    Attributes:
        share: of the other's telling lines before the change, how many it holds, 0..1.
        runs: of its own runs of three tokens, how many lay in the other, 0..1.
    """

    chunk: Chunk
    share: float
    runs: float

    @property
    def holds_some(self) -> bool:
        """Whether anything of the other lies in it; else that they call it is all that speaks for it."""
        return self.share > 0 or self.runs >= MIN_RUNS


def born_in(before: FileChunks | None, after: FileChunks) -> list[Chunk]:
    """The functions and classes of a file that stand at a place that was not in it before.

    Where a place has more overloads than it had, any of them may be the one that was born.

    Args:
        before: None for a new file.
        after: the file now.
    """
    places = Counter(place(chunk) for chunk in before.chunks) if before is not None else Counter()
    now = Counter(place(chunk) for chunk in after.chunks)
    named = (chunk for chunk in after.chunks if chunk.kind in {ChunkKind.FUNCTION, ChunkKind.CLASS})
    return [chunk for chunk in named if now[place(chunk)] > places[place(chunk)]]


def by_name(chunks: Iterable[Chunk]) -> Mapping[str, Sequence[Chunk]]:
    """Name → the chunks that bear it, in the order given."""
    born: dict[str, list[Chunk]] = {}
    for chunk in chunks:
        born.setdefault(chunk.name, []).append(chunk)
    return born


def names_anew(before: Chunk, after: Chunk, lexicon: Lexicon) -> bool:
    """Whether a chunk names anything that it did not, or calls it more often: else nothing was taken out of it."""
    ours, theirs = lexicon.profile(before), lexicon.profile(after)
    known = frozenset((*lexicon.words(ours), theirs.name))
    return not known.issuperset(lexicon.words(theirs)) or bool(called_more(ours, theirs, lexicon))


def called_more(before: Profile, after: Profile, lexicon: Lexicon) -> frozenset[str]:
    """Functions that a chunk calls on nothing, or on the object itself, more often than it did.

    An overload has the name of what it was taken out of, and `arraycopy(…)` may follow on `System.arraycopy(…)`:
    neither name is new. Of a constructor, `this(…)` is its own name.
    """
    was = _own_calls(lexicon.read(before.tokens), after.name)
    now = _own_calls(lexicon.read(after.tokens), after.name)
    return frozenset(word for word, times in now.items() if times > was[word])


def taken_out(before: Chunk, after: Chunk, born: Born, lexicon: Lexicon) -> list[TakenOut]:
    """The parts of a chunk that went on, those first that hold most of its lines, then those that lie most in it.

    For each name that is new in the remains, that is one that was born in their file, or else the likeliest of those
    born elsewhere, since `get` is born in ten classes. For a name that is not new, it is one of a class that is new
    and named anew, or one beside the remains that they call more often. What these call in turn may hold some of
    the old chunk too.

    Args:
        before, after: the chunk on either side.
        born: says what was born in the change, maybe `after` itself too; asked for names that a chunk says.
    """
    return _Extraction(before, after, born, lexicon).parts()


class _Extraction:
    """One chunk and its remains."""

    def __init__(self, before: Chunk, after: Chunk, born: Born, lexicon: Lexicon) -> None:
        self._after, self._born, self._lexicon = after, born, lexicon
        self._before = lexicon.profile(before)
        self._known = frozenset(lexicon.words(self._before))

    def parts(self) -> list[TakenOut]:
        called = [best for named in self._called() if (best := self._likeliest(named)) is not None]
        found = {part.chunk.id: part for part in called}
        for part in called:  # what was taken out was cut up in turn
            for one in self._called_in_turn(part.chunk):
                found.setdefault(one.chunk.id, one)
        return sorted(found.values(), key=self._rank)

    def _called(self) -> Iterator[list[Chunk]]:
        """For each name that the remains say, what may have been taken out under it."""
        remains = self._lexicon.profile(self._after)
        words = self._lexicon.words(remains)
        more = called_more(self._before, remains, self._lexicon)
        new = {word for word in words if word not in self._known and word != remains.name}
        helpers = {word for word in new if any(one.kind is ChunkKind.CLASS for one in self._born(word))}
        for word in words:
            if word in new:
                yield self._born_as(word, self._after)
            elif helpers or word in more:
                named = self._born_as(word, self._after)
                yield [one for one in named if _is_of(one, helpers) or (word in more and self._is_beside(one))]

    def _called_in_turn(self, part: Chunk) -> list[TakenOut]:
        """What a part names that was born in its file and holds something of the old chunk too."""
        words = self._lexicon.words(self._lexicon.profile(part))
        named = (one for word in words if word not in self._known for one in self._born_as(word, part))
        held = (self._held(one) for one in named if one.path == part.path)
        return [one for one in held if one.holds_some]

    def _born_as(self, word: str, caller: Chunk) -> list[Chunk]:
        """What was born under a name and is of the caller's kind, but for the caller and the remains."""
        known = {caller.id, self._after.id}
        return [one for one in self._born(word) if one.kind is caller.kind and one.id not in known]

    def _likeliest(self, named: Sequence[Chunk]) -> TakenOut | None:
        """Of several of one name the one that holds most; those in the file of the remains go before all others."""
        path = self._after.path
        near = [one for one in named if one.path == path]
        near = near or sorted(named, key=lambda one: (-path_nearness(path, one.path), one.id))[:MOST_OF_A_NAME]
        return min(map(self._held, near), key=self._rank, default=None)

    def _held(self, chunk: Chunk) -> TakenOut:
        ours, theirs = self._before, self._lexicon.profile(chunk)
        runs = ours.trigrams & theirs.trigrams
        return TakenOut(chunk, share(ours.lines, theirs.lines), len(runs) / max(1, len(theirs.trigrams)))

    def _rank(self, part: TakenOut) -> tuple[float, float, bool, ChunkId]:
        return -part.share, -part.runs, part.chunk.path != self._after.path, part.chunk.id

    def _is_beside(self, chunk: Chunk) -> bool:
        """Whether it stands in the container of the remains."""
        return chunk.path == self._after.path and chunk.container == self._after.container


def _own_calls(tokens: Sequence[str], name: str) -> Counter[str]:
    """How often each name is called on nothing, or on the object itself."""
    return Counter(
        name if word == _CONSTRUCTED else word
        for at, (word, behind) in enumerate(pairwise(tokens))
        if behind == _CALL and (at == 0 or tokens[at - 1] not in _MEMBER_OF or (at > 1 and tokens[at - 2] in _ITSELF))
    )


def _is_of(chunk: Chunk, classes: set[str]) -> bool:
    return bool(chunk.container) and last_name(chunk.container) in classes
