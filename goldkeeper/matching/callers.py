"""Who names a chunk, line by line: `handle(request)` became `process(request)`, so `handle` became `process`.

A short method that was renamed, moved and rewritten at once has hardly a token in common with what it is
now. Its callers say where it went: lines that were removed and name the old one stand against lines that
were added, name the new one, and are the same otherwise. Names are masked with what stands before the
dot, for the receiver moves with the method. The changed lines are indexed once, on first use, and only
for names that lost or born chunks bear. A chunk's own first line does not count: that it changed is
known anyway.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from rapidfuzz import process
from rapidfuzz.distance import Indel

from goldkeeper.matching.landscape import Landscape
from goldkeeper.model.chunks import Chunk

MIN_ALIKE = 0.7  # of two masked lines; below, another call stands there now
MIN_LEFT = 10  # characters beside the masked name; what is left of `run();` is like any other call
MOST_MENTIONS = 48  # lines asked about, and lines looked at, for one name; of `get` there are thousands
MOST_KEPT = 4 * MOST_MENTIONS  # lines kept for one name, from the first files
MASK = "\x01"

LONGEST = 400  # characters; a longer line is generated, or data

_WORD = re.compile(r"[^\W\d]\w*")
_CHAIN = re.compile(r"(?:[\w$]+(?:\(\))?\s*(?:\?\.|\.|->|::)\s*)*([\w$]+)")  # what a name is called on, and the name


class Mention(NamedTuple):
    """A changed line that names something; `line` counts from 1, `text` is stripped."""

    path: str
    line: int
    text: str


class Callers:
    """The lines of a change that name its lost and its born chunks."""

    def __init__(self, land: Landscape) -> None:
        self._land = land
        self._shares: dict[tuple[str, str], float | None] = {}
        self._masked: dict[tuple[bool, str], list[str]] = {}
        self._still: dict[int, float | None] = {}

    def went(self, n: int, head: int) -> float | None:
        """Share of the removed lines naming a base chunk for which a line was added that names a head chunk.

        Returns:
            None where both bear one name, or no removed line that says enough named the old one.
        """
        old, new = self._land.base_names[n], self._land.head_names[head]
        return None if old == new else self._share(old, new)

    def stayed(self, n: int) -> float | None:
        """The same for added lines that name the old one: its callers were edited, and call it still."""
        name = self._land.base_names[n]
        return self._share(name, name)

    def still_named(self, n: int) -> float | None:
        """How often its own file names a base chunk now, against how often it did, 0..1; None where it never did.

        What stands at the chunk's own place names itself and does not count.
        """
        if n not in self._still:
            self._still[n] = self._find_still(n)
        return self._still[n]

    def _find_still(self, n: int) -> float | None:
        land = self._land
        chunk, name = land.base[n], land.base_names[n]
        if not _WORD.fullmatch(name):
            return None
        before = _times(name, land.base_sources.get(chunk.path, ""), [chunk])
        if before <= 0:
            return None
        there = land.head_sources.get(land.head_path(chunk.path), "")
        return min(1.0, max(0, _times(name, there, [land.head[h] for h in land.overloads(n)])) / before)

    def former(self, n: int) -> Sequence[Mention]:
        """Removed lines that named a base chunk."""
        return _spread(self._removed.get(self._land.base_names[n], ()))

    def _share(self, old: str, new: str) -> float | None:
        key = (old, new)
        if key not in self._shares:
            asked = self._lines(old, self._removed, added=False)
            there = self._lines(new, self._added, added=True) if asked else []
            self._shares[key] = sum(_has_like(line, there) for line in asked) / len(asked) if asked else None
        return self._shares[key]

    def _lines(self, name: str, mentions: Mapping[str, Sequence[Mention]], *, added: bool) -> list[str]:
        """What the lines that name something say beside the name."""
        key = (added, name)
        if key not in self._masked:
            masked = (masked_line(mention.text, name) for mention in _spread(mentions.get(name, ())))
            self._masked[key] = [line for line in masked if len(line) > MIN_LEFT]
        return self._masked[key]

    @cached_property
    def _lost(self) -> frozenset[str]:
        land = self._land
        return frozenset(land.base_names[n] for n in land.open_base)

    @cached_property
    def _removed(self) -> Mapping[str, Sequence[Mention]]:
        land = self._land
        own = (land.base[n] for n in land.open_base)
        return _mentions(self._lost, land.base_sources, land.head_sources, land.renames, own)

    @cached_property
    def _added(self) -> Mapping[str, Sequence[Mention]]:
        land = self._land
        names = self._lost.union(land.head_names[h] for h in land.open_head)
        origins = {head: base for base, head in land.renames.items()}
        own = (land.head[h] for h in land.open_head)
        return _mentions(names, land.head_sources, land.base_sources, origins, own)


def _mentions(
    names: frozenset[str],
    here: Mapping[str, str],
    there: Mapping[str, str],
    renames: Mapping[str, str],
    chunks: Iterable[Chunk],
) -> Mapping[str, Sequence[Mention]]:
    """Name → lines that one side alone has and that bear it, the first `MOST_KEPT`."""
    own = {(chunk.path, line): chunk.name for chunk in chunks if (line := _own_line(chunk))}
    found: dict[str, list[Mention]] = defaultdict(list)
    for path in sorted(here):
        for line, text in lines_only_here(here[path], there.get(renames.get(path, path), "")):
            if len(text) > LONGEST:
                continue
            for name in names.intersection(_WORD.findall(text)):
                kept = found[name]
                if len(kept) < MOST_KEPT and own.get((path, line)) != name:
                    kept.append(Mention(path, line, text))
    return found


def lines_only_here(here: str, there: str) -> list[tuple[int, str]]:
    r"""Number, from 1, and stripped text of the lines that one text has more often than another.

    >>> lines_only_here("a = 1\n  b = 2\nb = 2", "b = 2\nc = 3")
    [(1, 'a = 1'), (2, 'b = 2')]
    """
    ours = [line.strip() for line in here.split("\n")]
    if not there:
        return [(number, line) for number, line in enumerate(ours, 1) if line]
    # Counted from the end, so that of equal lines the first ones are those that went.
    left = Counter(line.strip() for line in there.split("\n"))
    lacking: list[tuple[int, str]] = []
    for at in range(len(ours) - 1, -1, -1):
        line = ours[at]
        if left.get(line, 0) > 0:
            left[line] -= 1
        elif line:
            lacking.append((at + 1, line))
    return lacking[::-1]


def masked_line(line: str, name: str) -> str:
    r"""A line without a name and what it is called on.

    >>> masked_line("return this.store.find(key);", "find")
    'return \x01(key);'
    """
    return _CHAIN.sub(lambda found: MASK if found[1] == name else found[0], line)


def _has_like(line: str, lines: Sequence[str]) -> bool:
    return process.extractOne(line, lines, scorer=Indel.normalized_similarity, score_cutoff=MIN_ALIKE) is not None


def _times(name: str, source: str, without: Iterable[Chunk]) -> int:
    found = _count(name, source)
    return found - sum(_count(name, chunk.text) for chunk in without) if found else 0


def _count(name: str, text: str) -> int:
    """How often a text says a name as a whole word."""
    times, at = 0, text.find(name)
    while at >= 0:
        end = at + len(name)
        times += not (_is_letter(text[at - 1 : at]) or _is_letter(text[end : end + 1]))
        at = text.find(name, end)
    return times


def _is_letter(mark: str) -> bool:
    return mark.isalnum() or mark == "_"


def _own_line(chunk: Chunk) -> int:
    """The line, from 1, on which a chunk says its own name first; 0 where it never does."""
    at = chunk.text.find(chunk.name)
    return chunk.span.start + chunk.text.count("\n", 0, at) if at >= 0 else 0


def _spread(mentions: Sequence[Mention]) -> Sequence[Mention]:
    """At most so many as are looked at, from all over."""
    return mentions[:: len(mentions) // MOST_MENTIONS + 1]
