"""A chunk's text as tokens, so that comments and layout neither hide nor make a difference.

No grammar is asked: chunks are fragments, half of them do not parse alone, and a walk through a
syntax tree costs ten times as much. One regular expression for each family of languages knows how
comments and strings look; what it can't place becomes a token of its own, so nothing is ever lost
and two streams are equal only if the code is.

Where line ends carry meaning, they stay as `NEWLINE`; where indentation does, `INDENT` and
`DEDENT` say so: re-nesting a line in Python changes the stream, wrapping a call in parentheses
does not. Strings count, doc strings among them: a retriever reads those too.
"""

import hashlib
import re
from dataclasses import dataclass
from functools import lru_cache

NEWLINE = "\n"
INDENT = "\t>"
DEDENT = "\t<"

_OPENING, _CLOSING = frozenset("(["), frozenset(")]")

# A statement goes on over a line end after these, or before those: no NEWLINE there.
_GOES_ON_AFTER = frozenset(
    [
        "(",
        "[",
        "{",
        ",",
        ";",
        ".",
        "=",
        "+",
        "-",
        "*",
        "/",
        "%",
        "&",
        "|",
        "^",
        "<",
        ">",
        "?",
        ":",
        "->",
        "=>",
        "&&",
        "||",
        "==",
        "!=",
        "<=",
        ">=",
        "+=",
        "-=",
        "::",
        "?.",
    ]
)
_GOES_ON_BEFORE = frozenset(
    [".", "?.", "::", ")", "]", "}", ",", ";", "&&", "||", "?", "|>", "->", "=>", "=", "==", "!="]
)

_DOUBLE = r'"(?:[^"\\\n]|\\[\s\S])*(?:"|$|(?=\n))'
_SINGLE = r"'(?:[^'\\\n]|\\[\s\S])*(?:'|$|(?=\n))"
_TRIPLE_DOUBLE = r'"""(?:[^\\]|\\[\s\S])*?(?:"""|\Z)'
_TRIPLE_SINGLE = r"'''(?:[^\\]|\\[\s\S])*?(?:'''|\Z)"
_BACKTICK = r"`(?:[^`\\]|\\[\s\S])*(?:`|\Z)"
_SLASHES = r"//[^\n]*"
_BLOCK = r"/\*[\s\S]*?(?:\*/|\Z)"
_HASH = r"\#[^\n]*"
_CHARACTER = r"'(?:[^'\\\n]|\\[^\n]{1,9}?)'"

_NUMBER = r"(?:0[xXbBoO][0-9a-fA-F_]+|[0-9][0-9_]*(?:\.[0-9][0-9_]*)?(?:[eE][+-]?[0-9]+)?)\w*"
_WORD = r"[^\W\d]\w*"
# Marks that are one token in most languages; any other mark stands alone.
_MARKS = r"->|=>|::|\?\.|&&|\|\||==|!=|<=|>=|<<|>>|\+\+|--|\+=|-=|\*=|/=|\|=|&=|:=|\.\.\.?|\*\*"
# A slash after one of these opens a regular expression, not a division.
_REGEX = r"(?:[(,=:\[!&|?{};]|return)[ \t]*/(?![*/ ])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n\[])+/[a-z]*"


@dataclass(frozen=True, slots=True)
class _Syntax:
    """How comments and strings of a family look; `lines` and `indents` say what layout means."""

    comments: tuple[str, ...]
    strings: tuple[str, ...]
    word: str = _WORD
    lines: bool = False
    indents: bool = False
    continuation: str = ""


