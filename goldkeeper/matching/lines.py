"""Lines of a base chunk found again in head chunks: how a split, a merge or a new chunker is seen.

Lines are compared stripped, and only those that say something: a closing bracket is everywhere.
"""

import re
from collections.abc import Sequence

from rapidfuzz.distance import LCSseq

_LETTER = re.compile(r"[^\W_]")

MIN_LINE = 3  # characters without white space; `}` and `);` tell nothing


def telling_lines(text: str) -> list[str]:
    r"""The stripped lines of a text that say something, in order.

    >>> telling_lines("if a {\n  run();\n}")
    ['if a {', 'run();']
    """
    return [line for raw in text.split("\n") if _tells(line := raw.strip())]


def _tells(line: str) -> bool:
    return len(line) >= MIN_LINE and _LETTER.search(line) is not None


def covered(base: Sequence[str], head: Sequence[str]) -> set[int]:
    """Positions of base lines that are found in head, in order (a longest common subsequence)."""
    known = set(head)
    if not known.intersection(base):
        return set()
    found: set[int] = set(range(len(base)))
    for edit in LCSseq.editops(base, head):
        if edit.tag == "delete":
            found.discard(edit.src_pos)
    return found


def share(base: Sequence[str], head: Sequence[str]) -> float:
    """Share of the base lines that are found in head, 0..1; 0 for a base without lines."""
    return len(covered(base, head)) / len(base) if base else 0.0
