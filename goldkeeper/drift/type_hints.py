"""A token stream without what only tells the reader: type hints, doc strings, `final` and the like.

Where types are part of the code (Java, Go, C), they stay: another type may mean another overload. Hints
are taken off where nothing depends on them when the code runs, in parameters, behind a declared name and in
front of a body.
"""

from collections.abc import Iterator, Sequence

from goldkeeper.drift.brackets import PAIRS, at, closing_of
from goldkeeper.drift.code_style import LAYOUT, is_docstring, is_word
from goldkeeper.model.lexicons import Lexicon
from goldkeeper.model.tokens import NEWLINE

_CLOSING = frozenset(PAIRS.values())
_TELLING = frozenset({"Override", "Deprecated", "SuppressWarnings", "Nullable", "NonNull", "NotNull", "Nonnull"})
_CONSTANT = frozenset({"let", "const", "var"})  # of JavaScript: how a name is declared says little of what runs
LONGEST_HINT = 40  # tokens; what goes on longer is no type


def without_hints(tokens: Sequence[str], lexicon: Lexicon) -> tuple[str, ...]:
    """The stream with its hints taken off."""
    kept = [piece for piece in tokens if piece not in lexicon.quiet]
    kept = _without_annotations(kept)
    if lexicon.hints == "python":
        kept = _without_docstrings(kept)
    if lexicon.hints == "colon":
        kept = _without(kept, _hints_behind_names(kept, lexicon))
        kept = ["let" if piece in _CONSTANT and piece in lexicon.declaring else piece for piece in kept]
    if lexicon.hints == "python":
        kept = _without(kept, _hints_behind_names(kept, lexicon))
    if lexicon.hints == "front":
        kept = _without(kept, _hints_before_names(kept, lexicon))
    return tuple(kept)


def parameter_lists(tokens: Sequence[str], lexicon: Lexicon) -> list[tuple[int, int]]:
    """Where the brackets of parameters open and close: behind what is defined, or before a body or an arrow."""
    lists = []
    for n, piece in enumerate(tokens):
        if piece != "(":
            continue
        end = closing_of(tokens, n)
        before = at(tokens, n - 1)
        defined = at(tokens, n - 2) in {"def", "function", "fn", "func", "fun"}
        if defined or (before not in lexicon.control and _before_body(tokens, end + 1, lexicon)):
            lists.append((n, end))
    return lists


def _before_body(tokens: Sequence[str], n: int, lexicon: Lexicon) -> bool:
    """Whether a body begins here, or behind a type."""
    behind = at(tokens, n)
    if behind in {"{", "=>", "->"}:
        return True
    if behind == ":" and lexicon.hints in {"colon", "front"}:
        end = _end_of_type(tokens, n + 1, until=frozenset({"{", "=>", ";", NEWLINE}))
        return end is not None and at(tokens, end) in {"{", "=>"}
    if behind in {"throws", "const", "noexcept", "override"} and lexicon.typed:
        return "{" in tokens[n : n + LONGEST_HINT]
    if behind == ":" and lexicon.typed and not {"{", "?"} & set(tokens[:n]):  # C++: `T(int x) : x_(x) {`
        return is_word(at(tokens, n + 1)) and "{" in tokens[n:]
    return lexicon.types_behind and is_word(behind) and "{" in tokens[n : n + 3]  # Go: `f(x int) error {`


def _end_of_type(tokens: Sequence[str], start: int, *, until: frozenset[str]) -> int | None:
    """Where a type ends that begins at `start`; None where what stands there is none."""
    depth, n = 0, start
    while n < min(len(tokens), start + LONGEST_HINT):
        piece = tokens[n]
        if depth == 0 and piece in until and n > start:
            return n
        if piece in LAYOUT | {";"}:
            return None
        if piece in PAIRS:
            n = closing_of(tokens, n)
        elif piece in _CLOSING:
            return n if depth == 0 and n > start else None
        else:
            depth += (piece == "<") - (piece == ">") - 2 * (piece == ">>")
        n += 1
    return n if n == len(tokens) and n > start else None


