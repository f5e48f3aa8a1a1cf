"""Strings over several lines whose indentation the program never sees.

Kotlin takes it away with `trimIndent()` and `trimMargin()`, Java from every text block. A formatter moves such
a string with the code around it, and what the program reads stays the same to the byte.
"""

import re
from collections.abc import Sequence

from goldkeeper.model.tokens import NEWLINE

_TRIPLE = '"""'
_MARGIN = re.compile(r"[ \t]*\|")  # what `trimMargin()` cuts, unless it is given another sign


def without_indentation(tokens: Sequence[str], language: str) -> list[str]:
    """The stream with such strings moved to the left; all others stay as they are."""
    if language == "java":
        return [_text_block(piece) if _is_triple(piece) else piece for piece in tokens]
    if language != "kotlin":
        return list(tokens)
    return [_trimmed(piece, _call_behind(tokens, n)) if _is_triple(piece) else piece for n, piece in enumerate(tokens)]


def _is_triple(piece: str) -> bool:
    return len(piece) >= 2 * len(_TRIPLE) and piece.startswith(_TRIPLE) and piece.endswith(_TRIPLE)


def _call_behind(tokens: Sequence[str], n: int) -> str:
    """The method that is called on the token without an argument; empty where none is."""
    behind = [piece for piece in tokens[n + 1 : n + 6] if piece != NEWLINE][:4]
    return behind[1] if len(behind) == 4 and [behind[0], *behind[2:]] == [".", "(", ")"] else ""


def _trimmed(piece: str, call: str) -> str:
    text = piece[len(_TRIPLE) : -len(_TRIPLE)]
    if call == "trimMargin":
        # Each line by itself, so that holes do no harm: what they bring in is cut at its own margin.
        cut = [line[found.end() :] if (found := _MARGIN.match(line)) else line for line in _inner(text)]
        return _TRIPLE + "\n".join(["", *cut, ""]) + _TRIPLE
    if call == "trimIndent" and "$" not in text:  # what a hole brings in may stand further left than all else
        kept = _inner(text)
        return _TRIPLE + "\n".join(["", *_moved(kept, kept), ""]) + _TRIPLE
    return piece


def _inner(text: str) -> list[str]:
    """The lines without the first and the last where these are blank; both methods drop them."""
    lines = text.split("\n")
    begin = 0 if lines[0].strip() else 1
    end = len(lines) if lines[-1].strip() else len(lines) - 1
    return lines[begin:end]


def _text_block(piece: str) -> str:
    """As the Java language has it (JLS 15.10.6): the line of the closing quotes counts, blank lines do not."""
    first, *lines = piece[len(_TRIPLE) : -len(_TRIPLE)].split("\n")
    if first.strip() or not lines:
        return piece
    stripped = [line.rstrip(" \t") for line in _moved(lines, [*lines[:-1], lines[-1] + "|"])]
    return _TRIPLE + "\n" + "\n".join(stripped) + _TRIPLE


def _moved(lines: Sequence[str], counting: Sequence[str]) -> list[str]:
    """Lines without the indentation that all of `counting` have, blank ones apart."""
    depth = min((len(line) - len(line.lstrip(" \t")) for line in counting if line.strip()), default=0)
    return [line[depth:] for line in lines]
