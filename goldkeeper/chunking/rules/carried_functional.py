"""Erlang, Elixir, Haskell, OCaml and Elm, from tree-sitter-languages.

Where a function is written as several clauses, these, and in Haskell and Elm its signature, are one
chunk. Erlang and Elixir tell functions of one name apart by arity, and so do the symbols (`add/2`).
Haskell's local functions (`where`, `let`) and OCaml's local values belong to the outer one.
"""

from tree_sitter import Node

from goldkeeper.chunking.rules.base import (
    EVERYWHERE,
    Definition,
    Inside,
    LanguageRules,
    Named,
    class_like,
    function,
    text_of,
)
from goldkeeper.model.chunks import ChunkKind

# --- Erlang


def _erlang_function(node: Node) -> Named | None:
    clause = node.child_by_field_name("clause")
    name = text_of(clause.child_by_field_name("name")) if clause is not None else ""
    if clause is None or not name:
        return None
    return Named(f"{name}/{_arity(clause.child_by_field_name('args'))}", joined=True)


def _erlang_spec(node: Node) -> Named | None:
    name = text_of(node.child_by_field_name("fun"))
    signature = node.child_by_field_name("sigs")
    if not name or signature is None:
        return None
    return Named(f"{name}/{_arity(signature.child_by_field_name('args'))}", joined=True)


def _arity(arguments: Node | None) -> int:
    return len([child for child in arguments.named_children if child.type != "comment"]) if arguments else 0


def _erlang_record(node: Node) -> str | None:
    name = text_of(node.child_by_field_name("name"))
    return f"#{name}" if name else None


_ERLANG = LanguageRules(
    language="erlang",
    suffixes=(".erl", ".hrl", ".escript"),
    carried="erlang",
    definitions={
        "fun_decl": function(_erlang_function, inside=Inside.NEVER),
        "spec": function(_erlang_spec, inside=Inside.NEVER),
        "record_decl": class_like(_erlang_record, inside=Inside.NEVER),
    },
)

# --- Elixir

_ELIXIR_MODULES = frozenset({"defmodule", "defprotocol", "defimpl"})
_ELIXIR_FUNCTIONS = frozenset(
    {"def", "defp", "defmacro", "defmacrop", "defguard", "defguardp", "defdelegate", "defn", "defnp"}
)


def _elixir_call(node: Node) -> Named | None:
    target = node.child_by_field_name("target")
    if target is None or target.type != "identifier":
        return None
    keyword = text_of(target)
    if keyword not in _ELIXIR_FUNCTIONS and keyword not in _ELIXIR_MODULES:
        return None
    arguments = next((child for child in node.named_children if child.type == "arguments"), None)
    head = arguments.named_children[0] if arguments is not None and arguments.named_children else None
    if head is None:
        return None
    if keyword in _ELIXIR_FUNCTIONS:
        return _elixir_function(head)
    implemented = _elixir_implemented(arguments) if keyword == "defimpl" and arguments is not None else ""
    return Named(f"{text_of(head)}.{implemented}" if implemented else text_of(head), kind=ChunkKind.CLASS)


def _elixir_implemented(arguments: Node) -> str:
    """The `Cart` of `defimpl String.Chars, for: Cart`, which makes the module `String.Chars.Cart`."""
    for keywords in arguments.named_children[1:]:
        for pair in keywords.named_children:
            value = pair.child_by_field_name("value")
            if text_of(pair.child_by_field_name("key")).startswith("for:") and value is not None:
                return text_of(value) if value.type == "alias" else ""
    return ""


def _elixir_function(head: Node) -> Named | None:
    while head.type == "binary_operator" and text_of(head.child_by_field_name("operator")) == "when":
        left = head.child_by_field_name("left")
        if left is None:
            return None
        head = left
    match head.type:
        case "identifier":  # `def reset do`
            return Named(f"{text_of(head)}/0", joined=True)
        case "call":
            arguments = next((child for child in head.named_children if child.type == "arguments"), None)
            target = head.child_by_field_name("target")
            if target is None or target.type != "identifier" or text_of(target) == "unquote":
                return None  # it has no name before it runs
            return Named(f"{text_of(target)}/{_arity(arguments)}", joined=True)
        case "binary_operator":
            return Named(f"{text_of(head.child_by_field_name('operator'))}/2", joined=True)
        case "unary_operator":
            return Named(f"{text_of(head.child_by_field_name('operator'))}/1", joined=True)
        case _:
            return None


_ELIXIR = LanguageRules(
    language="elixir",
    suffixes=(".ex", ".exs"),
    carried="elixir",
    definitions={"call": Definition(ChunkKind.FUNCTION, _elixir_call, Inside.HINTED)},
    hinted=EVERYWHERE,
    hint=(rb"def(?:module|protocol|impl|p|macrop?|guardp?|delegate|np?)?\b",),
)