_C = _Syntax((_SLASHES, _BLOCK), (_DOUBLE, _CHARACTER, r"'"))
_FAMILIES = {
    "python": _Syntax(
        (_HASH,),
        tuple(f"[rRbBuUfFtT]{{0,2}}{quoted}" for quoted in (_TRIPLE_DOUBLE, _TRIPLE_SINGLE, _DOUBLE, _SINGLE)),
        lines=True,
        indents=True,
        continuation=r"\\\n",
    ),
    "yaml": _Syntax((r"(?<!\S)\#[^\n]*",), (_DOUBLE, _SINGLE), lines=True, indents=True),
    "c": _C,
    "cpp": _Syntax((_SLASHES, _BLOCK), (r'R"([^()\s\\]{0,16})\([\s\S]*?(?:\)\1"|\Z)', _DOUBLE, _CHARACTER, "'")),
    "java": _Syntax((_SLASHES, _BLOCK), (_TRIPLE_DOUBLE, _DOUBLE, _CHARACTER, "'")),
    "csharp": _Syntax((_SLASHES, _BLOCK), (r'\$?@\$?"(?:[^"]|"")*(?:"|\Z)', _TRIPLE_DOUBLE, _DOUBLE, _CHARACTER, "'")),
    "kotlin": _Syntax((_SLASHES, _BLOCK), (_TRIPLE_DOUBLE, _DOUBLE, _CHARACTER, "'", _BACKTICK), lines=True),
    "go": _Syntax((_SLASHES, _BLOCK), (r"`[^`]*(?:`|\Z)", _DOUBLE, _CHARACTER, "'"), lines=True),
    "rust": _Syntax((_SLASHES, _BLOCK), (r'b?r(#{0,4})"[\s\S]*?(?:"\1|\Z)', _DOUBLE, _CHARACTER, r"'[a-z_]\w*", "'")),
    "javascript": _Syntax(
        (_SLASHES, _BLOCK), (_BACKTICK, _DOUBLE, _SINGLE, _REGEX), word=r"[^\W\d$]?[\w$]+", lines=True
    ),
    "php": _Syntax(
        (_SLASHES, _BLOCK, r"\#(?!\[)[^\n]*"), (r'"(?:[^"\\]|\\[\s\S])*(?:"|\Z)', r"'(?:[^'\\]|\\[\s\S])*(?:'|\Z)")
    ),
    "ruby": _Syntax(
        (_HASH, r"^=begin[\s\S]*?(?:^=end[^\n]*|\Z)"),
        (_DOUBLE, _SINGLE, _BACKTICK),
        word=r"[@$]{0,2}[^\W\d]\w*[?!]?",
        lines=True,
    ),
    "hash": _Syntax((_HASH,), (_TRIPLE_DOUBLE, _DOUBLE, _SINGLE), lines=True),
    "julia": _Syntax((r"\#=[\s\S]*?(?:=\#|\Z)", _HASH), (_TRIPLE_DOUBLE, _DOUBLE, _CHARACTER, "'"), lines=True),
    "shell": _Syntax(
        (r"(?<![^\s;&|(])\#[^\n]*",),
        (r'"(?:[^"\\]|\\[\s\S])*(?:"|\Z)', r"'[^']*(?:'|\Z)", _BACKTICK),
        word=r"[\w-]+",
        lines=True,
        continuation=r"\\\n",
    ),
    "hcl": _Syntax((_HASH, _SLASHES, _BLOCK), (_DOUBLE,), lines=True),
    "lua": _Syntax(
        (r"--\[(=*)\[[\s\S]*?(?:\]\1\]|\Z)", r"--[^\n]*"), (r"\[(=*)\[[\s\S]*?(?:\]\2\]|\Z)", _DOUBLE, _SINGLE)
    ),
    "sql": _Syntax((r"--[^\n]*", _BLOCK), (r"'(?:[^']|'')*(?:'|\Z)", r'"[^"]*(?:"|\Z)', _BACKTICK)),
    "haskell": _Syntax(
        (r"\{-[\s\S]*?(?:-\}|\Z)", r"--[^\n]*"), (_DOUBLE, _CHARACTER), word=r"[^\W\d][\w']*", lines=True, indents=True
    ),
    "lisp": _Syntax(
        (r"\#\|[\s\S]*?(?:\|\#|\Z)", r";[^\n]*"),
        (r'"(?:[^"\\]|\\[\s\S])*(?:"|\Z)',),
        word=r"[^\s()\[\]{}\"';`,\d][^\s()\[\]{}\"';]*",
    ),
    "ml": _Syntax((r"\(\*[\s\S]*?(?:\*\)|\Z)",), (r'"(?:[^"\\]|\\[\s\S])*(?:"|\Z)', _CHARACTER), word=r"[^\W\d][\w']*"),
    "percent": _Syntax((r"%[^\n]*",), (_DOUBLE, _SINGLE), lines=True),
    "fortran": _Syntax((r"![^\n]*",), (_DOUBLE, _SINGLE), lines=True),
    "markup": _Syntax((r"<!--[\s\S]*?(?:-->|\Z)",), (_DOUBLE,)),
    "css": _Syntax((_BLOCK,), (_DOUBLE, _SINGLE), word=r"[\w-]+"),
    "prose": _Syntax((), ()),
}

_FAMILY_OF = {
    **dict.fromkeys(("python", "starlark", "gdscript"), "python"),
    **dict.fromkeys(("yaml", "nim", "coffeescript"), "yaml"),
    **dict.fromkeys(("cpp", "c++", "cuda"), "cpp"),
    **dict.fromkeys(("java", "groovy", "dart"), "java"),
    **dict.fromkeys(("csharp", "c_sharp", "c-sharp", "c#"), "csharp"),
    **dict.fromkeys(("kotlin", "swift", "scala"), "kotlin"),
    **dict.fromkeys(("javascript", "typescript", "tsx", "jsx", "qml"), "javascript"),
    **dict.fromkeys(("perl", "r", "elixir", "make", "toml", "dockerfile", "cmake", "ini", "crystal", "awk"), "hash"),
    **dict.fromkeys(("bash", "sh", "shell", "zsh", "fish", "powershell"), "shell"),
    **dict.fromkeys(("hcl", "terraform", "nix"), "hcl"),
    **dict.fromkeys(("sql", "sqlite", "ada", "vhdl"), "sql"),
    **dict.fromkeys(("haskell", "elm", "purescript"), "haskell"),
    **dict.fromkeys(("commonlisp", "elisp", "scheme", "racket", "clojure", "fennel"), "lisp"),
    **dict.fromkeys(("ocaml", "fsharp", "pascal", "sml"), "ml"),
    **dict.fromkeys(("erlang", "latex", "matlab", "prolog", "octave"), "percent"),
    **dict.fromkeys(("fortran", "fixed_form_fortran"), "fortran"),
    **dict.fromkeys(("html", "xml", "vue", "svelte", "embedded_template"), "markup"),
    **dict.fromkeys(("css", "scss", "less"), "css"),
    **dict.fromkeys(("markdown", "rst", "text", "asciidoc"), "prose"),
}


