"""Python. Definitions are statements, so only statements with blocks are entered."""

from goldkeeper.chunking.rules.base import LanguageRules, class_like, function

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

RULES = LanguageRules(
    language="python",
    suffixes=(".py", ".pyi", ".pyw"),
    file_names=("SConstruct", "SConscript"),
    wheel="tree_sitter_python",
    carried="python",
    definitions={"function_definition": function(), "class_definition": class_like()},
    wrappers=frozenset({"decorated_definition"}),
    hinted=_BLOCKS,
    hint=(rb"def[\s\\]", rb"class[\s\\]"),
)