# --- Haskell


def _haskell_function(node: Node) -> Named | None:
    # An operator's parentheses bear the field too.
    name = next((each for each in node.children_by_field_name("name") if each.is_named), None)
    if name is None:
        infix = node.child_by_field_name("infix")
        name = infix.child_by_field_name("op") if infix is not None else None
    return Named(text_of(name).strip("`"), joined=True) if name is not None else None


def _haskell_head(node: Node) -> str | None:
    head = next((child for child in node.named_children if child.type in {"class_head", "instance_head"}), None)
    if head is None:
        return None
    if node.type == "instance":
        return f"instance {text_of(head)}"
    return text_of(head.child_by_field_name("class")) or None


def _haskell_family(node: Node) -> str | None:
    head = next((child for child in node.named_children if child.type == "head"), None)
    return text_of(head.child_by_field_name("name")) if head is not None else None


_HASKELL = LanguageRules(
    language="haskell",
    suffixes=(".hs", ".hs-boot", ".hsc"),
    carried="haskell",
    definitions={
        "function": Definition(ChunkKind.FUNCTION, _haskell_function, Inside.NEVER),
        "signature": Definition(ChunkKind.FUNCTION, _haskell_function, Inside.NEVER),
        "adt": class_like(inside=Inside.NEVER),
        "newtype": class_like(inside=Inside.NEVER),
        "type_alias": class_like(inside=Inside.NEVER),
        "type_family": class_like(_haskell_family, inside=Inside.NEVER),
        "class": class_like(_haskell_head),
        "instance": class_like(_haskell_head),
    },
    containers=frozenset({"class_body"}),
    comments=frozenset({"comment", "pragma"}),
)

# --- OCaml


def _ocaml_let(binding: Node) -> str | None:
    definition = binding.parent
    place = definition.parent if definition is not None else None
    if place is None or place.type not in _OCAML_PLACES:
        return None
    pattern = binding.child_by_field_name("pattern")
    if pattern is None or pattern.type not in {"value_name", "parenthesized_operator"}:
        return None
    makes_function = any(child.type == "parameter" for child in binding.named_children)
    body = binding.child_by_field_name("body")
    makes_function |= body is not None and body.type in {"fun_expression", "function_expression"}
    name = text_of(pattern).replace(" ", "")  # `( + )` is one with `(+)`
    return name if makes_function and name != "_" else None


def _ocaml_specification(node: Node) -> str | None:
    name = next((c for c in node.named_children if c.type in {"value_name", "parenthesized_operator"}), None)
    return text_of(name).replace(" ", "") or None


_OCAML_PLACES = frozenset({"compilation_unit", "structure", "signature", "ERROR"})

_OCAML = LanguageRules(
    language="ocaml",
    suffixes=(".ml",),
    carried="ocaml",
    definitions={
        "module_binding": class_like(),
        "module_type_definition": class_like(),
        "class_binding": class_like(),
        "type_binding": class_like(inside=Inside.NEVER),
        "let_binding": function(_ocaml_let),
        "method_definition": function(inside=Inside.NEVER),
        "external": function(_ocaml_specification, inside=Inside.NEVER),
        "value_specification": function(_ocaml_specification, inside=Inside.NEVER),
    },
    wrappers=frozenset({"value_definition", "module_definition", "class_definition", "type_definition"}),
    containers=frozenset({"structure", "signature", "object_expression"}),
    hinted=EVERYWHERE,
    hint=(rb"module\b", rb"struct\b", rb"sig\b", rb"class\b", rb"object\b", rb"type\b", rb"external\b"),
)

# --- Elm


def _elm_value(node: Node) -> Named | None:
    left = node.child_by_field_name("functionDeclarationLeft")
    name = left.named_children[0] if left is not None and left.named_children else None
    return Named(text_of(name), joined=True) if name is not None else None


def _elm_annotation(node: Node) -> Named | None:
    name = text_of(node.child_by_field_name("name"))
    return Named(name, joined=True) if name else None


_ELM = LanguageRules(
    language="elm",
    suffixes=(".elm",),
    carried="elm",
    definitions={
        "value_declaration": Definition(ChunkKind.FUNCTION, _elm_value, Inside.NEVER),
        "type_annotation": Definition(ChunkKind.FUNCTION, _elm_annotation, Inside.NEVER),
        "port_annotation": function(inside=Inside.NEVER),
        "type_declaration": class_like(inside=Inside.NEVER),
        "type_alias_declaration": class_like(inside=Inside.NEVER),
    },
    comments=frozenset({"line_comment", "block_comment"}),
)

RULES = (_ERLANG, _ELIXIR, _HASKELL, _OCAML, _ELM)
