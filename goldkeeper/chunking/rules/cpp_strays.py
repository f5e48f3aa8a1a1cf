"""C++ and C: macros before what is declared, and alone on their lines, as regular expressions over a file's bytes.

`API int f()` has a word too many, `BEGIN_API` on a line of its own has no semicolon. They are blanked before the
first parse as those in `cpp_macros.py` are; what tells them from a type or a call that is well placed is what stands
around them.
"""

from typing import Final

from goldkeeper.chunking.rules.cpp_words import ARGUMENTS, ARGUMENTS_ON_LINES, END_OF_LINE, GAP, MACRO, SHOUT

_SPECIFIERS: Final = rb"(?:(?:static|inline|virtual|constexpr|friend|extern)\s++)*+"
# Not these: what can follow a type without being a second one, and words of expressions (`FLAG_A and FLAG_B`).
_TYPE: Final = (
    rb"(?!_|(?:const|volatile|static|inline|virtual|explicit|constexpr|friend|extern|register|mutable|thread_local"
    rb"|signed|unsigned|long|short|and|or|xor|not|bitand|bitor|operator|new|delete"
    rb"|noexcept|requires|override|final)\b)[A-Za-z][\w:]*+(?:<[^;{}()\n]*>)?[*&]*+"
)
_NAME: Final = rb"\s[\s*&]*+(?!(?:and|or|xor|not|bitand|bitor)\b)[A-Za-z_~]"
_CONSTRUCTOR: Final = (
    rb"(?!noexcept\b)[A-Za-z_][\w:]*+\(" + ARGUMENTS + rb"\)\s*+(?:(?:noexcept|" + MACRO + rb")\s*+)?+:(?!:)"
)
_CONVERSION: Final = rb"operator\s++(?!(?:new|delete|co_await|and|or|xor|not|bitand|bitor|compl)\b)[A-Za-z_]"
# What has its type with it, so that a word in front of it is no type: `int f`, `unsigned`, `Box(int x) :`.
_DECLARED: Final = (
    _SPECIFIERS + rb"(?:(?:const\s++)?+" + _TYPE + _NAME + rb"|(?:explicit|unsigned|signed|long|short)\b|\[\[|"
    + _CONVERSION + b"|" + _CONSTRUCTOR + b")"
)  # fmt: skip
_BEGINNING: Final = rb"(?:namespace|template|class|struct|using|typedef)\b|\}"
_TEST: Final = SHOUT + rb"\(" + ARGUMENTS + rb"\)\s*+\{"
_STRAY: Final = SHOUT + rb"\b(?:\(" + ARGUMENTS_ON_LINES + rb"\)(?!\s*+\{)|(?!\s*+\())"
# What stands below a call and says something of it, has it as its type, or is its body.
_OF_THE_CALL: Final = rb"[^\w#}~]|(?:else|while)\b|[A-Za-z_]*+[a-z]\w*+\s*+\("

# One or several, before one of these, or before a test with a gap between, or at the end calls alone on their lines.
# Not behind a line that goes on, nor only the last of several words, which may be a comment's.
_AT_LINE: Final = (
    rb"(?:(?<![\\),(=A-Z0-9_]\n)|(?<=\)\n)(?=[A-Z_])|(?<=[A-Z0-9_]\n)(?=[A-Z_][A-Z0-9_]*+\())[ \t]*+(?:"
    rb"(" + _STRAY + rb"(?:(?=\s)" + GAP + _STRAY + b")*)"
    rb"(?=(?=[\s/])" + GAP + b"(?:" + _DECLARED + b"|" + _BEGINNING + b")"
    rb"|" + END_OF_LINE + rb"(?=[ \t]*+(?:\r?\n|/[/*]))" + GAP + _TEST +
    rb"|(?<=\))" + END_OF_LINE + GAP + b"(?!" + _OF_THE_CALL + b"))"
)  # fmt: skip
_BEHIND_SPECIFIERS: Final = (  # `static API int f()`
    rb"(?=[sivecf])" + _SPECIFIERS + b"(" + _STRAY + rb"(?:[ \t]++" + _STRAY + rb")*)(?=[ \t]++" + _DECLARED + b")"
)
_BEHIND_EXPLICIT: Final = rb"explicit\s++(" + SHOUT + rb")(?=\s++[A-Za-z_])"  # no type stands there
STRAYS_IN_C: Final = (rb"\n(?=[ \t]*+[A-Z_])" + _AT_LINE + b")",)
STRAYS: Final = (rb"\n(?=[ \t]*+[A-Z_sivecf])" + _AT_LINE + b"|" + _BEHIND_SPECIFIERS + b")", _BEHIND_EXPLICIT)
