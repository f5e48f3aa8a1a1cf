"""Scala 2 and 3. Members by `.`, without the package: as with Java, the path says that much.

An extension is one more chunk of its type's name, so its methods are `String.shout`. A given
without a name is called as the compiler calls it, `given_Ordering_Int`. A value makes a chunk where
it holds a function or an anonymous class, and no method holds it.
"""

import re

from tree_sitter import Node

from goldkeeper.chunking.rules.base import (
    ANONYMOUS,
    EVERYWHERE,
    LanguageRules,
    Named,
    class_like,
    function,
    text_of,
)
from goldkeeper.model.chunks import ChunkKind

_MEMBER_PLACES = frozenset({"compilation_unit", "template_body", "with_template_body", "enum_body", "ERROR"})
_FUNCTIONS = frozenset({"lambda_expression", "case_block"})
_TYPE_WORD = re.compile(r"[^\W\d]\w*")


def _name(node: Node) -> str:
    return text_of(node.child_by_field_name("name")).strip("`")


def _given(node: Node) -> Named | None:
    body = node.child_by_field_name("body")
    is_class = body is not None and body.type in {"with_template_body", "template_body"}
    kind = ChunkKind.CLASS if is_class else ChunkKind.FUNCTION
    name = _name(node)
    if not name:
        words = _TYPE_WORD.findall(text_of(node.child_by_field_name("return_type")))
        name = "_".join(["given", *words])
    return Named(name, kind=kind)


def _extension(node: Node) -> str:
    parameters = node.children_by_field_name("parameters")
    for group in parameters:
        for parameter in group.named_children:
            extended = parameter.child_by_field_name("type")
            if parameter.type == "parameter" and extended is not None:
                return text_of(extended.child_by_field_name("type") or extended)
    return ANONYMOUS


def _value(node: Node) -> Named | None:
    pattern, value = node.child_by_field_name("pattern"), node.child_by_field_name("value")
    if pattern is None or value is None or pattern.type != "identifier":
        return None
    name = text_of(pattern).strip("`")
    is_member = node.parent is not None and node.parent.type in _MEMBER_PLACES
    if value.type in _FUNCTIONS:
        return Named(name) if is_member else None
    if value.type == "instance_expression" and _has_body(value):
        return Named(name, kind=ChunkKind.CLASS, chunk=is_member)
    return None


def _has_body(creation: Node) -> bool:
    return any(child.type == "template_body" for child in creation.named_children)


def _instance(node: Node) -> Named | None:
    if not _has_body(node):
        return None
    bound = node.parent is not None and node.parent.type in {"val_definition", "var_definition"}
    return Named("" if bound else ANONYMOUS, inside="" if bound else None, chunk=False)


RULES = LanguageRules(
    language="scala",
    suffixes=(".scala", ".sc", ".sbt"),
    wheel="tree_sitter_scala",
    carried="scala",
    definitions={
        "package_object": class_like(),
        "class_definition": class_like(_name),
        "object_definition": class_like(_name),
        "trait_definition": class_like(_name),
        "enum_definition": class_like(_name),
        "given_definition": class_like(_given),
        "extension_definition": class_like(_extension),
        "function_definition": function(_name),
        "function_declaration": function(_name),
        "val_definition": function(_value),
        "var_definition": function(_value),
        "instance_expression": class_like(_instance),
    },
    containers=frozenset({"package_clause", "template_body", "with_template_body", "enum_body"}),
    transparent=frozenset({"package_clause", "template_body"}),
    hinted=EVERYWHERE,
    hint=(rb"def\b", rb"class\b", rb"object\b", rb"trait\b", rb"enum\b", rb"given\b", rb"extension\b"),
    comments=frozenset({"comment", "block_comment"}),
)