def _hints_behind_names(tokens: Sequence[str], lexicon: Lexicon) -> Iterator[tuple[int, int]]:
    """`: T` and `-> T`, as places to leave out."""
    for start, end in parameter_lists(tokens, lexicon):
        yield from _hints_of_parameters(tokens, start, end)
        behind = at(tokens, end + 1)
        if behind == "->" and lexicon.hints == "python":
            stop = _end_of_type(tokens, end + 2, until=frozenset({":"}))
            if stop is not None:
                yield end + 1, stop
        elif behind == ":" and lexicon.hints == "colon":
            stop = _end_of_type(tokens, end + 2, until=frozenset({"{", "=>", "="}))
            if stop is not None:
                yield end + 1, stop
    for n, piece in enumerate(tokens[:-1]):
        if piece == ":" and n and is_word(tokens[n - 1]) and _declares(tokens, n - 1, lexicon):
            stop = _end_of_type(tokens, n + 1, until=frozenset({"=", ":=", NEWLINE, ";"}))
            if stop is not None:
                yield n, stop


def _declares(tokens: Sequence[str], n: int, lexicon: Lexicon) -> bool:
    """Whether the name at `n` is declared there, so that a type may follow it."""
    before = at(tokens, n - 1)
    if lexicon.hints == "colon":
        return before in lexicon.declaring and before != "for"
    return (not before or before in LAYOUT) and not lexicon.is_reserved(tokens[n])


def _hints_of_parameters(tokens: Sequence[str], start: int, end: int) -> Iterator[tuple[int, int]]:
    n = start + 1
    begins = True  # of a parameter
    while n < end:
        piece = tokens[n]
        if piece == ":" and begins:
            stop = _end_of_type(tokens, n + 1, until=frozenset({",", "=", ")"}))
            if stop is not None:
                yield (n - 1 if tokens[n - 1] == "?" else n), min(stop, end)
                n = min(stop, end)
                continue
        begins = piece == "," or (begins and piece != "=")
        n = closing_of(tokens, n) + 1 if piece in PAIRS else n + 1


def _hints_before_names(tokens: Sequence[str], lexicon: Lexicon) -> Iterator[tuple[int, int]]:
    """`?T` before `$x`, and the type before a body: PHP."""
    for start, end in parameter_lists(tokens, lexicon):
        opened = start + 1
        for n in range(start + 1, end):
            if tokens[n] in {"&", "$", "..."} and opened < n and "=" not in tokens[opened:n]:
                yield opened, n
            if tokens[n] == ",":
                opened = n + 1
            elif tokens[n] in {"&", "$", "..."}:
                opened = end
        if at(tokens, end + 1) == ":":
            stop = _end_of_type(tokens, end + 2, until=frozenset({"{", ";"}))
            if stop is not None:
                yield end + 1, stop


def _without_annotations(tokens: Sequence[str]) -> list[str]:
    out: list[str] = []
    n = 0
    while n < len(tokens):
        if tokens[n] == "@" and at(tokens, n + 1) in _TELLING:
            n += 2
            if at(tokens, n) == "(":
                n = closing_of(tokens, n) + 1
            continue
        out.append(tokens[n])
        n += 1
    return out


def _without_docstrings(tokens: Sequence[str]) -> list[str]:
    dropped: set[int] = set()
    for n in range(len(tokens)):
        if is_docstring(tokens, n):
            dropped |= {n, n + 1} if at(tokens, n + 1) == NEWLINE else {n}
    return [piece for n, piece in enumerate(tokens) if n not in dropped]


def _without(tokens: Sequence[str], spans: Iterator[tuple[int, int]]) -> list[str]:
    dropped = {n for start, end in spans for n in range(start, end)}
    return [piece for n, piece in enumerate(tokens) if n not in dropped]
