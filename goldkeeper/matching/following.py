"""Code that plainly went elsewhere: by equal text, by symbol, with its file, with its class.

Each step claims only what one cue speaks for alone; what stays free is weighed later, against all others.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence

from goldkeeper.matching.classes import OWN_NAME, is_constructor
from goldkeeper.matching.landscape import Landscape, Owner
from goldkeeper.matching.profiles import Profile
from goldkeeper.matching.renames import path_nearness
from goldkeeper.matching.similarity import body_likeness
from goldkeeper.model.chunks import Chunk, ChunkKind

MAX_BODY_OF_LEFT = 0.6  # above, what bears the old name is still the old chunk; nine tenths of the gone lie below
MIN_BODY_UNDER_SYMBOL = 0.4  # an equal qualified symbol elsewhere is still another chunk below this
MIN_FOLLOWED = 0.5  # share of a vanished file's followed chunks, or a class's members, that name its successor
MIN_MEMBERS = 2  # followed into one class; a single one may have been moved alone
MAX_EQUAL = 24  # more that say the same on either side (generated code) are not told apart

_NAMED = frozenset((ChunkKind.FUNCTION, ChunkKind.CLASS))  # `<module>` is everywhere


def follow_symbols(land: Landscape) -> None:
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


def follow_files(land: Landscape) -> None:
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


def follow_equal(land: Landscape, key_of: Callable[[Profile], str], *, min_tokens: int) -> None:
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
    if len(base) * len(head) > MAX_EQUAL**2:
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


def follow_classes(land: Landscape) -> None:
    """A lost class went where most of its members went, if most of those that went there came from it."""
    born = {(chunk.path, chunk.symbol): h for h, chunk in enumerate(land.head) if chunk.kind is ChunkKind.CLASS}
    into: dict[Owner, Counter[Owner]] = defaultdict(Counter)
    out_of: dict[Owner, Counter[Owner]] = defaultdict(Counter)
    for m, image in land.image.items():
        before = (land.base[m].path, land.base_containers[m])
        after = (land.head[image].path, land.head_containers[image])
        into[before][after] += 1
        out_of[after][before] += 1
    for n, chunk in enumerate(land.base):
        own = (chunk.path, chunk.symbol)
        if chunk.kind is not ChunkKind.CLASS or n in land.image or own not in into:
            continue
        there = _majority(into[own])
        if there is None or _majority(out_of[there]) != own:
            continue
        head = born.get(there)
        if head is not None and head not in land.claimant:
            land.claim(n, head)


def _majority(votes: Counter[Owner]) -> Owner | None:
    """Who has most of the votes, and enough of them."""
    (first, most), *_ = sorted(votes.items(), key=lambda vote: (-vote[1], vote[0]))
    return first if most >= max(MIN_MEMBERS, MIN_FOLLOWED * votes.total()) else None


def follow_members(land: Landscape) -> None:
    """What lay in a class that stands elsewhere or is called otherwise now is there under its own name.

    Outer classes come before inner ones, so that the members of those follow too.
    """
    lost = _free_members(land.base, land.base_names, land.base_containers, land.image)
    born = _free_members(land.head, land.head_names, land.head_containers, land.claimant)
    for n, chunk in enumerate(land.base):
        h = land.image.get(n)
        if h is None or chunk.kind is not ChunkKind.CLASS or land.own_place.get(n) == h:
            continue
        theirs = born.get((land.head[h].path, land.head[h].symbol), {})
        for name, members in lost.get((chunk.path, chunk.symbol), {}).items():
            others = theirs.get(name, ())
            if len(members) == 1 == len(others):
                alike = body_likeness(land.base_profile(members[0]), land.head_profile(others[0]))
                if alike >= MIN_BODY_UNDER_SYMBOL:
                    land.claim(members[0], others[0])


def _free_members(
    chunks: Sequence[Chunk], names: Sequence[str], containers: Sequence[str], taken: Mapping[int, int]
) -> dict[Owner, dict[tuple[ChunkKind, str], list[int]]]:
    """Class → sort and name → its members that are not yet followed; constructors are called alike."""
    found: dict[Owner, dict[tuple[ChunkKind, str], list[int]]] = defaultdict(lambda: defaultdict(list))
    for n, outer in enumerate(containers):
        if outer and n not in taken and chunks[n].kind in _NAMED:
            name = OWN_NAME if is_constructor(names[n], outer) else names[n]
            found[chunks[n].path, outer][chunks[n].kind, name].append(n)
    return found
