"""Brackets of a token stream: which belongs to which, and what stands between them."""

from collections.abc import Iterator, Sequence

PAIRS = {"(": ")", "[": "]", "{": "}", "${": "}"}  # the last opens a hole in a string
CLOSING = frozenset(PAIRS.values())


def at(tokens: Sequence[str], n: int) -> str:
    """The token at a place; empty before the first and behind the last."""
    return tokens[n] if 0 <= n < len(tokens) else ""


def closing_of(tokens: Sequence[str], n: int) -> int:
    """Where the bracket that opens at `n` is closed; the stream's end where it is not."""
    depth = 0
    for place in range(n, len(tokens)):
        depth += (tokens[place] in PAIRS) - (tokens[place] in CLOSING)
        if depth == 0:
            return place
    return len(tokens)


def top_of(tokens: Sequence[str], start: int, end: int) -> Iterator[str]:
    """The tokens between two places that stand in no further bracket, and those brackets."""
    depth = 0
    for piece in tokens[start:end]:
        depth -= piece in CLOSING
        if depth == 0:
            yield piece
        depth += piece in PAIRS
