r"""How comments, strings and words look in each family of languages, for the lexer in `tokens.py`.

What is not known to be a comment is code: a comment too much in the stream costs a look, code that is
missing from it hides an edit. So whatever may hold a comment's mark without being one has its place
among the strings: regular expressions, here-documents, quotes in quotes, `$#a`, `'#'`. Where a slash may
be a division or open a regular expression, it opens one if it is closed on its line.

An alternative may have one group of its own, and name it by `\1`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

_DOUBLE = r'"(?:[^"\\\n]|\\[\s\S])*+(?:"|$|(?=\n))'
_SINGLE = r"'(?:[^'\\\n]|\\[\s\S])*+(?:'|$|(?=\n))"
# Over line ends, where they are closed at all.
_LONG_DOUBLE = r'"(?:[^"\\]|\\[\s\S])*+"'
_LONG_SINGLE = r"'(?:[^'\\]|\\[\s\S])*+'"
_TRIPLE_DOUBLE = r'"""(?:[^\\]|\\[\s\S])*?(?:"""|\Z)'
_TRIPLE_SINGLE = r"'''(?:[^\\]|\\[\s\S])*?(?:'''|\Z)"
_BACKTICK = r"`(?:[^`\\]|\\[\s\S])*+(?:`|\Z)"
_CHARACTER = r"'(?:[^'\\\n]|\\[^\n]{1,9}?)'"
_SLASHES = r"//[^\n]*"
_BLOCK = r"/\*[\s\S]*?(?:\*/|\Z)"
_HASH = r"\#[^\n]*"
_HASH_AFTER_BLANK = r"(?<!\S)\#[^\n]*"
_DASHES = r"--[^\n]*"


def _with_holes(quote: str, opening: str) -> str:
    """A string in whose holes (`${…}`) there are strings again, one deep."""
    inner = rf"{quote}(?:[^{quote}\\\n]|\\.)*+{quote}"
    hole = rf"{opening}(?>[^{{}}{quote}\\]|\\[^\n]|{inner}|\{{[^{{}}]*\}})*+\}}"
    return rf"{quote}(?>\\[\s\S]|{hole}|[^{quote}\\])*+{quote}"


_HASH_HOLES = (_with_holes('"', r"\#\{"), _with_holes("`", r"\#\{"))
_TEMPLATE = (_with_holes("`", r"\$\{"), _BACKTICK)

_SLASHED = r"/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n\[])++/\w*"
# After a mark; after a mark and a blank; after a blank and before none; on a line's beginning.
_REGEX = (
    r"(?:(?<=[(,=:\[!&|?{};>+\-*%~^])|(?<=[(,=:\[!&|?{};>~][ \t])|(?<=\s)(?!/[\s=>])|^)"  # `a /= b`, `<br />`
    + _SLASHED
)


def _paired(before: str) -> str:
    """What stands in brackets after `before`, brackets in it included, one deep."""
    pairs = (
        rf"{one}(?>[^{one}{other}\\]|\\[\s\S]|{one}(?>[^{one}{other}\\]|\\[\s\S])*+{other})*+{other}"
        for one, other in ((r"\(", r"\)"), (r"\{", r"\}"), (r"\[", r"\]"), ("<", ">"))
    )
    return rf"{before}(?:{'|'.join(pairs)})"


# Here-documents: from the mark to the line that ends them. Without such a line it was a shift.
_TO_LINE = r"[^\n]*\n(?:[^\n]*\n)*?[ \t]*\1(?!\w)"
_HEREDOC = r"<<[~-]?[\"'`]?([A-Za-z_]\w*)[\"'`]?" + _TO_LINE
_SHELL_HEREDOC = r"<<-?[ \t]*[\"'\\]?([A-Za-z_]\w*)[\"']?" + _TO_LINE
_PHP_HEREDOC = r"<<<[ \t]*[\"']?([A-Za-z_]\w*)[\"']?" + _TO_LINE

# A block scalar: what is indented like its first line, which may look like a comment.
_BLOCK_SCALAR = r"(?<=[:\-] )[|>][-+0-9]*[ \t]*\n(?:[ \t]*\n)*([ ]+)[^\s][^\n]*(?:\n(?:\1[^\n]*|[ \t]*(?=\n)))*"

_WORD = r"[^\W\d]\w*"


@dataclass(frozen=True, slots=True)
class Syntax:
    """How comments and strings of a family look.

    Attributes:
        texts: what holds text on many lines, a here-document or a list of words. It is found before all
            strings and kept word by word: a page of text that counts as one token is unlike itself
            after any edit.
        strings: all that is one token from its first mark to its last, tried in this order.
        lines, indents: whether line ends and indentation carry meaning.
        continuation: what joins two lines.
    """

    comments: tuple[str, ...]
    strings: tuple[str, ...]
    word: str = _WORD
    lines: bool = False
    indents: bool = False
    continuation: str = ""
    texts: tuple[str, ...] = ()


_RUBY_TEXTS = (
    _HEREDOC,
    _paired(r"%[qQwWiIrsx]?"),
    r"%[qQwWiIrsx]([^\w\s(\[{<.,;)=])(?:\\.|(?!\1)[^\\])*?\1",
)
_RUBY_STRINGS = (
    r"\?\#(?!\{)",
    *_HASH_HOLES,
    _LONG_DOUBLE,
    _LONG_SINGLE,
    _DOUBLE,
    _SINGLE,
    _BACKTICK,
    _REGEX,
)
_PERL_STRINGS = (
    r"\$\#(?:\w+|\{|\$+\w*)?",
    _paired(r"(?<![\w$@%&>])(?:s|tr|y)") + r"\s*+(?:\{[^{}]*\}|\([^()]*\)|\[[^]]*\]|/[^/\n]*/)[a-z]*",
    _paired(r"(?<![\w$@%&>])(?:q[qrwx]?|m)\s*+"),
    r"(?<![\w$@%&>])(?:q[qrwx]?|m)([^\w\s,;=)({\[<}])(?:\\.|(?!\1)[^\\])*?\1[a-z]*",
    r"(?<![\w$@%&>])(?:s|tr|y)([^\w\s,;=)({\[<}])(?:\\.|(?!\1)[^\\\n])*\1(?:\\.|(?!\1)[^\\\n])*\1[a-z]*",
    _LONG_DOUBLE,
    _LONG_SINGLE,
    _DOUBLE,
    _SINGLE,
    _BACKTICK,
    _REGEX,
)
_ELIXIR_STRINGS = (
    _TRIPLE_DOUBLE,
    _TRIPLE_SINGLE,
    _paired(r"~[a-zA-Z]+"),
    r"~[a-zA-Z]+([/|\"'])(?:\\.|(?!\1)[^\\])*?\1[a-z]*",
    r"\?\#",
    _HASH_HOLES[0],
    _LONG_DOUBLE,
    _LONG_SINGLE,
    _DOUBLE,
    _SINGLE,
)
_LISP_STRINGS = (
    r"\#\\(?:\w+|[\s\S])",  # `#\;` of Scheme and Common Lisp
    r"\?\\?[^\s\w]",  # `?;` of Emacs
    r"\\[^\s\w]",  # `\;` of Clojure
    r"\#;",  # skips the next form, not the line
    r'"(?:[^"\\]|\\[\s\S])*+(?:"|\Z)',
    r"\|[^|\n]*\|",
)
_PHP_STRINGS = (r'"(?:[^"\\]|\\[\s\S])*+(?:"|\Z)', r"'(?:[^'\\]|\\[\s\S])*+(?:'|\Z)")
# A line comment of PHP ends where PHP does.
_PHP_COMMENTS = (r"//(?:(?!\?>)[^\n])*", _BLOCK, r"\#(?!\[)(?:(?!\?>)[^\n])*")

_TRIPLES = (_TRIPLE_DOUBLE, _TRIPLE_SINGLE)
_QUOTES = (_DOUBLE, _CHARACTER, "'")

FAMILIES: Final[Mapping[str, Syntax]] = MappingProxyType(
    {
        "python": Syntax(
            (_HASH,),
            tuple(f"[rRbBuUfFtT]{{0,2}}{quoted}" for quoted in (*_TRIPLES, _DOUBLE, _SINGLE)),
            lines=True,
            indents=True,
            continuation=r"\\\n",
        ),
        "coffeescript": Syntax(
            (r"\#{3}(?!\#)[\s\S]*?(?:\#{3}|\Z)", _HASH_AFTER_BLANK),
            (*_TRIPLES, *_HASH_HOLES, _LONG_DOUBLE, _LONG_SINGLE, _DOUBLE, _SINGLE, _BACKTICK, _REGEX),
            lines=True,
            indents=True,
        ),
        "yaml": Syntax(
            (_HASH_AFTER_BLANK,),
            (
                rf"(?<![^\s\[{{,(]){_LONG_DOUBLE}",
                r"(?<![^\s\[{,(])'(?:[^']|'')*+'",
                _DOUBLE,
                _SINGLE,
            ),
            lines=True,
            indents=True,
            texts=(_BLOCK_SCALAR,),
        ),
        "c": Syntax((_SLASHES, _BLOCK), _QUOTES),
        "cpp": Syntax((_SLASHES, _BLOCK), (r'(?:u8|[uUL])?R"([^()\s\\]{0,16})\([\s\S]*?(?:\)\1"|\Z)', *_QUOTES)),
        "java": Syntax((_SLASHES, _BLOCK), (_TRIPLE_DOUBLE, *_QUOTES)),
        "groovy": Syntax(
            (_SLASHES, _BLOCK),
            (*_TRIPLES, r"\$/[\s\S]*?/\$", _with_holes('"', r"\$\{"), _DOUBLE, _SINGLE, _REGEX),
        ),
        "dart": Syntax((_SLASHES, _BLOCK), (*_TRIPLES, _with_holes('"', r"\$\{"), _DOUBLE, _SINGLE)),
        "csharp": Syntax((_SLASHES, _BLOCK), (_TRIPLE_DOUBLE, r'\$?@\$?"(?:[^"]|"")*+(?:"|\Z)', *_QUOTES)),
        "kotlin": Syntax(
            (_SLASHES, _BLOCK), (_TRIPLE_DOUBLE, _with_holes('"', r"\$\{"), *_QUOTES, _BACKTICK), lines=True
        ),
        "swift": Syntax(
            (_SLASHES, _BLOCK), (r'(\#+)"[\s\S]*?(?:"\1|\Z)', _TRIPLE_DOUBLE, _DOUBLE, _BACKTICK, _REGEX), lines=True
        ),
        "go": Syntax((_SLASHES, _BLOCK), (r"`[^`]*(?:`|\Z)", *_QUOTES), lines=True),
        "rust": Syntax(
            (_SLASHES, _BLOCK),
            (r'[bc]?r(\#{0,9})"[\s\S]*?(?:"\1|\Z)', _LONG_DOUBLE, _DOUBLE, _CHARACTER, r"'[a-z_]\w*", "'"),
        ),
        "javascript": Syntax(
            (_SLASHES, _BLOCK), (*_TEMPLATE, _DOUBLE, _SINGLE, _REGEX), word=r"[^\W\d$]?[\w$]+", lines=True
        ),
        "php": Syntax(_PHP_COMMENTS, _PHP_STRINGS, texts=(_PHP_HEREDOC,)),
        "ruby": Syntax(
            (_HASH, r"^=begin[\s\S]*?(?:^=end[^\n]*|\Z)"),
            _RUBY_STRINGS,
            word=r"[@$]{0,2}[^\W\d]\w*[?!]?",
            lines=True,
            texts=_RUBY_TEXTS,
        ),
        "perl": Syntax((_HASH, r"^=[a-z]\w*[\s\S]*?(?:^=cut[^\n]*|\Z)"), _PERL_STRINGS, lines=True, texts=(_HEREDOC,)),
        "elixir": Syntax((_HASH,), _ELIXIR_STRINGS, lines=True),
        "awk": Syntax((_HASH,), (_DOUBLE, _REGEX), lines=True),
        "r": Syntax(
            (_HASH,),
            (r'[rR]"(-*)\([\s\S]*?\)\1"', _LONG_DOUBLE, _LONG_SINGLE, _DOUBLE, _SINGLE, _BACKTICK, r"%[^\s%]*%"),
            lines=True,
        ),
        "hash": Syntax((_HASH_AFTER_BLANK,), (r"\[(=*)\[[\s\S]*?\]\1\]", *_TRIPLES, _DOUBLE, _SINGLE), lines=True),
        "julia": Syntax(
            (r"\#=[\s\S]*?(?:=\#|\Z)", _HASH),
            (_TRIPLE_DOUBLE, _LONG_DOUBLE, _DOUBLE, r"(?<=[\w)\]}.'])'", _CHARACTER, "'", _BACKTICK),
            lines=True,
        ),
        "shell": Syntax(
            (r"(?<![^\s;&|(])\#[^\n]*",),
            (
                r"\\[^\n]",
                r'"(?:[^"\\]|\\[\s\S])*+(?:"|\Z)',
                r"\$'(?:[^'\\]|\\[\s\S])*+(?:'|\Z)",
                r"'[^']*(?:'|\Z)",
                _BACKTICK,
            ),
            word=r"[\w-]+",
            lines=True,
            continuation=r"\\\n",
            texts=(_SHELL_HEREDOC,),
        ),
        "hcl": Syntax((_HASH, _SLASHES, _BLOCK), (_with_holes('"', r"[$%]\{"), _DOUBLE), lines=True, texts=(_HEREDOC,)),
        "nix": Syntax(
            (_HASH, _BLOCK), (r"''(?:[^']|'(?!')|''[$'\\])*(?:''|\Z)", _with_holes('"', r"\$\{"), _LONG_DOUBLE)
        ),
        "lua": Syntax(
            (r"--\[(=*)\[[\s\S]*?(?:\]\1\]|\Z)", _DASHES), (r"\[(=*)\[[\s\S]*?(?:\]\1\]|\Z)", _DOUBLE, _SINGLE)
        ),
        "sql": Syntax((_DASHES, _BLOCK), (r"'(?:[^']|'')*+(?:'|\Z)", r'"[^"]*(?:"|\Z)', _BACKTICK)),
        "ada": Syntax((_DASHES,), (r'"[^"\n]*"?', r"'[^\n]'", "'")),
        # `-->` and `|--` are operators, and `{-# … #-}` tells the compiler something.
        "haskell": Syntax(
            (r"\{-(?!\#)[\s\S]*?(?:-\}|\Z)", r"(?<![!#$%&*+./<=>?@\\^|~:-])--+(?![!#$%&*+./<=>?@\\^|~:])[^\n]*"),
            (_DOUBLE, _CHARACTER),
            word=r"[^\W\d][\w']*",
            lines=True,
            indents=True,
        ),
        "lisp": Syntax(
            (r"\#\|[\s\S]*?(?:\|\#|\Z)", r";[^\n]*"),
            _LISP_STRINGS,
            word=r"[^\s()\[\]{}\"';`,\d][^\s()\[\]{}\"';]*",
        ),
        "ml": Syntax(
            (r"\(\*(?!\))[\s\S]*?(?:\*\)|\Z)",),
            (r"\{([a-z_]*)\|[\s\S]*?\|\1\}", r'"(?:[^"\\]|\\[\s\S])*+(?:"|\Z)', _CHARACTER),
            word=r"[^\W\d][\w']*",
        ),
        "fsharp": Syntax(
            (r"\(\*(?!\))[\s\S]*?(?:\*\)|\Z)", _SLASHES),
            (_TRIPLE_DOUBLE, r'\$?@\$?"(?:[^"]|"")*+(?:"|\Z)', _LONG_DOUBLE, _CHARACTER),
            word=r"[^\W\d][\w']*",
            lines=True,
            indents=True,
        ),
        "pascal": Syntax((r"\(\*[\s\S]*?(?:\*\)|\Z)", r"\{(?!\$)[^}]*(?:\}|\Z)", _SLASHES), (r"'(?:[^'\n]|'')*+'?",)),
        "erlang": Syntax(
            (r"%[^\n]*",), (r"\$(?:\\.|[^\s\w])", _LONG_DOUBLE, _DOUBLE, _LONG_SINGLE, _SINGLE), lines=True
        ),
        "prolog": Syntax((r"%[^\n]*", _BLOCK), (r"0'(?:\\.|[^\\\n])", _DOUBLE, _SINGLE), lines=True),
        "latex": Syntax((r"(?<!\\)%[^\n]*",), (), lines=True),
        "matlab": Syntax((r"%[^\n]*",), (r"(?<=[\w)\]}.'])'", _DOUBLE, r"'(?:[^'\n]|'')*+'?"), lines=True),
        "fortran": Syntax((r"!(?!\$)[^\n]*",), (_DOUBLE, _SINGLE), lines=True),  # `!$omp` is a directive
        "markup": Syntax((r"<!--[\s\S]*?(?:-->|\Z)",), (_DOUBLE,)),
        "css": Syntax((_BLOCK,), (r"url\([^)\s\"']*\)", _DOUBLE, _SINGLE), word=r"[\w-]+"),
        "plain": Syntax((), ()),
    }
)

# Languages that are not here and are no family are `plain`: who knows what a mark means there.
FAMILY_OF: Final[Mapping[str, str]] = MappingProxyType(
    {
        **dict.fromkeys(("python", "starlark", "gdscript", "nim"), "python"),
        **dict.fromkeys(
            ("c", "objc", "ql", "glsl", "hlsl", "wgsl", "proto", "thrift", "solidity", "zig", "verilog"), "c"
        ),
        **dict.fromkeys(("cpp", "c++", "cuda"), "cpp"),
        **dict.fromkeys(("csharp", "c_sharp", "c-sharp", "c#"), "csharp"),
        **dict.fromkeys(("kotlin", "scala"), "kotlin"),
        **dict.fromkeys(("javascript", "typescript", "tsx", "jsx", "qml"), "javascript"),
        **dict.fromkeys(("php", "hack"), "php"),
        **dict.fromkeys(("ruby", "crystal"), "ruby"),
        **dict.fromkeys(("make", "toml", "dockerfile", "cmake", "ini"), "hash"),
        **dict.fromkeys(("bash", "sh", "shell", "zsh", "fish", "powershell"), "shell"),
        **dict.fromkeys(("hcl", "terraform"), "hcl"),
        **dict.fromkeys(("sql", "sqlite"), "sql"),
        **dict.fromkeys(("ada", "vhdl"), "ada"),
        **dict.fromkeys(("haskell", "elm", "purescript"), "haskell"),
        **dict.fromkeys(("commonlisp", "elisp", "scheme", "racket", "clojure", "fennel"), "lisp"),
        **dict.fromkeys(("ocaml", "sml"), "ml"),
        **dict.fromkeys(("matlab", "octave"), "matlab"),
        **dict.fromkeys(("fortran", "fixed_form_fortran"), "fortran"),
        **dict.fromkeys(("html", "xml", "vue", "svelte", "embedded_template"), "markup"),
        **dict.fromkeys(("css", "scss", "less"), "css"),
        **dict.fromkeys(("markdown", "rst", "text", "asciidoc"), "plain"),
    }
)
