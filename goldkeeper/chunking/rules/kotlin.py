"""Kotlin. Members by `.`: `Cart.Companion.of` as the compiler and stack traces call it.

An extension is named with its receiver (`String.shout`), a property makes a chunk where it holds
code: accessors, a delegate's block, a function or an object. A block in a local variable makes none.
The grammar wants a line's end or a semicolon before the brace that closes a body. It takes
`interface Runner { fun run() }` for damaged, and an enum of such entries to the end of the file; so
a file with errors is read once more with semicolons there.
"""

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

_NAMES = frozenset({"identifier", "simple_identifier", "type_identifier"})
_BLOCKS = frozenset({"lambda_literal", "annotated_lambda"})
_MEMBER_PLACES = frozenset({"source_file", "class_body", "enum_class_body", "ERROR"})


def _own_name(node: Node) -> str:
    found = node.child_by_field_name("name") or next((c for c in node.named_children if c.type in _NAMES), None)
    return text_of(found).strip("`")


def _receiver(node: Node, before: Node | None) -> str:
    """The type that an extension extends, without type arguments and `?`; empty for no extension."""
    for child in node.named_children:
        if child == before:
            return ""
        if child.type == "nullable_type":
            child = child.named_children[0] if child.named_children else child  # noqa: PLW2901
        if child.type == "user_type":
            return ".".join(text_of(part) for part in child.named_children if part.type in _NAMES)
    return ""


def _function(node: Node) -> str | None:
    name = node.child_by_field_name("name") or next((c for c in node.named_children if c.type in _NAMES), None)
    if name is None:
        return None
    receiver = _receiver(node, name)
    own = text_of(name).strip("`")
    return f"{receiver}.{own}" if receiver else own


def _companion(node: Node) -> str:
    return _own_name(node) or "Companion"


def _entry(node: Node) -> str | None:
    has_body = any(child.type == "class_body" for child in node.named_children)
    return _own_name(node) if has_body else None


def _property(node: Node) -> Named | None:
    variable = next((child for child in node.named_children if child.type == "variable_declaration"), None)
    if variable is None:  # `val (a, b) = …`
        return None
    receiver = _receiver(node, variable)
    own = _own_name(variable)
    name = f"{receiver}.{own}" if receiver else own
    is_member = node.parent is not None and node.parent.type in _MEMBER_PLACES
    for child in node.named_children:
        match child.type:
            case "getter" | "setter" if any(part.type == "function_body" for part in child.named_children):
                return Named(name)  # `private set` alone is no code
            case "anonymous_function":
                return Named(name)
            case "object_literal":
                return Named(name, kind=ChunkKind.CLASS)
            case "lambda_literal" if is_member:
                return Named(name)
            case "property_delegate" if is_member and _delegates_to_block(child):
                return Named(name)
            case _:
                pass
    accessor = _accessor_behind(node)
    return Named(name, end=accessor) if accessor is not None else None


def _accessor_behind(node: Node) -> Node | None:
    """The last accessor with code; the older grammar has those on lines of their own beside the property."""
    found, sibling = None, node.next_named_sibling
    while sibling is not None and sibling.type in {"getter", "setter"}:
        if any(part.type == "function_body" for part in sibling.named_children):
            found = sibling
        sibling = sibling.next_named_sibling
    return found


def _delegates_to_block(delegate: Node) -> bool:
    call = next((child for child in delegate.named_children if child.type == "call_expression"), None)
    suffixes = [*call.named_children] if call else []
    suffixes += [inner for suffix in suffixes if suffix.type == "call_suffix" for inner in suffix.named_children]
    return any(suffix.type in _BLOCKS for suffix in suffixes)


def _object_literal(node: Node) -> Named:
    bound = node.parent is not None and node.parent.type == "property_declaration"
    return Named("" if bound else ANONYMOUS, inside="" if bound else None, chunk=False)


RULES = LanguageRules(
    language="kotlin",
    suffixes=(".kt", ".kts"),
    wheel="tree_sitter_kotlin",
    carried="kotlin",
    definitions={
        "class_declaration": class_like(_own_name),
        "object_declaration": class_like(_own_name),
        "companion_object": class_like(_companion),
        "enum_entry": class_like(_entry),
        "object_literal": class_like(_object_literal),
        "function_declaration": function(_function),
        "secondary_constructor": function(lambda _: "constructor"),
        "anonymous_initializer": function(lambda _: "init"),
        "property_declaration": function(_property),
    },
    containers=frozenset({"class_body", "enum_class_body"}),
    hinted=EVERYWHERE,
    hint=(rb"fun\b", rb"class\b", rb"interface\b", rb"object\b"),
    # Spaces before a closing brace, but not in the templates of a string.
    mends=((rb"\$\{ [^{}\n]* \}|(?<=[\w)\]}\"'`>\x80-\xff])( )(?=\})", b";"),),
    comments=frozenset({"line_comment", "block_comment", "multiline_comment", "comment"}),
)
