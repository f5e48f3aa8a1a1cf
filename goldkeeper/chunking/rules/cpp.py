"""C++ and C: the name of a function is at the bottom of its declarators.

- Symbols are qualified by namespaces and classes, `ns::Box::operator[]`; an anonymous namespace adds
  nothing. A scope written out of line loses the arguments that are its own template's parameters, so
  that `Box<T>::get` has the symbol it would have inside the class; those of a specialisation stay.
- Operators are written without spaces (`operator==`, `operator""_km`), word operators and conversions
  with one (`operator new[]`, `operator bool`).
- A declaration without a body is no chunk; at the top level it is top-level code.
- `TEST_F(Cart, Adds) { … }` looks like a function without a type called TEST_F. Its arguments are what
  tells it from its neighbours, so they are part of the symbol.
- Macros where the language has no place for a word, `class API Box { … }`, are blanked before parsing: `cpp_macros.py`
  and `cpp_strays.py`.
"""

import re
from typing import Final

from tree_sitter import Node

from goldkeeper.chunking.rules.base import (
    EVERYWHERE,
    Inside,
    LanguageRules,
    Named,
    bytes_of,
    class_like,
    function,
    namespace,
    text_of,
)
from goldkeeper.chunking.rules.cpp_macros import MASKED, MASKED_IN_C, MENDED
from goldkeeper.chunking.rules.cpp_strays import STRAYS, STRAYS_IN_C

_DECLARATORS: Final = frozenset(
    {
        "function_declarator",
        "pointer_declarator",
        "reference_declarator",
        "parenthesized_declarator",
        "array_declarator",
        "attributed_declarator",
        "init_declarator",
    }
)
_NOT_DECLARATORS: Final = frozenset({"attribute_specifier", "attribute_declaration", "ms_call_modifier", "comment"})
_BODIES: Final = frozenset({"compound_statement", "try_statement", "default_method_clause", "delete_method_clause"})
_KEYWORDS: Final = frozenset({"if", "for", "while", "switch", "else", "catch", "do", "return"})
_MACRO_NAME: Final = re.compile(r"[A-Z][A-Z0-9_]+")
_WORD_OPERATOR: Final = re.compile(r"operator\s+(new|delete|co_await)\b(.*)")
_MAX_ARGUMENTS: Final = 120  # characters of a macro's arguments in a symbol
_BRACKETS_ALONE: Final = 2  # children of a list of parameters without any, and bytes if nothing else is in it


def _declared(node: Node | None) -> tuple[Node | None, bool]:
    """The node that holds the name, and whether it is declared as a function."""
    is_function = False
    while node is not None and (kind := node.type) in _DECLARATORS:
        is_function = is_function or kind == "function_declarator"
        inner = node.child_by_field_name("declarator")
        if inner is None:
            inner = next((child for child in node.named_children if child.type not in _NOT_DECLARATORS), None)
        node = inner
    return node, is_function


def _function(node: Node) -> str | Named | None:
    leaf, is_function = _declared(node.child_by_field_name("declarator"))
    if leaf is None or (node.child_by_field_name("body") is None and node.children[-1].type not in _BODIES):
        return None
    kind = leaf.type
    if kind in {"qualified_identifier", "operator_cast"}:
        return _qualified(leaf, node)
    if not is_function:
        return _type_in_front(node)
    if kind == "operator_name":
        return _operator(leaf)
    name = text_of(leaf)
    if name in _KEYWORDS:
        return None  # what the parser makes of a block after a macro
    return name if node.child_by_field_name("type") is not None else _without_type(name, node)


def _type_in_front(node: Node) -> str | None:
    """`TEST_BEGIN(adds) { … }` in C: to the parser a type and a name in brackets."""
    kind, declarator, parent = node.child_by_field_name("type"), node.child_by_field_name("declarator"), node.parent
    if kind is None or declarator is None or declarator.type != "parenthesized_declarator":
        return None
    name = text_of(kind)
    if not _MACRO_NAME.fullmatch(name) or parent is None or parent.type not in _AT_TOP:
        return None
    return name + text_of(declarator)[:_MAX_ARGUMENTS]


def _without_type(name: str, node: Node) -> str | Named | None:
    """A constructor, or a macro that is called before a block: its arguments are part of what it is called."""
    declarator = node.child_by_field_name("declarator")
    parameters = declarator.child_by_field_name("parameters") if declarator is not None else None
    is_masked = parameters is not None and _is_masked(parameters)
    if not is_masked and not _MACRO_NAME.fullmatch(name):
        return name
    parent = node.parent  # asked last: the way to it leads from the top of the tree
    around = "" if parent is None else parent.type
    if is_masked:
        assert declarator is not None
        return Named(name, spelled=(declarator, _MAX_ARGUMENTS)) if around in _AT_TOP else None
    if around == "field_declaration_list":
        return name  # a constructor may shout
    if around == "compound_statement":
        return None  # a loop or the like
    return name + text_of(parameters)[:_MAX_ARGUMENTS]


