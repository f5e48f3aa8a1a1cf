"""TypeScript and TSX: JavaScript with types, overloads and namespaces.

Interfaces, enums and type aliases are chunks; members of an interface are part of it. Each overload
signature is a chunk of its own under the function's symbol, as is each abstract or declared function.
"""

from dataclasses import replace
from typing import Final

from tree_sitter import Node

from goldkeeper.chunking.rules import javascript
from goldkeeper.chunking.rules.base import Inside, LanguageRules, class_like, function, namespace, text_of


def _module(node: Node) -> str:
    name = node.child_by_field_name("name")
    text = text_of(name)
    return text[1:-1] if name is not None and name.type == "string" else text


_TYPESCRIPT: Final = LanguageRules(
    language="typescript",
    suffixes=(".ts", ".mts", ".cts"),
    wheel="tree_sitter_typescript",
    entry="language_typescript",
    carried="typescript",
    definitions={
        **javascript.DEFINITIONS,
        "abstract_class_declaration": class_like(),
        "interface_declaration": class_like(inside=Inside.NEVER),
        "enum_declaration": class_like(inside=Inside.NEVER),
        "type_alias_declaration": class_like(inside=Inside.NEVER),
        "function_signature": function(inside=Inside.NEVER),
        "method_signature": function(javascript.method_name, inside=Inside.NEVER),
        "abstract_method_signature": function(javascript.method_name, inside=Inside.NEVER),
        "internal_module": namespace(_module),
        "module": namespace(_module),
    },
    containers=javascript.CONTAINERS,
    hinted=javascript.RULES.hinted,
    hint=(
        *javascript.HINT,
        # Each from its rarest letter on, where the search stops less often.
        rb"face(?<=interface)\s++[\w$]",
        rb"um(?<=enum)\s++[\w$]",
        rb"ype(?<=type)\s++[\w$]++\s*+[=<]",
    ),
    # In a function none of these is allowed.
    hint_on_error=(rb"namespace\s++[\w$]", rb"module\s++[\w$'\"]", rb"global\s*+\{"),
    hinted_wrappers=javascript.HINTED_WRAPPERS,
    wrappers=javascript.WRAPPERS | {"ambient_declaration"},
    prefixes=javascript.PREFIXES,
    transparent=frozenset({"internal_module", "module", "statement_block", "ambient_declaration"}),
    comments=javascript.RULES.comments,
    silent=javascript.SILENT,
)

RULES = (
    _TYPESCRIPT,
    replace(_TYPESCRIPT, language="tsx", suffixes=(".tsx",), entry="language_tsx", carried="tsx"),
)
