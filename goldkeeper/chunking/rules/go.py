"""Go. Methods go by their receiver's type: `Buffer.Write`, whether it is a pointer, generic or both.

Every named type is a class chunk, alone with its `type`, in a group by its own lines. A package
variable that holds one function literal is a function; literals elsewhere are part of what is around them.
"""

from typing import Final

from tree_sitter import Node

from goldkeeper.chunking.rules.base import EVERYWHERE, Inside, LanguageRules, class_like, function, text_of

_AROUND_TYPE: Final = frozenset({"pointer_type", "parenthesized_type", "generic_type"})


def _method(node: Node) -> str | None:
    name = text_of(node.child_by_field_name("name"))
    receiver = node.child_by_field_name("receiver")
    parameters = [] if receiver is None else [c for c in receiver.named_children if c.type == "parameter_declaration"]
    owner = parameters[0].child_by_field_name("type") if parameters else None
    while owner is not None and owner.type in _AROUND_TYPE:
        owner = owner.named_children[0] if owner.named_children else None
    return f"{text_of(owner)}.{name}" if owner is not None else name


def _variable(node: Node) -> str | None:
    values = node.child_by_field_name("value")
    if values is None or values.named_child_count != 1 or values.named_children[0].type != "func_literal":
        return None
    return text_of(node.child_by_field_name("name"))


RULES = LanguageRules(
    language="go",
    suffixes=(".go",),
    wheel="tree_sitter_go",
    carried="go",
    definitions={
        "function_declaration": function(),
        "method_declaration": function(_method),
        "type_spec": class_like(inside=Inside.NEVER),
        "type_alias": class_like(inside=Inside.NEVER),
        "var_spec": function(_variable),
    },
    hinted=EVERYWHERE,
    hint=(rb"type\s", rb"var\s"),
    wrappers=frozenset({"type_declaration", "var_declaration", "var_spec_list"}),
)
