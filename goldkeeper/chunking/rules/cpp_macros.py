"""C++ and C: macros that stand where the grammar has no place for a word, as regular expressions over a file's bytes.

What they stand for can't be known without the compiler's include path; but blanked they leave code that the
grammar reads. Some are searched in every file before it is parsed: these must be wrong to every grammar, so that
a file without them, or with a macro that is well placed, is read as it was. Others are only likely; they are
tried where the parser failed, and kept where less is broken.

A search stops at each occurrence of the literal it begins with, and most of its time goes there. So the
literals are rare ones, or one search does for several forms.
"""

from typing import Final

_MACRO: Final = rb"[A-Z_][A-Z0-9_]{2,}+(?:\([^()\n]*+\))?+"
_CLASS_HEAD: Final = rb"\s+(?:[A-Za-z_]\w*::)*[A-Za-z_]\w*\s*(?:final\s*)?(?::(?!:)|\{)"
_CLASS_MACROS: Final = (
    # `class API Box final : Base {`, `struct API_EXPORT(1) Box {`
    rb"class\s+(" + _MACRO + rb")" + _CLASS_HEAD,
    rb"struct\s+(" + _MACRO + rb")" + _CLASS_HEAD,
)
# `#if __has_include(<bit>)`: to the grammar a comparison without a left side.
_HAS_INCLUDE: Final = (rb"has_include\(\s*+(<[^>\n]*+>)", rb"HAS_INCLUDE\(\s*+(<[^>\n]*+>)")
# `ASSIGN_OR_RETURN(auto value, read())` declares what it is given, which no call can: without `auto` it reads as one.
# `TEST_CASE("adds", "[sums]") {` is no function for its strings: without them it reads as one that has no type. Half
# of the time on files of such tests goes into what the grammar tries else.
# Of the name the last four letters are looked at: from the bracket backwards that takes a tenth of the time.
_STRING: Final = rb"\"(?:[^\"\\\n]|\\.)*+\""
_PLAIN: Final = rb"[^\"(){};/\\]"  # neither a comment nor a line that goes on: what is blanked there would begin or end
_OPENING_MACRO: Final = (
    _PLAIN + rb"*+" + _STRING + rb"(?:" + _PLAIN + rb"++|" + _STRING + rb"|\(" + _PLAIN + rb"*+\))*+(?=\)\s*+\{)"
)
_CALLED_MACRO: Final = (
    rb"\((?<=[A-Z0-9_]{4}\()\s*+((?:const\s++)?auto\b[\s&*]*+(?=[A-Za-z_\[])|" + _OPENING_MACRO + rb")"
)
_SPECIFIERS: Final = rb"(?:(?:static|inline|virtual|explicit|constexpr|friend|extern)\s++)*+"
# Not these: what can follow a type without being a second one, and words of expressions (`FLAG_A and FLAG_B`).
_TYPE: Final = (
    rb"(?!_|(?:const|volatile|static|inline|virtual|explicit|constexpr|friend|extern|register|mutable|thread_local"
    rb"|signed|unsigned|long|short|and|or|xor|not|bitand|bitor|operator|new|delete)\b)"
    rb"[A-Za-z][\w:]*+(?:<[^;{}()\n]*>)?[*&]*+"
)
_NAME: Final = rb"\s[\s*&]*+(?!(?:and|or|xor|not|bitand|bitor)\b)[A-Za-z_~]"
_BEGINNING: Final = rb"(?:namespace|template|class|struct|using|typedef)\b"
# Macros before a type that has a name behind it, `API int f()`, and alone on their lines before `namespace` and the
# like or a closing brace, `BEGIN_API`, `END_API`. Not behind a line that goes on, nor only the last of several.
_STRAY_MACRO: Final = (
    rb"\n(?<![\\),(=A-Z0-9_]\n)[ \t]*+(" + _MACRO + rb"(?:[ \t]*+\n[ \t]*+" + _MACRO + rb")*+)"
    rb"(?=(?:[ \t]++|[ \t]*+\n[ \t]*+)"
    + _SPECIFIERS
    + _TYPE
    + _NAME
    + rb"|[ \t]*+\n(?:\s++|//[^\n]*+)*+(?:"
    + _BEGINNING
    + rb"|\}))"
)
# Behind a function's head and before its body, `int size() const NOEXCEPT {`. Before a semicolon, and on the line
# below, only what is said of locks: `(void) UNUSED(x);` ends like a declaration, and the bracket may close a comment
# above a test. The same is said of variables, `int size GUARDED_BY(lock);`.
_QUALIFIERS: Final = rb"(?:(?:const|override|noexcept)\b\s*+)*+"
_BEHIND_HEAD: Final = (
    rb"\)(?:[ \t]*+" + _QUALIFIERS + rb"(?=" + _MACRO + rb"\s*+\{)"
    rb"|\s*+" + _QUALIFIERS + rb"(?=[A-Z_]*LOCK[A-Z_]*+\([^()\n]*+\)\s*+[;{]))(" + _MACRO + rb")"
)
_BEHIND_NAME: Final = rb"GUARDED_BY(?<=[\w\s]GUARDED_BY)(\([^()\n;]*+(?:\([^()\n]*+\))?+\))(?=\s*+[;={])"
MASKED: Final = (*_CLASS_MACROS, *_HAS_INCLUDE, _CALLED_MACRO, _BEHIND_HEAD, _BEHIND_NAME)
STRAYS: Final = (_STRAY_MACRO,)

MENDED_IN_C: Final = (
    # `int size() const NOEXCEPT {`; in `if (done) RETURN(1);` what is lost is no definition
    rb"\)\s*(?:const\s+)?(" + _MACRO + rb")\s*[;{]",
    # Before a return type: `API int f() {`; a type that shouts is followed by one name alone, `HRESULT f() {`
    rb"\n[ \t]*+" + _SPECIFIERS + rb"(" + _MACRO + rb")[ \t]++"
    rb"(?=(?:(?:const|inline|static|constexpr|virtual|explicit)\s)*[A-Za-z_][\w:]*(?:<[^;{}()\n]*>)?[*&]*\s[\s*&]*[A-Za-z_~])",
    # Alone on a line that begins something: `Q_OBJECT`, `BEGIN_NAMESPACE(x)`; not before a body, `TEST(A, B)` and `{`
    rb"\n(?<=[;{}:/\n]\n)[ \t]*+(" + _MACRO + rb")[ \t]*+(?=\n)(?!\s*+\{)",
)
MENDED: Final = (
    # `namespace std VISIBILITY(default) {`
    rb"namespace\s+[A-Za-z_][\w:]*\s+(" + _MACRO + rb")\s*\{",
    *MENDED_IN_C,
)
