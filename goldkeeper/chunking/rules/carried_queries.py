"""SQL and CodeQL, from tree-sitter-languages.

SQL: what a `CREATE` makes, by its name as written, quotes dropped (`shop.cart`): tables, views and
types are classes, functions, procedures, triggers and indexes functions. All other statements are
top-level code. The grammar is closest to PostgreSQL; a statement it does not know is damage.
CodeQL: classes, modules and predicates by `.`, a class's characteristic predicate by its name.
"""

from tree_sitter import Node

from goldkeeper.chunking.rules.base import Inside, LanguageRules, class_like, function, text_of

_NAMES = frozenset({"identifier", "dotted_name"})


def _created(node: Node) -> str | None:
    for field in ("name", "type_name"):
        name = node.child_by_field_name(field)
        if name is not None:
            return _unquoted(name)
    name = next((child for child in node.named_children if child.type in _NAMES), None)
    return _unquoted(name) if name is not None else None


def _unquoted(name: Node) -> str:
    return ".".join(part.strip('"`[] ') for part in text_of(name).split("."))


_THING = class_like(_created, inside=Inside.NEVER)
_DEED = function(_created, inside=Inside.NEVER)

_SQL = LanguageRules(
    language="sql",
    suffixes=(".sql", ".ddl", ".pgsql"),
    carried="sql",
    definitions={
        "create_table_statement": _THING,
        "create_view_statement": _THING,
        "create_materialized_view_statement": _THING,
        "create_type_statement": _THING,
        "create_domain_statement": _THING,
        "create_sequence_statement": _THING,
        "create_function_statement": _DEED,
        "create_procedure_statement": _DEED,
        "create_trigger_statement": _DEED,
        "create_index_statement": _DEED,
    },
)


def _characteristic(node: Node) -> str | None:
    return next((text_of(child) for child in node.named_children if child.type == "className"), None)


_QL = LanguageRules(
    language="ql",
    suffixes=(".ql", ".qll"),
    carried="ql",
    definitions={
        "module": class_like(),
        "dataclass": class_like(),
        "datatype": class_like(),
        "classlessPredicate": function(inside=Inside.NEVER),
        "memberPredicate": function(inside=Inside.NEVER),
        "charpred": function(_characteristic, inside=Inside.NEVER),
    },
    wrappers=frozenset({"moduleMember", "classMember"}),
    comments=frozenset({"line_comment", "block_comment", "qldoc", "comment"}),
)

RULES = (_SQL, _QL)
