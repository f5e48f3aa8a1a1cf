"""Rust. Methods go by their type, `Buf::read`, whichever trait the impl block is for.

An impl block is a class chunk under its own head, `impl<T> Source for Buf<T>`, without `unsafe` and
where clause. Modules only qualify. What stands inside the brackets of a macro call is tokens to the
parser and makes no chunk.
"""

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

_AROUND_TYPE: Final = {"reference_type": "type", "pointer_type": "type", "generic_type": "type"}
_HEAD_END: Final = frozenset({"where_clause", "declaration_list", ";"})


def _self_type(node: Node | None) -> str:
    """`Pipe` of `&'a mut io::Pipe<T>`: what its methods are called by."""
    while node is not None:
        if node.type in _AROUND_TYPE:
            node = node.child_by_field_name(_AROUND_TYPE[node.type])
        elif node.type == "dynamic_type":
            node = node.child_by_field_name("trait")
        elif node.type == "scoped_type_identifier":
            node = node.child_by_field_name("name")
        else:
            break
    return text_of(node)


def _impl(node: Node) -> Named:
    children = node.children
    head = [child for child in children if child.type == "impl"][:1] or children[:1]
    end = next((child for child in children if child.type in _HEAD_END), None)
    text = bytes_of(node)
    stop = len(text) if end is None else end.start_byte - node.start_byte
    name = " ".join(text[head[0].start_byte - node.start_byte : stop].decode("utf-8", "replace").split())
    return Named(name, inside=_self_type(node.child_by_field_name("type")))


def _module(node: Node) -> str | None:
    return text_of(node.child_by_field_name("name")) if node.child_by_field_name("body") is not None else None


RULES = LanguageRules(
    language="rust",
    suffixes=(".rs",),
    wheel="tree_sitter_rust",
    carried="rust",
    definitions={
        "function_item": function(),
        "function_signature_item": function(inside=Inside.NEVER),
        "struct_item": class_like(inside=Inside.NEVER),
        "enum_item": class_like(inside=Inside.NEVER),
        "union_item": class_like(inside=Inside.NEVER),
        "trait_item": class_like(),
        "impl_item": class_like(_impl),
        "mod_item": namespace(_module),
        "macro_definition": function(inside=Inside.NEVER),
    },
    containers=frozenset({"declaration_list", "block"}),
    hinted=EVERYWHERE,
    hint=(rb"fn\s", rb"struct\s", rb"enum\s", rb"trait\s", rb"impl\b", rb"union\s", rb"macro_rules!"),
    prefixes=frozenset({"attribute_item"}),
    transparent=frozenset({"mod_item", "declaration_list"}),
    comments=frozenset({"line_comment", "block_comment"}),
    silent=frozenset({"empty_statement", "inner_attribute_item", "token_tree"}),
    separator="::",
)
