"""The whole change at once: which base chunk lives on where, as far as that is plain to see.

Chunks of one file under one symbol claim their own first, so that a lost neighbour can't have them.
But a name that stayed is no proof: where the same code stands under another name, and what took the
name over came from elsewhere, the claim is given up. All base chunks take part, not only those that
somebody asks about: what a chunk may become is decided by what the others became.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from goldkeeper.matching.profiles import Lexicon, Profile
from goldkeeper.matching.renames import path_nearness
from goldkeeper.matching.similarity import body_likeness, parameter_likeness, size_likeness
from goldkeeper.model.changes import Change
from goldkeeper.model.chunks import Chunk, ChunkId, ChunkKind, Snapshot, without_ordinal

MIN_TOKENS = 12  # below this, half the getters are the same code under another name
MAX_BODY_OF_LEFT = 0.6  # above, what bears the old name is still the old chunk; nine tenths of the gone lie below
MIN_BODY_UNDER_SYMBOL = 0.4  # an equal qualified symbol elsewhere is still another chunk below this
MIN_FOLLOWED = 0.5  # share of a vanished file's followed chunks that make another file its successor
MAX_OVERLOADS = 24  # more of one name and different text (generated code) are paired by order alone

Place = tuple[str, ChunkKind, str]  # path, sort, symbol without ordinal

_NAMED = frozenset((ChunkKind.FUNCTION, ChunkKind.CLASS))  # `<module>` is everywhere


@dataclass
class Landscape:
    """Both sides of a change, and who became whom.

    Attributes:
        base, head: the chunks of the files that differ, by path and place; chunks are named by index.
        image: base → head where the successor is plain.
        claimant: the same from head to base.
        own_place: base → head of the same path (after renames) and symbol, whatever it says now.
        places: (path, sort, symbol without ordinal) → the head chunks there, several where it is overloaded.
        base_sources, head_sources: path → the whole text of each file that differs.
    """

    base: Sequence[Chunk]
    head: Sequence[Chunk]
    renames: Mapping[str, str]
    lexicon: Lexicon
    image: dict[int, int] = field(default_factory=dict)
    claimant: dict[int, int] = field(default_factory=dict)
    own_place: dict[int, int] = field(default_factory=dict)
    places: dict[Place, list[int]] = field(default_factory=dict)
    base_sources: Mapping[str, str] = field(default_factory=dict, repr=False)
    head_sources: Mapping[str, str] = field(default_factory=dict, repr=False)
    _base_profiles: dict[int, Profile] = field(default_factory=dict)
    _head_profiles: dict[int, Profile] = field(default_factory=dict)

    @cached_property
    def base_index(self) -> dict[ChunkId, int]:
        """ID of a base chunk → its index."""
        return {chunk.id: n for n, chunk in enumerate(self.base)}

    @cached_property
    def base_names(self) -> Sequence[str]:
        """The innermost name of each base chunk."""
        return [chunk.name for chunk in self.base]

    @cached_property
    def head_names(self) -> Sequence[str]:
        """The same of the head's."""
        return [chunk.name for chunk in self.head]

    @cached_property
    def base_containers(self) -> Sequence[str]:
        """What stands before that name, for each base chunk."""
        return [chunk.container for chunk in self.base]

    @cached_property
    def head_containers(self) -> Sequence[str]:
        """The same of the head's."""
        return [chunk.container for chunk in self.head]

    @cached_property
    def base_scopes(self) -> frozenset[tuple[str, str]]:
        """(path, symbol) of everything in base that is or holds a chunk."""
        return frozenset((chunk.path, name) for chunk in self.base for name in (chunk.symbol, chunk.container))

    @cached_property
    def head_scopes(self) -> frozenset[tuple[str, str]]:
        """The same of the head's."""
        return frozenset((chunk.path, name) for chunk in self.head for name in (chunk.symbol, chunk.container))

    def head_path(self, path: str) -> str:
        """Where a base file's content is now."""
        return self.renames.get(path, path)

    def same(self, base: int, head: int) -> bool:
        """Whether two chunks say the same, to the letter."""
        return self.base[base].digest == self.head[head].digest

    def base_profile(self, n: int) -> Profile:
        """The profile of a base chunk."""
        known = self._base_profiles.get(n)
        if known is None:
            known = self._base_profiles[n] = self.lexicon.profile(self.base[n])
        return known

    def head_profile(self, n: int) -> Profile:
        """The profile of a head chunk."""
        known = self._head_profiles.get(n)
        if known is None:
            known = self._head_profiles[n] = self.lexicon.profile(self.head[n])
        return known

    def overloads(self, n: int) -> Sequence[int]:
        """The head chunks of a base chunk's place, its own and those beside it."""
        return self.places.get(self._place_of(n), ())

    def beside(self, n: int, head: int) -> bool:
        """Whether a head chunk is among the overloads of a base chunk's place."""
        chunk = self.head[head]
        return (chunk.path, chunk.kind, without_ordinal(chunk.symbol)) == self._place_of(n)

    def _place_of(self, n: int) -> Place:
        chunk = self.base[n]
        return self.head_path(chunk.path), chunk.kind, without_ordinal(chunk.symbol)

    @cached_property
    def copies(self) -> Counter[str]:
        """Digest → how many base chunks say so."""
        return Counter(chunk.digest for chunk in self.base)

    @cached_property
    def head_copies(self) -> Counter[str]:
        """Digest → how many head chunks say so."""
        return Counter(chunk.digest for chunk in self.head)

    @cached_property
    def open_base(self) -> tuple[int, ...]:
        """Base chunks that are lost or changed."""
        return tuple(n for n in range(len(self.base)) if n not in self.image or not self.same(n, self.image[n]))

    @cached_property
    def open_head(self) -> tuple[int, ...]:
        """Head chunks that are born or changed, or that came from another path."""
        return tuple(
            n
            for n in range(len(self.head))
            if n not in self.claimant or not self.same(self.claimant[n], n) or self.own_place.get(self.claimant[n]) != n
        )

    def claim(self, base: int, head: int) -> None:
        """Note that `base` became `head`."""
        self.image[base] = head
        self.claimant[head] = base

    def release(self, base: int) -> None:
        """Take a claim back."""
        head = self.image.pop(base, None)
        if head is not None:
            del self.claimant[head]