@lru_cache(maxsize=128)
def _lexer(family: str) -> tuple[re.Pattern[str], _Syntax]:
    """The family's expression: group `skip` is what does not count, anything else is a token."""
    syntax = _FAMILIES[family]
    # Group numbers in back-references: `skip` is group 1, so an alternative's own group is the next free one.
    skips = [*syntax.comments, *([syntax.continuation] if syntax.continuation else []), r"[^\S\n]+"]
    kept = [r"\n\s*" if syntax.lines else r"", *syntax.strings, _NUMBER, syntax.word, _MARKS, r"\S"]
    pattern, group = [], 1
    for alternatives, wrap in ((skips, True), ([k for k in kept if k], False)):
        numbered = []
        for alternative in alternatives:
            own = re.compile(re.sub(r"\\[12](?![0-9])", "", alternative)).groups
            numbered.append(re.sub(r"\\[12](?![0-9])", rf"\\{group + 1}", alternative))
            group += own
        pattern.append(f"({'|'.join(numbered)})" if wrap else "|".join(numbered))
    if not syntax.lines:
        pattern[0] = f"(\\s+|{pattern[0][1:]}"
    return re.compile("|".join(pattern), re.MULTILINE), syntax


def token_stream(text: str, language: str) -> tuple[str, ...]:
    """The tokens of a text without comments and layout.

    Args:
        text: any piece of source, also unfinished; an open string ends with its line.
        language: a grammar's name; an unknown one is read like C.

    Returns:
        Tokens in order. `NEWLINE`, `INDENT` and `DEDENT` stand where layout carries meaning.

    >>> token_stream("total = a  # sum", "python")
    ('total', '=', 'a')
    """
    lexer, syntax = _lexer(_FAMILY_OF.get(language, language if language in _FAMILIES else "c"))
    tokens = [match[0] for match in lexer.finditer(text) if match[1] is None]
    if syntax.lines:
        first = text.lstrip()
        margin = _width(text[: len(text) - len(first)])
        tokens = _with_layout(tokens, stops=[margin] if syntax.indents else None)
    return tuple(tokens)


def _width(line_end: str) -> int:
    """How far the last line of some white space is indented, in columns."""
    return len(line_end.rpartition("\n")[2].expandtabs(8))


def _with_layout(tokens: list[str], *, stops: list[int] | None) -> list[str]:
    """Turn line ends into `NEWLINE`, `INDENT`, `DEDENT`, where they carry meaning.

    `stops` are the open indentations in columns; the first is the fragment's own, so that a
    function that moved into a class keeps its stream.
    """
    out: list[str] = []
    depth = 0
    pending: str | None = None
    for token in tokens:
        if token[0] == "\n":
            pending = token
            continue
        if pending is not None and out:
            if depth <= 0:
                _end_line(out, pending, token, stops)
            pending = None
        if token in _OPENING:
            depth += 1
        elif token in _CLOSING:
            depth -= 1
        out.append(token)
    return out


def _end_line(out: list[str], line_end: str, token: str, stops: list[int] | None) -> None:
    if stops is None:
        if out[-1] not in _GOES_ON_AFTER and token not in _GOES_ON_BEFORE:
            out.append(NEWLINE)
        return
    out.append(NEWLINE)
    width = _width(line_end)
    if width > stops[-1]:
        stops.append(width)
        out.append(INDENT)
        return
    while len(stops) > 1 and width < stops[-1]:
        stops.pop()
        out.append(DEDENT)


def token_digest(text: str, language: str) -> str:
    """Names the token stream: equal digests mean that only comments or layout differ.

    >>> token_digest("f( a )", "c") == token_digest("f(a) // twice", "c")
    True
    """
    return stream_digest(token_stream(text, language))


def stream_digest(tokens: tuple[str, ...]) -> str:
    """The same for a stream that is at hand."""
    return hashlib.blake2b("\0".join(tokens).encode("utf-8", "surrogatepass"), digest_size=12).hexdigest()
