"""Which names a piece of code gives itself, and whether two pieces differ in those alone.

A name is local where the stream declares it: a parameter, the left side of an assignment, what stands
behind `let`, `for` or a type. Only a local name may be called otherwise, everywhere and in one way; a member, the
name of an argument in a call, a constant of the file never may. So a name that is taken for a global one
costs a look, and two variables that change places are seen.
"""

from collections.abc import Iterable, Mapping, Sequence

from goldkeeper.drift.brackets import PAIRS, at, closing_of
from goldkeeper.drift.code_style import LAYOUT, is_text, is_word
from goldkeeper.drift.type_hints import parameter_lists
from goldkeeper.model.lexicons import Lexicon

LONGEST_BARS = 12  # tokens; a block has one to three parameters

_OF = frozenset({".", "?.", "->", "::", "@"})  # what stands behind is a member
_BEFORE_PARAMETER = frozenset({"(", ",", "*", "**", "&", "&&", "...", "..", "|", "mut", "$"})
_AFTER_PARAMETER = frozenset({",", ")", "=", ":", "?", "|"})
_BEGINS = frozenset({";", "{", "}", "(", ":", *LAYOUT})  # before a statement
_BEFORE_OBJECT = frozenset({"(", "=", "return", ":", "[", ",", "let"})
_CLOSING = frozenset(PAIRS.values())
_BETWEEN_NAMES = frozenset({",", "(", "[", "*", "**"})
_DECLARING_BRACKETS = frozenset({"for", "foreach", "catch", "try", "using"})
_TYPE_ENDS = frozenset({">", ">>", "]", "*", "&", "?"})


def local_names(tokens: Sequence[str], lexicon: Lexicon) -> frozenset[str]:
    """The names that the stream declares, without its members."""
    lists = parameter_lists(tokens, lexicon)
    inside = {n for start, end in lists for n in range(start + 1, end)}
    calls = _in_calls(tokens, {start for start, _ in lists})
    return frozenset(
        piece
        for n, piece in enumerate(tokens)
        if is_word(piece)
        and not lexicon.is_reserved(piece)
        and not is_member(tokens, n, lexicon)
        and (
            (n in inside and _is_parameter(tokens, n, lexicon))
            or (_is_assigned(tokens, n, lexicon) and not (lexicon.named == "=" and n in calls))
            or _is_declared(tokens, n, lexicon)
        )
    )


def is_member(tokens: Sequence[str], n: int, lexicon: Lexicon) -> bool:
    """Whether the word at `n` names a part of something, whatever is in scope."""
    before, behind = at(tokens, n - 1), at(tokens, n + 1)
    if before in _OF:
        return not (before == "->" and lexicon.lone_parameter == "->")
    if before not in {"{", ","} or lexicon.hints == "python" or lexicon.typed:
        return False
    if behind == ":":
        return tokens[_opener(tokens, n)] == "{"  # the key of an object
    # `{total}` is `{total: total}`: a key too.
    is_short = lexicon.hints == "colon" and behind in {",", "}"} and tokens[opener := _opener(tokens, n)] == "{"
    return is_short and opener > 0 and tokens[opener - 1] in _BEFORE_OBJECT


def renamed(base: Sequence[str], head: Sequence[str], lexicon: Lexicon) -> Mapping[str, str] | None:
    """How the names of one stream are called in another that is the same but for them; None where it is not.

    Returns:
        Base name → head name, of those that differ; empty where the streams are equal.
    """
    if len(base) != len(head):
        return None
    ours, theirs = local_names(base, lexicon), local_names(head, lexicon)
    calls = _in_calls(base, {start for start, _ in parameter_lists(base, lexicon)})
    there: dict[str, str] = {}
    back: dict[str, str] = {}
    for n, (old, new) in enumerate(zip(base, head, strict=True)):
        is_name = is_word(old) and not lexicon.is_reserved(old) and not is_member(base, n, lexicon)
        if not is_name or (n in calls and _names_argument(base, n, lexicon)):
            if old != new:
                return None
            continue
        if there.setdefault(old, new) != new or back.setdefault(new, old) != old:
            return None
        if old != new and not (old in ours and new in theirs):
            return None
    return {old: new for old, new in there.items() if old != new}


def _names_argument(tokens: Sequence[str], n: int, lexicon: Lexicon) -> bool:
    """Whether the word at `n`, in the brackets of a call, says which argument is given: `f(key=1)`."""
    return bool(lexicon.named) and tokens[n + 1] == lexicon.named and tokens[n - 1] in {"(", ","}


