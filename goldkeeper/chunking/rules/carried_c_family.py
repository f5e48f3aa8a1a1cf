"""Objective-C, Hack and Perl, from tree-sitter-languages.

Objective-C: methods as in the runtime's own messages, `Cart.addItem:count:`; a category is one more
chunk of its class (`Cart(Extras)`) and its methods are the class's. The sign that tells methods of
the class from those of an instance (`+`, `-`) is not part of the symbol.
Hack: `Namespace::Class::method`, as with PHP.
Perl: `Shop::Cart::new`, within the package in force.
"""

import re

from tree_sitter import Node

from goldkeeper.chunking.rules.base import (
    EVERYWHERE,
    Inside,
    LanguageRules,
    Named,
    class_like,
    function,
    namespace,
    text_of,
)

# --- Objective-C


def _objc_class(node: Node) -> Named | None:
    name = text_of(node.child_by_field_name("name"))
    category = node.child_by_field_name("category")
    if not name:
        return None
    return Named(f"{name}({text_of(category)})", inside=name) if category is not None else Named(name)


def _objc_method(node: Node) -> str | None:
    selector = node.child_by_field_name("selector")
    if selector is None:
        return None
    if selector.type == "identifier":
        return text_of(selector)
    keywords = [child for child in selector.named_children if child.type == "keyword_declarator"]
    return "".join(f"{text_of(keyword.child_by_field_name('keyword'))}:" for keyword in keywords) or None


def _declared(node: Node) -> str | None:
    found = node.child_by_field_name("declarator")
    while found is not None and found.type != "identifier":
        found = found.child_by_field_name("declarator")
    return text_of(found) or None


def _tag(node: Node) -> str | None:
    """A struct or enum with a body and a name: its tag, or the name that the typedef around it gives."""
    if node.child_by_field_name("body") is None:
        return None
    name = node.child_by_field_name("name")
    if name is None and node.parent is not None and node.parent.type == "type_definition":
        name = node.parent.child_by_field_name("declarator")
    return text_of(name) or None


_OBJC = LanguageRules(
    language="objc",
    suffixes=(".m", ".mm"),
    carried="objc",
    definitions={
        "class_interface": class_like(_objc_class),
        "class_implementation": class_like(_objc_class),
        "category_interface": class_like(_objc_class),
        "category_implementation": class_like(_objc_class),
        "protocol_declaration": class_like(_objc_class),
        "method_declaration": function(_objc_method, inside=Inside.NEVER),
        "method_definition": function(_objc_method, inside=Inside.NEVER),
        "function_definition": function(_declared, inside=Inside.NEVER),
        "struct_specifier": class_like(_tag, inside=Inside.NEVER),
        "union_specifier": class_like(_tag, inside=Inside.NEVER),
        "enum_specifier": class_like(_tag, inside=Inside.NEVER),
    },
    wrappers=frozenset({"type_definition"}),
    containers=frozenset({"preproc_if", "preproc_ifdef", "preproc_else", "preproc_elif", "linkage_specification"}),
    transparent=frozenset({"preproc_if", "preproc_ifdef", "preproc_else", "preproc_elif", "linkage_specification"}),
)

# --- Hack


def _hack_namespace(node: Node) -> Named:
    name = text_of(node.child_by_field_name("name"))
    return Named(name, inside=name, chunk=False, following=node.child_by_field_name("body") is None)


_HACK = LanguageRules(
    language="hack",
    suffixes=(".hack",),
    carried="hack",
    definitions={
        "namespace_declaration": namespace(_hack_namespace, following=True),
        "class_declaration": class_like(),
        "interface_declaration": class_like(),
        "trait_declaration": class_like(),
        "enum_declaration": class_like(inside=Inside.NEVER),
        "function_declaration": function(inside=Inside.NEVER),
        "method_declaration": function(inside=Inside.NEVER),
    },
    containers=frozenset({"member_declarations"}),
    transparent=frozenset({"namespace_declaration"}),
    separator="::",
)

# --- Perl

_PERL_NAME = re.compile(r"(?:(?:my|our|state) )?sub ([\w:']+\w)")


def _perl_package(node: Node) -> Named | None:
    name = next((text_of(child) for child in node.named_children if child.type == "package_name"), "")
    if not name:
        return None
    has_body = any(child.type == "block" for child in node.named_children)
    return Named(name, inside=name, chunk=False, following=not has_body)


def _perl_sub(node: Node) -> str | None:
    if node.child_by_field_name("body") is None:  # a declaration ahead
        return None
    # The grammar knows no names with `::` after `sub`: it takes the first part and an error behind it.
    found = _PERL_NAME.match(text_of(node))
    return found[1] if found else text_of(node.child_by_field_name("name")) or None


_PERL = LanguageRules(
    language="perl",
    suffixes=(".pl", ".pm", ".t", ".psgi"),
    carried="perl",
    definitions={
        "package_statement": namespace(_perl_package, following=True),
        "function_definition": function(_perl_sub),
        "function_definition_without_sub": function(_perl_sub),
    },
    containers=frozenset({"block"}),
    transparent=frozenset({"package_statement", "block"}),
    hinted=EVERYWHERE,
    hint=(rb"sub\b", rb"package\b"),
    comments=frozenset({"comments", "comment", "pod_statement"}),
    silent=frozenset({"semi_colon"}),
    separator="::",
)

RULES = (_OBJC, _HACK, _PERL)
