"""Make, Dockerfile and HCL (Terraform, Packer, Nomad), from tree-sitter-languages.

Make: a rule by its targets as written (`foo bar`), a `define` by its name. Special targets without a
recipe (`.PHONY`) are top-level code.
Dockerfile: a build stage from its `FROM` to the next, by its alias or else its image.
HCL: a block by its words, as Terraform addresses it: `resource.aws_instance.web`, nested blocks within.
"""

from tree_sitter import Node

from goldkeeper.chunking.rules.base import Definition, Inside, LanguageRules, Named, class_like, function, text_of
from goldkeeper.model.chunks import ChunkKind

# --- Make


def _make_rule(node: Node) -> str | None:
    targets = next((child for child in node.named_children if child.type == "targets"), None)
    name = text_of(targets)
    has_recipe = any(child.type == "recipe" for child in node.named_children)
    return name if name and (has_recipe or not name.startswith(".")) else None


_MAKE = LanguageRules(
    language="make",
    suffixes=(".mk", ".mak", ".make"),
    file_names=("Makefile", "makefile", "GNUmakefile", "Makefile.am", "Makefile.in"),
    carried="make",
    definitions={
        "rule": function(_make_rule, inside=Inside.NEVER),
        "define_directive": function(inside=Inside.NEVER),
    },
    containers=frozenset({"conditional", "else_directive", "elsif_directive"}),
    transparent=frozenset({"conditional", "else_directive", "elsif_directive"}),
)

# --- Dockerfile


def _stage(node: Node) -> Named | None:
    alias = node.child_by_field_name("as")
    image = next((child for child in node.named_children if child.type == "image_spec"), None)
    name = text_of(alias) or text_of(image)
    return Named(name, level=1) if name else None


_DOCKERFILE = LanguageRules(
    language="dockerfile",
    suffixes=(".dockerfile", ".containerfile"),
    file_names=("Dockerfile", "Containerfile"),
    carried="dockerfile",
    definitions={"from_instruction": Definition(ChunkKind.SECTION, _stage, Inside.NEVER)},
)

# --- HCL


def _block(node: Node) -> str | None:
    words: list[str] = []
    for child in node.named_children:
        if child.type == "block_start":
            break
        words.append(text_of(child).strip('"'))
    return ".".join(words) or None


_HCL = LanguageRules(
    language="hcl",
    suffixes=(".tf", ".tfvars", ".hcl", ".nomad"),
    carried="hcl",
    definitions={"block": class_like(_block)},
    containers=frozenset({"body"}),
    transparent=frozenset({"body"}),
)

RULES = (_MAKE, _DOCKERFILE, _HCL)