def _is_masked(parameters: Node) -> bool:
    """Whether there were strings in brackets that now have nothing in them."""
    return parameters.child_count == _BRACKETS_ALONE < parameters.end_byte - parameters.start_byte


def _qualified(leaf: Node, owner: Node) -> str:
    """`ns::Box::get` from nested scopes, the innermost name spelled by its kind."""
    parts: list[str] = []
    parameters: frozenset[str] | None = None
    node: Node | None = leaf
    while node is not None and node.type == "qualified_identifier":
        scope = node.child_by_field_name("scope")
        if scope is not None and scope.type == "template_type":
            if parameters is None:
                parameters = _template_parameters(owner)
            parts.append(_scope(scope, parameters))
        elif scope is not None:
            parts.append(text_of(scope))
        node = node.child_by_field_name("name")
    if node is not None:
        parts.append(_conversion(node) if node.type == "operator_cast" else _leaf(node))
    return "::".join(part for part in parts if part)


def _leaf(node: Node) -> str:
    return _operator(node) if node.type == "operator_name" else text_of(node)


def _scope(scope: Node, parameters: frozenset[str]) -> str:
    arguments = scope.child_by_field_name("arguments")
    given = text_of(arguments).strip("<>").replace("...", "").split(",")
    if all(each.strip() in parameters for each in given):
        return text_of(scope.child_by_field_name("name"))
    return text_of(scope)


def _template_parameters(node: Node) -> frozenset[str]:
    names: set[str] = set()
    outer = node.parent
    while outer is not None and outer.type == "template_declaration":
        parameters = outer.child_by_field_name("parameters")
        for parameter in parameters.named_children if parameters is not None else ():
            words = re.findall(r"\w+", text_of(parameter).partition("=")[0])
            names.update(words[-1:])
        outer = outer.parent
    return frozenset(names)


def _operator(node: Node) -> str:
    text = text_of(node)
    word = _WORD_OPERATOR.fullmatch(text)
    if word is not None:
        return f"operator {word[1]}{''.join(word[2].split())}"
    return "".join(text.split())


def _conversion(node: Node) -> str:
    """`operator const T*`: everything before the parameters."""
    declarator = node.child_by_field_name("declarator")
    while declarator is not None and declarator.type != "abstract_function_declarator":
        inner = declarator.child_by_field_name("declarator")
        declarator = inner or next((c for c in declarator.named_children if "declarator" in c.type), None)
    text = bytes_of(node)
    stop = len(text) if declarator is None else declarator.start_byte - node.start_byte
    return re.sub(r"\s+(?=[*&])", "", " ".join(text[:stop].decode("utf-8", "replace").split()))


def _macro_call(node: Node) -> Named | None:
    """`TEST_CASE("adds") { … }`: to the parser a call that lacks its semicolon, and then a block."""
    children = node.children
    if len(children) != 2 or not children[1].is_missing or children[0].type != "call_expression":
        return None
    body, parent = node.next_named_sibling, node.parent
    if body is None or body.type != "compound_statement" or parent is None or parent.type not in _AT_TOP:
        return None
    return Named(text_of(children[0])[:_MAX_ARGUMENTS], end=body)


def _type(node: Node) -> str | Named | None:
    name = node.child_by_field_name("name")
    if node.child_by_field_name("body") is None:
        return None
    if node.parent is not None and node.parent.type == "type_definition":
        return None  # the type definition has the name
    if name is None:
        return Named("", inside="", chunk=False)
    return _qualified(name, node) if name.type == "qualified_identifier" else text_of(name)


def _typedef(node: Node) -> Named | None:
    """`typedef struct Tag { … } Name;` is known by the name that is used."""
    defined = node.child_by_field_name("type")
    if defined is None or defined.child_by_field_name("body") is None:
        return None
    name, _ = _declared(node.child_by_field_name("declarator"))
    return Named(text_of(name)) if name is not None else None


def _namespace(node: Node) -> Named:
    return Named(text_of(node.child_by_field_name("name")), inside=None if node.child_by_field_name("name") else "")


