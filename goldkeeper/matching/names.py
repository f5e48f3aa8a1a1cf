"""Chunks by what they are called: namesakes nearest to a path, and names alike in a file.

Each question costs the same in a small change and in a giant one: 20,000 `__init__` of one
repository are not ranked for each of them, and a file of 1,000 methods isn't read through a
thousand times.
"""

from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Sequence

from rapidfuzz import process
from rapidfuzz.distance import Indel

from goldkeeper.matching.renames import path_nearness
from goldkeeper.matching.similarity import name_likeness, name_words
from goldkeeper.model.chunks import ChunkKind

MOST_RANKED = 64  # all are ranked, six times as many as are ever taken; of more, only the likeliest are
SHORT_LIST = 16  # of names by letters, and of names by each word; twice as many as are ever taken


class Namesakes:
    """Chunks under a key (a name, a text), asked for those nearest to a path."""

    def __init__(self, members: Iterable[tuple[Hashable, int]], paths: Sequence[str]) -> None:
        self._paths = paths
        self._members: dict[Hashable, list[int]] = defaultdict(list)
        for key, n in members:
            self._members[key].append(n)
        self._by_part: dict[Hashable, dict[tuple[bool, tuple[str, ...]], list[int]]] = {}

    def nearest(self, key: Hashable, path: str, most: int) -> list[int]:
        """The chunks of a key whose files are nearest to `path`, ties by number."""
        found: Iterable[int] = self._members.get(key, ())
        if len(self._members.get(key, ())) > MOST_RANKED:
            found = self._in_parts_of(key, path)
        return sorted(found, key=lambda n: (-path_nearness(path, self._paths[n]), n))[:most]

    def _in_parts_of(self, key: Hashable, path: str) -> list[int]:
        """So many as are ranked, those first that share most of the path's beginning or end."""
        parts = self._by_part.get(key)
        if parts is None:
            parts = self._by_part[key] = defaultdict(list)
            for n in self._members[key]:
                for part in _parts(self._paths[n]):
                    parts[part].append(n)
        found: dict[int, None] = {}
        for part in _parts(path):
            for n in parts.get(part, ()):
                found[n] = None
                if len(found) == MOST_RANKED:
                    return list(found)
        return list(found)


def _parts(path: str) -> Iterator[tuple[bool, tuple[str, ...]]]:
    """Beginnings and ends of a path, longest first, the empty beginning of all paths last."""
    names = tuple(path.split("/"))
    for length in range(len(names), 0, -1):
        yield True, names[:length]
        yield False, names[-length:]
    yield True, ()


class LikeNames:
    """The names in each file, asked for those most like a given one."""

    def __init__(self, members: Iterable[tuple[str, ChunkKind, str, int]]) -> None:
        self._files: dict[tuple[str, ChunkKind], dict[str, list[int]]] = defaultdict(dict)
        for path, kind, name, n in members:
            self._files[path, kind].setdefault(name, []).append(n)
        self._by_word: dict[tuple[str, ChunkKind], dict[str, list[str]]] = {}

    def nearest(self, name: str, kind: ChunkKind, paths: Iterable[str], most: int) -> list[int]:
        """Chunks of a sort in some files, likest names first, ties by number."""
        ranked = []
        for path in sorted(set(paths)):
            names = self._files.get((path, kind), {})
            for other in names if len(names) <= MOST_RANKED else self._short_list((path, kind), name):
                alike = name_likeness(name, other)
                ranked += [(-alike, n) for n in names[other][:most]]
        return [n for _, n in sorted(ranked)[:most]]

    def _short_list(self, file: tuple[str, ChunkKind], name: str) -> Iterable[str]:
        """Names alike by letters, and those that share a word, the rarest words first."""
        names = self._files[file]
        by_word = self._by_word.get(file)
        if by_word is None:
            by_word = self._by_word[file] = defaultdict(list)
            for other in names:
                for word in dict.fromkeys(name_words(other)):
                    by_word[word].append(other)
        by_letters = process.extract(name, list(names), scorer=Indel.normalized_similarity, limit=SHORT_LIST)
        listed = dict.fromkeys(other for other, _, _ in by_letters)
        for word in sorted(set(name_words(name)), key=lambda word: (len(by_word.get(word, ())), word)):
            listed.update(dict.fromkeys(by_word.get(word, ())[:SHORT_LIST]))
        return listed
