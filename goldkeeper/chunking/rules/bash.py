"""Shell. Functions by either syntax; one within another is global when it runs, and named so."""

from tree_sitter import Node

from goldkeeper.chunking.rules.base import EVERYWHERE, LanguageRules, Named, function, text_of


def _function(node: Node) -> Named | None:
    name = text_of(node.child_by_field_name("name"))
    return Named(name, inside="") if name else None


RULES = LanguageRules(
    language="bash",
    suffixes=(".sh", ".bash", ".ksh", ".zsh", ".bats", ".ebuild", ".eclass"),
    file_names=(".bashrc", ".bash_profile", ".bash_aliases", ".profile", ".zshrc", "PKGBUILD"),
    wheel="tree_sitter_bash",
    carried="bash",
    definitions={"function_definition": function(_function)},
    hinted=EVERYWHERE,
    hint=(rb"function\b", rb"\(\s*\)"),
)
