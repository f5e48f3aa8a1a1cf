"""Python. Definitions are statements, so only statements with blocks are entered.

`shout = lambda text: text.upper()` defines a function too; one that is put into an attribute or an item has no name.
"""

from tree_sitter import Node

from goldkeeper.chunking.rules.base import LanguageRules, class_like, function, text_of

_BLOCKS = frozenset(
    {
        "block",
        "if_statement",
        "elif_clause",
        "else_clause",
        "for_statement",
        "while_statement",
        "try_statement",
        "except_clause",
        "except_group_clause",
        "finally_clause",
        "with_statement",
        "match_statement",
        "case_clause",
    }
)


def _bound(statement: Node) -> str | None:
    """The name that a statement binds a lambda to."""
    assignment = next(iter(statement.children), None)
    if assignment is None or assignment.type != "assignment":
        return None
    name, value = assignment.child_by_field_name("left"), assignment.child_by_field_name("right")
    is_bound = name is not None and value is not None and name.type == "identifier" and value.type == "lambda"
    return text_of(name) if is_bound else None


RULES = LanguageRules(
    language="python",
    suffixes=(".py", ".pyi", ".pyw"),
    file_names=("SConstruct", "SConscript"),
    wheel="tree_sitter_python",
    carried="python",
    definitions={
        "function_definition": function(),
        "class_definition": class_like(),
        "expression_statement": function(_bound),
    },
    wrappers=frozenset({"decorated_definition"}),
    hinted=_BLOCKS,
    hint=(rb"def[\s\\]", rb"class[\s\\]", rb"=[\s\\]*lambda\b"),
)
