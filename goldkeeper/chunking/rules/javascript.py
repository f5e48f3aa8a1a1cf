"""JavaScript, and what TypeScript shares with it: functions are values here, and get their names by being bound.

- `const f = () => …`, `obj.f = function …`, `{ f: function … }`, class fields: named by the binding.
- `exports.f = …` and `module.exports.f = …` are `f`, as `export function f` is.
- `Foo.prototype.bar = …` is `Foo.bar`; `this.bar = …` in the function `Foo` too.
- An object literal bound to a name qualifies the functions in it: `const api = { get() … }` has `api.get`.
- `export default` of something without a name is `default`; `module.exports = function …` without one
  is `module.exports`.
- Other named function and class expressions go by their own name, callbacks without a name are part
  of what surrounds them.
"""

import re
from collections.abc import Mapping
from typing import Final

from tree_sitter import Node

from goldkeeper.chunking.rules.base import (
    EVERYWHERE,
    Definition,
    Inside,
    LanguageRules,
    Named,
    class_like,
    function,
    text_of,
)
from goldkeeper.model.chunks import ChunkKind

_FUNCTIONS: Final = frozenset(
    {"arrow_function", "function_expression", "function", "generator_function"}  # `function`: older grammars
)
_CLASSES: Final = frozenset({"class"})
_NAMEABLE: Final = _FUNCTIONS | _CLASSES | {"object"}
_CASTS: Final = frozenset({"parenthesized_expression", "as_expression", "satisfies_expression", "non_null_expression"})
_BINDINGS: Final = frozenset(
    {"variable_declarator", "assignment_expression", "pair", "field_definition", "public_field_definition"}
)
_MAX_PLACE: Final = 80  # characters; what is assigned to a longer expression has no name that anyone would search
_MAX_CASTS: Final = 3  # brackets and casts around a value; each look outwards costs the tree's depth
_QUOTED_KEY: Final = re.compile(r"""\[(["'])([\w$]+)\1\]""")
_EXPORTS: Final = re.compile(r"^(?:module\.)?exports\.")
_PROTOTYPE: Final = re.compile(r"\.prototype\b(?=\.|$)")


def _bound(value: Node | None) -> Node | None:
    """The value at the end of a chain of assignments, parentheses and casts."""
    while value is not None:
        kind = value.type
        if kind in _CASTS:
            value = value.named_children[0] if value.named_children else None
        elif kind == "assignment_expression":
            value = value.child_by_field_name("right")
        else:
            return value
    return None


def _nameable(value: Node | None) -> str | None:
    """The type of a value that can be known by a name: most can't, and are asked before the name is read."""
    value = _bound(value)
    kind = None if value is None else value.type
    return kind if kind in _NAMEABLE else None


def _named_by(name: str, kind: str | None, *, inside: str | None = None) -> Named | str | None:
    if kind is None or not name:
        return None
    if kind in _FUNCTIONS:
        return name if inside is None else Named(name, inside=inside)
    if kind in _CLASSES:
        return Named(name, inside=inside, kind=ChunkKind.CLASS)
    return Named(name, inside=inside, chunk=False)


def _key(node: Node | None) -> str:
    if node is None:
        return ""
    text = text_of(node)
    return text[1:-1] if node.type == "string" else text


def _variable(node: Node) -> Named | str | None:
    kind = _nameable(node.child_by_field_name("value"))
    if kind is None:
        return None
    name = node.child_by_field_name("name")
    if name is None or name.type != "identifier":
        return None  # a pattern binds parts of the value
    return _named_by(text_of(name), kind)


def _assignment(node: Node) -> Named | str | None:
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    kind = _nameable(right)
    if kind is None or left is None or left.end_byte - left.start_byte > _MAX_PLACE:
        return None
    place = _QUOTED_KEY.sub(r".\2", "".join(text_of(left).split()))
    place = _PROTOTYPE.sub("", _EXPORTS.sub("", place).removeprefix("this."))
    if place in {"module.exports", "exports"}:
        value = _bound(right)
        own = text_of(value.child_by_field_name("name")) if value is not None else ""
        answer = _named_by(own or place, kind, inside="" if kind == "object" else None)
    else:
        answer = _named_by(place, kind)
    if answer is None or node.parent is None or node.parent.type in _BINDINGS:
        return None  # in a chain of assignments the first names the value
    return answer


def _pair(node: Node) -> Named | str | None:
    kind = _nameable(node.child_by_field_name("value"))
    return None if kind is None else _named_by(_key(node.child_by_field_name("key")), kind)


def _field(node: Node) -> Named | str | None:
    kind = _nameable(node.child_by_field_name("value"))
    if kind is None:
        return None
    name = node.child_by_field_name("property") or node.child_by_field_name("name")
    return _named_by(_key(name), kind)


