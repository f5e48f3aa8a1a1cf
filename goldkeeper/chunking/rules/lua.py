"""Lua. `M.f`, and `M.f` for `function M:f` as well: it is the same field, and callers see no difference.

Functions bound to a variable or to a field of a table constructor are named by it (`M.handlers.open`).
The grammar in tree-sitter-languages takes `{}` and parameters for damaged at times and finds less.
"""

from tree_sitter import Node

from goldkeeper.chunking.rules.base import EVERYWHERE, Definition, Inside, LanguageRules, Named, function, text_of
from goldkeeper.model.chunks import ChunkKind

_FUNCTIONS = frozenset({"function_definition", "function"})
_TABLES = frozenset({"table_constructor", "table"})


def _path(node: Node | None) -> str:
    """`M.a:b` and `M["a"].b` as `M.a.b`."""
    parts: list[str] = []
    while node is not None and (
        node.type.endswith("index_expression") or node.child_by_field_name("table") is not None
    ):
        parts.append(_key(node.child_by_field_name("field") or node.child_by_field_name("method")))
        node = node.child_by_field_name("table")
    parts.append(text_of(node).replace(":", "."))
    return ".".join(reversed(parts))


def _key(node: Node | None) -> str:
    return text_of(node).strip("\"'")


def _declared(node: Node) -> str | None:
    return _path(node.child_by_field_name("name")) or None


def _bound(name: str, value: Node) -> Named | None:
    if not name:
        return None
    if value.type in _FUNCTIONS:
        return Named(name)
    return Named(name, chunk=False) if value.type in _TABLES else None


def _assignment(node: Node) -> Named | None:
    targets, values = (next((c for c in node.named_children if c.type == t), None) for t in _LISTS)
    if targets is None or values is None or not targets.named_children or not values.named_children:
        return None
    return _bound(_path(targets.named_children[0]), values.named_children[0])


_LISTS = ("variable_list", "expression_list")


def _field(node: Node) -> Named | None:
    value = node.child_by_field_name("value")
    key = node.child_by_field_name("name") or node.child_by_field_name("key")
    return _bound(_key(key), value) if value is not None else None


RULES = LanguageRules(
    language="lua",
    suffixes=(".lua", ".rockspec", ".luau"),
    wheel="tree_sitter_lua",
    carried="lua",
    definitions={
        "function_declaration": function(_declared),
        "assignment_statement": Definition(ChunkKind.FUNCTION, _assignment, Inside.HINTED),
        "field": Definition(ChunkKind.FUNCTION, _field, Inside.HINTED),
        # The older grammar's spelling of the same.
        "variable_assignment": Definition(ChunkKind.FUNCTION, _assignment, Inside.HINTED),
        "local_variable_declaration": Definition(ChunkKind.FUNCTION, _assignment, Inside.HINTED),
        "function_definition_statement": function(_declared),
        "local_function_definition_statement": function(_declared),
    },
    wrappers=frozenset({"variable_declaration"}),
    hinted=EVERYWHERE,
    hint=(rb"function\b",),
)
