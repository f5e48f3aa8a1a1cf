"""The liberties that the formatter of one language takes, and no other's: rustfmt, php-cs-fixer, clang-format.

Each is taken away on both sides, and only where the language says that it means nothing. Braces that rustfmt leaves
out stood around a single expression: a block that held more could not have been written without them, so
nothing else is taken for it.
"""

from collections.abc import Sequence

from goldkeeper.drift.brackets import CLOSING, PAIRS, at, closing_of, top_of

_LEAVING = frozenset({"return", "break", "continue"})  # what stands behind their semicolon is never reached
_STATEMENTS = frozenset({"let", "use", "fn", "const", "static", "struct", "impl", "#"})
_NOT_AN_ARRAY = frozenset({"->", "?->", "::", "function", "fn", "new"})  # before a name that `array` may be, too


def in_one_style(tokens: Sequence[str], language: str) -> list[str]:
    """The stream without what only the formatter of this language decides; of most languages as it is."""
    match language:
        case "rust":
            return _with_sorted_uses(_of_rust(_without_last_semicolons(tokens)))
        case "php":
            return _with_short_arrays(tokens)
        case "cpp" | "c++" | "cuda":
            return _with_joined_closings(tokens)
        case _:
            return list(tokens)


def _of_rust(tokens: Sequence[str]) -> list[str]:
    """Without braces around one expression behind `=>` and `|x|`, and without what may stand behind an arm or a bound.

    The arms of a macro stand in any bracket and are parted by semicolons.
    """
    opens = {"{", "("} if "macro_rules" in tokens else {"{"}
    dropped: set[int] = set()
    commas: set[int] = set()
    for n, piece in enumerate(tokens):
        before = at(tokens, n - 1)
        if piece == "{" and before == "," and _ends_where(tokens, n - 1):
            dropped.add(n - 1)
        if piece not in opens or before not in {"=>", "|", "||"} or (piece == "(" and before != "=>"):
            continue
        end = closing_of(tokens, n)
        behind = at(tokens, end + 1)
        top = list(top_of(tokens, n + 1, end))
        if behind == ";" and at(tokens, end + 2) == "}":
            dropped.add(end + 1)
        if top and ";" not in top and top[0] not in _STATEMENTS:
            dropped |= {n, end}
            if before == "=>" and behind not in {",", "}", ";"}:
                commas.add(end)
        elif before == "=>" and behind == ",":
            dropped.add(end + 1)
    return ["," if n in commas else piece for n, piece in enumerate(tokens) if n not in dropped or n in commas]


def _ends_where(tokens: Sequence[str], n: int) -> bool:
    """Whether the comma at `n` is the last of a `where` clause."""
    while n >= 0 and tokens[n] not in {"where", ";", "{", "}"}:
        n -= 1
    return at(tokens, n) == "where"


def _with_sorted_uses(tokens: Sequence[str]) -> list[str]:
    """Imports that follow one another in one order, and so what stands in their braces."""
    out: list[str] = []
    run: list[list[str]] = []
    n = 0
    while n < len(tokens):
        is_use = tokens[n] == "use"
        end = next((place for place in range(n, len(tokens)) if tokens[place] == ";"), None) if is_use else None
        if end is not None:
            run.append(_with_sorted_names(tokens[n:end]))
            n = end + 1
            continue
        out += [piece for one in sorted(run) for piece in (*one, ";")]
        run = []
        out.append(tokens[n])
        n += 1
    return out + [piece for one in sorted(run) for piece in (*one, ";")]


def _with_sorted_names(use: Sequence[str]) -> list[str]:
    """`use a::{b, c}` with its names in order; names in further braces stay as they are."""
    if use.count("{") != 1 or use[-1] != "}":
        return list(use)
    start = use.index("{")
    names: list[list[str]] = [[]]
    for piece in use[start + 1 : -1]:
        if piece == ",":
            names.append([])
        else:
            names[-1].append(piece)
    inside = [piece for one in sorted(name for name in names if name) for piece in (*one, ",")]
    return [*use[: start + 1], *inside[:-1], "}"]


def _without_last_semicolons(tokens: Sequence[str]) -> list[str]:
    """Without the semicolon of a `return x;` that is the last of its block."""
    out: list[str] = []
    begins = [""]  # how the newest statement begins, of each open bracket; empty before it does
    for n, piece in enumerate(tokens):
        if piece == ";" and begins[-1] in _LEAVING and at(tokens, n + 1) == "}":
            begins[-1] = ""
            continue
        if piece in CLOSING:
            if len(begins) > 1:
                begins.pop()
            if piece == "}" and begins[-1] not in _LEAVING:  # `if a { … } return b;`
                begins[-1] = ""
        elif piece in {";", "=>", ","}:
            begins[-1] = ""
        elif not begins[-1]:
            begins[-1] = piece
        if piece in PAIRS:
            begins.append("")
        out.append(piece)
    return out


def _with_short_arrays(tokens: Sequence[str]) -> list[str]:
    """`array(1, 2)` as `[1, 2]`."""
    out = list(tokens)
    dropped: set[int] = set()
    for n, piece in enumerate(tokens):
        if piece.lower() != "array" or at(tokens, n + 1) != "(" or at(tokens, n - 1) in _NOT_AN_ARRAY:
            continue
        end = closing_of(tokens, n + 1)
        if end < len(tokens):
            dropped.add(n)
            out[n + 1], out[end] = "[", "]"
    return [piece for n, piece in enumerate(out) if n not in dropped]


def _with_joined_closings(tokens: Sequence[str]) -> list[str]:
    """`A<B<C> >` as `A<B<C>>`: of two such marks side by side, nothing but brackets of types can be meant."""
    out: list[str] = []
    for piece in (part for one in tokens for part in (one if one == ">>" else (one,))):
        if piece == ">" and out[-1:] == [">"]:
            out[-1] = ">>"
        else:
            out.append(piece)
    return out
