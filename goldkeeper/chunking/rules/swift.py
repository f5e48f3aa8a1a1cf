"""Swift. Members by `.`; an extension is one more chunk of its type's name, so its methods are `Cart.total`.

Initializers are `Cart.init`, beside them `deinit` and `subscript`; an operator is named by its sign.
A property makes a chunk where it holds code: computed, observed, or made by a block. Properties in
function bodies make none.
"""

from tree_sitter import Node

from goldkeeper.chunking.rules.base import EVERYWHERE, Inside, LanguageRules, Named, class_like, function, text_of

_TYPE_NAMES = frozenset({"type_identifier", "simple_identifier"})
_MEMBER_PLACES = frozenset({"source_file", "class_body", "enum_class_body", "protocol_body", "ERROR"})


def _type(node: Node) -> str | None:
    name = node.child_by_field_name("name")
    if name is None:
        return None
    if name.type == "user_type":  # an extension's: without type arguments
        return ".".join(text_of(part) for part in name.named_children if part.type in _TYPE_NAMES)
    return text_of(name).strip("`")


def _function(node: Node) -> str | None:
    # The return type bears the field `name` too, and the first is the function's.
    return text_of(node.child_by_field_name("name")).strip("`") or None


def _macro(node: Node) -> str | None:
    return next((text_of(child) for child in node.named_children if child.type == "simple_identifier"), None)


def _property(node: Node) -> Named | None:
    if node.parent is None or node.parent.type not in _MEMBER_PLACES:
        return None
    value = node.child_by_field_name("value")
    holds_code = (
        node.child_by_field_name("computed_value") is not None
        or any(child.type == "willset_didset_block" for child in node.named_children)
        or (value is not None and _is_block(value))
    )
    name = text_of(node.child_by_field_name("name")).strip("`")
    return Named(name) if holds_code and name else None


def _is_block(value: Node) -> bool:
    # `{ … }` and `{ … }()`, which makes a value with statements.
    called = value.named_children[0] if value.type == "call_expression" and value.named_children else value
    return called.type == "lambda_literal"


RULES = LanguageRules(
    language="swift",
    suffixes=(".swift",),
    wheel="tree_sitter_swift",
    definitions={
        "class_declaration": class_like(_type),  # also struct, enum, actor, extension
        "protocol_declaration": class_like(_type),
        "function_declaration": function(_function),
        "protocol_function_declaration": function(_function, inside=Inside.NEVER),
        "init_declaration": function(lambda _: "init"),
        "deinit_declaration": function(lambda _: "deinit"),
        "subscript_declaration": function(lambda _: "subscript"),
        "macro_declaration": function(_macro, inside=Inside.NEVER),
        "property_declaration": function(_property),
    },
    containers=frozenset({"class_body", "enum_class_body", "protocol_body"}),
    hinted=EVERYWHERE,
    hint=(
        rb"func\b",
        rb"class\b",
        rb"struct\b",
        rb"enum\b",
        rb"actor\b",
        rb"protocol\b",
        rb"extension\b",
        rb"macro\b",
    ),
    comments=frozenset({"comment", "multiline_comment"}),
)
