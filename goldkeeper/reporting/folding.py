"""Lines folded to a width where people would fold them.

A terminal folds a long ID at its last column, in the middle of a name. Here text breaks at spaces, and a
word that is wider than the line at a joint: behind `/`, `:`, `#`, `.` or a comma. Only a piece without any
joint is cut.
"""

import re

from goldkeeper.reporting.columns import cells, chopped

_PIECES = re.compile(r"[^/:#.,]*[/:#.,]+|[^/:#.,]+")


def folded(text: str, width: int) -> list[str]:
    """The lines of a text, none wider than `width` columns; an empty text is one empty line.

    Args:
        text: one line.
        width: in columns of a terminal, at least 2; a letter of a wide script takes two.

    >>> folded("src/shop/orders.py:10-24:Orders.refund_all is there", 20)
    ['src/shop/orders.py:', '10-24:Orders.', 'refund_all is there']
    """
    lines, line = [], ""
    for word in text.split(" "):
        joined = f"{line} {word}" if line else word
        if cells(joined) <= width:
            line = joined
            continue
        if cells(word) > width:  # it has to be cut anyway, so it begins here
            *full, line = _cut(word, width, opening=f"{line} " if line else "")
            lines += full
            continue
        lines.append(line)
        line = word
    return [*lines, line]


def _cut(word: str, width: int, *, opening: str) -> list[str]:
    """What stands before a word, and the word, in lines that end at its joints where it has some."""
    lines, line = [], opening
    for whole in _PIECES.findall(word):
        for piece in chopped(whole, width) if cells(whole) > width else [whole]:
            if line and cells(line + piece) > width:
                lines.append(line.rstrip(" "))
                line = ""
            line += piece
    return [*lines, line]
