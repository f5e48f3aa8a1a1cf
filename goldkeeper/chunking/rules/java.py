"""Java. Constructors go by the class's name; bodies of enum constants and anonymous classes hold methods too.

A method of an anonymous class is named through the type that is made: `Shop.open.Runnable.run`; one of
an enum constant's body through the constant: `Planet.EARTH.mass`. A field makes a chunk where it holds a lambda.
Packages are no part of symbols.
"""

from typing import Final

from tree_sitter import Node

from goldkeeper.chunking.rules.base import (
    ANONYMOUS,
    EVERYWHERE,
    LanguageRules,
    Named,
    class_like,
    function,
    namespace,
    text_of,
)

_BODY: Final = "class_body"

# `new Runnable() {`: the brace comes after arguments that may nest. Without backtracking, and where
# brackets nest deeper than here, a quote has no end or a comment begins, taken for an anonymous class to be safe.
_QUOTED: Final = rb"\"(?:[^\"\\\n]|\\.)*+\"|'(?:[^'\\\n]|\\.)*+'"
_PLAIN: Final = rb"[^()\"'/]++|/(?![/*])|" + _QUOTED
_ONCE: Final = rb"(?:" + _PLAIN + rb"|\((?:" + _PLAIN + rb")*+\))*+"
_TWICE: Final = rb"(?:" + _PLAIN + rb"|\(" + _ONCE + rb"\))*+"
_ANONYMOUS_CLASS: Final = rb"new\b(?=[\w.$@\s<>,?&]++\(" + _TWICE + rb"(?:\)\s*+[{/]|[\"'(/]))"


def _constant(node: Node) -> str | None:
    return text_of(node.child_by_field_name("name")) if node.child_by_field_name("body") is not None else None


def _field(node: Node) -> str | None:
    """The name of a field that holds a function."""
    for declarator in node.children_by_field_name("declarator"):
        value = declarator.child_by_field_name("value")
        if value is not None and value.type == "lambda_expression":
            return text_of(declarator.child_by_field_name("name"))
    return None


def _anonymous(node: Node) -> Named | None:
    children = node.children
    if not children or children[-1].type != _BODY:
        return None
    made = node.child_by_field_name("type")
    if made is not None and made.type == "generic_type":
        made = made.named_children[0]
    name = text_of(made).rpartition(".")[2] or ANONYMOUS
    return Named(name, chunk=False)


RULES = LanguageRules(
    language="java",
    suffixes=(".java",),
    wheel="tree_sitter_java",
    carried="java",
    definitions={
        "class_declaration": class_like(),
        "interface_declaration": class_like(),
        "enum_declaration": class_like(),
        "record_declaration": class_like(),
        "annotation_type_declaration": class_like(),
        "method_declaration": function(),
        "constructor_declaration": function(),
        "compact_constructor_declaration": function(),
        "field_declaration": function(_field),
        "constant_declaration": function(_field),
        "enum_constant": namespace(_constant),
        "object_creation_expression": namespace(_anonymous),
    },
    containers=frozenset(
        {_BODY, "interface_body", "enum_body", "enum_body_declarations", "annotation_type_body", "constructor_body"}
    ),
    hinted=EVERYWHERE,
    hint=(_ANONYMOUS_CLASS, rb"class\s++[\w$]", rb"interface\s", rb"enum\s", rb"record\s"),
    comments=frozenset({"line_comment", "block_comment", "comment"}),
)
