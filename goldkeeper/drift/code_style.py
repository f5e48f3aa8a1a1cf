"""A token stream without the liberties of style that a formatter takes.

Quotes where either kind is the same, the case of hexadecimal digits, a comma before a closing bracket,
parentheses around a whole right side, a semicolon where the line's end would do. What is not plainly style stays:
a comma that makes a tuple, parentheses around a generator, a quote whose text is read.

Strings with holes are opened, so that a name in a hole is a name like any other.
"""

import re
from collections.abc import Iterator, Sequence

from goldkeeper.drift.brackets import CLOSING, PAIRS, at, closing_of, top_of
from goldkeeper.drift.language_style import in_one_style
from goldkeeper.drift.raw_strings import without_indentation
from goldkeeper.model.lexicons import Lexicon
from goldkeeper.model.tokens import DEDENT, INDENT, NEWLINE, token_stream

LAYOUT = frozenset({NEWLINE, INDENT, DEDENT})

_QUOTED = re.compile(r"""([A-Za-z@$]{0,3}?)('{3}|"{3}|["'`])([\s\S]*)\2\Z""")
_ESCAPED = re.compile(r"\\([\s\S])")
_READ = re.compile(r"[\\$#]")  # what single and double quotes disagree about, in Ruby and PHP
_EVEN_ENDS = re.compile(r'(?<=^") | "$')
_AFTER_ANNOTATION = "\0"  # where one ended and another may begin
_BEFORE_ANNOTATIONS = frozenset({NEWLINE, "{", "}", "(", ",", _AFTER_ANNOTATION})
_WORD = re.compile(r"[^\W\d]\w*[?!]?|\$\w[\w$]*")
_WHOLE_AFTER = frozenset({"return", "=", "+=", "-=", "*=", "/=", "|=", "&="})
_ASKING = frozenset({"if", "elif", "while", "in", "for"})  # in Python; elsewhere a condition's parentheses belong to it
_APART = frozenset({"for", "yield", ":="})  # at the top of parentheses, these need them


def is_word(piece: str) -> bool:
    """Whether a token is a name or a word of the language."""
    return _WORD.fullmatch(piece) is not None


def is_text(piece: str) -> bool:
    """Whether a token is a string or a character."""
    return _QUOTED.fullmatch(piece) is not None


def without_style(tokens: Sequence[str], lexicon: Lexicon, language: str) -> tuple[str, ...]:
    """The stream with every liberty of style taken one way; equal streams differ in style alone."""
    moved = without_indentation(tokens, language)
    plain = [part for n, piece in enumerate(moved) for part in _opened(piece, at(moved, n - 1), lexicon, language)]
    if lexicon.hints == "python":
        plain = _without_layout_in_braces(plain)
        plain = _with_even_docstrings(plain)
    if lexicon.ends:
        plain = _with_line_ends(plain)
    if language == "kotlin":
        plain = _with_annotations_in_line(plain)
    plain = in_one_style(plain, language)
    if lexicon.commas:
        plain = _without_trailing_commas(plain, lexicon)
    if lexicon.ends and lexicon.quotes == "both":  # Python and JavaScript
        plain = _without_whole_parentheses(plain, _ASKING if lexicon.hints == "python" else frozenset())
    if lexicon.lone_parameter:
        plain = _with_bare_parameters(plain, lexicon.lone_parameter)
    return tuple(plain)


def _opened(piece: str, before: str, lexicon: Lexicon, language: str) -> Iterator[str]:
    """A token in its plain form; a string with holes as its pieces, and what stands in the holes."""
    if piece[0].isdigit():
        yield piece.lower().replace("_", "")
        return
    quoted = _QUOTED.fullmatch(piece)
    if quoted is None:
        yield piece
        return
    prefix, quote, text = quoted.groups()
    has_holes = lexicon.holes and re.match(lexicon.holed, piece) is not None
    if not has_holes or (lexicon.holed_after and before != lexicon.holed_after):
        yield _as_double(prefix, quote, text, lexicon)
        return
    end = 0
    pieces = []
    for hole in re.finditer(lexicon.holes, text):
        code = next(group for group in hole.groups() if group is not None)
        pieces += [_as_double(prefix, quote, text[end : hole.start()], lexicon), "${"]
        pieces += without_style(token_stream(code, language), lexicon, language)
        pieces += ["}", f'"{hole[0][hole.end(hole.lastindex or 0) - hole.start() :]}']
        end = hole.end()
    yield from (*pieces, _as_double(prefix, quote, text[end:], lexicon))


def _as_double(prefix: str, quote: str, text: str, lexicon: Lexicon) -> str:
    """A string in double quotes, where that is the same."""
    if lexicon.quotes == "both" and quote != "`":
        short = prefix.lower().replace("u", "")
        if "r" in short:
            return f'{short}"{text}"'
        return f'{short}"{_ESCAPED.sub(_unescaped_quote, text)}"'
    if lexicon.quotes == "plain" and quote == "'" and _READ.search(text) is None and '"' not in text:
        return f'{prefix}"{text}"'
    return prefix + quote + text + quote


def _unescaped_quote(found: re.Match[str]) -> str:
    return found[1] if found[1] in "\"'" else found[0]


