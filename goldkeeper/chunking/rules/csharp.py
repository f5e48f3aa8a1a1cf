"""C#. Types and members by `.`, without the namespace: as with Java's packages, the path says that much.

A constructor bears its class's name, a finalizer `~Cart`, an indexer `this[]`, an explicit
implementation its interface (`Cart.IPriced.Cost`). Properties and events make a chunk where they
hold code; `{ get; set; }` is a field by another spelling. Lambdas make one in fields and properties.
"""

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

_TRANSPARENT = frozenset(
    {
        "namespace_declaration",
        "declaration_list",
        "global_statement",
        "preproc_if",
        "preproc_else",
        "preproc_elif",
    }
)
_LAMBDAS = frozenset({"lambda_expression", "anonymous_method_expression"})

# A local function has no keyword. It begins a statement, with its type and its name before a
# parenthesis; written without backtracking, since this is tried on every line.
_WORD = rb"[@\w.:\x80-\xff]"
_ARGUMENTS = rb"(?:<[^;{}=\n]*>)?"
_DECLARES = (
    rb"(?!(?:return|throw|await|new|if|for|foreach|while|switch|using|lock|else|case|yield|goto|catch|var)\b)"
    rb"(?:(?:static|async|unsafe|extern|ref|readonly|partial)\s++)*+"
    rb"(?:" + _WORD + rb"++\*?" + _ARGUMENTS + rb"(?:\." + _WORD + rb"++" + _ARGUMENTS + rb")*|\([^;{}\n]*\)|[)>]++)"
    rb"[\[\],?*]*+(?:\s|/\*.*?\*/|//[^\n]*\n)++"
    rb"@?[\w\x80-\xff]++\s*+(?:<[^;(){}]*>\s*+)?\("
)
_LOCAL_FUNCTION = (rb"\n[ \t\r]*+(" + _DECLARES + rb")", rb"[{;}\]:/][ \t]*+(" + _DECLARES + rb")")


def _member(node: Node) -> str:
    interface = next((c for c in node.named_children if c.type == "explicit_interface_specifier"), None)
    return _without_arguments(text_of(interface)) + text_of(node.child_by_field_name("name"))


def _without_arguments(text: str) -> str:
    """`IList<int>.` → `IList.`."""
    kept, depth = [], 0
    for letter in text:
        depth -= letter == ">"
        if not depth and letter not in "<>":
            kept.append(letter)
        depth += letter == "<"
    return "".join(kept).replace(" ", "")


def _has_code(node: Node) -> bool:
    if node.child_by_field_name("value") is not None:  # `=> expression`, and `{ get; } = value`
        value = node.child_by_field_name("value")
        if value is not None and (value.type == "arrow_expression_clause" or value.type in _LAMBDAS):
            return True
    accessors = node.child_by_field_name("accessors")
    return accessors is not None and any(
        accessor.child_by_field_name("body") is not None for accessor in accessors.named_children
    )


def _property(node: Node) -> str | None:
    return _member(node) if _has_code(node) else None


def _indexer(node: Node) -> str:
    interface = next((c for c in node.named_children if c.type == "explicit_interface_specifier"), None)
    return _without_arguments(text_of(interface)) + "this[]"


def _finalizer(node: Node) -> str:
    return "~" + text_of(node.child_by_field_name("name"))


def _operator(node: Node) -> str:
    return f"operator {text_of(node.child_by_field_name('operator'))}"


def _conversion(node: Node) -> str:
    return f"operator {text_of(node.child_by_field_name('type'))}"


def _field(node: Node) -> str | None:
    declaration = next((c for c in node.named_children if c.type == "variable_declaration"), None)
    for declarator in declaration.named_children if declaration else ():
        if declarator.type == "variable_declarator" and _is_lambda(declarator):
            return text_of(declarator.child_by_field_name("name") or declarator.named_children[0])
    return None


def _is_lambda(declarator: Node) -> bool:
    values = [*declarator.named_children]
    values += [inner for value in values if value.type == "equals_value_clause" for inner in value.named_children]
    return any(value.type in _LAMBDAS for value in values)


RULES = LanguageRules(
    language="csharp",
    suffixes=(".cs", ".csx"),
    wheel="tree_sitter_c_sharp",
    carried="c_sharp",
    definitions={
        "namespace_declaration": namespace(lambda _: Named("", inside="", chunk=False)),
        "class_declaration": class_like(),
        "struct_declaration": class_like(),
        "record_declaration": class_like(),
        "record_struct_declaration": class_like(),
        "interface_declaration": class_like(),
        "enum_declaration": class_like(inside=Inside.NEVER),
        "delegate_declaration": class_like(inside=Inside.NEVER),
        "method_declaration": function(_member),
        "local_function_statement": function(),
        "constructor_declaration": function(),
        "destructor_declaration": function(_finalizer),
        "operator_declaration": function(_operator),
        "conversion_operator_declaration": function(_conversion),
        "indexer_declaration": function(_indexer),
        "property_declaration": function(_property),
        "event_declaration": function(_property),
        "field_declaration": function(_field),
    },
    containers=_TRANSPARENT - {"namespace_declaration"},
    transparent=_TRANSPARENT,
    hinted=EVERYWHERE,
    # Names and conditions of what is entered at the top level, and lines that only structure the page.
    silent=frozenset({"identifier", "qualified_name", "preproc_region", "preproc_endregion", "empty_statement"}),
    hint=_LOCAL_FUNCTION,
)