def survey(change: Change, lexicon: Lexicon) -> Landscape:
    """Read a change: survivors by place and symbol, then code that plainly moved."""
    unchanged = {
        path
        for path, file in change.base.files.items()
        if (other := change.head.files.get(path)) is not None
        and other.blob == file.blob
        and other.chunks == file.chunks
    }
    land = Landscape(
        base=_chunks(change.base, unchanged),
        head=_chunks(change.head, unchanged),
        renames=change.renames,
        lexicon=lexicon,
        base_sources=_sources(change.base, unchanged),
        head_sources=_sources(change.head, unchanged),
    )
    _claim_own_places(land)
    _follow_equal(land, lambda profile: profile.chunk.digest, min_tokens=0)
    _follow_equal(land, lambda profile: profile.masked, min_tokens=MIN_TOKENS)
    _follow_symbols(land)
    _follow_files(land)
    return land


def _chunks(side: Snapshot, without: set[str]) -> list[Chunk]:
    return [chunk for path in sorted(side.files) if path not in without for chunk in side.files[path].chunks]


def _sources(side: Snapshot, without: set[str]) -> dict[str, str]:
    return {path: file.source for path, file in side.files.items() if path not in without}


def _claim_own_places(land: Landscape) -> None:
    """Same file after renames, same sort, same symbol; overloads by what they say."""
    for n, chunk in enumerate(land.head):
        land.places.setdefault((chunk.path, chunk.kind, without_ordinal(chunk.symbol)), []).append(n)
    asking: dict[Place, list[int]] = defaultdict(list)
    for n, chunk in enumerate(land.base):
        asking[land.head_path(chunk.path), chunk.kind, without_ordinal(chunk.symbol)].append(n)
    for place, base in asking.items():
        for one, other in _pair_overloads(land, base, land.places.get(place, [])):
            land.own_place[one] = other
            land.claim(one, other)


def _pair_overloads(land: Landscape, base: Sequence[int], head: Sequence[int]) -> Iterable[tuple[int, int]]:
    """One to one: same text, then same parameters, then the likeliest; the rest stay free."""
    if len(base) == 1 == len(head):
        return [(base[0], head[0])]
    if not head:
        return []
    by_digest: dict[str, list[int]] = defaultdict(list)
    for other in reversed(head):
        by_digest[land.head[other].digest].append(other)
    pairs = {one: same.pop() for one in base if (same := by_digest.get(land.base[one].digest))}
    taken = set(pairs.values())
    base, head = [n for n in base if n not in pairs], [n for n in head if n not in taken]
    if len(base) * len(head) > MAX_OVERLOADS**2:
        return [*pairs.items(), *zip(base, head, strict=False)]
    ranked = sorted((-_overload_likeness(land, one, other), one, other) for one in base for other in head)
    for _, one, other in ranked:
        if one not in pairs and other not in taken:
            pairs[one] = other
            taken.add(other)
    return pairs.items()


def _overload_likeness(land: Landscape, one: int, other: int) -> float:
    ours, theirs = land.base_profile(one), land.head_profile(other)
    types = parameter_likeness(ours, theirs)
    # Parameter types decide; equal ones are the same overload whatever its body says now. But a declaration
    # without a body is no successor of one with a body.
    if ours.chunk.text.endswith("}") != theirs.chunk.text.endswith("}"):
        return 0.5 * types
    whole = min(1.0, 2 * size_likeness(ours.size, theirs.size))
    return whole * ((1.0 if types == 1.0 else 0.0) + 0.5 * types) + body_likeness(ours, theirs)