def _without_layout_in_braces(tokens: Sequence[str]) -> list[str]:
    """In Python, braces are brackets: the lines in them carry no meaning, nor does how deep they stand."""
    out: list[str] = []
    depth = owed = 0  # owed: steps in that were dropped and whose steps out come behind the brace
    for piece in tokens:
        depth += (piece == "{") - (piece == "}")
        if piece in LAYOUT and depth > 0:
            owed += (piece == INDENT) - (piece == DEDENT)
        elif piece == DEDENT and owed > 0:
            owed -= 1
        else:
            out.append(piece)
    return out


def is_docstring(tokens: Sequence[str], n: int) -> bool:
    """Whether a token is a string that stands as a statement by itself."""
    return all(one in LAYOUT or not one for one in (at(tokens, n - 1), at(tokens, n + 1))) and is_text(tokens[n])


def _with_even_docstrings(tokens: Sequence[str]) -> list[str]:
    """Doc strings with their words alone: a formatter moves their lines."""
    return [
        _EVEN_ENDS.sub('"', " ".join(piece.split())) if is_docstring(tokens, n) else piece
        for n, piece in enumerate(tokens)
    ]


def _with_line_ends(tokens: Sequence[str]) -> list[str]:
    """Semicolons that end a statement as line ends, and none where a block begins or ends anyway."""
    out: list[str] = []
    open_ones: list[str] = []
    for piece in tokens:
        if piece in PAIRS:
            open_ones.append(piece)
        elif piece in CLOSING and open_ones:
            open_ones.pop()
        is_end = piece == NEWLINE or (piece == ";" and open_ones[-1:] in ([], ["{"]))
        if is_end:
            if out and out[-1] not in {NEWLINE, "{"}:
                out.append(NEWLINE)
            continue
        if piece == "}" and out and out[-1] == NEWLINE:
            out.pop()
        out.append(piece)
    while out and out[-1] == NEWLINE:
        out.pop()
    return out


def _with_annotations_in_line(tokens: Sequence[str]) -> list[str]:
    """`@A @B fun` with its annotations on one line; `return@label` is none."""
    out: list[str] = []
    n = 0
    while n < len(tokens):
        out.append(tokens[n])
        n += 1
        if out[-1] != "@" or (len(out) > 1 and out[-2] not in _BEFORE_ANNOTATIONS):
            continue
        while n < len(tokens) and (is_word(tokens[n]) or tokens[n] in {".", ":"}):
            out.append(tokens[n])
            n += 1
            if is_word(out[-1]) and at(tokens, n) not in {".", ":"}:
                break
        if at(tokens, n) == "(":
            end = closing_of(tokens, n)
            out.extend(tokens[n : end + 1])
            n = end + 1
        if at(tokens, n) == NEWLINE:
            n += 1
            out.append(_AFTER_ANNOTATION)
        elif at(tokens, n):
            out.append(_AFTER_ANNOTATION)
    return [piece for piece in out if piece != _AFTER_ANNOTATION]


def _without_trailing_commas(tokens: Sequence[str], lexicon: Lexicon) -> list[str]:
    """Without a comma before a closing bracket, where that is style: `(a,)` and `x[a,]` are tuples in some languages.

    JavaScript has none, so there it is style wherever something stands before it: `[,]` is a list of one.
    """
    always = lexicon.hints == "colon"
    out: list[str] = []
    open_ones: list[list[int]] = []  # of each open bracket: whether it is called or listed, and its commas
    for piece in tokens:
        if piece in PAIRS:
            before = out[-1] if out else ""
            called = (is_word(before) and not lexicon.is_reserved(before)) or before in {")", "]"}
            open_ones.append([called if piece == "(" else not called or piece == "{", 0])
        elif piece == "," and open_ones:
            open_ones[-1][1] += 1
        elif piece in CLOSING and open_ones:
            is_list, commas = open_ones.pop()
            if out[-1:] == [","] and out[-2] not in {",", *PAIRS} and (always or is_list or commas > 1):
                out.pop()
        out.append(piece)
    if always and out[-1:] == [","]:  # a member of an object, cut out with the comma behind it
        out.pop()
    return out


def _without_whole_parentheses(tokens: Sequence[str], asking: frozenset[str]) -> list[str]:
    """Without parentheses around all that is returned, assigned or asked."""
    dropped: set[int] = set()
    for n, piece in enumerate(tokens):
        within = n - 1 in dropped
        if piece != "(" or not n or not (within or tokens[n - 1] in _WHOLE_AFTER | asking):
            continue
        end = closing_of(tokens, n)
        behind = at(tokens, end + 1)
        is_whole = behind in LAYOUT or behind in {"", "}"} or (behind in {":", "in"} and tokens[n - 1] in asking)
        inside = list(top_of(tokens, n + 1, end))
        needed = not inside or inside[-1] == "," or inside[0] == "{" or bool(_APART & set(inside))
        if (is_whole or (within and behind == ")")) and not needed:
            dropped |= {n, end}
    return [piece for n, piece in enumerate(tokens) if n not in dropped]


def _with_bare_parameters(tokens: Sequence[str], arrow: str) -> list[str]:
    """`(x) =>` as `x =>`."""
    out: list[str] = []
    for piece in tokens:
        out.append(piece)
        alone = piece == arrow and out[-4:-3] == ["("] and out[-2] == ")" and is_word(out[-3])
        before = at(out, len(out) - 5)
        if alone and (before == "async" or not is_word(before)):  # `f(x) => …` is a method
            out[-4:] = [out[-3], arrow]
    return out
