"""What of a chunk can still be read anywhere in a state: of what left no trace nobody doubts that it is gone."""

import re
from functools import cached_property

from goldkeeper.matching.lines import telling_lines
from goldkeeper.model.chunks import Chunk
from goldkeeper.ports import SourceTree
from goldkeeper.workflow.lineage.contents import Contents

MOST_READ = 8_000  # files; of a larger state nothing is said
BATCH = 256  # files read at once
SHORTEST_LINE = 12  # characters; shorter ones stand everywhere
FEWEST_LINES = 3  # of a chunk; with fewer a few others of the kind decide
MOST_LEFT = 0.2  # share of its lines; so many are found again by accident

_WORD = re.compile(r"\w+")


class Remains:
    """The words and lines of a state's code."""

    def __init__(self, tree: SourceTree, contents: Contents) -> None:
        self._tree = tree
        self._contents = contents

    def left_no_trace(self, chunk: Chunk) -> bool:
        """Whether neither a chunk's name nor what it said can be found anywhere."""
        lines = _long_lines(chunk.text)
        if self._code is None or len(lines) < FEWEST_LINES:
            return False
        words, known = self._code
        if all(word in words for word in _WORD.findall(chunk.name)):
            return False
        return sum(line in known for line in lines) <= MOST_LEFT * len(lines)

    @cached_property
    def _code(self) -> tuple[frozenset[str], frozenset[str]] | None:
        entries = self._tree.files()
        paths = [path for path in sorted(entries) if isinstance(self._contents.language_of(path), str)]
        if len(paths) > MOST_READ:
            return None
        words: set[str] = set()
        lines: set[str] = set()
        for start in range(0, len(paths), BATCH):
            for _, data in self._tree.read(paths[start : start + BATCH]):
                text = data.decode("utf-8", "replace") if isinstance(data, bytes) else ""
                words.update(_WORD.findall(text))
                lines.update(_long_lines(text))
        return frozenset(words), frozenset(lines)


def _long_lines(text: str) -> list[str]:
    return [line for line in telling_lines(text) if len(line) >= SHORTEST_LINE]
