"""C++ and C: macros that stand where the grammar has no place for a word, as regular expressions over a file's bytes.

What they stand for can't be known without the compiler's include path; but blanked they leave code that the
grammar reads. They are blanked before a file is parsed for the first time: a macro that the parser stumbles over
makes the parse itself several times slower, and what it takes for a definition there is hardly one. So these are
wrong to every grammar, or blanked they leave all definitions where they are. Words before declarations and alone on
their lines are in `cpp_strays.py`.

A search stops at each occurrence of the literal it begins with, and most of its time goes there. So the
literals are rare ones, or one search does for several forms.
"""

from typing import Final

from goldkeeper.chunking.rules.cpp_words import ARGUMENTS, MACRO, SHOUT, STRING

_ATTRIBUTE: Final = rb"\[\[[^\]\n]*+\]\]"
_CLASS_MACRO: Final = (
    rb"\s++(?:" + _ATTRIBUTE + rb"\s++)?+(" + MACRO + rb")(?:\s++" + _ATTRIBUTE + rb")?+"
    rb"\s++(?:[A-Za-z_]\w*::)*[A-Za-z_]\w*\s*(?:<[^;{}()]{0,300}>\s*)?(?:final\s*)?(?::(?!:)|\{)"
)  # fmt: skip
# `class API Box final : Base {`, `struct API_EXPORT(1) Box<int> {`, `class API [[nodiscard]] Box {`
_CLASS_MACROS: Final = (b"class" + _CLASS_MACRO, b"struct" + _CLASS_MACRO)
# `#if __has_include(<bit>)`: to the grammar a comparison without a left side.
_HAS_INCLUDE: Final = (rb"has_include\(\s*+(<[^>\n]*+>)", rb"HAS_INCLUDE\(\s*+(<[^>\n]*+>)")
# `#if` in the middle of an expression, behind `=`, `&&` or an opening bracket: the first branch is what is read.
_LINES: Final = rb"\n(?:(?!#)[^\n]*+\n)*+"
_BRANCHES: Final = (
    rb"(#if(?:(?<=&&\n#if)|(?<=\|\|\n#if)|(?<=[\w \])]=\n#if)|(?<=\w\(\n#if))[^\n]*+)" + _LINES +
    rb"(?:(#el[^\n]*+" + _LINES + rb")(?:(#el[^\n]*+" + _LINES + rb"))?+)?+(#endif[^\n]*+)"
)  # fmt: skip
# Under `#if 0`, what has no statement in it: tables and prose, which the grammar stumbles over word by word. No comment
# begins or ends there, which would hold more than these lines.
_NO_CODE: Final = (
    rb"#if 0(?<=\n#if 0)[ \t]*+(?://[^\n]*+)?+\r?+"
    rb"((?:\n(?![ \t]*+#)(?:[^;{}/*\n]|/(?!\*)|\*(?!/))*+)++)(?=\n[ \t]*+#[ \t]*+e)"
)
# Statements that begin with the call of a macro. No definition stands in the brackets, and on files of tests half of
# the time goes into what the grammar makes of what does:
# `ASSIGN_OR_RETURN(auto value, read())` declares what it is given, which no call can: without `auto` it reads as one.
# `MOCK_METHOD(int, size, (), (const));` is given types. A single word stays: in a struct of C it is read as a name.
# `TEST_CASE("adds", "[sums]") {` is no function for its strings: without them it reads as one that has no type.
_AUTO: Final = rb"(?:const\s++)?auto\b[\s&*]*+(?=[A-Za-z_\[])"
_PLAIN: Final = rb"[^\"(){};/\\]"  # neither a comment nor a line that goes on: what is blanked there would begin or end
_STRINGS: Final = _PLAIN + b"*+" + STRING + b"(?:" + _PLAIN + b"++|" + STRING + rb"|\(" + _PLAIN + rb"*+\))*+"
_CALLED_MACRO: Final = (
    rb"\n[ \t]*+" + SHOUT + rb"\(\s*+(?:(" + _AUTO + b")"
    rb"|(?!\w*+\))(" + ARGUMENTS + rb")(?=\)\s*+;)"
    rb"|(" + _STRINGS + rb")(?=\)\s*+\{))"
)  # fmt: skip
# Behind a function's head and before its body, `int size() const NOEXCEPT {`, or before its members. Before a
# semicolon, and with brackets on the line below, only what is said of locks: `(long) LIMIT;` ends like a declaration,
# and the bracket may close a comment above a test. The same is said of variables, `int size GUARDED_BY(lock);`.
_QUALIFIERS: Final = rb"(?:(?:const|override|noexcept)\b\s*+)*+"
_BODY: Final = rb"\s*+(?:\{|:\s*+(?!(?:if|for|while|switch)\b)[\w:]++\([^;{}?]{0,500}+\{)"
_LOCKS: Final = rb"[A-Z_]*LOCK[A-Z_]*+\([^()\n]*+\)\s*+[;{=]"
_BEHIND_HEAD: Final = (
    rb"\)(?=\s*+[A-Z_cno])(?:"
    rb"[ \t]*+" + _QUALIFIERS + b"(?=" + MACRO + _BODY + b")"
    rb"|\s*+" + _QUALIFIERS + b"(?=" + SHOUT + rb"\s*+\{|" + _LOCKS + b")"
    rb"|(?:[ \t]*+const\b[ \t]*+|(?<=\(\))[ \t]++)" + _QUALIFIERS + b"(?=" + SHOUT + rb"\s*+;)"
    b")(" + MACRO + b")"
)  # fmt: skip
_BEHIND_NAME: Final = rb"GUARDED_BY(?<=[\w\s]GUARDED_BY)(\([^()\n;]*+(?:\([^()\n]*+\))?+\))(?=\s*+[;={])"
MASKED: Final = (*_CLASS_MACROS, *_HAS_INCLUDE, _NO_CODE, _BRANCHES, _CALLED_MACRO, _BEHIND_HEAD, _BEHIND_NAME)

# `for_each(item, list) {` in a function: blanked it leaves a block. No function of C is without a type.
_BLOCK_MACRO: Final = (
    rb"\n(?<=[;{}:/\n]\n)[ \t]++((?!(?:if|for|while|switch|else|return|do|case|sizeof)\b)\w++[ \t]*+"
    rb"\((?=[^;{}\n]*+\{)" + ARGUMENTS + rb"\))(?=\s*+\{)"
)
_VA_ARG: Final = rb"va_arg\(\s*+[\w.>-]++\s*+(,[^()\n]*+)\)"  # `va_arg(list, char *)` is given a type
_BEHIND_PARAMETER: Final = rb"\*\s*+\w++[ \t]++(" + SHOUT + rb")(?=\s*+[,)])"  # `void *data UNUSED`
MASKED_IN_C: Final = (_NO_CODE, _BRANCHES, _CALLED_MACRO, _BLOCK_MACRO, _BEHIND_PARAMETER, _VA_ARG)

# `int size(Box box) NOEXCEPT;`, which may be a cast too, `return (long) LIMIT;`: where most of a file is lost.
MENDED: Final = (rb"\)[ \t]*+(" + MACRO + rb")[ \t]*+;",)
