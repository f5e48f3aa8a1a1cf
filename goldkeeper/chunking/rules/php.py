r"""PHP. `Namespace::Class::method`, the namespace as it is written: `Shop\Carts::Cart::total`.

A closure makes a chunk where it is bound to a variable or a property and is named like it
(`$handler`, `$this->callback`); so does a property with hooks (`Cart::$total`). The markup between
`?>` and `<?php` counts as top-level code.
"""

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
from goldkeeper.model.chunks import ChunkKind

_CLOSURES = frozenset({"anonymous_function", "arrow_function", "anonymous_function_creation_expression"})


def _namespace(node: Node) -> Named:
    name = text_of(node.child_by_field_name("name"))  # none: back to the global namespace
    return Named(name, inside=name, chunk=False, following=node.child_by_field_name("body") is None)


def _assignment(node: Node) -> Named | None:
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    if left is None or right is None:
        return None
    name = text_of(left)
    if right.type in _CLOSURES:
        return Named(name)
    if right.type == "object_creation_expression" and _anonymous_class(right) is not None:
        return Named(name, kind=ChunkKind.CLASS)
    return None


def _anonymous_class(creation: Node) -> Node | None:
    # The older grammar has no node of its own for it, only the body.
    return next((c for c in creation.named_children if c.type in {"anonymous_class", "declaration_list"}), None)


def _object(node: Node) -> Named | None:
    if _anonymous_class(node) is None:
        return None
    bound = node.parent is not None and node.parent.type == "assignment_expression"
    return Named("" if bound else ANONYMOUS, inside="" if bound else None, chunk=False)


def _property(node: Node) -> str | None:
    if not any(child.type == "property_hook_list" for child in node.named_children):
        return None
    element = next((child for child in node.named_children if child.type == "property_element"), None)
    return text_of(element.child_by_field_name("name")) if element is not None else None


RULES = LanguageRules(
    language="php",
    suffixes=(".php", ".phtml", ".php5", ".php7"),
    wheel="tree_sitter_php",
    entry="language_php",
    carried="php",
    definitions={
        "namespace_definition": namespace(_namespace, following=True),
        "class_declaration": class_like(),
        "interface_declaration": class_like(),
        "trait_declaration": class_like(),
        "enum_declaration": class_like(),
        "method_declaration": function(),
        "function_definition": function(),
        "property_declaration": function(_property),
        "assignment_expression": function(_assignment),
        "object_creation_expression": class_like(_object),
    },
    containers=frozenset({"declaration_list", "enum_declaration_list", "anonymous_class"}),
    wrappers=frozenset({"expression_statement"}),
    transparent=frozenset({"namespace_definition"}),
    hinted=EVERYWHERE,
    # Keywords take no notice of case.
    hint=(
        rb"[fF](?i:unction|n)\b",
        rb"[cC](?i:lass)\b",
        rb"[iI](?i:nterface)\b",
        rb"[tT](?i:rait)\b",
        rb"[eE](?i:num)\b",
    ),
    silent=frozenset({"php_tag", "php_end_tag", "empty_statement"}),
    separator="::",
)