_AT_TOP: Final = frozenset(
    {"translation_unit", "declaration_list", "preproc_if", "preproc_ifdef", "preproc_else", "preproc_elif"}
)
_C_TYPES: Final = {
    "expression_statement": function(_macro_call),
    "struct_specifier": class_like(_type),
    "union_specifier": class_like(_type),
    "enum_specifier": class_like(_type, inside=Inside.NEVER),
    "type_definition": class_like(_typedef),
}
_CONDITIONS: Final = frozenset(
    {"preproc_if", "preproc_ifdef", "preproc_else", "preproc_elif", "preproc_elifdef", "linkage_specification"}
)
_LISTS: Final = _CONDITIONS | {"declaration_list", "field_declaration_list"}
_TOP_LISTS: Final = _CONDITIONS | {"declaration_list"}
# The condition of an `#if`, and what the macro in `#ifdef` is called.
_SILENT: Final = frozenset(
    {"identifier", "preproc_defined", "binary_expression", "unary_expression", "parenthesized_expression"}
    | {"number_literal", "preproc_call_expression", "string_literal"}
)
_HINTED_WRAPPERS: Final = frozenset({"declaration", "field_declaration", "type_definition"})
# A type with a body, and a line that looks like the head of a function: such lines stand in functions where
# a macro made the parser take a namespace or class for one. Without backtracking, this is tried on every line; a table
# of macro calls would be read to its end from each of its lines, so a head is looked for in so many bytes.
_FLAT: Final = rb"[^;{}()]*+"
_NESTED: Final = _FLAT + rb"(?:\(" + _FLAT + rb"(?:\(" + _FLAT + rb"\)" + _FLAT + rb")*+\)" + _FLAT + rb")*+"
_TYPE_BODY: Final = rb"\b(?:[^;{}()=*&<>]++|<[^;{}]*>|\(" + _NESTED + rb"\))*+\{"
_BRACKETS: Final = _FLAT + rb"(?:\(" + _NESTED + rb"\)" + _FLAT + rb")*+"
_FUNCTION_HEAD: Final = (
    rb"\n[ \t]*+((?!(?:if|for|while|switch|else|catch|do|return|case|try)\b)[A-Za-z_~\[][^;{}()=\n]*+"
    rb"(?:operator[^;{}\w\n]*+|\((?!\w*+\),))(?=[^;{}]{0,2000}+\{)" + _BRACKETS + rb"(?:\)" + _BRACKETS + rb")?\{)"
)
# In a function that parses, an indented line of two words before the bracket: there are compilers that allow functions
# in functions, and nearly every other line of a body is a call.
_NESTED_FUNCTION: Final = (
    rb"\n[ \t]++((?!(?:if|for|while|switch|else|return|case|do)\b)[A-Za-z_]\w*+[ \t*]++(?:[A-Za-z_]\w*+[ \t*]*+)++\("
    + _BRACKETS
    + rb"\)\s*+\{)"
)
_BODY_HINTS: Final = (
    rb"struct(?=" + _TYPE_BODY + rb")",  # a comment above may have the word too
    rb"union(?=" + _TYPE_BODY + rb")",
    rb"enum(?=\b(?:[^;{}()=]++|\([^;{}()]*\))*+\{)",
)
_CONTINUES: Final = rb"[A-Za-z_]\w*+[ \t]*+:(?!:)|\""  # labels, pieces of strings

C_RULES: Final = LanguageRules(
    language="c",
    suffixes=(".c",),
    wheel="tree_sitter_c",
    carried="c",
    definitions={"function_definition": function(_function), **_C_TYPES},
    containers=_LISTS,
    hinted=EVERYWHERE,
    hint=_BODY_HINTS,
    hint_without_error=(_NESTED_FUNCTION,),
    hint_on_error=(_FUNCTION_HEAD,),
    wrappers=frozenset({"linkage_specification"}),
    hinted_wrappers=_HINTED_WRAPPERS,
    transparent=_TOP_LISTS,
    silent=_SILENT,
    masked=(*MASKED_IN_C, *STRAYS_IN_C),
    continues=_CONTINUES,
    separator="::",
)

_SOURCES: Final = (".cpp", ".cc", ".cxx", ".c++", ".C", ".cppm", ".ixx", ".cu", ".ino")
_HEADERS: Final = (".hpp", ".hh", ".hxx", ".h++", ".h", ".H", ".ipp", ".inl", ".tpp", ".tcc", ".txx", ".cuh")

CPP_RULES: Final = LanguageRules(
    language="cpp",
    suffixes=_SOURCES + _HEADERS,
    wheel="tree_sitter_cpp",
    carried="cpp",
    definitions={
        "function_definition": function(_function),
        **_C_TYPES,
        "class_specifier": class_like(_type),
        "concept_definition": class_like(inside=Inside.NEVER),
        "namespace_definition": namespace(_namespace),
    },
    containers=_LISTS,
    hinted=EVERYWHERE,
    hint=(*_BODY_HINTS, rb"class(?=" + _TYPE_BODY + rb")"),
    hint_on_error=(_FUNCTION_HEAD,),
    wrappers=frozenset({"linkage_specification", "template_declaration", "friend_declaration"}),
    hinted_wrappers=_HINTED_WRAPPERS,
    transparent=_TOP_LISTS | {"namespace_definition"},
    silent=_SILENT | {"namespace_identifier", "nested_namespace_specifier"},
    masked=(*MASKED, *STRAYS),
    mends=tuple((macro, b"") for macro in MENDED),
    continues=_CONTINUES,
    separator="::",
)

RULES = (C_RULES, CPP_RULES)