def _follow_symbols(land: Landscape) -> None:
    """Claim by qualified symbol what is lost once and born once under it, if it says something alike."""
    lost, born = _free_by_symbol(land)
    for symbol, base in lost.items():
        head = born.get(symbol, [])
        if len(base) == 1 == len(head):
            alike = body_likeness(land.base_profile(base[0]), land.head_profile(head[0]))
            if alike >= MIN_BODY_UNDER_SYMBOL:
                land.claim(base[0], head[0])


def _free_by_symbol(
    land: Landscape,
) -> tuple[dict[tuple[ChunkKind, str], list[int]], dict[tuple[ChunkKind, str], list[int]]]:
    lost: dict[tuple[ChunkKind, str], list[int]] = defaultdict(list)
    born: dict[tuple[ChunkKind, str], list[int]] = defaultdict(list)
    for n, chunk in enumerate(land.base):
        if n not in land.image and chunk.kind in _NAMED:
            lost[chunk.kind, chunk.symbol].append(n)
    for n, chunk in enumerate(land.head):
        if n not in land.claimant and chunk.kind in _NAMED:
            born[chunk.kind, chunk.symbol].append(n)
    return lost, born


def _follow_files(land: Landscape) -> None:
    """A file whose path vanished, and most of whose followed chunks went to one file, is that file's origin.

    What bears the same symbol there is then the chunk's own place, as after a rename.
    """
    heads = {chunk.path for chunk in land.head}
    went: dict[str, Counter[str]] = defaultdict(Counter)
    for base, head in land.image.items():
        path = land.base[base].path
        if path not in land.renames and path not in heads:
            went[path][land.head[head].path] += 1
    followed = {
        path: max(sorted(votes), key=lambda other: votes[other])
        for path, votes in sorted(went.items())
        if max(votes.values()) >= MIN_FOLLOWED * votes.total()
    }
    if not followed:
        return
    land.renames = {**land.renames, **followed}
    for n, chunk in enumerate(land.base):
        if chunk.path not in followed:
            continue
        there = land.overloads(n)
        image = land.image.get(n)
        if image is not None and image in there:
            land.own_place[n] = image
        elif image is None and len(there) == 1 and there[0] not in land.claimant:
            land.own_place[n] = there[0]
            land.claim(n, there[0])


def _follow_equal(land: Landscape, key_of: Callable[[Profile], str], *, min_tokens: int) -> None:
    """Claim what says the same elsewhere, where that is unique among what is lost, born or changed.

    A chunk whose name stayed follows its code only if the name's bearer is another by now: it says
    what a third chunk said, or has little in common with it.
    """
    base_of, head_of = defaultdict(list), defaultdict(list)
    changed = [n for n, h in land.image.items() if not land.same(n, h)]
    lost = [n for n in range(len(land.base)) if n not in land.image]
    born = [n for n in range(len(land.head)) if n not in land.claimant]
    for n in (*lost, *changed):
        profile = land.base_profile(n)
        if profile.size >= min_tokens and profile.tokens:
            base_of[land.base[n].kind, key_of(profile)].append(n)
    for n in (*born, *(land.image[n] for n in changed)):
        profile = land.head_profile(n)
        if profile.size >= min_tokens and profile.tokens:
            head_of[land.head[n].kind, key_of(profile)].append(n)
    moves = [move for key, base in base_of.items() for move in _pair_equal(land, base, head_of.get(key, []))]
    came_from = {head: base for base, head in moves}
    # A claim is only taken from a bearer that has a better origin, or that is no longer alike.
    for base, head in moves:
        own = land.image.get(base)
        if own is None or own == head:
            continue
        if own in came_from or body_likeness(land.base_profile(base), land.head_profile(own)) < MAX_BODY_OF_LEFT:
            land.release(base)
    for base, head in moves:
        if base not in land.image and head not in land.claimant:
            land.claim(base, head)


def _pair_equal(land: Landscape, base: list[int], head: list[int]) -> list[tuple[int, int]]:
    """Pairs among chunks that say the same: one and one, else those that one cue tells apart."""
    if not head:
        return []
    if len(base) == 1 == len(head):
        return [(base[0], head[0])]
    if len(base) * len(head) > MAX_OVERLOADS**2:
        return []
    cues: dict[tuple[bool, bool, float], list[tuple[int, int]]] = defaultdict(list)
    for one in base:
        for other in head:
            ours, theirs = land.base[one], land.head[other]
            near = path_nearness(land.head_path(ours.path), theirs.path)
            cues[ours.symbol == theirs.symbol, ours.name == theirs.name, near].append((one, other))
    pairs: list[tuple[int, int]] = []
    used: set[tuple[bool, int]] = set()
    for cue in sorted(cues, reverse=True):
        free = [pair for pair in cues[cue] if (False, pair[0]) not in used and (True, pair[1]) not in used]
        asked, offered = Counter(one for one, _ in free), Counter(other for _, other in free)
        # Two that the same cue speaks for are a tie, and no guess is made; neither is free for a weaker cue.
        named = cue[1]
        pairs += [(one, other) for one, other in free if named and asked[one] == 1 == offered[other]]
        used.update((False, one) for one, _ in free)
        used.update((True, other) for _, other in free)
    return pairs