def _in_calls(tokens: Sequence[str], parameters: Iterable[int]) -> frozenset[int]:
    """The places directly in the brackets of a call."""
    found: set[int] = set()
    defining = set(parameters)
    for n, piece in enumerate(tokens):
        if piece == "(" and n not in defining and n and (tokens[n - 1] in {")", "]"} or is_word(tokens[n - 1])):
            place, end = n + 1, closing_of(tokens, n)
            while place < end:
                found.add(place)
                place = closing_of(tokens, place) + 1 if tokens[place] in PAIRS else place + 1
    return frozenset(found)


def _opener(tokens: Sequence[str], n: int) -> int:
    """Where the bracket is that is open at `n`; the stream's beginning where none is."""
    depth = 0
    for place in range(n - 1, -1, -1):
        if tokens[place] in PAIRS:
            if depth == 0:
                return place
            depth -= 1
        elif tokens[place] in _CLOSING:
            depth += 1
    return 0


def _is_parameter(tokens: Sequence[str], n: int, lexicon: Lexicon) -> bool:
    before, behind = tokens[n - 1], tokens[n + 1]
    if lexicon.types_behind and before in {"(", ","}:
        return is_word(behind) or behind in {",", "[", "*", "..."}
    if before in _BEFORE_PARAMETER and behind in _AFTER_PARAMETER:
        return True
    if lexicon.hints == "colon" and before in {"[", ","} and behind in {"]", ","}:  # `([a, b]) => …`
        return True
    is_typed = lexicon.typed and (is_word(before) or before in _TYPE_ENDS or before == "...")
    return is_typed and behind in _AFTER_PARAMETER | {"["}


def _is_assigned(tokens: Sequence[str], n: int, lexicon: Lexicon) -> bool:
    """Whether the name stands on the left of an assignment, alone or among others."""
    end = n + 1
    while at(tokens, end) == "," and (is_word(at(tokens, end + 1)) or at(tokens, end + 1) == "*"):
        end += 3 if tokens[end + 1] == "*" else 2
    if at(tokens, end) in {"]", ")"} and end > n + 1:  # `[a, b] = …`
        end += 1
    behind = at(tokens, end)
    if behind == "in":
        return _stands_behind("for", tokens, n)
    return behind == ":=" or (behind == "=" and lexicon.assigns)


def _stands_behind(word: str, tokens: Sequence[str], n: int) -> bool:
    """Whether nothing but names, commas and brackets stands between a word and the name at `n`."""
    start = n - 1
    while at(tokens, start) in _BETWEEN_NAMES or (is_word(at(tokens, start)) and tokens[start] != word):
        start -= 1
    return at(tokens, start) == word


def _is_declared(tokens: Sequence[str], n: int, lexicon: Lexicon) -> bool:
    before, behind = at(tokens, n - 1), at(tokens, n + 1)
    if before in lexicon.declaring or (lexicon.lone_parameter and behind == lexicon.lone_parameter):
        return True
    if before in {"|", ","} and behind in {"|", ","} and _in_bars(tokens, n):  # the parameters of a block
        return True
    if lexicon.hints == "python" and behind in {",", ":", "="} and _stands_behind("lambda", tokens, n):
        return True
    if lexicon.typed and behind in {"=", ";", ",", ":", "[", ")"}:
        return _has_type_before(tokens, n, lexicon)
    return False


def _in_bars(tokens: Sequence[str], n: int) -> bool:
    """Whether `|` opens and closes around a list of names: `|a, b|`."""
    start = n
    while at(tokens, start) in {",", "*", "&", "(", ")"} or is_word(at(tokens, start)):
        start -= 1
    opens = at(tokens, start) == "|" and at(tokens, start - 1) in {"", "{", "do", "(", ",", "=", "move"}
    return opens and "|" in tokens[n : n + LONGEST_BARS]


def _has_type_before(tokens: Sequence[str], n: int, lexicon: Lexicon) -> bool:
    """Whether a statement begins with a type that ends before `n`: `Map<K, V> byName`."""
    start = n - 1
    while start >= 0 and tokens[start] not in _BEGINS:
        piece = tokens[start]
        part = is_word(piece) or piece in _TYPE_ENDS | {"<", "[", ",", ".", "::"}
        if not part or piece in lexicon.control or is_text(piece):
            return False
        start -= 1
    kind = tokens[start + 1 : n]
    if not kind or not is_word(kind[0]) or (kind[-1] in {">", ">>"} and "<" not in kind):  # `a > b`
        return False
    ends = is_word(kind[-1]) or kind[-1] in _TYPE_ENDS
    return ends and (at(tokens, start) != "(" or at(tokens, start - 1) in _DECLARING_BRACKETS)
