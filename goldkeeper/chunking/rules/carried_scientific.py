"""R, Julia and Fortran, from tree-sitter-languages.

R: functions bound to a name by any of its arrows (`print.cart`, `obj$method`), R6 and reference
classes with their methods (`Cart$total`), S4 methods by generic and class (`show,Cart`).
Julia: by `.`, modules too (`Shop.Cart`); a method that extends a foreign function keeps its written
name (`Base.show`); a docstring above is a comment.
Fortran: names as they are written, though the language takes no notice of case.
"""

from tree_sitter import Node

from goldkeeper.chunking.rules.base import (
    ANONYMOUS,
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

# --- R

_R_FUNCTIONS = frozenset({"function_definition", "lambda_function"})
_R_CLASS_MAKERS = frozenset({"R6Class", "setRefClass", "setClass", "ggproto", "new_class"})
_R_METHOD_MAKERS = frozenset({"setMethod", "setGeneric", "setValidity", "setReplaceMethod"})


def _r_assignment(node: Node) -> Named | None:
    name, value = node.child_by_field_name("name"), node.child_by_field_name("value")
    if name is None or value is None:
        return None
    own = _r_name(name)
    if value.type in _R_FUNCTIONS:
        return Named(own)
    if value.type == "call" and _r_called(value) in _R_CLASS_MAKERS:
        return Named(own, kind=ChunkKind.CLASS)
    return None


def _r_name(node: Node) -> str:
    return text_of(node).strip("`\"'")


def _r_called(call: Node) -> str:
    return text_of(call.child_by_field_name("function")).rpartition("::")[2]


def _r_call(node: Node) -> Named | None:
    called = _r_called(node)
    if called not in _R_METHOD_MAKERS and (called not in _R_CLASS_MAKERS or _r_is_bound(node)):
        return None
    arguments = node.child_by_field_name("arguments")
    words = (
        [_r_name(argument) for argument in arguments.named_children if argument.type == "string"] if arguments else []
    )
    if called in _R_CLASS_MAKERS:
        return Named(words[0], kind=ChunkKind.CLASS) if words else None
    return Named(",".join(words[:2])) if words else None


def _r_is_bound(call: Node) -> bool:
    return call.parent is not None and "assignment" in call.parent.type


def _r_argument(node: Node) -> Named | None:
    """`total = function() …` among the methods of a class; elsewhere an argument is no definition."""
    name, value = node.child_by_field_name("name"), node.child_by_field_name("value")
    if name is None or value is None or value.type not in _R_FUNCTIONS:
        return None
    around = node.parent
    for _ in range(6):  # class → arguments → argument → list → arguments
        if around is None:
            return None
        if around.type == "call" and _r_called(around) in _R_CLASS_MAKERS:
            return Named(_r_name(name))
        around = around.parent
    return None


_R = LanguageRules(
    language="r",
    suffixes=(".r",),
    file_names=(".Rprofile",),
    carried="r",
    definitions={
        "left_assignment": Definition(ChunkKind.FUNCTION, _r_assignment, Inside.HINTED),
        "left_assignment2": Definition(ChunkKind.FUNCTION, _r_assignment, Inside.HINTED),
        "equals_assignment": Definition(ChunkKind.FUNCTION, _r_assignment, Inside.HINTED),
        "super_assignment": Definition(ChunkKind.FUNCTION, _r_assignment, Inside.HINTED),
        "right_assignment": Definition(ChunkKind.FUNCTION, _r_assignment, Inside.HINTED),
        "super_right_assignment": Definition(ChunkKind.FUNCTION, _r_assignment, Inside.HINTED),
        "call": Definition(ChunkKind.FUNCTION, _r_call, Inside.HINTED),
        "default_argument": Definition(ChunkKind.FUNCTION, _r_argument, Inside.HINTED, "$"),
    },
    hinted=EVERYWHERE,
    hint=(
        rb"function\b",
        rb"\\\(",
        rb"set(?:Class|RefClass|Method|Generic|Validity|ReplaceMethod)\b",
        rb"R6Class",
        rb"ggproto",
        rb"new_class",
    ),
)

# --- Julia


def _julia_function(node: Node) -> Named | None:
    # The parentheses of a function object bear the field too.
    name = next((each for each in node.children_by_field_name("name") if each.is_named), None)
    if name is None:
        return None
    if name.type == "function_object":  # `function (c::Cart)(x)`, what calling a Cart does
        return Named(text_of(name.child_by_field_name("type")) or ANONYMOUS)
    # `$name` in a macro has no name before it is expanded.
    return Named(text_of(name)) if name.type != "interpolation_expression" else None


def _julia_macro(node: Node) -> Named | None:
    name = text_of(node.child_by_field_name("name"))
    return Named(f"@{name}") if name else None


def _julia_assignment(node: Node) -> Named | None:
    parts = [child for child in node.named_children if child.type != "operator"]
    if len(parts) != 2 or parts[0].type != "identifier":
        return None
    named = parts[1].type == "function_definition" and parts[1].child_by_field_name("name") is None
    return Named(text_of(parts[0])) if named or parts[1].type == "function_expression" else None


_JULIA = LanguageRules(
    language="julia",
    suffixes=(".jl",),
    carried="julia",
    definitions={
        "module_definition": class_like(),
        "struct_definition": class_like(),
        "abstract_definition": class_like(inside=Inside.NEVER),
        "primitive_definition": class_like(inside=Inside.NEVER),
        "function_definition": function(_julia_function),
        "short_function_definition": function(_julia_function),
        "macro_definition": function(_julia_macro),
        "assignment": function(_julia_assignment),
    },
    wrappers=frozenset({"const_statement"}),
    hinted=EVERYWHERE,
    hint=(rb"=", rb"->", rb"function\b", rb"macro\b", rb"struct\b", rb"module\b", rb"type\b"),
    # A string that stands alone is the docstring of what follows.
    comments=frozenset({"line_comment", "block_comment", "comment", "string_literal"}),
)

# --- Fortran


def _fortran_unit(node: Node) -> str | None:
    head = next((child for child in node.named_children if child.type.endswith("_statement")), None)
    if head is None:
        return None
    name = head.child_by_field_name("name")
    if name is None:
        name = next((child for child in head.named_children if child.type in {"name", "type_name"}), None)
    return text_of(name) or None


_FORTRAN_DEFINITIONS = {
    "module": class_like(_fortran_unit),
    "submodule": class_like(_fortran_unit),
    "program": class_like(_fortran_unit),
    "derived_type_definition": class_like(_fortran_unit, inside=Inside.NEVER),
    "interface": class_like(_fortran_unit, inside=Inside.NEVER),
    "function": function(_fortran_unit),
    "subroutine": function(_fortran_unit),
    "module_procedure": function(_fortran_unit),
}

_FORTRAN = LanguageRules(
    language="fortran",
    suffixes=(".f90", ".f95", ".f03", ".f08", ".f18"),
    carried="fortran",
    definitions=_FORTRAN_DEFINITIONS,
    containers=frozenset({"internal_procedures"}),
    hint=(rb"[cC](?i:ontains)\b",),
)

_FIXED_FORTRAN = LanguageRules(
    language="fixed_form_fortran",
    suffixes=(".f", ".for", ".f77", ".ftn"),
    carried="fixed_form_fortran",
    definitions=_FORTRAN_DEFINITIONS,
    containers=frozenset({"internal_procedures"}),
    hint=(rb"[cC](?i:ontains)\b",),
)

RULES = (_R, _JULIA, _FORTRAN, _FIXED_FORTRAN)
