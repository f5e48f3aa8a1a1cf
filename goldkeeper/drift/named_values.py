"""Values that got a name of their own, or lost it: `return f(g(x))` and `y = g(x)`, `return f(y)`.

A name is taken back where it is new on its side, given once, and used once, in the very next statement: then
nothing else happens in between. Behind `while` it stays: there the value is asked for each time.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

from goldkeeper.drift.code_style import LAYOUT, is_word
from goldkeeper.drift.local_names import local_names
from goldkeeper.model.lexicons import Lexicon
from goldkeeper.model.tokens import NEWLINE

MOST_NAMED = 4  # values; an edit that names more is worth a look
_ENDS = frozenset({";", NEWLINE})
_AGAIN = frozenset({"while", "until", "do", "loop"})

Streams = tuple[tuple[str, ...], tuple[str, ...]]


def with_inlined(base: Sequence[str], head: Sequence[str], lexicon: Lexicon) -> Iterator[Streams]:
    """Both streams with the values taken back that only one of them names, with and without parentheses."""
    ours = local_names(base, lexicon) - set(head)
    theirs = local_names(head, lexicon) - set(base)
    for wrapped in (False, True):
        plain_base = _inlined(base, ours, wrapped=wrapped)
        plain_head = _inlined(head, theirs, wrapped=wrapped)
        if (plain_base, plain_head) != (tuple(base), tuple(head)):
            yield plain_base, plain_head


def _inlined(tokens: Sequence[str], names: frozenset[str], *, wrapped: bool) -> tuple[str, ...]:
    stream = tuple(tokens)
    for _ in range(MOST_NAMED):
        counts = Counter(stream)
        # From the back: of two values, the second stands directly before its use.
        places = [n for n, piece in enumerate(stream) if piece in names and counts[piece] == 2]  # given, used
        for n in reversed(places):
            shorter = _taken_back(stream, n, wrapped=wrapped)
            if shorter is not None:
                stream = shorter
                break
        else:
            break
    return stream


def _taken_back(tokens: tuple[str, ...], n: int, *, wrapped: bool) -> tuple[str, ...] | None:
    """The stream without the statement that names a value at `n`, the value where the name was used."""
    if tokens[n + 1 : n + 2] not in {("=",), (":=",)}:
        return None
    start = n
    while start > 0 and tokens[start - 1] not in LAYOUT | {";", "{", "}"}:
        start -= 1
    if not all(is_word(piece) or piece in {"<", ">", "[", "]", "$", "*", "&"} for piece in tokens[start:n]):
        return None
    end = _end_of(tokens, n + 2)
    until = _end_of(tokens, end + 1)
    following = tokens[end + 1 : until]
    if tokens[n] not in following or _AGAIN & set(following):
        return None
    use = following.index(tokens[n]) + end + 1
    first = use - 1 if tokens[use - 1] == "$" else use
    value = tokens[n + 2 : end]
    if wrapped:
        value = ("(", *value, ")")
    return (*tokens[:start], *tokens[end + 1 : first], *value, *tokens[use + 1 :])


def _end_of(tokens: tuple[str, ...], start: int) -> int:
    return next((n for n in range(start, len(tokens)) if tokens[n] in _ENDS), len(tokens))