def method_name(node: Node) -> str:
    """The key of a method without quotes; a computed one keeps its brackets."""
    return _key(node.child_by_field_name("name"))


def _expression(node: Node) -> str | None:
    name = node.child_by_field_name("name")
    if name is None:
        return None
    parent = node.parent
    for _ in range(_MAX_CASTS):
        if parent is None or parent.type not in _CASTS:
            break
        parent = parent.parent
    return None if parent is not None and parent.type in _BINDINGS else text_of(name)


def _export(node: Node) -> Named | None:
    declared = node.child_by_field_name("declaration")
    if declared is not None and declared.child_by_field_name("name") is not None:
        return None
    if not any(child.type == "default" for child in node.children):
        return None
    value = _bound(node.child_by_field_name("value") or declared)
    if value is None or value.child_by_field_name("name") is not None:
        return None
    if value.type == "object":
        return Named("default", inside="", chunk=False)
    kind = ChunkKind.CLASS if "class" in value.type else ChunkKind.FUNCTION
    return Named("default", kind=kind) if value.type in _FUNCTIONS | _CLASSES or "declaration" in value.type else None


DEFINITIONS: Final[Mapping[str, Definition]] = {
    "function_declaration": function(),
    "generator_function_declaration": function(),
    "function_expression": function(_expression),
    "function": function(_expression),
    "generator_function": function(_expression),
    "class_declaration": class_like(),
    "class": class_like(_expression),
    "method_definition": function(method_name),
    "field_definition": function(_field),
    "public_field_definition": function(_field),
    "variable_declarator": function(_variable),
    "assignment_expression": function(_assignment),
    "pair": function(_pair),
    "export_statement": Definition(ChunkKind.FUNCTION, _export, Inside.ALWAYS),
}
CONTAINERS: Final = frozenset({"class_body"})
WRAPPERS: Final = frozenset({"export_statement"})
HINTED_WRAPPERS: Final = frozenset({"lexical_declaration", "variable_declaration", "expression_statement"})
PREFIXES: Final = frozenset({"decorator"})
SILENT: Final = frozenset({"empty_statement", "string"})  # a string is no statement of its own

# Three brackets deep, without backtracking; deeper ones count as found, to be safe.
_IN_BRACKETS: Final = rb"(?:[^()]++|\((?:[^()]++|\([^()]*+\))*+\))*+"
# What begins a value that can be a function, behind `=` or `:`.
_VALUE: Final = (
    rb"\s*+(?:function\b|class\b|async\b|[<@]|(?<=\s)//|/\*|[\w$]++\s*+=>"
    rb"|\((?:\s*+(?:function\b|class\b|async\b|\(|[\w$]++\s*+=>)|(?="
    + _IN_BRACKETS
    + rb"(?:\)\s*+(?:=>|:|/[/*])|\())))"
)
# A method in an object literal, behind `{` or `,`: a key, its parameters, and a body.
_KEY: Final = rb"(?:[\w$#]++|\[[^\]\n]*+\]|'[^'\n]*+'|\"[^\"\n]*+\")"
_METHOD: Final = (
    rb"\s*+(?:(?://[^\n]*+|/\*(?:[^*]|\*(?!/))*+\*/)\s*+)*+((?:(?:async|get|set|static)\b\s*+(?!\()|\*\s*+)*+"
    rb"(?!(?:if|for|while|switch|function|return)\b)" + _KEY + rb"\s*+(?:<[^;{}()]*>\s*+)?"
    rb"\((?=" + _IN_BRACKETS + rb"(?:\)\s*+(?:[:{]|/[/*])|\()))"
)
# Most of what stands behind a comma is neither a key with brackets nor one with words before it.
_LIKE_A_METHOD: Final = rb"\s*+(?:[\w$#]++\s*+[(<\w$#*\['\"/]|[*/'\"\[])"
# Each begins with a literal: a set of characters there takes five times as long.
HINT: Final = (
    rb"function\s*+\*?\s*+[\w$]",
    rb"class\s++[\w$]",
    rb"=" + _VALUE,
    rb":" + _VALUE,
    rb"\{(?<!\)[ ]\{)(?<!=>[ ]\{)" + _METHOD,  # not in a block
    rb",(?=" + _LIKE_A_METHOD + rb")" + _METHOD,
)

RULES = LanguageRules(
    language="javascript",
    suffixes=(".js", ".mjs", ".cjs", ".jsx"),
    file_names=("Jakefile",),
    wheel="tree_sitter_javascript",
    carried="javascript",
    definitions=DEFINITIONS,
    containers=CONTAINERS,
    hinted=EVERYWHERE,
    hint=HINT,
    wrappers=WRAPPERS,
    hinted_wrappers=HINTED_WRAPPERS,
    prefixes=PREFIXES,
    comments=frozenset({"comment", "hash_bang_line", "html_comment"}),
    silent=SILENT,
)
